// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything on one node that a switch may show as, going down and up. Unlike a `MappedNode` it does not know what it is
/// looking for, so it has to find where axes rest and which of them are only noise.
struct InputTracker {
    struct Change: Hashable {
        var input: SwitchInput
        var isDown: Bool
        var time: Instant
    }

    /// An axis is down from this much of its way on, counted from where it rests, and up below the other.
    static let pressTravel = 40
    static let releaseTravel = 20
    /// An axis that goes down this often within `noiseWindow` is moved by nobody.
    static let noiseLimit = 6
    static let noiseWindow = Duration.seconds(2)
    /// An axis that stands farther than this from where its kind rests, rests elsewhere.
    private static let restTolerance = 25

    fileprivate struct Axis {
        let direction: AxisInput.Direction
        /// Percent at rest.
        let base: Int
        var travel: AxisTravel
        var isDown = false
        /// Not since it was opened: it has to be up once.
        var waitsForUp: Bool
        var downs: [Instant] = []
        var isNoisy = false
    }

    let node: LearningNode
    private(set) var down: Set<SwitchInput> = []
    private var foundDown: Set<UInt16>
    private var scans: [UInt16: Int32] = [:]
    private var scan: Int32?
    private var axes: [UInt16: [Axis]]

    init(_ node: LearningNode) {
        self.node = node
        foundDown = node.found.keysDown
        axes = node.axes.reduce(into: [:]) { axes, entry in
            guard CandidateInputs.includes(axis: entry.key) else { return }
            axes[entry.key] = Self.directions(entry.value, found: node.found.axisValues[entry.key])
        }
    }

    /// Whatever is down now was not pressed for us.
    mutating func forgetPresses() {
        for input in down { if case .key(let code) = input { foundDown.insert(code) } }
        if down.contains(where: { if case .scan = $0 { true } else { false } }) { foundDown.insert(Evdev.unknownKey) }
        for code in axes.keys {
            for index in axes[code, default: []].indices where axes[code]?[index].isDown == true {
                axes[code]?[index].isDown = false
                axes[code]?[index].waitsForUp = true
            }
        }
        down = []
    }

    mutating func changes(in report: [InputEvent]) -> [Change] {
        defer { scan = nil }
        return report.flatMap { event -> [Change] in
            switch event.type {
            case Evdev.miscellaneous:
                if event.code == Evdev.scanCode { scan = event.value }
                return []
            case Evdev.key: return keyChange(event).map { [$0] } ?? []
            case Evdev.absoluteAxis: return axisChanges(event)
            default: return []  // Movements, SW_*, LEDs: no switch of ours.
            }
        }
    }

    /// Not an axis that moves by itself, nor one whose way no thresholds of a profile describe.
    func isOfUse(_ input: SwitchInput) -> Bool {
        guard case .axis(let axis) = input else { return true }
        return axes[axis.code]?.contains {
            $0.direction == axis.direction && !$0.isNoisy && $0.travel.isWithinReach
        } == true
    }

    /// How it would be written into a profile: an axis with the thresholds that were measured.
    func measured(_ input: SwitchInput) -> SwitchInput {
        guard case .axis(var axis) = input,
            let found = axes[axis.code]?.first(where: { $0.direction == axis.direction })
        else { return input }
        (axis.pressPercent, axis.releasePercent) = found.travel.thresholds
        return .axis(axis)
    }

    // MARK: Keys

    /// The kernel's autorepeat is never a press (F6).
    private mutating func keyChange(_ event: InputEvent) -> Change? {
        guard event.value == Evdev.pressed || event.value == Evdev.released,
            CandidateInputs.includes(key: event.code)
        else { return nil }
        let isDown = event.value == Evdev.pressed
        if !isDown, foundDown.remove(event.code) != nil { return nil }
        if isDown { foundDown.remove(event.code) }
        return set(input(event.code, isDown: isDown), isDown, event.time)
    }

    /// A release of `KEY_UNKNOWN` is that of the scan code that pressed it.
    private mutating func input(_ code: UInt16, isDown: Bool) -> SwitchInput {
        guard code == Evdev.unknownKey else { return .key(code: code) }
        if isDown { scans[code] = scan }
        return scans[code].map { .scan(value: $0) } ?? .key(code: code)
    }

    private mutating func set(_ input: SwitchInput, _ isDown: Bool, _ time: Instant) -> Change? {
        guard isDown != down.contains(input) else { return nil }
        if isDown { down.insert(input) } else { down.remove(input) }
        return Change(input: input, isDown: isDown, time: time)
    }

    // MARK: Axes

    private static func directions(_ range: AxisRange, found: Int32?) -> [Axis] {
        [AxisInput.Direction.negative, .positive].compactMap { direction in
            guard range.percent(of: range.rest, towards: direction) != nil else { return nil }
            let percent = found.flatMap { range.percent(of: $0, towards: direction) } ?? 0
            // Hats and triggers rest where their kind does; a stick that stands elsewhere may be anything that rests there.
            let isSure = CandidateInputs.isHat(range) || CandidateInputs.restsAtEnd(range)
            let base = isSure || abs(percent) <= restTolerance ? 0 : percent
            return Axis(
                direction: direction, base: base, travel: AxisTravel(rest: base, full: base),
                waitsForUp: percent - base >= pressTravel)
        }
    }

    /// Releases first: a hat that jumps from one side to the other lets go and presses (F36).
    private mutating func axisChanges(_ event: InputEvent) -> [Change] {
        guard let range = node.axes[event.code], var directions = axes[event.code] else { return [] }
        var changes: [Change] = []
        for index in directions.indices {
            guard let percent = range.percent(of: event.value, towards: directions[index].direction),
                let isDown = directions[index].moved(to: percent, at: event.time)
            else { continue }
            let input = SwitchInput.axis(AxisInput(code: event.code, direction: directions[index].direction))
            if let change = set(input, isDown, event.time) { changes.append(change) }
        }
        axes[event.code] = directions
        return changes.filter { !$0.isDown } + changes.filter(\.isDown)
    }
}

extension InputTracker.Axis {
    /// Nil when nothing changes by it.
    fileprivate mutating func moved(to percent: Int, at time: Instant) -> Bool? {
        let travelled = percent - base
        if travelled < InputTracker.releaseTravel {
            waitsForUp = false
            travel.rest = max(travel.rest, percent)
            defer { isDown = false }
            return isDown ? false : nil
        }
        travel.full = max(travel.full, percent)
        guard travelled >= InputTracker.pressTravel, !isDown, !waitsForUp, !isNoisy else { return nil }
        downs = downs.filter { time - $0 < InputTracker.noiseWindow } + [time]
        isNoisy = downs.count >= InputTracker.noiseLimit
        guard !isNoisy else { return nil }
        isDown = true
        return true
    }
}
