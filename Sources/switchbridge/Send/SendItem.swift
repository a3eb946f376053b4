// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// One word of `send`.
enum SendItem: Hashable, Sendable {
    /// Stands for the text on standard input.
    static let standardInputWord = "-"
    /// As many as one `send` takes.
    static let limit = 64

    case action(CatalogueAction)
    /// The text that comes on standard input.
    case standardInput

    /// - Parameter command: for problems.
    init(_ word: String, of command: String) throws(UsageProblem) {
        guard word != Self.standardInputWord else {
            self = .standardInput
            return
        }
        self = .action(try Self.action(word, of: command))
    }

    /// The action of the catalogue, where `send` can do it.
    private static func action(_ id: String, of command: String) throws(UsageProblem) -> CatalogueAction {
        let action: CatalogueAction
        do throws(ActionProblem) { action = try ActionCatalogue.read(id) } catch {
            throw UsageProblem(ActionProblemText.sentence(error, with: id), command: command)
        }
        guard let manner = action.action.manner else {
            throw UsageProblem(.sendBridgeAction, ["action": action.name], command: command)
        }
        guard !manner.isRepeat else { throw UsageProblem(.sendRepeats, ["action": action.name], command: command) }
        return action
    }

    // MARK: Commands as they stand in the protocol

    /// The type that `name` names, where `send` can send it.
    static func type(_ name: String, of command: String) throws(UsageProblem) -> CommandType {
        guard let type = CommandType(rawValue: name) else {
            let types = CommandType.allCases.filter(\.isAction).map(\.rawValue)
            let hint =
                NearestName.of(name, among: types).map { Sentence(.profileHintNearest, ["name": $0]) }
                ?? Sentence(.profileHintChoices, ["choices": types.joined(separator: ", ")])
            throw UsageProblem(.sendUnknownType, ["type": name, "hint": hint.description], command: command)
        }
        guard type.isAction else {
            throw UsageProblem(.sendTypeNotAction, ["type": type.rawValue], command: command)
        }
        guard type != .startRepeat else {
            throw UsageProblem(.sendRepeats, ["action": type.rawValue], command: command)
        }
        return type
    }

    static func action(
        of type: CommandType, payload: [UInt8], of command: String
    ) throws(UsageProblem) -> CatalogueAction {
        guard let json = try? JSONValue(parsing: payload) else {
            throw UsageProblem(
                .sendPayloadNotJSON, ["type": type.rawValue, "expected": type.expectedPayload], command: command)
        }
        do throws(CommandError) {
            return CatalogueAction(raw: try PCProtocol.Command.decode(type: type.rawValue, payload: json))
        } catch {
            let names = ["what": error.words, "type": type.rawValue, "expected": type.expectedPayload]
            throw UsageProblem(.sendBadPayload, names, command: command)
        }
    }
}

extension CommandError {
    /// What is wrong, without the value that was found: it may be a text.
    fileprivate var words: String {
        switch self {
        case .unknownType, .payload(.notAnObject): Sentence(.sendPayloadNoObject).description
        case .payload(.missing(let key)): Sentence(.sendPayloadMissing, ["key": key.rawValue]).description
        case .payload(.unexpectedKey): Sentence(.sendPayloadUnexpected).description
        case .payload(.wrongType(let key)), .payload(.outOfBounds(let key)):
            Sentence(.sendPayloadWrong, ["key": key.rawValue]).description
        }
    }
}
