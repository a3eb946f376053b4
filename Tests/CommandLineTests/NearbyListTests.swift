// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences
import Testing

@testable import switchbridge

@Suite("PCs in range")
struct NearbyListTests {
    private func pc(_ address: String, id: String? = nil, name: String = "Desk", signal: Int? = -60) -> NearbyPC {
        let status = id.map { PCStatus(desktopID: $0, displayName: name, platform: .windows) }
        return NearbyPC(address: address, advertisedName: "", signal: signal, status: status)
    }

    @Test("each change is told once")
    func changes() throws {
        var list = NearbyList()
        #expect(list.found(pc("a"))?.event == "asking")
        #expect(list.found(pc("a")) == nil)
        #expect(list.found(pc("a", id: "1"))?.event == "found")
        #expect(list.found(pc("a", id: "1", signal: -90)) == nil)
        #expect(list.entries.first?.pc.signal == -90)
        #expect(list.found(pc("a", id: "1", name: "Den"))?.event == "changed")
        #expect(list.gone(pc("a"))?.event == "gone")
        #expect(list.gone(pc("a")) == nil)
        #expect(list.present.isEmpty)
        #expect(list.found(pc("a"))?.event == "found")
    }

    @Test("F32 a PC whose address has changed is still the same one, under its number")
    func addresses() {
        var list = NearbyList()
        _ = list.found(pc("a", id: "1"))
        _ = list.found(pc("b", id: "2"))
        #expect(list.found(pc("c"))?.event == "asking")
        #expect(list.found(pc("c", id: "1")) == nil)
        #expect(list.entries.map(\.number) == [1, 2])
        #expect(list.entries.first?.pc.address == "c")
        #expect(list.gone(pc("a")) == nil)
    }

    @Test("numbers stay when a PC goes, and no more are kept than anybody can choose among")
    func numbers() {
        var list = NearbyList()
        for number in 1...NearbyList.limit { _ = list.found(pc("\(number)", id: "\(number)")) }
        #expect(list.found(pc("x", id: "x")) == nil)
        #expect(list.entries.count == NearbyList.limit)
        _ = list.gone(pc("1"))
        #expect(list.present.first?.number == 2)
    }

    @Test("a PC is told by name, system, signal and whether it is saved; a nameless one too")
    func words() throws {
        var saved = try SavedPCs(in: nil, newDeviceID: "0123456789ab")
        let report = NearbyReport(pc("a", id: "1"), among: saved)
        #expect(report.line == "Desk (Windows), id 1, strong signal (−60 dBm), new")
        #expect(report.isNew)
        let status = PCStatus(desktopID: "1", displayName: "Desk", platform: .windows)
        try saved.paired(with: status, token: try #require(PairingToken("made-up")))
        #expect(NearbyReport(pc("a", id: "1", signal: nil), among: saved).line.hasSuffix("signal unknown, saved"))
        try saved.accessRefused(by: "1")
        #expect(NearbyReport(pc("a", id: "1"), among: saved).isNew)
        #expect(NearbyReport(pc("a"), among: saved).line.contains("asking"))
    }
}

@Suite("What the pc commands show")
struct PCTextTests {
    @Test("the code is spoken digit by digit, and drawn as large as there is room")
    func code() {
        let code = PairingCodeText(code: "610717")
        #expect(code.words == "six one zero, seven one seven")
        #expect(code.lines(width: 80).count == 5)
        #expect(code.lines(width: 80)[0].count > code.lines(width: 40)[0].count)
        #expect(code.lines(width: 20).count == 1)
        #expect(code.lines(width: 20)[0].filter(\.isNumber) == "610717")
        for width in [20, 30, 40, 60, 80] {
            #expect(code.lines(width: width).allSatisfy { DisplayWidth.of($0) <= width })
        }
    }

    @Test("what a digit looks like")
    func shape() {
        let lines = PairingCodeText(code: "170000").lines(width: 40).map { String($0.prefix(3)) }
        #expect(lines == ["\u{A0}█\u{A0}", "██\u{A0}", "\u{A0}█\u{A0}", "\u{A0}█\u{A0}", "███"])
    }

    @Test(
        "a scanning profile's label is taken apart into press and hold",
        arguments: [
            ("Select; hold: Next, Back", "Select", ["Next", "Back"]), ("Space", "Space", []), ("", "", []),
            ("; hold: ", "", []), ("A; hold: B", "A", ["B"]),
        ])
    func label(text: String, press: String, hold: [String]) {
        let label = ProfileListing.Label(text)
        #expect(label.press == press)
        #expect(label.hold == hold)
    }

    @Test("round trips: the shortest, the middle and the longest, and those without an answer")
    func roundTrips() {
        var trips = RoundTrips()
        #expect(trips.summary == nil)
        for time in [9, 1, 5] { trips.answered(after: .milliseconds(time)) }
        trips.notAnswered()
        #expect(trips.summary?.least == .milliseconds(1))
        #expect(trips.summary?.median == .milliseconds(5))
        #expect(trips.summary?.most == .milliseconds(9))
        #expect(trips.sentence.description.hasPrefix("3 of 4"))
    }
}
