// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import Glibc
import InputDevices
import PCLink
import PCProtocol
import Profiles
import Sentences
import SimulatedPC
import SwitchCore

/// `forward`: the program's purpose.
struct ForwardCommand: Command {
    private static let pc = Option(
        "pc", value: "PC", help: "\(PCTarget.spelling), or simulated; otherwise the default")
    private static let pcProfile = Option(
        "pc-profile", value: "ID", help: "the PC's profile to use; otherwise the one used there last")
    private static let verbose = Option(
        "verbose", short: "v", help: "show the changes of state and what the PC answers to every press")
    private static let virtual = Option("virtual", help: "use virtual devices too, which programs make")
    private static let keyboard = Option(
        "capture-keyboard", help: "yes to the question whether to take the only keyboard of this box")

    static let description = CommandDescription(
        name: "forward", group: .everyDay, summary: "forward your switches to a PC",
        details: [
            "PROFILE is the name of a profile or a file; `switchbridge profile list` shows them.",
            """
            On a terminal this starts forwarding as soon as the PC is ready. After any stop nothing starts again by \
            itself: type start and press Enter. The words are start, stop, profile, use, pair, quit and help. Ctrl-C and \
            Ctrl-Z stop in order, too.
            """,
            """
            Off a terminal, or with --json, it speaks JSON lines and waits for the word start on its input; the end of \
            the input ends it.
            """,
        ],
        operands: [Operand(name: "PROFILE", count: .one, help: "a profile, by name or as a file")],
        options: [pc, pcProfile, verbose, virtual, keyboard, .adapter, .json],
        exitCodes: [.noDevice, .notPermitted, .badProfile, .noPC, .pairingRefused, .stoppedForSafety, .watchdog])

    private let profileWord: String
    /// Nil for the default.
    private let pc: String?
    private let pcProfileID: String?
    private let isVerbose: Bool
    private let includesVirtual: Bool
    private let mayTakeKeyboard: Bool
    private let adapter: String?
    private let json: Bool

    init(_ arguments: Arguments) throws(UsageProblem) {
        profileWord = arguments.operands.first ?? ""
        pc = try arguments.value(of: Self.pc, expected: "\(PCTarget.spelling), or simulated") { text in
            ["", "unix:"].contains(text) ? nil : text
        }
        pcProfileID = arguments.value(of: Self.pcProfile)
        isVerbose = arguments.has(Self.verbose)
        includesVirtual = arguments.has(Self.virtual)
        mayTakeKeyboard = arguments.has(Self.keyboard)
        adapter = try arguments.adapter()
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let path = try ProfilePlaces(terminal.environment).find(profileWord).path
        let profile = try loadedProfile(path)
        let onTerminal = !json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        try askBeforeTakingKeyboard(for: profile, terminal, onTerminal: onTerminal)
        let live = try LiveRun(terminal, json: !onTerminal)
        // A PC that ends with the program has nothing to be remembered.
        let state = try StateFiles(pc == PCTarget.simulatedWord ? nil : terminal.environment)
        let use = pc == PCTarget.simulatedWord ? nil : try ProfileUse(of: path, in: terminal.environment)
        defer { withExtendedLifetime(use) {} }
        if state.lastRunHung { terminal.say(Sentence(.forwardLastRunHung).description, .warning) }
        let pcs = ForwardPCs(PCPlaces(adapter: adapter), state)
        let first = try pcs.first(pc, live.loop)
        let watchdog = try state.watchdog(live.loop)
        let forwarder = Forwarder(
            profile: profile, pcProfileID: pcProfileID, source: try switches(of: profile, live.loop),
            connection: first.connection, loop: live.loop, watchdog: watchdog)
        let view: any ForwardView = onTerminal ? ForwardTextView(live.terminal) : ForwardJSONView(live.terminal)
        let session = ForwardSession(
            live, forwarder, pcs, lookingFor: first.target, view, startsWhenReady: onTerminal, verbose: isVerbose)
        return try session.run()
    }

    // MARK: The parts

    private func loadedProfile(_ path: String) throws(Failure) -> Profile {
        do throws(ProfileProblems) {
            return try ProfileFile.load(path: path, names: EvdevNames()).get()
        } catch { throw .profile(error) }
    }

    private func switches(of profile: Profile, _ loop: EventLoop) throws(Failure) -> EvdevSwitches {
        do throws(SystemError) {
            let monitor = try DeviceMonitor(loop: loop, includesVirtual: includesVirtual)
            return EvdevSwitches(profile: profile, loop: loop, monitor: monitor, names: EvdevNames())
        } catch { throw .system(error) }
    }

    /// F3: taking the only keyboard away from its user is asked first, and no answer means no. Ctrl-C still works as
    /// usual here: nothing is open yet.
    private func askBeforeTakingKeyboard(
        for profile: Profile, _ terminal: Terminal, onTerminal: Bool
    ) throws(Failure) {
        guard !mayTakeKeyboard else { return }
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .system(error) }
        guard let keyboard = try switches(of: profile, loop).onlyKeyboard else { return }
        let name = ["name": keyboard.identity.name]
        guard onTerminal else { throw .other(Sentence(.forwardKeyboardRefused, name)) }
        terminal.say(Sentence(.forwardKeyboardQuestion, name).description, .warning)
        guard readLine() == "yes" else { throw .other(Sentence(.forwardKeyboardRefused, name)) }
    }
}
