// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

@Suite("A short connection to a PC")
struct PCVisitTests {
    /// A way to a PC on which every attempt comes to the same.
    private final class DeadEnd: Transport {
        var onEvent: ((TransportEvent) -> Void)?
        var expectsAnswer = false
        private let failure: LinkFailure
        private let loop: EventLoop

        init(_ failure: LinkFailure, _ loop: EventLoop) {
            self.failure = failure
            self.loop = loop
        }

        func connect() {
            loop.afterThisTurn { [weak self] in
                guard let self else { return }
                onEvent?(.lost(failure))
            }
        }

        func send(_ frame: OutgoingFrame) -> Bool { false }
        func cut() {}
    }

    private struct Outcome {
        let failure: Failure?
        let seconds: Int64
        let said: String
    }

    private func visit(_ failure: LinkFailure) throws -> Outcome {
        let start = Instant(nanoseconds: 1_000_000_000)
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: start, unixMilliseconds: 1_724_000_000_000))
        let terminal = TestTerminal()
        let live = try LiveRun(terminal.terminal, loop: loop)
        let pc = SavedPC(desktopID: "desk-1", name: "Desk", token: try #require(PairingToken("made-up")))
        let places = PCPlaces(
            link: { _, loop throws(Failure) in DeadEnd(failure, loop) },
            search: { _ throws(Failure) in throw .noPC(Sentence(.scanNone)) })
        let visit = try PCVisit(live, to: .saved(pc), places, try StateFiles(nil))
        visit.begin()
        while live.result == nil, loop.now < start + .seconds(120) { try loop.turn() }
        guard case .failure(let ended) = live.result else {
            return Outcome(failure: nil, seconds: 120, said: terminal.talk.text)
        }
        return Outcome(failure: ended, seconds: (loop.now - start).components.seconds, said: terminal.talk.text)
    }

    @Test("a PC that may still come is looked for half a minute, which is said once and only when it takes its time")
    func outOfRange() throws {
        let outcome = try visit(.outOfRange)
        #expect(outcome.failure == .noPC(Sentence(.finalOutOfRange)))
        #expect(outcome.seconds == 30)
        #expect(outcome.said == "Looking for Desk.\n")
    }

    @Test(
        "what waiting does not mend ends it at once",
        arguments: [
            (LinkFailure.adapter(.blocked), ExitCode.noPC), (.adapter(.notPermitted), .notPermitted),
            (.notFound(place: "p"), .noPC), (.impossiblePlace(place: "p"), .noPC),
        ])
    func atOnce(failure: LinkFailure, code: ExitCode) throws {
        let outcome = try visit(failure)
        #expect(outcome.failure?.ending == .code(code))
        #expect(outcome.seconds == 0)
        #expect(outcome.said.isEmpty)
    }

    @Test("a command that ends promises no further attempt", arguments: SentenceID.allCases)
    func promises(id: SentenceID) {
        let text = Sentence(id).description
        #expect(text != id.rawValue, "every sentence has its words")
        if id.rawValue.hasPrefix("final.") { #expect(!text.contains("by itself") && !text.contains("keeps")) }
    }
}
