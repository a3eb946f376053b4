// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import RealSystem
import SwitchCore
import Testing

@Suite("Two processes with one state directory")
struct TwoProcessesTests {
    @Test("the end of one's session does not forget the other's")
    func journals() throws {
        let place = try TemporaryDirectory()
        let directory = try StateDirectory(path: place.path)
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
