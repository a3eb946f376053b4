// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
package import SwitchCore

/// What actions hold on the PC, from the moment before it is sent until its release is acknowledged.
///
/// Two switches may hold the same modifier or button: the PC is told of the first and of the last.
package struct HeldLedger: Hashable, Sendable {
    private var counts: [HeldInputs: Int] = [:]

    package init() {}

    /// What has to be let go of at a stop.
    package var held: HeldInputs {
        counts.keys.reduce(into: .nothing) { $0.formUnion($1) }
    }

    /// What the PC has to be told for this step; nothing where another switch holds the same already, or still does.
    package mutating func commands(for phase: ActionStep.Phase, of action: CatalogueAction) -> [Command] {
        guard let command = action.command else { return [] }
        let input = action.mayHold
        guard !input.isEmpty else { return phase == .end ? [] : [command] }
        let count = counts[input] ?? 0
        switch phase {
        case .perform, .begin:
            counts[input] = count + 1
            return count == 0 ? [command] : []
        case .end:
            guard count == 1 else { return [] }
            return input.releases
        }
    }

    /// The PC answered a step.
    package mutating func answered(_ phase: ActionStep.Phase, of action: CatalogueAction, _ outcome: RequestOutcome) {
        let input = action.mayHold
        guard let count = counts[input] else { return }
        switch (phase, outcome) {
        case (.perform, .refused), (.begin, .refused), (.end, .acknowledged):
            counts[input] = count > 1 ? count - 1 : nil
        case (.perform, _), (.begin, _), (.end, _):
            break
        }
    }

    /// The PC has acknowledged that it holds nothing, or the link is gone and the journal knows the rest.
    package mutating func clear() { counts = [:] }
}
