// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension ProfileReader {
    /// A text of 1…`limit` bytes without control characters.
    mutating func text(_ node: YAMLNode, limit: Int) -> String? {
        guard let text = scalar(node) else { return nil }
        guard text.utf8.count <= limit else {
            problems.add(.profileTooLong, at: node.position, ["limit": "\(limit)"])
            return nil
        }
        guard text.unicodeScalars.allSatisfy(\.isShowable) else {
            problems.add(.profileTextControls, at: node.position)
            return nil
        }
        return text
    }

    mutating func name(_ node: YAMLNode) -> String? {
        guard let text = scalar(node) else { return nil }
        return isName(text, at: node.position) ? text : nil
    }

    mutating func isName(_ text: String, at position: TextPosition) -> Bool {
        guard NameText.isName(text) else {
            problems.add(.profileBadName, at: position, ["limit": "\(NameText.lengthRange.upperBound)"])
            return false
        }
        return true
    }

    /// The text of a scalar; a missing value is a problem.
    mutating func scalar(_ node: YAMLNode) -> String? {
        switch node.content {
        case .scalar(""):
            problems.add(.profileNoValue, at: node.position)
            return nil
        case .scalar(let text):
            return text
        case .sequence, .mapping:
            problems.add(.profileExpectedValue, at: node.position)
            return nil
        }
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ node: YAMLNode, _ words: Word.Type) -> Word? {
        guard let text = scalar(node) else { return nil }
        if let word = Word(rawValue: text) { return word }
        unknown(.profileUnknownWord, text, at: node.position, choices: Word.allCases.map(\.rawValue))
        return nil
    }

    /// A whole number, decimal or with `0x` hexadecimal. `isHexadecimal` is how the range is shown.
    mutating func number(_ node: YAMLNode, in range: ClosedRange<Int>, isHexadecimal: Bool = false) -> Int? {
        guard let text = scalar(node) else { return nil }
        let ends = [range.lowerBound, range.upperBound].map {
            isHexadecimal ? "0x" + String($0, radix: 16) : String($0)
        }
        let arguments = ["found": Quoted.text(text), "least": ends[0], "most": ends[1]]
        guard let digits = NumberText(text) else {
            problems.add(.profileNotNumber, at: node.position, arguments)
            return nil
        }
        guard let value = digits.value, range.contains(value) else {
            problems.add(.profileOutOfRange, at: node.position, arguments)
            return nil
        }
        return value
    }

    /// A share such as `60%`.
    mutating func percent(_ node: YAMLNode, in range: ClosedRange<Int>) -> Int? {
        guard let text = scalar(node) else { return nil }
        let arguments = ["found": Quoted.text(text), "least": "\(range.lowerBound)%", "most": "\(range.upperBound)%"]
        guard text.hasSuffix("%"), let digits = NumberText(String(text.dropLast())), !digits.isHexadecimal else {
            problems.add(.profileNotPercent, at: node.position, arguments)
            return nil
        }
        guard let value = digits.value, range.contains(value) else {
            problems.add(.profileOutOfRange, at: node.position, arguments)
            return nil
        }
        return value
    }

    mutating func duration(_ node: YAMLNode, in range: ClosedRange<Duration>) -> Duration? {
        guard let text = scalar(node) else { return nil }
        let arguments = [
            "found": Quoted.text(text), "least": DurationText.write(range.lowerBound),
            "most": DurationText.write(range.upperBound),
        ]
        do throws(DurationText.Failure) {
            let duration = try DurationText.read(text)
            if range.contains(duration) { return duration }
            problems.add(.profileOutOfRange, at: node.position, arguments)
        } catch {
            problems.add(error.sentence, at: node.position, arguments)
        }
        return nil
    }
}

/// The digits of a whole number as written.
struct NumberText {
    var isHexadecimal: Bool
    /// Nil when it is larger than an `Int`.
    var value: Int?

    /// Nil when `text` is anything but digits: no signs, blanks or separators.
    init?(_ text: String) {
        isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        let isDigit: (Character) -> Bool = isHexadecimal ? { $0.isASCII && $0.isHexDigit } : \.isASCIIDigit
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        value = Int(digits, radix: isHexadecimal ? 16 : 10)
    }
}

extension DurationText.Failure {
    fileprivate var sentence: SentenceID {
        switch self {
        case .notDuration: .profileNotDuration
        case .unitMissing: .profileUnitMissing
        case .notWholeMilliseconds: .profileNotMilliseconds
        case .tooLong: .profileOutOfRange
        }
    }
}
