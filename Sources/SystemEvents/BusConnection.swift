// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemd
import EventLoop
import Glibc
import SwitchCore

/// One connection to the message bus, from the attempt to its end. Everything asked for on it ends with it. sd-bus neither
/// blocks nor waits here: it says what to wait for, and the loop waits (sd_bus_get_fd(3)).
final class BusConnection {
    /// Messages handled in one turn; the others wait for the next, so that a talkative bus cannot hold up a stop.
    static let messagesPerTurn = 32
    /// Calls that may be waiting for their answers.
    static let callLimit = 16

    /// The bus has greeted us: calls and matches can be made.
    var onReady: () -> Void = {}
    /// It is over; nothing more is called. Told once, never from within a call of ours.
    var onLost: () -> Void = {}

    private let loop: EventLoop
    private let bus: OpaquePointer
    /// A copy: sd-bus closes its own when the other end goes, and a watched descriptor must stay open.
    private let descriptor: FileDescriptor
    private var watch: Watch?
    private var timer: LoopTimer?
    private var matches: [BusSlot] = []
    private var calls: [UInt64: BusSlot] = [:]
    private var nextCall: UInt64 = 0
    private var isReady = false

    /// Begins to connect.
    init(address: String, loop: EventLoop) throws(SystemError) {
        self.loop = loop
        (bus, descriptor) = try Self.start(address)
        timer = loop.makeTimer { [weak self] _ in self?.process() }
        do {
            watch = try loop.watch(descriptor.raw, for: []) { [weak self] _ in self?.process() }
        } catch {
            sd_bus_close(bus)
            sd_bus_unref(bus)
            throw error
        }
        prepare()
    }

    deinit {
        close()
        // Slots hold the bus too: they go first. Nothing is flushed, which could block.
        matches = []
        calls = [:]
        sd_bus_close(bus)
        sd_bus_unref(bus)
    }

    private func close() {
        watch?.cancel()
        watch = nil
        timer?.deadline = nil
        timer = nil
    }

    private static func start(_ address: String) throws(SystemError) -> (OpaquePointer, FileDescriptor) {
        var created: OpaquePointer?
        try SystemCall.negated("sd_bus_new", sd_bus_new(&created))
        guard let bus = created else { throw SystemError(call: "sd_bus_new", code: ENOMEM) }
        do {
            try SystemCall.negated("sd_bus_set_address", sd_bus_set_address(bus, address))
            try SystemCall.negated("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
            try SystemCall.negated("sd_bus_start", sd_bus_start(bus))
            let raw = try SystemCall.negated("sd_bus_get_fd", sd_bus_get_fd(bus))
            return (bus, FileDescriptor(owning: try SystemCall.run("dup") { fcntl(raw, F_DUPFD_CLOEXEC, 0) }))
        } catch {
            sd_bus_close(bus)
            sd_bus_unref(bus)
            throw error
        }
    }

    // MARK: What is asked of the bus

    /// Calls `handler` with each signal that fits the rule. A rule that the bus refuses brings nothing.
    func match(_ rule: String, _ handler: @escaping (BusMessage) -> Void) {
        let slot = BusSlot(handler)
        var raw: OpaquePointer?
        guard sd_bus_add_match_async(bus, &raw, rule, BusSlot.callback, nil, slot.userdata) >= 0 else {
            return lostSoon()
        }
        slot.raw = raw
        matches.append(slot)
        prepare()
    }

    /// Calls a method with strings; a service that does not run is not started for it. `handler` gets the answer, which may
    /// be an error: at the latest after sd-bus's 25 s.
    func call(
        _ service: String, path: String, interface: String, method: String, _ strings: [String] = [],
        _ handler: @escaping (BusMessage) -> Void
    ) {
        guard calls.count < Self.callLimit else { return }
        var created: OpaquePointer?
        sd_bus_message_new_method_call(bus, &created, service, path, interface, method)
        guard let message = created else { return lostSoon() }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_auto_start(message, 0)
        for string in strings { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), string) }
        let number = nextCall
        nextCall += 1
        let slot = BusSlot { [weak self] in
            self?.calls[number] = nil
            handler($0)
        }
        var raw: OpaquePointer?
        guard sd_bus_call_async(bus, &raw, message, BusSlot.callback, slot.userdata, 0) >= 0 else { return lostSoon() }
        slot.raw = raw
        calls[number] = slot
        prepare()
    }

    // MARK: Turning

    private func process() {
        var handled = 0
        while watch != nil, handled < Self.messagesPerTurn {
            guard sd_bus_is_open(bus) > 0 else { return lost() }
            let result = sd_bus_process(bus, nil)
            guard result >= 0 else { return lost() }
            guard result > 0 else { break }
            handled += 1
        }
        guard sd_bus_is_open(bus) > 0 else { return lost() }
        if !isReady, sd_bus_is_ready(bus) > 0 {
            isReady = true
            onReady()
        }
        prepare()
    }

    /// Asks the loop for what sd-bus waits for.
    private func prepare() {
        guard watch != nil else { return }
        let events = sd_bus_get_events(bus)
        var time: UInt64 = 0
        guard events >= 0, sd_bus_get_timeout(bus, &time) >= 0 else { return lostSoon() }
        // The bits of poll(2) are those of epoll.
        watch?.setInterest(Readiness(rawValue: UInt32(events)))
        // Microseconds of CLOCK_MONOTONIC; all bits set means none, zero means at once.
        let nanoseconds = time.multipliedReportingOverflow(by: 1000)
        timer?.deadline =
            nanoseconds.overflow ? nil : Instant(nanoseconds: Int64(clamping: nanoseconds.partialValue))
    }

    private func lostSoon() {
        loop.afterThisTurn { [weak self] in self?.lost() }
    }

    private func lost() {
        guard watch != nil else { return }
        close()
        onLost()
    }
}

/// What sd-bus calls for a match or an answer, and the closure behind it.
private final class BusSlot {
    var raw: OpaquePointer?
    private let handler: (BusMessage) -> Void

    init(_ handler: @escaping (BusMessage) -> Void) { self.handler = handler }

    // From here on sd-bus calls it no more.
    deinit { sd_bus_slot_unref(raw) }

    /// Not retained: the connection keeps the slot for as long as sd-bus may call it.
    var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let callback: sd_bus_message_handler_t = { message, userdata, _ in
        guard let message, let userdata else { return 0 }
        let slot = Unmanaged<BusSlot>.fromOpaque(userdata).takeUnretainedValue()
        slot.handler(BusMessage(raw: message))
        return 0
    }
}
