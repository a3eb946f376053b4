// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import InputDevices
import RealSystem
import SwitchCore
import Testing
import VirtualInput

/// The rules of udev/ on a real udev. The machine has neither them nor the group afterwards: what comes next may be about a box
/// without.
@Suite("The udev rules on a real kernel", .serialized, .enabled(if: isInVirtualMachine, virtualMachineOnly))
final class UdevRulesVMTests {
    private let bench: DeviceBench
    private static let rules = "/etc/udev/rules.d/70-switchbridge.rules"
    private static let root = String(#filePath).replacing("Tests/VMTests/UdevRulesVMTests.swift", with: "")

    init() throws {
        bench = try DeviceBench()
        try run("systemd-sysusers", Self.root + "systemd/switchbridge.sysusers")
        try run("cp", Self.root + "udev/70-switchbridge.rules", Self.rules)
        try run("udevadm", "control", "--reload")
    }

    deinit {
        unlink(Self.rules)
        for words in [["udevadm", "control", "--reload"], ["userdel", "switchbridge"], ["groupdel", "switchbridge"]] {
            try? run(words)
        }
    }

    private func run(_ words: [String]) throws { try OtherProgram(words).waitForEnd() }
    private func run(_ words: String...) throws { try run(words) }

    /// Such as "switchbridge 660".
    private func access(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "missing" }
        let group = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        return "\(group) \(String(status.st_mode & 0o777, radix: 8))"
    }

    @Test("pedals, controllers and small switch boxes are opened to the group, and a keyboard is not")
    func general() throws {
        for (shape, isOpened) in [
            (VirtualShape.pedal, true), (.adaptiveController, true), (.twoSwitchBox, true), (.keyboard, false),
        ] {
            let device = try VirtualDevice(shape)
            let node = try bench.node(of: device)
            #expect(node.isKeyboardSomeoneTypesOn != isOpened)
            #expect(access(node.devnode).hasPrefix("switchbridge 660") == isOpened, "\(shape.name)")
            #expect(try properties(of: node).contains("uaccess") == isOpened, "\(shape.name)")
        }
    }

    @Test("known hardware is marked")
    func marked() throws {
        let device = try VirtualDevice(.pedal)
        #expect(try properties(of: bench.node(of: device)).contains("SWITCHBRIDGE_SWITCH=1"))
    }

    @Test("a device's own rule opens a switch box that is a keyboard, and not the keyboard beside it")
    func ownRule() throws {
        var shape = VirtualShape.keyboard
        (shape.name, shape.vendor, shape.product) = ("Hostile \"Box\", RUN+=\"x\"", 0x1209, 0x0042)
        let (box, keyboard) = (try VirtualDevice(shape), try VirtualDevice(.keyboard))
        let node = try bench.node(of: box)
        let rule = try #require(DeviceRule(for: node, among: bench.monitor.nodes))
        for command in rule.commands {
            try run("sh", "-c", command.replacing("sudo ", with: "") + " > /dev/null")
        }
        try run("udevadm", "settle")
        #expect(access(node.devnode) == "switchbridge 660")
        #expect(!access(try bench.node(of: keyboard).devnode).hasPrefix("switchbridge"))
        unlink(rule.path)
    }

    @Test("a light can be set by the group, its rhythm too once the kernel blinks it, and a keyboard's lights cannot")
    func lights() throws {
        for module in ["input-leds", "ledtrig-timer"] { try run("modprobe", "-q", module) }
        var shape = VirtualShape.keyboard
        shape.others += [(UInt16(EV_LED), UInt16(LED_CAPSL))]
        let device = try VirtualDevice(shape)
        _ = try bench.node(of: device)
        try run("udevadm", "settle")
        let light = device.syspath + "/" + (device.syspath.split(separator: "/").last ?? "") + "::capslock"
        #expect(access(light + "/brightness") == "root 644")

        // The machine has no light but that: take it for one.
        try run("sed", "-i", "s/^KERNEL==\"input[*]::[*]\"/KERNEL==\"none\"/", Self.rules)
        try run("udevadm", "control", "--reload")
        try run("udevadm", "trigger", "--settle", light)
        #expect(access(light + "/brightness") == "switchbridge 664")
        #expect(access(light + "/trigger") == "switchbridge 664")
        try run("sh", "-c", "echo timer > \(light)/trigger")
        try run("udevadm", "settle")
        #expect(access(light + "/delay_on") == "switchbridge 664")
    }

    private func properties(of node: NodeDescription) throws -> String {
        try run("sh", "-c", "udevadm info \(node.devnode) > /tmp/udevadm-info")
        let file = try FileDescriptor(path: "/tmp/udevadm-info", flags: O_RDONLY)
        var buffer = [UInt8](repeating: 0, count: 16384)
        guard case .done(let count) = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return "" }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
