// SPDX-License-Identifier: GPL-3.0-or-later

/// A page of the manual as it is put together, in the language of man(7).
struct ManualPage {
    /// Of the source, in columns: man(7) fills lines itself.
    private static let sourceWidth = 78

    private(set) var lines: [String]

    /// - Parameters:
    ///   - name: such as "switchbridge".
    ///   - section: 1 for programs, 5 for files.
    init(_ name: String, section: Int, summary: String) {
        let version = VersionCommand.programVersion
        lines = [
            #".\" SPDX-License-Identifier: GPL-3.0-or-later"#,
            #".\" made by: switchbridge manual \#(name)"#,
            ".TH \(name.uppercased()) \(section) \(VersionCommand.versionDate) \(Self.quoted("switchbridge \(version)"))",
            ".SH NAME",
            "\(Self.escaped(name)) \\- \(Self.escaped(summary))",
        ]
    }

    mutating func section(_ title: String) { lines.append(".SH \(Self.quoted(title.uppercased()))") }

    mutating func subsection(_ title: String) { lines.append(".SS \(Self.quoted(title))") }

    /// Running text; what stands in backticks is to be typed as it is.
    mutating func paragraph(_ text: String) {
        // The first one after a heading needs no request, and mandoc minds it.
        if let last = lines.last, !last.hasPrefix(".SH"), !last.hasPrefix(".SS") { lines.append(".PP") }
        lines += Self.filled(text)
    }

    /// A word and, indented below it, what it means.
    mutating func entry(_ word: String, _ meaning: String) {
        lines += [".TP", "\\fB\(Self.escaped(word, isLiteral: true))\\fR"]
        lines += Self.filled(meaning)
    }

    /// One more paragraph of the entry before.
    mutating func continuation(_ text: String) {
        lines.append(".IP")
        lines += Self.filled(text)
    }

    /// Entries that belong to the entry before.
    mutating func nested(_ body: (inout ManualPage) -> Void) {
        lines.append(".RS")
        body(&self)
        lines.append(".RE")
    }

    /// Lines shown as they are.
    mutating func example(_ text: String) {
        lines += [".PP", ".in +4n", ".nf"]
        lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            Self.guarded(Self.escaped(String(line), isLiteral: true))
        }
        lines += [".fi", ".in"]
    }

    // MARK: The language

    private static func filled(_ text: String) -> [String] {
        TextLayout.wrap(text, width: sourceWidth).map { line in
            // A line has whole pairs of backticks: the layout breaks none.
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            let styled = parts.enumerated().map { index, part in
                index % 2 == 1 ? "\\fB\(escaped(String(part), isLiteral: true))\\fR" : escaped(String(part))
            }
            return guarded(styled.joined())
        }
    }

    /// - Parameter isLiteral: a dash is the one of the keyboard, to be copied, and not a hyphen.
    private static func escaped(_ text: String, isLiteral: Bool = false) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-" where isLiteral: result += "\\-"
            case "~" where isLiteral: result += "\\(ti"
            case "^" where isLiteral: result += "\\(ha"
            case "'" where isLiteral: result += "\\(aq"
            default: result.append(character)
            }
        }
    }

    /// A dot or an apostrophe at the beginning of a line would make it a request.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }

    private static func quoted(_ text: String) -> String {
        "\"\(escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq"))\""
    }
}
