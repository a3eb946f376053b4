// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import CLibevdev
import EventLoop
import InputDevices
import RealSystem
import SwitchCore
import Testing
import VirtualInput

@Suite("A profile's devices on a real kernel", .serialized, .enabled(if: isInVirtualMachine, virtualMachineOnly))
struct EvdevSwitchesVMTests {
    private static let address = "00:1B:DC:0F:AA:01"

    private let bench: DeviceBench

    init() throws {
        bench = try DeviceBench()
    }

    @Test("a Bluetooth switch out of reach counts as unplugged though its node stays, pressed or not, and comes back")
    func outOfReach() throws {
        // BlueZ writes the address in lower case (uhid's `uniq`).
        let device = try VirtualBluetoothPedal(name: "Test Pedal", address: Self.address.lowercased())
        try bench.wait(for: "the node") { bench.monitor.nodes.contains { $0.identity.name == "Test Pedal" } }
        let source = try RecordingSource(input: VirtualBluetoothPedal.firstButton, named: "Test Pedal", bench)
        #expect(source.switches.usableDevices.count == 1)
        source.switches.beginCapture()
        try bench.wait(for: "the capture") { source.told.contains("captured") }
        try device.show(1)
        try bench.wait(for: "the press") { source.told.contains("events") }

        source.switches.reachChanged(address: "00:1B:DC:0F:AA:02", isConnected: false)
        #expect(!source.told.contains("detached"))
        source.switches.reachChanged(address: Self.address, isConnected: false)
        source.switches.reachChanged(address: Self.address, isConnected: false)
        #expect(source.told.filter { $0 == "detached" }.count == 1)
        #expect(source.switches.usableDevices.isEmpty)
        #expect(source.switches.unusableDevices.map(\.reason) == [.outOfReach])
        source.switches.endCapture()
        // Not even a start takes it.
        source.switches.beginCapture()
        try bench.wait(for: "the refusal") { source.told.contains("no device") }
        source.switches.endCapture()

        source.switches.reachChanged(address: Self.address, isConnected: true)
        #expect(source.switches.unusableDevices.isEmpty)
        #expect(source.told.filter { $0 == "attached" }.count == 2)
        // The press that was cut off was released for everyone when the capture ended.
        #expect(source.switches.usableDevices.first?.found.keysDown == [])
    }

    @Test("the same address on a cable says nothing about reach")
    func onACable() throws {
        let device = try VirtualBluetoothPedal(name: "Test Cable", address: Self.address.lowercased(), onCable: true)
        func found() -> NodeDescription? { bench.monitor.nodes.first { $0.identity.name == "Test Cable" } }
        try bench.wait(for: "the node") { found() != nil }
        #expect(found()?.identity.bus == .usb && found()?.identity.serial == Self.address.lowercased())
        let source = try RecordingSource(input: VirtualBluetoothPedal.firstButton, named: "Test Cable", bench)
        source.switches.reachChanged(address: Self.address, isConnected: false)
        #expect(source.switches.usableDevices.count == 1)
        withExtendedLifetime(device) {}
    }

    @Test(
        "a switch that the system took away is opened again at a start, or when udev speaks of it",
        arguments: [true, false])
    func revoked(byStart: Bool) throws {
        let device = try VirtualDevice(.pedal)
        let node = try bench.node(of: device)
        let source = try RecordingSource(input: Code.button0, named: node.identity.name, bench)
        #expect(evdev_revoke(try #require(DeviceBench.descriptor(of: node.devnode))) == 0)
        try bench.wait(for: "the loss") { source.told.contains("revoked") }
        #expect(source.switches.unusableDevices.map(\.reason) == [.failed(.revoked(device: node.identity.name))])

        if byStart {
            source.switches.beginCapture()
        } else {
            try OtherProgram(["udevadm", "trigger", "--action=change", node.syspath]).waitForEnd()
        }
        try bench.wait(for: "the return") { source.switches.usableDevices.count == 1 }
        device.press(Code.button0)
        try bench.wait(for: "a press") { source.told.contains("events") }
        source.switches.endCaptureNow()
    }

    @Test("the lights of the device show that forwarding is on, also captured, and are afterwards as they were")
    func lights() throws {
        var shape = VirtualShape.pedal
        shape.others += [(Evdev.light, 0), (Evdev.light, 1)]
        let device = try VirtualDevice(shape)
        let node = try bench.node(of: device)
        let source = try RecordingSource(input: Code.button0, named: node.identity.name, lights: true, bench)
        source.switches.beginCapture()
        try bench.wait(for: "the capture") { source.told.contains("captured") }
        source.switches.showLights(true)
        #expect(device.lights() == [0: 1, 1: 1])
        source.switches.showLights(false)
        #expect(device.lights() == [0: 0, 1: 0])
        source.switches.showLights(true)
        source.switches.endCaptureNow()
        #expect(device.lights() == [0: 0, 1: 0])
    }

    @Test("lights that a run that was killed has left on are off as the next one begins, and after it")
    func leftOn() throws {
        var shape = VirtualShape.pedal
        shape.others += [(Evdev.light, 0)]
        let device = try VirtualDevice(shape)
        let node = try bench.node(of: device)
        do {
            let killed = try RecordingSource(input: Code.button0, named: node.identity.name, lights: true, bench)
            killed.switches.showLights(true)
        }
        #expect(device.lights() == [0: 1])
        let source = try RecordingSource(input: Code.button0, named: node.identity.name, lights: true, bench)
        #expect(device.lights() == [0: 0])
        source.switches.showLights(true)
        source.switches.endCaptureNow()
        #expect(device.lights() == [0: 0])
    }

    @Test("a device whose profile does not ask for its lights keeps them")
    func noLights() throws {
        var shape = VirtualShape.pedal
        shape.others += [(Evdev.light, 0)]
        let device = try VirtualDevice(shape)
        let node = try bench.node(of: device)
        let source = try RecordingSource(input: Code.button0, named: node.identity.name, bench)
        source.switches.showLights(true)
        #expect(device.lights() == [:])
    }
}

/// The devices of a profile with one switch, and what they tell.
private final class RecordingSource {
    let switches: EvdevSwitches
    private(set) var told: [String] = []

    init(input code: UInt16, named name: String, lights: Bool = false, _ bench: DeviceBench) throws {
        let id = try #require(SwitchID(1))
        var match = DeviceMatch()
        match.name = name
        let pressed = ProfileSwitch(
            id: id, name: "Pedal", inputs: [.init(device: 0, input: .key(code: code))], manner: .ordinary,
            timing: FilterSettings())
        var profile = Profile(
            name: "Test", devices: [ProfileDevice(label: "pedal", match: match)], switches: [pressed],
            safety: SafetySettings(), pcProfileID: nil)
        profile.announcements.usesDeviceLights = lights
        switches = EvdevSwitches(profile: profile, loop: bench.loop, monitor: bench.monitor, names: EvdevNames())
        switches.onEvent = { [unowned self] in told.append(Self.word($0)) }
        switches.open()
    }

    private static func word(_ event: SwitchSourceEvent) -> String {
        switch event {
        case .attached: "attached"
        case .detached(_, let revoked): revoked ? "revoked" : "detached"
        case .events: "events"
        case .captureHeld: "captured"
        case .captureFailed(.noDevice): "no device"
        case .captureFailed: "not captured"
        case .eventsLost, .resynchronised, .releasesWritten, .ambiguous, .devicesChanged: "other"
        }
    }
}
