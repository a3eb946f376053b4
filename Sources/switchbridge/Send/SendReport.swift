// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Sentences

/// What `send` says of each action, and never what a text to type says.
struct SendReport {
    private let live: LiveRun
    private let isJSON: Bool

    init(_ live: LiveRun, json: Bool) {
        self.live = live
        isJSON = json
    }

    func done(_ action: CatalogueAction) {
        tell(action, "acknowledged") { () throws(Failure) in
            try live.terminal.show(Sentence(.sendDone, ["action": action.name]).description)
        }
    }

    func refused(_ action: CatalogueAction, code: String) {
        tell(action, "refused", code: code) { () throws(Failure) in
            warn(Sentence(.sendRefused, ["action": action.name, "code": code]))
        }
    }

    func unsupported(_ action: CatalogueAction) {
        tell(action, "unsupported") { () throws(Failure) in
            warn(Sentence(.sendUnsupported, ["action": action.name]))
        }
    }

    func unanswered(_ action: CatalogueAction) {
        tell(action, "unanswered") { () throws(Failure) in
            let id: SentenceID = action.category == .text ? .sendMayBeTyped : .sendUnanswered
            warn(Sentence(id, ["action": action.name]))
        }
    }

    func mayStillBeHeld() {
        live.attempt { () throws(Failure) in
            if isJSON { try live.terminal.show(json: .object(["event": .string("mayStillBeHeld")])) }
            warn(Sentence(.sendMayStillBeHeld))
        }
    }

    private func warn(_ sentence: Sentence) {
        live.terminal.say(sentence.description, .warning)
    }

    private func tell(
        _ action: CatalogueAction, _ outcome: String, code: String? = nil, inWords: () throws(Failure) -> Void
    ) {
        live.attempt { () throws(Failure) in
            guard isJSON else { return try inWords() }
            try live.terminal.show(
                json: .object([
                    "event": .string("sent"), "action": .string(ActionCatalogue.shownID(action.id)),
                    "name": .string(action.name), "outcome": .string(outcome),
                    "code": code.map { .string($0) } ?? .null,
                ]))
        }
    }
}
