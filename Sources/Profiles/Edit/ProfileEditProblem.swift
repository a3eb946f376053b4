// SPDX-License-Identifier: GPL-3.0-or-later
package import Sentences

/// Why a profile was not changed. Nothing of the change was made.
package enum ProfileEditProblem: Error, Hashable, Sendable {
    /// The text is written in a way that cannot be changed here without harm; its writer can do it in an editor.
    case unusualText(at: TextPosition)
    case unknownSwitch(String, choices: [String])
    case unknownDevice(String, choices: [String])
    /// An order that names a switch twice, or not all of them.
    case incompleteOrder(choices: [String])
    /// A profile has at least one switch.
    case lastSwitch(String)
    /// The change is possible, but what comes of it is no good profile. Positions are those in the text that was not made.
    case notGood(ProfileProblems)

    package var sentence: Sentence {
        switch self {
        case .unusualText(let position):
            Sentence(.editUnusualText, ["line": "\(position.line)", "column": "\(position.column)"])
        case .unknownSwitch(let name, let choices):
            Sentence(.editUnknownSwitch, ["found": Quoted.text(name), "hint": Self.hint(name, choices)])
        case .unknownDevice(let name, let choices):
            Sentence(.editUnknownDevice, ["found": Quoted.text(name), "hint": Self.hint(name, choices)])
        case .incompleteOrder(let choices):
            Sentence(.editIncompleteOrder, ["names": choices.map { "\"\(Quoted.text($0))\"" }.joined(separator: " ")])
        case .lastSwitch(let name): Sentence(.editLastSwitch, ["name": Quoted.text(name)])
        case .notGood(let problems):
            Sentence(.editNotGood, ["problems": problems.problems.map(\.sentence.description).joined(separator: " ")])
        }
    }

    private static func hint(_ name: String, _ choices: [String]) -> String {
        let nearest = NearestName.of(name, among: choices)
        let hint =
            nearest.map { Sentence(.profileHintNearest, ["name": Quoted.text($0)]) }
            ?? Sentence(.profileHintChoices, ["choices": choices.map(Quoted.text).joined(separator: ", ")])
        return hint.description
    }
}
