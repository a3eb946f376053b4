// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import Glibc
package import PCProtocol
import Sentences
import SwitchCore

/// The daemon's control socket: who may speak, how many, and what they ask for.
package final class ControlServer {
    /// Names a client for as long as it is connected.
    package struct ClientID: Hashable, Sendable {
        let number: Int
    }

    package enum Event {
        case call(ClientID, ControlCall)
        case gone(ClientID)
    }

    package static let clientLimit = 64
    /// Clients of one user, so that one of them cannot keep all others from stopping.
    package static let clientsOfOneUser = 24
    static let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)

    package var onEvent: ((Event) -> Void)?
    /// Whether something would end with this client, so that any other one makes room before it.
    package var isKept: (ClientID) -> Bool = { _ in false }
    /// Who is at the other end of a connection.
    var identify: (FileDescriptor) throws(SystemError) -> PeerIdentity = { socket throws(SystemError) in
        try PeerIdentity(of: socket.raw)
    }

    private let loop: EventLoop
    private let hello: [UInt8]
    private let mayConnect: (PeerIdentity) -> Bool
    private let ownUID = geteuid()
    private var listener: UnixListener?
    private var peers: [ClientID: ControlPeer] = [:]
    private var nextNumber = 1
    private let clients: PatientGroup
    /// Kept from their deallocation within their own handlers.
    private var leaving: [ControlPeer] = []

    /// - Parameters:
    ///   - hello: fields that greet a client, beside `event` and `protocol`.
    ///   - mayConnect: who is let in besides the administrator and the daemon's own user.
    package init(
        loop: EventLoop, hello: [String: JSONValue], mayConnect: @escaping (PeerIdentity) -> Bool = { _ in false }
    ) throws(SystemError) {
        self.loop = loop
        clients = try PatientGroup(loop: loop)
        self.mayConnect = mayConnect
        let greeting: [String: JSONValue] = [
            "event": .string("hello"), "protocol": .integer(Int64(ControlCall.protocolVersion)),
        ]
        self.hello = Self.line(greeting.merging(hello) { $1 })
    }

    /// Waits for clients at `path`.
    /// - Parameter mode: of the socket file; its group may connect when that has leave to write.
    package func listen(at path: String, mode: mode_t) throws(SystemError) {
        listener = try UnixListener(path: path, kind: .stream, mode: mode, loop: loop) { [weak self] in self?.accept($0)
        }
    }

    package func close() {
        listener = nil
        for peer in peers.values { peer.close() }
    }

    // MARK: Answers

    package func answer(_ id: ClientID, to call: Int64, _ fields: [String: JSONValue] = [:]) {
        write(fields.merging(["reply": .integer(call), "ok": .bool(true)]) { $1 }, to: id)
    }

    /// - Parameters:
    ///   - code: stable, for programs.
    ///   - text: for people.
    package func refuse(_ id: ClientID, _ call: Int64, code: String, text: String) {
        write(
            ["reply": .integer(call), "ok": .bool(false), "error": .string(code), "text": .string(text)], to: id)
    }

    package func tell(_ ids: some Sequence<ClientID>, _ events: [JSONValue]) {
        let bytes = events.flatMap { $0.encoded(.bareSlashes) + [UInt8(ascii: "\n")] }
        for id in ids { peers[id]?.write(bytes) }
    }

    package func letGo(_ id: ClientID) { peers[id]?.close() }

    private func write(_ fields: [String: JSONValue], to id: ClientID) { peers[id]?.write(Self.line(fields)) }

    private static func line(_ fields: [String: JSONValue]) -> [UInt8] {
        JSONValue.object(fields).encoded(.bareSlashes) + [UInt8(ascii: "\n")]
    }

    // MARK: Clients

    private func accept(_ socket: FileDescriptor) {
        guard let identity = try? identify(socket) else { return }
        let isTrusted = identity.isTrusted(ownUID: ownUID)
        guard isTrusted || mayConnect(identity) else { return sendOnce(socket, "notPermitted") }
        guard hasRoom(for: identity, isTrusted: isTrusted) else { return sendOnce(socket, "tooMany") }
        let id = ClientID(number: nextNumber)
        nextNumber += 1
        // The administrator, who must always be able to stop, does not wait for the others.
        let group = identity.uid == 0 ? nil : clients
        let peer = try? ControlPeer(socket, identity, loop: loop, among: group) { [weak self] in self?.peerDid($0, id) }
        guard let peer else { return }
        peers[id] = peer
        peer.write(hello)
    }

    /// It hears why before it is let go; a fresh socket takes one line.
    private func sendOnce(_ socket: FileDescriptor, _ code: String) {
        let bytes = Self.line(["event": .string("refused"), "error": .string(code)])
        _ = bytes.withUnsafeBytes {
            send(socket.raw, $0.baseAddress, $0.count, Self.sendFlags)
        }
    }

    /// When all places are taken, who has never asked for anything makes room, among the user's own clients first. The
    /// administrator and the daemon's user, who must be able to stop, also take the place of the one that has been silent
    /// longest, of those with which nothing ends if they can.
    private func hasRoom(for identity: PeerIdentity, isTrusted: Bool) -> Bool {
        let own = peers.filter { $0.value.identity.uid == identity.uid }
        if own.count >= Self.clientsOfOneUser { return dropOne(of: own, alsoSpoken: isTrusted) }
        guard peers.count >= Self.clientLimit else { return true }
        return dropOne(of: peers, alsoSpoken: isTrusted)
    }

    private func dropOne(of candidates: [ClientID: ControlPeer], alsoSpoken: Bool) -> Bool {
        var choice = candidates.filter { !$0.value.hasSpoken }
        if choice.isEmpty, alsoSpoken { choice = candidates.filter { !isKept($0.key) } }
        // Where all are kept, a stop must be possible all the same.
        if choice.isEmpty, alsoSpoken { choice = candidates }
        guard let victim = choice.values.min(by: { $0.lastSpoke < $1.lastSpoke }) else { return false }
        victim.makeRoom()
        return true
    }

    private func peerDid(_ news: ControlPeer.News, _ id: ClientID) {
        switch news {
        case .call(let call):
            onEvent?(.call(id, call))
        case .problem(let problem):
            refuse(id, problem.id, code: problem.code, text: problem.sentence.description)
        case .gone:
            guard let peer = peers.removeValue(forKey: id) else { return }
            leaving.append(peer)
            loop.afterThisTurn { [weak self] in self?.leaving = [] }
            onEvent?(.gone(id))
        }
    }
}
