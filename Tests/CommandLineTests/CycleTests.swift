// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

/// What a daemon does for months. `SWITCHBRIDGE_CYCLES` says how often, else a thousand times.
@Suite("Over and over") struct CycleTests {
    @Test(
        "links, clients of the control socket and searches that end leave no descriptor open and no memory allocated",
        arguments: ["link", "control", "bluetooth"])
    func cycles(what: String) throws {
        let count = getenv("SWITCHBRIDGE_CYCLES").map { String(cString: $0) } ?? "1000"
        let child = try Child([what, count], program: "cycles", withTalk: true)
        let account = try child.readToEnd()
        #expect(try child.wait() == .exited(0), "\(what): \(account)")
    }

    @Test("the account sees what is kept")
    func forgetful() throws {
        let child = try Child(["forgetful", "100"], program: "cycles", withTalk: true)
        #expect(try child.readToEnd().hasPrefix("100 cycles"))
        #expect(try child.wait() == .exited(1))
    }
}
