// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import InputDevices
import Profiles
import SwitchCore

/// What `learn` and `switch replace` are told in common.
struct LearnOptions {
    private static let keyboard = Option(
        "keyboard", help: "the switch is on a keyboard that somebody types on: look at its keys")
    private static let device = Option(
        "device", value: "DEVICE", help: "listen to this device only, such as event3 or a part of its name")
    private static let virtual = Option("virtual", help: "look at virtual devices too, which programs make")
    static let script = Option(
        "script", help: "ask nothing, take what is proposed, and print JSON lines; only the presses are waited for")

    static let all: [Option] = [device, keyboard, virtual, script, .atNextStart, .json]

    let atNextStart: Bool
    private let keyboardIsAllowed: Bool
    private let includesVirtual: Bool
    private let isScript: Bool
    private let json: Bool
    private let selection: DeviceSelection

    init(_ arguments: Arguments) {
        atNextStart = arguments.has(.atNextStart)
        keyboardIsAllowed = arguments.has(Self.keyboard)
        includesVirtual = arguments.has(Self.virtual)
        isScript = arguments.has(Self.script)
        json = arguments.has(.json) || isScript
        selection = DeviceSelection(words: arguments.value(of: Self.device).map { [$0] } ?? [])
    }

    /// - Parameter count: of switches that a script waits for.
    func learn(
        into draft: LearnDraft, firstName: String? = nil, count: Int, _ terminal: Terminal,
        save: @escaping (ProfileEdit) throws(Failure) -> LearnNews
    ) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let monitor: DeviceMonitor
        do { monitor = try DeviceMonitor(loop: live.loop, includesVirtual: includesVirtual) } catch {
            throw .system(error)
        }
        let machine = LearnMachine(
            draft, names: EvdevNames(), firstName: firstName, keyboardIsAllowed: keyboardIsAllowed,
            automaticCount: isScript ? count : nil, isTyped: isatty(STDIN_FILENO) == 1)
        return try LearnSession(live, monitor, selection, machine, json: json, save: save).run()
    }
}
