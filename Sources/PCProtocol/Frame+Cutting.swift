// SPDX-License-Identifier: GPL-3.0-or-later

extension Frame {
    /// Cuts a message into encoded frames of at most `maximumFrameSize` bytes each. Chunks are as long as they may be
    /// and all but the last of the same length.
    package static func frames(
        of message: [UInt8], messageID: String, maximumFrameSize: Int
    ) throws(FrameError) -> [[UInt8]] {
        guard message.count <= messageLimit else { throw .messageTooLong }
        guard (1...messageIDLimit).contains(messageID.utf8.count) else { throw .shape(.outOfBounds(.messageID)) }
        let cut = Cut(message: message, messageID: messageID, limit: min(maximumFrameSize, encodedLimit))
        guard let chunkSize = cut.largestChunk else { throw .valueSizeTooSmall }
        return cut.frames(chunkSize)
    }
}

/// The ways of cutting a message: their sizes are known before anything is encoded.
private struct Cut {
    let message: [UInt8]
    let messageID: String
    /// Bytes of a frame.
    let limit: Int
    /// Bytes of a frame with all one-digit numbers, "true" and no payload.
    private let emptySize: Int

    init(message: [UInt8], messageID: String, limit: Int) {
        self.message = message
        self.messageID = messageID
        self.limit = limit
        let id = JSONValue.string(messageID).encoded(.bareSlashes).count - Self.quotes
        emptySize = Self.sizeWithoutID + id
    }

    private static let quotes = 2
    private static let sizeWithoutID =
        Frame(messageID: "", sequence: 0, isFinal: true, totalBytes: 0, payload: []).encoded().count

    var largestChunk: Int? {
        stride(from: Frame.chunkLimit, through: 1, by: -1).first { largestFrame($0) <= limit }
    }

    func frames(_ chunkSize: Int) -> [[UInt8]] {
        let count = count(chunkSize)
        return (0..<count).map { sequence in
            let chunk = message[sequence * chunkSize..<min((sequence + 1) * chunkSize, message.count)]
            return Frame(
                messageID: messageID, sequence: sequence, isFinal: sequence == count - 1, totalBytes: message.count,
                payload: Array(chunk)
            ).encoded()
        }
    }

    /// An empty message is one empty frame.
    private func count(_ chunkSize: Int) -> Int { max(1, (message.count + chunkSize - 1) / chunkSize) }

    /// Sequence numbers grow longer towards the end, and "false" is longer than "true": the last frame or the one
    /// before it is the largest.
    private func largestFrame(_ chunkSize: Int) -> Int {
        let last = count(chunkSize) - 1
        let lastSize = size(last, chunk: message.count - last * chunkSize)
        return last == 0 ? lastSize : max(lastSize, size(last - 1, chunk: chunkSize) + "false".count - "true".count)
    }

    private func size(_ sequence: Int, chunk: Int) -> Int {
        emptySize + Self.digits(sequence) - 1 + Self.digits(message.count) - 1 + (chunk + 2) / 3 * 4
    }

    private static func digits(_ number: Int) -> Int { "\(number)".utf8.count }
}
