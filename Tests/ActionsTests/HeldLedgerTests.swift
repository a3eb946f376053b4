// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore
import Testing

@testable import Actions

@Suite("What actions hold on the PC")
struct HeldLedgerTests {
    private let shift = CatalogueAction("shift", "Shift", .modifier, [], .held, .modifierDown(.shift))
    private let sticky = CatalogueAction("sticky", "Sticky Shift", .modifier, [], .sticky, .modifierDown(.shift))
    private let click = CatalogueAction("click", "Click", .click, [], .instant, .click(.left))

    @Test("what is instant holds nothing")
    func instant() {
        var ledger = HeldLedger()
        let commands = ledger.commands(for: .perform, of: click)
        #expect(commands == [.click(.left)])
        let end = ledger.commands(for: .end, of: click)
        #expect(end.isEmpty)
        #expect(ledger.held.isEmpty)
    }

    @Test("what is begun is held from before it is sent until its end is acknowledged")
    func heldWhile() {
        var ledger = HeldLedger()
        let begin = ledger.commands(for: .begin, of: shift)
        #expect(begin == [.modifierDown(.shift)])
        #expect(ledger.held.releases == [.modifierUp(.shift)])
        let end = ledger.commands(for: .end, of: shift)
        #expect(end == [.modifierUp(.shift)])
        #expect(!ledger.held.isEmpty)
        ledger.answered(.end, of: shift, .acknowledged)
        #expect(ledger.held.isEmpty)
    }

    @Test("a modifier that two switches hold goes down with the first and up with the last")
    func shared() {
        var ledger = HeldLedger()
        _ = ledger.commands(for: .begin, of: shift)
        ledger.answered(.begin, of: shift, .acknowledged)
        let second = ledger.commands(for: .begin, of: sticky)
        ledger.answered(.begin, of: sticky, .acknowledged)
        #expect(second.isEmpty)
        let first = ledger.commands(for: .end, of: shift)
        #expect(first.isEmpty)
        ledger.answered(.end, of: shift, .acknowledged)
        #expect(!ledger.held.isEmpty)
        let last = ledger.commands(for: .end, of: sticky)
        #expect(last == [.modifierUp(.shift)])
        ledger.answered(.end, of: sticky, .acknowledged)
        #expect(ledger.held.isEmpty)
    }

    @Test("what the PC refused to begin is not held, and its end tells the PC nothing")
    func refused() {
        var ledger = HeldLedger()
        _ = ledger.commands(for: .begin, of: shift)
        ledger.answered(.begin, of: shift, .refused(code: "input_failed"))
        #expect(ledger.held.isEmpty)
        let end = ledger.commands(for: .end, of: shift)
        #expect(end.isEmpty)
    }

    @Test("once the PC holds nothing, nothing is held here, however many switches held it")
    func cleared() {
        var ledger = HeldLedger()
        _ = ledger.commands(for: .begin, of: shift)
        _ = ledger.commands(for: .begin, of: sticky)
        ledger.clear()
        #expect(ledger.held.isEmpty)
        let begin = ledger.commands(for: .begin, of: shift)
        #expect(begin == [.modifierDown(.shift)])
    }

    @Test(
        "a refused end is still held, and can be asked for again",
        arguments: [
            RequestOutcome.refused(code: "input_failed"), .timedOut,
        ])
    func endFailed(outcome: RequestOutcome) {
        var ledger = HeldLedger()
        _ = ledger.commands(for: .begin, of: shift)
        _ = ledger.commands(for: .end, of: shift)
        ledger.answered(.end, of: shift, outcome)
        #expect(!ledger.held.isEmpty)
        let again = ledger.commands(for: .end, of: shift)
        #expect(again == [.modifierUp(.shift)])
    }
}
