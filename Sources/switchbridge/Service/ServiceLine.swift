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
        var answered = ControlClient.Answer.unanswered
        client.call(request) {
            answered = $0
            loop.stop()
        }
        do { try loop.run() } catch { throw .system(error) }
        client.close()
        return try Self.fields(of: answered)
    }

    /// Nil when no daemon listens there.
    func connect(_ loop: EventLoop) throws(Failure) -> ControlClient? {
        do throws(SystemError) {
            return try ControlClient(path: places.controlSocket, loop: loop)
        } catch {
            switch error.code {
            case ENOENT, ECONNREFUSED: return nil
            case EACCES: throw .notPermitted(Sentence(.serviceNotPermitted, ["group": ServicePlaces.group]))
            case EAGAIN: throw .other(Sentence(.serviceHung))
            default: throw .system(error)
            }
        }
    }

    static func fields(of answer: ControlClient.Answer) throws(Failure) -> [String: JSONValue] {
        switch answer {
        case .done(let fields): return fields
        case .refused("notConnected", let text): throw .noPC(Sentence(.serviceSays, ["text": text]))
        case .refused(_, let text): throw .other(Sentence(.serviceSays, ["text": text]))
        case .unanswered: throw .other(Sentence(.serviceHung))
        }
    }

    /// What is said where a command needs a daemon and there is none.
    var notRunning: Failure {
        .other(Sentence(places.kind == .system ? .serviceNotRunning : .serviceNotRunningUser))
    }
}
