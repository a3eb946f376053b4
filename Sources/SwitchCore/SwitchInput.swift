// SPDX-License-Identifier: GPL-3.0-or-later

/// The evdev code or axis direction that a physical switch shows as.
package enum SwitchInput: Hashable, Sendable {
    /// A key or button of any code, `KEY_*` or `BTN_*`.
    case key(code: UInt16)
    /// `KEY_UNKNOWN` with this `MSC_SCAN` value in the same report.
    case scan(value: Int32)
    case axis(AxisInput)
}

/// One direction of an absolute axis, used as a switch. A hat is an axis whose range is −1…1.
package struct AxisInput: Hashable, Sendable {
    package enum Direction: String, Hashable, Sendable {
        case negative = "-"
        case positive = "+"
    }

    package static let defaultPressPercent = 60
    package static let defaultReleasePercent = 40

    package var code: UInt16
    package var direction: Direction
    /// Down at or beyond this share of the way from rest to the end of the axis, 2…100; above `releasePercent`.
    package var pressPercent: Int
    /// Up below this share of the way, 1…99. Between the two nothing changes (F35).
    package var releasePercent: Int

    package init(
        code: UInt16, direction: Direction, pressPercent: Int = defaultPressPercent,
        releasePercent: Int = defaultReleasePercent
    ) {
        self.code = code
        self.direction = direction
        self.pressPercent = pressPercent
        self.releasePercent = releasePercent
    }
}

/// The range of an absolute axis as the kernel describes it (`struct input_absinfo`).
package struct AxisRange: Hashable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    /// The value with nothing pressed: the middle of a stick or hat, the lower end of a trigger.
    package var rest: Int32

    package init(minimum: Int32, maximum: Int32, rest: Int32) {
        self.minimum = minimum
        self.maximum = maximum
        self.rest = rest
    }
}

/// Turns the kernel's names (`KEY_SPACE`, `BTN_0`, `ABS_HAT0X`) into codes and back. libevdev knows them all; pure rooms
/// ask through this.
package protocol InputNaming {
    /// The code of a `KEY_*` or `BTN_*` name.
    func keyCode(named name: String) -> UInt16?
    /// The code of an `ABS_*` name.
    func axisCode(named name: String) -> UInt16?
    func keyName(code: UInt16) -> String?
    func axisName(code: UInt16) -> String?
    /// Every key, button and axis name, for suggesting the nearest right one.
    var allNames: [String] { get }
}
