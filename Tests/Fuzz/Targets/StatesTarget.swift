// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SimulatedPC
import SwitchCore

@testable import PCLink

extension FuzzTarget {
    /// One file of the state directory, as each of those that are kept there.
    static let states = FuzzTarget("states") {
        [
            """
            {"version":2,"content":{"deviceId":"box-0123456789","deviceName":"Chair","defaultId":"d","pcs":[
            {"desktopId":"d","name":"Desk","token":"made-up","platform":"linux","isAccessVoid":false,"profileId":"p",
            "toldName":{"name":"Chair","wasTaken":true}},{"desktopId":"e","name":"D","token":"x","socketPath":"/s"}]}}
            """,
            #"{"version":1,"content":{"deviceId":"box","pcs":[{"desktopId":"d","name":"Desk","token":"made-up"}]}}"#,
            """
            {"version":1,"content":{"sessions":[{"desktopId":"d","sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f",
            "kind":"actions","releaseRefused":false,"held":["Ctrl","left"]}],"isIncomplete":true,"releasedSince":["d"]}}
            """, #"{"version":1,"content":{"profile":"box"}}"#, #"{"version":99}"#,
            #"{"version":1,"devices":{"box":{"name":"Chair","token":"made-up"}}}"#,
        ].map { Array($0.utf8) }
    } run: { bytes in
        try checkList(bytes)
        try checkJournal(bytes)
        try StateFiles.shared.hold(bytes, as: "pc.json")
        if let devices = try? PCStateFile(path: StateFiles.shared.path("pc.json")).load() {
            try hold(devices.count <= bytes.count, "more devices than bytes")
        }
    }

    private static func checkList(_ bytes: [UInt8]) throws {
        var list = try SavedPCs(in: nil, newDeviceID: "box-new")
        guard (try? list.adopt(bytes)) != nil else {
            return try hold(list.all.isEmpty && list.deviceID == "box-new", "what was refused changed the list")
        }
        try hold(CommandBounds.idBytes.contains(list.deviceID.utf8.count), "an id that no PC takes")
        for pc in list.all {
            try hold(pc.socketPath == nil, "a PC at anybody's socket was taken over")
            try hold("\(pc.token)" == "(pairing token)", "a token describes itself")
            _ = try? list.pc(called: pc.name)
        }
    }

    private static func checkJournal(_ bytes: [UInt8]) throws {
        try StateFiles.shared.hold(bytes, as: "sessions.json")
        try StateFiles.shared.hold(bytes, as: "service.json")
        let directory = try StateFiles.shared.directory()
        // A newer version's is left alone.
        if (try? StateFile<NoContent>(reading: "sessions.json", in: directory, version: 1, empty: NoContent())) == nil {
            return
        }
        var journal = try SessionJournal(in: directory)
        let (id, other) = ("d", "elsewhere")
        let session = UnfinishedSession(sessionID: SessionID(random: (1, 2)), kind: .mapped)
        _ = journal.unfinished(on: id)
        try journal.began(session, on: id)
        try hold(try SessionJournal(in: directory).unfinished(on: id) == session, "a session is not in its journal")
        try journal.ended(on: id)
        try hold(try SessionJournal(in: directory).unfinished(on: id) == nil, "a session does not end")
        _ = journal.unfinished(on: other)
        _ = try ServiceChoices(readingFrom: directory).profile
    }

    private struct NoContent: StateContent {
        let json = JSONValue.emptyObject

        init() {}

        init(_ fields: StateFields) {}

        mutating func restWasLost() {}
    }
}

/// A state directory that is emptied before each run.
private struct StateFiles {
    static let shared = StateFiles()
    private let root: String

    private init() {
        // In memory where that can be: each run writes and flushes.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/switchbridge-fuzz-XXXXXX".utf8CString)
        root = mkdtemp(&template).map { String(cString: $0) } ?? parent
        atexit { StateFiles.shared.remove() }
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    func directory() throws -> StateDirectory { try StateDirectory(path: root) }

    func hold(_ bytes: [UInt8], as name: String) throws {
        for old in DirectoryEntries.names(in: root) where old.hasPrefix(name) { unlink(path(old)) }
        let file = try FileDescriptor(path: path(name), flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        guard write(file.raw, bytes, bytes.count) == bytes.count else { throw FuzzFinding(description: "no room") }
    }

    private func remove() {
        for name in DirectoryEntries.names(in: root) { unlink(path(name)) }
        rmdir(root)
    }
}
