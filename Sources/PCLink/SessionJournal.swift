// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
import SwitchCore

/// The switch sessions that were begun and are not known to have ended, in `sessions.json`: written before the PC hears
/// of them, so that whatever happens to this process, the next one can make the PC let go.
///
/// Where the journal was lost, any PC may have a session of ours: each is made to let go of everything, once.
///
/// Nobody is kept from forwarding by a full disk: what it does not take is written to a spare directory. That one may be gone
/// after a reboot, which no session of ours outlives, since its link is gone as well.
package struct SessionJournal: Sendable {
    private struct Content: StateContent {
        var sessions: [SessionEntry] = []
        /// A journal before this one was lost.
        var isIncomplete = false
        /// The PCs that have let go of everything since then.
        var releasedSince: [String] = []

        init() {}

        init(_ fields: StateFields) throws(StateFields.Unusable) {
            for entry in try fields.list("sessions") { sessions.append(try SessionEntry(entry)) }
            isIncomplete = try fields.truth("isIncomplete")
            releasedSince = try fields.texts("releasedSince")
        }

        var json: JSONValue {
            .object([
                "sessions": .array(sessions.map(\.json)), "isIncomplete": .bool(isIncomplete),
                "releasedSince": .array(releasedSince.map { .string($0) }),
            ])
        }

        func entry(of desktopID: String) -> SessionEntry? { sessions.first { $0.desktopId == desktopID } }

        mutating func began(_ entry: SessionEntry) {
            sessions.removeAll { $0.desktopId == entry.desktopId }
            sessions.append(entry)
        }

        mutating func ended(_ sessionID: String?, on desktopID: String) {
            sessions.removeAll { $0.desktopId == desktopID && $0.sessionId == sessionID }
            if isIncomplete, !releasedSince.contains(desktopID) { releasedSince.append(desktopID) }
        }

        mutating func restWasLost() {
            isIncomplete = true
            releasedSince = []
        }
    }

    private var file: StateFile<Content>
    private var spare: StateFile<Content>?

    /// - Parameters:
    ///   - directory: nil keeps everything in memory.
    ///   - spare: on another file system; nil does without.
    package init(in directory: StateDirectory?, spare: StateDirectory? = nil) throws(StateProblem) {
        file = try StateFile("sessions.json", in: directory, version: 1, empty: Content())
        if let spare { self.spare = try StateFile("sessions.json", in: spare, version: 1, empty: Content()) }
    }

    /// Says of a journal that could not be understood where it is kept.
    package var problem: StateProblem? { file.problem }

    /// What may still be going on at this PC.
    package func unfinished(on desktopID: String) -> UnfinishedSession? {
        guard let entry = spare?.content.entry(of: desktopID) ?? file.content.entry(of: desktopID) else {
            let mayHaveOne = file.content.isIncomplete && !file.content.releasedSince.contains(desktopID)
            return mayHaveOne ? .unknown : nil
        }
        guard let id = SessionID(entry.sessionId), let kind = SessionKind(rawValue: entry.kind),
            let held = HeldInputs(names: entry.held)
        else { return .unknown }
        return UnfinishedSession(sessionID: id, kind: kind, releaseRefused: entry.releaseRefused, held: held)
    }

    package mutating func began(_ session: UnfinishedSession, on desktopID: String) throws(StateProblem) {
        let entry = SessionEntry(
            desktopId: desktopID, sessionId: session.sessionID.text, kind: session.kind.rawValue,
            releaseRefused: session.releaseRefused, held: session.held.names)
        do throws(StateProblem) { try file.change { $0.began(entry) } } catch {
            guard error.isForWantOfSpace, spare != nil else {
                // The PC knows this session, and what it refused counts for as long as this process lasts.
                if session.releaseRefused { file.changeHereAlone { $0.began(entry) } }
                throw error
            }
            try spare?.change { $0.began(entry) }
            return
        }
        // What stands there is older now.
        if let older = spare?.content.entry(of: desktopID) {
            spare?.changeHereAlone { $0.ended(older.sessionId, on: desktopID) }
            try? spare?.change { $0.ended(older.sessionId, on: desktopID) }
        }
    }

    package mutating func ended(on desktopID: String) throws(StateProblem) {
        guard unfinished(on: desktopID) != nil else { return }
        // Another process may have begun one on the same PC since then, and that one has not ended.
        if let entry = spare?.content.entry(of: desktopID) {
            try spare?.change { $0.ended(entry.sessionId, on: desktopID) }
        }
        guard unfinished(on: desktopID) != nil else { return }
        let ended = file.content.entry(of: desktopID)?.sessionId
        do throws(StateProblem) { try file.change { $0.ended(ended, on: desktopID) } } catch {
            // It has all the same: the next process makes the PC let go once more, which does no harm.
            if error.isForWantOfSpace { file.changeHereAlone { $0.ended(ended, on: desktopID) } }
            throw error
        }
    }
}
