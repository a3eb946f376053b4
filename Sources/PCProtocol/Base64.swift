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
        // The terminating zero, which libsodium writes as well, does not belong to the text.
        let capacity = sodium_base64_encoded_len(bytes.count, variant)
        return String(unsafeUninitializedCapacity: capacity) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { return 0 }
                _ = sodium_bin2base64(start, capacity, bytes, bytes.count, variant)
                return capacity - 1
            }
        }
    }

    /// Nil when `text` is anything but base64 from beginning to end.
    func decode(_ text: String) -> [UInt8]? {
        var text = text
        var isRight = false
        let bytes = text.withUTF8 { characters in
            [UInt8](unsafeUninitializedCapacity: characters.count + 1) { buffer, count in
                isRight = characters.withMemoryRebound(to: CChar.self) {
                    sodium_base642bin(
                        buffer.baseAddress!, buffer.count, $0.baseAddress, $0.count, nil, &count, nil, variant)
                        == 0
                }
                if !isRight { count = 0 }
            }
        }
        return isRight ? bytes : nil
    }
}
