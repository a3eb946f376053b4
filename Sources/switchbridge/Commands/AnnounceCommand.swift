// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Sentences
import SwitchCore

/// `announce`: what the daemon has to say, for people who have no screen.
struct AnnounceCommand: Command {
    private static let with = Option(
        "with", value: "PROGRAM", help: "speak by this program, which is given the text as its last word")
    private static let plain = Option("plain", help: "write lines instead of speaking, for braille and screen readers")
    private static let testWord = "test"

    static let description = CommandDescription(
        name: "announce", group: .everyDay, summary: "say aloud what happens: on, off and why, and what has gone wrong",
        details: [
            """
            It speaks by speech-dispatcher (`spd-say`) or by `espeak-ng`, whichever is installed, for as long as it runs, and \
            waits for the service when that restarts. What is urgent ends what is being said.
            """,
            """
            How much is said stands in the profile: `announce: {level: short}`, or full, or off. `announce test` proves each \
            way, one after the other: speech, the light of this box, and the lights of the switch devices.
            """,
            "To have it in every session: systemctl --user enable --now switchbridge-announce",
        ],
        operands: [Operand(name: "WORD", count: .optional, help: "test: prove each way, say what came of it, and end")],
        options: [with, plain, .json], exitCodes: [.notPermitted])

    private let program: String?
    private let isPlain: Bool
    private let json: Bool
    private let isTest: Bool

    init(_ arguments: Arguments) throws(UsageProblem) {
        program = arguments.value(of: Self.with)
        isPlain = arguments.has(Self.plain)
        json = arguments.has(.json)
        isTest = !arguments.operands.isEmpty
        if program != nil, isPlain || json {
            throw UsageProblem(
                .optionsContradict,
                ["one": Self.with.spelling, "other": (json ? Option.json : Self.plain).spelling],
                command: arguments.command)
        }
        if let word = arguments.operands.first, word != Self.testWord {
            throw UsageProblem(
                .operandBadValue, ["operand": "WORD", "found": word, "expected": Self.testWord],
                command: arguments.command)
        }
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        guard !isTest else { return try test(live, terminal) }
        if json || isPlain { return try AnnounceSession(live, json ? .json : .lines).run() }
        guard let speaker = try speaker(live, terminal) else { throw .other(Sentence(.hearNoSpeech)) }
        return try AnnounceSession(live, .speech(speaker)).run()
    }

    /// Nil where nothing that speaks is installed.
    private func speaker(_ live: LiveRun, _ terminal: Terminal) throws(Failure) -> Speaker? {
        let programs = program.map { SpeechProgram.named($0, terminal.environment).map { [$0] } ?? [] }
        if let program, programs?.isEmpty == true { throw .other(Sentence(.hearNoProgram, ["program": program])) }
        let found = programs ?? SpeechProgram.installed(terminal.environment)
        guard !found.isEmpty else { return nil }
        do throws(SystemError) { return try Speaker(found, terminal.environment, loop: live.loop) } catch {
            throw .system(error)
        }
    }

    // MARK: The test

    private func test(_ live: LiveRun, _ terminal: Terminal) throws(Failure) -> Ending {
        var profile: Profile?
        do throws(Failure) { profile = try profileInUse(terminal) } catch {
            for line in error.lines { terminal.say(line) }
        }
        return try AnnounceTest(live, try speaker(live, terminal), profile).run()
    }

    /// The one of the daemon; where none runs, the only one.
    private func profileInUse(_ terminal: Terminal) throws(Failure) -> Profile {
        let places = ProfilePlaces(terminal.environment)
        let name = try ServiceLine(ServicePlaces(terminal.environment)).status()?.profileName
        let found = if let name { try places.findYours(name) } else { try places.findOnly(else: .storeNoneChosen) }
        return try found.load()
    }
}
