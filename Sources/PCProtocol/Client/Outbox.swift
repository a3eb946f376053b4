// SPDX-License-Identifier: GPL-3.0-or-later

/// A frame on its way to the PC.
package struct OutgoingFrame: Hashable, Sendable {
    package var bytes: [UInt8]
    /// It belongs to a press, a release, or an end of them: on a link that can confirm what it carries, it does not wait for that, since
    /// the PC answers it by itself.
    package var isUrgent: Bool

    package init(_ bytes: [UInt8], isUrgent: Bool) {
        self.bytes = bytes
        self.isUrgent = isUrgent
    }
}

/// Frames that wait for the link, and the ids that messages and requests carry.
struct Outbox: Sendable {
    private let idPrefix: String
    private var lastNumber = 0
    private var maximumFrameSize = 0
    private var waiting: [Waiting] = []

    private struct Waiting {
        var frame: OutgoingFrame
        var requestID: String
    }

    init(idPrefix: String) {
        self.idPrefix = idPrefix
    }

    mutating func linkEstablished(maximumFrameSize: Int) {
        self.maximumFrameSize = maximumFrameSize
        clear()
    }

    /// Unique for this process: the prefix tells remotes and processes apart. Request and message ids share the numbers.
    mutating func makeID() -> String {
        lastNumber += 1
        return "\(idPrefix)-\(lastNumber)"
    }

    /// False when the link is too narrow for any frame.
    mutating func queue(_ message: RemoteMessage, requestID: String, isUrgent: Bool) -> Bool {
        let bytes = message.encoded()
        guard let new = try? Frame.frames(of: bytes, messageID: makeID(), maximumFrameSize: maximumFrameSize) else {
            return false
        }
        for frame in new {
            waiting.append(Waiting(frame: OutgoingFrame(frame, isUrgent: isUrgent), requestID: requestID))
        }
        return true
    }

    /// Whether all of this message has left.
    func hasLeft(_ requestID: String) -> Bool { !waiting.contains { $0.requestID == requestID } }

    var first: OutgoingFrame? { waiting.first?.frame }

    mutating func firstSent() { if !waiting.isEmpty { waiting.removeFirst() } }

    /// Drops what has not left yet. A message of which some frames left stays incomplete, and the PC drops it.
    mutating func clear() { waiting = [] }
}
