// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import SwitchCore
import Testing

@testable import switchbridge

/// Programs that write down what they are to speak, in place of those that speak.
@Suite("Speaking by other programs")
final class SpeakerTests: InRealTime {
    private let home: ProfileHome
    let loop: EventLoop
    private var failures: [CInt] = []
    private var spoken = 0

    init() throws {
        home = try ProfileHome()
        loop = try EventLoop()
    }

    /// A program that writes its words, one a line, into the file `said` and then does this.
    private func program(_ name: String, then last: String = "exit 0") throws -> String {
        let script = """
            #!/bin/sh
            for word; do printf '%s\\n' "$word" >> '\(home.path)/said'; done
            \(last)

            """
        try home.put(script, "bin/\(name)")
        let path = "\(home.path)/bin/\(name)"
        try #require(chmod(path, 0o755) == 0)
        return path
    }

    private var environment: [String: String] { ["PATH": "\(home.path)/bin:/usr/bin:/bin"] }

    private func speaker(_ programs: [SpeechProgram]) throws -> Speaker {
        let speaker = try Speaker(programs, environment, loop: loop)
        speaker.onFailure = { [unowned self] in failures.append($0) }
        speaker.onSpoken = { [unowned self] in spoken += 1 }
        return speaker
    }

    private var said: [String] { home.text("\(home.path)/said")?.split(separator: "\n").map(String.init) ?? [] }

    private func isRunning(_ pid: pid_t) -> Bool { kill(pid, 0) == 0 }

    @Test("speech-dispatcher goes before espeak-ng, and what follows -- is no option")
    func known() throws {
        _ = try program("espeak-ng")
        #expect(SpeechProgram.installed(["PATH": "\(home.path)/bin"]).map { Path.name(of: $0.path) } == ["espeak-ng"])
        _ = try program("spd-say")
        let installed = SpeechProgram.installed(["PATH": "\(home.path)/bin"])
        #expect(installed.map { Path.name(of: $0.path) } == ["spd-say", "espeak-ng"])
        #expect(installed.allSatisfy { $0.words.last == "--" && $0.urgentWords.last == "--" })
        #expect(installed.first?.words.first == "--wait")
        #expect(SpeechProgram.installed(["PATH": "/nonexistent"]).isEmpty)
        #expect(SpeechProgram.named("nothing-like-it", environment) == nil)
        #expect(SpeechProgram.named(home.path, environment) == nil)
    }

    @Test("a text is one argument, whatever is in it: no shell sees it")
    func oneArgument() throws {
        let path = try program("say")
        let text = "$(touch \(home.path)/touched); `id` \"quoted\" 'x' | & *"
        let speaker = try speaker([try #require(SpeechProgram.named(path, environment))])
        speaker.say(text, isUrgent: false)
        try wait(for: "the first text") { spoken == 1 }
        #expect(said == [text])
        #expect(access("\(home.path)/touched", F_OK) != 0)
    }

    @Test("an urgent text ends a program that hangs, with what that has started")
    func urgent() throws {
        let hanging = try program(
            "say", then: "case $1 in urgent) exit 0;; esac; sleep 1000 & echo $! > '\(home.path)/child'; wait")
        let speaker = try speaker([try #require(SpeechProgram.named(hanging, environment))])
        speaker.say("long", isUrgent: false)
        speaker.say("dropped", isUrgent: false)
        // Its child's number is written as soon as it hangs.
        try wait(for: "the number of its child", lookingEvery: .milliseconds(20)) {
            home.text("\(home.path)/child")?.hasSuffix("\n") == true
        }
        let child = try #require(pid_t(home.text("\(home.path)/child")?.dropLast() ?? ""))
        speaker.say("urgent", isUrgent: true)
        try wait(for: "the first text") { spoken == 1 }
        #expect(said == ["long", "urgent"])
        try wait(for: "the end of its child", lookingEvery: .milliseconds(20)) {
            !isRunning(child) || home.text("/proc/\(child)/stat")?.contains(") Z ") == true
        }
        #expect(failures == [])
    }

    @Test("one that ignores being asked to end is killed, and closing waits for that")
    func ignoring() throws {
        let path = try program("say", then: "trap '' TERM; echo > '\(home.path)/hangs'; while :; do sleep 1; done")
        let speaker = try speaker([try #require(SpeechProgram.named(path, environment))])
        speaker.say("long", isUrgent: false)
        try wait(for: "one that hangs", lookingEvery: .milliseconds(20)) { access("\(home.path)/hangs", F_OK) == 0 }
        var isSilent = false
        speaker.close { isSilent = true }
        speaker.say("never", isUrgent: true)
        try wait(for: "silence") { isSilent }
        #expect(said == ["long"])
    }

    @Test("where one fails the next says the same, and from then on everything")
    func fallsBack() throws {
        _ = try program("spd-say", then: "exit 1")
        _ = try program("espeak-ng")
        let speaker = try speaker(SpeechProgram.installed(["PATH": "\(home.path)/bin"]))
        speaker.say("one", isUrgent: false)
        try wait(for: "the first text") { spoken == 1 }
        speaker.say("two", isUrgent: false)
        try wait(for: "the second text") { spoken == 2 }
        #expect(said.filter { ["one", "two"].contains($0) } == ["one", "one", "two"])
        #expect(failures == [])
    }

    @Test("where none works that is told, and the next text is tried all the same")
    func noneWorks() throws {
        let path = try program("say", then: "exit 3")
        let speaker = try speaker([try #require(SpeechProgram.named(path, environment))])
        speaker.say("one", isUrgent: false)
        speaker.say("two", isUrgent: false)
        try wait(for: "both failures") { failures == [3, 3] }
        #expect(said == ["one", "two"])
    }
}
