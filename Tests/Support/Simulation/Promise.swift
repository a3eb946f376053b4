// SPDX-License-Identifier: GPL-3.0-or-later

/// What the design promises, and what is checked of it: after every step where a sentence does not say otherwise.
///
/// | design.md, "Invariants" | promises | checked in |
/// | --- | --- | --- |
/// | no edge outside `active`, none after a stop began | `edgeOnlyWhileActive`, `nothingAfterStop` | `SimulationWatch.acted`, `.messageSent` |
/// | sequence numbers rise, no press is executed twice | `sequenceRises`, `executedInOrder`, `edgesAreNotDoubled` | `SimulationWatch.executed`, `EdgeOracle` |
/// | idle: nothing held, or "may still be held" | `idleIsNeutral`, `readyIsNeutral`, `neutralAfterFault` | `SimulationWatch.check`, `.ready`, `FaultTable` |
/// | a start needs its user after the last stop | `startedByUser`, `switchStartIsAHold` | `SimulationWatch.started`, `StartOracle` |
/// | captured while active, begins and ends with nothing down, ends after idle | `capturedWhileActive`, `capturedOnce`, `captureEndsUnpressed`, `captureEnds` | `SimulationWatch.check`, `SimulatedWorld+Switches` |
/// | queues are bounded in number and age, every wait ends | `queueIsBounded`, `edgeIsNotLate`, `waitEnds`, `comesToRest` | `SimulationWatch.check`, `.acted`, `SimulatedWorld.checkRest` |
///
/// | elsewhere in the design | promises | checked in |
/// | --- | --- | --- |
/// | every accepted edge is executed unless a stop is stated | `edgesAreNotLost`, `acknowledgedIsExecuted` | `EdgeOracle`, `GestureOracle`, `SimulationWatch.answered` |
/// | an `up` belongs to its `down` (rule 8) | `upBelongsToDown` | `SimulationWatch.acted` |
/// | the PC does what was completed, once | `nothingUnasked` | `GestureOracle` |
/// | F29: a stop before the sleep | `stoppedBeforeSleep` | `SimulatedWorld+Sleep` |
package enum Promise: String, CaseIterable, Hashable, Sendable {
    case edgeOnlyWhileActive, nothingAfterStop
    case sequenceRises, executedInOrder, edgesAreNotDoubled
    case idleIsNeutral, readyIsNeutral, neutralAfterFault
    case startedByUser, switchStartIsAHold
    case capturedWhileActive, capturedOnce, captureEndsUnpressed, captureEnds
    case queueIsBounded, edgeIsNotLate, waitEnds, comesToRest
    case edgesAreNotLost, acknowledgedIsExecuted
    case upBelongsToDown, nothingUnasked, stoppedBeforeSleep
}

/// A promise that was not kept, and how.
package struct Breach: Hashable, Sendable {
    package var promise: Promise
    package var detail: String
}

extension Breach: CustomStringConvertible {
    package var description: String { "\(promise.rawValue): \(detail)" }
}
