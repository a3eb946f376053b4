// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SwitchCore

/// What kind of box, PC and link a simulation has, and how much goes wrong.
struct SimulationSetup {
    enum Transport {
        /// Frames as they are, in any order.
        case frames
        /// Over Bluetooth LE: the real central machine, a kernel and a PC's attributes.
        case air
    }

    /// How often each fault strikes where it can, in 1,000, and what only makes things slow.
    struct Faults {
        var rates: [Fault: Int] = [:]
        /// The longest that the PC takes to handle a message, in ms, each by itself.
        var handling = 0
        /// The longest that the link takes for a frame of ours before it takes the next, in ms.
        var pace = 0
        /// Between one disaster and the next, in ms: a lost link, a crash, an unplugged device, a loop that hangs …
        var disasters: ClosedRange<Int>?

        static let none = Faults()
    }

    let flavour: SimulationFlavour
    let transport: Transport
    let configuration: PCConfiguration
    /// The PC's profile; nil where the box decides.
    let offered: String?
    /// What the switches do where the box decides.
    let actions: [CatalogueAction]
    let secondSubscriber: Bool
    /// Bytes of the longest frame that the box may send.
    let frameSize: Int
    let profile: Profile
    let deviceCount: Int
    /// No filter: every edge that is read has to reach the PC.
    let isUnfiltered: Bool
    var faults: Faults

    /// - Parameter flavour: nil takes any.
    init(_ chance: inout Chance, flavour wanted: SimulationFlavour? = nil) {
        flavour = chance.pick(SimulationFlavour.allCases, .flavour, being: wanted)
        transport = chance.pick([.frames, .air], .transport)
        let fetched = transport == .air && chance.happens(250, .responses)
        frameSize = chance.pick([514, 514, 514, 514, 185], .frameSize)
        configuration = Self.configuration(flavour, fetched, frameSize, &chance)
        offered = Self.offered(flavour, &chance)
        secondSubscriber = chance.happens(300, .subscribers)
        let count = 1 + chance.below(SwitchID.limit, .switches)
        deviceCount = min(count, chance.pick([1, 1, 2, 3], .devices))
        isUnfiltered = flavour != .actions && !chance.happens(500, .timing)
        let timing = flavour == .actions || isUnfiltered ? FilterSettings(debounce: .zero) : Self.timing(&chance)
        let slots = flavour == .actions ? SimulatedActions(switches: count, &chance) : nil
        actions = slots?.catalogue ?? []
        profile = Self.profile(count, deviceCount, timing, slots, &chance)
        faults = Self.faults(&chance, hasNoSessions: flavour.hasNoSessions)
    }

    var switches: [ProfileSwitch] { profile.switches }

    /// The device on which a switch is, from 0.
    func device(of index: Int) -> Int { index % deviceCount }

    private static func configuration(
        _ flavour: SimulationFlavour, _ fetched: Bool, _ frameSize: Int, _ chance: inout Chance
    ) -> PCConfiguration {
        var configuration = PCConfiguration(
            status: PCStatus(
                desktopID: "desktop-1", displayName: "Desk", platform: .windows,
                responseTransport: fetched ? .reads : .notifications))
        switch flavour {
        case .legacyWithSync: configuration.capabilities = .olderGrid3(withSync: true)
        case .legacyWithoutSync: configuration.capabilities = .olderGrid3(withSync: false)
        case .mapped, .everything, .grid3, .scanning, .actions: break
        }
        let offered = fetched ? 180 : chance.pick([514, 514, 300], .frameSize)
        configuration.maximumFrameSize = min(offered, frameSize)
        return configuration
    }

    private static func offered(_ flavour: SimulationFlavour, _ chance: inout Chance) -> String? {
        switch flavour {
        case .mapped: chance.pick([OfferedProfile.keyboard, .fourKeys], .profile).profile.id
        case .everything: OfferedProfile.everything.profile.id
        case .grid3: OfferedProfile.grid3.profile.id
        case .scanning: OfferedProfile.scanning.profile.id
        case .legacyWithSync, .legacyWithoutSync: SwitchCatalogue.legacyGrid3ID
        case .actions: nil
        }
    }

