// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Sentences
import Testing

@testable import switchbridge

@Suite("Saving profiles") struct ProfileSavingTests {
    private let home: ProfileHome
    private var place: String { home.place(of: "mine") }
    private let old = Array(ProfileHome.plain.utf8)
    private let new = Array("new\n".utf8)

    init() throws {
        home = try ProfileHome()
        try home.putProfile("mine")
    }

    /// The words of a failure; nil when there was none.
    private func saving(
        _ saver: ProfileSaver, replacing original: [UInt8]?, at path: String? = nil
    ) -> String? {
        do throws(Failure) {
            try saver.save(new, to: path ?? place, replacing: original)
            return nil
        } catch { return error.sentence?.description }
    }

    @Test("the new text stands in place of the old, with its permissions, and the old one beside it")
    func saves() {
        chmod(place, 0o640)
        #expect(saving(ProfileSaver(home.environment), replacing: old) == nil)
        #expect(home.profile("mine") == "new\n")
        #expect(home.text(place + "~") == ProfileHome.plain)
        var status = stat()
        #expect(stat(place, &status) == 0 && status.st_mode & 0o7777 == 0o640)
        #expect(home.names(in: "config/switchbridge/profiles") == ["mine.yaml", "mine.yaml~"])
    }

    @Test("of a link, the file that it leads to is written and the link stays")
    func link() throws {
        try home.put(ProfileHome.plain, "elsewhere/real.yaml")
        #expect(symlink("\(home.path)/elsewhere/real.yaml", home.place(of: "link")) == 0)
        #expect(saving(ProfileSaver(home.environment), replacing: old, at: home.place(of: "link")) == nil)
        #expect(home.text("\(home.path)/elsewhere/real.yaml") == "new\n")
        var status = stat()
        #expect(lstat(home.place(of: "link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(home.names(in: "elsewhere") == ["real.yaml", "real.yaml~"])
    }

    @Test("what somebody else changed meanwhile is left alone, and the draft is kept and named")
    func changedMeanwhile() throws {
        try home.putProfile("mine", "theirs\n")
        let words = try #require(saving(ProfileSaver(home.environment), replacing: old))
        let draft = "\(home.path)/state/switchbridge/drafts/mine.yaml"
        #expect(words.contains("somebody else") && words.contains(draft))
        #expect(home.profile("mine") == "theirs\n")
        #expect(home.text(draft) == "new\n")
        // A second draft does not overwrite the first.
        #expect(saving(ProfileSaver(home.environment), replacing: old)?.contains("mine-2.yaml") == true)
        // Nor is a profile overwritten that came to be since it was looked for.
        #expect(saving(ProfileSaver(home.environment), replacing: nil)?.contains("somebody else") == true)
    }

    @Test("a profile that is there but cannot be read is not taken for a new one")
    func unreadable() throws {
        #expect(chmod(place, 0) == 0 && mkdir(home.place(of: "folder"), 0o755) == 0)
        defer { chmod(place, 0o644) }
        #expect(saving(ProfileSaver(home.environment), replacing: nil)?.contains("somebody else") == true)
        #expect(saving(ProfileSaver(home.environment), replacing: nil, at: home.place(of: "folder")) != nil)
        chmod(place, 0o644)
        #expect(home.profile("mine") == ProfileHome.plain)
    }

    @Test("while another run of the program writes there, nothing is written")
    func busy() throws {
        let directory = try FileDescriptor(path: Path.directory(of: place), flags: O_RDONLY | O_DIRECTORY)
        #expect(flock(directory.raw, LOCK_EX) == 0)
        #expect(saving(ProfileSaver(home.environment), replacing: old)?.contains("another run") == true)
        #expect(home.profile("mine") == ProfileHome.plain)
    }

    @Test(
        "a full or read-only disk leaves the old text and keeps a draft where there is room",
        arguments: [ENOSPC, EROFS])
    func cannotWrite(code: CInt) throws {
        let place = place
        let saver = ProfileSaver(home.environment) { bytes, path, mode throws(SystemError) in
            guard path != place else { throw SystemError(call: "write", code: code) }
            try AtomicFile.write(bytes, to: path, mode: mode)
        }
        let words = try #require(saving(saver, replacing: old))
        #expect(words.contains("\(home.path)/state/switchbridge/drafts/mine.yaml"))
        #expect(home.text("\(home.path)/state/switchbridge/drafts/mine.yaml") == "new\n")
        #expect(home.profile("mine") == ProfileHome.plain)
    }

    @Test("where nothing can be written at all, that is said")
    func nowhere() throws {
        let saver = ProfileSaver(home.environment) { _, _, _ throws(SystemError) in
            throw SystemError(call: "write", code: ENOSPC)
        }
        #expect(saving(saver, replacing: old)?.contains("could not be kept either") == true)
        #expect(home.profile("mine") == ProfileHome.plain)
    }

    @Test("a file that cannot be written whole leaves nothing behind")
    func noRests() {
        let missing = "\(home.path)/missing/mine.yaml"
        #expect(throws: SystemError.self) { try AtomicFile.write(new, to: missing, mode: nil) }
        #expect(throws: SystemError.self) { try AtomicFile.write(new, to: "\(home.path)/config", mode: nil) }
        #expect(home.names(in: "") == ["config", "shipped"])
    }
}
