// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// What the daemon tells, as a command passes it on.
struct ServiceReport {
    let json: Bool

    func happened(_ news: [String: JSONValue], _ terminal: Terminal) throws(Failure) {
        if json { return try terminal.show(json: .object(news)) }
        if let text = news.shownText { try terminal.show(text) }
    }
}
