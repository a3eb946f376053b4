// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// The way to frames: service, characteristics, status, subscription (Bluetooth Core, Vol 3, Part G, 4).
extension PCServiceMachine {
    /// Counted, so that a peer cannot keep a set-up going for ever.
    mutating func ask(_ packet: ATTPacket, now: Instant) -> [Action] {
        guard setUpRequestsLeft > 0 else { return fail(.endless(step)) }
        setUpRequestsLeft -= 1
        return outputArrived(bearer.request(packet, now: now), now: now)
    }

    // MARK: Service

    mutating func findService(_ search: ServiceSearch, now: Instant) -> [Action] {
        guard let request = search.request else { return fail(search.flaw ?? .serviceMissing) }
        state = .findingService(search)
        return ask(request, now: now)
    }

    mutating func servicesArrived(_ packet: ATTPacket, _ search: ServiceSearch, now: Instant) -> [Action] {
        var search = search
        guard case .findByTypeValueResponse(let ranges) = packet, search.rangesArrived(ranges) else {
            return fail(.unusableAnswer(step))
        }
        return lookAtNextInstance(search, now: now)
    }

    private mutating func lookAtNextInstance(_ search: ServiceSearch, now: Instant) -> [Action] {
        var search = search
        guard let service = search.takeCandidate() else { return findService(search, now: now) }
        return findCharacteristics(service, search, now: now)
    }

    // MARK: Characteristics

    mutating func findCharacteristics(
        _ service: PCServiceHandles, _ search: ServiceSearch, now: Instant
    ) -> [Action] {
        if let request = service.request {
            state = .findingCharacteristics(service, search)
            return ask(request, now: now)
        }
        guard let flaw = service.flaw else { return readStatus(service, now: now) }
        var search = search
        search.rejected(for: flaw)
        return lookAtNextInstance(search, now: now)
    }

    mutating func declarationsArrived(
        _ packet: ATTPacket, _ service: PCServiceHandles, _ search: ServiceSearch, now: Instant
    ) -> [Action] {
        var service = service
        guard case .readByTypeResponse(let declarations) = packet, service.declarationsArrived(declarations) else {
            return fail(.unusableAnswer(step))
        }
        return findCharacteristics(service, search, now: now)
    }

    // MARK: Status

    private mutating func readStatus(_ service: PCServiceHandles, now: Instant) -> [Action] {
        guard let status = service[.status] else { return fail(.characteristicMissing(.status)) }
        let read = LongRead(handle: status.valueHandle)
        state = .readingStatus(read, service)
        return ask(read.firstRequest, now: now)
    }

    mutating func statusPartArrived(
        _ packet: ATTPacket, _ read: LongRead, _ service: PCServiceHandles, now: Instant
    ) -> [Action] {
        guard let part = packet.readPart else { return fail(.unusableAnswer(step)) }
        var read = read
        switch read.partArrived(part, mtu: bearer.mtu) {
        case .goesOn(let request):
            state = .readingStatus(read, service)
            return ask(request, now: now)
        case .whole(let status): return statusArrived(status, service)
        case .tooLong: return fail(.valueTooLong(step))
        }
    }

    mutating func statusArrived(_ status: [UInt8], _ service: PCServiceHandles) -> [Action] {
        state = .statusKnown(service)
        return [.statusRead(status)]
    }

    // MARK: Subscription

    /// `handle`: what comes after it and before the next declaration describes the transmit characteristic.
    mutating func findSubscription(
        _ service: PCServiceHandles, after handle: UInt16?, now: Instant
    ) -> [Action] {
        guard let handle, handle < service.range.last else { return fail(.subscriptionMissing) }
        state = .findingSubscription(service, from: handle + 1)
        return ask(
            .findInformationRequest(ATTHandleRange(first: handle + 1, last: service.range.last)), now: now)
    }

    mutating func descriptorsArrived(
        _ packet: ATTPacket, _ service: PCServiceHandles, from first: UInt16, now: Instant
    ) -> [Action] {
        guard case .findInformationResponse(let descriptors) = packet else { return fail(.unusableAnswer(step)) }
        var last = first - 1
        for descriptor in descriptors {
            guard last < descriptor.handle, descriptor.handle <= service.range.last else {
                return fail(.unusableAnswer(step))
            }
            last = descriptor.handle
            if descriptor.type == GATTType.clientConfiguration { return subscribe(service, at: last, now: now) }
            if GATTType.isDeclaration(descriptor.type) { return fail(.subscriptionMissing) }
        }
        return findSubscription(service, after: last, now: now)
    }

    private mutating func subscribe(_ service: PCServiceHandles, at handle: UInt16, now: Instant) -> [Action] {
        state = .subscribing(service)
        return ask(.writeRequest(handle: handle, value: GATTType.notificationsOn), now: now)
    }

    mutating func open(
        _ service: PCServiceHandles, answeringAt characteristic: PCCharacteristic, now: Instant
    ) -> [Action] {
        guard let receive = service[.receive], let answers = service[characteristic] else {
            return fail(.characteristicMissing(characteristic))
        }
        state = .open(
            FrameChannel(
                receive: receive, answers: answers.valueHandle, isFetched: characteristic == .response,
                nextFetch: now))
        return [.subscribed(maximumFrameSize: maximumFrameSize)]
    }
}

extension ATTPacket {
    /// What a read, of a value's beginning or further on, brought.
    var readPart: [UInt8]? {
        switch self {
        case .readResponse(let part), .readBlobResponse(let part): part
        case .errorResponse, .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest,
            .findInformationResponse, .findByTypeValueRequest, .findByTypeValueResponse, .readByTypeRequest,
            .readByTypeResponse, .readByGroupTypeRequest, .readRequest, .readBlobRequest, .writeRequest,
            .writeResponse, .writeCommand, .notification, .indication, .confirmation, .other:
            nil
        }
    }
}
