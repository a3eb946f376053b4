// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SwitchCore

/// Knows from the contacts alone what the person has completed while forwarding was on, and so what the PC may do: each
/// gesture allows its action once, and only for a while. It shares nothing with the machine that it checks.
struct GestureOracle {
    /// From when the box reads what completes a gesture until the PC must have begun: 1 s in the queue, 3 s for an answer and 2 s for
    /// the stop, after which the link is cut, and 3 s for which the loop may stand still.
    private static let patience = Duration.seconds(10)
    /// The box may read a release so much after it happened: one this short before a hold is reached counts as either.
    private static let readingDelay = Duration.milliseconds(2)

    /// 1 s in the queue, 3 s for an answer, and some room.
    private static let longestWait = Duration.seconds(6)

    private struct Press {
        var since: Instant
        /// Which period of forwarding it began in.
        var session: Int
    }

    private let actions: [SwitchID: SwitchActions]
    private let commands: [String: Command]
    /// A repeat that goes on by itself is ended by any press, which then does nothing else.
    private let mayBeSwallowed: Bool
    private var presses: [SwitchID: Press] = [:]
    private var allowed: [Command: [Instant]] = [:]
    /// Of what only one switch does, and the PC always: when it was asked for and not done yet.
    private var awaited: [Command: [Instant]] = [:]

    init(_ setup: SimulationSetup) {
        actions = Dictionary(uniqueKeysWithValues: setup.switches.map { ($0.id, $0.actions) })
        commands = Dictionary(
            uniqueKeysWithValues: setup.actions.compactMap { action in action.command.map { (action.id, $0) } })
        mayBeSwallowed = setup.actions.contains { $0.action.effect == .pc(.repeatingOn) }
    }

    /// Another device or another process: what is down counts for nothing until it has been up.
    mutating func attached(_ id: SwitchID) { presses[id] = nil }

    /// Forwarding stops: what was asked for may still come, and need not.
    mutating func ended() { awaited = [:] }

    /// Its user was told that this is not done.
    mutating func dropped(_ action: SwitchAction) {
        if let command = commands[action.id] { _ = awaited[command]?.popLast() }
    }

    /// - Parameter session: the number of the present period of forwarding, nil when it is off.
    mutating func read(_ id: SwitchID, _ state: EdgeState, of time: Instant, session: Int?, at now: Instant) {
        guard let actions = actions[id] else { return }
        switch state {
        case .down:
            guard let session, presses[id] == nil else { return }
            presses[id] = Press(since: time, session: session)
            if actions.holds.isEmpty { allow(actions.press, at: now) }
        case .up:
            guard let press = presses.removeValue(forKey: id), press.session == session else { return }
            completed(actions, held: time - press.since, at: now)
        }
    }

    private mutating func completed(_ actions: SwitchActions, held: Duration, at now: Instant) {
        guard !actions.holds.isEmpty else { return }
        let (early, late) = (reached(actions, in: held), reached(actions, in: held + Self.readingDelay))
        let isCertain = early == late
        for action in isCertain ? [early] : [early, late] { allow(action, at: now, isAwaited: isCertain) }
    }

    private func reached(_ actions: SwitchActions, in held: Duration) -> SwitchAction? {
        guard held >= actions.holdAfter else { return actions.press }
        let steps = (held - actions.holdAfter).nanoseconds / actions.holdStep.nanoseconds
        return actions.holds[min(Int(steps), actions.holds.count - 1)]
    }

    private mutating func allow(_ action: SwitchAction?, at now: Instant, isAwaited: Bool = true) {
        guard let command = action.flatMap({ commands[$0.id] }) else { return }
        allowed[command, default: []].append(now)
        if isAwaited, !mayBeSwallowed, case .key = command { awaited[command, default: []].append(now) }
    }

    /// How many of them should have been done by now.
    mutating func takeLost(at now: Instant, hungUntil end: Instant) -> Int {
        guard now > end else { return 0 }
        var count = 0
        for (command, times) in awaited where times.contains(where: { now - max($0, end) > Self.longestWait }) {
            count += times.count
            awaited[command] = nil
        }
        return count
    }

    /// The PC does this; false when nobody asked for it.
    mutating func takes(_ command: Command, at now: Instant) -> Bool {
        if awaited[command]?.isEmpty == false { awaited[command]?.removeFirst() }
        allowed[command]?.removeAll { now - $0 > Self.patience }
        if allowed[command]?.isEmpty == false {
            allowed[command]?.removeFirst()
            return true
        }
        // What acts while it is held is asked for by the time alone, and again by the release when that comes first.
        return presses.contains { id, press in
            guard let hold = actions[id]?.holds.first, actions[id]?.holds.count == 1, commands[hold.id] == command,
                case .pc(let manner) = hold.effect, manner.endsWithRelease
            else { return false }
            return now - press.since >= actions[id]?.holdAfter ?? .zero
        }
    }
}

extension PCEvent {
    /// What began by it, where that was a single command.
    var begun: Command? {
        switch self {
        case .command(let command): command
        case .pressed(.modifier(let modifier)): .modifierDown(modifier)
        case .pressed(.mouseButton(let button)): .startDrag(button)
        case .pressed(.repeating(let repeated)): .startRepeat(repeated)
        case .pressed(.key), .pressed(.gridSwitch), .pressed(.scanSwitch), .released, .tapped, .scanned, .edge,
            .sessionStarted, .sessionEnded, .releaseFailed:
            nil
        }
    }
}
