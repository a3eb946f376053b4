// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCProtocol
import RealSystem
import SimulatedTime
import SwitchCore
import Testing

@testable import PCLink

@Suite struct PCConnectionTests {
    // MARK: Connecting and connecting again

    @Test("a known PC is authenticated, asked what it offers, and ready")
    func ready() throws {
        let bench = try LinkBench()
        try bench.becomeReady()
        #expect(bench.commands == ["connection.ping", "pointer.profile", "switch.profile.list"])
        #expect(bench.connections == 1)
        #expect(bench.connection.status == LinkBench.status)
    }

    @Test("a PC that is not there is tried again ever more slowly, and told once")
    func unreachable() throws {
        let bench = try LinkBench()
        bench.transport.outcomes = [.failure(.notFound(place: "p"))]
        bench.connection.open()
        try bench.pass(.seconds(120))
        #expect(bench.losses == [.notFound(place: "p")])
        // After 0.5, 1, 2, 4, 8, then every 15 s, spread by a quarter.
        #expect((11...15).contains(bench.transport.attempts), "\(bench.transport.attempts)")
        bench.transport.outcomes = [.failure(.notListening(place: "p"))]
        try bench.pass(.seconds(80))
        #expect(bench.losses == [.notFound(place: "p"), .notListening(place: "p")])
        bench.transport.outcomes = [.success(LinkBench.status)]
        #expect(try bench.run(within: .seconds(60)) { bench.isReady })
        #expect(bench.connections == 1)
    }

    @Test("a lost link is told each time, and comes back by itself without anything else")
    func lostLink() throws {
        let bench = try LinkBench()
        try bench.becomeReady()
        for _ in 0..<2 {
            bench.forget()
            bench.transport.lose()
            #expect(bench.losses == [.closedByPC])
            #expect(bench.connection.status == nil)
            #expect(try bench.run(within: .seconds(2)) { bench.isReady })
            #expect(bench.commands == ["connection.ping", "pointer.profile", "switch.profile.list"])
        }
    }

    @Test("a PC that is reached again and again and never gets further is told once, until it does")
    func reachedInVain() throws {
        let bench = try LinkBench()
        bench.transport.takesFrames = false
        bench.connection.open()
        for failure in [LinkFailure.closedByPC, .unanswered, .closedByPC, .unanswered] {
            #expect(try bench.run(within: .seconds(40)) { bench.connection.status != nil })
            bench.transport.lose(failure)
        }
        #expect(bench.connections == 1)
        #expect(bench.losses == [.closedByPC, .unanswered])
        bench.transport.takesFrames = true
        #expect(try bench.run(within: .seconds(40)) { bench.isReady })
        #expect(bench.connections == 2)
        bench.transport.lose()
        #expect(bench.losses == [.closedByPC, .unanswered, .closedByPC])
    }

    @Test(
        "what only its user can mend is not tried again",
        arguments: [LinkFailure.notPermitted(place: "p"), .impossiblePlace(place: "p")])
    func hopeless(failure: LinkFailure) throws {
        let bench = try LinkBench()
        bench.transport.outcomes = [.failure(failure)]
        bench.connection.open()
        try bench.pass(.seconds(300))
        #expect(bench.losses == [failure])
        #expect(bench.transport.attempts == 1)
    }

    @Test("a PC whose status cannot be used is left alone")
    func unusableStatus() throws {
        let bench = try LinkBench()
        bench.transport.outcomes = [.failure(.noStatus)]
        bench.connection.open()
        try bench.run { !bench.losses.isEmpty }
        bench.transport.onEvent?(.connected(status: Array("{}".utf8), maximumFrameSize: 514))
        #expect(bench.losses == [.noStatus, .unusableStatus])
        #expect(bench.transport.cuts == 1)
        #expect(bench.connections == 0)
    }

    @Test("a PC that never answers is left and tried again, told once")
    func silentPC() throws {
        let bench = try LinkBench()
        bench.holdsAnswers = true
        bench.connection.open()
        try bench.pass(.seconds(200))
        #expect(bench.failures == [.setUpFailed(.timedOut)])
        #expect(bench.connections == 1)
        #expect(bench.losses == [.cut])
        #expect(bench.transport.attempts > 3)
    }

    @Test("an idle link is checked, and one that does not answer is made anew")
    func healthCheck() throws {
        let bench = try LinkBench()
        try bench.becomeReady()
        bench.forget()
        try bench.pass(.seconds(100))
        #expect(bench.commands == ["connection.ping", "connection.ping", "connection.ping"])
        bench.holdsAnswers = true
        #expect(try bench.run(within: .seconds(45)) { bench.failures == [.noAnswer] })
        bench.holdsAnswers = false
        #expect(try bench.run { bench.isReady })
    }

    @Test("frames that the link does not take now go first when it does")
    func backPressure() throws {
        let bench = try LinkBench()
        bench.transport.takesFrames = false
        bench.connection.open()
        try bench.run { bench.connection.status != nil }
        #expect(bench.commands.isEmpty)
        bench.transport.takesFrames = true
        bench.transport.onEvent?(.writable)
        #expect(bench.commands == ["connection.ping"])
        #expect(try bench.run { bench.isReady })
    }

    // MARK: Answers to nobody

