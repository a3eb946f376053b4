// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sentences
import SwitchCore
import Testing

@testable import Profiles

/// A directory of its own for one test, removed with what is in it at the end.
final class Scratch {
    let path: String

    init() throws {
        var template = Array("/tmp/switchbridge-profiles-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        for name in ["file", "pipe"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    func file(_ bytes: [UInt8]) throws -> String {
        let file = "\(path)/file"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        return file
    }
}

@Suite struct ProfileLoadingTests {
    private func problem(of path: String) -> SentenceID? {
        guard case .failure(let found) = ProfileFile.load(path: path, names: SomeNames()) else { return nil }
        #expect(found.path == path)
        return found.problems.first?.sentence.id
    }

    @Test("A file is read as its bytes are")
    func file() throws {
        let scratch = try Scratch()
        let path = try scratch.file(Array(plainProfile.utf8))
        #expect(try ProfileFile.load(path: path, names: SomeNames()).get() == (try read(plainProfile).get()))
    }

    @Test("A file of the largest size is read, one byte more is too large, and so are 10 MB")
    func size() throws {
        let scratch = try Scratch()
        let comment = Array(repeating: UInt8(ascii: "#"), count: ProfileFile.sizeLimit - plainProfile.utf8.count)
        let largest = Array(plainProfile.utf8) + comment
        #expect(problem(of: try scratch.file(largest)) == nil)
        #expect(problem(of: try scratch.file(largest + [UInt8(ascii: "#")])) == .profileTooLarge)
        let huge = try scratch.file([])
        #expect(truncate(huge, 10_000_000) == 0)
        #expect(problem(of: huge) == .profileTooLarge)
        guard case .failure(let found) = ProfileFile.read(bytes: largest + [0], path: "x", names: SomeNames()) else {
            Issue.record("It was read.")
            return
        }
        #expect(found.description == "x: The file is larger than 256 KiB, so it is not a profile.")
    }

    @Test("What is no file is refused without waiting for it")
    func notAFile() throws {
        let scratch = try Scratch()
        #expect(problem(of: scratch.path) == .profileNotAFile)
        #expect(mkfifo("\(scratch.path)/pipe", 0o600) == 0)
        #expect(problem(of: "\(scratch.path)/pipe") == .profileNotAFile)
        #expect(problem(of: "/dev/zero") == .profileNotAFile)
        #expect(problem(of: "\(scratch.path)/missing") == .profileFileMissing)
        #expect(problem(of: "\(scratch.path)/\(String(repeating: "x", count: 300))") == .profileFileUnreadable)
    }
}
