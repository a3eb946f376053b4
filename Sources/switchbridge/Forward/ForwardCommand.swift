// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import ControlSocket
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
        operands: [.profile],
        options: [pc, pcProfile, verbose, virtual, keyboard, .adapter, .json],
        exitCodes: [.noDevice, .notPermitted, .badProfile, .noPC, .pairingRefused, .stoppedForSafety, .watchdog])

    /// Nil for the only one that is its user's.
    private let profileWord: String?
    /// Nil for the default.
    private let pc: String?
    private let pcProfileID: String?
    private let isVerbose: Bool
    private let includesVirtual: Bool
    private let mayTakeKeyboard: Bool
    private let adapter: String?
    private let json: Bool

    init(_ arguments: Arguments) throws(UsageProblem) {
        profileWord = arguments.operands.first
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

    /// With the PC within this program, only the switches are a daemon's too.
    var need: ServiceNeed { pc == PCTarget.simulatedWord ? .switches : .nothing }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        if pc != PCTarget.simulatedWord, let ending = try runWithDaemon(terminal) { return ending }
        let path = try ProfilePlaces(terminal.environment).find(orOnly: profileWord).path
        let isKept = pc != PCTarget.simulatedWord
        let profiles = try ForwardProfiles(
            terminal.environment, beginningWith: path, isNoted: isKept, includesVirtual: includesVirtual,
            mayTakeKeyboard: mayTakeKeyboard)
        let onTerminal = !json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        try askBeforeTakingKeyboard(of: path, profiles, terminal, onTerminal: onTerminal)
        let live = try LiveRun(terminal, json: !onTerminal)
        // A PC that ends with the program has nothing to be remembered.
        let state = try isKept ? StateFiles(terminal) : StateFiles(nil)
        if state.lastRunHung { terminal.say(Sentence(.forwardLastRunHung).description, .warning) }
        var pcs = ForwardPCs(PCPlaces(adapter: adapter), state)
        let first = try pcs.first(pc, live.loop)
        let watchdog = try state.watchdog(live.loop)
        let opened = try profiles.open(path, live.loop)
        let forwarder = Forwarder(
            profile: opened.profile, pcProfileID: pcProfileID, source: opened.source, connection: first.connection,
            loop: live.loop, watchdog: watchdog)
        let view: any ForwardView = onTerminal ? ForwardTextView(live.terminal) : ForwardJSONView(live.terminal)
        let control = ForwardControl(
            live.loop, forwarder, profiles, pcs, lookingFor: first.target, startsWhenReady: onTerminal,
            isTyped: true, verbose: isVerbose)
        return try ForwardSession(live, control, lookingFor: first.target, view).run()
    }

    /// A daemon that runs does it; nil when there is none and everything is this user's own.
    private func runWithDaemon(_ terminal: Terminal) throws(Failure) -> Ending? {
        let places = ServicePlaces(terminal.environment)
        let line = ServiceLine(places)
        guard places.isAnswered else {
            guard places.areOurs else { throw line.notRunning }
            return nil
        }
        guard !includesVirtual, !mayTakeKeyboard, adapter == nil else { throw .other(Sentence(.serviceDecides)) }
        if profileWord != nil || pc != nil { _ = try line.ask(.use(profile: profileWord, pc: pc)) }
        let onTerminal = !json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let live = try LiveRun(terminal, json: !onTerminal)
        let talk = try ServiceTalk(live, places)
        return try RemoteForward(talk, pcProfile: pcProfileID, isTyped: onTerminal).run()
    }

    /// F3: taking the only keyboard away from its user is asked first, and no answer means no. Ctrl-C still works as
    /// usual here: nothing is open yet.
    private func askBeforeTakingKeyboard(
        of path: String, _ profiles: ForwardProfiles, _ terminal: Terminal, onTerminal: Bool
    ) throws(Failure) {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .system(error) }
        // Also where nothing is asked: a profile with mistakes is told before anything else.
        let source = try profiles.open(path, loop).source
        guard !mayTakeKeyboard, let keyboard = source.onlyKeyboard else { return }
        let name = ["name": keyboard.identity.name]
        guard onTerminal else { throw .other(Sentence(.forwardKeyboardRefused, name)) }
        terminal.say(Sentence(.forwardKeyboardQuestion, name).description, .warning)
        guard readLine() == "yes" else { throw .other(Sentence(.forwardKeyboardRefused, name)) }
    }
}