    private static func timing(_ chance: inout Chance) -> FilterSettings {
        FilterSettings(
            debounce: .milliseconds(chance.pick([0, 5, 5, 40], .debounce)),
            minimumRelease: .milliseconds(chance.pick([0, 0, 50], .minimumRelease)),
            holdToAccept: .milliseconds(chance.pick([0, 0, 0, 200], .holdToAccept)),
            ignoreRepeat: .milliseconds(chance.pick([0, 0, 0, 300], .ignoreRepeat)))
    }

    private static func profile(
        _ count: Int, _ devices: Int, _ timing: FilterSettings, _ slots: SimulatedActions?, _ chance: inout Chance
    ) -> Profile {
        let switches = (1...count).compactMap(SwitchID.init).map { id in
            ProfileSwitch(
                id: id, name: "switch \(id)",
                inputs: [.init(device: (Int(id.number) - 1) % devices, input: .key(code: UInt16(id.number)))],
                manner: chance.pick([.ordinary, .ordinary, .latching], .manner), timing: timing,
                actions: slots?.actions[id] ?? .none)
        }
        let holdToStop = Duration.seconds(chance.pick([3, 5], .holdToStop))
        let start: IdleSettings.Start =
            chance.happens(400, .startBySwitch)
            ? .gesture(.init(switchID: nil, manner: .hold(.seconds(3)))) : .helper
        return Profile(
            name: "box", devices: [], switches: switches,
            safety: SafetySettings(holdToStop: holdToStop, idleStop: .seconds(30)), pcProfileID: nil,
            idle: IdleSettings(start: start, capturesAlways: chance.happens(300, .idleCapture)))
    }

    private static func faults(_ chance: inout Chance, hasNoSessions: Bool) -> Faults {
        var faults = Faults()
        for fault in Fault.allCases {
            let rate = fault.usualRate
            if rate > 0, chance.below(2, .rate(fault)) == 1 { faults.rates[fault] = rate }
        }
        // Without sessions nothing keeps a message of long ago out; real PCs take milliseconds.
        faults.handling = chance.pick(hasNoSessions ? [0, 20, 100] : [0, 20, 100, 1500], .handling)
        faults.pace = chance.pick([0, 0, 5, 40], .pace)
        faults.disasters = chance.pick([nil, 500...8_000, 2_000...40_000], .disasters)
        return faults
    }
}

/// What decides at the PC, or that nothing there does.
package enum SimulationFlavour: String, CaseIterable, Sendable {
    case mapped, everything, grid3, scanning, legacyWithSync, legacyWithoutSync, actions

    /// Nothing at the PC keeps a message of a link that is gone out of the next one.
    var hasNoSessions: Bool {
        switch self {
        case .legacyWithSync, .legacyWithoutSync, .actions: true
        case .mapped, .everything, .grid3, .scanning: false
        }
    }
}

extension Fault {
    /// In 1,000 of the cases in which it can strike; 0 for disasters, which have a time of their own.
    fileprivate var usualRate: Int {
        switch self {
        case .answerLost, .answerLate, .refusal: 10
        case .answerRepeated, .answerReordered: 30
        case .garbage: 20
        case .releaseFails: 40
        case .messageIgnored: 5
        case .linkNotMade: 150
        case .requestUnanswered: 2
        case .captureRefused: 100
        case .boxCrashWithin: 2
        case .diskFull: 100
        case .pcStalls, .pcCrash, .secondSubscriber, .linkLost, .adapterGone, .unplug, .eventsLost, .loopStarved,
            .watchdog, .suspend, .sleepUnannounced, .boxCrash:
            0
        }
    }
}
