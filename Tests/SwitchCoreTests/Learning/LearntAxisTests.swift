// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// An axis that is pressed twice in the same way, with a hand or a potentiometer that is never quite still.
private struct AxisPlay: Sendable, CustomTestStringConvertible {
    var range: AxisRange
    /// Where it stands before, and how far it is pressed, in percent of the way to the end on that side.
    var stand: Int
    var full: Int
    /// Of the whole range.
    var noise: Int

    var testDescription: String { "\(range.minimum)…\(range.maximum) from \(stand) to \(full), noise \(noise)" }

    private func value(_ percent: Int, _ step: Int) -> Int32 {
        let end = percent < 0 ? range.rest - range.minimum : range.maximum - range.rest
        let shaken =
            Int64(range.rest) + Int64(end) * Int64(percent) / 100
            + (Int64(range.maximum) - Int64(range.minimum)) * Int64(noise * (step % 3 - 1)) / 100
        return Int32(min(max(shaken, Int64(range.minimum)), Int64(range.maximum)))
    }

    /// There and back in steps, from `start` ms on.
    func events(from start: Int64) -> [InputEvent] {
        let way = (0...10).map { stand + (full - stand) * $0 / 10 }
        return (way + way.reversed() + [stand, stand]).enumerated().map { index, percent in
            InputEvent(
                time: ms(start + Int64(index) * 20), type: Evdev.absoluteAxis, code: 2, value: value(percent, index))
        }
    }

    var found: FoundState { FoundState(axisValues: [2: value(stand, 1)]) }
}

@Suite("A learnt axis") struct LearntAxisTests {
    private static let ranges = [
        AxisRange(minimum: -32768, maximum: 32767, rest: 0), AxisRange(minimum: 0, maximum: 255, rest: 127),
        AxisRange(minimum: 0, maximum: 255, rest: 0), AxisRange(minimum: 0, maximum: 1023, rest: 0),
    ]

    private static var plays: [AxisPlay] {
        var plays: [AxisPlay] = []
        for range in ranges {
            for stand in [-100, -60, -20, 0, 20, 60, 100] {
                for full in stride(from: -100, through: 100, by: 20) {
                    for noise in [0, 2] where noise == 0 || abs(full - stand) > 20 {
                        plays.append(AxisPlay(range: range, stand: stand, full: full, noise: noise))
                    }
                }
            }
        }
        return plays
    }

    @Test("F35 an axis that is learnt by a press goes down and up by the same press while forwarding")
    func works() throws {
        let id = try #require(SwitchID(1))
        var learnt = 0
        for play in Self.plays {
            var learner = SwitchLearner()
            let node = LearningNode(id: DeviceID(1), device: "box", axes: [2: play.range], found: play.found)
            learner.nodeAttached(node)
            learner.pressAsked()
            var outputs = play.events(from: 0).flatMap { learner.reportArrived([$0], from: node.id) }
            while let deadline = learner.deadline { outputs += learner.timeReached(deadline) }
            let finding = outputs.compactMap { if case .found(let finding) = $0 { finding } else { nil } }.first
            guard let finding, !finding.isStillDown else { continue }
            learnt += 1
            var map = SwitchMap()
            map.deviceAttached(node.id, bindings: [(finding.best.input, id)], axes: node.axes, found: play.found)
            let moves = play.events(from: 1000).flatMap { map.eventArrived($0, from: node.id) }
            let edges = moves.compactMap { if case .edge(let edge) = $0 { edge.state } else { nil } }
            #expect(edges == [EdgeState.down, .up], "\(play.testDescription): \(finding.best.input)")
        }
        #expect(learnt > 100)
    }
}
