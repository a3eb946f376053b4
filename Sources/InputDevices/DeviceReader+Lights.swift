// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import SwitchCore

/// The device's own lights, such as that of Caps Lock. They are only a sign: a kernel or device that refuses is no failure.
extension DeviceReader {
    package var hasLights: Bool { !lightCodes.isEmpty }

    /// Switches all of them on, or leaves them as they were before that. They come back as an ordinary report. While the device
    /// is captured the console, which has lights of its own on keyboards, does not reach it (`input_inject_event`).
    /// - Returns: whether the kernel took it; true also when there is nothing to do.
    @discardableResult
    package func showLights(_ isOn: Bool) -> Bool {
        guard isOn else {
            defer { lightsBefore = nil }
            return lightsBefore.map(write) ?? true
        }
        guard lightsBefore == nil, hasLights else { return true }
        lightsBefore = lightCodes.map { light($0, libevdev_get_event_value(device, Self.lightType, UInt32($0))) }
        return write(lightCodes.map { light($0, 1) })
    }

    /// Switches all of them off. A run that was killed may have left them on, and then they would count as on before this one.
    package func clearLights() {
        guard write(lightCodes.map { light($0, 0) }) else { return }
        // Before the kernel says so.
        for code in lightCodes { libevdev_set_event_value(device, Self.lightType, UInt32(code), 0) }
    }

    private static let lightType = UInt32(Evdev.light)

    private var lightCodes: [UInt16] {
        (0..<Evdev.lightCount).filter { libevdev_has_event_code(device, Self.lightType, UInt32($0)) == 1 }
    }

    private func light(_ code: UInt16, _ value: Int32) -> input_event {
        var event = input_event()
        event.type = Evdev.light
        event.code = code
        event.value = value
        return event
    }

    private func write(_ lights: [input_event]) -> Bool {
        guard isWritable, isOpen else { return false }
        var end = input_event()
        end.type = Evdev.synchronization
        end.code = Evdev.report
        let events = lights + [end]
        let size = MemoryLayout<input_event>.stride * events.count
        return Glibc.write(descriptor.raw, events, size) == size
    }
}
