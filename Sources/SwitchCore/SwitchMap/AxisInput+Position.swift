// SPDX-License-Identifier: GPL-3.0-or-later

/// Where an axis stands, seen from one of its directions used as a switch.
enum AxisPosition: Hashable, Sendable {
    case pressed, released
    /// Between the two thresholds: nothing changes (F35).
    case between
}

extension AxisInput {
    /// Thresholds are shares of the way from rest to the end of the axis in this direction. An axis that has no such
    /// way (a range that is empty, inverted or does not contain its rest; a rest at the very end) is never pressed,
    /// nor is one with thresholds out of their bounds.
    func position(of value: Int32, in range: AxisRange) -> AxisPosition {
        guard releasePercent >= 1, releasePercent < pressPercent, pressPercent <= 100, range.minimum <= range.rest,
            range.rest <= range.maximum
        else { return .released }
        let way = distance(from: range.rest, to: direction == .positive ? range.maximum : range.minimum)
        guard way > 0 else { return .released }
        let travelled = distance(from: range.rest, to: value)
        if travelled * 100 >= way * Int64(pressPercent) { return .pressed }
        return travelled * 100 < way * Int64(releasePercent) ? .released : .between
    }

    /// In 64 bits: an axis may span the whole of `Int32`.
    private func distance(from start: Int32, to end: Int32) -> Int64 {
        let distance = Int64(end) - Int64(start)
        return direction == .positive ? distance : -distance
    }
}
