// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol
import Testing

@testable import PCLink

@Suite struct SavedPCsTests {
    static let desk = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .windows)
    static let other = PCStatus(desktopID: "desk-2", displayName: "Other", platform: .linux)
    static let secret = "planted-secret-0123"

    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func load(newDeviceID: String = "0123456789ab") throws -> SavedPCs {
        try SavedPCs(in: place.state(), newDeviceID: newDeviceID)
    }

    private func token(_ text: String) -> PairingToken { PairingToken(text)! }

    @Test("a box keeps the id that it was given first")
    func deviceID() throws {
        #expect(try load(newDeviceID: "first-device").deviceID == "first-device")
        #expect(try load(newDeviceID: "second-device").deviceID == "first-device")
    }

    @Test("a pairing is there in the next run, and a new one with the same PC replaces it")
    func pairing() throws {
        var saved = try load()
        try saved.paired(with: Self.desk, token: token("old"))
        try saved.paired(with: Self.other, token: token("another"))
        #expect(try load().pc("desk-1")?.token == token("old"))
        try saved.paired(with: Self.desk, token: token("new"))
        let next = try load()
        #expect(next.all.count == 2)
        #expect(next.pc("desk-1")?.token == token("new"))
        #expect(next.pc("desk-2")?.token == token("another"))
        #expect(next.pc("desk-3") == nil)
    }

    @Test("the profile chosen on a PC is remembered, also through a new pairing")
    func profile() throws {
        var saved = try load()
        try saved.choseProfile("builtin.keyboard", on: "desk-1")
        #expect(try load().all.isEmpty)
        try saved.paired(with: Self.desk, token: token("old"))
        try saved.choseProfile("builtin.keyboard", on: "desk-1")
        try saved.paired(with: Self.desk, token: token("new"))
        #expect(try load().pc("desk-1")?.profileID == "builtin.keyboard")
    }

    @Test("what two runs at a time write is all there")
    func twoRuns() throws {
        var one = try load()
        var two = try load()
        try one.paired(with: Self.desk, token: token("a"))
        try two.paired(with: Self.other, token: token("b"))
        #expect(try load().all.map(\.desktopID) == ["desk-1", "desk-2"])
    }

    @Test("a pairing that cannot be written is an error, and the old one counts")
    func notWritten() throws {
        var saved = try load()
        try saved.paired(with: Self.desk, token: token("old"))
        try place.state().blockWrites(of: "pcs.json")
        #expect(throws: StateProblem.self) { try saved.paired(with: Self.desk, token: token("new")) }
        #expect(saved.pc("desk-1")?.token == token("old"))
        #expect(try load().pc("desk-1")?.token == token("old"))
    }

    @Test("without a directory everything is kept in memory")
    func inMemory() throws {
        var saved = try SavedPCs(in: nil, newDeviceID: "0123456789ab")
        try saved.paired(with: Self.desk, token: token("t"))
        #expect(saved.pc("desk-1")?.name == "Desk")
        #expect(saved.problem == nil)
    }

    @Test(
        "a file that cannot be understood is kept and named, and the box begins anew",
        arguments: [
            "", "{", "[]", #"{"version":1}"#, #"{"version":0,"content":{"deviceId":"d","pcs":[]}}"#,
            #"{"version":1,"content":{"deviceId":"","pcs":[]}}"#,
            #"{"version":1,"content":{"deviceId":"d","pcs":[{"desktopId":"p","name":"n","token":""}]}}"#,
        ])
    func unreadable(text: String) throws {
        _ = try place.state()
        place.put(text, at: "state/pcs.json")
        let saved = try load()
        guard case .unreadable(place.statePath + "/pcs.json", let kept) = saved.problem else {
            Issue.record("\(String(describing: saved.problem))")
            return
        }
        #expect(place.text(at: String(kept.dropFirst(place.path.count + 1))) == text)
        #expect(saved.all.isEmpty)
        #expect(saved.deviceID == "0123456789ab")
        #expect(try load(newDeviceID: "another-id").deviceID == "0123456789ab")
        #expect(try load().problem == nil)
    }

    @Test("a file that is too large cannot be understood")
    func tooLarge() throws {
        _ = try place.state()
        place.put(String(repeating: " ", count: StateDirectory.sizeLimit + 1), at: "state/pcs.json")
        #expect(try load().problem != nil)
    }

    @Test("a file of a newer version is refused and left as it is")
    func newer() throws {
        _ = try place.state()
        let text = #"{"version":2,"content":"who knows"}"#
        place.put(text, at: "state/pcs.json")
        #expect(throws: StateProblem.newer(path: place.statePath + "/pcs.json")) { try load() }
        #expect(place.text(at: "state/pcs.json") == text)
        #expect(place.names() == ["pcs.json"])
    }

    @Test("a token stands in the file and nowhere else")
    func secrecy() throws {
        var saved = try load()
        try saved.paired(with: Self.desk, token: token(Self.secret))
        #expect(place.text(at: "state/pcs.json")?.contains(Self.secret) == true)
        var shown = "\(saved) \(saved.all) \(String(reflecting: saved))"
        dump(saved, to: &shown)
        debugPrint(saved, to: &shown)
        try place.state().blockWrites(of: "pcs.json")
        do { try saved.paired(with: Self.other, token: token(Self.secret)) } catch {
            shown += "\(error) \(String(reflecting: error)) \(error.sentence)"
            dump(error, to: &shown)
        }
        place.put(#"{"version":1,"content":{"token":"\#(Self.secret)""#, at: "state/sessions.json")
        let journalProblem = try SessionJournalTests.problem(in: place)
        let problem = try #require(journalProblem)
        shown += "\(problem) \(problem.sentence)"
        dump(problem, to: &shown)
        #expect(!shown.contains(Self.secret))
    }
}

extension StateDirectory {
    /// Makes every later write of `name` fail, as on a full disk, also for root.
    func blockWrites(of name: String) throws {
        mkdir("\(path)/.\(name).\(getpid())", 0o700)
    }
}
