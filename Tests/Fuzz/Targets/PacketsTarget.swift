// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

@testable import BluetoothLE

extension FuzzTarget {
    /// ATT PDUs, each behind its length, to a bearer; one of length zero asks something or lets time pass.
    static let packets = FuzzTarget("packets") {
        let range = ATTHandleRange(first: 0x10, last: 0x1f)
        let packets: [ATTPacket] = [
            .errorResponse(request: 0x08, handle: 0x18, code: .init(rawValue: 0x0a)), .exchangeMTURequest(517),
            .exchangeMTUResponse(185), .findInformationRequest(.all),
            .findInformationResponse([ATTInformation(handle: 0x15, type: .short(0x2902))]),
            .findInformationResponse([ATTInformation(handle: 0x15, type: PCServiceUUID.status)]),
            .findByTypeValueRequest(.all, type: GATTType.primaryService, value: PCServiceUUID.service.littleEndian),
            .findByTypeValueResponse([range]), .readByTypeRequest(range, type: GATTType.characteristic),
            .readByTypeResponse([ATTAttribute(handle: 0x11, value: [0x0c, 0x12, 0, 1, 2])]),
            .readByGroupTypeRequest(.all, type: .short(0x2800)), .readRequest(handle: 0x17), .readResponse([1, 2]),
            .readBlobRequest(handle: 0x17, offset: 22), .readBlobResponse([]), .writeRequest(handle: 0x12, value: [1]),
            .writeResponse, .writeCommand(handle: 0x12, value: []), .notification(handle: 0x14, value: [0x7b, 0x7d]),
            .indication(handle: 0x14, value: [1]), .confirmation, .other(opcode: 0x55),
        ]
        return packets.map { FuzzOutput.block($0.bytes) } + [[0, 0] + packets.flatMap { FuzzOutput.block($0.bytes) }]
    } run: { bytes in
        var input = FuzzInput(bytes)
        var bearer = ATTBearer()
        var now = Instant(nanoseconds: 0)
        while !input.isEmpty {
            let packet = input.block()
            guard !packet.isEmpty else {
                if bearer.isIdle, input.truth() {
                    _ = bearer.request(.exchangeMTURequest(UInt16(ATTBearer.ownMTU)), now: now)
                } else {
                    now = now + .seconds(Int(input.byte()))
                    _ = bearer.timerFired(now: now)
                    bearer.channelEmptied()
                }
                continue
            }
            if let read = try? ATTPacket(decoding: packet), read != .other(opcode: packet[0]) {
                try hold(read.bytes == packet, "a PDU is not the same once written again")
            }
            if case .send(let answer)? = bearer.packetArrived(packet) {
                try hold((1...ATTBearer.defaultMTU).contains(answer.count), "an answer that not every peer takes")
            }
            try hold(
                (ATTBearer.defaultMTU...ATTBearer.ownMTU).contains(bearer.mtu), "an MTU that nobody has agreed to")
        }
    }
}
