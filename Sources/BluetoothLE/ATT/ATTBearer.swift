// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// One ATT bearer as a client uses it: one request outstanding, and whatever the peer sends meanwhile put right
/// (Bluetooth Core, Vol 3, Part F, 3.3).
///
/// | arrives | while idle | while awaiting a response | after a failure |
/// | --- | --- | --- | --- |
/// | the awaited response, or an error to the request | ignored | answered, refused | ignored |
/// | an error to another request | ignored | ignored | ignored |
/// | another response, or one that cannot be taken apart | ignored | failed | ignored |
/// | notification | notified | notified | ignored |
/// | indication | confirmed | confirmed | ignored |
/// | request | answered | answered | ignored |
/// | command, confirmation | ignored | ignored | ignored |
struct ATTBearer: Sendable {
    enum Output: Hashable, Sendable {
        /// Put this PDU on the channel, in order.
        case send([UInt8])
        /// The response to the outstanding request. The bearer is idle again.
        case answered(ATTPacket)
        /// The peer refused the outstanding request. The bearer is idle again.
        case refused(ATTErrorCode)
        case notified(handle: UInt16, value: [UInt8])
        /// The bearer must not be used any more.
        case failed(Problem)
    }

    enum Problem: Error, Hashable, Sendable {
        /// The request was not answered within the transaction limit.
        case unanswered
        /// The response cannot be taken apart.
        case malformed(ATTDecodingError)
        /// The response belongs to another request.
        case wrongResponse(opcode: UInt8)
    }

    private enum State: Sendable {
        /// → awaiting
        case idle
        /// → idle, failed. `request` is the first byte of what was asked.
        case awaiting(request: UInt8, deadline: Instant)
        case failed
    }

    /// A transaction not completed in this time has failed, and the bearer with it (3.3.3).
    static let transactionLimit = Duration.seconds(30)
    /// The longest PDU that we take, in bytes: enough for an attribute of 512 bytes and its command's head.
    static let ownMTU = 517
    /// What every LE device takes before it says more (Vol 3, Part G, 5.2.1).
    static let defaultMTU = 23
    /// PDUs that may wait for the channel before commands are held back and a peer's requests go unanswered. A peer
    /// may have one request and one indication open (3.3.2): one that has more gets no more memory of ours.
    static let unsentLimit = 8

    /// The longest PDU that may be sent, in bytes: 23…517.
    private(set) var mtu = Self.defaultMTU
    /// Arrivals that nothing was done about, for logs.
    private(set) var ignoredCount = 0
    private var state = State.idle
    private var unsentCount = 0
    private var hasAnsweredMTU = false
    private var hasAgreedMTU = false

    init() {}

    var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    var deadline: Instant? {
        if case .awaiting(_, let deadline) = state { deadline } else { nil }
    }

    // MARK: What we send

    /// Only while idle.
    mutating func request(_ packet: ATTPacket, now: Instant) -> Output {
        precondition(isIdle, "one request at a time")
        let bytes = packet.bytes
        state = .awaiting(request: bytes[0], deadline: now + Self.transactionLimit)
        return send(bytes)
    }

    /// At any time, whatever is outstanding. Nil when the channel takes no more for now, or never again.
    mutating func command(_ packet: ATTPacket) -> Output? {
        if case .failed = state { return nil }
        return unsentCount < Self.unsentLimit ? send(packet.bytes) : nil
    }

    /// All that was to be sent has left.
    mutating func channelEmptied() { unsentCount = 0 }

    private mutating func send(_ bytes: [UInt8]) -> Output {
        unsentCount += 1
        return .send(bytes)
    }

    // MARK: What arrives

    mutating func packetArrived(_ bytes: [UInt8]) -> Output? {
        guard let opcode = bytes.first else { return ignore() }
        if case .failed = state { return ignore() }
        let packet = Result { () throws(ATTDecodingError) in try ATTPacket(decoding: bytes) }
        switch ATTPacketKind(opcode: opcode) {
        case .response: return responseArrived(packet, opcode: opcode)
        case .request: return answer(ATTRefusal.answer(to: packet, opcode: opcode, isFirstMTU: takeMTU(packet)))
        case .notification:
            guard case .success(.notification(let handle, let value)) = packet else { return ignore() }
            return .notified(handle: handle, value: value)
        case .indication: return answer(.confirmation)
        case .command, .confirmation: return ignore()
        }
    }

    private mutating func responseArrived(
        _ packet: Result<ATTPacket, ATTDecodingError>, opcode: UInt8
    ) -> Output? {
        guard case .awaiting(let request, _) = state else { return ignore() }
        switch packet {
        case .failure(let error): return fail(.malformed(error))
        case .success(.errorResponse(request, _, let code)):
            state = .idle
            return .refused(code)
        case .success(.errorResponse): return ignore()
        case .success(let response):
            // A response's first byte is its request's and one.
            guard opcode == request + 1 else { return fail(.wrongResponse(opcode: opcode)) }
            if case .exchangeMTUResponse(let mtu) = response { agree(mtu) }
            state = .idle
            return .answered(response)
        }
    }

    /// Whether this is the peer's one allowed MTU request (3.4.2.1). What it says holds for both directions.
    private mutating func takeMTU(_ packet: Result<ATTPacket, ATTDecodingError>) -> Bool {
        guard case .success(.exchangeMTURequest(let mtu)) = packet, !hasAnsweredMTU else { return false }
        hasAnsweredMTU = true
        agree(mtu)
        return true
    }

    /// Both directions' exchanges have to come to the same (3.4.2.2). Where they do not, the lower is safe: a response
    /// that seems full is read on, a frame still fits.
    private mutating func agree(_ peerMTU: UInt16) {
        let offered = min(max(Int(peerMTU), Self.defaultMTU), Self.ownMTU)
        mtu = hasAgreedMTU ? min(mtu, offered) : offered
        hasAgreedMTU = true
    }

    private mutating func answer(_ packet: ATTPacket) -> Output? {
        unsentCount < Self.unsentLimit ? send(packet.bytes) : ignore()
    }

    private mutating func ignore() -> Output? {
        ignoredCount += 1
        return nil
    }

    // MARK: Time and the end

    mutating func timerFired(now: Instant) -> Output? {
        guard let deadline, now >= deadline else { return nil }
        return fail(.unanswered)
    }

    private mutating func fail(_ problem: Problem) -> Output {
        state = .failed
        return .failed(problem)
    }
}
