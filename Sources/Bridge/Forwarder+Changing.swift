// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import EventLoop
package import PCLink
import PCProtocol
package import SwitchCore

extension Forwarder {
    // MARK: Another profile

    package typealias NextProfile = () -> (profile: Profile, source: any SwitchSource)?

    /// Stops and goes on with another profile and its devices; nothing starts by itself.
    package func change(to profile: Profile, source next: any SwitchSource) { changeProfile { (profile, next) } }

    /// - Parameter next: called once forwarding has stopped, so that nothing is held on the PC while files are read; nil goes on
    ///   with the same profile.
    package func changeProfile(to next: @escaping NextProfile) {
        guard !isClosing else { return }
        nextProfile = next
        stop(.profileChanged)
        changeProfileWhenIdle()
    }

    func changeProfileWhenIdle() {
        guard let wanted = nextProfile, isIdle, !isClosing else { return }
        nextProfile = nil
        guard let next = wanted() else {
            // A start is within reach again, as it was before.
            onEvent?(.devicesChanged)
            return
        }
        // At once, so that the next profile can have the same devices.
        source.endCaptureNow()
        source.onEvent = nil
        source = next.source
        listenToSource()
        pipeline.profileChanged(to: next.profile)
        actions = ActionRunner(next.profile)
        let remembered = pc.flatMap { connection.savedPCs.pc($0.status.desktopID)?.profileID }
        wish = PCProfileWish(given: nil, remembered: remembered, wanted: next.profile.pcProfileID)
        meanings = pc.flatMap { meanings(on: $0) }
        if let pc { actions.pcBecameReady(pc) }
        onEvent?(.changedProfile(next.profile))
        if isLending { source.lend() }
        source.open()
        onEvent?(.devicesChanged)
        if pc != nil { onEvent?(.meanings(meanings)) }
    }

    // MARK: Another PC

    /// Whether this PC is connected and stays so. One that is being left for another is not: its user may want it back.
    package func stays(with desktopID: String) -> Bool {
        nextConnection == nil && connection.status?.desktopID == desktopID
    }

    /// Whether this PC is being left for another one, whose link opens once that has been done.
    package var isLeavingPC: Bool { nextConnection != nil }

    /// Stops, says good-bye to this PC and goes on with another one, where nothing starts by itself. The stop is acknowledged
    /// or the link cut before the other connection opens.
    package func change(to next: PCConnection) {
        guard !isClosing else { return }
        nextConnection = next
        stop(.userStopped)
        changeWhenIdle()
    }

    func changeWhenIdle() {
        guard nextConnection != nil, isIdle, !isChanging, !isClosing else { return }
        isChanging = true
        let hasLink = connection.status != nil
        connection.close()
        // Where there is a link, its end comes back by `.lost`.
        if !hasLink { loseThisPC() }
    }

    /// Later in this turn: the old connection may be the caller.
    func loseThisPC() {
        loop.afterThisTurn { [weak self] in self?.finishChange() }
    }

    private func finishChange() {
        guard isChanging, let next = nextConnection else { return }
        let left = lastPC
        uncertainID = mayStillBeHeld ? uncertainID ?? left?.desktopID : nil
        connection.onEvent = nil
        isChanging = false
        nextConnection = nil
        connection = next
        forgetPC()
        lastPC = nil
        // What was said for the one PC is not meant for the other.
        wish.given = nil
        wish.remembered = nil
        listen()
        onEvent?(.changedPC(from: left, mayStillBeHeld: uncertainID != nil))
        guard !isClosing else { return closeWhenIdle() }
        connection.open()
    }

    private var mayStillBeHeld: Bool {
        if case .idle(let stop?) = state { stop.mayStillBeHeld } else { false }
    }
}
