// SPDX-License-Identifier: GPL-3.0-or-later

/// One change, in one short sentence for somebody who has no screen: to be spoken, or read by a screen reader.
package struct Announcement: Hashable, Sendable {
    /// Characters of the longest one: the labels of eight switches are the only long thing there is to say.
    package static let textLimit = 800

    package let id: AnnouncementID
    package let text: String

    init(_ id: AnnouncementID, _ text: String) {
        self.id = id
        self.text = text.count > Self.textLimit ? String(text.prefix(Self.textLimit - 1)) + "…" : text
    }

    /// It ends what is being said, and what waits to be said is no longer true after it.
    package var isUrgent: Bool { id.isUrgent }
    package var level: AnnouncementID.Level { id.level }
}

/// What is announced. The names are stable: other programs see them.
///
/// | id                                         | level | what is said                                                      |
/// | ------------------------------------------ | ----- | ----------------------------------------------------------------- |
/// | present                                    | short | to whoever begins to listen: the state, the last stop, what is wrong |
/// | ready                                      | short | a start would be taken from now on, and how one starts            |
/// | starting, started                          | short | forwarding begins; it is on, with which profile and PC            |
/// | labels                                     | full  | what each switch does, and which are not used                     |
/// | startRefused, stoppedAlready               | short | urgent: why a start did nothing                                   |
/// | stopped                                    | short | urgent: why, whether something may be held, how one starts again  |
/// | idleStopSoon                               | short | forwarding stops in 15 s                                          |
/// | released                                   | short | what may have been held is known to be let go of                  |
/// | pcLost                                     | short | urgent: the PC is gone, or cannot be used, and why                |
/// | pcMissing, pcBack                          | short | it is not there yet; it is connected                              |
/// | reconnecting                               | full  | the first attempt to reach it again                               |
/// | restoring                                  | short | after an unclean end, until the PC has acknowledged               |
/// | controlsReady, controlsUnavailable         | short | what came of that                                                 |
/// | pairingNeeded, pairingFailed, choose       | short | what keeps a connected PC from being used                         |
/// | paired                                     | full  |                                                                   |
/// | otherPC, otherProfile, nothingNext         | short | what a change came to                                             |
/// | heldElsewhere                              | short | the PC before may still hold something                            |
/// | switchMissing, switchBack                  | short | a device of the profile                                           |
/// | holds, holdsNoMore                         | short | a modifier is held, a button is dragged                           |
/// | repeats, repeatsNoMore                     | full  | the PC repeats something by itself                                |
/// | selected                                   | full  | what letting go would do now                                      |
/// | actionRefused, actionTooLate, maybeTyped   | short | a press did not do what it should, or may have                    |
/// | bluetoothOff, bluetoothOn                  | short |                                                                   |
/// | lent, givenBack                            | short | another program has the PC or the switches                        |
/// | incomplete, notSaved, lightFailed          | short | something of this box has to be mended                            |
package enum AnnouncementID: String, Hashable, Sendable, CaseIterable {
    package enum Level: String, Hashable, Sendable { case short, full }

    case present, ready, starting, started, labels, startRefused, stoppedAlready, stopped, idleStopSoon, released
    case pcLost, pcMissing, pcBack, reconnecting, restoring, controlsReady, controlsUnavailable
    case pairingNeeded, pairingFailed, choose, paired, otherPC, otherProfile, nothingNext, heldElsewhere
    case switchMissing, switchBack, holds, holdsNoMore, repeats, repeatsNoMore, selected
    case actionRefused, actionTooLate, maybeTyped, bluetoothOff, bluetoothOn, lent, givenBack
    case incomplete, notSaved, lightFailed

    package var level: Level {
        switch self {
        case .labels, .reconnecting, .paired, .repeats, .repeatsNoMore, .selected: .full
        case .present, .ready, .starting, .started, .startRefused, .stoppedAlready, .stopped, .idleStopSoon, .released,
            .pcLost, .pcMissing, .pcBack, .restoring, .controlsReady, .controlsUnavailable, .pairingNeeded,
            .pairingFailed, .choose, .otherPC, .otherProfile, .nothingNext, .heldElsewhere, .switchMissing, .switchBack,
            .holds, .holdsNoMore, .actionRefused, .actionTooLate, .maybeTyped, .bluetoothOff, .bluetoothOn, .lent,
            .givenBack, .incomplete, .notSaved, .lightFailed:
            .short
        }
    }

    package var isUrgent: Bool {
        switch self {
        case .startRefused, .stoppedAlready, .stopped, .pcLost: true
        case .present, .ready, .starting, .started, .labels, .idleStopSoon, .released, .pcMissing, .pcBack,
            .reconnecting, .restoring, .controlsReady, .controlsUnavailable, .pairingNeeded, .pairingFailed, .choose,
            .paired, .otherPC, .otherProfile, .nothingNext, .heldElsewhere, .switchMissing, .switchBack, .holds,
            .holdsNoMore, .repeats, .repeatsNoMore, .selected, .actionRefused, .actionTooLate, .maybeTyped,
            .bluetoothOff, .bluetoothOn, .lent, .givenBack, .incomplete, .notSaved, .lightFailed:
            false
        }
    }
}
