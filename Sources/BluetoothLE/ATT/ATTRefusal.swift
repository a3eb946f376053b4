// SPDX-License-Identifier: GPL-3.0-or-later

/// How we answer a peer that asks us: we have no attributes, but no request may stay unanswered (3.3.2).
enum ATTRefusal {
    /// `isFirstMTU`: an MTU request, and the first on this link; further ones are not allowed (3.4.2.1).
    static func answer(
        to packet: Result<ATTPacket, ATTDecodingError>, opcode: UInt8, isFirstMTU: Bool
    ) -> ATTPacket {
        guard case .success(let request) = packet else {
            return .errorResponse(request: opcode, handle: 0, code: .invalidPDU)
        }
        if isFirstMTU { return .exchangeMTUResponse(UInt16(ATTBearer.ownMTU)) }
        let (handle, code) = reason(request)
        return .errorResponse(request: opcode, handle: handle, code: code)
    }

    private static func reason(_ request: ATTPacket) -> (handle: UInt16, code: ATTErrorCode) {
        switch request {
        case .findInformationRequest(let range), .findByTypeValueRequest(let range, _, _),
            .readByTypeRequest(let range, _), .readByGroupTypeRequest(let range, _):
            (range.first, range.isValid ? .attributeNotFound : .invalidHandle)
        case .readRequest(let handle), .readBlobRequest(let handle, _), .writeRequest(let handle, _):
            (handle, .invalidHandle)
        case .exchangeMTURequest, .other, .errorResponse, .exchangeMTUResponse, .findInformationResponse,
            .findByTypeValueResponse, .readByTypeResponse, .readResponse, .readBlobResponse, .writeResponse,
            .writeCommand, .notification, .indication, .confirmation:
            (0, .requestNotSupported)
        }
    }
}
