// SPDX-License-Identifier: GPL-3.0-or-later

/// Which codes a switch may show as (linux/input-event-codes.h), and which of several is the best to know it by.
package enum CandidateInputs {
    /// Not the keys that switch the box off, nor touching and hovering, which are no presses.
    package static func includes(key: UInt16) -> Bool {
        switch key {
        case Code.power, Code.sleep, Code.touchAndTools: false
        default: true
        }
    }

    /// Not fingers on a touch surface, nor the number of the controller's own profile (F37).
    package static func includes(axis: UInt16) -> Bool {
        switch axis {
        case Evdev.absoluteProfile, Code.touchAxes: false
        default: true
        }
    }

    /// The lower the better. A button is surer than an axis, which may be noisy; a modifier mostly comes with the key that
    /// is meant; a scan code without a name is told apart less surely (see `MappedNode`).
    static func rank(_ input: SwitchInput, in axes: [UInt16: AxisRange]) -> Int {
        switch input {
        case .key(let code): Code.modifiers.contains(code) ? 1 : 0
        case .scan: 2
        case .axis(let axis): axes[axis.code].map { isHat($0) ? 3 : restsAtEnd($0) ? 4 : 5 } ?? 5
        }
    }

    static func isHat(_ range: AxisRange) -> Bool { range.minimum == -1 && range.maximum == 1 }

    /// As triggers and pedals do.
    static func restsAtEnd(_ range: AxisRange) -> Bool { range.rest == range.minimum || range.rest == range.maximum }

    private enum Code {
        static let power: UInt16 = 116
        static let sleep: UInt16 = 142
        /// `BTN_TOOL_PEN` (with `BTN_TOUCH`) to `BTN_TOOL_QUADTAP`.
        static let touchAndTools: ClosedRange<UInt16> = 0x140...0x14f
        /// `ABS_MT_SLOT` to `ABS_MT_TOOL_Y`.
        static let touchAxes: ClosedRange<UInt16> = 0x2f...0x3d
        /// Both of Ctrl, Shift, Alt and Meta.
        static let modifiers: Set<UInt16> = [29, 97, 42, 54, 56, 100, 125, 126]
    }
}
