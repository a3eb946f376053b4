// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
package import EventLoop
import Glibc
package import SwitchCore

package enum DeviceReaderEvent: Hashable, Sendable {
    /// The events of one report, without its `SYN_REPORT`: what belongs together (F25), such as a key and its scan code.
    case events([InputEvent])
    /// The kernel's buffer overflowed and presses may be missing (F24). `resynchronised` follows.
    case eventsLost
    /// What differs between the state as it was reported and as it is. A press in here is not one that just happened.
    case resynchronised([InputEvent])
    /// The device is gone; nothing follows. `down` still says what was pressed.
    case gone(GoneReason)

    package enum GoneReason: Hashable, Sendable {
        case unplugged
        /// The node is still there, but the system took it from us, as it does at a change of session.
        case revoked
        case failed(SystemError)
    }
}

/// An opened event node. It reads and hands on, and decides nothing (F26).
package final class DeviceReader {
    /// Events read in one turn of the loop, so that one flooding device cannot starve a stop. The rest is read in the
    /// next turn.
    private static let eventsPerTurn = 256
    /// Rounds of `eventsPerTurn` read before the state is asked for: a device that floods for ever must not hold it up.
    private static let drainRounds = 16
    /// Events in one report; the kernel delivers a report whole, and even touch screens stay below this.
    private static let reportLimit = 512

    package let id: DeviceID
    package let node: NodeDescription
    /// The axes that have a range. Fixed when the node is opened.
    package let axes: [UInt16: AxisRange]
    /// Keys and buttons that are down, as far as the events read so far tell, and from the start those that were down
    /// when the node was opened (F1). Kept by ourselves: at an unplug the kernel's releases may never come (F20).
    package private(set) var down: Set<UInt16>
    package private(set) var isGrabbed = false

    private let loop: EventLoop
    let descriptor: FileDescriptor
    let isWritable: Bool
    let device: OpaquePointer
    /// How its lights were before this program switched them on; nil while it has not.
    var lightsBefore: [input_event]?
    private let handler: (DeviceReaderEvent) -> Void
    private var watch: Watch?
    /// Goes on with what libevdev has read already: the descriptor no longer shows that.
    private var continuation: LoopTimer?
    private var report: [InputEvent] = []

    /// Opens the node and begins to read; `handler` is called from the loop only. Opened for writing too where that is
    /// allowed. Never blocks.
    package init(
        node: NodeDescription, id: DeviceID, loop: EventLoop, handler: @escaping (DeviceReaderEvent) -> Void
    ) throws(DeviceError) {
        self.node = node
        self.id = id
        self.loop = loop
        self.handler = handler
        (descriptor, isWritable) = try Self.open(node)
        device = try Self.attach(descriptor, node)
        axes = Self.axes(of: device, node.capabilities)
        down = Set(node.capabilities.keys.filter { [device] in Self.value(device, Evdev.key, $0) != 0 })
        continuation = loop.makeTimer { [weak self] _ in self?.readSome() }
        do {
            watch = try loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.readSome() }
        } catch {
            libevdev_free(device)
            throw .failed(device: node.identity.name, error)
        }
    }

    // The descriptor closes last, and the grab ends with it (F5).
    deinit {
        close()
        libevdev_free(device)
    }

    /// Ends reading; the handler is not called again.
    package func close() {
        watch?.cancel()
        watch = nil
        continuation?.deadline = nil
        continuation = nil
    }

    /// Whether it is still being read.
    package var isOpen: Bool { watch != nil }

    /// The value of each axis in `axes` now.
    package var axisValues: [UInt16: Int32] {
        axes.reduce(into: [:]) { $0[$1.key] = Self.value(device, Evdev.absoluteAxis, $1.key) }
    }

    // MARK: Capture

    /// Takes the device for this program alone. Only while nothing is down: others would believe that it stays down.
    package func grab() throws(DeviceError) {
        guard !isGrabbed else { return }
        do {
            try SystemCall.negated("EVIOCGRAB", libevdev_grab(device, LIBEVDEV_GRAB))
        } catch {
            guard error.code == EBUSY else { throw failure(error) }
            throw .busy(device: node.identity.name, owner: DeviceOwners.names(of: node.devnode))
        }
        isGrabbed = true
    }

    /// Gives the device back. While something is down, `writeReleases` first, or its autorepeat leaks (F4).
    package func ungrab() {
        guard isGrabbed else { return }
        isGrabbed = false
        // A device that has gone is no longer grabbed either.
        _ = libevdev_grab(device, LIBEVDEV_UNGRAB)
    }

    /// Writes a release of everything that is down through the captured descriptor, so that no one sees it held when
    /// the capture ends. It comes back as an ordinary report. The later physical release then changes nothing.
    package func writeReleases() throws(DeviceError) {
        guard !down.isEmpty else { return }
        guard isWritable else { throw .readOnly(device: node.identity.name) }
        var events = down.sorted().map { Self.event(Evdev.key, $0, Evdev.released) }
        events.append(Self.event(Evdev.synchronization, Evdev.report, 0))
        do {
            let size = MemoryLayout<input_event>.stride * events.count
            try SystemCall.run("write") { write(descriptor.raw, events, size) }
        } catch {
            throw failure(error)
        }
    }

    /// Reads all that is waiting, then asks the kernel for the true state and hands on the difference, if any, as
    /// `resynchronised`. Asking (`EVIOCGKEY`) throws away unread key events, so it may be done in this order only.
    package func readKeyStateAsDifference() {
        for _ in 0..<Self.drainRounds where isOpen { guard readSome() else { break } }
        guard isOpen else { return }
        var event = input_event()
        let status = libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
        guard status >= 0 else { return ended(-status) }
        let difference = readDifference()
        if !difference.isEmpty { handler(.resynchronised(difference)) }
    }

    // MARK: Reading

    /// Reads up to `eventsPerTurn` events; true when there is more.
    @discardableResult
    private func readSome() -> Bool {
        for _ in 0..<Self.eventsPerTurn {
            guard isOpen else { return false }
            var event = input_event()
            let status = libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event)
            switch status {
            case LIBEVDEV_READ_STATUS_SUCCESS.status: eventRead(Self.inputEvent(event))
            case LIBEVDEV_READ_STATUS_SYNC.status: eventsDropped()
            case -EAGAIN: return false
            case -EINTR: continue
            default:
                ended(-status)
                return false
            }
        }
        continuation?.deadline = loop.now
        return true
    }

    private func eventRead(_ event: InputEvent) {
        guard event.type != Evdev.synchronization else {
            if event.code == Evdev.report { reportEnded() }
            return
        }
        track(event)
        report.append(event)
        if report.count >= Self.reportLimit { reportEnded() }
    }

    private func reportEnded() {
        guard !report.isEmpty else { return }
        let events = report
        report.removeAll(keepingCapacity: true)
        handler(.events(events))
    }

    /// What was read of an unfinished report is part of what was lost; `resynchronised` brings what remains of it.
    private func eventsDropped() {
        let unfinished = report
        report = []
        handler(.eventsLost)
        guard isOpen else { return }
        handler(.resynchronised(unfinished + readDifference()))
    }

    /// The events by which libevdev brings its state up to date with the kernel's, after a lost or a forced one.
    private func readDifference() -> [InputEvent] {
        var difference: [InputEvent] = []
        var event = input_event()
        while libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
            == LIBEVDEV_READ_STATUS_SYNC.status
        {
            let event = Self.inputEvent(event)
            guard event.type != Evdev.synchronization else { continue }
            track(event)
            difference.append(event)
        }
        return difference
    }

    /// A repeat changes nothing (F6).
    private func track(_ event: InputEvent) {
        guard event.type == Evdev.key else { return }
        switch event.value {
        case Evdev.pressed: down.insert(event.code)
        case Evdev.released: down.remove(event.code)
        default: break
        }
    }

    /// An unplugged device and a revoked one both answer ENODEV; the number in the sysfs path is never used again.
    private func ended(_ code: CInt) {
        close()
        isGrabbed = false
        guard code == ENODEV else {
            return handler(.gone(.failed(SystemError(call: "read", code: code))))
        }
        handler(.gone(access(node.syspath, F_OK) == 0 ? .revoked : .unplugged))
    }

    private func failure(_ error: SystemError) -> DeviceError {
        error.code == ENODEV ? .missing(devnode: node.devnode) : .failed(device: node.identity.name, error)
    }
}

