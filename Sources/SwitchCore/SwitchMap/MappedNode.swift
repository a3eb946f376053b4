// SPDX-License-Identifier: GPL-3.0-or-later

/// The inputs of one opened node that belong to switches, and what each of them is doing.
struct MappedNode: Sendable {
    enum InputState: Hashable {
        /// Next: `down` on a press, `ignored` when found down.
        case up
        /// Next: `up`; `ignored` when what it means changes.
        case down
        /// Down, but not pressed in our sight: no press until it has been up. Next: `up`.
        case ignored
    }

    struct BoundInput {
        let input: SwitchInput
        let switchID: SwitchID
        var state: InputState
    }

    /// A change that an event makes to one of `inputs`.
    struct Change {
        var index: Int
        var pressed: Bool
    }

    private(set) var inputs: [BoundInput]
    private let axes: [UInt16: AxisRange]
    /// `MSC_SCAN` of the report being read, for the key event that follows it.
    private var scan: Int32?
    private var controllerProfile: Int32?

    init(bindings: [(SwitchInput, SwitchID)], axes: [UInt16: AxisRange], found: FoundState) {
        self.axes = axes
        controllerProfile = found.axisValues[Evdev.absoluteProfile]
        inputs = bindings.map { input, id in
            BoundInput(input: input, switchID: id, state: Self.isDown(input, in: found, axes) ? .ignored : .up)
        }
    }

    func isDown(_ id: SwitchID) -> Bool { inputs.contains { $0.switchID == id && $0.state == .down } }

    func isUp(_ id: SwitchID) -> Bool { inputs.allSatisfy { $0.switchID != id || $0.state == .up } }

    mutating func apply(_ change: Change, foundDown: Bool) {
        switch (inputs[change.index].state, change.pressed) {
        case (.up, true): inputs[change.index].state = foundDown ? .ignored : .down
        case (.down, false), (.ignored, false): inputs[change.index].state = .up
        case (.up, false), (.down, true), (.ignored, true): break
        }
    }

    mutating func ignoreAllDown() {
        for index in inputs.indices where inputs[index].state == .down { inputs[index].state = .ignored }
    }

    /// True when the event says that the controller's own profile is now another one.
    mutating func meaningChanges(by event: InputEvent) -> Bool {
        guard event.type == Evdev.absoluteAxis, event.code == Evdev.absoluteProfile else { return false }
        defer { controllerProfile = event.value }
        return event.value != controllerProfile
    }

    /// The changes that an event makes, releases first: a hat that jumps from −1 to +1 releases left, then presses
    /// right (F36).
    mutating func changes(by event: InputEvent) -> [Change] {
        switch event.type {
        case Evdev.key:
            defer { scan = nil }
            return keyChanges(by: event)
        case Evdev.absoluteAxis:
            return axisChanges(by: event)
        case Evdev.miscellaneous:
            if event.code == Evdev.scanCode { scan = event.value }
            return []
        case Evdev.synchronization:
            scan = nil
            return []
        default:  // Movements, LEDs, sounds: no switch of ours.
            return []
        }
    }

    /// The kernel's autorepeat (value 2) is never a press (F6).
    private func keyChanges(by event: InputEvent) -> [Change] {
        guard event.value == Evdev.pressed || event.value == Evdev.released else { return [] }
        let pressed = event.value == Evdev.pressed
        return inputs.indices.filter { index in
            switch inputs[index].input {
            case .key(let code): code == event.code
            // The kernel keeps one state for all that show as KEY_UNKNOWN: while one is down it reports no other, and
            // the first to be let go of reports the release. So a release is everyone's.
            case .scan(let value): event.code == Evdev.unknownKey && (!pressed || value == scan)
            case .axis: false
            }
        }.map { Change(index: $0, pressed: pressed) }
    }

    private func axisChanges(by event: InputEvent) -> [Change] {
        guard let range = axes[event.code] else { return [] }
        let changes = inputs.indices.compactMap { index -> Change? in
            guard case .axis(let axis) = inputs[index].input, axis.code == event.code else { return nil }
            switch axis.position(of: event.value, in: range) {
            case .pressed: return Change(index: index, pressed: true)
            case .released: return Change(index: index, pressed: false)
            case .between: return nil
            }
        }
        return changes.filter { !$0.pressed } + changes.filter(\.pressed)
    }

    private static func isDown(_ input: SwitchInput, in found: FoundState, _ axes: [UInt16: AxisRange]) -> Bool {
        switch input {
        case .key(let code):
            return found.keysDown.contains(code)
        case .scan:
            // Which of them it is cannot be read afterwards.
            return found.keysDown.contains(Evdev.unknownKey)
        case .axis(let axis):
            guard let range = axes[axis.code], let value = found.axisValues[axis.code] else { return false }
            // Between the thresholds it may be on its way back from a press.
            return axis.position(of: value, in: range) != .released
        }
    }
}
