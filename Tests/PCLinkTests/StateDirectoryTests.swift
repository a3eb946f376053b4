// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import Testing

@testable import PCLink

@Suite struct StateDirectoryTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func problem(_ body: () throws -> Void) -> StateProblem? {
        do { try body() } catch { return error as? StateProblem }
        return nil
    }

    private func code(_ problem: StateProblem?) -> CInt? {
        if case .system(_, let error) = problem { error.code } else { nil }
    }

    @Test("the place follows the XDG rules")
    func defaultPath() {
        #expect(StateDirectory.defaultPath(environment: ["HOME": "/home/a"]) == "/home/a/.local/state/switchbridge")
        let given = ["HOME": "/home/a", "XDG_STATE_HOME": "/var/a"]
        #expect(StateDirectory.defaultPath(environment: given) == "/var/a/switchbridge")
        let relative = ["HOME": "/home/a", "XDG_STATE_HOME": "state"]
        #expect(StateDirectory.defaultPath(environment: relative) == "/home/a/.local/state/switchbridge")
    }

    @Test("a missing directory is made, with its parents, for its owner alone")
    func made() throws {
        let state = try StateDirectory(path: place.path + "/a/b/c")
        for name in ["a", "a/b", "a/b/c"] { #expect(place.mode(of: name) == 0o700) }
        try state.write([1, 2, 3], to: "file")
        #expect(place.mode(of: "a/b/c/file") == 0o600)
        #expect(try state.read("file") == [1, 2, 3])
        #expect(try state.read("other") == nil)
    }

    @Test("a directory that others can look into is refused", arguments: [0o750, 0o705, 0o710, 0o777] as [mode_t])
    func openDirectory(mode: mode_t) throws {
        _ = try place.state()
        chmod(place.statePath, mode)
        #expect(problem { _ = try place.state() } == .tooOpen(path: place.statePath, mode: Int(mode)))
    }

    @Test("a file that others can read or change is refused", arguments: [0o640, 0o604, 0o620, 0o666] as [mode_t])
    func openFile(mode: mode_t) throws {
        let state = try place.state()
        try place.put("{}", at: "state/file", mode: mode)
        #expect(problem { _ = try state.read("file") } == .tooOpen(path: state.path + "/file", mode: Int(mode)))
        #expect(place.text(at: "state/file") == "{}")
    }

    @Test(
        "another user's directory and file are refused", .enabled(if: geteuid() == 0, "only root can give files away"))
    func foreign() throws {
        let state = try place.state()
        try place.put("{}", at: "state/file")
        chown(state.path + "/file", 12_345, 12_345)
        #expect(problem { _ = try state.read("file") } == .notOurs(path: state.path + "/file"))
        chown(state.path, 12_345, 12_345)
        #expect(problem { _ = try place.state() } == .notOurs(path: state.path))
    }

    @Test("a link in the place of the directory or a file is refused, and what it points to stays as it is")
    func links() throws {
        _ = try StateDirectory(path: place.path + "/elsewhere")
        symlink(place.path + "/elsewhere", place.statePath)
        #expect(code(problem { _ = try place.state() }) == ENOTDIR)
        unlink(place.statePath)

        let state = try place.state()
        try place.put("theirs", at: "target")
        symlink(place.path + "/target", state.path + "/file")
        #expect(code(problem { _ = try state.read("file") }) == ELOOP)
        symlink(place.path + "/target", state.path + "/lock")
        #expect(code(problem { try state.whileLocked {} }) == ELOOP)
        try state.write([65], to: "file")
        #expect(place.text(at: "target") == "theirs")
        #expect(try state.read("file") == [65])
    }

    @Test("a link that leads nowhere in the way to the directory is an error, not an endless attempt")
    func danglingParent() {
        symlink(place.path + "/nowhere", place.path + "/parent")
        #expect(code(problem { _ = try StateDirectory(path: place.path + "/parent/state") }) == ENOENT)
    }

    @Test("what is no file is no file of ours, and nothing waits for it")
    func notAFile() throws {
        let state = try place.state()
        mkdir(state.path + "/directory", 0o700)
        #expect(code(problem { _ = try state.read("directory") }) == EISDIR)
        mkfifo(state.path + "/pipe", 0o600)
        #expect(try state.read("pipe") == [])
    }

    @Test("of a file that is too large one byte more than the limit is read")
    func sizeLimit() throws {
        let state = try place.state()
        let limit = StateDirectory.sizeLimit
        try state.write([UInt8](repeating: 32, count: limit), to: "file")
        #expect(try state.read("file")?.count == limit)
        try state.write([UInt8](repeating: 32, count: limit + 100), to: "file")
        #expect(try state.read("file")?.count == limit + 1)
    }

    @Test("where not all of a file can be written the old one stays whole")
    func fullDisk() throws {
        let state = try place.state()
        try state.write(Array("old".utf8), to: "file")
        // A limit on the size of files cuts a write off in the middle, as a full disk does.
        let limit = rlim_t(3 << 20)
        signal(SIGXFSZ, SIG_IGN)
        var old = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
        var low = rlimit(rlim_cur: limit, rlim_max: old.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &low)
        defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old) }

        let result = problem { try state.write([UInt8](repeating: 65, count: Int(limit) + 1), to: "file") }
        #expect(code(result) == EFBIG)
        #expect(place.text(at: "state/file") == "old")
        #expect(place.names() == ["file"])
    }

    @Test("what an earlier process left half written does not stand in the way")
    func leftover() throws {
        let state = try place.state()
        try place.put("half", at: "state/.file.\(getpid())")
        try state.write([65], to: "file")
        #expect(place.names() == ["file"])
    }

    @Test("a lock that is taken is an error, and is free again afterwards")
    func lock() throws {
        let state = try place.state()
        try state.whileLocked { () throws(StateProblem) in
            #expect(problem { try state.whileLocked {} } == .inUse(path: state.path))
        }
        try state.whileLocked {}
    }

    @Test("a marker says once that the process before wrote to it")
    func marker() throws {
        let state = try place.state()
        do {
            let marker = try state.openMarker("hung")
            #expect(!marker.wasWritten)
            write(marker.file.raw, "x", 1)
        }
        #expect(try state.openMarker("hung").wasWritten)
        #expect(try !state.openMarker("hung").wasWritten)
    }

    @Test("a marker that is shared is nobody's to open, and one that is open is not shared")
    func sharedMarker() throws {
        let state = try place.state()
        let refusal = StateProblem.alreadyForwarding(path: state.path)
        do {
            let one = try state.shareMarker("hung")
            let two = try state.shareMarker("hung")
            #expect(throws: refusal) { try state.openMarker("hung").wasWritten }
            withExtendedLifetime((one, two)) {}
        }
        do {
            let marker = try state.openMarker("hung").file
            write(marker.raw, "x", 1)
            #expect(throws: refusal) { try state.shareMarker("hung") }
            withExtendedLifetime(marker) {}
        }
        _ = try state.shareMarker("hung")
        #expect(try state.openMarker("hung").wasWritten, "what it said is left as it was")
    }
}
