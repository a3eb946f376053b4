// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Says how far it has come: on a terminal every second on one line, else every minute on one of its own.
final class Progress: Sendable {
    private struct State {
        var events = 0
        var told: ContinuousClock.Instant
    }

    private let begun = ContinuousClock.now
    private let end: SimulateArguments.End
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state: Mutex<State>

    init(of end: SimulateArguments.End) {
        self.end = end
        state = Mutex(State(told: ContinuousClock.now))
    }

    func advanced(by events: Int) {
        state.withLock { state in
            state.events += events
            let now = ContinuousClock.now
            guard now - state.told >= .seconds(isTerminal ? 1 : 60) else { return }
            state.told = now
            write((isTerminal ? "\r" : "") + text(state.events) + (isTerminal ? "  " : "\n"))
        }
    }

    func close() { if isTerminal { write("\n") } }

    private func text(_ events: Int) -> String {
        switch end {
        case .events(let all): "\(events) of \(all) events"
        case .seconds(let all): "\(events) events, \((ContinuousClock.now - begun).components.seconds) of \(all) s"
        }
    }

    private func write(_ text: String) { _ = Glibc.write(STDERR_FILENO, text, text.utf8.count) }
}
