// SPDX-License-Identifier: GPL-3.0-or-later

/// The filters of one switch, in this order: debounce, minimum release, hold-to-accept, ignore-repeat, maximum hold.
///
/// Whatever is due at or before an event fires before it, each deadline at its own time: an acceptance due at 300 is
/// stamped 300 even when the loop comes at 350. Times that run backwards are taken as the latest seen.
package struct SwitchFilter: Sendable {
    private let id: SwitchID
    private let settings: FilterSettings
    /// The contact itself, as last told.
    private var contact: EdgeState = .up
    private var latest = Instant(nanoseconds: 0)

    private var debounce: Debounce
    private var minimumRelease: MinimumRelease
    private var holdToAccept: HoldToAccept
    private var ignoreRepeat: IgnoreRepeat
    private var maximumHold: MaximumHold

    package init(_ id: SwitchID, settings: FilterSettings, found state: EdgeState = .up) {
        self.id = id
        self.settings = settings
        contact = state
        debounce = Debounce(window: settings.debounce, state: state)
        minimumRelease = MinimumRelease(minimum: settings.minimumRelease, state: state)
        holdToAccept = HoldToAccept(hold: settings.holdToAccept, state: state)
        ignoreRepeat = IgnoreRepeat(pause: settings.ignoreRepeat, state: state)
        maximumHold = MaximumHold(maximum: settings.maximumHold)
    }

    package mutating func contactChanged(to state: EdgeState, at time: Instant) -> [FilterOutput] {
        var outputs = timeReached(time)
        guard state != contact else { return outputs }
        contact = state
        feedMinimumRelease(debounce.contactChanged(to: state, at: latest), &outputs)
        // A press whose time came while the contact was open for a moment is accepted now that it is down again.
        return outputs + timeReached(latest)
    }

    package mutating func timeReached(_ now: Instant) -> [FilterOutput] {
        var outputs: [FilterOutput] = []
        let now = max(now, latest)
        while let due = nextDue, due.time <= now {
            latest = max(latest, due.time)
            fire(due.stage, &outputs)
        }
        latest = now
        return outputs
    }

    /// Forgets what went before. A switch found down must be up once before it can press.
    package mutating func reset(found state: EdgeState) {
        let latest = latest
        self = SwitchFilter(id, settings: settings, found: state)
        self.latest = latest
    }

    package var deadline: Instant? { nextDue?.time }

    private typealias Due = (time: Instant, stage: FilterKind)

    /// At the same time the earlier stage goes first.
    private var nextDue: Due? {
        let waiting: [(Instant?, FilterKind)] = [
            (debounce.deadline, .debounce),
            (minimumRelease.deadline, .minimumRelease),
            (acceptance, .holdToAccept),
            (maximumHold.deadline, .maximumHold),
        ]
        var next: Due?
        for case (let time?, let stage) in waiting where next.map({ time < $0.time }) ?? true {
            next = (time, stage)
        }
        return next
    }

    /// A press is accepted only while the switch is down. An earlier stage may still be looking at an open contact;
    /// what comes of that decides.
    private var acceptance: Instant? {
        contact == .down && minimumRelease.deadline == nil ? holdToAccept.deadline : nil
    }

    private mutating func fire(_ stage: FilterKind, _ outputs: inout [FilterOutput]) {
        switch stage {
        case .debounce: feedMinimumRelease(debounce.timeReached(latest), &outputs)
        case .minimumRelease: feedHoldToAccept(minimumRelease.timeReached(latest), &outputs)
        case .holdToAccept: feedIgnoreRepeat(holdToAccept.timeReached(latest), &outputs)
        case .ignoreRepeat: break
        case .maximumHold: accept(maximumHold.timeReached(latest), &outputs)
        }
    }

    private mutating func feedMinimumRelease(_ verdict: StageVerdict, _ outputs: inout [FilterOutput]) {
        guard let contact = passed(verdict, by: .debounce, &outputs) else { return }
        feedHoldToAccept(minimumRelease.contactChanged(to: contact), &outputs)
    }

    private mutating func feedHoldToAccept(_ verdict: StageVerdict, _ outputs: inout [FilterOutput]) {
        guard let contact = passed(verdict, by: .minimumRelease, &outputs) else { return }
        feedIgnoreRepeat(holdToAccept.contactChanged(to: contact), &outputs)
    }

    private mutating func feedIgnoreRepeat(_ verdict: StageVerdict, _ outputs: inout [FilterOutput]) {
        guard let contact = passed(verdict, by: .holdToAccept, &outputs),
            let wanted = passed(ignoreRepeat.contactChanged(to: contact), by: .ignoreRepeat, &outputs)
        else { return }
        accept(maximumHold.contactChanged(to: wanted), &outputs)
    }

    private func accept(_ verdict: StageVerdict, _ outputs: inout [FilterOutput]) {
        guard let accepted = passed(verdict, by: .maximumHold, &outputs) else { return }
        outputs.append(.accepted(Edge(id, accepted.state, at: accepted.time)))
    }

    private func passed(_ verdict: StageVerdict, by stage: FilterKind, _ outputs: inout [FilterOutput]) -> Contact? {
        switch verdict {
        case .nothing:
            return nil
        case .pass(let contact):
            return contact
        case .reject(let time):
            outputs.append(.rejected(id, by: stage, at: time))
            return nil
        }
    }
}
