// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

/// The filters of one switch together. Each alone has its own tests.
@Suite struct SwitchFilterTests {
    @Test("with everything off a press passes as it came")
    func off() {
        #expect(FilterRun("D0 U1 D1 U2", .only()).text == "D0 U1 D1 U2")
    }

    @Test("F14 settings are whole milliseconds end to end")
    func f14() {
        #expect(FilterRun("D1 U1000", .only(holdToAccept: 500)).accepted.first?.time.nanoseconds == 501_000_000)
    }

    @Test("F13 hold-to-accept counts from the physical press though debounce passes it on later")
    func holdCountsFromContact() {
        #expect(FilterRun("D0 U500 D502 U2000", .only(debounce: 5, holdToAccept: 300)).text == "D300 U500 D802 U2000")
    }

    @Test("F13 minimum release counts from the physical release though debounce passes it on later")
    func releaseCountsFromContact() {
        #expect(FilterRun("D0 U3", .only(debounce: 5, minimumRelease: 50)).text == "D0 U53")
    }

    @Test("F13 a press that begins within the pause is ignored though it would be accepted after it")
    func repeatCountsFromContact() {
        let settings = FilterSettings.only(holdToAccept: 300, ignoreRepeat: 500)
        let run = FilterRun("D0 U400 D800 U2000 D3000", settings)
        #expect(run.text == "D300 U400 D3300")
        #expect(run.rejected == ["ignoreRepeat 1100"])
    }

    @Test("F13 ignore-repeat counts from the accepted release, which minimum release has delayed")
    func repeatCountsFromAcceptedRelease() {
        let settings = FilterSettings.only(minimumRelease: 100, ignoreRepeat: 50)
        #expect(FilterRun("D0 U400 D549 U700", settings).text == "D0 U500")
        #expect(FilterRun("D0 U400 D550 U700", settings).text == "D0 U500 D550 U800")
    }

    @Test("a hand that trembles is accepted as one press, counted from its first touch")
    func tremorAccepted() {
        let settings = FilterSettings.only(debounce: 5, minimumRelease: 50, holdToAccept: 300)
        #expect(FilterRun("D0 U100 D120 U200 D230 U900", settings).text == "D300 U950")
    }

    @Test("what ends rattle comes before what ends a tremor of the same moment: the switch was open for 20 ms")
    func earlierStageFirst() {
        let run = FilterRun("D0 U100 D120", .only(debounce: 50, minimumRelease: 50))
        #expect(run.text == "D0")
        #expect(run.rejected == ["minimumRelease 150"])
    }

    @Test("a press is not accepted while the switch is up, however long its release is looked at")
    func notAcceptedWhileUp() {
        let settings = FilterSettings.only(minimumRelease: 200, holdToAccept: 300)
        let run = FilterRun("D0 U150", settings)
        #expect(run.text == "")
        #expect(run.rejected == ["holdToAccept 350"])
    }

    @Test("a press whose time comes while the switch is open for a moment is accepted when it is down again")
    func acceptedOnReturn() {
        let settings = FilterSettings.only(minimumRelease: 50, holdToAccept: 300)
        #expect(FilterRun("D0 U290 D310 U900", settings).text == "D310 U950")
    }

    @Test("debounce longer than hold-to-accept does not accept a contact that is open")
    func debounceLongerThanHold() {
        #expect(FilterRun("D0 U10", .only(debounce: 100, holdToAccept: 50)).text == "")
    }

    @Test("a rattle in the release's window does not accept a press whose time comes just then")
    func notAcceptedByRattle() {
        let settings = FilterSettings.only(debounce: 5, minimumRelease: 50, holdToAccept: 103)
        #expect(FilterRun("D0 U100 D102 U104", settings).text == "")
        #expect(FilterRun("D0 U100 D102 U900", settings).text == "D105 U950")
    }

    @Test("deadlines of different filters are worked off in time order when the loop comes late")
    func timeOrder() {
        var filter = SwitchFilter(one, settings: .only(debounce: 5, minimumRelease: 50, holdToAccept: 300))
        _ = filter.contactChanged(to: .down, at: ms(0))
        let late = filter.contactChanged(to: .up, at: ms(302)) + filter.timeReached(ms(1000))
        #expect(late == [.accepted(Edge(one, .down, at: ms(300))), .accepted(Edge(one, .up, at: ms(352)))])
    }

    @Test("a switch found down presses only after it has been up, and its rattle is no press")
    func foundDown() {
        let settings = FilterSettings(holdToAccept: .milliseconds(300))
        #expect(FilterRun("U100", settings, foundDown: true).text == "")
        #expect(FilterRun("U100 D500 U900", settings, foundDown: true).text == "D800 U900")
        #expect(FilterRun("U100 D102 U103", FilterSettings(), foundDown: true).text == "")
    }

    @Test("times that run backwards are taken as the latest seen")
    func backwards() {
        var filter = SwitchFilter(one, settings: .only())
        _ = filter.contactChanged(to: .down, at: ms(100))
        #expect(filter.contactChanged(to: .up, at: ms(40)) == [.accepted(Edge(one, .up, at: ms(100)))])
        #expect(filter.contactChanged(to: .down, at: Instant(nanoseconds: .min)).map(\.time) == [ms(100)])
    }

    @Test("the same state told twice is one change")
    func repeatedState() {
        #expect(FilterRun("U0 D1 D2 U3 U4", .only()).text == "D1 U3")
    }

    @Test("whatever the contact does, presses alternate and end as the contact does", arguments: UInt64(1)...200)
    func alternation(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let settings = FilterSettings.only(
            debounce: .random(in: 0...20, using: &random), minimumRelease: .random(in: 0...60, using: &random),
            holdToAccept: .random(in: 0...60, using: &random), ignoreRepeat: .random(in: 0...60, using: &random))
        var filter = SwitchFilter(one, settings: settings)
        var (time, contact) = (ms(0), EdgeState.up)
        var outputs: [FilterOutput] = []
        for _ in 0..<200 {
            time = time + .milliseconds(Int64.random(in: 0...40, using: &random))
            if Bool.random(using: &random) {
                contact = contact == .up ? .down : .up
                outputs += filter.contactChanged(to: contact, at: time)
            } else {
                outputs += filter.timeReached(time)
            }
            if let deadline = filter.deadline { #expect(deadline > time, "seed \(seed)") }
        }
        while let deadline = filter.deadline { outputs += filter.timeReached(deadline) }
        try check(outputs, endsIn: contact, seed: seed)
    }

    private func check(_ outputs: [FilterOutput], endsIn contact: EdgeState, seed: UInt64) throws {
        var state = EdgeState.up
        var latest = ms(0)
        for output in outputs {
            #expect(output.time >= latest, "seed \(seed)")
            latest = output.time
            guard case .accepted(let edge) = output else { continue }
            try #require(edge.state != state, "seed \(seed)")
            state = edge.state
        }
        // Up must always arrive; down may be missing only because that press was ignored.
        if contact == .up { #expect(state == .up, "seed \(seed)") }
        if contact == .down, state == .up {
            #expect(outputs.contains { if case .rejected = $0 { true } else { false } }, "seed \(seed)")
        }
    }
}
