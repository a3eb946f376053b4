// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Codes of linux/input-event-codes.h that the tests press.
package enum Code {
    package static let keyA: UInt16 = 30
    package static let keyS: UInt16 = 31
    package static let keyEnter: UInt16 = 28
    package static let keySpace: UInt16 = 57
    package static let button0: UInt16 = 0x100
    package static let button1: UInt16 = 0x101
    package static let button2: UInt16 = 0x102
    package static let buttonSouth: UInt16 = 0x130
    package static let axisX: UInt16 = 0x00
    package static let axisY: UInt16 = 0x01
    package static let axisZ: UInt16 = 0x02
    package static let axisRX: UInt16 = 0x03
    package static let axisRY: UInt16 = 0x04
    package static let axisRZ: UInt16 = 0x05
    package static let hatX: UInt16 = 0x10
    package static let hatY: UInt16 = 0x11
}

extension VirtualShape {
    /// A keyboard with every ordinary key, which the kernel repeats.
    package static var keyboard: VirtualShape {
        var shape = VirtualShape(name: "Test Keyboard", vendor: 0x1209, product: 0x0001)
        shape.keys = Array(1...127) + [Evdev.unknownKey]
        shape.others = [(Evdev.miscellaneous, Evdev.scanCode)]
        shape.repeats = true
        return shape
    }

    /// A box for two switches that types Space and Enter.
    package static var twoSwitchBox: VirtualShape {
        var shape = VirtualShape(name: "Test Switch Box", vendor: 0x1209, product: 0x0002)
        shape.keys = [Code.keySpace, Code.keyEnter, Code.keyS]
        shape.repeats = true
        return shape
    }

    /// A pedal with three buttons and no class of its own, as the VEC pedal has them.
    package static var pedal: VirtualShape {
        var shape = VirtualShape(name: "VEC VEC USB Footpedal", vendor: 0x05f3, product: 0x00ff)
        shape.keys = [Code.button0, Code.button1, Code.button2]
        shape.others = [(Evdev.miscellaneous, Evdev.scanCode)]
        return shape
    }

    /// The Xbox Adaptive Controller over USB: buttons, two sticks, trigger jacks, a hat and a profile of its own.
    package static var adaptiveController: VirtualShape {
        var shape = VirtualShape(name: "Microsoft X-Box Adaptive Controller", vendor: 0x045e, product: 0x0b0a)
        shape.keys = [0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e]
        shape.axes =
            [Code.axisX, Code.axisY, Code.axisRX, Code.axisRY].map { Axis($0, -32768, 32767) }
            + [Code.axisZ, Code.axisRZ].map { Axis($0, 0, 1023) } + [Code.hatX, Code.hatY].map { Axis($0, -1, 1) }
            + [Axis(Evdev.absoluteProfile, 0, 3)]
        return shape
    }

    /// The same in another socket, which is all that tells twins apart.
    package func pluggedIn(at phys: String) -> VirtualShape {
        var shape = self
        shape.phys = phys
        return shape
    }
}
