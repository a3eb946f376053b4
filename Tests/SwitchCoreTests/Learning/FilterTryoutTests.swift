// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

private struct Run {
    var accepted: [Edge] = []
    var presses: [String] = []

    init(_ timeline: Timeline, _ settings: FilterSettings) {
        var tryout = FilterTryout([.made(one, timing: settings)])
        for edge in timeline.edges() { take(tryout.edgeArrived(edge)) }
        while let deadline = tryout.deadline { take(tryout.timeReached(deadline)) }
    }

    private mutating func take(_ outputs: [FilterTryout.Output]) {
        for output in outputs {
            switch output {
            case .accepted(let edge): accepted.append(edge)
            case .pressed(let press):
                let gap = press.gap.map { " gap \($0.milliseconds)" } ?? ""
                let verdict = if case .rejected(let filter) = press.verdict { filter.rawValue } else { "ok" }
                presses.append("\(press.length.milliseconds)\(gap) \(verdict)")
            }
        }
    }
}

/// A press of `length` ms, `gap` ms after the one before.
private func press(
    _ length: Int64, gap: Int64? = nil, _ verdict: SeenPress.Verdict = .accepted, at start: Int64 = 0
) -> SeenPress {
    SeenPress(
        one, down: ms(start), up: ms(start + length), gap: gap.map { .milliseconds($0) }, verdict: verdict)
}

private func advice(
    _ presses: [SeenPress], _ settings: FilterSettings = .only(), manner: ProfileSwitch.Manner = .ordinary
) -> [String] {
    FilterAdvice.advice(on: presses, with: settings, manner: manner)
        .map { "\($0.filter.rawValue) \($0.proposed.milliseconds)" }
}

@Suite("Trying out filters") struct FilterTryoutTests {
    @Test("each press is told with its length, its gap and the filter that did not accept it")
    func verdicts() {
        #expect(Run("D0 U100 D160 U300", .only()).presses == ["100 ok", "140 gap 60 ok"])
        #expect(Run("D0 U100 D160 U300", .only(ignoreRepeat: 150)).presses == ["100 ok", "140 gap 60 ignoreRepeat"])
        #expect(Run("D0 U100 D500 U900", .only(holdToAccept: 300)).presses == ["100 holdToAccept", "400 gap 400 ok"])
        #expect(Run("D0 U2 D3 U100", .only(debounce: 5)).presses == ["2 ok", "97 gap 1 debounce"])
        #expect(
            Run("D0 U100 D120 U300", .only(minimumRelease: 50)).presses == ["100 ok", "180 gap 20 minimumRelease"])
    }

    @Test("a press that is judged only after its release is told then")
    func lateVerdict() {
        #expect(
            Run("D0 U80", .only(minimumRelease: 50, holdToAccept: 90)).presses == ["80 holdToAccept"])
    }

    @Test("what is accepted is what the filters accept")
    func accepted() {
        #expect(Timeline.text(of: Run("D0 U150 D400 U900", .only(holdToAccept: 300)).accepted) == "D700 U900")
    }

    @Test("the case table of the advice holds")
    func table() {
        #expect(advice([press(400), press(400, gap: 15)]) == ["debounce 30"])
        #expect(advice([press(400), press(100, gap: 60)]) == ["ignoreRepeat 150"])
        #expect(advice([press(400), press(400, gap: 60)]) == ["minimumRelease 90"])
        #expect(advice([press(400), press(100, gap: 249)]) == ["ignoreRepeat 500"])
        #expect(advice([press(400), press(100, gap: 250)]) == [])
        let brushed = [press(400), press(400, gap: 900), press(40, gap: 900, at: 9), press(400, gap: 900)]
        #expect(advice(brushed) == ["holdToAccept 100"])
        #expect(advice(brushed, manner: .pulse) == [])
        #expect(advice([press(400), press(500, gap: 700, .rejected(.ignoreRepeat))]) == ["ignoreRepeat 700"])
        let holding = FilterSettings.only(holdToAccept: 300)
        #expect(advice([press(250, .rejected(.holdToAccept))], holding) == ["holdToAccept 250"])
        #expect(advice([press(40, .rejected(.holdToAccept))], holding) == [])
        #expect(advice([press(400), press(100, gap: 200), press(400, gap: 300)]) == ["ignoreRepeat 300"])
    }

    @Test("gaps of 19, 20 and 21 ms, and of 249, 250 and 251 ms")
    func bounds() {
        #expect(
            [19, 20, 21].map { advice([press(400), press(100, gap: $0)]) }
                == [["debounce 40"], ["ignoreRepeat 50"], ["ignoreRepeat 50"]])
        #expect([249, 250, 251].map { advice([press(400), press(100, gap: $0)]).isEmpty } == [false, true, true])
    }

    @Test("a press that was lost weighs more than one too many")
    func lowering() {
        let presses = [
            press(400), press(100, gap: 60), press(600, gap: 320, .rejected(.ignoreRepeat)),
        ]
        #expect(advice(presses) == ["ignoreRepeat 300"])
    }
}
