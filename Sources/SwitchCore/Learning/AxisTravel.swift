// SPDX-License-Identifier: GPL-3.0-or-later

/// How far an axis goes in one direction, measured while a switch on it was pressed. In percent of the way from the rest
/// that its range has to its end, as profiles count; negative on the other side.
struct AxisTravel: Hashable {
    /// Farthest with nothing pressed.
    var rest: Int
    /// Farthest while pressed.
    var full: Int

    /// As far as this from its end, and as near as this to its rest, an axis needs no thresholds of its own.
    private static let usualFull = 80
    private static let usualRest = 20

    /// A profile counts from the rest of the axis's kind: what goes less far beyond that has no thresholds that would do.
    private static let leastWay = 20

    var isWithinReach: Bool { full - max(0, rest) >= Self.leastWay }

    /// Press and release thresholds: 60 and 40 percent of what was measured (F35).
    var thresholds: (press: Int, release: Int) {
        let rest = max(0, rest)
        guard full < Self.usualFull || rest > Self.usualRest else {
            return (AxisInput.defaultPressPercent, AxisInput.defaultReleasePercent)
        }
        let way = max(0, full - rest)
        let press = min(100, max(2, rest + way * AxisInput.defaultPressPercent / 100))
        return (press, min(press - 1, max(1, rest + way * AxisInput.defaultReleasePercent / 100)))
    }
}

extension AxisRange {
    /// How far `value` is on the way from rest to the end in `direction`, in percent; nil where there is no such way. In 64
    /// bits: an axis may span the whole of `Int32`.
    func percent(of value: Int32, towards direction: AxisInput.Direction) -> Int? {
        let sign: Int64 = direction == .positive ? 1 : -1
        let way = (Int64(direction == .positive ? maximum : minimum) - Int64(rest)) * sign
        return way > 0 ? Int((Int64(value) - Int64(rest)) * sign * 100 / way) : nil
    }
}
