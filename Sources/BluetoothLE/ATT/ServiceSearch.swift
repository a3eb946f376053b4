// SPDX-License-Identifier: GPL-3.0-or-later

/// Where to look for instances of the PC's service, and why those looked at were of no use.
struct ServiceSearch: Hashable, Sendable {
    private var candidates: [ATTHandleRange] = []
    /// Where further ones may begin; nil after the last handle.
    private var next: UInt16? = ATTHandleRange.all.first
    /// What the first instance lacks.
    private(set) var flaw: PCServiceProblem?

    /// The request for further instances; nil when there can be none.
    var request: ATTPacket? {
        next.map {
            .findByTypeValueRequest(
                ATTHandleRange(first: $0, last: ATTHandleRange.all.last), type: GATTType.primaryService,
                value: PCServiceUUID.service.littleEndian)
        }
    }

    /// False when these are not in ascending order from where they were looked for.
    mutating func rangesArrived(_ ranges: [ATTHandleRange]) -> Bool {
        for range in ranges {
            guard let next, next <= range.first else { return false }
            self.next = range.last < ATTHandleRange.all.last ? range.last + 1 : nil
        }
        candidates += ranges
        return true
    }

    mutating func takeCandidate() -> PCServiceHandles? {
        candidates.isEmpty ? nil : PCServiceHandles(range: candidates.removeFirst())
    }

    mutating func rejected(for flaw: PCServiceProblem) {
        self.flaw = self.flaw ?? flaw
    }
}
