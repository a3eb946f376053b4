// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import ControlSocket
import EventLoop
import PCProtocol
import Sentences

/// A conversation with the daemon that goes on for a while: its news and its state come as they change.
final class ServiceTalk {
    let live: LiveRun
    let client: ControlClient
    private let line: ServiceLine
    /// What happened, as in `forward --json`.
    var onNews: (([String: JSONValue]) -> Void)?
    var onStatus: ((ForwardStatus) -> Void)?
    private(set) var status: ForwardStatus?

    /// - Throws: also when no daemon runs.
    init(_ live: LiveRun, _ places: ServicePlaces) throws(Failure) {
        line = ServiceLine(places)
        guard let client = try line.connect(live.loop) else { throw line.notRunning }
        self.live = live
        self.client = client
        client.onEvent = { [weak self] in self?.told($0) }
        client.onGone = { [weak self] in self?.live.fail(.other(Sentence(.serviceGone))) }
    }

    /// From here on everything is told. - Parameter edges: also each press and release.
    func watch(edges: Bool) { ask(.watch(edges: edges)) }

    /// Ends the run with what the daemon says when it refuses.
    func ask(
        _ request: ControlRequest, then done: @escaping ([String: JSONValue]) -> Void = { _ in }
    ) {
        client.call(request) { [weak self] answer in
            guard let self else { return }
            live.attempt { () throws(Failure) in done(try line.fields(of: answer)) }
        }
    }

    private func told(_ fields: [String: JSONValue]) {
        if let failure = line.failure(of: fields) { return live.fail(failure) }
        switch fields["event"]?.text {
        case "status":
            guard let status = fields["status"]?.members.flatMap({ ForwardStatus($0) }) else { return }
            self.status = status
            onStatus?(status)
        case "hello": break
        default: onNews?(fields)
        }
    }
}

extension [String: JSONValue] {
    /// The sentence of a piece of news, fit to be shown. Announcements have none: they say for the ear what other news say.
    var shownText: String? {
        guard self["event"]?.text != Announcement.event else { return nil }
        return self["text"]?.text.map(DisplayText.withoutControls).flatMap { $0.isEmpty ? nil : $0 }
    }
}