extension DeviceReader {
    // MARK: Opening

    private static func open(_ node: NodeDescription) throws(DeviceError) -> (FileDescriptor, isWritable: Bool) {
        let opened = try openNode(node)
        // Event numbers are given out again (F16): what has been opened is the described device only while that exists.
        guard access(node.syspath, F_OK) == 0 else { throw .missing(devnode: node.devnode) }
        return opened
    }

    private static func openNode(_ node: NodeDescription) throws(DeviceError) -> (FileDescriptor, isWritable: Bool) {
        do {
            return (try FileDescriptor(path: node.devnode, flags: O_RDWR | O_NONBLOCK), true)
        } catch {
            guard [EACCES, EPERM, EROFS].contains(error.code) else { throw DeviceError(opening: node, error) }
        }
        do {
            return (try FileDescriptor(path: node.devnode, flags: O_RDONLY | O_NONBLOCK), false)
        } catch {
            throw DeviceError(opening: node, error)
        }
    }

    /// The clock comes first: changing it throws away what is queued, and no event may carry the wall clock's time.
    private static func attach(
        _ descriptor: FileDescriptor, _ node: NodeDescription
    ) throws(DeviceError) -> OpaquePointer {
        do {
            try SystemCall.run("EVIOCSCLOCKID") { evdev_set_clock(descriptor.raw, CInt(CLOCK_MONOTONIC)) }
            var device: OpaquePointer?
            try SystemCall.negated("libevdev_new_from_fd", libevdev_new_from_fd(descriptor.raw, &device))
            if let device { return device }
            throw SystemError(call: "libevdev_new_from_fd", code: ENOMEM)
        } catch let error as SystemError {
            throw DeviceError(opening: node, error)
        } catch {
            preconditionFailure("only system errors are thrown here")
        }
    }

    private static func axes(of device: OpaquePointer, _ capabilities: NodeCapabilities) -> [UInt16: AxisRange] {
        let all = Set(capabilities.absoluteAxes)
        return all.reduce(into: [:]) { ranges, code in
            guard let info = libevdev_get_abs_info(device, UInt32(code))?.pointee else { return }
            ranges[code] = AxisRest.range(of: code, minimum: info.minimum, maximum: info.maximum, among: all)
        }
    }

    // MARK: Between the kernel's structures and ours

    private static func value(_ device: OpaquePointer, _ type: UInt16, _ code: UInt16) -> Int32 {
        libevdev_get_event_value(device, UInt32(type), UInt32(code))
    }

    private static func inputEvent(_ event: input_event) -> InputEvent {
        withUnsafePointer(to: event) {
            InputEvent(
                time: Instant(nanoseconds: evdev_event_nanoseconds($0)), type: event.type, code: event.code,
                value: event.value)
        }
    }

    private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> input_event {
        var event = input_event()
        event.type = type
        event.code = code
        event.value = value
        return event
    }
}

extension libevdev_read_status {
    fileprivate var status: CInt { CInt(rawValue) }
}
