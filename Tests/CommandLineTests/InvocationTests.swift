// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Sentences
import SimulatedPC
import Testing

@testable import switchbridge

private func sentence(_ words: [String]) -> Sentence? {
    do {
        _ = try Invocation(words)
        return nil
    } catch { return error.sentence }
}

@Suite("The command line")
struct InvocationTests {
    @Test("every command of the table is found by its words, and each has a name of its own")
    func table() throws {
        for command in commandTable {
            let words = command.description.words + ["--help"]
            guard case .helpOf(let found) = try Invocation(words) else {
                Issue.record("no help of \(command.description.name)")
                continue
            }
            #expect(found.name == command.description.name)
        }
        #expect(Set(commandTable.map { $0.description.name }).count == commandTable.count)
    }

    @Test("within a command no option is described twice")
    func options() {
        for command in commandTable {
            let options = command.description.allOptions
            let spellings = options.map(\.spelling) + options.compactMap(\.shortSpelling)
            #expect(Set(spellings).count == spellings.count, "\(command.description.name)")
        }
    }

    @Test(
        "a mistyped command brings the nearest one",
        arguments: [
            ("device", "devices"), ("monitr", "monitor"), ("versoin", "version"), ("simulatedpc", "simulated-pc"),
        ])
    func nearest(word: String, right: String) {
        #expect(sentence([word])?.id == .commandUnknown)
        #expect(sentence([word])?.description.contains("\"\(right)\"") == true)
    }

    @Test("half a command asks for its other word")
    func incomplete() {
        #expect(sentence(["profile"])?.id == .commandIncomplete)
        #expect(sentence(["profile", "--json"])?.id == .commandIncomplete)
    }

    @Test("another second word than there is brings the nearest, or all")
    func secondWord() {
        #expect(sentence(["profile", "chekc"])?.description.contains("Did you mean \"profile check\"?") == true)
        #expect(sentence(["pc", "wxyz"])?.description.contains("Possible here: pc scan") == true)
    }

    @Test(
        "an option that means nothing without another one is refused, and so are two that contradict each other",
        arguments: [
            (["status", "--plain"], SentenceID.optionNeedsOther), (["learn", "--count", "3"], .optionNeedsOther),
            (["announce", "--plain", "--with", "cat"], .optionsContradict),
            (["announce", "--json", "--with", "cat"], .optionsContradict),
        ])
    func together(words: [String], id: SentenceID) {
        let test = TestTerminal()
        #expect(Program.run(words, test.terminal) == .code(.usage))
        #expect(test.talk.text.contains(id == .optionNeedsOther ? "goes with" : "contradict"))
    }

    @Test("the help of half a command is that of all that begin with it", arguments: ["profile", "switch", "pc"])
    func groupHelp(word: String) {
        for words in [[word, "--help"], [word, "-h"], ["help", word]] {
            let test = TestTerminal()
            #expect(Program.run(words, test.terminal) == .code(.done))
            for command in commandTable where command.description.name.hasPrefix(word + " ") {
                #expect(test.output.text.contains("  \(command.description.name)"))
            }
        }
    }

    @Test("an option before the command is put right")
    func optionFirst() {
        #expect(sentence(["--json", "devices"])?.id == .optionBeforeCommand)
    }

    @Test(
        "exit codes of the command line itself",
        arguments: [
            (["--help"], ExitCode.done), (["-h"], .done), (["help", "devices"], .done), (["--version"], .done),
            (["version", "--json"], .done), ([], .usage), (["nonsense"], .usage), (["help", "nonsense"], .usage),
            (["version", "more"], .usage), (["simulated-pc"], .usage),
            (["simulated-pc", "--listen", "x", "--refuse", "200%"], .usage),
            (["daemon", "--system", "--user"], .usage), (["use"], .usage),
        ])
    func exitCodes(words: [String], code: ExitCode) {
        let test = TestTerminal()
        #expect(Program.run(words, test.terminal) == .code(code))
        #expect(test.output.text.isEmpty == (code != .done))
        #expect(test.talk.text.isEmpty == (code == .done))
    }

    @Test("who says nothing to `use` is told all that can be said")
    func useWhat() {
        let test = TestTerminal()
        #expect(Program.run(["use"], test.terminal) == .code(.usage))
        for word in ["PROFILE", "--pc PC", "--pc-profile ID"] { #expect(test.talk.text.contains(word)) }
    }

    @Test("the watchdog's exit code is the one that the help explains")
    func watchdog() {
        #expect(ExitCode.watchdog.rawValue == Watchdog.exitCode)
    }

    @Test("every fault of the simulated PC can be asked for, a negative clock offset too")
    func faults() {
        for flag in PCFaults.flags {
            let words = ["simulated-pc", "--listen", "x", flag.name] + (flag.value == nil ? [] : ["5"])
            #expect(throws: Never.self, "\(flag.name)") { try Self.make(words) }
        }
        #expect(throws: Never.self) { try Self.make(["simulated-pc", "--listen", "x", "--clock-offset", "-500"]) }
        #expect(throws: UsageProblem.self) {
            try Self.make(["simulated-pc", "--listen", "x", "--delay-answers", "-1"])
        }
        #expect(throws: UsageProblem.self) { try Self.make(["simulated-pc", "--listen", "x", "--desktop-id="]) }
    }

    private static func make(_ words: [String]) throws {
        if case .run(let command, let arguments) = try Invocation(words) { _ = try command.init(arguments) }
    }

    @Test("a bad command line names the command that helps")
    func helpHint() {
        let test = TestTerminal()
        #expect(test.run("profile", "check", "--jsn", "x") == .code(.usage))
        #expect(test.talk.text.contains("`switchbridge profile check --help`"))
    }

    @Test("an output that nobody reads any more ends the program quietly, a full disk does not")
    func brokenOutput() {
        let test = TestTerminal()
        test.output.problem = .closed
        #expect(test.run("--help") == .signal(13))
        #expect(test.talk.text.isEmpty)
        test.output.problem = .failed(.init(call: "write", code: 28))
        #expect(test.run("--help") == .code(.failed))
        #expect(test.talk.lines == ["switchbridge: The output could not be written: No space left on device."])
    }

    @Test("what a user typed cannot move the cursor of whoever reads the message")
    func controls() {
        let test = TestTerminal()
        #expect(test.run("\u{1B}[2Jdevices\u{07}\u{202E}") == .code(.usage))
        #expect(!test.talk.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{07}" || $0 == "\u{202E}" })
    }
}
