// SPDX-License-Identifier: GPL-3.0-or-later
import CLibevdev
import EventLoop
import Glibc
import SwitchCore

/// Reads events of the kernel's form from nodes or pipes, and notes when each press and release was read. What the kernel says was
/// lost stands there as code -1.
struct Receiver {
    private static let eventsAtOnce = 64

    let rows: Rows
    let sources: [FileDescriptor]

    init(_ paths: [String], into file: String) throws {
        rows = try Rows(path: file)
        // A pipe is held open for writing as well, so that it does not end when its writer does.
        sources = try paths.map { try FileDescriptor(path: $0, flags: O_RDWR | O_NONBLOCK) }
        // A pipe has no clock, and refuses.
        for source in sources { _ = evdev_set_clock(source.raw, CInt(CLOCK_MONOTONIC)) }
    }

    /// Until the process is ended.
    func run() {
        var waiting = sources.map { pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0) }
        while true {
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            for index in waiting.indices where waiting[index].revents != 0 {
                if !receive(from: waiting[index].fd) { waiting[index].fd = -1 }
            }
        }
    }

    /// False at its end.
    private func receive(from source: CInt) -> Bool {
        var events = [input_event](repeating: input_event(), count: Self.eventsAtOnce)
        let length = read(source, &events, MemoryLayout<input_event>.stride * events.count)
        let moment = Rows.now
        guard length > 0 else { return length < 0 && errno == EAGAIN }
        for event in events[..<(length / MemoryLayout<input_event>.stride)] { received(event, at: moment) }
        return true
    }

    private func received(_ event: input_event, at moment: Int64) {
        let time = withUnsafePointer(to: event) { evdev_event_nanoseconds($0) }
        if event.type == UInt16(EV_SYN), event.code == UInt16(SYN_DROPPED) {
            rows.add(moment, time, -1, 0)
        } else if event.type == Evdev.key, event.value == Evdev.pressed || event.value == Evdev.released {
            rows.add(moment, time, Int(event.code), event.value)
        }
    }
}
