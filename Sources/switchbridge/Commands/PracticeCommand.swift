// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// `practice`: what presses and holds would do, with no PC.
struct PracticeCommand: Command {
    private static let virtual = Option("virtual", help: "use virtual devices too, which programs make")
    private static let keyboard = Option(
        "capture-keyboard", help: "take the switches for this program alone even if they are on a keyboard")

    static let description = CommandDescription(
        name: "practice", group: .everyDay, summary: "press and hold with no PC, and see what it would do",
        details: [
            """
            Shows what each press and hold would do, how long it was, and which setting kept it back. Where the presses \
            suggest other times, it says so. Nothing is sent anywhere.
            """,
            """
            The switches do not reach the rest of this box meanwhile, unless they are on a keyboard that somebody types on. \
            The stop of your profile, such as holding a switch, ends it; so do Ctrl-C and the word quit.
            """,
        ],
        operands: [.profile],
        options: [virtual, keyboard, .json], exitCodes: [.noDevice, .notPermitted, .badProfile])

    /// Nil for the only one that is its user's.
    private let profileWord: String?
    private let includesVirtual: Bool
    private let mayTakeKeyboard: Bool
    private let json: Bool

    var need: ServiceNeed { .switches }

    init(_ arguments: Arguments) {
        profileWord = arguments.operands.first
        includesVirtual = arguments.has(Self.virtual)
        mayTakeKeyboard = arguments.has(Self.keyboard)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = try ProfilePlaces(terminal.environment).find(orOnly: profileWord)
        let profile = try found.load()
        let live = try LiveRun(terminal, json: json)
        let monitor: DeviceMonitor
        do { monitor = try DeviceMonitor(loop: live.loop, includesVirtual: includesVirtual) } catch {
            throw .system(error)
        }
        let typedOn = monitor.nodes.first { node in
            node.isKeyboardSomeoneTypesOn && profile.devices.contains { $0.describes(node.identity) }
        }
        if let typedOn, !mayTakeKeyboard {
            terminal.say(Sentence(.practiceKeyboard, ["device": typedOn.identity.name]).description, .warning)
        }
        let source = EvdevSwitches(profile: profile, loop: live.loop, monitor: monitor, names: EvdevNames())
        return try PracticeSession(
            live, source, profile, captures: typedOn == nil || mayTakeKeyboard, json: json
        ).run()
    }
}
