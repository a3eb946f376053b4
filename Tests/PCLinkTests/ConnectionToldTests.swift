// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Testing

@testable import PCLink

@Suite("What is told of a connection")
struct ConnectionToldTests {
    /// Whether each of these is told.
    private final class Told {
        private var told = ConnectionTold()

        func connected() -> Bool { told.connected() }
        func gotFurther() -> Bool { told.gotFurther() }
        func failed(_ failure: ClientFailure) -> Bool { told.failed(failure) }
        func lost(_ failure: LinkFailure, hadPC: Bool, retries: Bool) -> Bool {
            told.lost(failure, hadPC: hadPC, retries: retries)
        }
    }

    @Test("1 connected is told each time, and not again when the PC gets further")
    func connected() {
        let told = Told()
        #expect(told.connected() && !told.gotFurther())
        #expect(told.lost(.closedByPC, hadPC: true, retries: true))
        #expect(told.connected())
    }

    @Test("1 a PC that was reached in vain is told connected once it gets further")
    func inVain() {
        var told = Told()
        #expect(told.connected() && told.failed(.clocksApart))
        #expect(!told.connected() && !told.failed(.clocksApart))
        #expect(!told.connected() && told.gotFurther())
        #expect(told.failed(.clocksApart), "it is news again")
        // A link that ends before the PC said anything is in vain, too.
        told = Told()
        #expect(told.connected() && told.lost(.closedByPC, hadPC: true, retries: true))
        #expect(!told.connected())
    }

    @Test("2 each loss is told once until the PC is connected again, and the last one always")
    func lost() {
        let told = Told()
        #expect(told.lost(.outOfRange, hadPC: false, retries: true))
        #expect(told.lost(.unanswered, hadPC: false, retries: true))
        #expect(!told.lost(.outOfRange, hadPC: false, retries: true))
        #expect(told.lost(.outOfRange, hadPC: false, retries: false))
        #expect(told.connected() && !told.gotFurther())
        #expect(told.lost(.outOfRange, hadPC: true, retries: true))
    }

    @Test("3 another failure is told, the same is not")
    func failed() {
        let told = Told()
        #expect(told.failed(.accessVoid) && told.failed(.clocksApart) && !told.failed(.clocksApart))
    }
}
