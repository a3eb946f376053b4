// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import SwitchCore

/// Things to do later, on one timer of the loop; those due at the same instant are done in the order they were put off.
final class DelayedWork {
    /// Beyond it the next is done at once: a flood must not grow memory.
    static let limit = 4_096

    private var waiting: [(due: Instant, body: () -> Void)] = []
    private let loop: EventLoop
    private var timer: LoopTimer?

    init(loop: EventLoop) { self.loop = loop }

    /// At once when `delay` is zero.
    func run(after delay: Duration, _ body: @escaping () -> Void) {
        guard delay > .zero, waiting.count < Self.limit else { return body() }
        let due = loop.now + delay
        let index = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        waiting.insert((due, body), at: index)
        arm()
    }

    func cancelAll() {
        waiting = []
        arm()
    }

    private func arm() {
        if timer == nil { timer = loop.makeTimer { [weak self] in self?.fired(at: $0) } }
        timer?.deadline = waiting.first?.due
    }

    private func fired(at now: Instant) {
        let due = waiting.prefix { $0.due <= now }
        waiting.removeFirst(due.count)
        for work in due { work.body() }
        arm()
    }
}
