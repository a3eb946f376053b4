// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import RealSystem
import SwitchCore
import Testing

@testable import PCLink

@Suite struct SessionJournalTests {
    static let session = UnfinishedSession(
        sessionID: SessionID("3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f")!, kind: .mapped)

    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func load() throws -> SessionJournal { try SessionJournal(in: place.state()) }

    static func problem(in place: TemporaryDirectory) throws -> StateProblem? {
        try SessionJournal(in: place.state()).problem
    }

    @Test("a session that was begun is unfinished in every later run, until it has ended")
    func lifeOfASession() throws {
        var journal = try load()
        #expect(journal.unfinished(on: "desk-1") == nil)
        try journal.began(Self.session, on: "desk-1")
        #expect(try load().unfinished(on: "desk-1") == Self.session)
        #expect(try load().unfinished(on: "desk-2") == nil)
        try journal.ended(on: "desk-1")
        #expect(try load().unfinished(on: "desk-1") == nil)
    }

    @Test("what only the spare directory took counts like any other, and goes when it has ended")
    func spare() throws {
        let spare = try StateDirectory(path: place.path + "/spare")
        var before = try SessionJournal(in: spare)
        try before.began(Self.session, on: "desk-1")
        var journal = try SessionJournal(in: place.state(), spare: spare)
        #expect(journal.unfinished(on: "desk-1") == Self.session)
        #expect(journal.unfinished(on: "desk-2") == nil)
        try journal.ended(on: "desk-1")
        #expect(journal.unfinished(on: "desk-1") == nil)
        #expect(try SessionJournal(in: place.state(), spare: spare).unfinished(on: "desk-1") == nil)
        #expect(try SessionJournal(in: spare).unfinished(on: "desk-1") == nil)
    }

    @Test("what the disk takes again counts, and not what the spare directory took before")
    func afterSpare() throws {
        let spare = try StateDirectory(path: place.path + "/spare")
        var before = try SessionJournal(in: spare)
        try before.began(Self.session, on: "desk-1")
        var journal = try SessionJournal(in: place.state(), spare: spare)
        var refused = Self.session
        refused.releaseRefused = true
        try journal.began(refused, on: "desk-1")
        #expect(journal.unfinished(on: "desk-1") == refused)
        #expect(try SessionJournal(in: place.state(), spare: spare).unfinished(on: "desk-1") == refused)
        try journal.ended(on: "desk-1")
        #expect(try SessionJournal(in: place.state(), spare: spare).unfinished(on: "desk-1") == nil)
    }

    @Test("that a release was refused is remembered with the session")
    func releaseRefused() throws {
        var journal = try load()
        try journal.began(Self.session, on: "desk-1")
        var refused = Self.session
        refused.releaseRefused = true
        try journal.began(refused, on: "desk-1")
        #expect(try load().unfinished(on: "desk-1") == refused)
    }

    @Test("that a release was refused counts also where it cannot be noted, and a session that cannot be does not")
    func notNoted() throws {
        var journal = try load()
        try journal.began(Self.session, on: "desk-1")
        try place.state().blockWrites(of: "sessions.json")
        var refused = Self.session
        refused.releaseRefused = true
        #expect(throws: StateProblem.self) { try journal.began(refused, on: "desk-1") }
        #expect(journal.unfinished(on: "desk-1") == refused)
        #expect(throws: StateProblem.self) { try journal.began(Self.session, on: "desk-2") }
        #expect(journal.unfinished(on: "desk-2") == nil)
    }

    @Test(
        "after a journal that cannot be understood every PC may have a session, until it has let go",
        arguments: ["", "{", "[]", #"{"version":1,"content":[]}"#, #"{"version":1,"content":{"sessions":7}}"#])
    func unreadable(text: String) throws {
        _ = try place.state()
        try place.put(text, at: "state/sessions.json")
        let first = try load()
        guard case .unreadable(_, let kept) = first.problem else {
            Issue.record("no problem")
            return
        }
        #expect(place.text(at: String(kept.dropFirst(place.path.count + 1))) == text)

        // The next run knows of it too, though its own file is sound.
        var second = try load()
        #expect(second.problem == nil)
        #expect(second.unfinished(on: "desk-1") == .unknown)
        try second.ended(on: "desk-1")
        var third = try load()
        #expect(third.unfinished(on: "desk-1") == nil)
        #expect(third.unfinished(on: "desk-2") == .unknown)
        try third.began(Self.session, on: "desk-1")
        #expect(try load().unfinished(on: "desk-1") == Self.session)
    }

    @Test("a journal that is spoilt while the program runs loses nothing that it knows")
    func spoiltMeanwhile() throws {
        var journal = try load()
        try journal.began(Self.session, on: "desk-1")
        try place.put("spoilt", at: "state/sessions.json")
        try journal.began(Self.session, on: "desk-2")
        let next = try load()
        #expect(next.unfinished(on: "desk-1") == Self.session)
        #expect(next.unfinished(on: "desk-2") == Self.session)
        #expect(next.unfinished(on: "desk-3") == .unknown)
    }

    @Test(
        "an entry that means nothing stands for a session of which nothing is known",
        arguments: [
            (id: "no-uuid", kind: "mapped"), (id: Self.session.sessionID.text, kind: "of-tomorrow"),
        ])
    func unknownEntry(entry: (id: String, kind: String)) throws {
        _ = try place.state()
        try place.put(
            """
            {"version":1,"content":{"isIncomplete":false,"releasedSince":[],"sessions":[{"desktopId":"desk-1",\
            "sessionId":"\(entry.id)","kind":"\(entry.kind)","releaseRefused":false}]}}
            """, at: "state/sessions.json")
        var journal = try load()
        #expect(journal.problem == nil)
        #expect(journal.unfinished(on: "desk-1") == .unknown)
        #expect(journal.unfinished(on: "desk-2") == nil)
        try journal.ended(on: "desk-1")
        #expect(try load().unfinished(on: "desk-1") == nil)
    }

    @Test("a journal of a newer version is refused and left as it is")
    func newer() throws {
        _ = try place.state()
        try place.put(#"{"version":2}"#, at: "state/sessions.json")
        #expect(throws: StateProblem.newer(path: place.statePath + "/sessions.json")) { try load() }
        #expect(place.text(at: "state/sessions.json") == #"{"version":2}"#)
    }
}
