// SPDX-License-Identifier: GPL-3.0-or-later

/// The first byte of an ATT PDU (Bluetooth Core, Vol 3, Part F, 3.4.8): those that this program sends or takes apart.
enum ATTOpcode: UInt8, CaseIterable {
    case errorResponse = 0x01
    case exchangeMTURequest = 0x02
    case exchangeMTUResponse = 0x03
    case findInformationRequest = 0x04
    case findInformationResponse = 0x05
    case findByTypeValueRequest = 0x06
    case findByTypeValueResponse = 0x07
    case readByTypeRequest = 0x08
    case readByTypeResponse = 0x09
    case readRequest = 0x0a
    case readResponse = 0x0b
    case readBlobRequest = 0x0c
    case readBlobResponse = 0x0d
    case readByGroupTypeRequest = 0x10
    case writeRequest = 0x12
    case writeResponse = 0x13
    case notification = 0x1b
    case indication = 0x1d
    case confirmation = 0x1e
    case writeCommand = 0x52
}

/// What a PDU is for, by its first byte alone: known also of one that cannot be taken apart.
enum ATTPacketKind: Hashable {
    /// Has to be answered with a response or an error response.
    case request
    /// Never answered.
    case command
    case response
    case notification
    /// Has to be confirmed.
    case indication
    case confirmation

    /// A command has bit 6 set. What is not known and no command counts as a request, to be refused (3.3).
    init(opcode: UInt8) {
        switch opcode {
        case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x13, 0x17, 0x19, 0x21: self = .response
        case 0x1b, 0x23: self = .notification
        case 0x1d: self = .indication
        case 0x1e: self = .confirmation
        default: self = opcode & 0x40 != 0 ? .command : .request
        }
    }
}
