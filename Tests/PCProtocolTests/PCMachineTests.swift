// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct PCMachineTests {
    // MARK: Who may speak

    @Test("a command of an unknown device, with a wrong proof, or seen before is refused as such")
    func admission() {
        var pc = PCBench()
        let message = pc.message(.ping(deviceName: nil), id: "once")
        #expect(pc.deliver(message)?.isAck == true)
        #expect(pc.deliver(message)?.code == .duplicateRequest)
        let text = String(decoding: pc.message(.ping(deviceName: nil), id: "x"), as: UTF8.self)
        #expect(pc.deliver(Array(text.replacing("dev-a", with: "dev-b").utf8))?.code == .invalidAuth)
        #expect(pc.deliver(Array(text.replacing("dev-a", with: "dev-c").utf8))?.code == .unknownDevice)
        #expect(pc.machine.counts.refusals == [.duplicateRequest: 1, .invalidAuth: 1, .unknownDevice: 1])
    }

    @Test("an id may be used again after two minutes", arguments: [(119_999, false), (120_000, true)])
    func replay(milliseconds: Int, isNew: Bool) {
        var pc = PCBench()
        pc.deliver(pc.message(.ping(deviceName: nil), id: "x"))
        pc.wait(.milliseconds(milliseconds))
        #expect(pc.deliver(pc.message(.ping(deviceName: nil), id: "x"))?.isAck == isNew)
    }

    @Test("two devices may use the same id")
    func replayPerDevice() {
        var pc = PCBench()
        #expect(pc.deliver(pc.message(.ping(deviceName: nil), id: "x", from: "dev-a"))?.isAck == true)
        #expect(pc.deliver(pc.message(.ping(deviceName: nil), id: "x", from: "dev-b"))?.isAck == true)
    }

    @Test(
        "F28 a time stamp may be off by two minutes either way",
        arguments: [(-120_001, false), (-120_000, true), (0, true), (120_000, true), (120_001, false)])
    func timestamps(offset: Int64, isRight: Bool) {
        var pc = PCBench()
        let answer = pc.deliver(pc.message(.ping(deviceName: nil), id: "x", timestamp: pc.wall + offset))
        #expect(answer?.isAck == isRight)
        if !isRight { #expect(answer?.code == .expiredTimestamp) }
    }

    @Test("a time stamp at the end of time is refused without a trap", arguments: [Int64.min, Int64.max])
    func extremeTimestamps(timestamp: Int64) {
        var pc = PCBench()
        #expect(
            pc.deliver(pc.message(.ping(deviceName: nil), id: "x", timestamp: timestamp))?.code == .expiredTimestamp)
    }

    @Test("the window of ids stays bounded and forgets the oldest first")
    func replayBound() {
        var window = ReplayWindow()
        let now = Instant(nanoseconds: 0)
        let uses = (0...ReplayWindow.limit).map { window.isNew("\($0)", at: now) }
        #expect(uses.allSatisfy { $0 })
        let oldest = window.isNew("0", at: now)
        let newest = window.isNew("\(ReplayWindow.limit)", at: now)
        #expect(oldest && !newest)
    }

    @Test(
        "what cannot be read is refused, with its id where that can be told",
        arguments: [
            ("", nil, ErrorCode.invalidPayload), ("{", nil, .invalidPayload), ("[]", nil, .invalidVersion),
            (#"{"version":2,"id":"x"}"#, "x", .invalidVersion), (#"{"version":1,"id":"x"}"#, "x", .invalidType),
            (#"{"version":1,"id":"x","type":7}"#, "x", .invalidType),
            (#"{"version":1,"id":"x","type":"connection.ping"}"#, "x", .invalidPayload),
            (#"{"version":1,"id":7,"type":"connection.ping"}"#, nil, .invalidPayload),
            (#"{"version":1,"id":"x","type":"pairing.request","payload":{}}"#, "x", .invalidPayload),
        ])
    func unreadable(text: String, id: String?, code: ErrorCode) {
        var pc = PCBench()
        let answer = pc.deliver(Array(text.utf8))
        #expect(answer?.code == code)
        #expect(answer?.id == id)
        #expect(pc.machine.counts.unreadable == 1)
    }

    @Test("a message cut short at any length is refused, and nothing traps")
    func truncated() {
        var pc = PCBench()
        let message = pc.message(.typeText("hello"), id: "x")
        for length in 0..<message.count {
            #expect(pc.deliver(Array(message[..<length]))?.code != nil)
        }
        #expect(pc.machine.log.isEmpty)
    }

    @Test("an unknown type and a payload with an extra key are refused")
    func unknown() throws {
        var pc = PCBench()
        func signed(_ type: String, _ payload: String) throws -> [UInt8] {
            let text = "1\nx\(type)\ndev-a\n\(pc.wall)\n\(type)\n\(payload)\nack"
            let proof = Base64.urlWithoutPadding.encode(
                PairingToken("token-a")!.authenticator(of: Array(text.utf8)))
            return Array(
                """
                {"version":1,"id":"x\(type)","deviceId":"dev-a","timestamp":\(pc.wall),"type":"\(type)",\
                "payload":\(payload),"auth":"\(proof)"}
                """.utf8)
        }
        #expect(pc.deliver(try signed("mouse.fly", "{}"))?.code == .unsupportedCommand)
        #expect(pc.deliver(try signed("mouse.rightClick", #"{"a":1}"#))?.code == .invalidPayload)
        #expect(pc.deliver(try signed("mouse.move", #"{"dx":1,"dy":501}"#))?.code == .invalidPayload)
        #expect(pc.machine.log.isEmpty)
    }

    // MARK: What it can do

    @Test("a command that is not among the capabilities is refused; three always work")
    func capabilities() {
        for command in Command.samples {
            var pc = PCBench { $0.capabilities = Capabilities() }
            let always: Set<CommandType> = [.ping, .pointerProfile, .disconnecting]
            #expect((pc.send(command)?.code == .unsupportedCommand) == !always.contains(command.type), "\(command)")
        }
    }

    @Test("forms that need a capability are refused without it")
    func forms() {
        let step = Command.SessionStep(sessionID: PCBench.session, sequence: 1)
        var pc = PCBench {
            $0.capabilities.switchScanning = false
            $0.capabilities.keyRepeat = false
            $0.capabilities.supportedCommands.remove(.syncGrid)
        }
        #expect(pc.send(.listProfiles(includeScanning: true))?.code == .invalidPayload)
        #expect(pc.send(.startRepeat(.key(KeyName("a")!)))?.code == .invalidPayload)
        #expect(pc.send(.setGridSwitch(SwitchID(1)!, .down, step))?.code == .invalidPayload)
        #expect(pc.send(.setGridSwitch(SwitchID(1)!, .down, nil))?.isAck == true)
    }

    @Test("a command that wants no answer gets one only when it fails")
    func noAnswer() {
        var pc = PCBench()
        let movement = Command.Movement(dx: 1, dy: 1)
        #expect(pc.send(.moveMouse(movement), wantsAnswer: false) == nil)
        #expect(pc.events.count == 1)
        #expect(pc.send(.click(.left), wantsAnswer: false)?.code == .invalidPayload)
        #expect(pc.send(.startRepeat(.scroll(movement)), wantsAnswer: false)?.code == .invalidPayload)
        #expect(pc.send(.stopRepeat, wantsAnswer: false)?.code == .invalidPayload)
        #expect(pc.events.count == 1)
    }

    @Test("scanning profiles are listed only when asked for")
    func catalogue() throws {
        var pc = PCBench()
        guard case .profileList(_, let plain) = pc.send(.listProfiles(includeScanning: false)),
            case .profileList(_, let all) = pc.send(.listProfiles(includeScanning: true))
        else {
            Issue.record("no catalogue")
            return
        }
        #expect(!plain.profiles.contains { $0.kind == .scanning })
        let scanning = try #require(all.profiles.first { $0.kind == .scanning })
        #expect(scanning.bindings.first?.label == "Select; hold: Next, Back")
        let behaviors = all.profiles.flatMap(\.bindings).map(\.behavior)
        #expect(Set(behaviors) == Set(SwitchBinding.Behavior.allCases))
    }

    @Test("the capabilities are told in the pointer profile, also in the smallest frames")
    func pointerProfile() {
        var pc = PCBench { $0.maximumFrameSize = 160 }
        guard case .pointerProfile(_, let profile) = pc.send(.pointerProfile) else {
            Issue.record("no profile")
            return
        }
        #expect(profile.capabilities == .everything)
        #expect(profile.capabilities.offersSwitchSessions)
        #expect(Capabilities.olderGrid3(withSync: false).offersOnlyGrid3)
    }

    // MARK: What single commands hold

    @Test("what a single command holds is held until its release")
    func singleHolds() {
        var pc = PCBench()
        pc.send(.modifierDown(.control))
        pc.send(.modifierDown(.control))
        pc.send(.startDrag(.left))
        #expect(pc.machine.held == [.modifier(.control), .mouseButton(.left)])
        pc.machine.failReleases(1)
        #expect(pc.send(.modifierUp(.control))?.code == .inputFailed)
        #expect(pc.send(.modifierUp(.control))?.isAck == true)
        #expect(pc.send(.endDrag(.left))?.isAck == true)
        #expect(pc.machine.held == [])
    }

    @Test("nearly any other command ends a running repeat")
    func repeats() {
        let movement = Command.Movement(dx: 1, dy: 0)
        for command in Command.samples {
            var pc = PCBench()
            pc.send(.startRepeat(.moveMouse(movement)))
            #expect(pc.machine.held == [.repeating(.moveMouse(movement))])
            pc.send(command)
            let keeps = command.type == .ping || command.type == .pointerProfile
            if command != .startRepeat(.moveMouse(movement)) {
                #expect(pc.machine.held.contains(.repeating(.moveMouse(movement))) == keeps, "\(command)")
            }
        }
    }

    @Test("older Grid 3 switches follow their own sequence and are released by an empty sync")
    func olderGrid3() {
        var pc = PCBench { $0.capabilities = .olderGrid3(withSync: true) }
        func step(_ sequence: Int) -> Command.SessionStep {
            Command.SessionStep(sessionID: PCBench.session, sequence: sequence)
        }
        let one = SwitchID(1)!
        #expect(pc.start(.grid3)?.code == .unsupportedCommand)
        pc.send(.setGridSwitch(one, .down, step(2)))
        #expect(pc.machine.held == [.gridSwitch(one)])
        #expect(pc.send(.setGridSwitch(one, .up, step(1)))?.isAck == true)
        #expect(pc.machine.held == [.gridSwitch(one)])
        pc.machine.failReleases(1)
        #expect(pc.send(.syncGrid(Command.SwitchSync(step(3), pressed: [])))?.code == .inputFailed)
        #expect(pc.send(.syncGrid(Command.SwitchSync(step(3), pressed: [])))?.isAck == true)
        #expect(pc.machine.held == [])
    }

    @Test("a text stream goes in order, and its end must agree with the count")
    func textStream() {
        var pc = PCBench()
        let key = KeyName("Enter")!
        #expect(pc.send(.textStreamChunk(streamID: "s", number: 0, text: "a"))?.code == .inputFailed)
        pc.send(.openTextStream(streamID: "s"))
        #expect(pc.send(.textStreamChunk(streamID: "s", number: 0, text: "a"))?.isAck == true)
        #expect(pc.send(.textStreamChunk(streamID: "s", number: 0, text: "a"))?.code == .inputFailed)
        #expect(pc.send(.textStreamKey(streamID: "s", number: 1, key: key))?.isAck == true)
        #expect(pc.send(.closeTextStream(streamID: "s", expectedCount: 2))?.isAck == true)
        for number in 0..<PCDesk.textStreamLimit { pc.send(.openTextStream(streamID: "\(number)")) }
        #expect(pc.send(.openTextStream(streamID: "more"))?.code == .inputFailed)
    }

    // MARK: Pairing

    static func request(_ id: String, device: String = "new", desktop: String = "desktop-1") throws -> [UInt8] {
        try PairingRequest(
            id: id, deviceID: device, deviceName: DeviceName("Chair")!, desktopID: desktop, requestNonce: "nonce-1"
        ).encoded()
    }

    @Test("an approved pairing gives a token that works from then on")
    func pairing() throws {
        var pc = PCBench()
        #expect(pc.deliver(try Self.request("p")) == nil)
        let code = pairingCode(desktopID: "desktop-1", deviceID: "new", requestNonce: "nonce-1")
        #expect(
            pc.actions == [.pairingRequested(PairingOffer(deviceID: "new", deviceName: "Chair", code: code))])
        let token = PairingToken("token-new")!
        pc.actions = pc.machine.pairingApproved(deviceID: "new", token: token, at: pc.now)
        #expect(pc.actions.contains(.pairingsChanged))
        let grant = PairingGrant(desktopID: "desktop-1", deviceID: "new", token: token)
        #expect(pc.answers == [.pairingComplete(id: "p", grant)])
        let ping = try AuthenticatedCommand(
            .ping(deviceName: DeviceName("New name")), id: "1", deviceID: "new", timestamp: pc.wall, token: token)
        #expect(pc.deliver(ping.encoded())?.isAck == true)
        #expect(pc.machine.pairedDevices["new"]?.name == "New name")
        pc.actions = pc.machine.pairingForgotten(deviceID: "new", at: pc.now)
        #expect(pc.deliver(ping.encoded())?.code == .unknownDevice)
    }

    @Test("a rejected pairing is answered so, and a second verdict does nothing")
    func rejected() throws {
        var pc = PCBench()
        pc.deliver(try Self.request("p"))
        pc.actions = pc.machine.pairingRejected(deviceID: "new", at: pc.now)
        #expect(pc.answers.first?.code == .invalidAuth)
        #expect(pc.answers.first?.message == PairingRefusal.rejected.rawValue)
        #expect(pc.machine.pairingRejected(deviceID: "new", at: pc.now) == [])
        #expect(pc.machine.pairingApproved(deviceID: "new", token: PairingToken("t")!, at: pc.now) == [])
        #expect(pc.machine.pairedDevices["new"] == nil)
    }

    @Test(
        "a pairing request expires after two minutes", arguments: [(119_999, false), (120_000, true), (120_001, true)])
    func expiry(milliseconds: Int, isOver: Bool) throws {
        var pc = PCBench()
        pc.deliver(try Self.request("p"))
        #expect(pc.machine.deadline == pc.now + PCMachine.pairingLifetime)
        pc.actions = pc.machine.timerFired(at: pc.now + .milliseconds(milliseconds))
        #expect((pc.answers.first?.message == PairingRefusal.expired.rawValue) == isOver)
        #expect(pc.machine.offers.isEmpty == isOver)
    }

    @Test("a newer request of the same device replaces the older")
    func replaced() throws {
        var pc = PCBench()
        pc.deliver(try Self.request("old"))
        pc.deliver(try Self.request("new"))
        #expect(pc.machine.offers.count == 1)
        pc.actions = pc.machine.pairingApproved(deviceID: "new", token: PairingToken("t")!, at: pc.now)
        #expect(pc.answers.first?.id == "new")
    }

    @Test("a request meant for another PC is refused")
    func mismatch() throws {
        var pc = PCBench()
        let answer = pc.deliver(try Self.request("p", desktop: "desktop-2"))
        #expect(answer?.message == PairingRefusal.mismatch.rawValue)
        #expect(pc.machine.offers == [])
    }

    @Test("more requests than can wait push out the oldest, and more devices than fit are rejected")
    func bounds() throws {
        var pc = PCBench()
        for number in 0...PCMachine.pendingPairingLimit {
            pc.deliver(try Self.request("p\(number)", device: "d\(number)"))
        }
        #expect(pc.machine.offers.count == PCMachine.pendingPairingLimit)
        #expect(!pc.machine.offers.contains { $0.deviceID == "d0" })
        for number in 0..<PCMachine.pairedDeviceLimit {
            pc.deliver(try Self.request("q\(number)", device: "e\(number)"))
            pc.actions = pc.machine.pairingApproved(deviceID: "e\(number)", token: PairingToken("t")!, at: pc.now)
        }
        #expect(pc.answers.first?.message == PairingRefusal.rejected.rawValue)
        #expect(pc.machine.pairedDevices.count == PCMachine.pairedDeviceLimit)
    }

    @Test("an early or late timer does nothing")
    func staleTimer() {
        var pc = PCBench()
        #expect(pc.machine.timerFired(at: Instant(nanoseconds: 0)) == [])
        pc.start(.scanning)
        #expect(pc.machine.timerFired(at: pc.now) == [])
        pc.stop(1)
        #expect(pc.machine.timerFired(at: pc.now + .seconds(60)) == [])
    }

    @Test("garbage frames are counted and never trap", arguments: [UInt64(1), 2, 3])
    func garbage(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var pc = PCBench()
        for _ in 0..<2_000 {
            let frame = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(pc.machine.frameArrived(frame, at: pc.now) == nil)
        }
        #expect(pc.machine.counts.frames.refusedFrames == 2_000, "seed \(seed)")
    }
}
