// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// What the daemon tells, as a command passes it on.
struct ServiceReport {
    let json: Bool

    func happened(_ news: [String: JSONValue], _ terminal: Terminal) throws(Failure) {
        if json { return try terminal.show(json: .object(news)) }
        if let text = news.shownText { try terminal.show(text) }
    }
}

extension ExitCode {
    /// - Parameter reason: the stable name of a stop; nil when there was none.
    init(afterStop reason: String?) {
        switch reason {
        case nil, "userStopped", "suspended", "shuttingDown": self = .done
        case "linkLost", "ackTimeout": self = .noPC
        case "captureFailed", "notRecorded": self = .failed
        default: self = .stoppedForSafety
        }
    }
}
