// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences

extension ServiceFacts {
    private static let unit = "switchbridge.service"
    private static let unitDirectories = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]

    /// Asks whoever listens there; one that does not answer is waited for as long as any command does, and no longer.
    init(askedAt places: ServicePlaces, _ loop: EventLoop) {
        isInstalled = Self.unitDirectories.contains { access("\($0)/\(Self.unit)", F_OK) == 0 }
        isEnabled = Path.isTaken("/etc/systemd/system/multi-user.target.wants/\(Self.unit)")
        answer = Self.ask(places, loop)
    }

    private static func ask(_ places: ServicePlaces, _ loop: EventLoop) -> Answer {
        let line = ServiceLine(places)
        do throws(Failure) {
            guard let client = try line.connect(loop) else { return .notRunning }
            defer { client.close() }
            var version: String?
            client.onEvent = { fields in
                if fields["event"]?.text == "hello" { version = fields["version"]?.text }
            }
            switch try line.answer(to: .diagnostics, over: client, on: loop) {
            case .done(let fields): return .answered(Diagnosis(fields, version: version))
            case .refused(_, let text): return .failed(Sentence(.serviceSays, ["text": text]))
            case .unanswered: return .hung
            }
        } catch {
            if case .notPermitted = error { return .notPermitted }
            return error == line.hung ? .hung : .failed(error.shortSentence)
        }
    }
}
