// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// A session in the journal, as its file has it.
struct SessionEntry: Sendable {
    var desktopId: String
    var sessionId: String
    var kind: String
    var releaseRefused: Bool
    /// What single commands can have left held.
    var held: [String]
}

extension SessionEntry {
    init(_ fields: StateFields) throws(StateFields.Unusable) {
        desktopId = try fields.text("desktopId")
        sessionId = try fields.text("sessionId")
        kind = try fields.text("kind")
        releaseRefused = try fields.truth("releaseRefused")
        // Files of the first versions did not know it.
        held = try fields.ifPresent("held", StateFields.texts) ?? []
    }

    var json: JSONValue {
        .object([
            "desktopId": .string(desktopId), "sessionId": .string(sessionId), "kind": .string(kind),
            "releaseRefused": .bool(releaseRefused), "held": .array(held.map { .string($0) }),
        ])
    }
}
