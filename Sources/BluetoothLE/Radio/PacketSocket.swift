// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// A Bluetooth socket on the loop: every read is one packet.
final class PacketSocket {
    enum Event {
        /// What was begun with connect has succeeded.
        case connected
        case packet([UInt8])
        /// Everything that waited is on its way.
        case drained
        case failed(SystemError)
    }

    /// Packets taken in one turn, so that a peer that floods cannot hold up switches or a stop.
    private static let packetsPerTurn = 32
    /// Packets that may wait for the kernel to take them.
    static let unsentLimit = 64
    /// Bytes; longer than any packet of the protocols used.
    private static let receiveLimit = 4096

    private let socket: FileDescriptor
    private let onEvent: (Event) -> Void
    private var watch: Watch?
    private var isConnecting: Bool
    private var unsent: [[UInt8]] = []
    /// Where packets are read to, one after the other.
    private var received = [UInt8](repeating: 0, count: receiveLimit)

    /// - Parameter isConnecting: whether connecting was begun and has not ended.
    init(
        _ socket: FileDescriptor, loop: EventLoop, isConnecting: Bool = false, onEvent: @escaping (Event) -> Void
    ) throws(SystemError) {
        self.socket = socket
        self.isConnecting = isConnecting
        self.onEvent = onEvent
        watch = try loop.watch(socket.raw, for: isConnecting ? .writable : .readable) { [weak self] in
            self?.ready($0)
        }
    }

    deinit { close() }

    var raw: CInt { socket.raw }
    var isClear: Bool { unsent.isEmpty }

    /// Sends a packet as soon as the kernel takes it, in order. False when too many wait already.
    func put(_ packet: [UInt8]) -> Bool {
        guard unsent.count < Self.unsentLimit else { return false }
        unsent.append(packet)
        if unsent.count == 1 { sendWaiting() }
        return true
    }

    /// No event comes after it.
    func close() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        unsent = []
        // Others may hold this object for the rest of the turn; the kernel must know now.
        shutdown(socket.raw, CInt(SHUT_RDWR))
    }

    // MARK: Readiness

    private func ready(_ readiness: Readiness) {
        if isConnecting { return connectingEnded() }
        if readiness.contains(.writable) {
            sendWaiting()
            if unsent.isEmpty, watch != nil { onEvent(.drained) }
        }
        for _ in 0..<Self.packetsPerTurn where watch != nil {
            guard receive() else { return }
        }
    }

    private func connectingEnded() {
        var code: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(socket.raw, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
            return fail(SystemError(call: "connect", code: code))
        }
        isConnecting = false
        watch?.setInterest(unsent.isEmpty ? .readable : [.readable, .writable])
        onEvent(.connected)
    }

    /// False when nothing more is waiting.
    private func receive() -> Bool {
        do throws(SystemError) {
            let outcome = try SystemCall.attempt("recv") {
                recv(socket.raw, &received, received.count, CInt(MSG_TRUNC))
            }
            guard case .done(let length) = outcome else { return false }
            guard length > 0 else { throw SystemError(call: "recv", code: ECONNRESET) }
            // One that does not fit is none of ours.
            if length <= received.count { onEvent(.packet(Array(received.prefix(length)))) }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    private func sendWaiting() {
        while let packet = unsent.first, watch != nil, !isConnecting {
            do throws(SystemError) {
                let outcome = try SystemCall.attempt("send") {
                    Glibc.send(socket.raw, packet, packet.count, CInt(MSG_NOSIGNAL))
                }
                guard case .done = outcome else { break }
                unsent.removeFirst()
            } catch {
                return fail(error)
            }
        }
        watch?.setInterest(unsent.isEmpty || isConnecting ? .readable : [.readable, .writable])
    }

    private func fail(_ error: SystemError) {
        guard watch != nil else { return }
        close()
        onEvent(.failed(error))
    }
}
