// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct PCMachineSessionTests {
    // MARK: Mapped

    @Test("a press on a keyboard profile is held until the switch is up")
    func press() {
        var pc = PCBench()
        #expect(pc.start()?.isAck == true)
        #expect(pc.edge(1, 1, .down)?.isAck == true)
        #expect(pc.machine.held == [.space])
        #expect(pc.actions.contains(.heldChanged([.space])))
        #expect(pc.edge(2, 1, .up)?.isAck == true)
        #expect(pc.machine.held == [])
    }

    @Test("a sequence number not above the last is acked and ignored")
    func oldSequence() {
        var pc = PCBench()
        pc.start()
        pc.edge(5, 1, .down)
        #expect(pc.edge(5, 2, .down)?.isAck == true)
        #expect(pc.edge(4, 1, .up)?.isAck == true)
        #expect(pc.stop(5)?.isAck == true)
        #expect(pc.machine.held == [.space])
        #expect(pc.machine.sessionID == PCBench.session)
    }

    @Test("two edges in the wrong order lose the press")
    func wrongOrder() {
        var pc = PCBench()
        pc.start()
        pc.edge(2, 1, .up)
        pc.edge(1, 1, .down)
        #expect(!pc.events.contains(.pressed(.space)))
    }

    @Test("two switches on one output hold it until both are up")
    func sharedOutput() {
        var pc = PCBench()
        pc.start(.everything)
        pc.edge(1, 1, .down)
        pc.edge(2, 5, .down)
        pc.edge(3, 1, .up)
        #expect(pc.machine.held == [.space])
        pc.edge(4, 5, .up)
        #expect(pc.machine.held == [])
        #expect(pc.events.filter { $0 == .pressed(.space) }.count == 1)
    }

    @Test("a pulse acts on down, an unassigned switch not at all")
    func behaviours() {
        var pc = PCBench()
        pc.start(.everything)
        pc.edge(1, 2, .down)
        #expect(pc.events.last == .tapped(.enter))
        pc.edge(2, 2, .up)
        pc.edge(3, 3, .down)
        pc.edge(4, 3, .up)
        #expect(pc.machine.held == [])
        #expect(pc.events.filter { $0 == .tapped(.enter) }.count == 1)
    }

    @Test("a sync makes what is held what it says, and makes up for no taps")
    func sync() {
        var pc = PCBench()
        pc.start(.everything)
        pc.edge(1, 1, .down)
        #expect(pc.sync(3, [SwitchID(2)!, SwitchID(6)!])?.isAck == true)
        #expect(pc.machine.held == [.mouseButton(.left)])
        #expect(!pc.events.contains(.tapped(.enter)))
    }

    @Test("a start releases everything held, by single commands and by the session before")
    func startReleases() {
        var pc = PCBench()
        pc.send(.modifierDown(.shift))
        pc.send(.startDrag(.left))
        pc.start()
        #expect(pc.machine.held == [])
        pc.edge(1, 1, .down)
        pc.start(.fourKeys, PCBench.otherSession)
        #expect(pc.machine.held == [])
        #expect(pc.edge(2, 1, .up)?.code == .inputFailed)
        #expect(pc.edge(1, 3, .down, PCBench.otherSession)?.isAck == true)
    }

    @Test("a start of an unknown profile, another version or a scanning profile where none is offered is refused")
    func badStart() {
        var pc = PCBench { $0.capabilities.switchScanning = false }
        pc.send(.modifierDown(.shift))
        let unknown = OfferedProfile(id: "nobody", name: "", kind: .mapped, effects: [])
        let version = OfferedProfile(id: "builtin.keyboard", version: 9, name: "", kind: .mapped, effects: [])
        for profile in [unknown, version, .scanning] {
            #expect(pc.start(profile)?.code == .invalidPayload)
        }
        #expect(pc.machine.held == [.modifier(.shift)])
        #expect(pc.machine.sessionID == nil)
    }

    @Test("a switch beyond the session's count is refused and changes nothing")
    func tooManySwitches() {
        var pc = PCBench()
        pc.start()
        #expect(pc.edge(1, 3, .down)?.code == .invalidPayload)
        #expect(pc.sync(1, [SwitchID(3)!])?.code == .invalidPayload)
        #expect(pc.edge(1, 2, .down)?.isAck == true)
    }

    @Test("a stop releases, and edges after it are refused; a stop where nothing runs is acked")
    func stop() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        #expect(pc.stop(1_000_000)?.isAck == true)
        #expect(pc.machine.held == [])
        #expect(pc.edge(2, 1, .up)?.code == .inputFailed)
        #expect(pc.stop(1_000_001)?.isAck == true)
        #expect(pc.stop(1, PCBench.otherSession)?.isAck == true)
    }

    @Test("another remote can neither press nor stop in a session that is not its own")
    func foreignSession() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        #expect(pc.edge(2, 2, .down, from: "dev-b")?.code == .inputFailed)
        pc.stop(3, from: "dev-b")
        #expect(pc.machine.held == [.space])
    }

    @Test("Grid 3 sees its switches go down and up")
    func grid3() {
        var pc = PCBench()
        pc.start(.grid3)
        pc.edge(1, 8, .down)
        #expect(pc.machine.held == [.gridSwitch(SwitchID(8)!)])
        pc.edge(2, 8, .up)
        #expect(pc.machine.held == [])
    }

    // MARK: Releases that fail

    @Test("a refused release is not carried out and can be sent again with the same number")
    func refusedUp() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        pc.machine.failReleases(1)
        #expect(pc.edge(2, 1, .up)?.code == .inputFailed)
        #expect(pc.machine.held == [.space])
        #expect(pc.edge(2, 1, .up)?.isAck == true)
        #expect(pc.machine.held == [])
    }

    @Test("a refused sync can be sent again with the same number")
    func refusedSync() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        pc.edge(2, 2, .down)
        pc.machine.failReleases(1)
        #expect(pc.sync(3)?.code == .inputFailed)
        #expect(pc.sync(3)?.isAck == true)
        #expect(pc.machine.held == [])
    }

    @Test("a refused stop ends the session and forgets what stays down, whatever a later stop is answered")
    func refusedStop() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        pc.edge(2, 2, .down)
        pc.machine.failReleases(1)
        #expect(pc.stop(3)?.code == .inputFailed)
        #expect(pc.machine.held.count == 1)
        #expect(pc.stop(4)?.isAck == true)
        #expect(pc.send(.disconnecting)?.isAck == true)
        #expect(pc.machine.held.count == 1)
    }

    @Test("what was forgotten goes up when the same output is pressed and released again")
    func forgottenReleased() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        pc.machine.failReleases(1)
        pc.stop(2)
        pc.start(.keyboard, PCBench.otherSession)
        pc.edge(1, 1, .down, PCBench.otherSession)
        pc.edge(2, 1, .up, PCBench.otherSession)
        #expect(pc.machine.held == [])
    }

    @Test("releases that fail as the last subscriber leaves stay down")
    func lastSubscriberFailure() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        pc.machine.failReleases(1)
        _ = pc.machine.remoteLeft(RemoteID(1), at: pc.now)
        #expect(pc.machine.held == [.space])
    }

    // MARK: Who leaves

    @Test("only the last subscriber that leaves takes what is held with it")
    func lastSubscriber() {
        var pc = PCBench()
        _ = pc.machine.remoteSubscribed(RemoteID(2), at: pc.now)
        pc.start()
        pc.edge(1, 1, .down)
        _ = pc.machine.remoteLeft(RemoteID(1), at: pc.now)
        #expect(pc.machine.held == [.space])
        #expect(pc.machine.sessionID == PCBench.session)
        _ = pc.machine.remoteLeft(RemoteID(1), at: pc.now)
        #expect(pc.machine.held == [.space])
        _ = pc.machine.remoteLeft(RemoteID(2), at: pc.now)
        #expect(pc.machine.held == [])
        #expect(pc.machine.sessionID == nil)
    }

    @Test("what is handled only after the last subscriber has left presses nothing, and can come again")
    func handledTooLate() {
        var pc = PCBench()
        let message = pc.message(.modifierDown(.control), id: "r")
        _ = pc.machine.remoteLeft(RemoteID(1), at: pc.now)
        pc.deliver(message)
        #expect(pc.machine.held == [])
        #expect(pc.answers.isEmpty)
        _ = pc.machine.remoteSubscribed(RemoteID(2), at: pc.now)
        #expect(pc.deliver(message)?.isAck == true)
        #expect(pc.machine.held == [.modifier(.control)])
    }

    @Test("a remote that says it is leaving has everything released")
    func disconnecting() {
        var pc = PCBench()
        _ = pc.machine.remoteSubscribed(RemoteID(2), at: pc.now)
        pc.start()
        pc.edge(1, 1, .down)
        #expect(pc.send(.disconnecting)?.isAck == true)
        #expect(pc.machine.held == [])
        #expect(pc.machine.sessionID == nil)
    }

    @Test("after an unclean end a stop with a high number releases what was held")
    func stopAfterReconnection() {
        var pc = PCBench()
        _ = pc.machine.remoteSubscribed(RemoteID(2), at: pc.now)
        pc.start()
        pc.edge(1, 1, .down)
        _ = pc.machine.remoteLeft(RemoteID(1), at: pc.now)
        _ = pc.machine.remoteSubscribed(RemoteID(3), at: pc.now)
        #expect(pc.stop(2_000_000_000)?.isAck == true)
        #expect(pc.machine.held == [])
    }

    // MARK: Every state, every command

    enum Situation: String, CaseIterable, Sendable {
        case idle, mapped, mappedPressed, grid3, scanningNotNeutral, scanningPressed, direct, stopped

        func prepare(_ pc: inout PCBench) {
            switch self {
            case .idle: break
            case .mapped: pc.start()
            case .mappedPressed:
                pc.start()
                pc.edge(1, 1, .down)
            case .grid3:
                pc.start(.grid3)
                pc.edge(1, 8, .down)
            case .scanningNotNeutral: pc.start(.scanning)
            case .scanningPressed:
                pc.start(.scanning)
                pc.sync(1)
                pc.edge(2, 1, .down)
            case .direct:
                pc.send(.modifierDown(.alt))
                pc.send(.startRepeat(.scroll(Command.Movement(dx: 0, dy: 1))))
            case .stopped:
                pc.start()
                pc.stop(1)
            }
        }
    }

    @Test(
        "every command in every situation is answered once, and leaving then releases all",
        arguments: Situation.allCases)
    func everyCommand(situation: Situation) {
        for command in Command.samples {
            for refusing in [nil, ErrorCode.inputFailed] {
                var pc = PCBench()
                situation.prepare(&pc)
                pc.send(command, refusing: refusing)
                #expect(pc.answers.count == 1, "\(command)")
                if refusing != nil { #expect(pc.answers.first?.code == refusing) }
                _ = pc.machine.remoteSubscribed(RemoteID(9), at: pc.now)
                _ = pc.machine.remoteLeft(RemoteID(1), at: pc.now)
                _ = pc.machine.remoteLeft(RemoteID(9), at: pc.now)
                #expect(pc.machine.held == [], "\(command)")
                #expect(pc.machine.sessionID == nil)
            }
        }
    }

    @Test("during a session other input is refused, and what the Windows PC lets through is let through on demand")
    func otherInput() {
        let inputs = Command.samples.filter { $0.type.isInput }
        for command in inputs {
            var pc = PCBench()
            pc.start()
            #expect(pc.send(command)?.code == .inputFailed, "\(command)")
            #expect(pc.machine.held == [])
            var windows = PCBench { $0.allowedDuringSession = PCConfiguration.windowsAllowsDuringSession }
            windows.start()
            let isAllowed = PCConfiguration.windowsAllowsDuringSession.contains(command.type)
            #expect(windows.send(command)?.isAck == isAllowed, "\(command)")
        }
    }
}
