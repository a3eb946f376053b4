// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Sentences
import SwitchCore

/// Something that a daemon does without for as long as this is there. While the process sleeps the daemon has it back; one that
/// was begun anew meanwhile is asked again.
final class ServiceLoan {
    /// How soon a daemon that has gone is asked again; each time after twice as long.
    private static let firstRetry = Duration.milliseconds(500)
    private static let longestRetry = Duration.seconds(10)

    /// Whoever borrows turns it, or the daemon would not be heard.
    let loop: EventLoop
    /// The daemon does not lend it again.
    var onLost: ((Failure) -> Void)?

    private let what: ControlRequest.Lent
    private let places: ServicePlaces
    private var client: ControlClient?
    private var retry: LoopTimer?
    private var pause = ServiceLoan.firstRetry
    private var goOn: (() -> Void)?

    /// Nil when no daemon runs, so that there is nobody to ask.
    init?(_ what: ControlRequest.Lent, _ places: ServicePlaces) throws(Failure) {
        self.what = what
        self.places = places
        do { loop = try EventLoop() } catch { throw .system(error) }
        let line = ServiceLine(places)
        guard let client = try line.connect(loop) else { return nil }
        // A link to the PC takes 3 s to end at most.
        _ = try line.fields(of: line.answer(to: .lend(what), over: client, on: loop))
        retry = loop.makeTimer { [weak self] _ in self?.askAgain() }
        keep(client)
    }

    /// The daemon has it back.
    func end() {
        retry?.deadline = nil
        client?.onGone = nil
        client?.close()
        client = nil
    }

    /// After `end`.
    /// - Parameter goOn: called once the daemon does without it, or there is none.
    func takeAgain(then goOn: @escaping () -> Void) {
        self.goOn = goOn
        askAgain()
    }

    private func askAgain() {
        do throws(Failure) {
            guard let client = try ServiceLine(places).connect(loop) else {
                isBorrowed()
                return askLater()
            }
            keep(client)
            client.call(.lend(what)) { [weak self] in self?.answered($0) }
        } catch { onLost?(error) }
    }

    private func keep(_ client: ControlClient) {
        self.client = client
        client.onGone = { [weak self] in self?.askLater() }
    }

    private func askLater() {
        client = nil
        retry?.deadline = loop.now + pause
        pause = min(pause * 2, Self.longestRetry)
    }

    private func isBorrowed() {
        let goOn = goOn
        self.goOn = nil
        goOn?()
    }

    private func answered(_ answer: ControlClient.Answer) {
        // It went, and is asked again.
        if case .unanswered = answer { return }
        do throws(Failure) {
            _ = try ServiceLine(places).fields(of: answer)
            pause = Self.firstRetry
            isBorrowed()
        } catch { onLost?(error) }
    }
}
