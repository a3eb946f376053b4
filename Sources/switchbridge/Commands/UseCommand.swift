// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import PCProtocol
import Sentences

/// `use`: another profile or PC for the daemon.
struct UseCommand: Command {
    private static let pc = Option("pc", value: "PC", help: "a saved PC, by its name or its id")
    private static let pcProfile = Option(
        "pc-profile", value: "ID", help: "one of the PC's profiles, for the next start")

    static let description = CommandDescription(
        name: "use", group: .everyDay, summary: "have the service go on with another profile or PC",
        details: [
            """
            Forwarding stops first, and nothing starts by itself. The service remembers the profile and the PC for when the box \
            is switched on again.
            """
        ],
        operands: [
            Operand(name: "PROFILE", count: .optional, help: "the name of a profile; see `switchbridge profile list`")
        ],
        options: [pc, pcProfile, .json], exitCodes: [.notPermitted, .badProfile])

    private let profile: String?
    private let pc: String?
    private let pcProfile: String?
    private let json: Bool

    init(_ arguments: Arguments) throws(UsageProblem) {
        profile = arguments.operands.first
        pc = arguments.value(of: Self.pc)
        pcProfile = arguments.value(of: Self.pcProfile)
        json = arguments.has(.json)
        guard profile != nil || pc != nil || pcProfile != nil else {
            throw UsageProblem(.useWhat, command: Self.description.name)
        }
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let line = ServiceLine(ServicePlaces(terminal.environment))
        var answered: [String: JSONValue]?
        if profile != nil || pc != nil { answered = try line.ask(.use(profile: profile, pc: pc)) }
        if let pcProfile { answered = try line.ask(.choose(pcProfile: pcProfile)) }
        guard answered != nil else { throw line.notRunning }
        guard let status = try line.status() else { throw line.notRunning }
        if json { try terminal.show(json: status.json) } else { try terminal.show(lines: status.lines) }
        // It was chosen, and has mistakes, which the status names.
        if let profile, status.profileName != profile { return .code(.badProfile) }
        return .code(.done)
    }
}
