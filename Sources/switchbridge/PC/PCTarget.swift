// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// The PC that a command is about.
enum PCTarget {
    /// Within this process.
    case simulated
    /// Whichever listens there.
    case socket(path: String)
    case saved(SavedPC)
    /// One that was just found by Bluetooth, and has said this of itself.
    case nearby(PCStatus)

    static let socketPrefix = "unix:"
    /// What `forward` calls the PC within it.
    static let simulatedWord = "simulated"

    /// How a PC can be named on the command line.
    static let spelling = "NAME, ID or unix:PATH"

    /// The socket that `text` names, nil when it names something else.
    static func socket(named text: String) -> PCTarget? {
        guard text.hasPrefix(socketPrefix) else { return nil }
        return .socket(path: String(text.dropFirst(socketPrefix.count)))
    }

    /// - Parameter text: `unix:PATH`, the name or id of a saved PC, or nil for the one that is used where none is named.
    init(_ text: String?, among pcs: SavedPCs) throws(Failure) {
        if let text, let socket = Self.socket(named: text) {
            self = socket
        } else {
            self = .saved(try Self.savedPC(text, among: pcs))
        }
    }

    static func savedPC(_ text: String?, among pcs: SavedPCs) throws(Failure) -> SavedPC {
        guard !pcs.all.isEmpty else { throw .noPC(Sentence(.pcNoneSaved)) }
        guard let text else {
            if let chosen = pcs.chosen { return chosen }
            throw .other(Sentence(.pcNoDefault, ["pcs": Self.list(pcs.all)]))
        }
        do throws(SavedPCs.LookupProblem) {
            return try pcs.pc(called: text)
        } catch {
            switch error {
            case .unknown: throw .noPC(Sentence(.pcUnknown, ["found": text]))
            case .ambiguous(let matches):
                throw .other(Sentence(.pcAmbiguous, ["found": text, "pcs": Self.list(matches)]))
            }
        }
    }

    private static func list(_ pcs: [SavedPC]) -> String {
        pcs.map { "\"\($0.name)\" (id \($0.desktopID))" }.joined(separator: ", ")
    }

    /// Where it listens; nil for one that is reached by Bluetooth.
    var socketPath: String? {
        switch self {
        case .socket(let path): path
        case .saved(let pc): pc.socketPath
        case .simulated, .nearby: nil
        }
    }

    /// The PC that has to be there; nil when any will do.
    var expectedID: String? {
        switch self {
        case .saved(let pc): pc.desktopID
        case .nearby(let pc): pc.desktopID
        case .simulated, .socket: nil
        }
    }

    /// What it is called to its user.
    var title: String {
        switch self {
        case .simulated: SimulatedPlace.status.displayName
        case .socket(let path): Self.socketPrefix + path
        case .saved(let pc): pc.name
        case .nearby(let pc): pc.displayName
        }
    }

    /// Whether what is said to it passes over the air.
    var isWireless: Bool {
        switch self {
        case .simulated, .socket: false
        case .saved(let pc): pc.socketPath == nil
        case .nearby: true
        }
    }
}
