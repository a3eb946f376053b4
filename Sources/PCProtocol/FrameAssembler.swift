// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Puts messages together from frames that may come in any order, twice, or not at all (§2).
///
/// | arrives | verdict |
/// | --- | --- |
/// | a new chunk | kept; the message when it was the last missing one |
/// | a sequence already there | ignored |
/// | another total, a second end, a chunk past the end, too many or too few bytes, an empty or too long chunk | the partial is dropped |
/// | a ninth message while eight are partial | the oldest partial is dropped |
/// | anything 10 s or more after a partial's first frame | that partial is dropped first |
package struct FrameAssembler: Sendable {
    /// Messages that may be partial at once.
    package static let partialLimit = 8
    /// Counts from a message's first frame.
    package static let lifetime = Duration.seconds(10)

    /// What has been thrown away so far, for diagnosis.
    package struct Counts: Hashable, Sendable {
        package internal(set) var refusedFrames = 0
        package internal(set) var repeatedFrames = 0
        package internal(set) var expiredPartials = 0
        package internal(set) var displacedPartials = 0
    }

    fileprivate struct Partial {
        let messageID: String
        let started: Instant
        let totalBytes: Int
        var chunks: [Int: [UInt8]] = [:]
        var bytes = 0
        var final: Int?
    }

    /// In the order of their first frames.
    private var partials: [Partial] = []
    package private(set) var counts = Counts()

    package init() {}

    package var partialCount: Int { partials.count }

    /// The whole message when `bytes` completed one, nil while more frames are awaited.
    package mutating func frameArrived(_ bytes: [UInt8], at now: Instant) -> Result<[UInt8]?, FrameError> {
        dropExpired(at: now)
        do throws(FrameError) {
            return .success(try accept(try Frame(decoding: bytes), at: now))
        } catch {
            counts.refusedFrames += 1
            return .failure(error)
        }
    }

    /// Forgets every partial message: their link is gone.
    package mutating func linkLost() { partials = [] }

    private mutating func dropExpired(at now: Instant) {
        let alive = partials.drop { $0.started + Self.lifetime <= now }
        counts.expiredPartials += partials.count - alive.count
        partials = Array(alive)
    }

    private mutating func accept(_ frame: Frame, at now: Instant) throws(FrameError) -> [UInt8]? {
        var partial = take(frame, at: now)
        try partial.check(frame)
        guard partial.chunks[frame.sequence] == nil else {
            counts.repeatedFrames += 1
            put(partial)
            return nil
        }
        try partial.add(frame)
        guard let message = try partial.message() else {
            put(partial)
            return nil
        }
        return message
    }

    /// The partial that `frame` belongs to, taken out: whoever throws has dropped it.
    private mutating func take(_ frame: Frame, at now: Instant) -> Partial {
        guard let index = partials.firstIndex(where: { $0.messageID == frame.messageID }) else {
            return Partial(messageID: frame.messageID, started: now, totalBytes: frame.totalBytes)
        }
        return partials.remove(at: index)
    }

    private mutating func put(_ partial: Partial) {
        if partials.count == Self.partialLimit {
            partials.removeFirst()
            counts.displacedPartials += 1
        }
        let index = partials.lastIndex { $0.started <= partial.started }.map { $0 + 1 } ?? 0
        partials.insert(partial, at: index)
    }
}

extension FrameAssembler.Partial {
    /// What even a repeated frame must not say.
    fileprivate func check(_ frame: Frame) throws(FrameError) {
        guard frame.payload.count <= Frame.chunkLimit else { throw .chunkTooLong }
        guard frame.totalBytes == totalBytes else { throw .totalChanged }
        guard !frame.payload.isEmpty || totalBytes == 0 else { throw .emptyChunk }
        if frame.isFinal, let final, final != frame.sequence { throw .secondFinal }
    }

    fileprivate mutating func add(_ frame: Frame) throws(FrameError) {
        if frame.isFinal { final = frame.sequence }
        chunks[frame.sequence] = frame.payload
        bytes += frame.payload.count
        if let final, chunks.keys.contains(where: { $0 > final }) { throw .pastFinal }
        guard bytes <= totalBytes else { throw .moreThanTotal }
    }

    /// The message once every chunk is there.
    fileprivate func message() throws(FrameError) -> [UInt8]? {
        guard let final, chunks.count == final + 1 else { return nil }
        guard bytes == totalBytes else { throw .lessThanTotal }
        if final == 0, let whole = chunks[0] { return whole }
        return (0...final).flatMap { chunks[$0] ?? [] }
    }
}
