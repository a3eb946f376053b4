// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
package import EventLoop
import Glibc

/// Reads from the kernel whether Bluetooth is switched off. Where the list of radios is absent or may not be read, it says
/// nothing.
package final class RadioSwitch {
    package static let usualPath = "/dev/rfkill"
    /// Events read in one turn; the others wait for the next.
    private static let eventsPerTurn = 64
    private static let bluetooth = UInt8(RFKILL_TYPE_BLUETOOTH.rawValue)

    package var onChange: (RadioTable.Blocking) -> Void = { _ in }

    private let loop: EventLoop
    private let path: String
    private var table = RadioTable()
    private var descriptor: FileDescriptor?
    private var watch: Watch?

    /// The kernel first tells of every radio that is there.
    package init(loop: EventLoop, path: String = RadioSwitch.usualPath) {
        self.loop = loop
        self.path = path
        lookAgain()
    }

    /// Opens the list if it was absent before.
    package func lookAgain() {
        guard watch == nil else { return }
        descriptor = try? FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
        guard let descriptor else { return }
        watch = try? loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.read() }
    }

    deinit { watch?.cancel() }

    private func read() {
        for _ in 0..<Self.eventsPerTurn {
            var event = rfkill_event()
            // Each read gives one event; newer kernels cut theirs to the size asked for (linux/rfkill.h).
            let size = MemoryLayout<rfkill_event>.size
            let outcome = try? withUnsafeMutableBytes(of: &event) { try descriptor?.read(into: $0) }
            guard case .done(let count)? = outcome else {
                if outcome == nil { end() }
                break
            }
            guard count == size else {
                end()
                break
            }
            take(event)
        }
        if let change = table.change() { onChange(change) }
    }

    private func take(_ event: rfkill_event) {
        guard event.type == Self.bluetooth else { return }
        switch UInt32(event.op) {
        case RFKILL_OP_ADD.rawValue, RFKILL_OP_CHANGE.rawValue:
            table.radioSeen(event.idx, soft: event.soft != 0, hard: event.hard != 0)
        case RFKILL_OP_DEL.rawValue: table.radioRemoved(event.idx)
        default: break
        }
    }

    private func end() {
        watch?.cancel()
        watch = nil
    }
}
