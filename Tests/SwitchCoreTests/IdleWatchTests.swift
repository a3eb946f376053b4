// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// Start by a hold of 3000 of any switch, the next PC by three presses of switch 2 within 3000.
private func watch(of switches: [ProfileSwitch]) -> IdleWatch {
    let start = IdleSettings.Gesture(switchID: nil, manner: .hold(.seconds(3)))
    let nextPC = IdleSettings.Gesture(switchID: two, manner: .presses(count: 3, within: .seconds(3)))
    return IdleWatch(
        Profile(
            name: "test", devices: [], switches: switches, safety: SafetySettings(), pcProfileID: nil,
            idle: IdleSettings(start: .gesture(start), nextPC: nextPC)))
}

/// Feeds the rows of the table to a watch and says what was done when, such as `"start 3000"`; timers run until 20 s. Beside
/// D and U there are O (off), A (another act used up what is down), L (the device is lost).
private func acts(_ story: String, on id: SwitchID, manner: ProfileSwitch.Manner = .ordinary) -> [String] {
    var watch = watch(of: [.made(one, manner: manner), .made(two)])
    var found: [String] = []
    func note(_ done: IdleWatch.Done?, at time: Instant) {
        guard let done else { return }
        #expect(done.switchID == id)
        found.append("\(done.act.rawValue) \(time.nanoseconds / 1_000_000)")
    }
    var latest = Instant(nanoseconds: 0)
    func run(to time: Instant) {
        while let deadline = watch.deadline, deadline <= time { note(watch.timeReached(deadline), at: deadline) }
        latest = max(latest, time)
    }
    for word in story.split(separator: " ") {
        let time = ms(Int64(word.dropFirst())!)
        run(to: time)
        switch word.first {
        case "D": note(watch.edgeArrived(Edge(id, .down, at: time)), at: time)
        case "U": note(watch.edgeArrived(Edge(id, .up, at: time)), at: time)
        case "O": watch.stopped(at: time)
        case "A": watch.useUp()
        case "W":
            watch.releasesWritten([id])
            note(watch.edgeArrived(Edge(id, .up, at: time)), at: time)
        case "L":
            note(watch.edgeArrived(Edge(id, .up, at: time)), at: time)
            watch.forget([id], down: [])
        default: Issue.record("no such word: \(word)")
        }
    }
    run(to: ms(20_000))
    return found
}

