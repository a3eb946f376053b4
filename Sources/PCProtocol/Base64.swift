// SPDX-License-Identifier: GPL-3.0-or-later
import CSodium

/// The two forms of base64 (RFC 4648) that the protocol uses.
enum Base64 {
    case padded
    case urlWithoutPadding

    private var variant: CInt {
        switch self {
        case .padded: sodium_base64_VARIANT_ORIGINAL
        case .urlWithoutPadding: sodium_base64_VARIANT_URLSAFE_NO_PADDING
        }
    }

    func encode(_ bytes: [UInt8]) -> String {
        // The length includes the terminating zero that libsodium writes.
        let capacity = sodium_base64_encoded_len(bytes.count, variant)
        let text = [CChar](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            _ = sodium_bin2base64(start, capacity, bytes, bytes.count, variant)
            count = capacity
        }
        return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Nil when `text` is anything but base64 from beginning to end.
    func decode(_ text: String) -> [UInt8]? {
        let characters = text.utf8.map(CChar.init(bitPattern:))
        var isRight = false
        let bytes = [UInt8](unsafeUninitializedCapacity: characters.count + 1) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            isRight =
                sodium_base642bin(start, buffer.count, characters, characters.count, nil, &count, nil, variant) == 0
            if !isRight { count = 0 }
        }
        return isRight ? bytes : nil
    }
}
