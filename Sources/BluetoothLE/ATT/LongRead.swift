// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads one attribute from its beginning to its end, in as many reads as the MTU makes of it.
struct LongRead: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case goesOn(with: ATTPacket)
        case whole([UInt8])
        case tooLong
    }

    /// No attribute value is longer, in bytes (Bluetooth Core, Vol 3, Part F, 3.2.9).
    static let valueLimit = 512

    private let handle: UInt16
    private var value: [UInt8] = []

    init(handle: UInt16) { self.handle = handle }

    var firstRequest: ATTPacket { .readRequest(handle: handle) }

    /// A part that fills its response may have more after it (Vol 3, Part G, 4.8.3).
    mutating func partArrived(_ part: [UInt8], mtu: Int) -> Outcome {
        guard value.count + part.count <= Self.valueLimit else { return .tooLong }
        value += part
        guard part.count >= mtu - 1 else { return .whole(value) }
        return .goesOn(with: .readBlobRequest(handle: handle, offset: UInt16(value.count)))
    }

    /// The value when a refusal says only that it ended with the part before; nil when it means more.
    func ended(by code: ATTErrorCode) -> [UInt8]? {
        !value.isEmpty && (code == .invalidOffset || code == .attributeNotLong) ? value : nil
    }
}
