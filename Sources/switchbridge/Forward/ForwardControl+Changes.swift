// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// Files that change, and another program that takes the switches or the PC for a while: all of it only while idle.
extension ForwardControl {
    // MARK: Files that change

    /// The file of the profile in use may say something else by now. Only while idle. What cannot be used is left aside, and
    /// the profile stays as it was.
    /// - Returns: whether it is another one.
    func profileFileChanged() throws(Failure) -> Bool {
        let opened = try profiles.open(profiles.path, loop)
        guard opened.profile != forwarder.profile else { return false }
        startsWhenReady = false
        forwarder.change(to: opened.profile, source: opened.source)
        return true
    }

    /// The PC that is meant where none is named, or how it is reached, may be another one by now. Only while idle. One that
    /// was unpaired is left, and where no other is meant there is none.
    /// - Returns: whether it is another one.
    func pairingsChanged() throws(Failure) -> Bool {
        do throws(Failure) {
            guard let next = try pcs.again(anew: isLinkMissing, loop) else { return false }
            isLinkMissing = false
            startsWhenReady = false
            go(to: next)
            return true
        } catch {
            if pcs.hasNone {
                startsWhenReady = false
                forwarder.connection.close()
            }
            throw error
        }
    }

    // MARK: For another program

    /// What switches do is no act of their user here until `takeBackSwitches`. Only while idle.
    func lendSwitches() {
        startsWhenReady = false
        _ = forwarder.lendSwitches()
    }

    func takeBackSwitches() { forwarder.takeBackSwitches() }

    /// Ends the link, says so by `done`, and connects no more until `takeBackLink`. Only while idle.
    func lendLink(_ done: @escaping () -> Void) {
        startsWhenReady = false
        isLinkLent = true
        whenLent = done
        // While one PC is left for another, the link to end is that to the other.
        if !forwarder.isLeavingPC { endLink() }
    }

    func endLink() {
        guard isLinkLent, !isClosing else { return }
        let hasLink = forwarder.connection.status != nil
        forwarder.connection.close()
        if !hasLink { linkEnded() }
    }

    func linkEnded() {
        let done = whenLent
        whenLent = nil
        done?()
    }

    /// Connects to the PC that is meant by now, with what the other program has written.
    func takeBackLink() throws(Failure) {
        isLinkLent = false
        whenLent = nil
        isLinkMissing = true
        guard let next = try pcs.again(anew: true, loop) else { return }
        isLinkMissing = false
        forwarder.change(to: next.connection)
    }
}
