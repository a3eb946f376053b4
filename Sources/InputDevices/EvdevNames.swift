// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import SwitchCore

/// The kernel's names of keys, buttons and axes, as libevdev knows them.
package struct EvdevNames: InputNaming {
    package init() {}

    package func keyCode(named name: String) -> UInt16? { Self.code(Evdev.key, name) }
    package func axisCode(named name: String) -> UInt16? { Self.code(Evdev.absoluteAxis, name) }
    package func keyName(code: UInt16) -> String? { Self.name(Evdev.key, code) }
    package func axisName(code: UInt16) -> String? { Self.name(Evdev.absoluteAxis, code) }

    package var allNames: [String] {
        (0..<UInt16(KEY_MAX)).compactMap(keyName) + (0..<UInt16(ABS_MAX)).compactMap(axisName)
    }

    /// libevdev also knows the bounds `KEY_MAX` and `ABS_MAX`, which are no codes, and reads to the first zero byte.
    private static func code(_ type: UInt16, _ name: String) -> UInt16? {
        guard !name.utf8.contains(0) else { return nil }
        let code = libevdev_event_code_from_name(UInt32(type), name)
        return code < 0 || code >= libevdev_event_type_get_max(UInt32(type)) ? nil : UInt16(code)
    }

    private static func name(_ type: UInt16, _ code: UInt16) -> String? {
        guard CInt(code) < libevdev_event_type_get_max(UInt32(type)) else { return nil }
        return libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { String(cString: $0) }
    }
}
