// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
import SwitchCore

/// The switch sessions that were begun and are not known to have ended, in `sessions.json`: written before the PC hears
/// of them, so that whatever happens to this process, the next one can make the PC let go.
///
/// Where the journal was lost, any PC may have a session of ours: each is made to let go of everything, once.
package struct SessionJournal: Sendable {
    private struct Entry: Codable, Sendable {
        var desktopId: String
        var sessionId: String
        var kind: String
        var releaseRefused: Bool
        /// What single commands can have left held; not in files of the first versions.
        var held: [String]?
    }

    private struct Content: StateContent {
        var sessions: [Entry] = []
        /// A journal before this one was lost.
        var isIncomplete = false
        /// The PCs that have let go of everything since then.
        var releasedSince: [String] = []

        mutating func restWasLost() {
            isIncomplete = true
            releasedSince = []
        }
    }

    private var file: StateFile<Content>

    /// - Parameter directory: nil keeps everything in memory.
    package init(in directory: StateDirectory?) throws(StateProblem) {
        file = try StateFile("sessions.json", in: directory, version: 1, empty: Content())
    }

    /// Says of a journal that could not be understood where it is kept.
    package var problem: StateProblem? { file.problem }

    /// What may still be going on at this PC.
    package func unfinished(on desktopID: String) -> UnfinishedSession? {
        guard let entry = file.content.sessions.first(where: { $0.desktopId == desktopID }) else {
            let mayHaveOne = file.content.isIncomplete && !file.content.releasedSince.contains(desktopID)
            return mayHaveOne ? .unknown : nil
        }
        guard let id = SessionID(entry.sessionId), let kind = SessionKind(rawValue: entry.kind),
            let held = HeldInputs(names: entry.held ?? [])
        else { return .unknown }
        return UnfinishedSession(sessionID: id, kind: kind, releaseRefused: entry.releaseRefused, held: held)
    }

    package mutating func began(_ session: UnfinishedSession, on desktopID: String) throws(StateProblem) {
        try file.change { content in
            content.sessions.removeAll { $0.desktopId == desktopID }
            content.sessions.append(
                Entry(
                    desktopId: desktopID, sessionId: session.sessionID.text, kind: session.kind.rawValue,
                    releaseRefused: session.releaseRefused, held: session.held.names))
        }
    }

    package mutating func ended(on desktopID: String) throws(StateProblem) {
        guard unfinished(on: desktopID) != nil else { return }
        // Another process may have begun one on the same PC since then, and that one has not ended.
        let ended = file.content.sessions.first { $0.desktopId == desktopID }?.sessionId
        try file.change { content in
            content.sessions.removeAll { $0.desktopId == desktopID && $0.sessionId == ended }
            if content.isIncomplete, !content.releasedSince.contains(desktopID) {
                content.releasedSince.append(desktopID)
            }
        }
    }
}
