// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink

/// What the commands about one PC are given.
struct PCArguments {
    /// As its user called it; nil where none was named.
    let pc: String?
    let json: Bool
    private let adapter: String?

    init(_ arguments: Arguments) throws(UsageProblem) {
        pc = arguments.operands.first
        json = arguments.has(.json)
        adapter = try arguments.adapter()
    }

    var places: PCPlaces { PCPlaces(adapter: adapter) }

    func target(among pcs: SavedPCs) throws(Failure) -> PCTarget { try PCTarget(pc, among: pcs) }

    /// A connection to the PC that is meant, which has not begun yet.
    func visit(_ live: LiveRun, _ state: StateFiles) throws(Failure) -> PCVisit {
        try PCVisit(live, to: target(among: state.savedPCs), places, state)
    }
}
