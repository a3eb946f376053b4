// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import InputDevices
import RealSystem
import SwitchCore
import Testing
import VirtualInput

/// Whether this runs where devices may be made, opened and unplugged freely: the tests' virtual machine says so.
let isInVirtualMachine = getenv("SWITCHBRIDGE_VM").map { String(cString: $0) } == "1"

/// Why the tests here are skipped elsewhere.
let virtualMachineOnly: Comment = "needs uinput and root: runs in the virtual machine (SWITCHBRIDGE_VM=1)"

/// A loop with a monitor of all devices, and readers that write down what they hear.
final class DeviceBench: InRealTime {
    let loop: EventLoop
    let monitor: DeviceMonitor
    private(set) var heard: [DeviceMonitorEvent] = []
    private var readers = 0

    init() throws {
        loop = try EventLoop()
        monitor = try DeviceMonitor(loop: loop, includesVirtual: true)
        monitor.onEvent = { [unowned self] in heard.append($0) }
    }

    /// The node of `device`, once udev has finished with it.
    func node(of device: VirtualDevice) throws -> NodeDescription {
        func found() -> NodeDescription? { monitor.nodes.first { $0.syspath.hasPrefix(device.syspath + "/") } }
        try wait(for: "the node of \(device.syspath)") { found() != nil }
        return try #require(found())
    }

    /// Leaves the sockets to udev as little room as the kernel allows (socket(7): 2,048 bytes of messages and overhead).
    func shrinkUdevSocket() {
        for descriptor: CInt in 3..<256 {
            var domain: CInt = 0
            var size = socklen_t(MemoryLayout<CInt>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0, domain == AF_NETLINK else {
                continue
            }
            var least: CInt = 0
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &least, size)
        }
    }

    func read(_ node: NodeDescription) throws -> RecordingReader {
        readers += 1
        return try RecordingReader(node, DeviceID(readers), loop)
    }

    func read(_ device: VirtualDevice) throws -> RecordingReader { try read(node(of: device)) }
}

/// A reader and what it has told.
final class RecordingReader {
    private(set) var reader: DeviceReader!
    private(set) var told: [DeviceReaderEvent] = []

    init(_ node: NodeDescription, _ id: DeviceID, _ loop: EventLoop) throws {
        reader = try DeviceReader(node: node, id: id, loop: loop) { [unowned self] in told.append($0) }
    }

    /// The key events of ordinary reports, as "+30" for a press, "-30" for a release, "=30" for a repeat.
    var keys: [String] {
        told.flatMap { event in
            guard case .events(let events) = event else { return [String]() }
            return events.filter { $0.type == Evdev.key }.map { "\(["-", "+", "="][Int($0.value)])\($0.code)" }
        }
    }

    /// The descriptor that the reader has opened; no other has this node open.
    var descriptor: CInt? { DeviceBench.descriptor(of: reader.node.devnode) }
}

extension DeviceBench {
    /// The first descriptor of this process that has `devnode` open.
    static func descriptor(of devnode: String) -> CInt? {
        (3..<256).first { descriptor in
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
            guard length > 0 else { return false }
            let bytes = target.prefix(length).map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self) == devnode
        }
    }
}
