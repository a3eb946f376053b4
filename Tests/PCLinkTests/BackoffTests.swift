// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import PCLink

@Suite struct BackoffTests {
    @Test("the wait doubles up to its limit and begins anew after success")
    func doubling() {
        var backoff = Backoff()
        let waits = (0..<9).map { _ in backoff.attemptFailed(spread: 0.5) }
        #expect(
            waits.prefix(5) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(waits.suffix(3) == [.seconds(15), .seconds(15), .seconds(15)])
        backoff.succeeded()
        #expect(backoff.attemptFailed(spread: 0.5) == .milliseconds(500))
    }

    @Test(
        "the wait is spread by a quarter either way and no more",
        arguments: [(0.0, 375), (1.0, 625), (-7.0, 375), (7.0, 625)])
    func spread(spread: Double, milliseconds: Int) {
        var backoff = Backoff()
        #expect(backoff.attemptFailed(spread: spread) == .milliseconds(milliseconds))
    }
}
