// SPDX-License-Identifier: GPL-3.0-or-later

/// Why bytes are no ATT PDU. Holds the first byte at most, never a value.
enum ATTDecodingError: Error, Hashable, Sendable {
    case empty
    /// Too short or too long for what its first byte says it is, or a list that does not come out even.
    case wrongLength(opcode: UInt8)
    /// A Find Information Response with types of an unknown format.
    case unknownFormat(UInt8)
    /// A range that is empty or begins with handle 0, or a handle that was not asked for.
    case wrongHandles(opcode: UInt8)
}

extension ATTPacket {
    /// Takes apart what arrived. The ranges of requests are left for the one who answers to judge (`isValid`).
    init(decoding bytes: [UInt8]) throws(ATTDecodingError) {
        guard let opcode = bytes.first else { throw .empty }
        guard let known = ATTOpcode(rawValue: opcode) else {
            self = .other(opcode: opcode)
            return
        }
        var fields = ATTFields(bytes, opcode: opcode)
        self = try Self.decode(known, &fields)
        try fields.end()
    }

    private static func decode(_ opcode: ATTOpcode, _ fields: inout ATTFields) throws(ATTDecodingError) -> ATTPacket {
        switch opcode {
        case .errorResponse:
            .errorResponse(
                request: try fields.byte(), handle: try fields.word(), code: ATTErrorCode(rawValue: try fields.byte()))
        case .exchangeMTURequest: .exchangeMTURequest(try fields.word())
        case .exchangeMTUResponse: .exchangeMTUResponse(try fields.word())
        case .findInformationRequest: .findInformationRequest(try fields.range())
        case .findInformationResponse: .findInformationResponse(try fields.information())
        case .findByTypeValueRequest:
            .findByTypeValueRequest(try fields.range(), type: try fields.word(), value: fields.rest())
        case .findByTypeValueResponse: .findByTypeValueResponse(try fields.ranges())
        case .readByTypeRequest: .readByTypeRequest(try fields.range(), type: try fields.type())
        case .readByTypeResponse: .readByTypeResponse(try fields.attributes())
        case .readByGroupTypeRequest: .readByGroupTypeRequest(try fields.range(), type: try fields.type())
        case .readRequest: .readRequest(handle: try fields.word())
        case .readResponse: .readResponse(fields.rest())
        case .readBlobRequest: .readBlobRequest(handle: try fields.word(), offset: try fields.word())
        case .readBlobResponse: .readBlobResponse(fields.rest())
        case .writeRequest: .writeRequest(handle: try fields.word(), value: fields.rest())
        case .writeResponse: .writeResponse
        case .notification: .notification(handle: try fields.word(), value: fields.rest())
        case .indication: .indication(handle: try fields.word(), value: fields.rest())
        case .confirmation: .confirmation
        case .writeCommand: .writeCommand(handle: try fields.word(), value: fields.rest())
        }
    }
}

/// What follows the first byte of a PDU, taken from the front. Words have their least significant byte first.
private struct ATTFields {
    private var left: ArraySlice<UInt8>
    private let opcode: UInt8

    init(_ bytes: [UInt8], opcode: UInt8) {
        left = bytes.dropFirst()
        self.opcode = opcode
    }

    mutating func byte() throws(ATTDecodingError) -> UInt8 {
        guard let byte = left.popFirst() else { throw .wrongLength(opcode: opcode) }
        return byte
    }

    mutating func word() throws(ATTDecodingError) -> UInt16 {
        let low = try byte()
        return UInt16(low) | UInt16(try byte()) << 8
    }

    mutating func range() throws(ATTDecodingError) -> ATTHandleRange {
        ATTHandleRange(first: try word(), last: try word())
    }

    mutating func rest() -> [UInt8] {
        defer { left = [] }
        return Array(left)
    }

    mutating func type() throws(ATTDecodingError) -> BluetoothUUID {
        guard let type = BluetoothUUID(littleEndian: rest()) else { throw .wrongLength(opcode: opcode) }
        return type
    }

    func end() throws(ATTDecodingError) {
        guard left.isEmpty else { throw .wrongLength(opcode: opcode) }
    }

    // MARK: Lists, which hold at least one entry

    /// The rest in pieces of one size, which has to be above 0.
    private mutating func entries(of size: Int) throws(ATTDecodingError) -> [[UInt8]] {
        let bytes = rest()
        guard !bytes.isEmpty, bytes.count.isMultiple(of: size) else { throw .wrongLength(opcode: opcode) }
        return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
    }

    mutating func ranges() throws(ATTDecodingError) -> [ATTHandleRange] {
        let ranges = try entries(of: 4).map {
            ATTHandleRange(first: UInt16($0[0]) | UInt16($0[1]) << 8, last: UInt16($0[2]) | UInt16($0[3]) << 8)
        }
        guard ranges.allSatisfy(\.isValid) else { throw .wrongHandles(opcode: opcode) }
        return ranges
    }

    mutating func attributes() throws(ATTDecodingError) -> [ATTAttribute] {
        let size = Int(try byte())
        guard size >= 2 else { throw .wrongLength(opcode: opcode) }
        return try entries(of: size).map {
            ATTAttribute(handle: UInt16($0[0]) | UInt16($0[1]) << 8, value: Array($0[2...]))
        }
    }

    mutating func information() throws(ATTDecodingError) -> [ATTInformation] {
        let format = try byte()
        let typeSize: Int
        switch format {
        case 1: typeSize = 2
        case 2: typeSize = 16
        default: throw .unknownFormat(format)
        }
        return try entries(of: 2 + typeSize).compactMap { entry in
            BluetoothUUID(littleEndian: entry[2...]).map {
                ATTInformation(handle: UInt16(entry[0]) | UInt16(entry[1]) << 8, type: $0)
            }
        }
    }
}
