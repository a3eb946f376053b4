// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import PCProtocol
import Sentences
import SwitchCore

/// `start`: what its user does with switches, done by a helper or a program.
struct StartCommand: Command {
    static let description = CommandDescription(
        name: "start", group: .everyDay, summary: "start forwarding, where a service runs",
        details: [
            """
            It ends when forwarding is on, or says why it could not start. Nothing is tried again by itself. Ctrl-C before that \
            takes the start back.
            """
        ],
        options: [.json], exitCodes: [.noDevice, .notPermitted, .noPC, .stoppedForSafety])

    private let json: Bool

    init(_ arguments: Arguments) { json = arguments.has(.json) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let talk = try ServiceTalk(live, ServicePlaces(terminal.environment))
        var isAsked = false
        func isNow(_ status: ForwardStatus) {
            guard isAsked else { return }
            switch status.state {
            case .active: live.end(.code(.done))
            case .idle: live.end(.code(status.lastStop?.exitCode ?? .done))
            case .starting, .stopping: break
            }
        }
        talk.onNews = { news in
            let event = news["event"]?.text
            // The answer says it, where people read.
            guard json || event != "startRefused" else { return }
            live.attempt { () throws(Failure) in try ServiceReport(json: json).happened(news, live.terminal) }
            // A start that fails as the one before did leaves the same state, of which nothing is told.
            guard isAsked, event == "stopped" else { return }
            talk.ask(.status) { fields in fields["status"]?.members.flatMap { ForwardStatus($0) }.map(isNow) }
        }
        talk.onStatus = isNow
        talk.watch(edges: false)
        // Whoever ends this command before forwarding is on has not started.
        live.beforeEnd = { done in
            if isAsked, talk.status?.state == .starting { talk.client.call(.stop) { _ in done() } } else { done() }
        }
        talk.ask(.start(untilGone: false)) { _ in isAsked = true }
        return try live.run(keeping: talk)
    }
}
