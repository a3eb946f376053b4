// SPDX-License-Identifier: GPL-3.0-or-later

extension Frame {
    /// Cuts a message into encoded frames of at most `maximumFrameSize` bytes each. Chunks are as long as they may be
    /// and all but the last of the same length.
    package static func frames(
        of message: [UInt8], messageID: String, maximumFrameSize: Int
    ) throws(FrameError) -> [[UInt8]] {
        guard message.count <= messageLimit else { throw .messageTooLong }
        guard (1...messageIDLimit).contains(messageID.utf8.count) else { throw .shape(.outOfBounds(.messageID)) }
        let limit = min(maximumFrameSize, encodedLimit)
        for chunkSize in stride(from: chunkLimit, through: 1, by: -1) {
            let cut = Cut(messageID: messageID, totalBytes: message.count, chunkSize: chunkSize)
            if cut.largestFrame <= limit { return cut.frames(of: message) }
        }
        throw .valueSizeTooSmall
    }
}

/// One way of cutting a message: its sizes are known before anything is encoded.
private struct Cut {
    let messageID: String
    let totalBytes: Int
    let chunkSize: Int

    /// An empty message is one empty frame.
    private var count: Int { max(1, (totalBytes + chunkSize - 1) / chunkSize) }

    /// Sequence numbers grow longer towards the end, and "false" is longer than "true": the last frame or the one
    /// before it is the largest.
    var largestFrame: Int {
        let last = size(of: frame(count - 1), chunk: totalBytes - (count - 1) * chunkSize)
        return count == 1 ? last : max(last, size(of: frame(count - 2), chunk: chunkSize))
    }

    func frames(of message: [UInt8]) -> [[UInt8]] {
        (0..<count).map { sequence in
            var frame = frame(sequence)
            frame.payload = Array(message[sequence * chunkSize..<min((sequence + 1) * chunkSize, totalBytes)])
            return frame.encoded()
        }
    }

    private func frame(_ sequence: Int) -> Frame {
        Frame(
            messageID: messageID, sequence: sequence, isFinal: sequence == count - 1, totalBytes: totalBytes,
            payload: [])
    }

    private func size(of emptyFrame: Frame, chunk: Int) -> Int {
        emptyFrame.encoded().count + (chunk + 2) / 3 * 4
    }
}
