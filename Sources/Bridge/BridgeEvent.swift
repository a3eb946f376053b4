// SPDX-License-Identifier: GPL-3.0-or-later
package import PCLink
package import PCProtocol
package import SwitchCore

/// What its user is told of the bridge. Each change comes once.
package enum BridgeEvent {
    case notice(ForwardingNotice)
    case connection(ConnectionEvent)
    /// What the switches will do after a start; nil when its user has to choose one of the PC's profiles.
    case meanings(SwitchMeanings?)
    /// Another PC takes the place of this one, which forwarding has stopped on. It may still hold something when it did not
    /// confirm that stop.
    case changedPC(from: PCStatus?, mayStillBeHeld: Bool)
    /// Another profile takes the place of the one that forwarding has stopped with.
    case changedProfile(Profile)
    case devicesChanged
    /// The engine went from one state to another, and what made it; for tracing.
    case stateChanged(from: String, event: String, to: String)
    /// A switch moved, before any filter.
    case moved(Edge)
    case rejected(SwitchID, by: FilterKind)
    /// The PC answered what was sent to it.
    case answered(Outgoing, RequestOutcome, at: Instant)
    /// A switch is still down and this is what letting go would do now.
    case selected(SwitchAction, by: SwitchID)
    /// What lasts on the PC by actions of this box: modifiers, dragged buttons, a repeat.
    case lasting(HeldInputs)
    /// A switch asked for something that is not the forwarder's to do.
    case asked(BridgeAction, by: SwitchID)
    /// Its user did this with a switch while forwarding was off.
    case idleAct(IdleAct, by: SwitchID)
    /// Forwarding has stopped and the link is closed, as `close` asked for.
    case closed
}
