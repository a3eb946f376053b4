// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import SystemEvents

@Suite("Sleep that nobody announced")
struct SuspendMeterTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test(
        "more than one second by which the clocks move apart is a sleep, told once",
        arguments: [(1000, false), (1001, true)])
    func bound(slept: Int64, isTold: Bool) {
        var meter = SuspendMeter()
        #expect(meter.looked(boottime: at(5000), monotonic: at(5000)) == nil)
        let told = meter.looked(boottime: at(6000 + slept), monotonic: at(6000))
        #expect(told == (isTold ? .milliseconds(slept) : nil))
        #expect(meter.looked(boottime: at(7000 + slept), monotonic: at(7000)) == nil)
    }

    @Test("short sleeps add up")
    func addingUp() {
        var meter = SuspendMeter()
        _ = meter.looked(boottime: at(0), monotonic: at(0))
        #expect(meter.looked(boottime: at(700), monotonic: at(0)) == nil)
        #expect(meter.looked(boottime: at(1400), monotonic: at(0)) == .milliseconds(1400))
    }

    @Test("a process that was not run between the two readings did not sleep")
    func preempted() {
        var meter = SuspendMeter()
        _ = meter.looked(boottime: at(0), monotonic: at(0))
        #expect(meter.looked(boottime: at(0), monotonic: at(5000)) == nil)
        #expect(meter.looked(boottime: at(6000), monotonic: at(6000)) == nil)
    }
}

@Suite("When to try the bus again")
struct BusRetryTests {
    private let start = Instant(nanoseconds: 0)

    @Test("the waits double, and end")
    func waits() {
        var retry = BusRetry()
        let waits = (0..<BusRetry.attemptLimit).map { _ in retry.failed(at: start) }
        #expect(waits.prefix(3) == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(waits.last == .seconds(2048))
        #expect(retry.failed(at: start) == nil)
        retry.askedFor()
        #expect(retry.failed(at: start) == .seconds(1))
    }

    @Test("a connection that stood begins the waits anew, one that did not stand does not", arguments: [59, 60])
    func steadiness(seconds: Int64) {
        var retry = BusRetry()
        _ = retry.failed(at: start)
        retry.connected(at: start)
        #expect(retry.failed(at: start + .seconds(seconds)) == .seconds(seconds < 60 ? 2 : 1))
    }
}

@Suite("Bluetooth switched off")
struct RadioTableTests {
    private var table = RadioTable()

    @Test("it is off when every radio is, and each change is told once")
    mutating func all() {
        table.radioSeen(0, soft: true, hard: false)
        table.radioSeen(1, soft: false, hard: false)
        #expect(table.change() == nil)
        table.radioSeen(1, soft: true, hard: true)
        #expect(table.change() == .init(isBlocked: true, isHard: false))
        #expect(table.change() == nil)
        table.radioRemoved(0)
        #expect(table.change() == .init(isBlocked: true, isHard: true))
        table.radioRemoved(1)
        #expect(table.change() == RadioTable.Blocking.none)
    }

    @Test("radios over the limit are not kept")
    mutating func limit() {
        for index in 0..<UInt32(RadioTable.radioLimit) { table.radioSeen(index, soft: true, hard: false) }
        table.radioSeen(1000, soft: false, hard: false)
        #expect(table.change() == .init(isBlocked: true, isHard: false))
    }
}

@Suite("Bluetooth devices within reach")
struct BluetoothReachTests {
    private static let path = "/org/bluez/hci0/dev_00_1B_DC_0F_AA_01"
    private static let address = "00:1B:DC:0F:AA:01"
    private var reach = BluetoothReach()

    private static func report(_ isConnected: Bool) -> [BluetoothReach.Report] {
        [.init(address: address, isConnected: isConnected)]
    }

