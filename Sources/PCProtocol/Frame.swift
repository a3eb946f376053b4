// SPDX-License-Identifier: GPL-3.0-or-later

/// What is wrong with a frame or with its place in a message (§2).
package enum FrameError: Error, Hashable, Sendable {
    /// A frame longer than any GATT value.
    case frameTooLong
    case notJSON(JSONError)
    case shape(ShapeError)
    case wrongVersion
    case notBase64
    /// A chunk of more than 160 bytes.
    case chunkTooLong
    /// An empty chunk in a message that is not empty.
    case emptyChunk
    case totalChanged
    case secondFinal
    case pastFinal
    case moreThanTotal
    /// All frames are there but their bytes are fewer than announced.
    case lessThanTotal
    /// A message longer than 16,384 bytes.
    case messageTooLong
    /// The value size of the link leaves no room for a single byte of payload.
    case valueSizeTooSmall
}

/// One GATT value: a numbered chunk of a message (§2).
package struct Frame: Hashable, Sendable {
    package static let version = 1
    /// Bytes of a message in one frame.
    package static let chunkLimit = 160
    /// Bytes of a whole message.
    package static let messageLimit = 16_384
    /// Bytes of an encoded frame: the longest attribute value there is (Bluetooth Core, ATT).
    package static let encodedLimit = 512
    /// Bytes of a message id.
    package static let messageIDLimit = 128

    /// Unique among all remotes of a PC for 10 s.
    package var messageID: String
    /// Counts from 0.
    package var sequence: Int
    package var isFinal: Bool
    /// Length of the whole message.
    package var totalBytes: Int
    package var payload: [UInt8]

    package init(messageID: String, sequence: Int, isFinal: Bool, totalBytes: Int, payload: [UInt8]) {
        self.messageID = messageID
        self.sequence = sequence
        self.isFinal = isFinal
        self.totalBytes = totalBytes
        self.payload = payload
    }

    /// Reads one frame: exactly the six keys, numbers within the bounds of a message.
    package init(decoding bytes: [UInt8]) throws(FrameError) {
        guard bytes.count <= Self.encodedLimit else { throw .frameTooLong }
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch { throw .notJSON(error) }
        let base64: String
        let version: JSONValue
        do throws(ShapeError) {
            let fields = try Fields(
                value, [.version, .messageID, .sequence, .isFinal, .totalBytes, .payloadBase64])
            version = try fields.value(.version)
            messageID = try fields.text(.messageID, bytes: 1...Self.messageIDLimit)
            sequence = try fields.integer(.sequence, in: 0...Self.messageLimit)
            isFinal = try fields.bool(.isFinal)
            totalBytes = try fields.integer(.totalBytes, in: 0...Self.messageLimit)
            base64 = try fields.text(.payloadBase64)
        } catch { throw .shape(error) }
        guard version.exactInteger == Int64(Self.version) else { throw .wrongVersion }
        guard let payload = Base64.padded.decode(base64) else { throw .notBase64 }
        self.payload = payload
    }

    package func encoded() -> [UInt8] {
        JSONValue.encoded(
            [
                .isFinal: .bool(isFinal), .messageID: .string(messageID),
                .payloadBase64: .string(Base64.padded.encode(payload)), .sequence: .int(sequence),
                .totalBytes: .int(totalBytes), .version: .int(Self.version),
            ], .bareSlashes)
    }
}
