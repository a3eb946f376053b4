// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
package import SwitchCore

/// Says what the PC has to be told where this box decides, and keeps what that leaves held.
package struct ActionRunner: Sendable {
    package enum Wire: Hashable, Sendable {
        /// None where nothing has to be said for it.
        case commands([Command])
        /// The PC does not know it, so it is not asked.
        case unsupported
    }

    private let actions: [String: CatalogueAction]
    private var ledger = HeldLedger()

    package init(_ actions: some Sequence<CatalogueAction>) {
        self.actions = actions.reduce(into: [:]) { $0[$1.id] = $1 }
    }

    /// For everything that this profile maps.
    package init(_ profile: Profile) {
        self.init(profile.switches.flatMap(\.actions.all).compactMap { ActionCatalogue.action(named: $0.id) })
    }

    /// Everything that they can leave held on a PC that can do this.
    package func mayHold(with capabilities: Capabilities) -> HeldInputs {
        actions.values.filter { $0.isSupported(by: capabilities) }.reduce(into: .nothing) { $0.formUnion($1.mayHold) }
    }

    package mutating func wire(for request: SessionRequest, with capabilities: Capabilities) -> Wire {
        switch request {
        case .start:
            ledger.clear()
            return .commands([])
        case .action(let step):
            guard let action = actions[step.action.id], action.isSupported(by: capabilities) else {
                return .unsupported
            }
            return .commands(ledger.commands(for: step.phase, of: action))
        case .stop: return .commands(ledger.held.releases)
        case .edge, .sync: return .commands([])
        }
    }

    package mutating func answered(_ request: SessionRequest, _ outcome: RequestOutcome) {
        guard case .action(let step) = request, let action = actions[step.action.id] else { return }
        ledger.answered(step.phase, of: action, outcome)
    }
}
