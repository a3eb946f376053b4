// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import SwitchCore
import Testing

@testable import SystemEvents

/// A service manager's socket.
private final class Manager {
    private let place: TemporaryDirectory
    var path: String { place.path + "/notify" }
    private let descriptor: FileDescriptor

    init() throws {
        place = try TemporaryDirectory()
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        descriptor = FileDescriptor(owning: socket(AF_UNIX, type, 0))
        let address = try #require(UnixAddress(path: place.path + "/notify"))
        try #require(address.withPointer { bind(descriptor.raw, $0, $1) } == 0)
    }

    /// What was said since it was last asked.
    func heard() throws -> [String] {
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case .done(let count) = try buffer.withUnsafeMutableBytes({ try descriptor.read(into: $0) }) {
            messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        return messages
    }
}

@Suite("What the service manager is told")
struct ServiceNoticeTests {
    private let loop: EventLoop
    private let manager: Manager

    init() throws {
        loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 0))
        manager = try Manager()
    }

    @Test("readiness, status and the end, each once")
    func words() throws {
        let notice = ServiceNotice(loop: loop, socket: manager.path, watchdog: nil)
        notice.ready()
        notice.status("Ready")
        notice.status("Ready")
        notice.stopping()
        #expect(try manager.heard() == ["READY=1", "STATUS=Ready", "STOPPING=1"])
    }

    @Test("signs of life come from the loop, at a third of the time, once it is ready")
    func watchdog() throws {
        let notice = ServiceNotice(loop: loop, socket: manager.path, watchdog: .seconds(60))
        try loop.turn()
        #expect(try manager.heard().isEmpty)
        notice.ready()
        #expect(try manager.heard() == ["READY=1", "WATCHDOG=1"])
        for round in 1...3 {
            while loop.now < Instant(nanoseconds: 0) + .seconds(20 * round) { try loop.turn() }
            #expect(try manager.heard() == ["WATCHDOG=1"])
        }
    }

    @Test("a status is one line, however it was meant")
    func oneLine() throws {
        let notice = ServiceNotice(loop: loop, socket: manager.path, watchdog: nil)
        notice.status("Tim\nREADY=1\u{0}" + String(repeating: "ä", count: 500))
        let heard = try manager.heard()
        #expect(heard.count == 1)
        #expect(heard[0].hasPrefix("STATUS=Tim READY=1 ää"))
        #expect(heard[0].utf8.count <= "STATUS=".utf8.count + ServiceNotice.statusLimit)
    }

    @Test("what a full socket does not take is said later, the newest of each kind")
    func full() throws {
        let notice = ServiceNotice(loop: loop, socket: manager.path, watchdog: nil)
        for number in 0..<1000 { notice.status("Status \(number)") }
        notice.ready()
        let first = try manager.heard()
        #expect(first.count < 1000)
        #expect(!first.contains("READY=1"))
        while loop.now < Instant(nanoseconds: 0) + ServiceNotice.resendWait { try loop.turn() }
        #expect(try manager.heard() == ["STATUS=Status 999", "READY=1"])
    }

    @Test("an abstract name is found too")
    func abstract() throws {
        let name = "switchbridge-test-\(getpid())"
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let receiver = FileDescriptor(owning: socket(AF_UNIX, type, 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: Array(name.utf8)) }
        let length = socklen_t(2 + 1 + name.utf8.count)
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(receiver.raw, $0, length) }
        }
        try #require(bound == 0)
        ServiceNotice(loop: loop, socket: "@" + name, watchdog: nil).ready()
        var buffer = [UInt8](repeating: 0, count: 64)
        guard case .done(let count) = try buffer.withUnsafeMutableBytes({ try receiver.read(into: $0) }) else {
            Issue.record("nothing came")
            return
        }
        #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "READY=1")
    }

    @Test(
        "without a manager, or with one that is gone, nothing happens",
        arguments: [nil, "", "@", "relative", "/nonexistent/notify", "/" + String(repeating: "x", count: 200)])
    func nobody(socket: String?) throws {
        let notice = ServiceNotice(loop: loop, socket: socket, watchdog: .seconds(3))
        notice.ready()
        notice.status("Ready")
        notice.stopping()
        #expect((socket.flatMap(NotifyAddress.init) != nil) == (socket == "/nonexistent/notify"))
    }
}

@Suite("The list of radios")
struct RadioSwitchTests {
    @Test(
        "a list that is absent, or is none, is quiet", arguments: ["/nonexistent", "/dev/null", "/etc/passwd", "/tmp"])
    func absent(path: String) throws {
        let loop = try EventLoop()
        var changes = 0
        let radio = RadioSwitch(loop: loop, path: path)
        radio.onChange = { _ in changes += 1 }
        for _ in 0..<3 { try loop.turn(waiting: false) }
        #expect(changes == 0)
    }

    @Test("each radio's events are read as the kernel writes them, and a change is told once for a batch")
    func events() throws {
        let loop = try EventLoop()
        let path = "/tmp/switchbridge-rfkill-\(getpid())"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let radio = RadioSwitch(loop: loop, path: path)
        var changes: [RadioTable.Blocking] = []
        radio.onChange = { changes.append($0) }
        let writer = try FileDescriptor(path: path, flags: O_WRONLY)
        // index, type (1 is WLAN, 2 Bluetooth), operation (0 added, 1 gone, 2 changed), soft, hard
        func write(_ events: [UInt8]...) throws {
            let bytes = events.flatMap { [$0[0], 0, 0, 0] + $0[1...] }
            _ = try bytes.withUnsafeBytes { try writer.write($0) }
            try loop.turn(waiting: false)
        }
        try write([0, 1, 0, 1, 1], [1, 2, 0, 0, 0], [2, 2, 0, 1, 0])
        #expect(changes.isEmpty)
        try write([1, 2, 2, 1, 0])
        #expect(changes == [.init(isBlocked: true, isHard: false)])
        try write([1, 2, 2, 0, 0], [1, 2, 2, 1, 0], [7, 2, 9, 1, 1])
        #expect(changes.count == 1)
        try write([2, 2, 1, 0, 0], [1, 2, 2, 1, 1])
        #expect(changes.last == .init(isBlocked: true, isHard: true))
    }
}
