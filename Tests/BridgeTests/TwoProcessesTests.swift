// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCLink
import PCProtocol
import SwitchCore
import Testing

@Suite("Two processes with one state directory")
struct TwoProcessesTests {
    @Test("the end of one's session does not forget the other's")
    func journals() throws {
        var template = Array("/tmp/switchbridge-test-XXXXXX".utf8CString)
        #expect(mkdtemp(&template) != nil)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for name in ["sessions.json", "lock"] { unlink("\(path)/\(name)") }
            rmdir(path)
        }
        let directory = try StateDirectory(path: path)
        var first = try SessionJournal(in: directory)
        try first.began(UnfinishedSession(sessionID: SessionID(random: (1, 1)), kind: .mapped), on: "desk-1")
        var second = try SessionJournal(in: directory)
        let other = UnfinishedSession(sessionID: SessionID(random: (2, 2)), kind: .mapped)
        try second.began(other, on: "desk-1")
        try first.ended(on: "desk-1")
        #expect(try SessionJournal(in: directory).unfinished(on: "desk-1") == other)
        try second.ended(on: "desk-1")
        #expect(try SessionJournal(in: directory).unfinished(on: "desk-1") == nil)
    }
}
