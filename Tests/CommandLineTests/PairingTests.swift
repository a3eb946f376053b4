// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import PCProtocol
import Sentences
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

@testable import switchbridge

@Suite("pc pair")
struct PairingTests {
    @Test("the only new PC is taken once others had time, with a word on who may listen in")
    func onlyOne() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("aa")
        bench.search.find("aa", id: "desk-1")
        try bench.pass(PairingSearch.settlingTime - .milliseconds(1))
        #expect(bench.made.isEmpty)
        #expect(try bench.run { bench.events.contains("pairingCode") })
        #expect(bench.made == ["desk-1"])
        #expect(!bench.search.isOn, "F32 the search has ended before the link begins")
        try bench.answer("approve")
        #expect(try bench.run { bench.isDone })
        #expect(
            bench.events == [
                "searching", "asking", "found", "unencrypted", "connected", "pairingCode", "paired",
            ])
        #expect(bench.pairRun != nil)
        #expect(try bench.run { bench.pc.machine.subscribers.isEmpty }, "the PC was told good-bye")
    }

    @Test("where nothing can be written it ends as soon as there is something to say, also from within the connection")
    func unwritable() throws {
        let bench = try PairingBench()
        var isOver = false
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { bench.made == ["desk-1"] })
        let leave = bench.live.beforeEnd
        bench.live.beforeEnd = { ended in
            leave? {
                isOver = true
                ended()
            }
        }
        bench.output.problem = .failed(SystemError(call: "write", code: ENOSPC))
        #expect(try bench.run { isOver })
        #expect(bench.failure?.ending == .code(.failed))
    }

    @Test("several PCs wait for a number, for as long as it takes")
    func several() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("bb", id: "desk-2", name: "Den")
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { bench.events.last == "choosePC" })
        bench.search.lose("bb")
        try bench.pass(.seconds(3600))
        #expect(bench.made.isEmpty)
        #expect(bench.live.result == nil)
        bench.type("")
        bench.type("7")
        #expect(bench.events.last == "reply")
        bench.type("2")
        #expect(try bench.run { bench.events.contains("pairingCode") })
        #expect(bench.made == ["desk-1"])
    }

    @Test("where nobody can type a number, several PCs are named and none is taken")
    func nobodyToAsk() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.type(nil)
        bench.search.find("aa", id: "desk-1")
        bench.search.find("bb", id: "desk-2", name: "Den")
        #expect(try bench.run { bench.live.result != nil })
        let text = try #require(bench.failure?.sentence).description
        #expect(text.contains("Desk (id desk-1)") && text.contains("Den (id desk-2)"))
        #expect(bench.made.isEmpty)
    }

    @Test("while another PC is still asked what it is, the first to answer is not taken for the only one")
    func othersAreAsked() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        bench.search.find("bb")
        try bench.pass(PairingSearch.settlingTime * 2)
        #expect(bench.made.isEmpty)
        bench.search.find("bb", id: "desk-2", name: "Den")
        #expect(try bench.run { bench.events.contains("choosePC") })
        #expect(bench.made.isEmpty)
    }

    @Test("a PC that never says what it is does not hold up the other for ever")
    func silentNeighbour() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        bench.search.find("bb")
        try bench.pass(PairingSearch.settlingTime * (PairingSearch.furtherWaits + 1))
        #expect(try bench.run { bench.events.contains("pairingCode") })
        #expect(bench.made == ["desk-1"])
    }

    @Test("a program is told when there is no PC; somebody at a terminal is waited for")
    func nobodyThere() throws {
        let waiting = try PairingBench()
        try waiting.pair()
        try waiting.pass(.seconds(3600))
        #expect(waiting.live.result == nil)
        let bench = try PairingBench()
        try bench.pair()
        bench.type(nil)
        #expect(try bench.run { bench.live.result != nil })
        #expect(bench.failure == .noPC(Sentence(.scanNone)))
        #expect(!bench.search.isOn)
    }

    @Test("the PC that was named is waited for and others are passed over", arguments: ["desk-1", "DESK"])
    func named(name: String) throws {
        let bench = try PairingBench()
        try bench.pair(name)
        bench.search.find("bb", id: "desk-2", name: "Den")
        try bench.pass(.seconds(20))
        #expect(bench.made.isEmpty)
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { bench.events.contains("pairingCode") })
        #expect(bench.made == ["desk-1"])
    }

    @Test("what is typed after the two minutes asks once more, with a fresh code; nothing else does")
    func again() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { bench.events.contains("pairingCode") })
        bench.type("again")
        #expect(try bench.run(within: .seconds(130)) { bench.events.last == "pairingExpired" })
        try bench.pass(.seconds(3600))
        bench.type("")
        bench.type("yes")
        try bench.pass(.seconds(10))
        #expect(bench.objects.count { $0["event"]?.text == "pairingCode" } == 1)
        bench.type("again")
        #expect(try bench.run { bench.objects.count { $0["event"]?.text == "pairingCode" } == 2 })
        let codes = bench.objects.compactMap { $0["code"]?.text }
        #expect(codes.first != codes.last)
        try bench.answer("approve")
        #expect(try bench.run { bench.isDone })
    }

    @Test("F34 with an old access that is void, too, the word asks once more however long after the connection went")
    func againWithVoidAccess() throws {
        let bench = try PairingBench()
        let token = try #require(PairingToken("token-of-a-test"))
        let status = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .windows)
        try bench.state.change { pcs throws(StateProblem) in try pcs.paired(with: status, token: token) }
        try bench.pair("desk-1")
        #expect(try bench.run { bench.events.contains("pairingCode") })
        #expect(try bench.run(within: .seconds(130)) { bench.events.last == "pairingExpired" })
        for _ in 0..<2 {
            bench.breakLinks()
            try bench.pass(.seconds(60))
        }
        #expect(bench.live.result == nil)
        bench.type("again")
        #expect(try bench.run { bench.objects.count { $0["event"]?.text == "pairingCode" } == 2 })
        try bench.answer("approve")
        #expect(try bench.run { bench.isDone })
    }

    @Test("a rejection ends it, with the exit code for it")
    func rejected() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { bench.events.contains("pairingCode") })
        try bench.answer("reject")
        #expect(try bench.run { bench.live.result != nil })
        #expect(bench.failure?.ending == .code(.pairingRefused))
    }

    @Test("a connection that breaks while the PC's user decides is told, and again asks over a new one")
    func broken() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { bench.events.contains("pairingCode") })
        bench.breakLinks()
        #expect(try bench.run { bench.events.last == "pairingBroken" })
        try bench.pass(.seconds(60))
        #expect(bench.objects.count { $0["event"]?.text == "pairingCode" } == 1)
        bench.type("again")
        #expect(try bench.run { bench.objects.count { $0["event"]?.text == "pairingCode" } == 2 })
        try bench.answer("approve")
        #expect(try bench.run { bench.isDone })
    }

    @Test(
        "F39 the code is drawn large with its words, and goes from the screen once it is answered", arguments: [80, 24])
    func code(width: Int) throws {
        let bench = try PairingBench(json: false, width: width)
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        let offer = { bench.pc.machine.offers.first }
        #expect(try bench.run { offer() != nil })
        let code = PairingCodeText(code: try #require(offer()).code)
        #expect(bench.screen.replacing("\n    ", with: " ").contains(code.words))
        #expect(code.lines(width: width).allSatisfy { bench.screen.contains($0) })
        try bench.answer("approve")
        #expect(try bench.run { bench.isDone })
        #expect(!bench.screen.contains("The code is"))
        #expect(!bench.screen.contains("█"))
        #expect(bench.screen.contains("Paired with Desk."))
    }

    @Test("F39 an end by Ctrl-C takes the code from the screen, too")
    func interrupted() throws {
        let bench = try PairingBench(json: false)
        try bench.pair()
        bench.search.find("aa", id: "desk-1")
        #expect(try bench.run { !bench.pc.machine.offers.isEmpty })
        #expect(bench.screen.contains("The code is"))
        bench.live.end(.signal(2))
        #expect(!bench.screen.contains("The code is"))
        #expect(try bench.run { bench.pc.machine.subscribers.isEmpty })
    }

    @Test("an adapter that cannot be used ends it with the reason and its exit code")
    func notPermitted() throws {
        let bench = try PairingBench()
        try bench.pair()
        bench.search.onEvent?(.stopped(.notPermitted))
        #expect(bench.failure?.ending == .code(.notPermitted))
    }
}

