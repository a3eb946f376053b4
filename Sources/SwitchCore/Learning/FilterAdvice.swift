// SPDX-License-Identifier: GPL-3.0-or-later

/// What the presses that were seen suggest about the times of one switch. It is advice: only its user knows what was meant.
///
/// Presses of 400 ms unless said otherwise, all times in ms; "gap" is from letting go to the next press.
///
/// | no. | seen                                          | advice               | why                                          |
/// | --- | --------------------------------------------- | -------------------- | -------------------------------------------- |
/// | 1   | gap 15, both accepted                         | debounce 30          | under 20 it is the contact                   |
/// | 2   | gap 60, then a press of 100, both accepted    | ignore-repeat 150    | one touch too many                           |
/// | 3   | gap 60 between two long presses, both accepted | minimum-release 90  | a hold that was broken in two                |
/// | 4   | gap 249, then a press of 100                  | ignore-repeat 500    |                                              |
/// | 5   | gap 250, then a press of 100                  | none                 | two presses                                  |
/// | 6   | a press of 40 among three others              | hold-to-accept 100   | brushed in passing                           |
/// | 7   | the same of a pulse switch                    | none                 | all its presses are short                    |
/// | 8   | gap 700, 500 long, rejected by ignore-repeat  | ignore-repeat 700    | who presses that long means it               |
/// | 9   | 250 long, rejected by hold-to-accept of 300   | hold-to-accept 250   | nearly long enough                           |
/// | 10  | 40 long, rejected by hold-to-accept of 300    | none                 | that is what it is for                       |
/// | 11  | gap 200, 100 long, and another gap of 300     | ignore-repeat 300    | a press that was meant is not lost           |
package struct FilterAdvice: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// Two presses so far apart, both accepted.
        case closePresses
        /// A press so short among longer ones, accepted.
        case shortPress
        /// A press so far behind the one before, long, but rejected.
        case longPressRejected
        /// A press nearly long enough.
        case nearlyAccepted
    }

    package var filter: FilterKind
    package var reason: Reason
    /// What was seen: a gap or a length.
    package var seen: Duration
    package var proposed: Duration

    package static let bounceLimit = Duration.milliseconds(20)
    /// People who mean two presses leave more than this between them.
    package static let closeLimit = Duration.milliseconds(250)
    package static let longPress = Duration.milliseconds(300)
    package static let meantPress = Duration.milliseconds(500)
    package static let shortLimit = Duration.milliseconds(100)
    /// Presses that advice rests on: the last ones.
    package static let pressLimit = 20

    /// At most one for each filter, in the order of the filters.
    package static func advice(
        on presses: [SeenPress], with settings: FilterSettings, manner: ProfileSwitch.Manner
    ) -> [FilterAdvice] {
        let presses = Array(presses.suffix(pressLimit))
        let all =
            zip(presses, presses.dropFirst()).compactMap { closePresses($0, $1, in: presses) }
            + (manner == .pulse ? [] : presses.compactMap { shortPress($0, among: presses) })
            + presses.compactMap { rejected($0, with: settings) }
        return FilterKind.allCases.compactMap { kind in strongest(all.filter { $0.filter == kind }) }
    }

    /// What lowers a time goes before what raises it: a press that was lost is worse than one too many.
    private static func strongest(_ advice: [FilterAdvice]) -> FilterAdvice? {
        let lowering = advice.filter(\.lowers)
        return lowering.isEmpty ? advice.max { $0.proposed < $1.proposed } : lowering.min { $0.proposed < $1.proposed }
    }

    private var lowers: Bool {
        switch reason {
        case .longPressRejected, .nearlyAccepted: true
        case .closePresses, .shortPress: false
        }
    }

    private static func closePresses(
        _ first: SeenPress, _ second: SeenPress, in presses: [SeenPress]
    ) -> FilterAdvice? {
        guard first.verdict == .accepted, second.verdict == .accepted, let gap = second.gap, gap < closeLimit else {
            return nil
        }
        if gap < bounceLimit {
            return FilterAdvice(.debounce, .closePresses, gap, min(roundedUp(gap * 2, to: 5), .milliseconds(100)))
        }
        if first.length >= longPress, second.length >= longPress {
            return FilterAdvice(.minimumRelease, .closePresses, gap, roundedUp(gap * 3 / 2, to: 10))
        }
        // Not so long that presses which were meant would be taken for repeats: just at the end one counts again.
        let meant = presses.compactMap(\.gap).filter { $0 >= closeLimit }.min()
        let proposed = roundedUp(gap * 2, to: 50)
        return FilterAdvice(
            .ignoreRepeat, .closePresses, gap, meant.map { min(proposed, roundedDown($0, to: 50)) } ?? proposed)
    }

    private static func shortPress(_ press: SeenPress, among presses: [SeenPress]) -> FilterAdvice? {
        let others = presses.filter { $0 != press && $0.length >= press.length * 3 }
        guard press.verdict == .accepted, press.length < shortLimit, others.count >= 2,
            let shortest = others.map(\.length).min()
        else { return nil }
        let proposed = roundedUp(press.length * 2, to: 50)
        return proposed <= shortest / 2 ? FilterAdvice(.holdToAccept, .shortPress, press.length, proposed) : nil
    }

    private static func rejected(_ press: SeenPress, with settings: FilterSettings) -> FilterAdvice? {
        switch press.verdict {
        case .rejected(.ignoreRepeat):
            guard press.length >= meantPress, let gap = press.gap else { return nil }
            return FilterAdvice(.ignoreRepeat, .longPressRejected, gap, roundedDown(gap, to: 50))
        case .rejected(.holdToAccept):
            guard press.length * 5 >= settings.holdToAccept * 3 else { return nil }
            return FilterAdvice(.holdToAccept, .nearlyAccepted, press.length, roundedDown(press.length, to: 50))
        case .accepted, .rejected(.debounce), .rejected(.minimumRelease), .rejected(.maximumHold): return nil
        }
    }

    private init(_ filter: FilterKind, _ reason: Reason, _ seen: Duration, _ proposed: Duration) {
        self.filter = filter
        self.reason = reason
        self.seen = seen
        self.proposed = proposed
    }

    private static func roundedUp(_ time: Duration, to step: Int64) -> Duration {
        .milliseconds((time.nanoseconds + step * 1_000_000 - 1) / (step * 1_000_000) * step)
    }

    private static func roundedDown(_ time: Duration, to step: Int64) -> Duration {
        .milliseconds(time.milliseconds / step * step)
    }
}

extension FilterSettings {
    package subscript(_ filter: FilterKind) -> Duration {
        get {
            switch filter {
            case .debounce: debounce
            case .minimumRelease: minimumRelease
            case .holdToAccept: holdToAccept
            case .ignoreRepeat: ignoreRepeat
            case .maximumHold: maximumHold
            }
        }
        set {
            switch filter {
            case .debounce: debounce = newValue
            case .minimumRelease: minimumRelease = newValue
            case .holdToAccept: holdToAccept = newValue
            case .ignoreRepeat: ignoreRepeat = newValue
            case .maximumHold: maximumHold = newValue
            }
        }
    }
}
