// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import SwitchCore
import Testing

@testable import SystemEvents

@Suite("A bus that is not there")
struct MissingBusTests {
    @Test("a missing bus is tried again ever more rarely, then left alone, and nothing fails")
    func missing() throws {
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 0))
        let bus = SystemBus(loop: loop, address: "unix:path=/nonexistent/bus")
        bus.connect()
        var turns = 0
        while bus.isWaiting, turns < 1000 {
            try loop.turn()
            turns += 1
        }
        #expect(turns < 100)
        #expect(!bus.isConnected && !bus.isWaiting)
        #expect(loop.now >= Instant(nanoseconds: 0) + .seconds(4000))
        bus.connect()
        #expect(bus.isWaiting)
    }

    @Test("an address that makes no sense is a missing bus", arguments: ["", "nonsense", "unix:path=", "tcp:host=\0"])
    func nonsense(address: String) throws {
        let bus = SystemBus(loop: try EventLoop(), address: address)
        bus.connect()
        #expect(!bus.isConnected && bus.isWaiting)
    }
}

@Suite("With a message bus", .enabled(if: PrivateBus.isInstalled, PrivateBus.needed), .serialized)
struct SystemBusTests {
    private static let path = "/org/bluez/hci0/dev_00_1B_DC_0F_AA_01"
    private static let address = "00:1B:DC:0F:AA:01"

    private let bus: PrivateBus
    private let bench: LoopBench

    private final class Log { var events: [SystemEvent] = [] }

    init() throws {
        bus = try PrivateBus()
        bench = try LoopBench()
    }

    private func events() -> (SystemEvents, Log) {
        let events = SystemEvents(
            loop: bench.loop, busAddress: bus.address, radioPath: "/nonexistent",
            service: ServiceNotice(loop: bench.loop, socket: nil, watchdog: nil))
        let log = Log()
        events.onEvent = { log.events.append($0) }
        return (events, log)
    }

    private func service(_ name: String) throws -> FakeService {
        try FakeService(name, address: bus.address, loop: bench.loop)
    }

    @Test("a sleep is held up until forwarding has stopped, and the next one as well", arguments: [true, false])
    func sleeping(shutsDown: Bool) throws {
        try bus.start()
        let logind = try service("org.freedesktop.login1")
        let (events, log) = events()
        try bench.wait(for: "both inhibitors") { logind.held == 2 }
        let (signal, event) =
            shutsDown ? ("PrepareForShutdown", SystemEvent.shuttingDown) : ("PrepareForSleep", .suspending)
        for round in 1...2 {
            logind.announce(signal, true)
            try bench.wait(for: "the announcement") { log.events.last == event }
            #expect(logind.held == 2)
            events.stopped()
            try bench.wait(for: "the sleep") { logind.held == 0 }
            logind.announce(signal, false)
            try bench.wait(for: "others") { logind.held == 2 }
            #expect(log.events.suffix(2) == [event, .resumed])
            #expect(logind.inhibitors.count == 2 * (round + 1))
        }
    }

    @Test("a logind that comes later, or refuses, is heard all the same")
    func lateAndRefusing() throws {
        try bus.start()
        let bluez = try service("org.bluez")
        bluez.devices = [(Self.path, "input-gaming", false)]
        let (events, log) = events()
        try bench.wait(for: "the bus") { !log.events.isEmpty }
        let logind = try service("org.freedesktop.login1")
        logind.refuses = true
        try bench.wait(for: "the question") { logind.asked.contains("Inhibit") }
        logind.announce("PrepareForSleep", true)
        try bench.wait(for: "the announcement") { log.events.last == .suspending }
        events.stopped()
        logind.refuses = false
        logind.announce("PrepareForSleep", false)
        try bench.wait(for: "both inhibitors") { logind.held == 2 }
    }

