// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct ClientSetUpTests {
    private static let refused = RequestOutcome.refused(code: "input_failed")

    @Test("with saved access a connection goes from ping to ready")
    func setUp() {
        var bench = ClientBench()
        #expect(bench.connect() == [])
        #expect(bench.client.state == .authenticating)
        #expect(bench.sent.map(\.command) == [.ping(deviceName: DeviceName("Chair")!)])
        #expect(bench.ack() == [.report(.authenticated(nameTaken: true))])
        #expect(bench.sent.map(\.command) == [.pointerProfile])
        #expect(bench.answerProfile() == [])
        #expect(bench.sent.map(\.command) == [.listProfiles(includeScanning: true)])
        let details = PCDetails(
            status: ClientBench.status, pointerProfile: PointerProfile(capabilities: .everything),
            catalogue: SwitchCatalogue(revision: "1", profiles: [OfferedProfile.keyboard.profile]))
        #expect(bench.answerCatalogue() == [.report(.ready(details))])
        #expect(bench.client.state == .ready)
    }

    @Test("scanning profiles are asked for only where the PC scans")
    func withoutScanning() {
        var capabilities = Capabilities.everything
        capabilities.switchScanning = false
        var bench = ClientBench()
        bench.connect()
        bench.ack()
        bench.answerProfile(capabilities)
        #expect(bench.sent.map(\.command) == [.listProfiles(includeScanning: false)])
    }

    @Test("no two messages of a process share an id")
    func uniqueIDs() {
        var bench = ClientBench.forwarding(.mapped)
        for _ in 0..<50 {
            bench.request(.edge(SwitchID(1)!, .down))
            bench.ack()
        }
        bench.client.linkLost()
        bench.connect()
        #expect(Set(bench.allIDs).count == bench.allIDs.count)
        #expect(bench.allIDs.allSatisfy { $0.hasPrefix("a1b2c3d-") })
    }

    @Test("a PC that cannot take over the name is authenticated all the same")
    func nameFailure() {
        var bench = ClientBench()
        bench.connect()
        #expect(bench.refuse(.nameUpdateFailed) == [.report(.authenticated(nameTaken: false))])
    }

    // MARK: Pairing

    @Test("without saved access the user pairs: six digits, a token, and on to ready")
    func pairing() {
        var bench = ClientBench()
        #expect(bench.connect(token: nil) == [.report(.pairingNeeded)])
        #expect(bench.sent.isEmpty)
        let code = pairingCode(desktopID: "desktop-1", deviceID: "box-1", requestNonce: "nonce-1")
        #expect(bench.pair() == [.report(.pairingCode(code))])
        let grant = PairingGrant(desktopID: "desktop-1", deviceID: "box-1", token: ClientBench.token)
        #expect(
            bench.answer(.pairingComplete(id: bench.takeFirst(), grant)) == [.report(.paired(ClientBench.token))])
        #expect(bench.sent.map(\.command) == [.ping(deviceName: DeviceName("Chair")!)])
    }

    @Test(
        "a pairing that fails says how",
        arguments: [
            ("pairing_rejected", PairingFailure.rejected), ("pairing_request_expired", .expired),
            ("pairing_mismatch", .mismatch), ("something else", .refused(code: "invalid_auth")),
        ])
    func pairingRefused(message: String, failure: PairingFailure) {
        var bench = ClientBench()
        bench.connect(token: nil)
        bench.pair()
        let answer = Answer.error(id: bench.takeFirst(), code: .invalidAuth, message: message)
        #expect(bench.answer(answer) == [.report(.pairingFailed(failure))])
        #expect(bench.client.state == .unpaired)
    }

    @Test(
        "a token for another box or of another PC is not taken",
        arguments: [("desktop-2", "box-1"), ("desktop-1", "box-2")])
    func foreignGrant(desktopID: String, deviceID: String) {
        var bench = ClientBench()
        bench.connect(token: nil)
        bench.pair()
        let grant = PairingGrant(desktopID: desktopID, deviceID: deviceID, token: ClientBench.token)
        let actions = bench.answer(.pairingComplete(id: bench.takeFirst(), grant))
        #expect(actions == [.report(.pairingFailed(.mismatch))])
        #expect(bench.client.token == nil)
    }

    @Test("a newer pairing request replaces the older one")
    func pairingAgain() {
        var bench = ClientBench()
        bench.connect(token: nil)
        bench.pair()
        let older = bench.takeFirst()
        bench.pair(nonce: "nonce-2")
        let grant = PairingGrant(desktopID: "desktop-1", deviceID: "box-1", token: ClientBench.token)
        #expect(bench.answer(.pairingComplete(id: older, grant)) == [])
        #expect(bench.client.state == .pairing)
    }

    @Test(
        "access that is void asks for a new pairing and keeps the old token until it is there",
        arguments: [ErrorCode.invalidAuth, .unknownDevice])
    func accessVoid(code: ErrorCode) {
        var bench = ClientBench()
        bench.connect()
        #expect(bench.refuse(code) == [.report(.failed(.accessVoid))])
        bench.pair()
        #expect(bench.client.state == .pairing)
        bench.answer(.error(id: bench.takeFirst(), code: .invalidAuth, message: "pairing_rejected"))
        #expect(bench.client.token == ClientBench.token)
    }

    // MARK: What goes wrong

    @Test("F28 clocks that differ are named, not mistaken for void access")
    func clocksApart() {
        var bench = ClientBench()
        bench.connect()
        #expect(bench.refuse(.expiredTimestamp) == [.report(.failed(.clocksApart)), .cutLink])
    }

    @Test("the pointer profile is asked for three times")
    func profileRetries() {
        var bench = ClientBench()
        bench.connect()
        bench.ack()
        for _ in 0..<2 {
            #expect(bench.refuse() == [])
            #expect(bench.wait(.milliseconds(499)) == [])
            #expect(bench.sent.isEmpty)
            bench.wait(.milliseconds(1))
            #expect(bench.sent.map(\.command) == [.pointerProfile])
        }
        #expect(bench.refuse() == [.report(.failed(.setUpFailed(Self.refused))), .cutLink])
        #expect(bench.client.deadline == nil)
    }

    @Test("a catalogue that is refused or wrong fails as such")
    func catalogue() {
        var bench = ClientBench()
        bench.connect()
        bench.ack()
        bench.answerProfile()
        var other = bench
        #expect(bench.refuse() == [.report(.failed(.setUpFailed(Self.refused))), .cutLink])
        let id = other.takeFirst()
        let text =
            #"{"version":1,"id":"\#(id)","type":"switch.profile.list","ok":true,"error":null,"payload":{"catalogRevision":1,"profiles":[{"id":"x"}]}}"#
        #expect(other.deliver(Array(text.utf8)) == [.report(.failed(.catalogueUnusable)), .cutLink])
    }

    @Test("a PC without switch sessions offers Grid 3 or nothing")
    func olderPCs() {
        #expect(ClientBench.ready(capabilities: .olderGrid3(withSync: true)).client.state == .ready)
        var bench = ClientBench()
        bench.connect()
        bench.ack()
        guard case .report(.ready(let details))? = bench.answerProfile(Capabilities()).first else {
            Issue.record("not ready")
            return
        }
        #expect(details.catalogue == .none)
    }

    @Test("F33 answers that are foreign, repeated, stale or garbage are ignored")
    func strayAnswers() {
        var bench = ClientBench()
        bench.connect()
        let id = bench.sent[0].id
        #expect(bench.answer(.ack(id: "other-7")) == [])
        #expect(bench.answer(.error(id: nil, code: .invalidPayload, message: "")) == [])
        #expect(bench.deliver(Array("{".utf8)) == [])
        #expect(bench.client.frameArrived(Array("rubbish".utf8), now: bench.clock) == [])
        #expect(bench.ack() == [.report(.authenticated(nameTaken: true))])
        #expect(bench.answer(.ack(id: id)) == [])
        bench.wait(.seconds(10))
        bench.wait(.milliseconds(500))
        let retried = bench.sent.map(\.id)
        #expect(bench.answer(.pointerProfile(id: retried[0], PointerProfile(capabilities: .everything))) == [])
        #expect(bench.client.state == .loading)
    }

    @Test("F33 half a message of the link before spoils none of a PC that counts its messages from the beginning")
    func halfMessage() throws {
        let long = Answer.pointerProfile(id: "a1b2c3d-1", PointerProfile(capabilities: .everything)).encoded()
        let half = try #require(try Frame.frames(of: long, messageID: "pc-1", maximumFrameSize: 514).first)
        var bench = ClientBench()
        bench.connect()
        #expect(bench.client.frameArrived(half, now: bench.clock) == [])
        bench.client.linkLost()
        _ = bench.takeCommands()
        bench.connect()
        #expect(bench.ack() == [.report(.authenticated(nameTaken: true))])
    }

    @Test("every question has its deadline", arguments: [(9_999, false), (10_000, true), (10_001, true)])
    func setUpDeadline(milliseconds: Int, isOver: Bool) {
        var bench = ClientBench()
        bench.connect()
        let actions = bench.wait(.milliseconds(milliseconds))
        #expect(actions == (isOver ? [.report(.failed(.setUpFailed(.timedOut))), .cutLink] : []))
    }

    @Test("what had not left when a connection failed never leaves")
    func unsentAtFailure() {
        var bench = ClientBench()
        _ = bench.client.linkEstablished(
            with: ClientBench.status, maximumFrameSize: 514, token: ClientBench.token, unfinished: nil,
            now: bench.clock)
        bench.now = bench.now + .seconds(10)
        #expect(bench.client.timerFired(now: bench.clock).last == .cutLink)
        #expect(bench.client.frameToSend == nil)
    }

    @Test("a pairing that nobody answers ends", arguments: [(124_999, false), (125_000, true)])
    func pairingDeadline(milliseconds: Int, isOver: Bool) {
        var bench = ClientBench()
        bench.connect(token: nil)
        bench.pair()
        #expect(bench.wait(.milliseconds(milliseconds)) == (isOver ? [.report(.pairingFailed(.unanswered))] : []))
    }

    // MARK: After an unclean end

    @Test("the session that an unclean end left is stopped before anything else")
    func recovery() {
        var bench = ClientBench()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .mapped))
        #expect(bench.ack() == [.report(.authenticated(nameTaken: true))])
        #expect(bench.client.state == .recovering)
        #expect(bench.sent.map(\.command) == [.stop(ClientMachine.recoverySequence)])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
        #expect(bench.sent.map(\.command) == [.pointerProfile])
    }

    @Test("when its stop is refused that is noted, and goes on even when it cannot be")
    func recoveryRefused() {
        let old = UnfinishedSession(sessionID: ClientBench.session, kind: .scanning)
        var bench = ClientBench()
        bench.connect(unfinished: old)
        bench.ack()
        let doubtful = UnfinishedSession(sessionID: old.sessionID, kind: old.kind, releaseRefused: true)
        #expect(bench.refuse() == [.recordSession(doubtful)])
        bench.client.sessionNotRecorded()
        #expect(bench.client.state == .recovering && bench.client.deadline != nil)
    }

    @Test("leaving proves nothing once a stop was refused")
    func recoveryByLeaving() {
        var bench = ClientBench()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .mapped))
        bench.ack()
        bench.refuse()
        #expect(bench.sent.map(\.command) == [.disconnecting])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: false))])
        #expect(bench.sent.map(\.command) == [.ping(deviceName: DeviceName("Chair")!)])
        #expect(bench.ack() == [.report(.authenticated(nameTaken: true))])
        #expect(bench.client.state == .loading)
    }

    @Test("an older Grid 3 session is ended by leaving")
    func recoveryOfGrid() {
        var bench = ClientBench()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .legacyGrid3))
        bench.ack()
        #expect(bench.sent.map(\.command) == [.disconnecting])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
    }

    @Test("a PC that refuses even to let go of everything cannot be used, and the session stays on disk, in doubt")
    func recoveryByLeavingRefused() {
        var old = UnfinishedSession(sessionID: ClientBench.session, kind: .legacyGrid3)
        var bench = ClientBench()
        bench.connect(unfinished: old)
        bench.ack()
        old.releaseRefused = true
        #expect(bench.refuse() == [.recordSession(old), .report(.failed(.setUpFailed(Self.refused))), .cutLink])
        bench.client.linkLost()
        bench.connect(unfinished: old)
        bench.ack()
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: false))])
    }

    @Test("one that does not answer to that cannot be used either, and nothing is known of what it did")
    func recoveryByLeavingUnanswered() {
        var bench = ClientBench()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .legacyGrid3))
        bench.ack()
        #expect(bench.wait(.seconds(5)) == [.report(.failed(.setUpFailed(.timedOut))), .cutLink])
    }

    @Test("a session whose release was refused stays in doubt")
    func recoveryInDoubt() {
        var bench = ClientBench()
        bench.connect(
            unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .mapped, releaseRefused: true))
        bench.ack()
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: false))])
    }

    @Test("without an answer to it the PC cannot be used, and the session stays on disk")
    func recoveryUnanswered() {
        var bench = ClientBench()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .mapped))
        bench.ack()
        #expect(bench.wait(.seconds(5)) == [.report(.failed(.setUpFailed(.timedOut))), .cutLink])
    }

    // MARK: Round trips, idle and leaving

    @Test("a ping that was asked for is answered, one at a time, and never disturbs a session")
    func ping() {
        var bench = ClientBench.ready()
        bench.ping()
        #expect(bench.ping() == [])
        #expect(bench.sent.map(\.command) == [.ping(deviceName: nil)])
        #expect(bench.ack() == [.report(.pinged(.acknowledged))])
        bench.ping()
        #expect(bench.refuse(.inputFailed) == [.report(.pinged(.refused(code: "input_failed")))])
        bench.ping()
        #expect(bench.wait(.seconds(10)) == [.report(.pinged(.timedOut))])
        var forwarding = ClientBench.forwarding(.mapped)
        #expect(forwarding.ping() == [])
        #expect(forwarding.sent.isEmpty)
    }

    @Test("a ping hears that the pairing is gone")
    func pingVoid() {
        var bench = ClientBench.ready()
        bench.ping()
        #expect(bench.refuse(.unknownDevice) == [.report(.failed(.accessVoid))])
    }

    @Test("an idle connection is checked after 30 s of silence")
    func health() {
        var bench = ClientBench.ready()
        #expect(bench.wait(.milliseconds(29_999)) == [])
        #expect(bench.sent.isEmpty)
        bench.wait(.milliseconds(1))
        #expect(bench.sent.map(\.command) == [.ping(deviceName: nil)])
        #expect(bench.ack() == [])
        #expect(bench.client.deadline == bench.now + .seconds(30))
        bench.wait(.seconds(30))
        #expect(bench.wait(.seconds(10)) == [.report(.failed(.noAnswer)), .cutLink])
    }

    @Test("in a session the connection is not checked: its own messages show that the PC is there")
    func healthInSession() {
        var bench = ClientBench.forwarding(.mapped)
        #expect(bench.wait(.seconds(30)) == [])
        #expect(bench.sent.isEmpty)
        #expect(bench.client.deadline == nil)
    }

    @Test("a check says that the pairing is gone, but not to a session that began meanwhile")
    func healthVoid() {
        var bench = ClientBench.ready()
        bench.wait(.seconds(30))
        var other = bench
        #expect(bench.refuse(.invalidAuth) == [.report(.failed(.accessVoid))])
        other.request(.start(other.plan(.mapped)))
        #expect(other.refuse(.invalidAuth) == [])
        #expect(other.refuse(.invalidAuth).outcomes == [.refused(code: "invalid_auth")])
    }

    @Test("leaving tells the PC, and the link is cut with its answer or after 2 s")
    func leaving() {
        var bench = ClientBench.ready()
        #expect(bench.leave() == [])
        #expect(bench.sent.map(\.command) == [.disconnecting])
        #expect(bench.leave() == [])
        var other = bench
        #expect(bench.ack() == [.cutLink])
        #expect(other.wait(.milliseconds(1_999)) == [])
        #expect(other.wait(.milliseconds(1)) == [.cutLink])
    }

    @Test("leaving before all is set up cuts the link at once")
    func leavingEarly() {
        var bench = ClientBench()
        #expect(bench.leave() == [])
        bench.connect()
        #expect(bench.leave() == [.cutLink])
    }
}
