// SPDX-License-Identifier: GPL-3.0-or-later

/// What somebody must be able to do with switches alone, or to know.
package enum ReachFunction: String, Hashable, Sendable, CaseIterable {
    case start, stop, nextPC, nextProfile, knowState
}

/// How far away a function is. An act is one press or one hold.
package enum Reach: Hashable, Sendable {
    /// It needs none: it is so already, or is told.
    case already
    case acts(Int)
    case unreachable(ReachGap)
}

/// Why switches do not get there.
package enum ReachGap: String, Hashable, Sendable {
    /// The profile does not say how its user starts.
    case startUnsaid
    /// The profile says that somebody else starts.
    case helperStarts
    /// No switch does it.
    case noSwitch
    /// The switches that do it are more than these.
    case moreSwitches
    /// Nothing is announced: only a screen tells.
    case notAnnounced
}

/// How many acts a function takes from a state, by the switches for which that is fewest.
package struct ReachRow: Hashable, Sendable {
    package var function: ReachFunction
    package var state: ForwardingState
    package var withOneSwitch: Reach
    /// Nil where a profile has one switch.
    package var withTwoSwitches: Reach?
}

/// How far everything is away for who uses a profile, while a PC is connected.
///
/// Of what leads by itself from one state to the next only the end is waited for: who wants another PC while forwarding comes
/// to its end goes on from idle. Acts are counted for one switch, and for two of which each does what it does best.
package struct ReachTable: Sendable {
    private let profile: Profile

    package init(_ profile: Profile) {
        self.profile = profile
    }

    /// Every function, from every state.
    package var rows: [ReachRow] {
        ReachFunction.allCases.flatMap { function in
            ForwardingState.allCases.map { state in
                let ids = profile.switches.map(\.id)
                let pairs = ids.enumerated().flatMap { place, first in
                    ids[(place + 1)...].map { SwitchSet([first, $0]) }
                }
                return ReachRow(
                    function: function, state: state,
                    withOneSwitch: best(function, from: state, among: ids.map { [$0] }),
                    withTwoSwitches: pairs.isEmpty ? nil : best(function, from: state, among: pairs))
            }
        }
    }

    private func best(_ function: ReachFunction, from state: ForwardingState, among sets: [SwitchSet]) -> Reach {
        if let reach = withoutActs(function, from: state) { return reach }
        if let least = sets.compactMap({ acts(function, from: state, with: $0) }).min() { return .acts(least) }
        let all = SwitchSet(profile.switches.map(\.id))
        guard acts(function, from: state, with: all) == nil else { return .unreachable(.moreSwitches) }
        guard function == .start else { return .unreachable(.noSwitch) }
        return .unreachable(profile.idle.start == .helper ? .helperStarts : .startUnsaid)
    }

    private func withoutActs(_ function: ReachFunction, from state: ForwardingState) -> Reach? {
        switch (function, state) {
        case (.start, .starting), (.start, .active), (.stop, .idle), (.stop, .stopping): .already
        case (.knowState, _): profile.announcements.tellsState ? .already : .unreachable(.notAnnounced)
        case (.start, .idle), (.start, .stopping), (.stop, .starting), (.stop, .active), (.nextPC, _),
            (.nextProfile, _):
            nil
        }
    }

    /// The fewest acts with these switches.
    private func acts(_ function: ReachFunction, from state: ForwardingState, with switches: SwitchSet) -> Int? {
        switch function {
        case .start: idleActs(.start, switches)
        case .stop: stopActs(in: state, switches)
        case .nextPC: changeActs(.nextPC, .nextPC, from: state, switches)
        case .nextProfile: changeActs(.nextProfile, .nextProfile, from: state, switches)
        case .knowState: nil
        }
    }

    /// While forwarding is off it is an act of its own, while it is on an action; and either state leads to the other.
    private func changeActs(
        _ act: IdleAct, _ action: BridgeAction, from state: ForwardingState, _ switches: SwitchSet
    ) -> Int? {
        let whileOff = idleActs(act, switches)
        let whileOn = does(action, switches) ? 1 : nil
        let ways =
            switch state {
            case .idle, .stopping: [whileOff, sum(idleActs(.start, switches), whileOn)]
            case .starting, .active: [whileOn, sum(stopActs(in: state, switches), whileOff)]
            }
        return ways.compactMap(\.self).min()
    }

    private func idleActs(_ act: IdleAct, _ switches: SwitchSet) -> Int? {
        guard let gesture = profile.idle.acts.first(where: { $0.act == act })?.gesture,
            profile.switches.contains(where: { switches.contains($0.id) && gesture.canBeMade(with: $0) })
        else { return nil }
        return switch gesture.manner {
        case .hold: 1
        case .presses(let count, _): count
        }
    }

    /// What actions do begins once forwarding is on; the stops watch from the start on.
    private func stopActs(in state: ForwardingState, _ switches: SwitchSet) -> Int? {
        let stops = stopsWithinReach(of: profile).compactMap { stop -> Int? in
            switch stop {
            case .hold(let id), .stopSwitch(let id): switches.contains(id) ? 1 : nil
            case .presses(let id, let presses): switches.contains(id) ? presses.count : nil
            }
        }
        let action = state == .active && does(.stopForwarding, switches) ? [1] : []
        return (stops + action).min()
    }

    private func does(_ action: BridgeAction, _ switches: SwitchSet) -> Bool {
        profile.switches.contains { candidate in
            switches.contains(candidate.id) && candidate.id != profile.safety.stopSwitch
                && ([candidate.actions.press].compactMap(\.self) + candidate.actions.holds)
                    .contains { $0.effect == .bridge(action) }
        }
    }

    private func sum(_ first: Int?, _ second: Int?) -> Int? {
        guard let first, let second else { return nil }
        return first + second
    }
}

extension AnnouncementSettings {
    /// Whether its user comes to know the state without a screen.
    fileprivate var tellsState: Bool { level != .off || light != nil || usesDeviceLights }
}
