// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// What a client of the daemon asks for.
package enum ControlRequest: Hashable, Sendable {
    /// What a command needs for itself while it runs.
    package enum Lent: String, Hashable, Sendable {
        case switches
        case pc
    }

    /// - untilGone: forwarding stops when this client goes.
    case start(untilGone: Bool)
    case stop
    case status
    /// Goes on with another profile, another PC, or both. At least one is given.
    case use(profile: String?, pc: String?)
    /// One of the PC's profiles, for the next start.
    case choose(pcProfile: String)
    /// From here on the client is told what happens; with `edges` also each movement of a switch.
    case watch(edges: Bool)
    /// For as long as this client is connected.
    case lend(Lent)
    case diagnostics
}

/// A request and the number by which its answer names it.
package struct ControlCall: Hashable, Sendable {
    package static let protocolVersion = 1
    /// In bytes, without the end of the line.
    package static let lengthLimit = 4096
    /// In bytes of UTF-8.
    package static let textLimit = 1024

    package let id: Int64
    package let request: ControlRequest

    package init(id: Int64, request: ControlRequest) {
        self.id = id
        self.request = request
    }
}

/// Why a line is no request.
package enum ControlProblem: Error, Hashable, Sendable {
    /// Not one JSON object with an `id`, or longer than `lengthLimit`.
    case notARequest
    /// For a newer daemon, or a misspelling.
    case unknownRequest(id: Int64)
    /// A field is missing, of another kind, too long or out of range.
    case badField(id: Int64, name: String)
    /// A start that has waited behind other things until it may not be meant any more.
    case tooLate(id: Int64)

    /// Of the request that it is about, 0 when that is not known.
    package var id: Int64 {
        switch self {
        case .notARequest: 0
        case .unknownRequest(let id), .badField(let id, _), .tooLate(let id): id
        }
    }

    /// Stable, for programs.
    package var code: String {
        switch self {
        case .notARequest: "notARequest"
        case .unknownRequest: "unknownRequest"
        case .badField: "badField"
        case .tooLate: "tooLate"
        }
    }
}

extension ControlCall {
    /// Reads one line, without its end.
    package init(parsing line: [UInt8]) throws(ControlProblem) {
        guard line.count <= Self.lengthLimit, let value = try? JSONValue(parsing: line), let members = value.members,
            let id = members["id"]?.exactInteger
        else { throw .notARequest }
        self.id = id
        request = try Fields(id: id, members: members).request()
    }

    private struct Fields {
        let id: Int64
        let members: [String: JSONValue]

        func request() throws(ControlProblem) -> ControlRequest {
            switch members["request"]?.text {
            case "start": return .start(untilGone: try truth("untilGone"))
            case "stop": return .stop
            case "status": return .status
            case "use":
                let (profile, pc) = (try text("profile"), try text("pc"))
                guard profile != nil || pc != nil else { throw .badField(id: id, name: "profile") }
                return .use(profile: profile, pc: pc)
            case "choose": return .choose(pcProfile: try required("pcProfile"))
            case "watch": return .watch(edges: try truth("edges"))
            case "lend":
                guard let lent = ControlRequest.Lent(rawValue: try required("what")) else {
                    throw .badField(id: id, name: "what")
                }
                return .lend(lent)
            case "diagnostics": return .diagnostics
            default: throw .unknownRequest(id: id)
            }
        }

        /// Absent is false.
        private func truth(_ name: String) throws(ControlProblem) -> Bool {
            guard let value = members[name] else { return false }
            guard let truth = value.truth else { throw .badField(id: id, name: name) }
            return truth
        }

        private func text(_ name: String) throws(ControlProblem) -> String? {
            guard let value = members[name], value != .null else { return nil }
            guard let text = value.text, !text.isEmpty, text.utf8.count <= ControlCall.textLimit
            else { throw .badField(id: id, name: name) }
            return text
        }

        private func required(_ name: String) throws(ControlProblem) -> String {
            guard let text = try text(name) else { throw .badField(id: id, name: name) }
            return text
        }
    }
}

extension ControlRequest {
    /// As it stands in a line, beside `id`.
    package var fields: [String: JSONValue] {
        switch self {
        case .start(let untilGone): ["request": .string("start"), "untilGone": .bool(untilGone)]
        case .stop: ["request": .string("stop")]
        case .status: ["request": .string("status")]
        case .use(let profile, let pc):
            ["request": .string("use")].merging(
                [("profile", profile), ("pc", pc)].compactMap { name, value in value.map { (name, .string($0)) } }
            ) { $1 }
        case .choose(let pcProfile): ["request": .string("choose"), "pcProfile": .string(pcProfile)]
        case .watch(let edges): ["request": .string("watch"), "edges": .bool(edges)]
        case .lend(let lent): ["request": .string("lend"), "what": .string(lent.rawValue)]
        case .diagnostics: ["request": .string("diagnostics")]
        }
    }
}
