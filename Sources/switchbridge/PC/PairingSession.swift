// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// One pairing with a PC whose place is known. It waits for as long as the PC does, and then for as long as its user likes
/// before the next request.
final class PairingSession {
    private enum Phase {
        case connecting
        /// The PC shows the same code and waits for its user.
        case asking
        /// That came to nothing; the word `again` asks once more.
        case offering
        /// The PC's token is saved.
        case paired
    }

    private let live: LiveRun
    private let talk: PCTalk
    private let target: PCTarget
    private let visit: PCVisit
    /// Whether somebody can still type `again`.
    private var mayBeAnswered: Bool
    private var phase = Phase.connecting
    /// What is to be compared now.
    private var code: PairingCodeText?

    init(
        _ live: LiveRun, _ talk: PCTalk, with target: PCTarget, _ places: PCPlaces, _ state: StateFiles,
        mayBeAnswered: Bool
    ) throws(Failure) {
        self.live = live
        self.talk = talk
        self.target = target
        self.mayBeAnswered = mayBeAnswered
        visit = try PCVisit(live, to: target, places, state)
        visit.onEvent = { [weak self] in self?.happened($0) ?? false }
        visit.onReady = { [weak self] in self?.ready($0) }
    }

    func begin() {
        if target.isWireless {
            talk.tell("unencrypted", Sentence(.pairUnencrypted, ["pc": target.title]), [:], .warning)
        }
        visit.connection.pair()
        visit.begin()
        let leave = live.beforeEnd
        live.beforeEnd = { [weak self] ended in
            self?.clearCode()
            leave?(ended)
        }
    }

    /// - Parameter line: nil when nothing more can be typed.
    func lineEntered(_ line: String?) {
        guard let line else {
            mayBeAnswered = false
            if case .offering = phase { live.fail(Failure(PairingFailure.expired)) }
            return
        }
        let word = line.split(separator: " ").first
        switch phase {
        case .offering where word == "again":
            if visit.connection.status == nil { talk.tell("reply", Sentence(.pcLooking, ["pc": target.title])) }
            visit.connection.pair()
        case .offering:
            if word != nil { talk.tell("reply", Sentence(.pairWord)) }
        case .connecting, .asking, .paired: break
        }
        drawCode()
    }

    // MARK: What happens

    /// True when there is nothing more to do about it.
    private func happened(_ event: ConnectionEvent) -> Bool {
        switch event {
        case .connected(let status):
            talk.tell("connected", nil, ["pc": .string(status.displayName), "id": .string(status.desktopID)])
            return true
        case .report(let report): return reported(report)
        case .lost(let failure, let retries): return lost(failure, retries: retries)
        case .sessionNotRecorded, .stateProblem: return false
        }
    }

    private func reported(_ report: ClientReport) -> Bool {
        switch report {
        // The connection asks by itself, as it was told to; after a refusal only its user asks again (F34).
        case .pairingNeeded, .failed(.accessVoid): return true
        case .pairingCode(let code): asked(PairingCodeText(code: code))
        case .pairingFailed(let failure): failed(failure)
        case .paired: paired()
        case .authenticated, .recovered, .commandsInDoubt, .ready, .answered, .pinged, .failed: return false
        }
        return true
    }

    private func asked(_ code: PairingCodeText) {
        phase = .asking
        self.code = code
        let sentence = Sentence(.pairCompare, ["words": code.words])
        guard !talk.isJSON else {
            return talk.tell("pairingCode", sentence, ["code": .string(code.code), "words": .string(code.words)])
        }
        talk.tell("asking", Sentence(.pairAsking, ["pc": visit.connection.status?.displayName ?? target.title]))
        if talk.isDrawn { return drawCode() }
        for line in [code.spaced, sentence.description] {
            live.attempt { () throws(Failure) in try live.terminal.show(line, .heading) }
        }
    }

    private func failed(_ failure: PairingFailure) {
        clearCode()
        switch failure {
        case .expired, .unanswered: offer("pairingExpired", .pairExpired, else: Failure(failure))
        case .rejected, .mismatch, .refused: live.fail(Failure(failure))
        }
    }

    private func lost(_ failure: LinkFailure, retries: Bool) -> Bool {
        switch phase {
        case .connecting, .paired: return false
        case .asking:
            guard retries else { return false }
            clearCode()
            guard mayBeAnswered else { return false }
            offer("pairingBroken", .pairBroken, else: Failure(LinkFailure.closedByPC))
        // The connection comes back by itself, and asks nothing until it is told to. Where an old access is void it does not
        // come back (F34), but with the word.
        case .offering: return retries || failure.mayPass
        }
        return true
    }

    private func offer(_ event: String, _ id: SentenceID, else failure: Failure) {
        phase = .offering
        guard mayBeAnswered else { return live.fail(failure) }
        talk.tell(event, Sentence(id), [:], .warning)
    }

    private func paired() {
        phase = .paired
        clearCode()
    }

    private func ready(_ details: PCDetails) {
        let pcs = visit.connection.savedPCs
        let id = details.status.desktopID
        let isDefault = pcs.chosen?.desktopID == id
        let fields: [String: JSONValue] = [
            "id": .string(id), "name": .string(details.status.displayName), "isDefault": .bool(isDefault),
        ]
        let name = ["pc": details.status.displayName]
        if case .paired = phase {
            talk.tell("paired", Sentence(.pairPaired, name), fields, .good)
            if !talk.isJSON { talk.tell("default", Sentence(isDefault ? .pairIsDefault : .pairHowToUse, ["id": id])) }
        } else {
            talk.tell("alreadyPaired", Sentence(.pairAlready, name), fields)
        }
        live.end(.code(.done))
    }

    // MARK: The code on the screen

    private func drawCode() {
        guard let code else { return }
        let width = live.terminal.output.layoutWidth
        talk.draw(
            [""] + code.lines(width: width) + ["", Sentence(.pairCompare, ["words": code.words]).description])
    }

    /// It has served (F39).
    private func clearCode() {
        code = nil
        talk.draw([])
    }
}
