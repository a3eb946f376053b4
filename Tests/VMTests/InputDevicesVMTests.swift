// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import InputDevices
import RealSystem
import SwitchCore
import Testing
import VirtualInput

@Suite("Devices on a real kernel", .serialized, .enabled(if: isInVirtualMachine, virtualMachineOnly))
struct InputDevicesVMTests {
    private let bench: DeviceBench

    init() throws {
        bench = try DeviceBench()
    }

    // MARK: Finding

    @Test("a device that is there is found and described")
    func discovery() throws {
        let device = try VirtualDevice(.adaptiveController)
        _ = try bench.node(of: device)
        let monitor = try DeviceMonitor(loop: bench.loop, includesVirtual: true)
        let node = try #require(monitor.nodes.first { $0.syspath.hasPrefix(device.syspath) })
        #expect(node.devnode == device.devnode)
        #expect(node.identity.name == "Microsoft X-Box Adaptive Controller")
        #expect((node.identity.bus, node.identity.vendor, node.identity.product) == (.usb, 0x045e, 0x0b0a))
        #expect(node.access == .full)
        #expect(node.capabilities.keys == VirtualShape.adaptiveController.keys)
        #expect(node.capabilities.switchAxes == [0, 1, 2, 3, 4, 5, 0x10, 0x11])
        #expect(!node.isKeyboardSomeoneTypesOn)
    }

    @Test("plugging in and out is reported once each")
    func hotplug() throws {
        let device = try VirtualDevice(.pedal)
        let node = try bench.node(of: device)
        #expect(bench.heard == [.added(node)])
        device.unplug()
        try bench.wait(for: "removal") { bench.heard.count > 1 }
        #expect(bench.heard == [.added(node), .removed(node)])
        #expect(!bench.monitor.nodes.contains(node))
    }

    @Test("more plugging than udev's socket can hold leaves the right list")
    func messagesLost() throws {
        let stays = try VirtualDevice(.pedal)
        let goes = try VirtualDevice(.twoSwitchBox)
        let (staying, going) = (try bench.node(of: stays), try bench.node(of: goes))
        bench.shrinkUdevSocket()
        for _ in 0..<8 { _ = try VirtualDevice(.keyboard) }
        goes.unplug()
        let comes = try VirtualDevice(.adaptiveController)
        // Nothing is read meanwhile, so the kernel drops what no longer fits.
        try OtherProgram(["udevadm", "settle"]).waitForEnd()
        _ = try bench.node(of: comes)
        try bench.wait(for: "removal") { !bench.monitor.nodes.contains(going) }
        #expect(bench.monitor.nodes.contains(staying))
        #expect(!bench.monitor.nodes.contains { $0.identity.name == "Test Keyboard" })
    }

    @Test("F22 virtual devices are left out unless asked for")
    func virtual() throws {
        let device = try VirtualDevice(.pedal)
        let node = try bench.node(of: device)
        #expect(node.isVirtual)
        let ordinary = try DeviceMonitor(loop: bench.loop)
        var changes = 0
        ordinary.onLeftOutChange = { changes += 1 }
        #expect(ordinary.nodes.allSatisfy { !$0.isVirtual })
        #expect(ordinary.leftOut.contains { $0.syspath == node.syspath })
        device.unplug()
        try bench.wait(for: "removal") { !ordinary.leftOut.contains { $0.syspath == node.syspath } }
        #expect(changes == 1)
    }

    @Test("F16 F18 twins are told apart by where they are plugged in, also after plugging in again")
    func twins() throws {
        let left = try VirtualDevice(.twoSwitchBox.pluggedIn(at: "socket-1"))
        let right = try VirtualDevice(.twoSwitchBox.pluggedIn(at: "socket-2"))
        let (leftNode, rightNode) = (try bench.node(of: left), try bench.node(of: right))
        #expect(leftNode.identity != rightNode.identity)
        #expect(leftNode.physicalDevice != rightNode.physicalDevice)
        var moved = leftNode.identity
        moved.port = rightNode.identity.port
        #expect(moved == rightNode.identity)

        left.unplug()
        try bench.wait(for: "removal") { !bench.monitor.nodes.contains(leftNode) }
        let again = try VirtualDevice(.twoSwitchBox.pluggedIn(at: "socket-1"))
        let againNode = try bench.node(of: again)
        #expect(againNode.identity == leftNode.identity)
        #expect(againNode.syspath != leftNode.syspath)
        #expect(throws: DeviceError.missing(devnode: leftNode.devnode)) { try bench.read(leftNode) }
    }

    @Test("F19 a node that may not be read yet is looked at again, and reported when it may")
    func settling() throws {
        let device = try VirtualDevice(.pedal)
        try asNobody {
            try bench.turn(for: .milliseconds(300))
            #expect(bench.heard == [])
        }
        #expect(try bench.node(of: device).access == .full)
    }

