// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

let box = DeviceID(1)
let pedal = DeviceID(2)

let absX: UInt16 = 0x00
let absZ: UInt16 = 0x02
let hatX: UInt16 = 0x10
let spaceKey: UInt16 = 57
let enterKey: UInt16 = 28

/// A map with one device (`box`) attached, and its events in short.
struct MapBench {
    var map = SwitchMap()

    init(
        _ bindings: [(SwitchInput, SwitchID)], axes: [UInt16: AxisRange] = [:], found: FoundState = FoundState()
    ) {
        map.deviceAttached(box, bindings: bindings, axes: axes, found: found)
    }

    /// Edges as text: the switch's number and D or U, such as `"1D 1U"`; `"!"` where the meaning changed. What is let go of
    /// after it was found down has none.
    mutating func feed(_ events: [InputEvent], from device: DeviceID = box) -> String {
        Self.text(of: events.flatMap { map.eventArrived($0, from: device) })
    }

    mutating func resynchronise(_ events: [InputEvent]) -> String {
        Self.text(of: map.eventsResynchronised(events, from: box))
    }

    static func text(of outputs: [MapOutput]) -> String {
        outputs.compactMap { output in
            switch output {
            case .edge(let edge): "\(edge.switchID)\(edge.state == .down ? "D" : "U")"
            case .letGo: nil
            case .meaningChanged: "!"
            }
        }.joined(separator: " ")
    }
}

func key(_ code: UInt16, _ value: Int32, at milliseconds: Int64 = 0) -> InputEvent {
    InputEvent(time: ms(milliseconds), type: Evdev.key, code: code, value: value)
}

func axis(_ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: ms(0), type: Evdev.absoluteAxis, code: code, value: value)
}

func scan(_ value: Int32) -> InputEvent {
    InputEvent(time: ms(0), type: Evdev.miscellaneous, code: Evdev.scanCode, value: value)
}

let report = InputEvent(time: ms(0), type: Evdev.synchronization, code: Evdev.report, value: 0)
