// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import RealSystem
import SwitchCore
import Testing
import VirtualInput

/// Devices of a profile that are captured also while forwarding is off, beside another program that reads them.
@Suite("Capture while forwarding is off", .serialized, .enabled(if: isInVirtualMachine, virtualMachineOnly))
final class IdleCaptureVMTests {
    private let bench: DeviceBench
    private let monitor: DeviceMonitor
    private var source: EvdevSwitches!
    /// The key events that the source told, as in `RecordingReader`.
    private var keys: [String] = []
    private var captures = 0
    private var written = 0

    init() throws {
        bench = try DeviceBench()
        monitor = try DeviceMonitor(loop: bench.loop, includesVirtual: true)
    }

    private func open(_ shape: VirtualShape, capturesAlways: Bool = true) {
        var match = DeviceMatch()
        match.name = shape.name
        let space = ProfileSwitch(
            id: SwitchID(1)!, name: "Space", inputs: [.init(device: 0, input: .key(code: Code.keySpace))],
            manner: .ordinary, timing: FilterSettings())
        let profile = Profile(
            name: "test", devices: [ProfileDevice(label: "box", match: match)], switches: [space],
            safety: SafetySettings(), pcProfileID: nil, idle: IdleSettings(capturesAlways: capturesAlways))
        source = EvdevSwitches(profile: profile, loop: bench.loop, monitor: monitor, names: EvdevNames())
        source.onEvent = { [unowned self] in told($0) }
        source.open()
    }

    private func told(_ event: SwitchSourceEvent) {
        switch event {
        case .events(let events, _):
            keys += events.filter { $0.type == Evdev.key && $0.value != 2 }.map {
                "\($0.value == 1 ? "+" : "-")\($0.code)"
            }
        case .captureHeld: captures += 1
        case .releasesWritten: written += 1
        case .attached, .eventsLost, .resynchronised, .detached, .ambiguous, .captureFailed, .devicesChanged: break
        }
    }

    /// A device, and another program that has it open.
    private func plugIn(_ shape: VirtualShape) throws -> (VirtualDevice, RecordingReader) {
        let device = try VirtualDevice(shape)
        let node = try bench.node(of: device)
        try bench.wait(for: "the other monitor") { monitor.nodes.contains { $0.syspath == node.syspath } }
        return (device, try bench.read(node))
    }

    private func press(_ device: VirtualDevice) throws {
        let before = keys.count
        device.press(Code.keySpace)
        try bench.wait(for: "the press") { keys.count > before }
    }

    private func release(_ device: VirtualDevice) throws {
        let before = keys.count
        device.release(Code.keySpace)
        try bench.wait(for: "the release") { keys.count > before }
        // What the kernel delivers to somebody else as well is there by then.
        try bench.turn(for: .milliseconds(100))
    }

    private func tap(_ device: VirtualDevice) throws {
        try press(device)
        try release(device)
    }

    private let oneTap = ["+57", "-57"]

    @Test("presses reach nobody else, from the opening on and after a stop")
    func nobodyElse() throws {
        let (device, other) = try plugIn(.twoSwitchBox)
        open(.twoSwitchBox)
        try tap(device)
        source.beginCapture()
        try bench.wait(for: "capture") { captures == 1 }
        try tap(device)
        source.endCapture()
        try tap(device)
        #expect(keys == oneTap + oneTap + oneTap)
        #expect(other.keys == [])
        #expect(source.unusableDevices == [])
    }

    @Test("a device that is plugged in later is captured as well")
    func pluggedIn() throws {
        open(.twoSwitchBox)
        let (device, other) = try plugIn(.twoSwitchBox)
        try bench.wait(for: "its use") { !source.usableDevices.isEmpty }
        try tap(device)
        #expect(other.keys == [])
    }

    @Test("a start waits until a switch that is down is let go of, and a stop does not give the device back")
    func startWhileDown() throws {
        let (device, other) = try plugIn(.twoSwitchBox)
        open(.twoSwitchBox)
        try press(device)
        source.beginCapture()
        try bench.turn(for: .milliseconds(300))
        #expect(captures == 0)
        try release(device)
        try bench.wait(for: "capture") { captures == 1 }
        try press(device)
        source.endCapture()
        try release(device)
        try tap(device)
        #expect(other.keys == [])
    }

    @Test("lent, others hear it, a press that began before excepted; taken back, they do not")
    func lend() throws {
        let (device, other) = try plugIn(.twoSwitchBox)
        open(.twoSwitchBox)
        try press(device)
        source.lend()
        try release(device)
        #expect(other.keys == [])
        try tap(device)
        #expect(other.keys == oneTap)
        source.takeBack()
        try tap(device)
        #expect(other.keys == oneTap)
    }

    @Test("F3 a keyboard stays everybody's, and so does any device where the profile does not ask for it")
    func notKept() throws {
        for (shape, capturesAlways) in [(VirtualShape.keyboard, true), (.twoSwitchBox, false)] {
            let (device, other) = try plugIn(shape)
            open(shape, capturesAlways: capturesAlways)
            try tap(device)
            source.beginCapture()
            try bench.wait(for: "capture") { captures > 0 }
            source.endCapture()
            try tap(device)
            #expect(other.keys == oneTap + oneTap)
            captures = 0
        }
    }

    @Test("F1 a key that is down at the opening is let go of first")
    func foundDown() throws {
        let (device, other) = try plugIn(.twoSwitchBox)
        device.press(Code.keySpace)
        try bench.wait(for: "the press") { !other.keys.isEmpty }
        open(.twoSwitchBox)
        try release(device)
        let before = other.keys
        #expect(before.last == "-57")
        try tap(device)
        #expect(other.keys == before)
    }

    @Test("F2 a device that somebody else has captured is named, and taken once they let go and it is used")
    func busy() throws {
        let (device, other) = try plugIn(.twoSwitchBox)
        try other.reader.grab()
        open(.twoSwitchBox)
        #expect(source.unusableDevices.count == 1)
        guard case .notCaptured? = source.unusableDevices.first?.reason else {
            Issue.record("not told: \(source.unusableDevices)")
            return
        }
        other.reader.ungrab()
        try tap(device)
        let before = other.keys
        #expect(source.unusableDevices == [])
        try tap(device)
        #expect(other.keys == before)
    }

    @Test("F4 at the end of the program it is given back without a leaked press")
    func ends() throws {
        let (device, other) = try plugIn(.twoSwitchBox)
        open(.twoSwitchBox)
        try press(device)
        source.endCaptureNow()
        #expect(written == 1)
        device.release(Code.keySpace)
        try bench.turn(for: .milliseconds(500))
        #expect(other.keys == [])
        device.press(Code.keySpace)
        device.release(Code.keySpace)
        try bench.wait(for: "a press that others hear") { other.keys == oneTap }
    }
}
