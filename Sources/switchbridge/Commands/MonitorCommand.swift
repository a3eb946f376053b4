// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// `monitor`: what devices send, live. It only listens: what is pressed goes on to reach everything else on this box.
struct MonitorCommand: Command {
    private static let showKeys = Option("show-keys", help: "show every key of keyboards too, so what is typed")
    private static let profileOption = Option(
        "profile", value: "PROFILE", help: "show what this profile's switches and filters make of it")

    static let description = CommandDescription(
        name: "monitor", group: .trouble, summary: "show live what switches send",
        details: [
            """
            Without a DEVICE it listens to everything that can be a switch. It only listens: what is pressed reaches \
            the rest of this box as well. End it with Ctrl-C.
            """,
            """
            On keyboards that somebody types on, the keys that the profile does not use are hidden, and only counted: \
            they may be a password.
            """,
        ],
        operands: [Operand(name: "DEVICE", count: .any, help: "a node such as event3, or a part of a name")],
        options: [profileOption, showKeys, .json], exitCodes: [.noDevice, .notPermitted, .badProfile])

    private let selection: DeviceSelection
    private let showsAllKeys: Bool
    private let json: Bool
    private let profileWord: String?

    var need: ServiceNeed { .switches }

    init(_ arguments: Arguments) {
        selection = DeviceSelection(words: arguments.operands)
        showsAllKeys = arguments.has(Self.showKeys)
        json = arguments.has(.json)
        profileWord = arguments.value(of: Self.profileOption)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let profile = try loadProfile(terminal)
        let live = try LiveRun(terminal, json: json)
        let listening = MonitorListening(
            live: live, selection: selection, view: MonitorView(profile: profile, showsAllKeys: showsAllKeys),
            writer: MonitorWriter(names: EvdevNames(), profile: profile, start: live.loop.now), json: json)
        try live.onSuspend(giveBack: {}, takeAgain: {})
        try listening.open()
        let ending = try live.run(keeping: listening)
        listening.sayWhatWasHidden(terminal)
        return ending
    }

    private func loadProfile(_ terminal: Terminal) throws(Failure) -> Profile? {
        guard let profileWord else { return nil }
        return try ProfilePlaces(terminal.environment).find(profileWord).load()
    }
}
