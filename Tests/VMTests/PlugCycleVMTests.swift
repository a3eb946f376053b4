// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import Glibc
import InputDevices
import RealSystem
import SwitchCore
import Testing
import VirtualInput

/// A switch box that is plugged in, pressed and unplugged again and again. `SWITCHBRIDGE_PLUG_CYCLES` says how often, else a
/// hundred times, since each takes udev its time.
@Suite("Plugged in and out", .serialized, .enabled(if: isInVirtualMachine, virtualMachineOnly))
struct PlugCycleVMTests {
    @Test("a switch that comes and goes, captured and pressed, leaves no descriptor open and no memory allocated")
    func cycles() throws {
        let count = getenv("SWITCHBRIDGE_PLUG_CYCLES").flatMap { Int(String(cString: $0)) } ?? 100
        let bench = try PluggedBox()
        let account = try CycleAccount(count) { try bench.run($0) }
        print("plug and unplug, \(account.line)")
        #expect(account.keepsDescriptors && account.keepsMemory, "\(account.line)")
    }
}

private final class PluggedBox: InRealTime {
    let loop: EventLoop
    private let switches: EvdevSwitches
    private var attached = 0
    private var detached = 0
    private var isCaptured = false
    private var presses = 0

    init() throws {
        loop = try EventLoop()
        var match = DeviceMatch()
        match.name = VirtualShape.twoSwitchBox.name
        let pressed = ProfileSwitch(
            id: try #require(SwitchID(1)), name: "Left", inputs: [.init(device: 0, input: .key(code: Code.keySpace))],
            manner: .ordinary, timing: FilterSettings())
        let profile = Profile(
            name: "Test", devices: [ProfileDevice(label: "box", match: match)], switches: [pressed],
            safety: SafetySettings(), pcProfileID: nil)
        let monitor = try DeviceMonitor(loop: loop, includesVirtual: true)
        switches = EvdevSwitches(profile: profile, loop: loop, monitor: monitor, names: EvdevNames())
        switches.onEvent = { [weak self] in self?.happened($0) }
        switches.open()
    }

    private func happened(_ event: SwitchSourceEvent) {
        switch event {
        case .attached: attached += 1
        case .detached: detached += 1
        case .events(let events, _): presses += events.count { $0.value == Evdev.pressed }
        case .captureHeld: isCaptured = true
        case .captureFailed, .eventsLost, .resynchronised, .releasesWritten, .ambiguous, .devicesChanged: break
        }
    }

    /// In every second cycle it is unplugged while a switch is down.
    func run(_ number: Int) throws {
        (attached, detached, presses, isCaptured) = (0, 0, 0, false)
        let box = try VirtualDevice(.twoSwitchBox)
        try wait(for: "the box") { attached == 1 }
        switches.beginCapture()
        try wait(for: "the capture") { isCaptured }
        box.press(Code.keySpace)
        try wait(for: "the press") { presses > 0 }
        if number.isMultiple(of: 2) { box.release(Code.keySpace) }
        box.unplug()
        try wait(for: "the box to be gone") { detached == 1 }
        switches.endCaptureNow()
    }
}
