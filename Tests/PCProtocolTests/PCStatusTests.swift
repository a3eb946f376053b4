// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import PCProtocol

@Suite struct PCStatusTests {
    static func decode(_ text: String) throws(PCStatus.Problem) -> PCStatus { try PCStatus(decoding: Array(text.utf8)) }

    static func text(_ more: String = "", version: String = "1", id: String = "d", platform: String = "windows")
        -> String
    {
        #"{"protocolVersion":\#(version),"desktopId":"\#(id)","displayName":"De\u0007sk ","platform":"\#(platform)"\#(more)}"#
    }

    @Test("a status is read, its name made fit to be shown, and what is not known ignored")
    func reads() throws {
        let status = try Self.decode(Self.text(#","mood":"good""#))
        #expect(status == PCStatus(desktopID: "d", displayName: "Desk", platform: .windows))
        #expect(try Self.decode(Self.text(platform: "haiku")).platform == .other("haiku"))
        #expect(try Self.decode(Self.text(platform: " linux\u{200E}")).platform == .linux)
    }

    @Test("a status is read back as it was written", arguments: [PCStatus.ResponseTransport.notifications, .reads])
    func roundTrip(transport: PCStatus.ResponseTransport) throws {
        for platform in [PCStatus.Platform.windows, .macos, .linux, .other("x")] {
            let status = PCStatus(desktopID: "d", displayName: "A/B", platform: platform, responseTransport: transport)
            #expect(try PCStatus(decoding: status.encoded()) == status)
        }
    }

    @Test("only one other way of answering is known")
    func transport() throws {
        #expect(try Self.decode(Self.text(#","responseTransport":"read-v1""#)).responseTransport == .reads)
        #expect(try Self.decode(Self.text(#","responseTransport":null"#)).responseTransport == .notifications)
        for value in ["\"read-v2\"", "1", "{}"] {
            #expect(throws: PCStatus.Problem.unknownTransport) {
                try Self.decode(Self.text(",\"responseTransport\":\(value)"))
            }
        }
    }

    @Test("another version, no id and what is no status are refused")
    func refuses() {
        #expect(throws: PCStatus.Problem.otherVersion) { try Self.decode(Self.text(version: "2")) }
        #expect(throws: PCStatus.Problem.otherVersion) { try Self.decode(Self.text(version: "\"1\"")) }
        #expect(throws: PCStatus.Problem.shape(.outOfBounds(.desktopID))) { try Self.decode(Self.text(id: "")) }
        #expect(throws: PCStatus.Problem.shape(.missing(.protocolVersion))) { try Self.decode("{}") }
        #expect(throws: PCStatus.Problem.shape(.notAnObject)) { try Self.decode("[]") }
        #expect(throws: PCStatus.Problem.notJSON(.malformed)) { try Self.decode("") }
    }
}
