// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
package import SwitchCore

/// Says what the PC has to be told where this box decides, and keeps what that leaves held.
package struct ActionRunner: Sendable {
    package enum Wire: Hashable, Sendable {
        /// None where nothing has to be said for it. A start says all that can be held from then on.
        case commands([Command], mayHold: HeldInputs = .nothing)
        /// The PC does not know it, so it is not asked.
        case unsupported
    }

    private let actions: [CatalogueAction]
    /// As the present PC wants them.
    private var fitted: [String: CatalogueAction] = [:]
    private var capabilities = Capabilities()
    private var ledger = HeldLedger()

    package init(_ actions: some Sequence<CatalogueAction>) {
        self.actions = Array(actions)
    }

    /// For everything that this profile maps.
    package init(_ profile: Profile) {
        self.init(profile.switches.flatMap(\.actions.all).compactMap { ActionCatalogue.action(named: $0.id) })
    }

    /// This PC is at the other end from now on.
    package mutating func pcBecameReady(_ pc: PCDetails) {
        capabilities = pc.pointerProfile.capabilities
        fitted = actions.reduce(into: [:]) { $0[$1.id] = $1.fitted(to: pc) }
    }

    /// Everything that they can leave held on this PC.
    private var mayHold: HeldInputs {
        fitted.values.filter(supports).reduce(into: .nothing) { $0.formUnion($1.mayHold) }
    }

    package func supports(_ action: CatalogueAction) -> Bool { action.isSupported(by: capabilities) }

    /// What lasts on the PC, from before it is told until it has acknowledged the end.
    package var held: HeldInputs { ledger.held }

    package mutating func wire(for request: SessionRequest) -> Wire {
        switch request {
        case .start:
            ledger.clear()
            return .commands([], mayHold: mayHold)
        case .action(let step):
            guard let action = meant(by: step) else { return .unsupported }
            return .commands(ledger.commands(for: step.phase, of: action))
        case .stop: return .commands(ledger.held.releases)
        case .edge, .sync: return .commands([])
        }
    }

    package mutating func answered(_ request: SessionRequest, _ outcome: RequestOutcome) {
        switch request {
        case .action(let step):
            if let action = meant(by: step) { ledger.answered(step.phase, of: action, outcome) }
        case .stop:
            if outcome == .acknowledged { ledger.clear() }
        case .start, .edge, .sync: break
        }
    }

    /// The journal knows the rest.
    package mutating func linkLost() { ledger.clear() }

    /// Nil where the PC does not know it, except for an end: of what never began there is nothing to say, and that is no
    /// failure.
    private func meant(by step: ActionStep) -> CatalogueAction? {
        fitted[step.action.id].flatMap { step.phase == .end || supports($0) ? $0 : nil }
    }
}
