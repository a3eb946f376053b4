// SPDX-License-Identifier: GPL-3.0-or-later

/// The exclusive use (EVIOCGRAB) of one node. Grabbed while a key is down, everyone else believes that it stays down;
/// ungrabbed while one is down, its autorepeat leaks to them. So capture begins and ends while nothing on the node is
/// down, mapped or not, or after writing the releases through the captured descriptor.
///
/// | state      | request                 | nothing down | something down | end                | exit   | time   | node lost |
/// | ---------- | ----------------------- | ------------ | -------------- | ------------------ | ------ | ------ | --------- |
/// | `free`     | `grabbing` or `waiting` | –            | –              | –                  | –      | –      | `gone`    |
/// | `waiting`  | `waiting` anew          | `grabbing`   | –              | `free`             | `free` | `free` | `gone`    |
/// | `grabbing` | –                       | –            | –              | `free`             | `free` | –      | `gone`    |
/// | `checking` | –                       | –            | –              | `free` or `ending` | `free` | –      | `gone`    |
/// | `held`     | – or `resuming`         | –            | –              | `free` or `ending` | `free` | –      | `gone`    |
/// | `ending`   | `resuming`              | `free`       | –              | –                  | `free` | `free` | `gone`    |
/// | `resuming` | `resuming` anew         | `held`       | –              | `ending`           | `free` | `free` | `gone`    |
///
/// `grabbing` becomes `checking` or `free`, `checking` becomes `held` or `waiting`, by the answers to the actions of
/// those names. The kernel drops a grab with its descriptor, so also when the process dies (F5).
package struct CaptureMachine: Sendable {
    package enum State: Hashable, Sendable {
        case free
        /// Asked for, waiting until nothing is down.
        case waiting(since: Instant)
        /// `grab` was returned and its result is not told yet.
        case grabbing(since: Instant)
        /// Captured; `readState` was returned and what it found is not told yet.
        case checking(since: Instant)
        case held
        /// Captured until nothing is down.
        case ending(since: Instant)
        /// Captured and asked for anew: held as soon as nothing is down.
        case resuming(until: Instant)
        /// The node is gone; nothing more happens.
        case gone
    }

    package enum Action: Hashable, Sendable {
        case grab
        /// Read once more what is down, after draining the reader (EVIOCGKEY discards its unread key events).
        case readState
        /// Write a release of everything that is down through the captured descriptor; `ungrab` follows.
        case writeReleases
        case ungrab
        case reportHeld
        /// Something stayed down for `longestWait`; the shell knows the names for `CaptureFailure.stuckDown`.
        case reportStuckDown
        case reportFailed(CaptureFailure)
        /// The node is not captured (any more), as was asked for.
        case reportEnded
        /// The node went away with a capture that was wanted.
        case reportLost
    }

    /// How long to wait for nothing to be down, at the beginning and at the end.
    package static let longestWait = Duration.seconds(5)
    /// How long to wait for it where the node is captured already, so that what is down reaches nobody: a person may need time
    /// to let go of the switch that asked for the start.
    package static let longestLettingGo = Duration.seconds(30)

    package private(set) var state = State.free
    /// Any key or button of the node.
    private var anythingDown: Bool

    package init(anythingDown: Bool) {
        self.anythingDown = anythingDown
    }

    package var deadline: Instant? {
        switch state {
        case .waiting(let since), .ending(let since): since + Self.longestWait
        case .resuming(let end): end
        // The shell answers `grab` and `readState` within the same turn of the loop.
        case .free, .grabbing, .checking, .held, .gone: nil
        }
    }

    /// Deadlines of earlier requests are over, also those that are due and have not fired: what they report would be taken for
    /// the answer to this one.
    package mutating func captureRequested(at time: Instant) -> [Action] {
        switch state {
        case .free:
            return begin(since: time)
        case .held where anythingDown, .ending, .resuming:
            state = .resuming(until: time + Self.longestLettingGo)
            return []
        case .held:
            return [.reportHeld]
        case .gone:
            return [.reportFailed(.noDevice)]
        case .waiting:
            state = .waiting(since: time)
            return []
        case .grabbing, .checking:
            return []
        }
    }

    package mutating func downChanged(anythingDown: Bool, at time: Instant) -> [Action] {
        let actions = timerFired(time)
        self.anythingDown = anythingDown
        guard !anythingDown else { return actions }
        switch state {
        case .waiting(let since):
            return actions + begin(since: since)
        case .ending:
            return actions + release()
        case .resuming:
            state = .held
            return actions + [.reportHeld]
        case .free, .grabbing, .checking, .held, .gone:
            return actions
        }
    }

    package mutating func grabSucceeded() -> [Action] {
        switch state {
        case .grabbing(let since):
            state = .checking(since: since)
            return [.readState]
        case .free, .waiting:
            // Its end was asked for before its result was told.
            return [.ungrab]
        case .checking, .held, .ending, .resuming, .gone:
            return []
        }
    }

    package mutating func grabFailed(_ failure: CaptureFailure) -> [Action] {
        switch state {
        case .grabbing:
            state = .free
            return [.reportFailed(failure)]
        case .free, .waiting, .checking, .held, .ending, .resuming, .gone:
            return []
        }
    }

    /// F1: a key that went down between the last look and the grab is down for everyone else. Let go and wait again.
    package mutating func stateReadAfterGrab(anythingDown: Bool) -> [Action] {
        guard case .checking(let since) = state else { return [] }
        self.anythingDown = anythingDown
        state = anythingDown ? .waiting(since: since) : .held
        return anythingDown ? [.ungrab] : [.reportHeld]
    }

    /// Every request is answered by `reportEnded`, at the latest after `longestWait`, unless a new request for
    /// capture or the loss of the node comes first.
    package mutating func endRequested(at time: Instant) -> [Action] {
        let actions = timerFired(time)
        switch state {
        case .free, .gone:
            return actions + [.reportEnded]
        case .waiting, .grabbing:
            state = .free
            return actions + [.reportEnded]
        case .checking, .held:
            guard anythingDown else { return actions + release() }
            state = .ending(since: time)
            return actions
        case .resuming:
            state = .ending(since: time)
            return actions
        case .ending:
            return actions
        }
    }

    /// The process exits: nothing is waited for.
    package mutating func endNowRequested() -> [Action] {
        switch state {
        case .free, .gone:
            return [.reportEnded]
        case .waiting, .grabbing:
            state = .free
            return [.reportEnded]
        case .checking, .held, .ending, .resuming:
            return release()
        }
    }

    package mutating func nodeLost() -> [Action] {
        defer { state = .gone }
        switch state {
        case .free, .gone: return []
        case .ending: return [.reportEnded]
        case .waiting, .grabbing, .checking, .held, .resuming: return [.reportLost]
        }
    }

    /// Early and stale timers do nothing.
    package mutating func timerFired(_ now: Instant) -> [Action] {
        guard let deadline, deadline <= now else { return [] }
        switch state {
        case .waiting:
            state = .free
            return [.reportStuckDown]
        case .ending:
            return release()
        case .resuming:
            return release(reporting: .reportStuckDown)
        case .free, .grabbing, .checking, .held, .gone:
            return []
        }
    }

    private mutating func begin(since: Instant) -> [Action] {
        state = anythingDown ? .waiting(since: since) : .grabbing(since: since)
        return anythingDown ? [] : [.grab]
    }

    private mutating func release(reporting report: Action = .reportEnded) -> [Action] {
        state = .free
        return (anythingDown ? [.writeReleases] : []) + [.ungrab, report]
    }
}
