// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// Bytes that are known to be a text: UTF-8 without a byte order mark and without control characters.
struct PlainText {
    let bytes: [UInt8]
    /// Behind the last character.
    private(set) var end = TextPosition.start

    /// What Windows editors put at the start of a UTF-8 file.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ input: some Sequence<UInt8>) throws(ProfileProblem) {
        var bytes = Array(input)
        if bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(Self.byteOrderMark.count) }
        self.bytes = bytes
        try check()
    }

    private mutating func check() throws(ProfileProblem) {
        var decoder = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var isAfterReturn = false
        while true {
            switch decoder.parseScalar(from: &rest) {
            case .emptyInput: return
            case .error: throw ProfileProblem(at: end, Sentence(.profileNotUTF8))
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                guard Self.isAllowed(scalar) else {
                    let code = String(scalar.value, radix: 16, uppercase: true)
                    throw ProfileProblem(at: end, Sentence(.profileControlCharacter, ["code": "U+\(code)"]))
                }
                end.step(over: scalar, isAfterReturn: isAfterReturn)
                isAfterReturn = scalar == "\r"
            }
        }
    }

    /// YAML's printable characters (YAML 1.1, `c-printable`), so that libyaml's own reader never fails: it gives no
    /// position for these.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
            true
        default: false
        }
    }
}

extension TextPosition {
    /// Line breaks as libyaml counts them: LF, CR, CR LF as one, and Unicode's three.
    mutating func step(over scalar: Unicode.Scalar, isAfterReturn: Bool) {
        switch scalar {
        case "\n" where isAfterReturn: return
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
            line += 1
            column = 1
        default: column += 1
        }
    }
}
