// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol

/// What goes between a command that somebody runs and the process that runs it for them.
package enum CommandSignal: Hashable, Sendable {
    /// To the command.
    case signal(CInt)
    /// From the command: how it ended, as a shell counts (128 and the signal's number).
    case ended(status: CInt)
    /// It was not run. `text` is for people.
    case refused(text: String)

    /// What a terminal sends, and what ends a program.
    package static let passed: [CInt] = [SIGHUP, SIGINT, SIGTERM]

    init?(_ line: [UInt8]) {
        guard let members = (try? JSONValue(parsing: line))?.members else { return nil }
        if let number = members["signal"]?.exactInteger.flatMap(CInt.init(exactly:)), Self.passed.contains(number) {
            self = .signal(number)
        } else if let status = members["ended"]?.exactInteger.flatMap(CInt.init(exactly:)), (0...255).contains(status) {
            self = .ended(status: status)
        } else if let text = members["refused"]?.text {
            self = .refused(text: DisplayText.withoutControls(text))
        } else {
            return nil
        }
    }

    var line: [UInt8] {
        let field: (String, JSONValue) =
            switch self {
            case .signal(let number): ("signal", .int(number))
            case .ended(let status): ("ended", .int(status))
            case .refused(let text): ("refused", .string(text))
            }
        return JSONValue.object([field.0: field.1]).line
    }
}