@Suite struct IdleWatchTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var number: Int
        var story: String
        var id = one
        var manner = ProfileSwitch.Manner.ordinary
        var expected: [String]
        var testDescription: String { "\(number): \(story)" }

        init(_ number: Int, _ story: String, _ expected: [String], on id: SwitchID = one) {
            (self.number, self.story, self.expected, self.id) = (number, story, expected, id)
        }

        init(_ number: Int, _ story: String, _ expected: [String], _ manner: ProfileSwitch.Manner) {
            self.init(number, story, expected)
            self.manner = manner
        }
    }

    static let rows: [Row] = [
        Row(1, "D0", ["start 3000"]), Row(1, "D0 U3001", ["start 3000"]), Row(2, "D0 U2999", []),
        Row(3, "D0 U3000", ["start 3000"]), Row(4, "D0 U1000 D1049", ["start 3000"]),
        Row(4, "D0 U1000 D1049 U2999", []), Row(5, "D0 U1000 D1050", ["start 4050"]),
        Row(5, "D0 U1000 D1050 U4049", []), Row(5, "D0 U1000 D1051", ["start 4051"]),
        Row(6, "D0 U2990 D3010", ["start 3010"]), Row(6, "D0 U2990 D3039", ["start 3039"]),
        Row(6, "D0 U2990 D3040", ["start 6040"]),
        Row(7, "D0 U10 D1000 U1010 D2999 U3009", ["nextPC 2999"], on: two),
        Row(7, "D0 U10 D1000 U1010 D3000 U3010", ["nextPC 3000"], on: two),
        Row(8, "D0 U10 D1000 U1010 D3001 U3010", [], on: two),
        Row(8, "D0 U10 D1000 U1010 D3001 U3010 D4000 U4010", ["nextPC 4000"], on: two),
        Row(9, "D0 U10 D59 U69 D118 U128", [], on: two),
        Row(10, "D0 U10 D60 U70 D120 U130", ["nextPC 120"], on: two),
        Row(11, "D0 U10 D100 U110 D200", ["nextPC 200"], on: two),
        Row(11, "D0 U10 D100 U110 D200 U210 D300 U310 D400 U410", ["nextPC 200"], on: two),
        Row(12, "D0 U10 D100 U110 D200 U210", []), Row(13, "D0 O1000", []), Row(14, "D0 O1000 U9000 D9049", []),
        Row(14, "D0 O1000 U9000 D9049 U9100 D9149", []), Row(15, "D0 O1000 U9000 D9050", ["start 12050"]),
        Row(15, "D0 O1000 U9000 D9051", ["start 12051"]), Row(16, "D0 U990 O1000 D1039", []),
        Row(16, "D0 U990 O1000 D1040", ["start 4040"]), Row(17, "O0 D1", ["start 3001"]),
        Row(18, "O0 D2000 U2010 D2100 U2110 D2200", ["nextPC 2200"], on: two),
        Row(18, "O0 D2001 U2010 D2100 U2110 D2200", ["nextPC 2200"], on: two),
        Row(19, "O0 D1999 U2009 D2100 U2110 D2200 U2210", [], on: two),
        Row(19, "O0 D1999 U2009 D3998 U4008 D4100 U4110 D4200 U4210", [], on: two),
        Row(20, "O0 D1999 U2009 D3999 U4009 D4100 U4110 D4200", ["nextPC 4200"], on: two),
        Row(21, "D0 A1000", []), Row(21, "D0 A1000 U1100 D1200", ["start 4200"]),
        Row(21, "D0 U10 D100 U110 A150 D200 U210", [], on: two),
        Row(22, "D0 L2999", []), Row(22, "D0 L2999 D3001", ["start 6001"]), Row(23, "O1000 D999", []),
        Row(23, "O1000 D1000", ["start 4000"]), Row(23, "O1000 D1001", ["start 4001"]),
        Row(24, "D0", [], .pulse), Row(24, "D0", [], .latching), Row(25, "D0 O1000 W6000 D7000", []),
        Row(25, "D0 O1000 W6000 D7000 U8000 D8049", []), Row(26, "D0 O1000 W6000 D7000 U8000 D8050", ["start 11050"]),
        Row(26, "D0 O1000 W6000 D7000 U8000 D8051", ["start 11051"]),
    ]

    @Test("the case table of the acts holds", arguments: rows)
    func table(row: Row) {
        #expect(acts(row.story, on: row.id, manner: row.manner) == row.expected)
    }

    @Test("every number of the table has its case")
    func numbers() { #expect(Set(Self.rows.map(\.number)) == Set(1...26)) }

    @Test("a timer 1 ms early does nothing, nor does one after the release, and only what is down needs one")
    func timers() {
        var watch = watch(of: [.made(one), .made(two)])
        #expect(watch.deadline == nil)
        #expect(watch.timeReached(ms(99_999)) == nil)
        #expect(watch.edgeArrived(Edge(one, .down, at: ms(0))) == nil)
        #expect(watch.deadline == ms(3000))
        #expect(watch.timeReached(ms(2999)) == nil)
        #expect(watch.edgeArrived(Edge(one, .up, at: ms(2999))) == nil)
        #expect(watch.deadline == nil)
        #expect(watch.timeReached(ms(3001)) == nil)
        for edge in Timeline("D4000 U4010 D4100 U4110").edges(of: two) { _ = watch.edgeArrived(edge) }
        #expect(watch.deadline == nil)
    }

    @Test("a hold that is due goes before an edge of another switch when the loop comes late, and uses up the rest")
    func dueFirst() {
        var watch = watch(of: [.made(one), .made(two)])
        _ = watch.edgeArrived(Edge(one, .down, at: ms(0)))
        _ = watch.edgeArrived(Edge(two, .down, at: ms(100)))
        #expect(watch.edgeArrived(Edge(two, .up, at: ms(3200))) == .init(act: .start, switchID: one))
        #expect(watch.deadline == nil)
        #expect(watch.timeReached(ms(9000)) == nil)
    }

    @Test("what is done while forwarding is on counts for nothing, also what is down at its end")
    func passed() {
        var watch = watch(of: [.made(one), .made(two)])
        for edge in Timeline("D0 U10 D100 U110").edges(of: two) { watch.edgePassed(edge) }
        watch.edgePassed(Edge(one, .down, at: ms(0)))
        #expect(watch.deadline == nil)
        watch.stopped(at: ms(500))
        #expect(watch.edgeArrived(Edge(two, .down, at: ms(2600))) == nil)
        #expect(watch.deadline == ms(5600))
        #expect(watch.edgeArrived(Edge(one, .up, at: ms(2700))) == nil)
    }

    @Test("a press that is passed over makes a count of presses begin anew")
    func passedBetween() {
        var watch = watch(of: [.made(one), .made(two)])
        for edge in Timeline("D0 U10 D100 U110").edges(of: two) { _ = watch.edgeArrived(edge) }
        for edge in Timeline("D200 U210").edges(of: two) { watch.edgePassed(edge) }
        #expect(watch.edgeArrived(Edge(two, .down, at: ms(300))) == nil)
    }

    @Test("nobody but the hand itself ends the doubt over a release that this box wrote")
    func unsure() {
        var watch = watch(of: [.made(one), .made(two)])
        watch.releasesWritten([one])
        watch.edgePassed(Edge(one, .up, at: ms(10)))
        watch.forget([one], down: [])
        #expect(watch.edgeArrived(Edge(one, .down, at: ms(1000))) == nil)
        #expect(watch.deadline == nil)
        #expect(watch.unsure == [])
    }

    @Test("with another profile what began before the stop still counts for nothing, and presses still rest")
    func otherProfile() {
        var old = watch(of: [.made(one), .made(two)])
        old.stopped(at: ms(1000))
        var next = watch(of: [.made(one), .made(two)])
        next.take(restOf: old)
        #expect(next.edgeArrived(Edge(one, .down, at: ms(999))) == nil)
        #expect(next.deadline == nil)
        for edge in Timeline("D2999 U3009 D3100 U3110 D3200 U3210").edges(of: two) {
            #expect(next.edgeArrived(edge) == nil)
        }
    }

    @Test("a profile without acts sees none")
    func noActs() {
        var watch = IdleWatch(
            Profile(
                name: "test", devices: [], switches: [.made(one)], safety: SafetySettings(), pcProfileID: nil,
                idle: IdleSettings(start: .helper)))
        #expect(watch.edgeArrived(Edge(one, .down, at: ms(0))) == nil)
        #expect(watch.deadline == nil)
    }

    @Test("an edge of an unknown switch and times that run backwards do not trap")
    func oddInput() {
        var watch = watch(of: [.made(one), .made(two)])
        #expect(watch.edgeArrived(Edge(three, .down, at: ms(0))) == nil)
        for edge in Timeline("D900 U800 D100 U50").edges(of: two) { #expect(watch.edgeArrived(edge) == nil) }
        #expect(watch.edgeArrived(Edge(one, .down, at: Instant(nanoseconds: .min))) == nil)
        watch.stopped(at: Instant(nanoseconds: .max))
        #expect(watch.edgeArrived(Edge(two, .up, at: Instant(nanoseconds: .max))) == nil)
    }
}
