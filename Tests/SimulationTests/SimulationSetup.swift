// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SeededRandom
import SwitchCore

/// What kind of box, PC and link a simulation has, and how much goes wrong; all of it follows from the seed.
struct SimulationSetup {
    enum Flavour: String, CaseIterable {
        case mapped, everything, grid3, scanning, legacyWithSync, legacyWithoutSync, actions

        /// Nothing at the PC keeps a message of a link that is gone out of the next one.
        var hasNoSessions: Bool {
            switch self {
            case .legacyWithSync, .legacyWithoutSync, .actions: true
            case .mapped, .everything, .grid3, .scanning: false
            }
        }
    }

    /// Chances in 1,000.
    struct Faults {
        var answerLost = 0
        var answerRepeated = 0
        var answerLate = 0
        var garbage = 0
        var refused = 0
        var releaseFails = 0
        var notRecorded = 0
        /// Crash in the middle of what is being done.
        var crash = 0
        /// The longest that the PC takes to handle a message, each by itself.
        var handling = 0
        /// The longest that the link takes for a frame of ours before it takes the next.
        var pace = 0
        /// Between one disaster and the next: a lost link, a crash, an unplugged device, lost events, a loop that hangs.
        var disaster: ClosedRange<Int>?

        static let none = Faults()
    }

    let flavour: Flavour
    let configuration: PCConfiguration
    /// The PC's profile; nil where the box decides.
    let offered: String?
    /// What the switches do where the box decides.
    let actions: [CatalogueAction]
    let secondSubscriber: Bool
    let frameSize: Int
    let switches: [ProfileSwitch]
    let safety: SafetySettings
    var faults: Faults

    /// - Parameter flavour: nil takes any.
    init(_ random: inout SeededRandom, flavour wanted: Flavour? = nil) {
        flavour = wanted ?? random.pick(Flavour.allCases)
        var configuration = PCConfiguration(
            status: PCStatus(desktopID: "desktop-1", displayName: "Desk", platform: .windows))
        switch flavour {
        case .legacyWithSync: configuration.capabilities = .olderGrid3(withSync: true)
        case .legacyWithoutSync: configuration.capabilities = .olderGrid3(withSync: false)
        case .mapped, .everything, .grid3, .scanning, .actions: break
        }
        configuration.maximumFrameSize = random.pick([514, 514, 300])
        self.configuration = configuration
        offered =
            switch flavour {
            case .mapped: random.pick([OfferedProfile.keyboard, .fourKeys]).profile.id
            case .everything: OfferedProfile.everything.profile.id
            case .grid3: OfferedProfile.grid3.profile.id
            case .scanning: OfferedProfile.scanning.profile.id
            case .legacyWithSync, .legacyWithoutSync: SwitchCatalogue.legacyGrid3ID
            case .actions: nil
            }
        secondSubscriber = random.happens(300)
        frameSize = random.pick([514, 514, 514, 514, 185])
        let count = Int.random(in: 1...SwitchID.limit, using: &random)
        let timing =
            flavour == .actions
            ? FilterSettings(debounce: .zero)
            : FilterSettings(
                debounce: .milliseconds(random.pick([0, 5, 5, 40])),
                minimumRelease: .milliseconds(random.pick([0, 0, 50])),
                holdToAccept: .milliseconds(random.pick([0, 0, 0, 200])),
                ignoreRepeat: .milliseconds(random.pick([0, 0, 0, 300])))
        let slots = flavour == .actions ? SimulatedActions(switches: count, &random) : nil
        actions = slots?.catalogue ?? []
        switches = (1...count).compactMap(SwitchID.init).map {
            ProfileSwitch(
                id: $0, name: "switch \($0)", inputs: [], manner: random.pick([.ordinary, .ordinary, .latching]),
                timing: timing, actions: slots?.actions[$0] ?? .none)
        }
        safety = SafetySettings(holdToStop: .seconds(random.pick([3, 5])), idleStop: .seconds(30))
        faults = Self.faults(&random, hasNoSessions: flavour.hasNoSessions)
    }

    private static func faults(_ random: inout SeededRandom, hasNoSessions: Bool) -> Faults {
        var faults = Faults()
        func sometimes(_ perMille: Int) -> Int { random.happens(500) ? perMille : 0 }
        faults.answerLost = sometimes(10)
        faults.answerRepeated = sometimes(30)
        faults.answerLate = sometimes(10)
        faults.garbage = sometimes(20)
        faults.refused = sometimes(10)
        faults.releaseFails = sometimes(40)
        faults.notRecorded = sometimes(100)
        faults.crash = sometimes(2)
        // Without sessions nothing keeps a message of long ago out; real PCs take milliseconds.
        faults.handling = random.pick(hasNoSessions ? [0, 20, 100] : [0, 20, 100, 1500])
        faults.pace = random.pick([0, 0, 5, 40])
        faults.disaster = random.pick([nil, 500...8_000, 2_000...40_000])
        return faults
    }
}
