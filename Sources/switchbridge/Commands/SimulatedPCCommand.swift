// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SimulatedPC

/// `simulated-pc`: a PC in software, for trying things out without one.
struct SimulatedPCCommand: Command {
    private static let listen = Option(
        "listen", value: "PATH", isRequired: true, help: "the socket to wait at; forward it with --pc unix:PATH")
    private static let approve = Option("approve", help: "accept whoever asks to be paired")
    private static let state = Option("state", value: "FILE", help: "remember pairings in FILE, for the next start")
    private static let name = Option("name", value: "NAME", help: "what the PC calls itself")
    private static let desktopID = Option("desktop-id", value: "ID", help: "its identity; another one is another PC")
    /// `PCFaults` knows its own flags and reads them.
    private static let faultOptions = PCFaults.flags.map { flag in
        Option(String(flag.name.dropFirst(2)), value: flag.value, help: "fault: \(flag.help)")
    }

    static let description = CommandDescription(
        name: "simulated-pc", group: .testing, summary: "a PC in software that shows what it does",
        details: [
            "It speaks the same protocol as a real PC, shows what it executes and holds, and does nothing to this box.",
            """
            When a remote asks to be paired, compare the code on both sides, then type approve or reject and press \
            Enter.
            """,
            "Faults are repeatable: the same --seed makes the same mistakes.",
        ],
        options: [listen, approve, state, name, desktopID, .json] + faultOptions)

    private let path: String
    private let options: SimulatedPC.Options
    private let json: Bool

    init(_ arguments: Arguments) throws(UsageProblem) {
        path = arguments.value(of: Self.listen) ?? ""
        json = arguments.has(.json)
        var options = SimulatedPC.Options(configuration: PCConfiguration(status: try Self.status(arguments)))
        options.approvesAll = arguments.has(Self.approve)
        options.stateFile = arguments.value(of: Self.state).map { PCStateFile(path: $0) }
        options.faults = try Self.faults(arguments)
        self.options = options
    }

    /// What a remote would read of it, within the bounds of the protocol.
    private static func status(_ arguments: Arguments) throws(UsageProblem) -> PCStatus {
        let wanted = PCStatus(
            desktopID: arguments.value(of: desktopID) ?? "simulated-pc",
            displayName: arguments.value(of: name) ?? "Simulated PC", platform: .linux)
        guard let status = try? PCStatus(decoding: wanted.encoded()) else {
            throw arguments.badValue(of: desktopID, expected: "a short word")
        }
        return status
    }

    private static func faults(_ arguments: Arguments) throws(UsageProblem) -> PCFaults {
        var words = faultOptions.filter(arguments.has).flatMap { option in
            [option.spelling] + (option.value == nil ? [] : [arguments.value(of: option) ?? ""])
        }
        do throws(PCFaults.Problem) {
            return try PCFaults.taken(from: &words)
        } catch {
            switch error {
            case .missingValue(let flag):
                throw UsageProblem(.optionMissing, ["option": flag], command: arguments.command)
            case .badValue(let flag, let value, let expected):
                throw UsageProblem(
                    .optionBadValue, ["option": flag, "found": value, "expected": expected],
                    command: arguments.command)
            }
        }
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let pc = try open(live)
        defer { pc.close() }
        let input = LineInput(loop: live.loop) { line in
            // Without anybody at the keyboard it goes on: remotes come and go by the socket.
            guard let line, !line.isEmpty, !pc.lineEntered(line) else { return }
            live.terminal.say(Sentence(.simulatedPCWords).description)
        }
        return try live.run(keeping: input)
    }

    private func open(_ live: LiveRun) throws(Failure) -> SimulatedPC {
        let pc: SimulatedPC
        do throws(PCStateFile.Problem) {
            pc = try SimulatedPC(loop: live.loop, options: options) { news in
                live.attempt { () throws(Failure) in try show(news, live.terminal) }
            }
        } catch {
            throw .other(Self.sentence(error, path: options.stateFile?.path ?? ""))
        }
        do throws(SystemError) { try pc.listen(at: path) } catch {
            throw .other(Sentence(.simulatedPCNotListening, ["path": path, "error": error.words]))
        }
        return pc
    }

    private func show(_ news: PCNews, _ terminal: Terminal) throws(Failure) {
        if json { try terminal.show(json: news.json) } else { try terminal.show(news.text) }
    }

    private static func sentence(_ problem: PCStateFile.Problem, path: String) -> Sentence {
        switch problem {
        case .system(let error): Sentence(.simulatedPCNoState, ["path": path, "error": error.words])
        case .unreadable: Sentence(.simulatedPCStateUnreadable, ["path": path])
        }
    }
}
