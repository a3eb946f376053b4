// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import BluetoothLE

@Suite("ATT packets")
struct ATTPacketTests {
    private static let uuid = "f421dbd3891ff09e924d6d1de8f7787a"

    /// Every kind of PDU as on the wire.
    static let transcripts: [(packet: ATTPacket, hex: String)] = [
        (.errorResponse(request: 0x08, handle: 0x1234, code: .attributeNotFound), "01 08 3412 0a"),
        (.errorResponse(request: 0x12, handle: 1, code: ATTErrorCode(rawValue: 0x9c)), "01 12 0100 9c"),
        (.exchangeMTURequest(517), "02 0502"),
        (.exchangeMTUResponse(23), "03 1700"),
        (.findInformationRequest(ATTHandleRange(first: 0x15, last: 0x19)), "04 1500 1900"),
        (
            .findInformationResponse([
                ATTInformation(handle: 0x15, type: .short(0x2902)), ATTInformation(handle: 0x16, type: .short(0x2803)),
            ]), "05 01 1500 0229 1600 0328"
        ),
        (.findInformationResponse([ATTInformation(handle: 1, type: PCServiceUUID.service)]), "05 02 0100" + uuid),
        (
            .findByTypeValueRequest(.all, type: 0x2800, value: PCServiceUUID.service.littleEndian),
            "06 0100 ffff 0028" + uuid
        ),
        (
            .findByTypeValueResponse([
                ATTHandleRange(first: 0x10, last: 0x19), ATTHandleRange(first: 0x20, last: 0xffff),
            ]), "07 1000 1900 2000 ffff"
        ),
        (.readByTypeRequest(ATTHandleRange(first: 0x10, last: 0x19), type: .short(0x2803)), "08 1000 1900 0328"),
        (.readByTypeRequest(.all, type: PCServiceUUID.service), "08 0100 ffff" + uuid),
        (
            .readByTypeResponse([
                ATTAttribute(handle: 0x11, value: [1, 2, 3]), ATTAttribute(handle: 0x13, value: [4, 5, 6]),
            ]), "09 05 1100 010203 1300 040506"
        ),
        (.readByTypeResponse([ATTAttribute(handle: 0x11, value: [])]), "09 02 1100"),
        (.readByGroupTypeRequest(.all, type: .short(0x2800)), "10 0100 ffff 0028"),
        (.readRequest(handle: 0x17), "0a 1700"),
        (.readResponse([]), "0b"),
        (.readResponse([0x7b, 0x7d]), "0b 7b7d"),
        (.readBlobRequest(handle: 0x17, offset: 0x0204), "0c 1700 0402"),
        (.readBlobResponse([]), "0d"),
        (.readBlobResponse([9]), "0d 09"),
        (.writeRequest(handle: 0x15, value: [1, 0]), "12 1500 0100"),
        (.writeRequest(handle: 0x15, value: []), "12 1500"),
        (.writeResponse, "13"),
        (.writeCommand(handle: 0x12, value: [0xab]), "52 1200 ab"),
        (.notification(handle: 0x14, value: [1, 2]), "1b 1400 0102"),
        (.indication(handle: 0x14, value: [1, 2]), "1d 1400 0102"),
        (.confirmation, "1e"),
        (.other(opcode: 0x18), "18"),
        (.other(opcode: 0xd2), "d2"),
    ]

    @Test("each kind is written and read as on the wire", arguments: transcripts)
    func roundTrip(packet: ATTPacket, hex: String) throws {
        #expect(packet.bytes == bytes(hex))
        #expect(try ATTPacket(decoding: bytes(hex)) == packet)
    }

    @Test("cut short at any length, each is another packet or a typed error", arguments: transcripts)
    func truncated(packet: ATTPacket, hex: String) {
        let whole = bytes(hex)
        for length in 0..<whole.count {
            do throws(ATTDecodingError) {
                let shorter = try ATTPacket(decoding: Array(whole.prefix(length)))
                #expect(shorter != packet)
                #expect(shorter.bytes == Array(whole.prefix(length)))
            } catch {
                #expect(error == (length == 0 ? .empty : .wrongLength(opcode: whole[0])))
            }
        }
    }

    @Test(
        "of fixed length, none may go on",
        arguments: [
            "01 08 3412 0a 00", "02 0502 00", "03 1700 00", "04 1500 1900 00", "0a 1700 00", "0c 1700 0402 00", "13 00",
            "1e 00",
        ])
    func tooLong(hex: String) {
        #expect(throws: ATTDecodingError.wrongLength(opcode: bytes(hex)[0])) { try ATTPacket(decoding: bytes(hex)) }
    }

    @Test(
        "lists that do not come out even, or hold nothing, are refused",
        arguments: [
            "05 01", "05 01 1500 02", "05 02 1500 0229", "07", "07 1000 19", "09", "09 05", "09 05 1100 0102",
            "09 00 1100", "09 01 1100", "08 1000 1900 032800", "10 1000 1900 03",
        ])
    func uneven(hex: String) {
        #expect(throws: ATTDecodingError.wrongLength(opcode: bytes(hex)[0])) { try ATTPacket(decoding: bytes(hex)) }
    }

    @Test("a type format that is not known is refused by its number", arguments: [0, 3, 255] as [UInt8])
    func format(number: UInt8) {
        #expect(throws: ATTDecodingError.unknownFormat(number)) { try ATTPacket(decoding: [5, number, 1, 0, 2, 0x29]) }
    }

    @Test(
        "a service that ends before it begins, or begins at handle 0, is refused",
        arguments: ["07 2000 1000", "07 0000 1000"])
    func ranges(hex: String) {
        #expect(throws: ATTDecodingError.wrongHandles(opcode: 7)) { try ATTPacket(decoding: bytes(hex)) }
    }

    @Test("an error code is named, or kept as a number")
    func codes() {
        #expect(ATTErrorCode.attributeNotFound.description == "attribute not found (0x0a)")
        #expect(ATTErrorCode(rawValue: 0x9c).description == "application error (0x9c)")
        #expect(ATTErrorCode(rawValue: 0xfd).description == "common profile error (0xfd)")
        #expect(ATTErrorCode(rawValue: 0x42).description == "unnamed error (0x42)")
    }
}
