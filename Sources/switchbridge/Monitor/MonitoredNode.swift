// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// One node that is watched: what of its events is shown, and what is kept back.
///
/// On a keyboard that somebody types on, the keys that no switch of the profile uses are kept back: nobody watches a
/// pedal to have their password on the screen. A scan code names a key as well as its code does.
struct MonitoredNode {
    let device: String
    private let axes: [UInt16: AxisRange]
    /// Nil when every key is shown.
    private let shownKeys: Set<UInt16>?
    private let shownScans: Set<Int32>
    /// Presses that were kept back.
    private(set) var hiddenPresses = 0
    private var pressedAt: [UInt16: (time: Instant, repeats: Int)] = [:]

    /// - Parameter inputs: those of the profile's switches that are on this node.
    init(_ node: NodeDescription, axes: [UInt16: AxisRange], inputs: [SwitchInput], showsAllKeys: Bool) {
        device = node.identity.name
        self.axes = axes
        var keys: Set<UInt16> = []
        var scans: Set<Int32> = []
        for input in inputs {
            switch input {
            case .key(let code): keys.insert(code)
            case .scan(let value): scans.insert(value)
            case .axis: break
            }
        }
        shownKeys = showsAllKeys || !node.isKeyboardSomeoneTypesOn ? nil : keys
        shownScans = scans
    }

    /// The lines of one report.
    mutating func lines(of report: [InputEvent]) -> [MonitorLine] {
        let scan = report.last { $0.type == Evdev.miscellaneous && $0.code == Evdev.scanCode }?.value
        return report.flatMap { event -> [MonitorLine] in
            switch event.type {
            case Evdev.key: keyLines(event, scan)
            case Evdev.absoluteAxis: axisLines(event)
            default: []  // Movements of a mouse, LEDs, sounds: no switch shows as one of them.
            }
        }
    }

    private mutating func keyLines(_ event: InputEvent, _ scan: Int32?) -> [MonitorLine] {
        guard isShown(event.code, scan) else { return hiddenLines(event) }
        switch event.value {
        case Evdev.pressed:
            pressedAt[event.code] = (event.time, 0)
            return [.key(.init(device: device, code: event.code, state: .down, scan: scan, time: event.time))]
        case Evdev.released:
            let pressed = pressedAt.removeValue(forKey: event.code)
            return [
                .key(
                    .init(
                        device: device, code: event.code, state: .up, scan: scan,
                        heldFor: pressed.map { event.time - $0.time }, repeats: pressed?.repeats ?? 0,
                        time: event.time))
            ]
        default:
            pressedAt[event.code]?.repeats += 1
            return []
        }
    }

    private func isShown(_ code: UInt16, _ scan: Int32?) -> Bool {
        guard let shownKeys, !shownKeys.contains(code) else { return true }
        guard code == Evdev.unknownKey, let scan else { return false }
        return shownScans.contains(scan)
    }

    private mutating func hiddenLines(_ event: InputEvent) -> [MonitorLine] {
        guard event.value == Evdev.pressed else { return [] }
        hiddenPresses += 1
        return hiddenPresses == 1 ? [.keysHidden(device: device, at: event.time)] : []
    }

    private func axisLines(_ event: InputEvent) -> [MonitorLine] {
        guard NodeCapabilities.canBeSwitch(axis: event.code) else { return [] }
        let percent = axes[event.code].flatMap { Self.percent(event.value, in: $0) }
        return [.axis(device: device, code: event.code, value: event.value, percent: percent, at: event.time)]
    }

    /// In 64 bits: an axis may span the whole of `Int32`.
    private static func percent(_ value: Int32, in range: AxisRange) -> Int? {
        let travelled = Int64(value) - Int64(range.rest)
        let way = travelled < 0 ? Int64(range.rest) - Int64(range.minimum) : Int64(range.maximum) - Int64(range.rest)
        return way > 0 ? Int(travelled * 100 / way) : nil
    }
}
