// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import SeededRandom
import SwitchCore
import VirtualInput

/// Makes a virtual device and does what a person would do with it. It sleeps between presses: it has nothing else to do.
final class Hand {
    enum Problem: Error, CustomStringConvertible {
        case unknownWord(String)
        case badArguments(of: String)
        case noDevice

        var description: String {
            switch self {
            case .unknownWord(let word): "unknown word \(word)"
            case .badArguments(let word): "bad arguments of \(word)"
            case .noDevice: "no device was created"
            }
        }
    }

    private var device: VirtualDevice?
    private var shape: VirtualShape?
    /// So many times slower are presses at random.
    private var pace: Int64 = 1

    /// - Returns: what to add to "ok".
    func perform(_ word: String, _ arguments: [String]) throws -> String {
        switch word {
        case "create": return try create(arguments)
        case "destroy": device = nil
        case "down": try move(key(arguments.first), to: Evdev.pressed)
        case "up": try move(key(arguments.first), to: Evdev.released)
        case "tap": try tap(key(arguments.first), milliseconds: number(arguments.dropFirst().first, word))
        case "axis": try moveAxis(arguments)
        case "press-all": try pressAll()
        case "burst": try burst(events: number(arguments.first, word), key(arguments.dropFirst().first))
        case "random": try pressAtRandom(arguments)
        case "pace": pace = Int64(max(1, try number(arguments.first, word)))
        case "wait": Self.sleep(milliseconds: try number(arguments.first, word))
        default: throw Problem.unknownWord(word)
        }
        return ""
    }

    // MARK: The device

    private func create(_ arguments: [String]) throws -> String {
        guard let word = arguments.first, let shape = Self.shape(word, Array(arguments.dropFirst())) else {
            throw Problem.badArguments(of: "create")
        }
        device = nil
        let made = try VirtualDevice(shape)
        device = made
        self.shape = shape
        return made.devnode
    }

    private static func shape(_ word: String, _ rest: [String]) -> VirtualShape? {
        var shape: VirtualShape
        switch word {
        case "keyboard": shape = .keyboard
        case "box": shape = .twoSwitchBox
        case "gamepad": shape = .adaptiveController
        case "pedal": shape = .pedal
        case "twin": return rest.first.map { VirtualShape.twoSwitchBox.pluggedIn(at: $0) }
        default: return nil
        }
        if !rest.isEmpty { shape.name = rest.joined(separator: " ") }
        return shape
    }

    private func existing() throws -> (VirtualDevice, VirtualShape) {
        guard let device, let shape else { throw Problem.noDevice }
        return (device, shape)
    }

    // MARK: Single moves

    private func move(_ key: UInt16, to value: Int32) throws {
        let (device, _) = try existing()
        tell(Self.now, type: Evdev.key, key, value)
        device.emit(Evdev.key, key, value)
        device.sync()
    }

    private func tap(_ key: UInt16, milliseconds: Int) throws {
        try move(key, to: Evdev.pressed)
        Self.sleep(milliseconds: milliseconds)
        try move(key, to: Evdev.released)
    }

    private func moveAxis(_ arguments: [String]) throws {
        let (device, _) = try existing()
        guard arguments.count == 2, let value = Int32(arguments[1]),
            let code = Self.code(Evdev.absoluteAxis, arguments[0])
        else { throw Problem.badArguments(of: "axis") }
        tell(Self.now, type: Evdev.absoluteAxis, code, value)
        device.move(code, to: value)
    }

    private func pressAll() throws {
        let (device, shape) = try existing()
        for key in shape.keys {
            tell(Self.now, type: Evdev.key, key, Evdev.pressed)
            device.emit(Evdev.key, key, Evdev.pressed)
        }
        device.sync()
    }

    // MARK: Many moves

    private func burst(events: Int, _ key: UInt16) throws {
        let (device, _) = try existing()
        for index in 0..<events / 2 {
            device.emit(Evdev.key, key, index.isMultiple(of: 2) ? Evdev.pressed : Evdev.released)
            device.sync()
        }
    }

    /// Presses last 20…99 ms. Most pauses are 20…99 ms, every fourth or so 100…399: the safety watch takes pauses
    /// under 50 ms for a bad contact, and presses with no other between them for one long hold. What comes next is
    /// counted from what was done, so that a slow machine makes no press shorter than the debounce.
    private func pressAtRandom(_ arguments: [String]) throws {
        guard let presses = arguments.first.flatMap({ Int($0) }), arguments.count >= 2, let seed = UInt64(arguments[1])
        else { throw Problem.badArguments(of: "random") }
        let keys = try arguments.count > 2 ? arguments.dropFirst(2).map { try key($0) } : existing().1.keys
        var random = SeededRandom(seed: seed)
        var isDown = keys.map { _ in false }
        var due = keys.map { _ in Self.now + Int64(random.below(100)) * pace * 1_000_000 }
        var begun = 0
        while let next = due.indices.filter({ isDown[$0] || begun < presses }).min(by: { due[$0] < due[$1] }) {
            Self.sleep(until: due[next])
            if !isDown[next] { begun += 1 }
            isDown[next].toggle()
            try move(keys[next], to: isDown[next] ? Evdev.pressed : Evdev.released)
            let isLong = !isDown[next] && random.below(4) == 0
            due[next] =
                Self.now + Int64(isLong ? 100 + random.below(300) : 20 + random.below(80)) * pace
                * 1_000_000
        }
    }

    // MARK: Words, names and time

    private func tell(_ time: Int64, type: UInt16, _ code: UInt16, _ value: Int32) {
        let name = libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { String(cString: $0) } ?? "\(code)"
        print("edge \(time) \(name) \(value)")
    }

    /// The key of that name; without a name the device's first.
    private func key(_ name: String?) throws -> UInt16 {
        guard let name else { return try existing().1.keys.first ?? 0 }
        guard let code = Self.code(Evdev.key, name) else { throw Problem.badArguments(of: name) }
        return code
    }

    /// A number where libevdev is older than the name, as with `ABS_PROFILE`.
    private static func code(_ type: UInt16, _ name: String) -> UInt16? {
        UInt16(name) ?? UInt16(exactly: libevdev_event_code_from_name(UInt32(type), name))
    }

    private func number(_ text: String?, _ word: String) throws -> Int {
        guard let number = text.flatMap({ Int($0) }), (0...1_000_000).contains(number) else {
            throw Problem.badArguments(of: word)
        }
        return number
    }

    private static var now: Int64 { EventLoop.readClock().instant.nanoseconds }

    private static func sleep(milliseconds: Int) { sleep(until: now + Int64(milliseconds) * 1_000_000) }

    private static func sleep(until time: Int64) {
        var time = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
