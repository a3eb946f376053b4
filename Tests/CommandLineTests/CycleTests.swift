// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import RealSystem
import Testing

/// What a daemon does for months. `SWITCHBRIDGE_CYCLES` says how often, else a thousand times.
@Suite("Over and over") struct CycleTests {
    @Test(
        "links, clients of the control socket and searches that end leave no descriptor open and no memory allocated",
        arguments: ["link", "control", "bluetooth"])
    func cycles(what: String) throws {
        let count = getenv("SWITCHBRIDGE_CYCLES").map { String(cString: $0) } ?? "1000"
        let child = try Self.cycles(what, count)
        let account = try child.readToEnd()
        #expect(try child.wait() == .exited(0), "\(what): \(account)")
    }

    @Test("the account sees what is kept")
    func forgetful() throws { try expectIsSeen("forgetful") }

    @Test(
        "the account sees the smallest allocation",
        .disabled(if: hasSanitizer, "a sanitizer allocates by itself, where mallinfo(3) does not look"))
    func hoarding() throws { try expectIsSeen("hoarding") }

    private func expectIsSeen(_ what: String) throws {
        let child = try Self.cycles(what, "100")
        #expect(try child.readToEnd().hasPrefix("100 cycles"))
        #expect(try child.wait() == .exited(1))
    }

    private static func cycles(_ what: String, _ count: String) throws -> Child {
        try Child([what, count], program: "cycles", environment: CycleAccount.environment, withTalk: true)
    }
}

/// `make test-sanitize` tells sanitizers where to write.
private let hasSanitizer = getenv("ASAN_OPTIONS") != nil || getenv("TSAN_OPTIONS") != nil
