// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

extension NodeCapabilities {
    /// Whether a node with these capabilities can ever show `input`.
    func canShow(_ input: SwitchInput) -> Bool {
        switch input {
        case .key(let code): keys.contains(code)
        case .scan: keys.contains(Evdev.unknownKey) && miscellaneous.contains(Evdev.scanCode)
        case .axis(let axis): absoluteAxes.contains(axis.code)
        }
    }
}
