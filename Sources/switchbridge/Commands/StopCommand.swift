// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import PCProtocol
import Sentences
import SwitchCore

/// `stop`.
struct StopCommand: Command {
    static let description = CommandDescription(
        name: "stop", group: .everyDay, summary: "stop forwarding, where a service runs",
        details: ["It ends when the PC has confirmed that it let go, or says what may still be held."],
        options: [.json], exitCodes: [.notPermitted])

    private let json: Bool

    init(_ arguments: Arguments) { json = arguments.has(.json) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let talk = try ServiceTalk(live, ServicePlaces(terminal.environment))
        var isAsked = false
        talk.onStatus = { status in
            guard isAsked, status.state == .idle else { return }
            let isHeld = status.lastStop?.mayStillBeHeld == true
            live.attempt { () throws(Failure) in
                if json {
                    try live.terminal.show(json: status.json)
                } else {
                    try live.terminal.show(lines: Self.lines(status))
                }
            }
            live.end(.code(isHeld ? .failed : .done))
        }
        talk.ask(.stop) { _ in
            isAsked = true
            talk.watch(edges: false)
        }
        return try live.run(keeping: talk)
    }

    private static func lines(_ status: ForwardStatus) -> [String] {
        let held = status.lastStop?.mayStillBeHeld == true ? [Sentence(.statusMayBeHeld).description] : []
        return [Sentence(.statusIdle).description] + held
    }
}
