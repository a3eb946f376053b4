// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore

/// A light of this box, as the kernel shows it in a directory of its own (Documentation/ABI/testing/sysfs-class-led).
/// The kernel blinks it, so that nothing wakes this program for it. The writes only set what a driver does soon after.
package final class BoxLight {
    package static let directory = "/sys/class/leds"
    /// The file of triggers names all of them, several for each processor.
    private static let readLimit = 65_536

    package let name: String
    private let path: String
    private let before: Setting
    private var hasShown = false

    private struct Setting {
        var trigger: String
        var brightness: String
        /// Milliseconds, where the kernel blinked it before.
        var rhythm: (on: String, off: String)?
    }

    /// Notes how the light is, for `restore`.
    /// - Parameters:
    ///   - directory: another one in tests.
    ///   - mayBeLeftOn: whether a run that was killed may have left it on. Then a light at its brightest without a trigger, as this
    ///     program has it while forwarding is on, was off before; whatever else keeps a light on has a trigger for it.
    package init(named name: String, in directory: String = BoxLight.directory, mayBeLeftOn: Bool = false)
        throws(LightProblem)
    {
        guard LightName.isFit(name) else { throw .missing(light: name) }
        self.name = name
        path = directory + "/" + name
        do throws(SystemError) {
            var before = try Self.setting(of: path)
            if mayBeLeftOn, before.trigger == "none", before.brightness == (try Self.read(path + "/max_brightness")) {
                before.brightness = "0"
            }
            self.before = before
        } catch { throw LightProblem(name, error) }
    }

    /// Why this light cannot be used, without touching it; nil when it can.
    /// - Parameter mayWrite: whether whoever is to use it may write to a file; this process if not said.
    package static func problem(
        of name: String, in directory: String = BoxLight.directory,
        mayWrite: (String) -> Bool = { access($0, W_OK) == 0 }
    ) -> LightProblem? {
        guard LightName.isFit(name), access("\(directory)/\(name)/brightness", F_OK) == 0 else {
            return .missing(light: name)
        }
        let isPermitted = ["brightness", "trigger"].allSatisfy { mayWrite("\(directory)/\(name)/\($0)") }
        return isPermitted ? nil : .notPermitted(light: name)
    }

    /// The lights that there are. - Parameter limit: as many are named.
    package static func names(in directory: String = BoxLight.directory, limit: Int = 16) -> [String] {
        Array(DirectoryEntries.names(in: directory, where: LightName.isFit).prefix(limit))
    }

    // MARK: Showing

    package func show(_ pattern: LightPattern) throws(LightProblem) {
        do throws(SystemError) {
            hasShown = true
            switch pattern {
            // The trigger first: brightness 0 would take one away, and any other leave it.
            case .off: try set(trigger: "none", brightness: "0")
            case .on: try set(trigger: "none", brightness: try fullBrightness())
            case .blinking: try write("timer", to: "trigger")
            }
        } catch {
            guard pattern == .blinking, error.code == EINVAL else { throw LightProblem(name, error) }
            try show(.on)
            throw .cannotBlink(light: name)
        }
    }

    /// As it was before. Settings that a trigger other than `timer` keeps for itself are that trigger's first ones again.
    package func restore() {
        guard hasShown else { return }
        hasShown = false
        guard before.trigger != "none" else {
            try? set(trigger: "none", brightness: before.brightness)
            return
        }
        try? write(before.trigger, to: "trigger")
        guard let rhythm = before.rhythm else { return }
        try? write(rhythm.on, to: "delay_on")
        try? write(rhythm.off, to: "delay_off")
    }

    private func set(trigger: String, brightness: String) throws(SystemError) {
        try write(trigger, to: "trigger")
        try write(brightness, to: "brightness")
    }

    private func fullBrightness() throws(SystemError) -> String { try Self.read(path + "/max_brightness") }

    // MARK: Files

    private func write(_ text: String, to file: String) throws(SystemError) {
        let descriptor = try FileDescriptor(path: "\(path)/\(file)", flags: O_WRONLY | O_TRUNC)
        try SystemCall.run("write") { Glibc.write(descriptor.raw, text, text.utf8.count) }
    }

    private static func setting(of path: String) throws(SystemError) -> Setting {
        let brightness = try read(path + "/brightness")
        let triggers = try read(path + "/trigger").split(whereSeparator: \.isWhitespace)
        let chosen = triggers.first { $0.hasPrefix("[") && $0.hasSuffix("]") }.map { $0.dropFirst().dropLast() }
        let rhythm: (String, String)? =
            if chosen == "timer", let on = try? read(path + "/delay_on"), let off = try? read(path + "/delay_off") {
                (on, off)
            } else { nil }
        return Setting(trigger: chosen.map(String.init) ?? "none", brightness: brightness, rhythm: rhythm)
    }

    /// A short text without its end of line.
    private static func read(_ path: String) throws(SystemError) -> String {
        let descriptor = try FileDescriptor(path: path, flags: O_RDONLY)
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while text.count < readLimit {
            let count = try SystemCall.run("read") { Glibc.read(descriptor.raw, &piece, piece.count) }
            guard count > 0 else { break }
            text += piece.prefix(count)
        }
        return String(decoding: text.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
