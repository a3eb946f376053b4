// SPDX-License-Identifier: GPL-3.0-or-later

/// One ATT PDU (Bluetooth Core, Vol 3, Part F, 3.4).
enum ATTPacket: Hashable, Sendable {
    /// `request` is the first byte of what is refused.
    case errorResponse(request: UInt8, handle: UInt16, code: ATTErrorCode)
    /// The longest PDU that the sender takes, in bytes.
    case exchangeMTURequest(UInt16)
    case exchangeMTUResponse(UInt16)
    case findInformationRequest(ATTHandleRange)
    case findInformationResponse([ATTInformation])
    case findByTypeValueRequest(ATTHandleRange, type: UInt16, value: [UInt8])
    case findByTypeValueResponse([ATTHandleRange])
    case readByTypeRequest(ATTHandleRange, type: BluetoothUUID)
    case readByTypeResponse([ATTAttribute])
    case readByGroupTypeRequest(ATTHandleRange, type: BluetoothUUID)
    case readRequest(handle: UInt16)
    case readResponse([UInt8])
    case readBlobRequest(handle: UInt16, offset: UInt16)
    case readBlobResponse([UInt8])
    case writeRequest(handle: UInt16, value: [UInt8])
    case writeResponse
    case writeCommand(handle: UInt16, value: [UInt8])
    case notification(handle: UInt16, value: [UInt8])
    case indication(handle: UInt16, value: [UInt8])
    case confirmation
    /// Any other PDU: what follows its first byte is not looked at.
    case other(opcode: UInt8)
}

/// Attribute handles from `first` to `last`, both included, as a peer gave them.
struct ATTHandleRange: Hashable, Sendable {
    static let all = ATTHandleRange(first: 0x0001, last: 0xffff)

    var first: UInt16
    var last: UInt16

    init(first: UInt16, last: UInt16) {
        self.first = first
        self.last = last
    }

    /// Handle 0 is reserved, and a range may not be empty (3.2.2, 3.4.3.1).
    var isValid: Bool { first > 0 && first <= last }

    func contains(_ handle: UInt16) -> Bool { first <= handle && handle <= last }
}

/// A handle and the type of what it stands for.
struct ATTInformation: Hashable, Sendable {
    var handle: UInt16
    var type: BluetoothUUID
}

/// A handle and the value of its attribute, which may be cut short.
struct ATTAttribute: Hashable, Sendable {
    var handle: UInt16
    var value: [UInt8]
}

// MARK: Encoding

extension ATTPacket {
    /// As on the wire. Lists in responses have to be of one kind: entries of one length, types of one length.
    var bytes: [UInt8] {
        switch self {
        case .errorResponse(let request, let handle, let code):
            pdu(.errorResponse, [request], word(handle), [code.rawValue])
        case .exchangeMTURequest(let mtu): pdu(.exchangeMTURequest, word(mtu))
        case .exchangeMTUResponse(let mtu): pdu(.exchangeMTUResponse, word(mtu))
        case .findInformationRequest(let range): pdu(.findInformationRequest, words(range))
        case .findInformationResponse(let entries):
            pdu(
                .findInformationResponse, [Self.format(of: entries)],
                entries.flatMap { word($0.handle) + $0.type.littleEndian })
        case .findByTypeValueRequest(let range, let type, let value):
            pdu(.findByTypeValueRequest, words(range), word(type), value)
        case .findByTypeValueResponse(let ranges): pdu(.findByTypeValueResponse, ranges.flatMap(words))
        case .readByTypeRequest(let range, let type): pdu(.readByTypeRequest, words(range), type.littleEndian)
        case .readByTypeResponse(let entries):
            pdu(
                .readByTypeResponse, [UInt8(clamping: 2 + (entries.first?.value.count ?? 0))],
                entries.flatMap { word($0.handle) + $0.value })
        case .readByGroupTypeRequest(let range, let type):
            pdu(.readByGroupTypeRequest, words(range), type.littleEndian)
        case .readRequest(let handle): pdu(.readRequest, word(handle))
        case .readResponse(let value): pdu(.readResponse, value)
        case .readBlobRequest(let handle, let offset): pdu(.readBlobRequest, word(handle), word(offset))
        case .readBlobResponse(let value): pdu(.readBlobResponse, value)
        case .writeRequest(let handle, let value): pdu(.writeRequest, word(handle), value)
        case .writeResponse: pdu(.writeResponse)
        case .writeCommand(let handle, let value): pdu(.writeCommand, word(handle), value)
        case .notification(let handle, let value): pdu(.notification, word(handle), value)
        case .indication(let handle, let value): pdu(.indication, word(handle), value)
        case .confirmation: pdu(.confirmation)
        case .other(let opcode): [opcode]
        }
    }

    /// 1: types of two bytes; 2: of sixteen (3.4.3.2).
    private static func format(of entries: [ATTInformation]) -> UInt8 {
        if case .long? = entries.first?.type { 2 } else { 1 }
    }

    private func pdu(_ opcode: ATTOpcode, _ parts: [UInt8]...) -> [UInt8] {
        [opcode.rawValue] + parts.joined()
    }

    private func word(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }

    private func words(_ range: ATTHandleRange) -> [UInt8] { word(range.first) + word(range.last) }
}
