// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc

/// A pedal of three buttons as the Bluetooth service makes one for a device without wires: with uhid, on the Bluetooth bus,
/// and with its address as `uniq`. Its node goes when this object does.
package final class VirtualBluetoothPedal {
    // From linux/uhid.h: the numbers of the events, and the sizes of the texts in `uhid_create2_req`.
    private static let create: UInt32 = 11
    private static let input: UInt32 = 12
    private static let nameSize = 128
    private static let textSize = 64
    private static let dataSize = 4096
    // From linux/input.h.
    private static let usbBus: UInt16 = 0x03
    private static let bluetoothBus: UInt16 = 0x05

    /// A joystick of three buttons and five bits of nothing (HID 1.11, 6.2.2).
    private static let reportDescriptor: [UInt8] = [
        0x05, 0x01, 0x09, 0x04, 0xa1, 0x01, 0x05, 0x09, 0x19, 0x01, 0x29, 0x03, 0x15, 0x00, 0x25, 0x01, 0x95, 0x03,
        0x75,
        0x01, 0x81, 0x02, 0x95, 0x01, 0x75, 0x05, 0x81, 0x03, 0xc0,
    ]
    /// What its first button shows as.
    package static let firstButton: UInt16 = 0x120

    private let descriptor: FileDescriptor

    /// - Parameter onCable: the same device plugged in by USB, where it still tells its address.
    package init(name: String, address: String, onCable: Bool = false) throws(SystemError) {
        descriptor = try FileDescriptor(path: "/dev/uhid", flags: O_RDWR | O_NONBLOCK)
        var event = Self.bytes(of: Self.create)
        event += Self.text(name, Self.nameSize) + Self.text("", Self.textSize) + Self.text(address, Self.textSize)
        event +=
            Self.bytes(of: UInt16(Self.reportDescriptor.count))
            + Self.bytes(of: onCable ? Self.usbBus : Self.bluetoothBus)
        for number: UInt32 in [0x1209, 0x0003, 1, 0] { event += Self.bytes(of: number) }
        try write(
            event + Self.reportDescriptor + [UInt8](repeating: 0, count: Self.dataSize - Self.reportDescriptor.count))
    }

    /// Presses the buttons whose bits are set, and lets go of the others.
    package func show(_ buttons: UInt8) throws(SystemError) {
        try write(
            Self.bytes(of: Self.input) + Self.bytes(of: UInt16(1)) + [buttons]
                + [UInt8](repeating: 0, count: Self.dataSize - 1))
    }

    private func write(_ event: [UInt8]) throws(SystemError) {
        try SystemCall.run("write") { Glibc.write(descriptor.raw, event, event.count) }
    }

    private static func text(_ text: String, _ size: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(size - 1))
        return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }
}
