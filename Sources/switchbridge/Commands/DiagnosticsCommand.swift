// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import InputDevices
import PCLink
import PCProtocol
import Sentences

/// `diagnostics`: what to attach to a report of a fault.
struct DiagnosticsCommand: Command {
    private static let output = Option("output", value: "FILE", help: "write it to a file that only you can read")
    private static let full = Option(
        "full", help: "with names, serial numbers, addresses and ids, which tell who and what is meant")
    private static let virtual = Option("virtual", help: "count virtual devices too, which programs make")
    /// Only its owner may read it.
    private static let fileMode: mode_t = 0o600

    static let description = CommandDescription(
        name: "diagnostics", group: .trouble, summary: "everything that helps to find a fault, to attach to a report",
        details: [
            """
            The switches first, then the devices, the profile, Bluetooth, the PC, the clock, the service, what was counted and \
            what happened last. It changes nothing, and works also where the service does not run or does not answer.
            """,
            """
            Names, serial numbers, addresses and ids are replaced by such as "PC 1" and "device 2", unless you add --full. \
            Neither the secrets of pairings nor texts to type are ever in it.
            """,
        ],
        options: [output, full, virtual, .json])

    private let path: String?
    private let isFull: Bool
    private let includesVirtual: Bool
    private let json: Bool

    init(_ arguments: Arguments) {
        path = arguments.value(of: Self.output)
        isFull = arguments.has(Self.full)
        includesVirtual = arguments.has(Self.virtual)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let facts = try BoxFacts(gatheredFor: terminal.environment, includesVirtual: includesVirtual)
        let report = DiagnosticReport(facts, isFull: isFull, names: EvdevNames())
        guard let path else {
            try show(report, terminal)
            return .code(.done)
        }
        let sink = CollectingSink()
        try show(report, Terminal(environment: [:], output: TextOutput(sink: sink), talk: terminal.talk))
        do throws(SystemError) {
            try AtomicFile.write(Array(sink.text.utf8), to: path, mode: Self.fileMode)
        } catch {
            throw .other(Sentence(.diagnosticsNotWritten, ["path": path, "error": error.words]))
        }
        terminal.say(
            Sentence(isFull ? .diagnosticsWrittenFull : .diagnosticsWritten, ["path": path]).description, .good)
        return .code(.done)
    }

    private func show(_ report: DiagnosticReport, _ terminal: Terminal) throws(Failure) {
        if json { return try terminal.show(json: report.json) }
        try terminal.show(Sentence(isFull ? .diagnosticsTitleFull : .diagnosticsTitle).description)
        for section in report.sections {
            try terminal.show()
            try terminal.show(section.heading.description, .heading)
            for line in section.lines { try terminal.show(line, indent: 2) }
        }
    }
}

/// Keeps what is written.
private final class CollectingSink: TextSink {
    private(set) var text = ""

    func write(_ text: String) { self.text += text }
    func finish() {}
}
