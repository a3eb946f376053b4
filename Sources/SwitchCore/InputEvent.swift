// SPDX-License-Identifier: GPL-3.0-or-later

/// One evdev event as the kernel reports it (linux/input.h, `struct input_event`), stamped with `CLOCK_MONOTONIC`.
package struct InputEvent: Hashable, Sendable {
    package var time: Instant
    package var type: UInt16
    package var code: UInt16
    package var value: Int32

    package init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

/// Event types and codes that decisions depend on (linux/input-event-codes.h). Names of all others come from libevdev.
package enum Evdev {
    package static let synchronization: UInt16 = 0x00
    package static let key: UInt16 = 0x01
    package static let relativeAxis: UInt16 = 0x02
    package static let absoluteAxis: UInt16 = 0x03
    package static let miscellaneous: UInt16 = 0x04
    /// `EV_LED`, and how many codes it can have (`LED_CNT`).
    package static let light: UInt16 = 0x11
    package static let lightCount: UInt16 = 16

    package static let report: UInt16 = 0x00
    package static let dropped: UInt16 = 0x03

    /// `KEY_UNKNOWN`: what a scan code without a key of its own shows as; `MSC_SCAN` in the same report tells which.
    package static let unknownKey: UInt16 = 240
    package static let scanCode: UInt16 = 0x04
    /// `ABS_PROFILE`: the number of the profile chosen on the controller itself (F37).
    package static let absoluteProfile: UInt16 = 0x21

    /// Values of `EV_KEY`: 0 release, 1 press, 2 the kernel's autorepeat, which is never a press (F6).
    package static let released: Int32 = 0
    package static let pressed: Int32 = 1
    package static let repeated: Int32 = 2
}

/// An opened event node, numbered by the program as it opens them; never reused within a process.
package struct DeviceID: Hashable, Comparable, Sendable {
    package let number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (left: DeviceID, right: DeviceID) -> Bool { left.number < right.number }
}
