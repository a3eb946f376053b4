// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences

/// The arguments of one command, checked against its description.
struct Arguments: Hashable, Sendable {
    /// The command that they belong to.
    let command: String
    private(set) var operands: [String] = []
    /// By the options' names; a flag has an empty value.
    private var values: [String: String] = [:]

    func has(_ option: Option) -> Bool { values[option.name] != nil }
    func value(of option: Option) -> String? { values[option.name] }

    /// Refuses `option` where `needed` is not given, without which it would mean nothing.
    func require(_ needed: Option, beside option: Option) throws(UsageProblem) {
        guard has(option), !has(needed) else { return }
        throw UsageProblem(
            .optionNeedsOther, ["option": option.spelling, "other": needed.spelling], command: command)
    }

    /// Its value read by `read`, nil when it is not given.
    /// - Parameter expected: what it can be, in words, for when `read` does not know what to make of it.
    func value<Value>(
        of option: Option, expected: String, _ read: (String) -> Value?
    ) throws(UsageProblem) -> Value? {
        guard let text = value(of: option) else { return nil }
        guard let value = read(text) else { throw badValue(of: option, expected: expected) }
        return value
    }

    func badValue(of option: Option, expected: String) -> UsageProblem {
        UsageProblem(
            .optionBadValue, ["option": option.spelling, "found": value(of: option) ?? "", "expected": expected],
            command: command)
    }

    /// Reads `words`, the command's own name left out. `--help` ends the reading, whatever else is wrong.
    init(_ words: some Sequence<String>, of description: CommandDescription) throws(UsageProblem) {
        command = description.name
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            } else if word.hasPrefix("-"), word != "-" {
                try take(word, &rest, description)
            } else {
                operands.append(word)
            }
        }
        guard !has(.help) else { return }
        try checkOperands(description)
        for option in description.options where option.isRequired && !has(option) {
            throw UsageProblem(.optionMissing, ["option": option.usage], command: command)
        }
    }

    private mutating func take(
        _ word: String, _ rest: inout ArraySlice<String>, _ description: CommandDescription
    ) throws(UsageProblem) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let attached = word.hasPrefix("--") && parts.count == 2 ? parts[1] : nil
        let spelling = attached == nil ? word : parts[0]
        guard let option = description.option(spelled: spelling) else { throw unknown(spelling, description) }
        guard let placeholder = option.value else {
            guard attached == nil else { throw problem(.optionValueUnwanted, option) }
            values[option.name] = ""
            return
        }
        guard let value = attached ?? Self.takeValue(&rest) else {
            throw problem(.optionValueMissing, option, ["value": placeholder])
        }
        guard values.updateValue(value, forKey: option.name) == nil else { throw problem(.optionTwice, option) }
    }

    /// What begins with a dash is a forgotten value and another option, unless it is a number or the dash alone. Other
    /// values of that kind are written `--option=-value`.
    private static func takeValue(_ rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first else { return nil }
        let isValue = !next.hasPrefix("-") || next == "-" || next.dropFirst().first.map { "0"..."9" ~= $0 } == true
        guard isValue else { return nil }
        rest.removeFirst()
        return next
    }

    private func problem(
        _ id: SentenceID, _ option: Option, _ arguments: [String: String] = [:]
    ) -> UsageProblem {
        UsageProblem(id, arguments.merging(["option": option.spelling]) { $1 }, command: command)
    }

    private func unknown(_ spelling: String, _ description: CommandDescription) -> UsageProblem {
        let names = description.allOptions.map(\.spelling)
        let hint = NearestName.of(spelling, among: names).map { Sentence(.commandHintNearest, ["name": $0]) }
        return UsageProblem(
            .optionUnknown, ["found": spelling, "command": command, "hint": hint?.description ?? ""],
            command: command)
    }

    private func checkOperands(_ description: CommandDescription) throws(UsageProblem) {
        let least = description.operands.reduce(0) { $0 + $1.count.least }
        guard operands.count >= least else {
            throw UsageProblem(
                .operandMissing, ["operand": description.operands[operands.count].name], command: command)
        }
        let limits = description.operands.map(\.count.most)
        let most = limits.contains(nil) ? Int.max : limits.reduce(0) { $0 + ($1 ?? 0) }
        guard operands.count <= most else {
            throw UsageProblem(.operandUnexpected, ["found": operands[most]], command: command)
        }
    }
}
