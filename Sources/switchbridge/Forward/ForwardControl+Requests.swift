// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

extension ForwardControl {
    // MARK: What is asked for

    func start() {
        // What kept it from a link may have passed.
        if isLinkMissing { try? takeBackLink() }
        forwarder.start()
    }

    func stop(_ reason: StopReason) {
        startsWhenReady = false
        forwarder.stop(reason)
    }

    func machineWillRest(_ reason: StopReason) {
        startsWhenReady = false
        forwarder.machineWillRest(reason)
    }

    func machineIsAwake() {
        startsWhenReady = false
        forwarder.machineIsAwake()
    }

    /// Changes to another PC, which is never a start (and takes back the one that running the program was).
    func use(pc name: String) throws(Failure) {
        let next = try pcs.next(name, loop)
        if let id = next.target.expectedID, forwarder.stays(with: id) {
            return reply(Sentence(.forwardUsesAlready, ["pc": next.target.title]))
        }
        startsWhenReady = false
        go(to: next)
    }

    /// Changes to another profile, which is never a start.
    func use(profile found: FoundProfile) throws(Failure) {
        let next = try profiles.change(to: found, loop)
        startsWhenReady = false
        forwarder.change(to: next.profile, source: next.source)
    }

    /// - Parameter text: an id, or a place in the list of what the PC offers, which is less to type.
    func choose(pcProfile text: String) throws(Failure) {
        guard let pc = forwarder.pc else { throw .other(Sentence(.statusWaitForPC)) }
        guard !forwarder.profile.decidesActions else { throw .other(Sentence(.forwardProfileDecides)) }
        guard forwarder.isIdle else { throw .other(Sentence(.forwardProfileWhileActive)) }
        guard forwarder.choosePCProfile(Self.id(of: text, in: pc.catalogue)) else {
            throw .other(Sentence(.forwardNoSuchProfile, ["id": text]))
        }
    }

    /// What the PC has for the switches, to choose from.
    func offered() throws(Failure) -> [Sentence] {
        guard let pc = forwarder.pc else { throw .other(Sentence(.statusWaitForPC)) }
        guard !forwarder.profile.decidesActions else { throw .other(Sentence(.forwardProfileDecides)) }
        return pc.catalogue.profiles.map(ForwardStatus.Offered.init).sentences + [Sentence(.forwardHowToChoose)]
    }

    /// Pairing after a refusal is only its user's to ask for (F34).
    func pair() { forwarder.connection.pair() }

    private static func id(of text: String, in catalogue: SwitchCatalogue) -> String {
        guard let number = Int(text), catalogue.profiles.indices.contains(number - 1) else { return text }
        return catalogue.profiles[number - 1].id
    }

    func go(to next: (target: PCTarget, connection: PCConnection)) {
        pairingIsRefused = false
        reply(Sentence(.forwardUsing, ["pc": next.target.title]))
        forwarder.change(to: next.connection)
    }

    func reply(_ sentences: Sentence...) { onReplies?(sentences) }

    // MARK: What a switch asks for

    /// While forwarding is on, the press is its user's own act, and so it is the start with the other profile or PC as well:
    /// whoever has nothing but switches could not start there otherwise. The first thing that goes wrong takes it back.
    func switchAsked(_ asked: BridgeAction) {
        // A stop that came in the same moment goes first: nothing starts after it.
        guard isActive else { return }
        switch asked {
        case .nextProfile: nextProfileAsked(andStarts: true)
        case .nextPC: nextPCAsked(andStarts: true)
        // The machines do these.
        case .stopForwarding, .stopMovement, .stopRepeating, .releaseEverything, .nothing: break
        }
    }

    func actedWhileIdle(_ act: IdleAct) {
        guard forwarder.isIdle else { return }
        switch act {
        case .start: start()
        case .nextProfile: nextProfileAsked(andStarts: false)
        // Whoever watches takes it back first.
        case .nextPC where isLinkLent: reply(Sentence(.servicePCIsLent))
        case .nextPC: nextPCAsked(andStarts: false)
        }
    }

    /// While forwarding is on, that stops before files are read: what is held on the PC does not wait for them.
    private func nextProfileAsked(andStarts starts: Bool) {
        guard profiles.hasOthers else { return reply(Sentence(.forwardNoNextProfile)) }
        startsWhenReady = starts
        forwarder.changeProfile { [weak self] in self?.nextProfile() }
    }

    private func nextProfile() -> (profile: Profile, source: any SwitchSource)? {
        do throws(Failure) {
            if let next = try profiles.next(loop) { return (next.profile, next.source) }
            reply(Sentence(.forwardNoNextProfile))
        } catch { reply(error.sentence ?? Sentence(.forwardNoNextProfile)) }
        // Its user asked for another one, and not for an end: it goes on with this one.
        loop.afterThisTurn { [weak self] in self?.startIfAsked() }
        return nil
    }

    private func nextPCAsked(andStarts starts: Bool) {
        do throws(Failure) {
            guard let next = try pcs.next(after: forwarder.connection.status?.desktopID, loop) else {
                return reply(Sentence(.forwardNoNextPC))
            }
            startsWhenReady = starts
            go(to: next)
        } catch { reply(error.sentence ?? Sentence(.forwardNoNextPC)) }
    }
}
