// SPDX-License-Identifier: GPL-3.0-or-later

/// What switches do while forwarding is off, and what is announced.
let englishTextsOfActs: [SentenceID: String] = [
    .profileOneGesture:
        """
    Say either hold, such as "hold: 3s", or presses with within, such as "presses: 4, within: 4s".
    """,
    .profileCannotBeHeld:
        """
    "{name}" cannot be held, as its kind is {kind}. Name another switch, or say presses and within instead of hold.
    """,
    .profileNoneCanBeHeld:
        """
    No switch here can be held: pulse and latching switches cannot. Say presses and within instead of hold.
    """,
    .profileActsAlike:
        """
    With one and the same switch this would also be {other}. Give {act} or {other} a switch of its own, or let one of \
    them be a hold and the other one presses.
    """,
    .profileBadLight:
        """
    "{found}" is no light. Name one of those that `ls /sys/class/leds` shows.
    """,
    .actStartUnsaid:
        """
    It does not say how its user starts. Under "idle", add start: {hold: 3s}, or start: {presses: 4, within: 4s}, \
    or start: helper when somebody else starts.
    """,
    .actStartHelper: "Somebody else starts: by a command, or by another program.",
    .actHold: "hold {switch} for {time}",
    .actPresses: "press {switch} {count} times within {time}",
    .choiceOr: "{others} or {last}",
    .actAnySwitch: "any switch",
    .actStart: "To start, {how}.",
    .actNextPC: "While forwarding is off, for the next PC, {how}.",
    .actNextProfile: "While forwarding is off, for the next profile, {how}.",
    .actCapturesAlways:
        "Its devices are kept from other programs also while forwarding is off, unless one of them is a keyboard.",
    .learnStartProposed: """
    That a switch starts is a proposal. If somebody else is to start, type helper and press Enter.
    """,
    .announceOff: "Nothing is announced.",
    .announceShort: "What one has to know is announced.",
    .announceFull: "Everything is announced.",
    .announceLight: "The light {light} shows the state.",
    .announceDeviceLights: "The lights of its devices show the state.",

    // How many acts each function takes.
    .reachStart: "Start",
    .reachStop: "Stop",
    .reachNextPC: "Next PC",
    .reachNextProfile: "Next profile",
    .reachKnowState: "Know the state",
    .reachIdle: "while off",
    .reachStarting: "while starting",
    .reachActive: "while on",
    .reachStopping: "while stopping",
    .reachAlready: "nothing to do",
    .reachOneAct: "1 press or hold",
    .reachActs: "{count} presses or holds",
    .reachStartUnsaid: "out of reach, as the profile does not say how its user starts",
    .reachHelperStarts: "out of reach, as somebody else starts",
    .reachNoSwitch: "out of reach, as no switch does it",
    .reachMoreSwitches: "out of reach, as it takes more switches",
    .reachNotAnnounced: "out of reach without a screen, as nothing is announced",
    .reachWhen: "{function}, {state}",
    .reachOr: "{first} or {next}",
    .reachRow: "{function}: {one}.",
    .reachRowOfTwo: "{function}: {one} with one switch; {two} with two switches.",
]
