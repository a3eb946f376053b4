// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct AxisTests {
    private static let left = SwitchInput.axis(AxisInput(code: hatX, direction: .negative))
    private static let right = SwitchInput.axis(AxisInput(code: hatX, direction: .positive))
    private static let trigger = SwitchInput.axis(AxisInput(code: absZ, direction: .positive))
    private static let hat = AxisRange(minimum: -1, maximum: 1, rest: 0)

    @Test("F35 0 1023 300 1023 on a trigger is two presses")
    func f35() {
        var bench = MapBench([(Self.trigger, one)], axes: [absZ: AxisRange(minimum: 0, maximum: 1023, rest: 0)])
        #expect(bench.feed([0, 1023, 300, 1023].map { axis(absZ, $0) }) == "1D 1U 1D")
    }

    @Test("F35 down at 60 % of the way, up below 40 %, nothing changes between")
    func thresholds() {
        var bench = MapBench([(Self.trigger, one)], axes: [absZ: AxisRange(minimum: 0, maximum: 1000, rest: 0)])
        #expect(bench.feed([axis(absZ, 599)]) == "")
        #expect(bench.feed([axis(absZ, 600)]) == "1D")
        #expect(bench.feed([axis(absZ, 599), axis(absZ, 400)]) == "")
        #expect(bench.feed([axis(absZ, 399)]) == "1U")
        #expect(bench.feed([axis(absZ, 400), axis(absZ, 599)]) == "")
    }

    @Test("shares of the way are counted from rest, in both directions of a stick that rests off its middle")
    func offCentre() {
        let negative = SwitchInput.axis(AxisInput(code: absX, direction: .negative))
        let positive = SwitchInput.axis(AxisInput(code: absX, direction: .positive))
        var bench = MapBench(
            [(negative, one), (positive, two)], axes: [absX: AxisRange(minimum: 0, maximum: 300, rest: 100)])
        #expect(bench.feed([axis(absX, 41), axis(absX, 219)]) == "")
        #expect(bench.feed([axis(absX, 40), axis(absX, 220), axis(absX, 100)]) == "1D 1U 2D 2U")
    }

    @Test("F36 a hat that jumps from −1 to +1 releases left, then presses right, however they are listed")
    func f36() {
        for bindings in [[(Self.left, one), (Self.right, two)], [(Self.right, two), (Self.left, one)]] {
            var bench = MapBench(bindings, axes: [hatX: Self.hat])
            #expect(bench.feed([axis(hatX, -1), axis(hatX, 1), axis(hatX, -1)]) == "1D 1U 2D 2U 1D")
        }
    }

    @Test("F36 both directions of a hat on one switch are two presses")
    func hatOnOneSwitch() {
        var bench = MapBench([(Self.right, one), (Self.left, one)], axes: [hatX: Self.hat])
        #expect(bench.feed([axis(hatX, -1), axis(hatX, 1), axis(hatX, 0)]) == "1D 1U 1D 1U")
    }

    @Test("F37 the controller's own profile changes: what the device held is released, and it is told")
    func f37() {
        var bench = MapBench(
            [(.key(code: 0x130), one), (Self.left, two)], axes: [hatX: Self.hat],
            found: FoundState(axisValues: [Evdev.absoluteProfile: 0]))
        #expect(bench.feed([key(0x130, 1), axis(hatX, -1), axis(Evdev.absoluteProfile, 0)]) == "1D 2D")
        #expect(bench.feed([axis(Evdev.absoluteProfile, 1)]) == "1U 2U !")
        #expect(bench.feed([axis(hatX, -1), key(0x130, 0), key(0x130, 1)]) == "1D")
        #expect(bench.resynchronise([axis(Evdev.absoluteProfile, 2)]) == "1U")
        #expect(bench.feed([axis(Evdev.absoluteProfile, 2)]) == "")
    }

    @Test(
        "a range that makes no sense never presses and never traps",
        arguments: [
            AxisRange(minimum: 5, maximum: 5, rest: 5), AxisRange(minimum: 100, maximum: 0, rest: 50),
            AxisRange(minimum: 0, maximum: 100, rest: 200), AxisRange(minimum: 0, maximum: 100, rest: -1),
            AxisRange(minimum: .max, maximum: .min, rest: 0),
        ])
    func degenerate(range: AxisRange) {
        var bench = MapBench([(Self.left, one), (Self.right, two)], axes: [hatX: range])
        #expect(bench.feed([Int32.min, -1, 0, 5, 50, 100, .max].map { axis(hatX, $0) }) == "")
    }

    @Test("a trigger that rests at its end has one direction only")
    func restAtEnd() {
        var bench = MapBench(
            [(Self.left, one), (Self.right, two)], axes: [hatX: AxisRange(minimum: 0, maximum: 255, rest: 0)])
        #expect(bench.feed([axis(hatX, -300), axis(hatX, 0), axis(hatX, 255)]) == "2D")
    }

    @Test("the widest range there is does not overflow")
    func widest() {
        var bench = MapBench([(Self.left, one), (Self.right, two)], axes: [hatX: .widest])
        #expect(bench.feed([Int32.min, .max, 0].map { axis(hatX, $0) }) == "1D 1U 2D 2U")
    }

    @Test(
        "thresholds out of their bounds never press",
        arguments: [(0, 0), (40, 40), (40, 60), (101, 40), (60, 0), (.min, .max), (.max, .min)])
    func oddThresholds(press: Int, release: Int) {
        let input = AxisInput(code: hatX, direction: .positive, pressPercent: press, releasePercent: release)
        var bench = MapBench([(.axis(input), one)], axes: [hatX: Self.hat])
        #expect(bench.feed([0, 1, 0, 1].map { axis(hatX, $0) }) == "")
    }

    @Test("an axis of unknown range never presses")
    func noRange() {
        var bench = MapBench([(Self.left, one)])
        #expect(bench.feed([axis(hatX, -1)]) == "")
    }
}

extension AxisRange {
    fileprivate static let widest = AxisRange(minimum: .min, maximum: .max, rest: 0)
}