    @Test("each change is told once, and a device within reach from the start is none")
    mutating func changes() {
        #expect(reach.deviceSeen(path: Self.path, .init(isInput: true, isConnected: true)).isEmpty)
        #expect(reach.deviceSeen(path: Self.path, .init(isConnected: false)) == Self.report(false))
        #expect(reach.deviceSeen(path: Self.path, .init(isConnected: false)).isEmpty)
        #expect(reach.deviceSeen(path: Self.path, .init()).isEmpty)
        #expect(reach.deviceSeen(path: Self.path, .init(isConnected: true)) == Self.report(true))
    }

    @Test("what is not known to be an input device is nobody's business, until it is known")
    mutating func others() {
        #expect(reach.deviceSeen(path: Self.path, .init(isConnected: false)).isEmpty)
        #expect(reach.deviceSeen(path: Self.path, .init(isInput: true)).isEmpty)
        #expect(reach.deviceSeen(path: Self.path, .init(isConnected: false)) == Self.report(false))
    }

    @Test("one of two adapters is enough")
    mutating func twoAdapters() {
        let second = Self.path.replacing("hci0", with: "hci1")
        #expect(reach.deviceSeen(path: Self.path, .init(isInput: true, isConnected: true)).isEmpty)
        #expect(reach.deviceSeen(path: second, .init(isInput: true, isConnected: false)).isEmpty)
        #expect(reach.deviceSeen(path: Self.path, .init(isConnected: false)) == Self.report(false))
        #expect(reach.deviceSeen(path: second, .init(isConnected: true)) == Self.report(true))
    }

    @Test("a device that is forgotten, or that BlueZ no longer speaks of, makes nothing unusable")
    mutating func forgotten() {
        for forget: (inout BluetoothReach) -> [BluetoothReach.Report] in [
            { $0.deviceRemoved(path: Self.path) }, { $0.serviceLost() },
        ] {
            #expect(reach.deviceSeen(path: Self.path, .init(isInput: true, isConnected: false)) == Self.report(false))
            #expect(forget(&reach) == Self.report(true))
            #expect(forget(&reach).isEmpty)
        }
    }

    @Test("devices over the limit are not kept")
    mutating func limit() {
        func path(_ number: Int) -> String {
            "/org/bluez/hci0/dev_00_00_00_00_00_\(number < 16 ? "0" : "")\(String(number, radix: 16))"
        }
        for number in 0..<BluetoothReach.deviceLimit {
            #expect(reach.deviceSeen(path: path(number), .init(isInput: true, isConnected: false)).count == 1)
        }
        #expect(
            reach.deviceSeen(path: path(BluetoothReach.deviceLimit), .init(isInput: true, isConnected: false)).isEmpty)
    }

    @Test(
        "only the path of a device has an address",
        arguments: [
            ("/org/bluez/hci0/dev_aa_BB_cc_DD_ee_FF", "AA:BB:CC:DD:EE:FF"), ("/org/bluez/hci0", nil),
            ("/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF/service0001", nil), ("/org/bluez/hci0/dev_AA_BB_CC_DD_EE", nil),
            ("/org/bluez/hci0/dev_AA_BB_CC_DD_EE_GG", nil), ("/org/bluez/hci0/dev_AA_BB_CC_DD_EE_F", nil),
            ("/org/other/hci0/dev_AA_BB_CC_DD_EE_FF", nil), ("/", nil), ("", nil),
            ("/org/bluez/hci0/dev_ÄA_BB_CC_DD_EE_FF", nil),
        ] as [(String, String?)])
    func addresses(path: String, address: String?) {
        #expect(BluetoothReach.address(in: path) == address)
    }

    @Test("icon and services tell an input device")
    func facts() {
        #expect(
            BluetoothReach.Facts(["Icon": .text("input-gaming"), "Connected": .bool(true)])
                == .init(isInput: true, isConnected: true))
        #expect(
            BluetoothReach.Facts(["UUIDs": .texts(["00001812-0000-1000-8000-00805F9B34FB"])]) == .init(isInput: true))
        #expect(BluetoothReach.Facts(["Icon": .text("phone"), "Connected": .text("yes")]) == .init())
    }
}
