// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol
import RealSystem
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

    @Test("that a file is read is no reason to write it, also while it names no PC")
    func readsOnly() throws {
        _ = try load()
        var before = stat()
        stat(place.statePath + "/pcs.json", &before)
        _ = try load()
        var after = stat()
        #expect(stat(place.statePath + "/pcs.json", &after) == 0)
        #expect(before.st_ino == after.st_ino && before.st_size > 0)
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

    @Test("a look at the list finds what there is, and writes nothing")
    func reading() throws {
        #expect(try SavedPCs(readingFrom: place.state()).all.isEmpty)
        #expect(place.names().isEmpty)
        var saved = try load()
        try saved.paired(with: Self.desk, token: token("old"))
        var seen = try SavedPCs(readingFrom: place.state())
        #expect(seen.all == saved.all)
        #expect(seen.chosen?.desktopID == "desk-1")
        try seen.unpaired(from: "desk-1")
        #expect(seen.all.isEmpty)
        #expect(try load().all == saved.all)
    }

    @Test(
        "a look at a list that cannot be understood leaves it as it is, and one by a newer version is said to be that")
    func readingDamage() throws {
        _ = try place.state()
        try place.put("{", at: "state/pcs.json")
        #expect(try SavedPCs(readingFrom: place.state()).all.isEmpty)
        #expect(place.names() == ["pcs.json"])
        #expect(place.text(at: "state/pcs.json") == "{")
        try place.put(#"{"version":9}"#, at: "state/pcs.json")
        #expect(throws: StateProblem.newer(path: place.statePath + "/pcs.json")) {
            try SavedPCs(readingFrom: place.state())
        }
    }

    @Test("another list is taken over with its id, and keeps nothing that listens at a socket")
    func adoption() throws {
        var own = try load(newDeviceID: "old-box-0001")
        try own.paired(with: Self.desk, token: token("good"))
        try own.paired(with: Self.other, token: token("t"), at: "/tmp/anybody")
        let file = try #require(try place.state().read("pcs.json"))
        let elsewhere = try TemporaryDirectory()
        var service = try SavedPCs(in: elsewhere.state(), newDeviceID: "new-box-0001")
        try service.adopt(file)
        #expect(service.deviceID == "old-box-0001")
        #expect(service.all.map(\.desktopID) == ["desk-1"])
        #expect(try SavedPCs(in: elsewhere.state(), newDeviceID: "x").pc("desk-1")?.token == token("good"))
    }

    @Test("what has PCs of its own takes over nothing, and nothing is taken from what is no such file")
    func noAdoption() throws {
        var own = try load()
        #expect(throws: SavedPCs.AdoptionProblem.unreadable) { try own.adopt(Array("{}".utf8)) }
        #expect(throws: SavedPCs.AdoptionProblem.nothing) {
            try own.adopt(Array(#"{"version":2,"content":{"deviceId":"0123456789ab","pcs":[]}}"#.utf8))
        }
        try own.paired(with: Self.desk, token: token("own"))
        let file = try #require(try place.state().read("pcs.json"))
        #expect(throws: SavedPCs.AdoptionProblem.hasOwn) { try own.adopt(file) }
    }

    @Test("a file of version 1 is read, and written anew with all that it said")
    func migration() throws {
        _ = try place.state()
        try place.put(
            #"{"version":1,"content":{"deviceId":"old-box","pcs":[{"desktopId":"desk-1","name":"Desk","token":"old","#
                + #""profileId":"builtin.keyboard"},{"desktopId":"desk-2","name":"Other","token":"t"}]}}"#,
            at: "state/pcs.json")
        var saved = try load()
        #expect(saved.problem == nil)
        #expect(saved.deviceID == "old-box")
        #expect(saved.deviceName == nil)
        #expect(saved.chosen == nil)
        #expect(
            saved.pc("desk-1")
                == SavedPC(desktopID: "desk-1", name: "Desk", token: token("old"), profileID: "builtin.keyboard"))
        try saved.choseDefault("desk-2")
        #expect(place.text(at: "state/pcs.json")?.contains(#""version": 2"#) == true)
        let next = try load()
        #expect(next.deviceID == "old-box")
        #expect(next.all == saved.all)
        #expect(next.chosen?.desktopID == "desk-2")
    }

    // MARK: Which PC is meant

    @Test("the first PC is the default; another one is chosen; without one of them the other is the only one")
    func defaultPC() throws {
        var saved = try load()
        #expect(saved.chosen == nil)
        try saved.paired(with: Self.desk, token: token("a"))
        try saved.paired(with: Self.other, token: token("b"))
        #expect(try load().chosen?.desktopID == "desk-1")
        try saved.choseDefault("desk-2")
        try saved.choseDefault("desk-9")
        #expect(try load().chosen?.desktopID == "desk-2")
        try saved.unpaired(from: "desk-2")
        #expect(try load().all.map(\.desktopID) == ["desk-1"])
        #expect(try load().chosen?.desktopID == "desk-1")
    }

    @Test("without a default nothing is chosen among several")
    func noDefault() throws {
        var saved = try load()
        for name in ["a", "b", "c"] {
            try saved.paired(
                with: PCStatus(desktopID: name, displayName: name, platform: .windows), token: token("t"))
        }
        try saved.unpaired(from: "a")
        #expect(saved.chosen == nil)
    }

    @Test(
        "a PC is named by its id, its name, or how one of these begins",
        arguments: [
            ("desk-1", "desk-1"), ("DESK", "desk-1"), ("Other", "other-2"), ("o", "other-2"), ("Twin", nil),
            ("TWIN", nil), ("twin-3", "twin-3"), ("twin-", nil), ("nobody", nil), ("", nil), ("Desk by", "Desk"),
        ])
    func lookup(text: String, id: String?) throws {
        var saved = try SavedPCs(in: nil, newDeviceID: "0123456789ab")
        // The last has a name for its id, and a name that begins like another's.
        for (id, name) in [
            ("desk-1", "Desk"), ("other-2", "Other"), ("twin-3", "Twin"), ("twin-4", "Twin"),
            ("Desk", "Desk by the window"),
        ] where id != "desk-1" || text != "Desk by" {
            try saved.paired(
                with: PCStatus(desktopID: id, displayName: name, platform: .windows), token: token("t"))
        }
        #expect((try? saved.pc(called: text))?.desktopID == id)
    }

    @Test("several PCs with one name are listed, so that an id can be given")
    func ambiguous() throws {
        var saved = try SavedPCs(in: nil, newDeviceID: "0123456789ab")
        for id in ["one", "two"] {
            try saved.paired(
                with: PCStatus(desktopID: id, displayName: "Twin", platform: .windows), token: token("t"))
        }
        #expect(throws: SavedPCs.LookupProblem.ambiguous(saved.all)) { try saved.pc(called: "twin") }
        #expect(throws: SavedPCs.LookupProblem.unknown) { try saved.pc(called: "x") }
    }

    // MARK: Access and names

    @Test("F34 refused access is remembered with the token, and mended by a good connection or a new pairing")
    func access() throws {
        var saved = try load()
        try saved.paired(with: Self.desk, token: token("old"))
        try saved.accessRefused(by: "desk-1")
        #expect(try load().pc("desk-1")?.isAccessVoid == true)
        #expect(try load().pc("desk-1")?.token == token("old"))
        try saved.authenticated(with: Self.desk, told: .init(name: "Chair", wasTaken: true))
        #expect(try load().pc("desk-1")?.isAccessVoid == false)
        try saved.accessRefused(by: "desk-1")
        try saved.paired(with: Self.desk, token: token("new"))
        #expect(try load().pc("desk-1")?.isAccessVoid == false)
    }

    @Test("this box's name is kept, and whether a PC knows it follows from what it was told last")
    func names() throws {
        var saved = try load()
        let chair = try #require(DeviceName("Chair"))
        try saved.named(chair)
        #expect(try load().deviceName == chair)
        try saved.paired(with: Self.desk, token: token("t"))
        #expect(saved.pc("desk-1")?.state(of: chair) == .pending)
        try saved.authenticated(with: Self.desk, told: .init(name: "Chair", wasTaken: true))
        #expect(saved.pc("desk-1")?.state(of: chair) == .known)
        #expect(saved.pc("desk-1")?.state(of: try #require(DeviceName("Bed"))) == .pending)
        try saved.authenticated(with: Self.desk, told: .init(name: "Chair", wasTaken: false))
        #expect(try load().pc("desk-1")?.state(of: chair) == .refused)
        try saved.named(nil)
        #expect(try load().deviceName == nil)
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
        try place.put(text, at: "state/pcs.json")
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
        try place.put(String(repeating: " ", count: StateDirectory.sizeLimit + 1), at: "state/pcs.json")
        #expect(try load().problem != nil)
    }

    @Test("a file of a newer version is refused and left as it is")
    func newer() throws {
        _ = try place.state()
        let text = #"{"version":3,"content":"who knows"}"#
        try place.put(text, at: "state/pcs.json")
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
        try place.put(#"{"version":1,"content":{"token":"\#(Self.secret)""#, at: "state/sessions.json")
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

    func allowWrites(of name: String) throws {
        rmdir("\(path)/.\(name).\(getpid())")
    }
}
