// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// What a PC's profile does with each switch, in words and for programs.
struct ProfileListing {
    let profile: PCProfile

    /// A scanning profile has a switch's press and hold in one text, such as "Select; hold: Next, Back" (protocol note §7).
    struct Label: Hashable {
        private static let holdMark = "; hold: "

        let press: String
        /// What it does while it is held on, one after the other.
        let hold: [String]

        init(_ text: String) {
            let mark = text.firstRange(of: Self.holdMark)
            press = String(text[..<(mark?.lowerBound ?? text.endIndex)])
            hold = mark.map { text[$0.upperBound...].split(separator: ",").map { $0.trimmingSpaces } } ?? []
        }
    }

    var title: String {
        Sentence(.pcProfile, ["name": profile.name, "id": profile.id, "kind": kind]).description
    }

    private var kind: String {
        let id: SentenceID =
            switch profile.kind {
            case .mapped: .pcKindMapped
            case .grid3: .pcKindGrid3
            case .scanning: .pcKindScanning
            }
        return Sentence(id).description
    }

    var lines: [String] { profile.bindings.map { line($0).description } }

    private func line(_ binding: SwitchBinding) -> Sentence {
        let number = "\(binding.switchID.number)"
        let label = label(of: binding)
        switch binding.behavior {
        case .unassigned: return Sentence(.pcBindingNone, ["switch": number])
        case .pulse, .stateful:
            guard label.hold.isEmpty else {
                return Sentence(
                    .pcBindingHold,
                    [
                        "switch": number, "press": label.press,
                        "hold": label.hold.joined(separator: Sentence(.pcHoldNext).description),
                    ])
            }
            let id: SentenceID = binding.behavior == .stateful ? .pcBindingFollows : .pcBinding
            return Sentence(id, ["switch": number, "press": label.press])
        }
    }

    private func label(of binding: SwitchBinding) -> Label { Label(binding.label) }

    var json: JSONValue {
        let bindings = profile.bindings.map { binding in
            let label = label(of: binding)
            return JSONValue.object([
                "switch": .int(binding.switchID.number), "label": .string(binding.label),
                "behavior": .string(binding.behavior.rawValue), "press": .string(label.press),
                "hold": .array(label.hold.map { .string($0) }),
            ])
        }
        return .object([
            "event": .string("profile"), "id": .string(profile.id), "version": .int(profile.version),
            "name": .string(profile.name), "kind": .string(profile.kind.rawValue), "bindings": .array(bindings),
        ])
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var rest = self
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
