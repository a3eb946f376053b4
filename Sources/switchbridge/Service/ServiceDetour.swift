// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket

/// Has a command run in the right place: here, with what a daemon lends it, or by the service, whose pairings nobody else may
/// read.
struct ServiceDetour {
    private let terminal: Terminal
    private let places: ServicePlaces

    init(_ terminal: Terminal) {
        self.terminal = terminal
        places = ServicePlaces(terminal.environment)
    }

    /// - Parameters:
    ///   - words: the whole command line, without the program's own name.
    ///   - run: runs the command here.
    func run(
        _ words: [String], needing need: ServiceNeed, _ run: (Terminal) throws(Failure) -> Ending
    ) throws(Failure) -> Ending {
        guard terminal.environment[StateFiles.lentVariable] == nil else { return try run(terminal) }
        switch need {
        case .nothing: return try run(terminal)
        case .pairings where places.areOurs: return try run(terminal)
        case .pc where places.areOurs:
            guard let loan = try ServiceLoan(.pc, places) else { return try run(terminal) }
            defer { loan.end() }
            return try run(terminal.with([StateFiles.lentVariable: "1"]).with(loan))
        case .pairings, .pc: return try RemoteCommand(terminal, places).run(words)
        case .switches:
            guard let loan = try ServiceLoan(.switches, places) else { return try run(terminal) }
            defer { loan.end() }
            return try run(terminal.with(loan))
        }
    }
}
