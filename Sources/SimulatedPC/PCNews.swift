// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
import SwitchCore

/// Something that a simulated PC shows, as a line of words and as a line of JSON. Neither ever holds typed text or secrets.
package enum PCNews: Hashable, Sendable {
    case listening(path: String, seed: UInt64)
    case connected(RemoteID)
    case left(RemoteID)
    case executed(PCRecord)
    case held([PCOutput])
    case refused(ErrorCode, type: String)
    case pairingRequested(PairingOffer)
    case pairingEnded(PairingOffer, PairingEnd)
    /// A mistake was made on demand.
    case fault(Fault)
    /// The pairings could not be written.
    case notSaved(PCStateFile.Problem)

    package enum Fault: String, Hashable, Sendable {
        case answerDropped, commandRefused, vanished, garbageSent, pairingsForgotten
    }

    package var text: String {
        switch self {
        case .listening(let path, let seed): "listening on \(path) (seed \(seed))"
        case .connected(let remote): "remote \(remote) connected"
        case .left(let remote): "remote \(remote) left"
        case .executed(let record): "#\(record.number) \(record.event.words)"
        case .held(let outputs):
            "held: \(outputs.isEmpty ? "nothing" : outputs.map(\.description).joined(separator: ", "))"
        case .refused(let code, let type): "refused \(type): \(code.text)"
        case .pairingRequested(let offer):
            "\"\(offer.deviceName)\" asks to be paired and shows the code \(offer.code). "
                + "Type \"approve\" or \"reject\" and press Enter."
        case .pairingEnded(let offer, let end): "pairing with \"\(offer.deviceName)\" \(end.rawValue)"
        case .fault(let fault): "on demand: \(fault.words)"
        case .notSaved: "the pairings could not be saved"
        }
    }

    /// One object, without a line end.
    package var json: JSONValue { .object(members) }

    private var members: [String: JSONValue] {
        switch self {
        case .listening(let path, let seed):
            ["event": "listening", "path": .string(path), "seed": .string(String(seed))]
        case .connected(let remote): ["event": "connected", "remote": .int(remote.number)]
        case .left(let remote): ["event": "left", "remote": .int(remote.number)]
        case .executed(let record):
            record.event.members.merging([
                "event": "executed", "number": .int(record.number),
                "nanoseconds": .integer(record.time.nanoseconds),
            ]) { $1 }
        case .held(let outputs):
            ["event": "held", "outputs": .array(outputs.map { .string($0.description) })]
        case .refused(let code, let type):
            ["event": "refused", "code": .string(code.text), "type": .string(type)]
        case .pairingRequested(let offer):
            ["event": "pairingRequested", "name": .string(offer.deviceName), "code": .string(offer.code)]
        case .pairingEnded(let offer, let end):
            ["event": "pairingEnded", "name": .string(offer.deviceName), "end": .string(end.rawValue)]
        case .fault(let fault): ["event": "fault", "fault": .string(fault.rawValue)]
        case .notSaved: ["event": "notSaved"]
        }
    }
}

extension PCNews.Fault {
    fileprivate var words: String {
        switch self {
        case .answerDropped: "an answer was left out"
        case .commandRefused: "a command was refused"
        case .vanished: "the link was closed without a word"
        case .garbageSent: "a frame of random bytes was sent"
        case .pairingsForgotten: "every pairing was forgotten"
        }
    }
}

extension PCEvent {
    fileprivate var words: String {
        switch self {
        case .pressed(let output): "pressed \(output)"
        case .released(let output): "released \(output)"
        case .tapped(let output): "tapped \(output)"
        case .scanned(let label): "scanning: \(label)"
        case .command(let command): "\(command)"
        case .edge(let edge): "switch \(edge.switchID) \(edge.state.rawValue) (sequence \(edge.step.sequence))"
        case .sessionStarted(_, let profileID): "session started with \(profileID)"
        case .sessionEnded(_, let end): "session ended: \(end.rawValue)"
        case .releaseFailed(let output): "release failed: \(output)"
        }
    }

    fileprivate var members: [String: JSONValue] {
        switch self {
        case .pressed(let output): ["what": "pressed", "output": .string(output.description)]
        case .released(let output): ["what": "released", "output": .string(output.description)]
        case .tapped(let output): ["what": "tapped", "output": .string(output.description)]
        case .scanned(let label): ["what": "scanned", "label": .string(label)]
        case .command(let command): ["what": "command", "type": .string(command.type.rawValue)]
        case .edge(let edge):
            [
                "what": "edge", "session": .string(edge.step.sessionID.text),
                "sequence": .int(edge.step.sequence),
                "switch": .int(edge.switchID.number), "state": .string(edge.state.rawValue),
            ]
        case .sessionStarted(let id, let profileID):
            ["what": "sessionStarted", "session": .string(id.text), "profile": .string(profileID)]
        case .sessionEnded(let id, let end):
            ["what": "sessionEnded", "session": .string(id.text), "end": .string(end.rawValue)]
        case .releaseFailed(let output): ["what": "releaseFailed", "output": .string(output.description)]
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}
