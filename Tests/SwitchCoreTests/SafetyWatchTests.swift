// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

private let eight = SwitchID(8)!
private let threeWithin2s = SafetySettings.PressesToStop(count: 3, within: .seconds(2))

/// Feeds a timeline to a watch and says what stopped when, such as `"held 5000"`; the timers run until 20 s.
private func stops(
    _ timeline: Timeline, on id: SwitchID = one, manner: ProfileSwitch.Manner = .ordinary, scanning: Bool = false,
    foundDown: Bool = false
) -> [String] {
    var watch = SafetyWatch(
        switches: [.made(id, manner: manner)],
        safety: SafetySettings(pressesToStop: threeWithin2s, stopSwitch: eight), scanning: scanning)
    if foundDown { watch.reset(down: [id]) }
    var found: [String] = []
    func note(_ reason: StopReason?, at time: Instant) {
        guard let reason else { return }
        found.append((reason == .heldToStop(id) ? "held" : reason.id) + " \(time.nanoseconds / 1_000_000)")
    }
    func run(to time: Instant) {
        while let deadline = watch.deadline, deadline <= time { note(watch.timeReached(deadline), at: deadline) }
    }
    for edge in timeline.edges(of: id) {
        run(to: edge.time)
        note(watch.edgeArrived(edge), at: edge.time)
    }
    run(to: ms(20_000))
    return found
}

@Suite struct SafetyWatchTests {
    @Test(
        "the case table of the user's stops holds",
        arguments: [
            ("D0", ["held 5000"]), ("D0 U4999", []), ("D0 U5000", ["held 5000"]), ("D0 U2000 D2049", ["held 5000"]),
            ("D0 U2000 D2050", ["held 7050"]), ("D0 U4990 D5010", ["held 5010"]),
            ("D0 U10 D1000 U1010 D2000 U2010", ["userStopped 2000"]), ("D0 U10 D1000 U1010 D2001 U2010", []),
            ("D0 U10 D20 U30 D40 U50", []),
        ])
    func table(edges: String, expected: [String]) {
        #expect(stops(Timeline(stringLiteral: edges)) == expected)
    }

    @Test("the stop switch stops when it goes down, and holding it stops nothing twice")
    func stopSwitch() {
        #expect(stops("D7", on: eight) == ["userStopped 7"])
    }

    @Test("F7 F9 pulse and latching switches are exempt from hold-to-stop, not from the count of presses")
    func exempt() {
        for manner in [ProfileSwitch.Manner.pulse, .latching] {
            #expect(stops("D0", manner: manner) == [])
            #expect(stops("D0 U8 D500 U508 D1000", manner: manner) == ["userStopped 1000"])
        }
    }

    @Test("where the PC scans, its own time applies")
    func scanning() {
        #expect(stops("D0", scanning: true) == ["held 8000"])
        #expect(stops("D0 U7999", scanning: true) == [])
    }

    @Test("a contact found down counts for nothing until it has been up")
    func foundDown() {
        #expect(stops("U9000", foundDown: true) == [])
        #expect(stops("D1000 U2000 D3000", foundDown: true) == ["held 8000"])
        #expect(stops("D0", on: eight, foundDown: true) == [])
        #expect(stops("U10 D100", on: eight, foundDown: true) == ["userStopped 100"])
    }

    @Test("the count takes the latest presses, however many came before")
    func slidingCount() {
        #expect(stops("D0 U10 D1500 U1510 D3000 U3010 D3400 U3410") == ["userStopped 3400"])
    }

    @Test("chatter that opens again and again through the whole hold does not reset it")
    func chatteringHold() {
        var text = "D0"
        for time in stride(from: 100, to: 5000, by: 100) { text += " U\(time) D\(time + 49)" }
        #expect(stops(Timeline(stringLiteral: text)) == ["held 5000"])
    }

    @Test("a hold stops once; after it is let go of, a new one stops again")
    func stopsOnce() {
        #expect(stops("D0 U6000 D7000") == ["held 5000", "held 12000"])
    }

    @Test("presses before a reset count for nothing after it")
    func resetPresses() {
        var watch = SafetyWatch(
            switches: [.made(one)], safety: SafetySettings(pressesToStop: threeWithin2s), scanning: false)
        for edge in Timeline("D0 U100 D200 U300").edges() { _ = watch.edgeArrived(edge) }
        watch.reset(down: [])
        #expect(watch.edgeArrived(Edge(one, .down, at: ms(400))) == nil)
    }

    @Test("a timer 1 ms early does nothing, nor does one after the release")
    func earlyAndStale() {
        var watch = SafetyWatch(switches: [.made(one)], safety: SafetySettings(), scanning: false)
        #expect(watch.timeReached(ms(99_999)) == nil)
        #expect(watch.edgeArrived(Edge(one, .down, at: ms(0))) == nil)
        #expect(watch.deadline == ms(5000))
        #expect(watch.timeReached(ms(4999)) == nil)
        #expect(watch.edgeArrived(Edge(one, .up, at: ms(4999))) == nil)
        #expect(watch.deadline == nil)
        #expect(watch.timeReached(ms(5001)) == nil)
    }

    @Test("a hold that is due goes before an edge of another switch, when the loop comes late")
    func dueFirst() {
        var watch = SafetyWatch(
            switches: [.made(one), .made(two)], safety: SafetySettings(stopSwitch: two), scanning: false)
        _ = watch.edgeArrived(Edge(one, .down, at: ms(0)))
        #expect(watch.edgeArrived(Edge(two, .down, at: ms(5000))) == .heldToStop(one))
        #expect(watch.deadline == nil)
    }

    @Test("two holds are told one after the other")
    func twoHolds() {
        var watch = SafetyWatch(switches: [.made(one), .made(two)], safety: SafetySettings(), scanning: false)
        _ = watch.edgeArrived(Edge(two, .down, at: ms(0)))
        _ = watch.edgeArrived(Edge(one, .down, at: ms(10)))
        #expect(watch.timeReached(ms(6000)) == .heldToStop(two))
        #expect(watch.timeReached(ms(6000)) == .heldToStop(one))
        #expect(watch.timeReached(ms(6000)) == nil)
    }

    @Test("presses of different switches are not counted together")
    func countsPerSwitch() {
        let safety = SafetySettings(pressesToStop: threeWithin2s)
        var watch = SafetyWatch(switches: [.made(one), .made(two)], safety: safety, scanning: false)
        let edges = Timeline("D0 U100").edges() + Timeline("D200 U300").edges(of: two) + Timeline("D400 U500").edges()
        #expect(edges.compactMap { watch.edgeArrived($0) } == [])
    }

    @Test("an edge of an unknown switch and times that run backwards do not trap")
    func oddInput() {
        var watch = SafetyWatch(
            switches: [.made(one)], safety: SafetySettings(pressesToStop: threeWithin2s), scanning: false)
        #expect(watch.edgeArrived(Edge(three, .down, at: ms(0))) == nil)
        for edge in Timeline("D900 U800 D100 U50").edges() { #expect(watch.edgeArrived(edge) == nil) }
        #expect(watch.edgeArrived(Edge(one, .down, at: Instant(nanoseconds: .min))) == nil)
    }
}
