// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// The client of the PC's GATT service on one link, from the MTU exchange to frames (protocol note §1).
///
/// | state | goes on when | to |
/// | --- | --- | --- |
/// | closed | the link opened | exchangingMTU |
/// | exchangingMTU | answered, or not supported | findingService |
/// | findingService | found | findingCharacteristics |
/// | findingCharacteristics | complete, or not and there is another instance | readingStatus, findingService |
/// | readingStatus | whole | statusKnown |
/// | statusKnown | the owner subscribes | findingSubscription, or open where answers are fetched |
/// | findingSubscription | the descriptor found | subscribing |
/// | subscribing | written | open |
/// | any but closed | a problem | failed |
///
/// Nothing outlasts the link: handles are found anew on every connection (F33).
struct PCServiceMachine: Sendable {
    enum Action: Hashable, Sendable {
        /// Put this PDU on the L2CAP channel, in order; say `channelEmptied` once none is waiting.
        case send([UInt8])
        /// The PC's status, whole: at most 512 bytes.
        case statusRead([UInt8])
        /// Frames may be written, each of at most so many bytes.
        case subscribed(maximumFrameSize: Int)
        case frameArrived([UInt8])
        /// A frame that was not taken may be offered again.
        case writable
        /// The link is of no use any more. Nothing follows.
        case failed(PCServiceProblem)
    }

    enum State: Sendable {
        case closed
        case exchangingMTU
        case findingService(ServiceSearch)
        case findingCharacteristics(PCServiceHandles, ServiceSearch)
        case readingStatus(LongRead, PCServiceHandles)
        case statusKnown(PCServiceHandles)
        /// `from`: the first handle asked for.
        case findingSubscription(PCServiceHandles, from: UInt16)
        case subscribing(PCServiceHandles)
        case open(FrameChannel)
        case failed
    }

    /// Requests before frames pass. At the smallest MTU a status of 512 bytes takes 24 and four characteristics five.
    static let setUpRequestLimit = 64
    /// The pause after a read that found no answer (§1).
    static let fetchPause = Duration.milliseconds(100)

    var state = State.closed
    var bearer = ATTBearer()
    var setUpRequestsLeft = Self.setUpRequestLimit
    /// Whether an answer is awaited: only then are answers fetched from a PC that has them read. May bring `deadline`
    /// forward.
    var expectsAnswer = false

    init() {}

    /// The longest frame that this link carries, in bytes: 20…512, known once the status is.
    var maximumFrameSize: Int { min(bearer.mtu - 3, LongRead.valueLimit) }

    private var isAlive: Bool {
        switch state {
        case .closed, .failed: false
        case .exchangingMTU, .findingService, .findingCharacteristics, .readingStatus, .statusKnown,
            .findingSubscription, .subscribing, .open:
            true
        }
    }

    // MARK: Life of the link

    mutating func linkOpened(now: Instant) -> [Action] {
        guard case .closed = state else { return [] }
        state = .exchangingMTU
        return ask(.exchangeMTURequest(UInt16(ATTBearer.ownMTU)), now: now)
    }

    mutating func packetArrived(_ bytes: [UInt8], now: Instant) -> [Action] {
        guard isAlive else { return [] }
        return bearer.packetArrived(bytes).map { outputArrived($0, now: now) } ?? []
    }

    /// Once the owner has looked at the status: asks for notifications, or for `fetchingAnswers` prepares to read them.
    mutating func subscribe(fetchingAnswers: Bool, now: Instant) -> [Action] {
        guard case .statusKnown(let service) = state else { return [] }
        if let flaw = service.answerFlaw(isFetched: fetchingAnswers) { return fail(flaw) }
        if fetchingAnswers { return open(service, answeringAt: .response, now: now) }
        return findSubscription(service, after: service[.transmit]?.valueHandle, now: now)
    }

    /// Writes one frame of at most `maximumFrameSize` bytes, an urgent one without waiting for anything where the PC
    /// allows that. Nil: it cannot be taken now, and is still the caller's; `.writable` follows.
    mutating func write(_ frame: [UInt8], isUrgent: Bool, now: Instant) -> [Action]? {
        guard case .open(var channel) = state else { return nil }
        if channel.usesCommand(isUrgent: isUrgent) {
            let command = ATTPacket.writeCommand(handle: channel.receive.valueHandle, value: frame)
            if case .send(let bytes)? = bearer.command(command) { return [.send(bytes)] }
        } else if case .idle = channel.activity {
            channel.activity = .writing
            state = .open(channel)
            let request = ATTPacket.writeRequest(handle: channel.receive.valueHandle, value: frame)
            return outputArrived(bearer.request(request, now: now), now: now)
        }
        channel.wasRefused(isUrgent: isUrgent)
        state = .open(channel)
        return nil
    }

    /// The channel holds nothing that is still to be sent.
    mutating func channelEmptied() -> [Action] {
        bearer.channelEmptied()
        guard case .open(let channel) = state, channel.takesRefusedFrame else { return [] }
        return offerAgain(channel)
    }

    // MARK: Time

    var deadline: Instant? {
        guard isAlive else { return nil }
        guard case .open(let channel) = state, case .idle = channel.activity else { return bearer.deadline }
        return channel.isFetched && expectsAnswer ? channel.nextFetch : nil
    }

    mutating func timerFired(now: Instant) -> [Action] {
        guard isAlive else { return [] }
        if let failure = bearer.timerFired(now: now) { return outputArrived(failure, now: now) }
        guard case .open(let channel) = state, expectsAnswer, channel.mayFetch(at: now) else { return [] }
        return fetch(channel, now: now)
    }
}
