// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// What is broken on purpose, to see that it is noticed.
package enum Sabotage: String, CaseIterable, Sendable {
    case none
    /// The link swallows every stop and acknowledges it itself.
    case stopIsSwallowed
    /// The box starts again by itself when its link is back.
    case startsAgain
    /// What is read is forgotten now and then.
    case edgeIsForgotten
    /// The PC does an edge twice now and then.
    case edgeIsDoubled
}

extension SimulatedWorld {
    /// The answer to a stop of a session; nil for any other message.
    static func forgedStopAnswer(to message: [UInt8]) -> [UInt8]? {
        guard case .command(let sent) = try? RemoteMessage(decoding: message), case .stopSession = try? sent.command()
        else { return nil }
        return Answer.ack(id: sent.id).encoded()
    }

    var startsBySabotage: Bool { sabotage == .startsAgain && box.lastStop?.reason == .linkLost }

    mutating func sabotaged(_ events: [InputEvent]) -> [InputEvent] {
        sabotage == .edgeIsForgotten && chance.happens(20, .sabotage) ? [] : events
    }

    mutating func isDoubledBySabotage(_ event: PCEvent) -> Bool {
        sabotage == .edgeIsDoubled && event.edge != nil && chance.happens(20, .sabotage)
    }
}
