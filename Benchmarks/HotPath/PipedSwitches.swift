// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import CLibevdev
import CPipedDevice
import EventLoop
import Glibc
import InputDevices
import SwitchCore

/// A box of switches that is a named pipe. Its events are read and captured by what reads and captures real nodes; only
/// finding the node is left out, which no press does.
final class PipedSwitches: SwitchSource {
    var onEvent: ((SwitchSourceEvent) -> Void)?
    var usableDevices: [SwitchDevice] { [device] }
    var unusableDevices: [UnusableDevice] { [] }

    private struct NoNames: InputNaming {
        var allNames: [String] { [] }
        func keyName(code: UInt16) -> String? { nil }
        func keyCode(named name: String) -> UInt16? { nil }
        func axisName(code: UInt16) -> String? { nil }
        func axisCode(named name: String) -> UInt16? { nil }
    }

    private static let id = DeviceID(1)
    private static let firstButton: UInt16 = 0x100
    private let loop: EventLoop
    private let pipe: FileDescriptor
    private let device: SwitchDevice
    private var captured: CapturedReader?

    /// - Parameter directory: where the pipe is made; nobody else uses it.
    init(_ profile: Profile, in directory: String, loop: EventLoop) throws {
        self.loop = loop
        let path = "\(directory)/device"
        try SystemCall.run("mkfifo") { mkfifo(path, 0o600) }
        // Open for both, as the reader opens it, so that neither waits for the other.
        pipe = try FileDescriptor(path: path, flags: O_RDWR | O_NONBLOCK)
        piped_device_is(pipe.raw)
        device = SwitchDevice(
            id: Self.id, name: "Box",
            bindings: profile.switches.flatMap { candidate in candidate.inputs.map { ($0.input, candidate.id) } },
            axes: [:], found: FoundState())
        let reader = try DeviceReader(node: Self.node(path, directory), id: Self.id, loop: loop) { [weak self] in
            self?.readerDid($0)
        }
        captured = CapturedReader(reader, loop: loop, names: NoNames()) { [weak self] in self?.captureDid($0) }
    }

    static func input(of number: Int) -> SwitchInput { .key(code: firstButton + UInt16(number - 1)) }

    private static func node(_ path: String, _ directory: String) -> NodeDescription {
        var capabilities = NodeCapabilities()
        capabilities.keys = Array(firstButton..<firstButton + 8)
        let identity = DeviceIdentity(
            bus: .usb, vendor: 0x1209, product: 2, version: 1, name: "Box", serial: nil, port: nil, interface: nil,
            capabilities: capabilities.hash)
        return NodeDescription(
            devnode: path, syspath: directory, physicalDevice: directory, identity: identity,
            capabilities: capabilities)
    }

    /// What the kernel puts into a node for one change of a button: the change and the end of its report, in one piece.
    func set(_ number: Int, down: Bool) throws {
        var events = [input_event(), input_event()]
        for index in events.indices {
            events[index].time.tv_sec = Int(loop.now.nanoseconds / 1_000_000_000)
            events[index].time.tv_usec = Int(loop.now.nanoseconds % 1_000_000_000 / 1000)
        }
        events[0].type = Evdev.key
        events[0].code = Self.firstButton + UInt16(number - 1)
        events[0].value = down ? 1 : 0
        try SystemCall.run("write") { write(pipe.raw, events, MemoryLayout<input_event>.stride * events.count) }
    }

    // MARK: As with real nodes

    func open() { onEvent?(.attached(device)) }

    private func readerDid(_ event: DeviceReaderEvent) {
        switch event {
        case .events(let events): onEvent?(.events(events, from: Self.id))
        case .eventsLost: onEvent?(.eventsLost(Self.id))
        case .resynchronised(let events): onEvent?(.resynchronised(events, from: Self.id))
        case .gone: onEvent?(.detached(Self.id, revoked: false))
        }
        captured?.downMayHaveChanged()
    }

    private func captureDid(_ report: CapturedReader.Report) {
        switch report {
        case .held: loop.afterThisTurn { [weak self] in self?.onEvent?(.captureHeld) }
        case .failed(let failure): loop.afterThisTurn { [weak self] in self?.onEvent?(.captureFailed(failure)) }
        case .releasesWritten, .ended: break
        }
    }

    func beginCapture() { captured?.begin() }
    func endCapture() { captured?.end() }
    func endCaptureNow() { captured?.endNow() }
    func lend() {}
    func takeBack() {}
}
