// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// What the bearer reports, by what was asked.
extension PCServiceMachine {
    mutating func outputArrived(_ output: ATTBearer.Output, now: Instant) -> [Action] {
        switch output {
        case .send(let bytes): [.send(bytes)]
        case .answered(let packet): answered(packet, now: now)
        case .refused(let code): refused(code, now: now)
        case .notified(let handle, let value): notified(value, at: handle)
        case .failed(.unanswered): fail(.unanswered(step))
        case .failed(.malformed), .failed(.wrongResponse): fail(.unusableAnswer(step))
        }
    }

    private mutating func answered(_ packet: ATTPacket, now: Instant) -> [Action] {
        switch state {
        case .exchangingMTU: findService(ServiceSearch(), now: now)
        case .findingService(let search): servicesArrived(packet, search, now: now)
        case .findingCharacteristics(let service, let search):
            declarationsArrived(packet, service, search, now: now)
        case .readingStatus(let read, let service): statusPartArrived(packet, read, service, now: now)
        case .findingSubscription(let service, let first):
            descriptorsArrived(packet, service, from: first, now: now)
        case .subscribing(let service): open(service, answeringAt: .transmit, now: now)
        case .open(let channel): answered(packet, channel, now: now)
        case .closed, .statusKnown, .failed: []
        }
    }

    /// Some refusals only say that there is no more of something.
    private mutating func refused(_ code: ATTErrorCode, now: Instant) -> [Action] {
        switch state {
        case .exchangingMTU where code == .requestNotSupported:
            return findService(ServiceSearch(), now: now)
        case .findingService(let search) where code == .attributeNotFound:
            return fail(search.flaw ?? .serviceMissing)
        case .findingCharacteristics(var service, let search) where code == .attributeNotFound:
            service.nothingMoreFound()
            return findCharacteristics(service, search, now: now)
        case .readingStatus(let read, let service):
            if let status = read.ended(by: code) { return statusArrived(status, service) }
        case .findingSubscription where code == .attributeNotFound:
            return fail(.subscriptionMissing)
        case .open(let channel):
            if case .fetching(let read) = channel.activity, let frame = read.ended(by: code) {
                return fetched(frame, channel, now: now)
            }
        case .exchangingMTU, .findingService, .findingCharacteristics, .findingSubscription, .subscribing, .closed,
            .statusKnown, .failed:
            break
        }
        return fail(code.demandsPairing ? .demandsBluetoothPairing(step) : .refused(code, during: step))
    }

    mutating func fail(_ problem: PCServiceProblem) -> [Action] {
        state = .failed
        return [.failed(problem)]
    }

    var step: PCServiceStep {
        switch state {
        case .closed, .exchangingMTU: .exchangingMTU
        case .findingService: .findingService
        case .findingCharacteristics: .findingCharacteristics
        case .readingStatus, .statusKnown: .readingStatus
        case .findingSubscription: .findingSubscription
        case .subscribing: .subscribing
        case .open(let channel): if case .fetching = channel.activity { .fetchingAnswer } else { .writing }
        case .failed: .writing
        }
    }

    // MARK: Frames

    /// Only from the transmit characteristic, and only once subscribed: a notification may be left over from whoever
    /// had the link before (F33).
    private func notified(_ value: [UInt8], at handle: UInt16) -> [Action] {
        guard case .open(let channel) = state, !channel.isFetched, handle == channel.answers, !value.isEmpty,
            value.count <= LongRead.valueLimit
        else { return [] }
        return [.frameArrived(value)]
    }

    private mutating func answered(_ packet: ATTPacket, _ channel: FrameChannel, now: Instant) -> [Action] {
        switch channel.activity {
        case .idle: []
        case .writing: written(channel, now: now)
        case .fetching(let read): partFetched(packet, read, channel, now: now)
        }
    }

    /// Reads and writes take turns, but an urgent frame goes before the next read.
    private mutating func written(_ channel: FrameChannel, now: Instant) -> [Action] {
        var channel = channel
        channel.activity = .idle
        state = .open(channel)
        return expectsAnswer && channel.refused != .urgent && channel.mayFetch(at: now)
            ? fetch(channel, now: now) : offerAgain(channel)
    }

    mutating func fetch(_ channel: FrameChannel, now: Instant) -> [Action] {
        let read = LongRead(handle: channel.answers)
        return fetch(read.firstRequest, of: read, channel, now: now)
    }

    private mutating func fetch(
        _ request: ATTPacket, of read: LongRead, _ channel: FrameChannel, now: Instant
    ) -> [Action] {
        var channel = channel
        channel.activity = .fetching(read)
        state = .open(channel)
        return outputArrived(bearer.request(request, now: now), now: now)
    }

    private mutating func partFetched(
        _ packet: ATTPacket, _ read: LongRead, _ channel: FrameChannel, now: Instant
    ) -> [Action] {
        guard let part = packet.readPart else { return fail(.unusableAnswer(step)) }
        var read = read
        switch read.partArrived(part, mtu: bearer.mtu) {
        case .goesOn(let request): return fetch(request, of: read, channel, now: now)
        case .whole(let frame): return fetched(frame, channel, now: now)
        case .tooLong: return fail(.valueTooLong(step))
        }
    }

    /// The next fetch is left to `timerFired`, so that a frame offered again goes first.
    private mutating func fetched(_ frame: [UInt8], _ channel: FrameChannel, now: Instant) -> [Action] {
        var channel = channel
        channel.activity = .idle
        channel.nextFetch = frame.isEmpty ? now + Self.fetchPause : now
        state = .open(channel)
        return (frame.isEmpty ? [] : [.frameArrived(frame)]) + offerAgain(channel)
    }

    mutating func offerAgain(_ channel: FrameChannel) -> [Action] {
        guard channel.refused != .none else { return [] }
        var channel = channel
        channel.refused = .none
        state = .open(channel)
        return [.writable]
    }
}