    @Test("F19 F23 a node that stays unreadable is reported with what is missing")
    func permission() throws {
        let device = try VirtualDevice(.pedal)
        try asNobody {
            let node = try bench.node(of: device)
            let problem = AccessProblem.notInGroup("input", user: "nobody")
            #expect(node.access == .denied(problem))
            #expect(throws: DeviceError.denied(problem)) { try bench.read(node) }
        }
    }

    /// Gives up root's rights for the time of `body`; the whole process does.
    private func asNobody(_ body: () throws -> Void) throws {
        try SystemCall.run("seteuid") { seteuid(65534) }
        defer { seteuid(0) }
        try body()
    }

    // MARK: Reading

    @Test("a press and a release are read with the kernel's monotonic time")
    func reading() throws {
        let device = try VirtualDevice(.pedal)
        let pedal = try bench.read(device)
        let before = EventLoop.readClock().instant
        device.press(Code.button1)
        try bench.wait(for: "press") { !pedal.told.isEmpty }
        let after = EventLoop.readClock().instant
        #expect(pedal.reader.down == [Code.button1])
        guard case .events(let events) = pedal.told[0], let event = events.first else {
            Issue.record("expected events, got \(pedal.told)")
            return
        }
        // The kernel's stamp has whole microseconds.
        #expect(event.time >= before + .microseconds(-1) && event.time <= after)
        #expect((event.type, event.code, event.value) == (Evdev.key, Code.button1, 1))
        device.release(Code.button1)
        try bench.wait(for: "release") { pedal.reader.down.isEmpty }
        #expect(pedal.keys == ["+257", "-257"])
    }

    @Test("a report is handed on whole: a key without a code of its own comes with its scan code")
    func report() throws {
        let device = try VirtualDevice(.keyboard)
        let keyboard = try bench.read(device)
        device.emit(Evdev.miscellaneous, Evdev.scanCode, 0x9_0003)
        device.press(Evdev.unknownKey)
        try bench.wait(for: "press") { !keyboard.told.isEmpty }
        guard case .events(let events) = keyboard.told[0] else {
            Issue.record("expected events, got \(keyboard.told)")
            return
        }
        #expect(events.map(\.code) == [Evdev.scanCode, Evdev.unknownKey])
        #expect(events[0].value == 0x9_0003)
    }

    @Test("F25 a press and its release in one report both arrive")
    func pressWithinReport() throws {
        let device = try VirtualDevice(.pedal)
        let pedal = try bench.read(device)
        device.emit(Evdev.key, Code.button0, Evdev.pressed)
        device.release(Code.button0)
        try bench.wait(for: "report") { !pedal.told.isEmpty }
        #expect(pedal.told.count == 1)
        #expect(pedal.keys == ["+256", "-256"])
        #expect(pedal.reader.down == [])
    }

    @Test("F6 the kernel's repeats are handed on as such, and change nothing that is down")
    func repeats() throws {
        let device = try VirtualDevice(.twoSwitchBox)
        let box = try bench.read(device)
        try box.reader.grab()
        device.press(Code.keyS)
        try bench.wait(for: "repeat") { box.keys.contains("=31") }
        #expect(box.reader.down == [Code.keyS])
        device.release(Code.keyS)
        try bench.wait(for: "release") { box.reader.down.isEmpty }
        #expect(box.keys.filter { $0 == "+31" }.count == 1)
    }

    @Test("F37 triggers rest at the lower end, sticks and hats in the middle, and their values are known")
    func axes() throws {
        let device = try VirtualDevice(.adaptiveController)
        let controller = try bench.read(device)
        let axes = controller.reader.axes
        #expect(axes[Code.axisX] == AxisRange(minimum: -32768, maximum: 32767, rest: 0))
        #expect(axes[Code.axisZ] == AxisRange(minimum: 0, maximum: 1023, rest: 0))
        #expect(axes[Code.hatX] == AxisRange(minimum: -1, maximum: 1, rest: 0))
        device.move(Code.axisZ, to: 700)
        try bench.wait(for: "movement") { !controller.told.isEmpty }
        #expect(controller.reader.axisValues[Code.axisZ] == 700)
    }

    @Test("F1 what is down when the node is opened is known, and its release is seen")
    func heldAtStart() throws {
        let device = try VirtualDevice(.pedal)
        let node = try bench.node(of: device)
        device.press(Code.button0)
        let pedal = try bench.read(node)
        #expect(pedal.reader.down == [Code.button0])
        device.release(Code.button0)
        try bench.wait(for: "release") { pedal.reader.down.isEmpty }
        #expect(pedal.keys == ["-256"])
    }

    @Test("F20 unplugged while pressed: gone, and what was pressed is still known")
    func unpluggedWhilePressed() throws {
        let device = try VirtualDevice(.pedal)
        let pedal = try bench.read(device)
        try pedal.reader.grab()
        device.press(Code.button2)
        try bench.wait(for: "press") { !pedal.told.isEmpty }
        device.unplug()
        try bench.wait(for: "the end") { pedal.told.last == .gone(.unplugged) }
        #expect(!pedal.reader.isOpen && !pedal.reader.isGrabbed)
        #expect(pedal.keys.first == "+258")
        // The kernel's own releases may be read before the end or not: the pressed set says which.
        #expect(pedal.reader.down.isEmpty == pedal.keys.contains("-258"))
    }

