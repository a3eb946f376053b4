// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Sentences

/// `daemon`: the bridge of a box where nobody types commands.
struct DaemonCommand: Command {
    private static let system = Option(
        "system", help: "with the profiles and pairings of the whole box, as its service does")
    private static let user = Option("user", help: "with your own profiles and pairings")
    private static let virtual = Option("virtual", help: "use virtual devices too, which programs make")
    private static let keyboard = Option(
        "capture-keyboard", help: "let a profile take the only keyboard of this box")

    static let description = CommandDescription(
        name: "daemon", group: .everyDay, summary: "hold everything ready, and forward when its user starts",
        details: [
            """
            It reads the switches, keeps the connection to the PC, and never starts forwarding by itself. Forwarding is started \
            by the switches, as the profile says, or by `switchbridge start`. Other commands speak to it while it runs.
            """,
            "Installed as a service, it runs from the moment the box is switched on.",
        ],
        options: [system, user, virtual, keyboard, .adapter],
        exitCodes: [.watchdog])

    private let kind: ServicePlaces.Kind?
    private let options: DaemonBridge.Options

    init(_ arguments: Arguments) throws(UsageProblem) {
        if arguments.has(Self.system), arguments.has(Self.user) {
            throw UsageProblem(
                .optionsContradict, ["one": Self.system.spelling, "other": Self.user.spelling],
                command: Self.description.name)
        }
        kind = arguments.has(Self.system) ? .system : arguments.has(Self.user) ? .user : nil
        options = DaemonBridge.Options(
            includesVirtual: arguments.has(Self.virtual), adapter: try arguments.adapter(),
            mayTakeKeyboard: arguments.has(Self.keyboard))
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let terminal = kind.map { terminal.with([ServicePlaces.variable: $0.rawValue]) } ?? terminal
        let places = ServicePlaces(terminal.environment)
        guard !places.isAnswered else {
            throw Failure.other(Sentence(.serviceAlreadyRuns, ["path": places.controlSocket]))
        }
        // Before anything is made: a directory of the service's would make this box look as if it were installed.
        let directory = Path.directory(of: places.controlSocket)
        guard places.kind == .user || access(directory, W_OK) == 0 else {
            throw Failure.other(Sentence(.serviceNoPlace, ["path": directory]))
        }
        // What it says goes into the journal; forwarding goes on without one.
        let live = try LiveRun(terminal, needsReader: false)
        let state = try StateFiles(terminal)
        if state.lastRunHung { terminal.say(Sentence(.forwardLastRunHung).description, .warning) }
        let bridge = try DaemonBridge(live.loop, terminal.environment, options, state)
        return try DaemonSession(live, places, bridge).run()
    }
}
