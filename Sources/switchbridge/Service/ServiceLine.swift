// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences

/// Short questions to a running daemon, from commands that have no loop of their own.
struct ServiceLine {
    let places: ServicePlaces

    init(_ places: ServicePlaces) { self.places = places }

    /// Nil when no daemon runs.
    func status() throws(Failure) -> ForwardStatus? {
        guard let fields = try ask(.status) else { return nil }
        return fields["status"]?.members.flatMap { ForwardStatus($0) }
    }

    /// Asks and waits for the answer; nil when no daemon runs.
    func ask(_ request: ControlRequest) throws(Failure) -> [String: JSONValue]? {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .system(error) }
        guard let client = try connect(loop) else { return nil }
        defer { client.close() }
        return try fields(of: answer(to: request, over: client, on: loop))
    }

    /// Asks and turns the loop until there is an answer, or the client knows that none will come. Who is turned away hears why.
    func answer(
        to request: ControlRequest, over client: ControlClient, on loop: EventLoop
    ) throws(Failure) -> ControlClient.Answer {
        var answered = ControlClient.Answer.unanswered
        var farewell: Failure?
        let heard = client.onEvent
        client.onEvent = {
            farewell = farewell ?? failure(of: $0)
            heard?($0)
        }
        defer { client.onEvent = heard }
        client.call(request) {
            answered = $0
            loop.stop()
        }
        do { try loop.run() } catch { throw .system(error) }
        if let farewell { throw farewell }
        return answered
    }

    /// Nil when no daemon listens there.
    func connect(_ loop: EventLoop) throws(Failure) -> ControlClient? {
        do throws(SystemError) {
            return try ControlClient(path: places.controlSocket, loop: loop)
        } catch {
            switch error.code {
            case ENOENT, ECONNREFUSED: return nil
            case EACCES: throw Self.notPermitted
            case EAGAIN: throw hung
            default: throw .system(error)
            }
        }
    }

    func fields(of answer: ControlClient.Answer) throws(Failure) -> [String: JSONValue] {
        switch answer {
        case .done(let fields): return fields
        case .refused("notConnected", let text): throw .noPC(Sentence(.serviceSays, ["text": text]))
        case .refused(_, let text): throw .other(Sentence(.serviceSays, ["text": text]))
        case .unanswered: throw hung
        }
    }

    /// Why what a daemon says unasked ends the conversation; nil when it does not.
    func failure(of event: [String: JSONValue]) -> Failure? {
        switch event["event"]?.text {
        case "hello" where event["protocol"]?.exactInteger != Int64(ControlCall.protocolVersion): otherVersion
        case "refused": event["error"]?.text == "tooMany" ? Self.tooMany : Self.notPermitted
        default: nil
        }
    }

    // MARK: What is in the way

    static let notPermitted = Failure.notPermitted(Sentence(.serviceNotPermitted, ["group": ServicePlaces.group]))
    static let tooMany = Failure.other(Sentence(.serviceTooMany))

    /// What is said where a command needs a daemon and there is none.
    var notRunning: Failure { said(.serviceNotRunning, .serviceNotRunningUser) }
    var hung: Failure { said(.serviceHung, .serviceHungUser) }
    private var otherVersion: Failure { said(.serviceOtherVersion, .serviceOtherVersionUser) }

    /// The box's service and a user's own are not restarted in the same way.
    private func said(_ system: SentenceID, _ user: SentenceID) -> Failure {
        .other(Sentence(places.kind == .system ? system : user))
    }
}
