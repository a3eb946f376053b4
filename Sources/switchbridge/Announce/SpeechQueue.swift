// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Decides what is spoken when: one text at a time, and never more than a few waiting.
///
///     silent ─came→ speaking ─ended→ speaking the next, or silent
///     speaking ─urgent came, or it takes too long→ ending ─ended→ speaking the next, or silent
///
/// An urgent text ends what is being said and drops what waits, which is no longer true after it.
struct SpeechQueue: Sendable {
    /// Of those that are not urgent; beyond it the oldest goes.
    static let waitingLimit = 5
    /// A program that speaks one sentence for so long hangs.
    static let longestSpeech = Duration.seconds(30)
    /// How long it has for ending when it is asked to, before it is killed.
    static let endingTime = Duration.seconds(1)

    enum State: Hashable, Sendable {
        /// → `speaking`.
        case silent
        /// → `silent`, `ending`.
        case speaking(until: Instant)
        /// It was asked to end. → `silent`, `speaking`.
        case ending(until: Instant, isKilled: Bool)
    }

    enum Action: Hashable, Sendable {
        case speak(String, isUrgent: Bool)
        case interrupt
        case kill
    }

    private struct Waiting: Hashable, Sendable {
        var text: String
        var isUrgent: Bool
    }

    private(set) var state = State.silent
    private var waiting: [Waiting] = []

    mutating func came(_ text: String, isUrgent: Bool, at now: Instant) -> [Action] {
        if isUrgent { waiting = [] }
        waiting.append(Waiting(text: text, isUrgent: isUrgent))
        dropOldest()
        switch state {
        case .silent: return next(at: now)
        case .speaking where isUrgent: return interrupt(at: now)
        case .speaking, .ending: return []
        }
    }

    /// Urgent ones are never more than one.
    private mutating func dropOldest() {
        guard waiting.count(where: { !$0.isUrgent }) > Self.waitingLimit else { return }
        if let oldest = waiting.firstIndex(where: { !$0.isUrgent }) { waiting.remove(at: oldest) }
    }

    /// The program that spoke has gone, whyever.
    mutating func ended(at now: Instant) -> [Action] {
        switch state {
        case .silent: []
        case .speaking, .ending: next(at: now)
        }
    }

    /// Nothing is spoken any more.
    mutating func closed(at now: Instant) -> [Action] {
        waiting = []
        switch state {
        case .silent, .ending: return []
        case .speaking: return interrupt(at: now)
        }
    }

    var deadline: Instant? {
        switch state {
        case .silent, .ending(_, isKilled: true): nil
        case .speaking(let until), .ending(let until, isKilled: false): until
        }
    }

    /// Early and stale calls do nothing.
    mutating func timerFired(at now: Instant) -> [Action] {
        guard let due = deadline, due <= now else { return [] }
        switch state {
        case .silent: return []
        case .speaking: return interrupt(at: now)
        case .ending:
            state = .ending(until: due, isKilled: true)
            return [.kill]
        }
    }

    private mutating func interrupt(at now: Instant) -> [Action] {
        state = .ending(until: now + Self.endingTime, isKilled: false)
        return [.interrupt]
    }

    private mutating func next(at now: Instant) -> [Action] {
        guard !waiting.isEmpty else {
            state = .silent
            return []
        }
        let text = waiting.removeFirst()
        state = .speaking(until: now + Self.longestSpeech)
        return [.speak(text.text, isUrgent: text.isUrgent)]
    }
}
