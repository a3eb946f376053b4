// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
package import EventLoop
import Glibc
import SwitchCore

/// What a virtual device has: the shape of real hardware, for tests.
package struct VirtualShape: Sendable {
    package struct Axis: Sendable {
        package var code: UInt16
        package var minimum: Int32
        package var maximum: Int32

        package init(_ code: UInt16, _ minimum: Int32, _ maximum: Int32) {
            self.code = code
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    package var name: String
    package var vendor: UInt16
    package var product: UInt16
    package var keys: [UInt16] = []
    package var axes: [Axis] = []
    /// Further event types with their codes, such as `EV_MSC`.
    package var others: [(type: UInt16, code: UInt16)] = []
    /// Whether the kernel repeats its keys, as it does those of keyboards.
    package var repeats = false
    /// Where it is plugged in, as far as a virtual device is: what tells twins apart.
    package var phys: String?

    package init(name: String, vendor: UInt16, product: UInt16) {
        self.name = name
        self.vendor = vendor
        self.product = product
    }
}

/// A device made with uinput; it is unplugged when this object goes, or before by `unplug`.
package final class VirtualDevice {
    /// Such as "/dev/input/event3"; it may take udev a moment to make it.
    package let devnode: String
    /// Such as "/sys/devices/virtual/input/input7".
    package let syspath: String

    private let descriptor: FileDescriptor
    private var device: OpaquePointer?
    private var lightsShown: [UInt16: Int32] = [:]

    /// Needs to be root, on a kernel with uinput.
    package init(_ shape: VirtualShape) throws(SystemError) {
        let descriptor = try FileDescriptor(path: "/dev/uinput", flags: O_RDWR | O_NONBLOCK)
        if let phys = shape.phys { try SystemCall.run("UI_SET_PHYS") { uinput_set_phys(descriptor.raw, phys) } }
        let model = Self.model(shape)
        var device: OpaquePointer?
        defer { libevdev_free(model) }
        try SystemCall.negated(
            "libevdev_uinput_create_from_device",
            libevdev_uinput_create_from_device(model, descriptor.raw, &device))
        self.descriptor = descriptor
        self.device = device
        devnode = libevdev_uinput_get_devnode(device).map { String(cString: $0) } ?? ""
        syspath = libevdev_uinput_get_syspath(device).map { String(cString: $0) } ?? ""
    }

    deinit { unplug() }

    /// Takes the device away, whatever is pressed.
    package func unplug() {
        if let device { libevdev_uinput_destroy(device) }
        device = nil
    }

    package func emit(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        guard let device else { return }
        libevdev_uinput_write_event(device, UInt32(type), UInt32(code), value)
    }

    /// Ends a report.
    package func sync() { emit(Evdev.synchronization, Evdev.report, 0) }

    package func press(_ key: UInt16) {
        emit(Evdev.key, key, Evdev.pressed)
        sync()
    }

    package func release(_ key: UInt16) {
        emit(Evdev.key, key, Evdev.released)
        sync()
    }

    package func move(_ axis: UInt16, to value: Int32) {
        emit(Evdev.absoluteAxis, axis, value)
        sync()
    }

    /// Those that whoever reads the device has switched, as the kernel tells its driver.
    package func lights() -> [UInt16: Int32] {
        var event = input_event()
        let size = MemoryLayout<input_event>.size
        while read(descriptor.raw, &event, size) == size {
            if event.type == Evdev.light { lightsShown[event.code] = event.value }
        }
        return lightsShown
    }

    private static func model(_ shape: VirtualShape) -> OpaquePointer? {
        let model = libevdev_new()
        libevdev_set_name(model, shape.name)
        libevdev_set_id_bustype(model, BUS_USB)
        libevdev_set_id_vendor(model, CInt(shape.vendor))
        libevdev_set_id_product(model, CInt(shape.product))
        libevdev_set_id_version(model, 1)
        for key in shape.keys { enable(model, Evdev.key, key) }
        for other in shape.others { enable(model, other.type, other.code) }
        for axis in shape.axes {
            var range = input_absinfo()
            range.minimum = axis.minimum
            range.maximum = axis.maximum
            libevdev_enable_event_code(model, UInt32(Evdev.absoluteAxis), UInt32(axis.code), &range)
        }
        if shape.repeats { libevdev_enable_event_type(model, UInt32(EV_REP)) }
        return model
    }

    private static func enable(_ model: OpaquePointer?, _ type: UInt16, _ code: UInt16) {
        libevdev_enable_event_code(model, UInt32(type), UInt32(code), nil)
    }
}
