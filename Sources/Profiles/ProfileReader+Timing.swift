// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

/// The times of a switch, or of all that say nothing else.
struct ReadTiming {
    var filters = FilterSettings()
    var holdAfter = SwitchActions.defaultHoldAfter
    /// Nil is as long as `holdAfter`.
    var holdStep: Duration?
}

extension ProfileReader {
    /// Timing as the file says it; what it leaves out is as in `defaults`.
    mutating func timing(_ node: YAMLNode?, defaults: ReadTiming) -> ReadTiming {
        guard let node, let fields = fields(of: node, TimingKey.self) else { return defaults }
        return timing(fields, defaults: defaults)
    }

    /// The timing of one switch. Only a latching one has a maximum hold: on another, what holds is its user. `manner` is
    /// nil when it could not be read.
    mutating func timing(
        _ node: YAMLNode?, of manner: ProfileSwitch.Manner?, defaults: ReadTiming
    ) -> ReadTiming {
        var timing = defaults
        if let node, let fields = fields(of: node, TimingKey.self) {
            timing = self.timing(fields, defaults: defaults)
            if let maximum = fields[.maximumHold], let manner, manner != .latching {
                problems.add(.profileMaximumHoldNotLatching, at: maximum.position)
            }
        }
        if manner != .latching { timing.filters.maximumHold = .zero }
        return timing
    }

    private mutating func timing(_ fields: Fields<TimingKey>, defaults: ReadTiming) -> ReadTiming {
        var timing = defaults
        read(fields[.debounce], in: FilterSettings.debounceRange, into: &timing.filters.debounce)
        read(fields[.minimumRelease], in: FilterSettings.range, into: &timing.filters.minimumRelease)
        read(fields[.holdToAccept], in: FilterSettings.range, into: &timing.filters.holdToAccept)
        read(fields[.ignoreRepeat], in: FilterSettings.range, into: &timing.filters.ignoreRepeat)
        read(fields[.maximumHold], in: FilterSettings.maximumHoldRange, into: &timing.filters.maximumHold)
        read(fields[.holdAfter], in: SwitchActions.holdAfterRange, into: &timing.holdAfter)
        if let step = fields[.holdStep].flatMap({ duration($0, in: SwitchActions.holdAfterRange) }) {
            timing.holdStep = step
        }
        return timing
    }
}
