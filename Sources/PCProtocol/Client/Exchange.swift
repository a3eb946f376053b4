// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// What an awaited answer is for.
enum Question: Hashable, Sendable {
    case pairing
    /// The one that authenticates.
    case ping
    case oldSession
    case releaseAll
    /// A release of what is in doubt.
    case doubt
    case profile
    case catalogue
    case health
    /// A ping that its user asked for.
    case roundTrip
    case leaving
    case session(SessionRequest)

    /// Whether something is pressed, released or ended by it.
    var isUrgent: Bool {
        switch self {
        case .session, .oldSession, .releaseAll, .doubt, .leaving: true
        case .pairing, .ping, .profile, .catalogue, .health, .roundTrip: false
        }
    }

    /// Whether it belongs to a session or to what one left.
    var isOfSession: Bool {
        switch self {
        case .session, .doubt: true
        case .pairing, .ping, .oldSession, .releaseAll, .profile, .catalogue, .health, .roundTrip, .leaving: false
        }
    }
}

/// The questions that the PC has not answered yet. Every one has a deadline.
struct Exchange: Hashable, Sendable {
    private struct Open: Hashable, Sendable {
        var id: String
        var question: Question
        var deadline: Instant
    }

    private var open: [Open] = []

    var isEmpty: Bool { open.isEmpty }

    var deadline: Instant? { open.lazy.map(\.deadline).min() }

    mutating func asked(_ question: Question, id: String, deadline: Instant) {
        open.append(Open(id: id, question: question, deadline: deadline))
    }

    /// Nil for an answer that nobody waits for: it came twice, too late, or is another remote's.
    mutating func answered(_ id: String) -> Question? {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return nil }
        return open.remove(at: index).question
    }

    /// Takes out one question whose time is over.
    mutating func overdue(at now: Instant) -> Question? {
        guard let index = open.firstIndex(where: { $0.deadline <= now }) else { return nil }
        return open.remove(at: index).question
    }

    func awaits(_ question: Question) -> Bool { open.contains { $0.question == question } }

    mutating func forget(_ question: Question) { open.removeAll { $0.question == question } }

    mutating func forget(where isForgotten: (Question, _ id: String) -> Bool = { _, _ in true }) {
        open.removeAll { isForgotten($0.question, $0.id) }
    }
}
