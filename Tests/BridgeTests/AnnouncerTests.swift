// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Bridge
import PCLink
import PCProtocol
import SwitchCore
import Testing

@Suite("What is announced")
struct AnnouncerTests {
    private var announcer = Announcer()
    private var facts = AnnouncerFacts()
    private var now = Instant(nanoseconds: 0)

    private static let one = SwitchID(1)!
    private static let two = SwitchID(2)!
    private static let pc = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .linux)
    private static let secret = "my bank is closed"

    init() { facts.profile = Self.profile() }

    private static func profile(
        _ start: IdleSettings.Start = .gesture(.init(switchID: nil, manner: .hold(.seconds(3))))
    )
        -> Profile
    {
        let switches = [(one, "Blue", "click"), (two, "Red", "text:\(secret)")].map { id, name, action in
            ProfileSwitch(
                id: id, name: name, inputs: [], manner: .ordinary, timing: FilterSettings(),
                actions: SwitchActions(press: ActionCatalogue.action(named: action)?.action))
        }
        return Profile(
            name: "Games", devices: [], switches: switches, safety: SafetySettings(), pcProfileID: nil,
            idle: IdleSettings(start: start))
    }

    private mutating func said(_ event: BridgeEvent) -> [String] {
        announcer.happened(event, facts, at: now).map { "\($0.id) \($0.text)" }
    }

    private mutating func pass(_ time: Duration) -> [String] {
        now = now + time
        return announcer.timerFired(facts, at: now).map { "\($0.id) \($0.text)" }
    }

    private mutating func bePCReady() {
        facts.pcName = "Desk"
        facts.meanings = SwitchMeanings(decidedBy: Self.profile(), with: Capabilities())
        facts.canStart = true
    }

    // MARK: The table

    @Test("what each level says, and what is urgent, is what the table has")
    func table() {
        let full: Set<AnnouncementID> = [.labels, .reconnecting, .paired, .repeats, .repeatsNoMore, .selected]
        let urgent: Set<AnnouncementID> = [.startRefused, .stoppedAlready, .stopped, .pcLost]
        #expect(Set(AnnouncementID.allCases.filter { $0.level == .full }) == full)
        #expect(Set(AnnouncementID.allCases.filter(\.isUrgent)) == urgent)
        #expect(AnnouncementID.allCases.count == 42)
    }

    @Test(
        "each notice in one sentence",
        arguments: [
            (.starting, ["starting Starting: let go of all switches."]),
            (.startRefused(.notConnected), ["startRefused Not started: the PC is not connected."]),
            (
                .startRefused(.nothingToForward),
                ["startRefused Not started: the PC has nothing for the switches to do."]
            ),
            (
                .idleStopSoon(in: .seconds(15)),
                ["idleStopSoon Forwarding stops in 15 seconds unless a switch is pressed."]
            ),
            (.stopping(.userStopped), []),
            (.releaseConfirmed, ["released The PC has let go of everything."]),
            (.stopped(Stop(reason: .ackTimeout, mayStillBeHeld: false)), ["stopped Stopped: the PC did not answer."]),
            (
                .stopped(Stop(reason: .linkLost, mayStillBeHeld: true)),
                ["stopped Stopped: the connection to the PC was lost; something may still be held on the PC."]
            ),
            (
                .stopped(Stop(reason: .heldToStop(SwitchID(1)!), mayStillBeHeld: false)),
                ["stopped Stopped: Blue was held."]
            ),
            (
                .stopped(Stop(reason: .captureFailed(.noDevice), mayStillBeHeld: false)),
                ["stopped Not started: no switch can be used."]
            ),
            (
                .stoppedAlready(Stop(reason: .idleTimeout, mayStillBeHeld: false)),
                [
                    "stoppedAlready Forwarding had stopped already, because no switch was pressed for a while; to start, do the "
                        + "same once more."
                ]
            ),
        ] as [(ForwardingNotice, [String])])
    mutating func notices(notice: ForwardingNotice, words: [String]) {
        #expect(said(.notice(notice)) == words)
    }

    @Test("a start says the profile and the PC, and what each switch does")
    mutating func started() {
        bePCReady()
        facts.state = .active
        facts.canStart = false
        #expect(
            said(.notice(.started)) == [
                "started Forwarding is on, to Desk, with the profile Games.",
                "labels Blue: Click (not on this PC); Red: Type a text (17 characters) (not on this PC).",
            ])
    }

    @Test("texts to type are named by their length and never said, whatever happens")
    mutating func privateTexts() throws {
        bePCReady()
        let action = try #require(ActionCatalogue.action(named: "text:\(Self.secret)")?.action)
        let step = ActionStep(action, .perform, by: Self.two, at: now)
        let events: [BridgeEvent] = [
            .notice(.started), .selected(action, by: Self.two), .notice(.actionRefused(step, code: "x")),
            .notice(.actionTooLate(step)), .notice(.mayHaveBeenTyped(action)),
        ]
        let all = events.flatMap { said($0) } + [announcer.present(facts).text]
        #expect(all.count == 8)
        #expect(!all.contains { $0.contains("bank") })
    }

    // MARK: Ready

    @Test("ready is said when a start would be taken, once, and again only after that was not so")
    mutating func ready() {
        #expect(said(.connection(.connected(Self.pc))) == ["pcBack Desk is connected."])
        bePCReady()
        #expect(said(.meanings(facts.meanings)) == ["ready Ready: to start, hold any switch for 3 seconds."])
        #expect(said(.meanings(facts.meanings)) == [])
        facts.canStart = false
        facts.state = .active
        #expect(said(.stateChanged(from: "starting", event: "x", to: "active")) == [])
        facts.state = .idle
        facts.canStart = true
        now = now + .seconds(60)
        #expect(
            said(.notice(.stopped(Stop(reason: .idleTimeout, mayStillBeHeld: false)))) == [
                "stopped Stopped: no switch was pressed for a while; to start again, hold any switch for 3 seconds."
            ])
        #expect(said(.stateChanged(from: "stopping", event: "x", to: "idle")) == [])
    }

    @Test("a stop says how to start again, and nothing says so before it")
    mutating func stopFirst() {
        bePCReady()
        _ = said(.meanings(facts.meanings))
        facts.canStart = false
        facts.state = .active
        _ = said(.notice(.started))
        now = now + .seconds(60)
        facts.state = .idle
        facts.canStart = true
        #expect(said(.stateChanged(from: "stopping", event: "x", to: "idle")) == [])
        #expect(said(.notice(.stopped(Stop(reason: .userStopped, mayStillBeHeld: false)))).count == 1)
    }

    @Test("how one starts is said as the profile has it")
    mutating func howToStart() {
        bePCReady()
        facts.profile = Self.profile(
            .gesture(.init(switchID: Self.two, manner: .presses(count: 3, within: .milliseconds(2500)))))
        #expect(said(.devicesChanged) == ["ready Ready: to start, press Red 3 times within 2.5 seconds."])
        var other = Announcer()
        facts.profile = Self.profile(.helper)
        #expect(
            other.happened(.devicesChanged, facts, at: now).map(\.text) == ["Ready: somebody who helps can start."])
    }

    @Test(
        "only the switches that can make the hold are named",
        arguments: [
            ([.ordinary, .pulse], "Blue"), ([.latching, .ordinary], "Red"), ([.ordinary, .ordinary], "any switch"),
        ] as [([ProfileSwitch.Manner], String)])
    mutating func ableToStart(manners: [ProfileSwitch.Manner], words: String) {
        bePCReady()
        for (index, manner) in manners.enumerated() { facts.profile?.switches[index].manner = manner }
        #expect(said(.devicesChanged) == ["ready Ready: to start, hold \(words) for 3 seconds."])
    }

    @Test("each refused start is answered, but not the same one twice within 2 s")
    mutating func refusedAgain() {
        #expect(said(.notice(.startRefused(.notConnected))).count == 1)
        now = now + .nanoseconds(1_999_999_999)
        #expect(said(.notice(.startRefused(.notConnected))) == [])
        now = now + .nanoseconds(1)
        #expect(said(.notice(.startRefused(.notConnected))).count == 1)
        #expect(said(.notice(.startRefused(.notReady))).count == 1)
        #expect(said(.meanings(nil)).count == 1)
    }

    @Test("while somebody has the switches nothing is ready")
    mutating func lent() {
        bePCReady()
        _ = said(.meanings(facts.meanings))
        now = now + .seconds(20)
        #expect(announcer.lentChanged(true, facts, at: now).map(\.id) == [.lent])
        #expect(announcer.lentChanged(true, facts, at: now) == [])
        #expect(said(.devicesChanged) == [])
        #expect(announcer.lentChanged(false, facts, at: now).map(\.id) == [.givenBack, .ready])
    }

    // MARK: The PC

    @Test("a lost PC is said with the first attempt to reach it again, and no other one")
    mutating func lostPC() {
        _ = said(.connection(.connected(Self.pc)))
        #expect(
            said(.connection(.lost(.closedByPC, retries: true))) == [
                "pcLost The connection to Desk is lost.", "reconnecting Trying to connect again.",
            ])
        #expect(said(.connection(.lost(.outOfRange, retries: true))) == [])
        now = now + .seconds(20)
        #expect(said(.connection(.connected(Self.pc))) == ["pcBack Desk is connected."])
    }

    @Test("what was never there is not lost")
    mutating func neverThere() {
        #expect(
            said(.connection(.lost(.outOfRange, retries: true))) == [
                "pcMissing The PC is not there yet, and is looked for."
            ])
        #expect(
            said(.connection(.lost(.demandsBonding, retries: false))) == [
                "pcMissing The PC cannot be reached; a start tries it again."
            ])
    }

    @Test("a link that flaps is told once each way, and how it is when that rests")
    mutating func flappingLink() {
        var all: [String] = []
        for _ in 0..<20 {
            all += said(.connection(.connected(Self.pc)))
            all += pass(.milliseconds(400))
            all += said(.connection(.lost(.closedByPC, retries: true)))
            all += pass(.milliseconds(400))
        }
        #expect(all.count { $0.hasPrefix("pc") } <= 6, "\(all)")
        all += pass(.seconds(20))
        #expect(all.last { $0.hasPrefix("pc") } == "pcLost The connection to Desk is lost.")
        #expect(announcer.deadline == nil)
        #expect(pass(.seconds(20)) == [])
    }

    @Test("after an unclean end the controls are restored before anything is ready", arguments: [true, false])
    mutating func restoring(proven: Bool) {
        facts.isRestoring = true
        facts.pcName = "Desk"
        #expect(
            said(.connection(.connected(Self.pc))).last
                == "restoring Restoring the controls: the PC lets go of what was held.")
        #expect(LightPattern(facts) == .blinking)
        #expect(announcer.present(facts).text == "Forwarding is off; the controls are being restored.")
        #expect(
            said(.connection(.report(.recovered(proven: proven)))) == [
                proven
                    ? "controlsReady The controls are restored: nothing is held on the PC."
                    : "controlsUnavailable The controls are restored, but something may still be held on the PC."
            ])
        facts.isRestoring = false
        bePCReady()
        #expect(said(.meanings(facts.meanings)).count == 1)
    }

    @Test("what could not be restored is said")
    mutating func notRestored() {
        facts.isRestoring = true
        _ = said(.connection(.connected(Self.pc)))
        #expect(said(.connection(.lost(.closedByPC, retries: true))).last?.hasPrefix("controlsUnavailable") == true)
        #expect(said(.connection(.lost(.outOfRange, retries: true))) == [])
    }

    @Test("the code of a pairing is not said, and the PC's refusal is, once")
    mutating func pairing() {
        #expect(said(.connection(.report(.pairingCode("123456")))) == [])
        let refused =
            "pcLost The PC cannot be used: it does not accept this box any more, and a helper has to pair them again."
        #expect(said(.connection(.report(.failed(.accessVoid)))) == [refused])
        #expect(said(.connection(.report(.failed(.accessVoid)))) == [])
    }

    @Test("another PC and another profile are named, and what the PC before may hold")
    mutating func changes() {
        #expect(
            said(.changedPC(from: Self.pc, mayStillBeHeld: true)) == [
                "heldElsewhere Something may still be held on Desk.", "otherPC Going to another PC.",
            ])
        #expect(said(.changedProfile(Self.profile())) == ["otherProfile The profile is now Games."])
    }

    // MARK: Devices, and what lasts

    @Test("a device that is missing or back is told once, also when its port flaps")
    mutating func devices() {
        #expect(said(.devicesChanged) == [])
        facts.troubles = ["box": .away]
        #expect(
            said(.devicesChanged) == [
                "switchMissing The switch device box is missing: it is unplugged, asleep or flat."
            ])
        #expect(said(.devicesChanged) == [])
        facts.troubles = [:]
        #expect(said(.devicesChanged) == ["switchBack The switch device box is back."])
        for index in 0..<100 {
            now = now + .milliseconds(20)
            facts.troubles = index % 2 == 0 ? ["box": .away] : [:]
            #expect(said(.devicesChanged) == [])
        }
        #expect(pass(.seconds(30)) == [])
        facts.troubles = ["box": .unusable]
        #expect(said(.devicesChanged) == ["switchMissing The switch device box cannot be used now."])
    }

    @Test("modifiers, drags and repeats are told as they begin and end, while forwarding is on")
    mutating func lasting() throws {
        facts.state = .active
        let shift = try #require(HeldInputs(names: ["Shift"]))
        let both = try #require(HeldInputs(names: ["Shift", "drag.left"]))
        #expect(said(.lasting(shift)) == ["holds On the PC, Shift is down."])
        #expect(said(.lasting(both)) == ["holds On the PC, the left mouse button is down."])
        #expect(said(.lasting(shift)) == ["holdsNoMore No more on the PC: the left mouse button is down."])
        let repeating = try #require(HeldInputs(names: ["repeat"]))
        #expect(said(.lasting(repeating)).map { String($0.prefix(11)) } == ["holdsNoMore", "repeats It "])
        facts.state = .stopping
        #expect(said(.lasting(.nothing)) == [])
    }

    @Test("more devices than a profile can have are not followed")
    mutating func manyDevices() {
        facts.troubles = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("device \($0)", .away) })
        #expect(said(.devicesChanged).count == 32)
    }

    // MARK: Who comes late

    @Test("who begins to listen hears the state, the last stop and what is wrong, in one sentence")
    mutating func present() {
        facts.lastStop = Stop(reason: .ackTimeout, mayStillBeHeld: true)
        facts.troubles = ["box": .away]
        #expect(
            announcer.present(facts).text
                == "Forwarding is off; it stopped last because the PC did not answer; something may still be held on the PC; "
                + "the switch device box is missing: it is unplugged, asleep or flat; the PC is not connected.")
        #expect(LightPattern(facts) == .blinking)
        facts.troubles = [:]
        facts.lastStop = nil
        bePCReady()
        #expect(announcer.present(facts).text == "Forwarding is off; ready: to start, hold any switch for 3 seconds.")
        facts.state = .active
        #expect(announcer.present(facts).text == "Forwarding is on, to Desk, with the profile Games.")
        #expect(announcer.present(AnnouncerFacts()).text == "Forwarding is off; this box is not set up to forward.")
    }

    @Test("a PC that is ready is not called unready because a switch device is missing")
    mutating func readyButDevice() {
        facts.pcName = "Desk"
        #expect(announcer.present(facts).text == "Forwarding is off; the PC is not ready yet.")
        bePCReady()
        facts.canStart = false
        facts.troubles = ["box": .away]
        #expect(
            announcer.present(facts).text
                == "Forwarding is off; the switch device box is missing: it is unplugged, asleep or flat.")
    }

    @Test("the radio, the light and what is not set up")
    mutating func box() {
        #expect(announcer.bluetoothChanged(isBlocked: true, at: now).map(\.id) == [.bluetoothOff])
        #expect(announcer.bluetoothChanged(isBlocked: true, at: now) == [])
        #expect(announcer.bluetoothChanged(isBlocked: false, at: now).map(\.id) == [.bluetoothOn])
        #expect(announcer.incompleteChanged(true, at: now).map(\.id) == [.incomplete])
        #expect(announcer.lightFailed().map(\.id) == [.lightFailed])
        #expect(announcer.nothingNext(isPC: true).map(\.text) == ["There is no other PC."])
    }

    @Test("a text is cut where it becomes too long")
    mutating func bounded() {
        facts.profile?.name = String(repeating: "x", count: 5000)
        facts.state = .active
        #expect(announcer.present(facts).text.count == Announcement.textLimit)
    }
}
