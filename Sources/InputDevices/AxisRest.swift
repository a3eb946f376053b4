// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Where an axis stands with nothing pressed. The kernel does not say, so it follows from what the axis is.
enum AxisRest {
    // From linux/input-event-codes.h.
    private static let z: UInt16 = 0x02
    private static let rx: UInt16 = 0x03
    private static let rz: UInt16 = 0x05
    private static let throttle: UInt16 = 0x06
    private static let gas: UInt16 = 0x09
    private static let brake: UInt16 = 0x0a

    /// The range of axis `code`, or nil when it has none to speak of. `others` are all axes of the node.
    static func range(of code: UInt16, minimum: Int32, maximum: Int32, among others: Set<UInt16>) -> AxisRange? {
        guard minimum < maximum else { return nil }
        let middle = Int32((Int64(minimum) + Int64(maximum)) / 2)
        let rest = restsAtLowerEnd(code, minimum, others) ? minimum : middle
        return AxisRange(minimum: minimum, maximum: maximum, rest: rest)
    }

    /// Triggers and pedals rest at the lower end. `ABS_Z` and `ABS_RZ` are triggers on most controllers, but the right
    /// stick where the triggers are `ABS_GAS` and `ABS_BRAKE` (Xbox over Bluetooth); a range below zero is a stick's.
    private static func restsAtLowerEnd(_ code: UInt16, _ minimum: Int32, _ others: Set<UInt16>) -> Bool {
        switch code {
        case gas, brake, throttle:
            true
        case z, rz:
            minimum >= 0 && !(others.contains(gas) && others.contains(brake) && !others.contains(rx))
        default:
            false
        }
    }
}
