// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
package import PCProtocol
import SwitchCore

/// Frames over a Unix `SOCK_SEQPACKET` socket, one packet a frame. The PC's status is its first packet.
package final class UnixTransport: Transport {
    /// As over Bluetooth LE with an ATT MTU of 517 (protocol note §1), so that both links are used alike.
    package static let maximumFrameSize = 514
    package static let statusDeadline = Duration.seconds(5)
    /// Packets longer than any status or frame are dropped whole.
    private static let receiveLimit = 8192
    /// Packets taken in one turn, so that a PC that floods cannot hold up switches or a stop.
    private static let packetsPerTurn = 32

    private enum Place {
        case path(String)
        case descriptor(FileDescriptor)
        case factory(() throws(SystemError) -> FileDescriptor)
    }

    package var onEvent: ((TransportEvent) -> Void)?
    package var expectsAnswer = false
    private let loop: EventLoop
    private let place: Place
    private var socket: FileDescriptor?
    private var watch: Watch?
    private var statusTimer: LoopTimer?
    private var hasStatus = false
    /// Where packets are read to, one after the other.
    private var received = [UInt8](repeating: 0, count: receiveLimit)
    /// Counts connections, so that what was put off for one does not reach the next.
    private var connection = 0

    /// Connects to a PC that listens at `path`.
    package init(path: String, loop: EventLoop) {
        self.loop = loop
        place = .path(path)
    }

    /// Uses one end of a connected pair; it connects once.
    package init(connected descriptor: FileDescriptor, loop: EventLoop) {
        self.loop = loop
        place = .descriptor(descriptor)
    }

    /// Asks for a connected socket whenever it connects: a PC within this process.
    package init(loop: EventLoop, newLink: @escaping () throws(SystemError) -> FileDescriptor) {
        self.loop = loop
        place = .factory(newLink)
    }

    deinit { release() }

    // MARK: Connecting

    package func connect() {
        release()
        do throws(LinkFailure) {
            let socket = try connectedSocket()
            self.socket = socket
            try watchSocket(socket)
        } catch {
            loseLater(error)
        }
    }

    private func connectedSocket() throws(LinkFailure) -> FileDescriptor {
        switch place {
        case .descriptor(let descriptor):
            return descriptor
        case .factory(let newLink):
            do { return try newLink() } catch { throw .system(error) }
        case .path(let path):
            guard UnixAddress(path: path) != nil else { throw .impossiblePlace(place: path) }
            do { return try UnixSocket.connected(to: path, .packets) } catch { throw LinkFailure(error, at: path) }
        }
    }

    private func watchSocket(_ socket: FileDescriptor) throws(LinkFailure) {
        do {
            watch = try loop.watch(socket.raw, for: .readable) { [weak self] in self?.becameReady($0) }
        } catch {
            throw .system(error)
        }
        hasStatus = false
        let timer = loop.makeTimer { [weak self] _ in self?.lose(.noStatus) }
        timer.deadline = loop.now + Self.statusDeadline
        statusTimer = timer
    }

    // MARK: Frames

    package func send(_ outgoing: OutgoingFrame) -> Bool {
        let frame = outgoing.bytes
        guard let socket else { return false }
        do throws(SystemError) {
            let outcome = try SystemCall.attempt("send") {
                Glibc.send(socket.raw, frame, frame.count, CInt(MSG_NOSIGNAL))
            }
            if case .done = outcome { return true }
            watch?.setInterest([.readable, .writable])
        } catch {
            loseLater(LinkFailure(error, at: ""))
        }
        return false
    }

    private func becameReady(_ readiness: Readiness) {
        if readiness.contains(.writable) {
            watch?.setInterest(.readable)
            onEvent?(.writable)
        }
        for _ in 0..<Self.packetsPerTurn where socket != nil {
            guard receive() else { return }
        }
    }

    /// False when nothing more is waiting.
    private func receive() -> Bool {
        guard let socket else { return false }
        do throws(SystemError) {
            let outcome = try SystemCall.attempt("recv") {
                // MSG_TRUNC: the packet's real length, also of one that does not fit.
                recv(socket.raw, &received, Self.receiveLimit, CInt(MSG_TRUNC))
            }
            guard case .done(let length) = outcome else { return false }
            guard length > 0 else {
                lose(.closedByPC)
                return false
            }
            if length <= Self.receiveLimit { arrived(Array(received.prefix(length))) }
            return true
        } catch {
            lose(LinkFailure(error, at: ""))
            return false
        }
    }

    private func arrived(_ packet: [UInt8]) {
        guard !hasStatus else {
            onEvent?(.frame(packet))
            return
        }
        hasStatus = true
        statusTimer?.deadline = nil
        onEvent?(.connected(status: packet, maximumFrameSize: Self.maximumFrameSize))
    }

    // MARK: The end

    package func cut() { release() }

    private func lose(_ failure: LinkFailure) {
        release()
        onEvent?(.lost(failure))
    }

    /// For failures found within a call from above, which must not be answered from within it.
    private func loseLater(_ failure: LinkFailure) {
        let failed = connection
        loop.afterThisTurn { [weak self] in
            guard let self, connection == failed else { return }
            lose(failure)
        }
    }

    private func release() {
        connection += 1
        watch?.cancel()
        watch = nil
        statusTimer?.deadline = nil
        statusTimer = nil
        if let socket { shutdown(socket.raw, CInt(SHUT_RDWR)) }
        socket = nil
    }
}

extension LinkFailure {
    init(_ error: SystemError, at place: String) {
        switch error.code {
        case ENOENT: self = .notFound(place: place)
        case ECONNREFUSED, EPROTOTYPE, ENOTSOCK, EAGAIN: self = .notListening(place: place)
        case EACCES, EPERM: self = .notPermitted(place: place)
        case ECONNRESET, EPIPE: self = .closedByPC
        default: self = .system(error)
        }
    }
}
