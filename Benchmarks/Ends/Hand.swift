// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import SeededRandom
import SwitchCore

/// Makes devices and presses their buttons, for whoever is measured; the only process that does.
///
/// Words, each answered by "ok …" or "error WHY":
///
///     device NAME CODE BUTTONS                                       a device with so many buttons from CODE on; answered with its node
///     press FILE CHANGES LEAST MOST SEED FROM CODE SWITCHES DEVICES  so many presses and releases, from LEAST to MOST µs apart
///     gone                                                           takes all devices away
///
/// A press is on the next switch, and of several devices on the next one; FROM is the first of these, in the order in which they
/// were made. The file gets a row for each: when, when that was planned, code and value.
final class Hand {
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private var devices: [OpaquePointer] = []

    deinit { takeAway() }

    func perform(_ words: [String]) throws -> String {
        switch words.first {
        case "device": return try makeDevice(Array(words.dropFirst()))
        case "press": return try press(Array(words.dropFirst()))
        case "gone": takeAway()
        default: throw Problem(description: "unknown word")
        }
        return ""
    }

    private func makeDevice(_ words: [String]) throws -> String {
        guard words.count == 3, let first = UInt32(words[1]), let buttons = UInt32(words[2]) else {
            throw Problem(description: "device NAME CODE BUTTONS")
        }
        let model = libevdev_new()
        defer { libevdev_free(model) }
        libevdev_set_name(model, words[0])
        libevdev_set_id_bustype(model, BUS_USB)
        libevdev_set_id_vendor(model, 0x1209)
        libevdev_set_id_product(model, 2)
        for button in 0..<buttons { libevdev_enable_event_code(model, UInt32(Evdev.key), first + button, nil) }
        var device: OpaquePointer?
        try SystemCall.negated(
            "libevdev_uinput_create_from_device",
            libevdev_uinput_create_from_device(model, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &device))
        guard let device, let node = libevdev_uinput_get_devnode(device) else { throw Problem(description: "no node") }
        devices.append(device)
        return String(cString: node)
    }

    private func takeAway() {
        for device in devices { libevdev_uinput_destroy(device) }
        devices = []
    }

    // MARK: Presses

    private func press(_ words: [String]) throws -> String {
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard words.count == 9, numbers.count == 8, numbers[4] + numbers[7] <= devices.count, numbers[6] > 0,
            numbers[7] > 0
        else { throw Problem(description: "press FILE CHANGES LEAST MOST SEED FROM CODE SWITCHES DEVICES") }
        let (changes, least, most, seed) = (numbers[0], numbers[1], max(numbers[1], numbers[2]), numbers[3])
        let (from, code, switches, used) = (numbers[4], numbers[5], numbers[6], numbers[7])
        let rows = try Rows(path: words[0])
        var random = SeededRandom(seed: UInt64(seed))
        var due = Rows.now
        for change in 0..<changes {
            due += Int64(Int.random(in: least...most, using: &random)) * 1000
            Self.sleep(until: due)
            let press = change / 2
            let button = code + press % switches
            let value = change % 2 == 0 ? Evdev.pressed : Evdev.released
            let moment = try Self.change(devices[from + press % used], button, value)
            rows.add(moment, due, button, value)
        }
        return "\(changes)"
    }

    private static func sleep(until moment: Int64) {
        var time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    /// One report in one write. The kernel takes this moment, which every reader of the node then sees as the event's time
    /// (drivers/input/misc/uinput.c, `is_valid_timestamp`); it keeps microseconds.
    private static func change(_ device: OpaquePointer, _ button: Int, _ value: Int32) throws -> Int64 {
        let microseconds = Rows.now / 1000
        var events = [input_event(), input_event()]
        for index in events.indices {
            events[index].time = timeval(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
        }
        events[0].type = Evdev.key
        events[0].code = UInt16(button)
        events[0].value = value
        try SystemCall.run("write") {
            write(libevdev_uinput_get_fd(device), events, MemoryLayout<input_event>.stride * events.count)
        }
        return microseconds * 1000
    }
}
