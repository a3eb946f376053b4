// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import SwitchCore
import Testing

/// One story of forwarding, told in text:
///
///     # what it shows
///     mapped 1 2 idle 60
///     0.000 ready
///     0.000 start
///
///     0.000 say starting
///     0.000 begin capture
///
/// The first line is the plan and whatever settings differ, then come inputs with their times in seconds, an empty line,
/// and everything that must come out. `forwarding` stands for a whole start, whose outputs are left out. Timers fire at
/// their deadlines, ahead of an input of the same time; before an input marked `late` they do not, as if the loop had
/// hung.
struct ForwardingScenario: Sendable, CustomTestStringConvertible {
    let title: String
    let settings: String
    let inputs: [String]
    let expected: [String]

    var testDescription: String { title }

    static let all: [ForwardingScenario] = {
        let folder = String(#filePath.dropLast("ForwardingScenario.swift".count)) + "Scenarios/"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.sorted().flatMap { file in
            let bytes = FileManager.default.contents(atPath: folder + file) ?? Data()
            return read(String(decoding: bytes, as: UTF8.self))
        }
    }()

    static func read(_ text: String) -> [ForwardingScenario] {
        var scenarios: [ForwardingScenario] = []
        for part in ("\n" + text).split(separator: "\n# ") {
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let blocks = lines.dropFirst().split(separator: "")
            guard let title = lines.first, let first = blocks.first?.first, blocks.count <= 2 else { continue }
            scenarios.append(
                ForwardingScenario(
                    title: title, settings: first, inputs: Array(blocks[blocks.startIndex].dropFirst()),
                    expected: blocks.count == 2 ? Array(blocks[blocks.startIndex + 1]) : []))
        }
        return scenarios
    }
}

@Suite struct ForwardingScenarioTests {
    @Test("forwarding goes as told", arguments: ForwardingScenario.all)
    func scenario(_ scenario: ForwardingScenario) {
        var stage = ForwardingStage(settings: scenario.settings)
        for input in scenario.inputs { stage.play(input) }
        #expect(stage.outputs == scenario.expected, "\(sideBySide(scenario.expected, stage.outputs))")
    }

    @Test("the scenarios were found") func found() { #expect(ForwardingScenario.all.count >= 40) }

    private func sideBySide(_ expected: [String], _ found: [String]) -> Comment {
        let rows = (0..<max(expected.count, found.count)).map { row in
            let left = row < expected.count ? expected[row] : ""
            let right = row < found.count ? found[row] : ""
            let gap = String(repeating: " ", count: max(1, 48 - left.count))
            return (left == right ? "  " : "! ") + left + gap + right
        }
        return Comment(
            rawValue: "\n  expected" + String(repeating: " ", count: 40) + "found\n" + rows.joined(separator: "\n"))
    }
}
