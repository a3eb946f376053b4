// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
import SwitchCore

/// The switch sessions that were begun and are not known to have ended, in `sessions.json`: written before the PC hears
/// of them, so that whatever happens to this process, the next one can make the PC let go.
package struct SessionJournal: Sendable {
    private struct Entry: Codable, Sendable {
        var desktopId: String
        var sessionId: String
        var kind: String
        var releaseRefused: Bool
    }

    private var file: StateFile<[Entry]>

    /// - Parameter directory: nil keeps everything in memory.
    package init(in directory: StateDirectory?) throws(StateProblem) {
        file = try StateFile("sessions.json", in: directory, version: 1, empty: [])
    }

    /// What may still be going on at this PC.
    package func unfinished(on desktopID: String) -> UnfinishedSession? {
        guard let entry = file.content.first(where: { $0.desktopId == desktopID }) else { return nil }
        guard let id = SessionID(entry.sessionId), let kind = SessionKind(rawValue: entry.kind) else { return nil }
        return UnfinishedSession(sessionID: id, kind: kind, releaseRefused: entry.releaseRefused)
    }

    package mutating func began(_ session: UnfinishedSession, on desktopID: String) throws(StateProblem) {
        try file.change { entries in
            entries.removeAll { $0.desktopId == desktopID }
            entries.append(
                Entry(
                    desktopId: desktopID, sessionId: session.sessionID.text, kind: session.kind.rawValue,
                    releaseRefused: session.releaseRefused))
        }
    }

    package mutating func ended(on desktopID: String) throws(StateProblem) {
        guard unfinished(on: desktopID) != nil else { return }
        try file.change { entries in entries.removeAll { $0.desktopId == desktopID } }
    }
}
