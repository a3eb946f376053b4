// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import Testing

@testable import switchbridge

private let size = Option("size", short: "s", value: "N", help: "how large")
private let loud = Option("loud", help: "say more")
private let place = Option("place", value: "PATH", isRequired: true, help: "where")

private func describe(_ options: [Option] = [size, loud], _ operands: [Operand] = []) -> CommandDescription {
    CommandDescription(name: "try", group: .testing, summary: "a try", operands: operands, options: options)
}

private func read(_ words: [String], _ description: CommandDescription) -> Result<Arguments, UsageProblem> {
    do { return .success(try Arguments(words, of: description)) } catch { return .failure(error) }
}

private func problem(_ words: [String], _ description: CommandDescription) -> Sentence? {
    if case .failure(let problem) = read(words, description) { problem.sentence } else { nil }
}

@Suite("The arguments of a command")
struct ArgumentsTests {
    @Test(
        "a value stands behind its option or after an equals sign",
        arguments: [["--size", "3"], ["--size=3"], ["-s", "3"], ["-s", "3", "--loud"], ["--loud", "--size=3"]])
    func values(words: [String]) throws {
        let arguments = try read(words, describe()).get()
        #expect(arguments.value(of: size) == "3")
        #expect(arguments.has(loud) == words.contains("--loud"))
    }

    @Test(
        "numbers and the lone dash are values, other words with a dash only after an equals sign",
        arguments: [
            (["--size", "-5"], "-5"), (["--size", "-"], "-"), (["--size=--loud"], "--loud"), (["--size="], ""),
        ])
    func dashes(words: [String], value: String) throws {
        #expect(try read(words, describe()).get().value(of: size) == value)
    }

    @Test("what stands after -- is never an option")
    func doubleDash() throws {
        let files = Operand(name: "FILE", count: .any, help: "files")
        let arguments = try read(["a", "--", "--loud", "--"], describe([loud], [files])).get()
        #expect(arguments.operands == ["a", "--loud", "--"])
        #expect(!arguments.has(loud))
    }

    @Test(
        "what is wrong is said",
        arguments: [
            (["--sise", "3"], SentenceID.optionUnknown), (["-x"], .optionUnknown), (["-sl"], .optionUnknown),
            (["--size"], .optionValueMissing), (["--size", "--loud"], .optionValueMissing),
            (["--loud=yes"], .optionValueUnwanted), (["--size", "1", "-s", "2"], .optionTwice),
            (["more"], .operandUnexpected),
        ])
    func mistakes(words: [String], id: SentenceID) {
        #expect(problem(words, describe())?.id == id)
    }

    @Test("a mistyped option brings the right one")
    func nearest() {
        #expect(problem(["--sise", "3"], describe())?.description.contains("\"--size\"") == true)
    }

    @Test("a required option and a required operand are asked for, but not by someone who wants help")
    func required() {
        let file = Operand(name: "FILE", count: .atLeastOne, help: "files")
        #expect(problem([], describe([place]))?.id == .optionMissing)
        #expect(problem(["--place", "x"], describe([place], [file]))?.id == .operandMissing)
        #expect(problem(["--help"], describe([place], [file])) == nil)
        #expect(problem(["--place", "x", "a", "b", "c"], describe([place], [file])) == nil)
    }

    @Test(
        "so many operands as are described",
        arguments: [(Operand.Count.one, 1...1), (.optional, 0...1), (.any, 0...9), (.atLeastOne, 1...9)])
    func counts(count: Operand.Count, allowed: ClosedRange<Int>) {
        let description = describe([], [Operand(name: "FILE", count: count, help: "files")])
        for number in 0...9 {
            let words = Array(repeating: "x", count: number)
            #expect((problem(words, description) == nil) == allowed.contains(number), "\(number)")
        }
    }

    @Test("a value that its command cannot read is named with what is possible")
    func badValue() throws {
        let arguments = try read(["--size", "big"], describe()).get()
        #expect(throws: UsageProblem.self) { try arguments.value(of: size, expected: "a number") { Int($0) } }
        #expect(try arguments.value(of: loud, expected: "") { Int($0) } == nil)
    }
}