@Suite("pc scan")
struct ScanTests {
    @Test("each PC is told once it has said what it is, and once when it goes")
    func changes() throws {
        let bench = try PairingBench()
        try bench.scan()
        bench.search.find("aa")
        bench.search.find("aa", id: "desk-1")
        bench.search.find("aa", id: "desk-1", signal: -80)
        bench.search.lose("aa")
        #expect(bench.events == ["searching", "asking", "found", "gone"])
        #expect(bench.objects[2]["isSaved"]?.truth == false)
        #expect(bench.objects[2]["text"]?.text == "Found: Desk (Windows), id desk-1, strong signal (−60 dBm), new.")
    }

    @Test("a terminal shows those that are there now, by name, system and signal in words")
    func drawn() throws {
        let bench = try PairingBench(json: false)
        try bench.scan()
        bench.search.find("aa")
        #expect(bench.screen.contains("asking"))
        bench.search.find("aa", id: "desk-1")
        bench.search.find("bb", id: "desk-2", name: "Den", signal: nil)
        bench.search.lose("bb")
        #expect(bench.screen.contains("Desk (Windows), id desk-1, strong signal (−60 dBm), new"))
        #expect(!bench.screen.contains("Den"))
    }

    @Test("what calls itself by control characters moves no cursor")
    func hostileName() throws {
        let bench = try PairingBench(json: false)
        try bench.scan()
        let before = bench.output.text.count { $0 == "\u{1B}" }
        bench.search.onEvent?(
            .found(NearbyPC(address: "aa", advertisedName: "\u{1B}[2J\u{202E}evil", signal: -60, status: nil)))
        #expect(bench.output.text.count { $0 == "\u{1B}" } == before)
        #expect(bench.screen.contains("evil"))
    }

    @Test("it ends after the given time: well when a PC was found, else with the reason")
    func limit() throws {
        let found = try PairingBench()
        try found.scan(for: .seconds(10))
        found.search.find("aa", id: "desk-1")
        #expect(try found.run { found.isDone })
        #expect(found.search.stops == 1)
        let none = try PairingBench()
        try none.scan(for: .seconds(10))
        none.search.find("aa")
        #expect(try none.run { none.live.result != nil })
        #expect(none.failure == .noPC(Sentence(.scanNone)))
        let off = try PairingBench()
        try off.scan(for: .seconds(10))
        off.search.onEvent?(.stopped(.off))
        off.search.onEvent?(.stopped(.off))
        #expect(off.events == ["searching", "stopped"])
        #expect(try off.run { off.live.result != nil })
        #expect(off.failure == .noPC(AdapterProblem.off.finalSentence))
    }
}