    @Test("F33 garbage, duplicates and answers that come too late change nothing")
    func staleAnswers() throws {
        let bench = try LinkBench()
        bench.holdsAnswers = true
        bench.connection.open()
        try bench.run { bench.commands == ["connection.ping"] }
        bench.transport.deliver([])
        bench.transport.deliver(Array("garbage".utf8))
        bench.transport.lose()
        let late = bench.heldAnswers
        bench.holdsAnswers = false
        #expect(try bench.run { bench.isReady })
        let told = bench.events.count
        for frame in late + late { bench.transport.deliver(frame) }
        #expect(bench.events.count == told)
    }

    // MARK: Sessions and the journal

    @Test("a session is on disk before the first frame of it leaves, and is gone once the PC has ended it")
    func journalFirst() throws {
        let place = try TemporaryDirectory()
        let bench = try LinkBench(in: place.state())
        try bench.becomeReady()
        let toPC = bench.transport.onSend
        var unfinished: [UnfinishedSession?] = []
        bench.transport.onSend = { frame in
            unfinished.append(try? SessionJournal(in: place.state()).unfinished(on: "desk-1"))
            toPC?(frame)
        }
        bench.connection.request(.start(LinkBench.plan))
        #expect(!unfinished.isEmpty && unfinished.allSatisfy { $0?.kind == .mapped && $0?.releaseRefused == false })
        #expect(try bench.run { bench.answers == [.acknowledged] })
        #expect(bench.pc.sessionID == unfinished.first??.sessionID)
        bench.connection.request(.stop)
        #expect(unfinished.allSatisfy { $0 != nil })
        #expect(try bench.run { bench.answers == [.acknowledged, .acknowledged] })
        #expect(try SessionJournal(in: place.state()).unfinished(on: "desk-1") == nil)
    }

    @Test("a session that cannot be noted on disk is not begun, and the connection stays")
    func notRecorded() throws {
        let place = try TemporaryDirectory()
        let bench = try LinkBench(in: place.state())
        try bench.becomeReady()
        try place.state().blockWrites(of: "sessions.json")
        bench.forget()
        bench.connection.request(.start(LinkBench.plan))
        try bench.pass(.seconds(10))
        #expect(bench.notRecorded.count == 1)
        #expect(bench.commands.isEmpty)
        #expect(bench.answers.isEmpty)
        #expect(bench.pc.sessionID == nil)
        #expect(bench.losses.isEmpty)
    }

    @Test("what a process left behind is stopped by the next one before it is ready")
    func uncleanEnd() throws {
        let place = try TemporaryDirectory()
        let first = try LinkBench.endedWhilePressed(in: place.state())
        #expect(!first.pc.held.isEmpty)

        let second = try LinkBench(in: place.state())
        second.pc = first.pc
        try second.becomeReady()
        #expect(second.commands.prefix(2) == ["connection.ping", "switch.session.stop"])
        #expect(second.reports.contains(.recovered(proven: true)))
        #expect(second.pc.held.isEmpty)
        #expect(try SessionJournal(in: place.state()).unfinished(on: "desk-1") == nil)
    }

    @Test("after a journal that cannot be understood the PC lets go of everything, once, and nothing counts as proven")
    func lostJournal() throws {
        let place = try TemporaryDirectory()
        let first = try LinkBench.endedWhilePressed(in: place.state())
        try place.put("spoilt", at: "state/sessions.json")

        let second = try LinkBench(in: place.state())
        second.pc = first.pc
        try second.becomeReady()
        #expect(second.problems.count == 1)
        #expect(second.commands.prefix(2) == ["connection.ping", "connection.disconnecting"])
        #expect(second.reports.contains(.recovered(proven: false)))
        #expect(second.pc.held.isEmpty)

        let third = try LinkBench(in: place.state())
        try third.becomeReady()
        #expect(third.problems.isEmpty)
        #expect(third.commands == ["connection.ping", "pointer.profile", "switch.profile.list"])
    }

    @Test("a doubt that cannot be noted does not end the recovery")
    func doubtNotRecorded() throws {
        let place = try TemporaryDirectory()
        let first = try LinkBench.endedWhilePressed(in: place.state())

        let second = try LinkBench(in: place.state())
        second.pc = first.pc
        second.pc.failReleases(1)
        try place.state().blockWrites(of: "sessions.json")
        try second.becomeReady()
        #expect(second.notRecorded.isEmpty)
        #expect(!second.problems.isEmpty)
        #expect(second.reports.contains(.recovered(proven: false)))
    }

    // MARK: The end

    @Test("leaving makes the PC let go of everything, then the link ends and stays ended")
    func close() throws {
        let bench = try LinkBench()
        try bench.becomeReady()
        bench.forget()
        bench.connection.close()
        #expect(try bench.run { bench.losses == [.cut] })
        #expect(bench.commands == ["connection.disconnecting"])
        try bench.pass(.seconds(120))
        #expect(bench.transport.attempts == 1)
        #expect(!bench.transport.isUp)
    }

    @Test("a PC that does not answer the good-bye does not hold up the end")
    func unansweredClose() throws {
        let bench = try LinkBench()
        try bench.becomeReady()
        bench.holdsAnswers = true
        bench.connection.close()
        #expect(try bench.run(within: ForwardingEngine.stopDeadline) { bench.losses == [.cut] })
    }

    @Test("closing while the link is only being made ends that too")
    func closeWhileConnecting() throws {
        let bench = try LinkBench()
        bench.connection.open()
        bench.connection.close()
        try bench.pass(.seconds(60))
        #expect(bench.transport.cuts == 1)
        #expect(bench.commands.isEmpty)
        #expect(bench.connection.status == nil)
    }
}