    @Test("input devices out of reach are told of at the start, when they change and when BlueZ ends")
    func reach() throws {
        try bus.start()
        var bluez: FakeService? = try service("org.bluez")
        bluez?.devices = [
            ("/org/bluez/hci0/dev_11_11_11_11_11_11", nil, false), (Self.path, "input-gaming", false),
            ("/org/bluez/hci0/dev_22_22_22_22_22_22", "phone", false),
        ]
        let (events, log) = events()
        defer { withExtendedLifetime(events) {} }
        let lost = SystemEvent.bluetoothReach(address: Self.address, isConnected: false)
        let back = SystemEvent.bluetoothReach(address: Self.address, isConnected: true)
        try bench.wait(for: "the first list") { log.events == [lost] }
        bluez?.connectedChanged(Self.path, true)
        try bench.wait(for: "the return") { log.events == [lost, back] }
        bluez?.connectedChanged(Self.path, true)
        bluez?.connectedChanged(Self.path, false)
        try bench.wait(for: "the loss") { log.events == [lost, back, lost] }
        bluez?.removed(Self.path)
        try bench.wait(for: "the removal") { log.events == [lost, back, lost, back] }
        bluez?.added(Self.path, icon: "input-keyboard", isConnected: false)
        try bench.wait(for: "the new one") { log.events == [lost, back, lost, back, lost] }
        bluez = nil
        try bench.wait(for: "the end of BlueZ") { log.events.last == back }
        #expect(log.events == [lost, back, lost, back, lost, back])
    }

    @Test("signals of the wrong types, and from another sender, change nothing")
    func hostile() throws {
        try bus.start()
        let (logind, bluez) = (try service("org.freedesktop.login1"), try service("org.bluez"))
        let stranger = try service("org.example.Stranger")
        let (events, log) = events()
        try bench.wait(for: "both inhibitors") { logind.held == 2 }
        stranger.announce("PrepareForSleep", true)
        logind.emit("/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep") {
            FakeService.append($0, "s", "true")
        }
        logind.emit("/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep") { _ in }
        let long = String(repeating: "x", count: 100_000)
        bluez.emit(Self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") { message in
            FakeService.append(message, "s", "org.bluez.Device1")
            FakeService.dictionary(message, "sv") {
                FakeService.entry(message, "Connected") {
                    FakeService.variant(message, "s") { FakeService.append(message, "s", long) }
                }
                FakeService.entry(message, "Icon") {
                    FakeService.variant(message, "s") { FakeService.append(message, "s", "input-\(long)") }
                }
            }
        }
        bluez.emit(Self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") { message in
            FakeService.append(message, "s", "org.bluez.Device1")
            FakeService.dictionary(message, "sv") {
                for number in 0..<(BusMessage.propertyLimit + 10) {
                    FakeService.entry(message, "P\(number)") {
                        FakeService.variant(message, "s") { FakeService.append(message, "s", "input-x") }
                    }
                }
            }
        }
        bluez.emit(Self.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") { _ in }
        bluez.emit("/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded") { FakeService.append($0, "s", "no") }
        bluez.emit("/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved") { FakeService.append($0, "o", "/") }
        bluez.added(Self.path, icon: "input-gaming", isConnected: false)
        try bench.wait(for: "the last signal") { !log.events.isEmpty }
        #expect(log.events == [.bluetoothReach(address: Self.address, isConnected: false)])
        withExtendedLifetime(events) {}
    }

    @Test("a bus that restarts is found again, and everything is asked anew")
    func restart() throws {
        try bus.start()
        var logind: FakeService? = try service("org.freedesktop.login1")
        let (events, log) = events()
        try bench.wait(for: "both inhibitors") { logind?.held == 2 }
        bus.stop()
        try bench.wait(for: "its end: nobody would hear of a sleep") { logind?.held == 0 }
        logind = nil
        try bus.start()
        let next = try service("org.freedesktop.login1")
        events.lookAgain()
        try bench.wait(for: "inhibitors again") { next.held == 2 }
        next.announce("PrepareForSleep", true)
        try bench.wait(for: "the announcement") { log.events == [.suspending] }
    }

    @Test("a bus that accepts and never answers holds nothing up")
    func silentBus() throws {
        let path = String(bus.address.dropFirst("unix:path=".count))
        let listener = FileDescriptor(owning: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
        let address = try #require(UnixAddress(path: path))
        #expect(address.withPointer { bind(listener.raw, $0, $1) } == 0)
        #expect(listen(listener.raw, 1) == 0)
        let (events, log) = events()
        for _ in 0..<10 { try bench.loop.turn(waiting: false) }
        #expect(log.events.isEmpty)
        events.stopped()
    }
}