    @Test("a node that the system takes back is told from an unplugged one")
    func revoked() throws {
        let device = try VirtualDevice(.pedal)
        let pedal = try bench.read(device)
        #expect(evdev_revoke(try #require(pedal.descriptor)) == 0)
        try bench.wait(for: "the end") { pedal.told.last == .gone(.revoked) }
    }

    @Test("F24 a burst of 1,000 events that the kernel drops is noticed, and the true state found")
    func burst() throws {
        let device = try VirtualDevice(.pedal)
        let pedal = try bench.read(device)
        for _ in 0..<250 {
            device.press(Code.button0)
            device.release(Code.button0)
        }
        device.press(Code.button1)
        try bench.wait(for: "the loss") { pedal.told.contains(.eventsLost) }
        try bench.wait(for: "the state") { pedal.reader.down == [Code.button1] }
        let lost = try #require(pedal.told.firstIndex(of: .eventsLost))
        guard case .resynchronised = pedal.told[lost + 1] else {
            Issue.record("nothing resynchronised: \(pedal.told)")
            return
        }
        device.release(Code.button1)
        try bench.wait(for: "release") { pedal.reader.down.isEmpty }
    }

    @Test("asking for the true state hands on what was waiting first, then only what differs")
    func difference() throws {
        let device = try VirtualDevice(.pedal)
        let pedal = try bench.read(device)
        device.press(Code.button0)
        pedal.reader.readKeyStateAsDifference()
        #expect(pedal.keys == ["+256"])
        #expect(pedal.told.count == 1)

        // libevdev asks for the key state here, by which the kernel throws away the release that is waiting.
        device.release(Code.button0)
        var thief: OpaquePointer?
        libevdev_new_from_fd(try #require(pedal.descriptor), &thief)
        libevdev_free(thief)
        #expect(pedal.reader.down == [Code.button0])
        pedal.reader.readKeyStateAsDifference()
        #expect(pedal.reader.down == [])
        guard case .resynchronised(let events) = pedal.told.last else {
            Issue.record("nothing resynchronised: \(pedal.told)")
            return
        }
        #expect(events.map(\.code) == [Code.button0])
    }

    // MARK: Capture

    @Test("a captured device is hidden from others, and shown again afterwards")
    func capture() throws {
        let device = try VirtualDevice(.twoSwitchBox)
        let (ours, others) = (try bench.read(device), try bench.read(device))
        try ours.reader.grab()
        device.press(Code.keyS)
        device.release(Code.keyS)
        try bench.wait(for: "our press") { ours.keys == ["+31", "-31"] }
        ours.reader.ungrab()
        device.press(Code.keySpace)
        try bench.wait(for: "the others' press") { !others.keys.isEmpty }
        #expect(others.keys.first == "+57")
    }

    @Test("F2 a device that another program has captured is busy, and the program is named")
    func busy() throws {
        let device = try VirtualDevice(.pedal)
        let (first, second) = (try bench.read(device), try bench.read(device))
        let program = try OtherProgram(
            ["sleep", "600"], files: [STDIN_FILENO: .opened(device.devnode, flags: O_RDONLY)])
        try first.reader.grab()
        #expect(throws: DeviceError.busy(device: "VEC VEC USB Footpedal", owner: "sleep")) {
            try second.reader.grab()
        }
        #expect(!second.reader.isGrabbed)
        program.end()
        #expect(throws: DeviceError.busy(device: "VEC VEC USB Footpedal", owner: nil)) { try second.reader.grab() }
        first.reader.ungrab()
        try second.reader.grab()
    }

    @Test("F5 the capture ends with its reader")
    func captureEndsWithReader() throws {
        let device = try VirtualDevice(.pedal)
        var first: RecordingReader? = try bench.read(device)
        try first?.reader.grab()
        first = nil
        try bench.read(device).reader.grab()
    }

    @Test("F4 a key that is still down is released before the capture ends, and nothing leaks to others")
    func releasesWritten() throws {
        let device = try VirtualDevice(.twoSwitchBox)
        let (ours, others) = (try bench.read(device), try bench.read(device))
        try ours.reader.grab()
        device.press(Code.keyS)
        try bench.wait(for: "press") { ours.reader.down == [Code.keyS] }
        try ours.reader.writeReleases()
        ours.reader.ungrab()
        try bench.wait(for: "the written release") { ours.reader.down.isEmpty }
        // Long enough for the kernel's autorepeat, which begins after 250 ms.
        try bench.turn(for: .seconds(1))
        device.release(Code.keyS)
        try bench.turn(for: .milliseconds(200))
        #expect(others.keys == [])
        #expect(others.reader.down == [])
    }
}
