// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Testing

@testable import switchbridge

@Suite("profile check")
struct ProfileCheckTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    private static let good = "/\(root)/Profiles/two-switch-box.yaml"
    private static let bad = "/\(root)/Makefile"

    @Test("a good profile: its switches, the added time and the ways to stop")
    func goodProfile() {
        let test = TestTerminal()
        #expect(test.run("profile", "check", Self.good) == .code(.done))
        #expect(test.output.text.contains("no mistakes"))
        #expect(test.output.text.contains("KEY_SPACE"))
        #expect(test.output.text.contains(" ms to a press"))
        #expect(test.output.text.contains("To stop, hold"))
    }

    @Test("the example's name for a device is no mistake, but it is said that nothing fits it")
    func placeholder() throws {
        let test = TestTerminal()
        #expect(test.run("profile", "check", Self.good) == .code(.done))
        #expect(test.output.text.contains("put the name of yours there"))
        let other = TestTerminal()
        #expect(other.run("profile", "check", "/\(Self.root)/Profiles/vec-pedal.yaml") == .code(.done))
        #expect(!other.output.text.contains("put the name of yours there"))
    }

    @Test("one bad file among good ones decides the exit code; each mistake begins with its place")
    func badProfile() {
        let test = TestTerminal()
        #expect(test.run("profile", "check", Self.good, Self.bad, "/nonexistent.yaml") == .code(.badProfile))
        #expect(test.output.text.contains("\n\(Self.bad):"))
        #expect(test.output.text.contains("\n/nonexistent.yaml: There is no such file."))
    }

    @Test("a name that no profile has keeps nobody from hearing of the others")
    func unknownName() {
        let test = TestTerminal()
        #expect(test.run("profile", "check", "no-such-profile", Self.good, Self.bad) == .code(.badProfile))
        #expect(test.output.lines.first?.hasPrefix("no-such-profile: There is no such profile") == true)
        #expect(test.output.text.contains("no mistakes"))
        #expect(test.output.text.contains("\n\(Self.bad):"))
    }

    @Test("as JSON, one valid line for each file")
    func json() throws {
        let test = TestTerminal()
        #expect(test.run("profile", "check", "--json", Self.good, Self.bad) == .code(.badProfile))
        let values = try test.output.lines.map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(values.map { $0.members?["good"]?.truth } == [true, false])
        #expect(values[0].members?["profile"]?.members?["switches"]?.elements?.count == 2)
        let problem = values[1].members?["problems"]?.elements?.first?.members
        #expect(problem?["line"]?.exactInteger != nil)
        #expect(problem?["id"]?.text?.hasPrefix("profile.") == true)
    }

    @Test("nothing but paths and commands is wider than a narrow terminal")
    func narrow() {
        var test = TestTerminal()
        test.width = 40
        #expect(test.run("profile", "check", Self.good) == .code(.done))
        for line in test.output.lines.dropFirst() { #expect(DisplayWidth.of(line) <= 40, "\(line)") }
    }
}
