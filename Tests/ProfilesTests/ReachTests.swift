// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore
import Testing

@testable import Profiles

/// `"start: 1/1 0/0 0/0 1/1"`: a function from idle, starting, active and stopping, with one switch and with two; - is out of
/// reach.
private func cells(of profile: Profile) -> [String] {
    let rows = ReachTable(profile).rows
    return ReachFunction.allCases.map { function in
        let found = rows.filter { $0.function == function }.map { row in
            text(row.withOneSwitch) + (row.withTwoSwitches.map { "/" + text($0) } ?? "")
        }
        return "\(function.rawValue): " + found.joined(separator: " ")
    }
}

private func text(_ reach: Reach) -> String {
    switch reach {
    case .already: "0"
    case .acts(let count): "\(count)"
    case .unreachable: "-"
    }
}

@Suite("How far everything is away for who uses a profile") struct ReachTests {
    /// No profile that is shipped changes PCs or profiles while forwarding is off, since that is for its user to say.
    private static let shipped = [
        "start: 1/1 0/0 0/0 1/1", "stop: 0/0 1/1 1/1 0/0", "nextPC: -/- -/- -/- -/-", "nextProfile: -/- -/- -/- -/-",
        "knowState: 0/0 0/0 0/0 0/0",
    ]

    @Test("Of every profile that is shipped", arguments: Shipped.names)
    func shipped(name: String) throws {
        let profile = try ProfileFile.read(bytes: try Shipped.bytes("\(name).yaml"), path: name, names: SomeNames())
            .get()
        #expect(cells(of: profile) == Self.shipped)
    }

    private func table(adding text: String, to profile: String = plainProfile) throws -> [String] {
        cells(of: try read(profile + text).get())
    }

    @Test("Presses count one by one, and a stop switch is one")
    func presses() throws {
        let text = "safety: {stop-switch: Right}\nidle: {start: {presses: 4, within: 4s}}\n"
        #expect(try table(adding: text).prefix(2) == ["start: 4/4 0/0 0/0 4/4", "stop: 0/0 1/1 1/1 0/0"])
    }

    @Test("An act while forwarding is off is a stop further away while it is on")
    func idleActs() throws {
        let text = "idle: {next-pc: {switch: Left, presses: 3, within: 3s}}\nannounce: {level: off}\n"
        #expect(
            try table(adding: text) == [
                "start: -/- 0/0 0/0 -/-", "stop: 0/0 1/1 1/1 0/0", "nextPC: 3/3 4/4 4/4 3/3",
                "nextProfile: -/- -/- -/- -/-", "knowState: -/- -/- -/- -/-",
            ])
    }

    @Test("An action is within reach while forwarding is on, and a start further away while it is off")
    func actions() throws {
        let profile = plainProfile.replacing("KEY_SPACE", with: "KEY_SPACE\n    press: next-profile")
            .replacing("KEY_ENTER", with: "KEY_ENTER\n    hold: stop-forwarding")
        let found = try table(adding: "idle: {start: {hold: 3s, switch: Left}}\n", to: profile)
        #expect(found[0] == "start: 1/1 0/0 0/0 1/1")
        #expect(found[3] == "nextProfile: 2/2 1/1 1/1 2/2")
    }

    @Test("What one switch cannot do alone, two can")
    func twoSwitches() throws {
        let pulses = plainProfile.replacing("KEY_ENTER", with: "KEY_ENTER\n    kind: pulse")
        let text = "idle: {next-pc: {switch: Right, presses: 3, within: 3s}}\n"
        let profile = try read(pulses + text).get()
        #expect(cells(of: profile)[2] == "nextPC: 3/3 -/4 -/4 3/3")
        let row = try #require(ReachTable(profile).rows.first { $0.function == .nextPC && $0.state == .active })
        #expect(row.withOneSwitch == .unreachable(.moreSwitches))
        #expect(
            row.sentence.description == """
                Next PC, while on: out of reach, as it takes more switches with one switch; 4 presses or holds with two \
                switches.
                """)
    }

    @Test("Why nothing starts is said, and one switch has no second column")
    func gaps() throws {
        let one = plainProfile.split(separator: "\n").prefix(9).joined(separator: "\n") + "\n"
        #expect(try table(adding: "", to: one).first == "start: - 0 0 -")
        let unsaid = ReachTable(try read(one).get()).rows[0]
        #expect(unsaid.withOneSwitch == .unreachable(.startUnsaid) && unsaid.withTwoSwitches == nil)
        #expect(unsaid.sentence.description.hasPrefix("Start, while off: out of reach, as the profile does not say"))
        let helper = ReachTable(try read(one + "idle: {start: helper}\n").get()).rows[0]
        #expect(helper.withOneSwitch == .unreachable(.helperStarts))
    }

    @Test("States with the same answer stand together, and of those in which there is nothing to do nothing is said")
    func fewLines() throws {
        #expect(
            ReachTable(try read(plainProfile + "idle: {start: {hold: 3s}}\n").get()).sentences.map(\.description) == [
                "Start, while off or while stopping: 1 press or hold.",
                "Stop, while starting or while on: 1 press or hold.",
                "Next PC: out of reach, as no switch does it.",
                "Next profile: out of reach, as no switch does it.",
                "Know the state: nothing to do.",
            ])
    }

    @Test("Every row has its words")
    func words() throws {
        for text in ["", "announce: {level: off}\n", "idle: {start: helper}\n"] {
            for row in ReachTable(try read(plainProfile + text).get()).rows {
                let words = row.sentence.description
                #expect(!words.contains("{") && !words.contains("reach."), "\(words)")
            }
        }
    }
}
