// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about actions.
let englishTextsOfActions: [SentenceID: String] = [
    .actionNotOnThisPC: "{action} (not on this PC)",
    .actionsHold: "hold: {hold}",
    .actionsPressAndHold: "{press}; hold: {hold}",
    .forwardActionRefused: "The PC did not do \"{action}\" ({code}). Nothing of it is held.",
    .forwardActionUnsupported: "This PC does not know \"{action}\", so nothing was done.",
    .forwardActionTooLate: """
    "{action}" was left out: the PC was still busy with what came before. Press again when it is done.
    """,
    .statusLasting: "On the PC now: {what}",
    .lastingRepeat: "something moves or repeats by itself",
    .lastingDrag: "the {button} mouse button is down",
    .lastingModifier: "{key} is down",
    .forwardActionAnswered: "{action} {phase}: {outcome} after {ms} ms",
    .forwardActionsDecided: "This profile says itself what your switches do on the PC.",
    .forwardSelected: "{switch}: let go for {action}.",
    .forwardChangedProfile: "The profile is \"{name}\" now.",
    .forwardNoNextProfile: """
    There is no other profile that can be used, so this one goes on. `switchbridge profile list` shows yours.
    """,
    .forwardNoNextPC: "There is no other PC to go to, so nothing changes. `switchbridge pc pair` adds one.",
    .forwardProfileDecides: """
    This profile says itself what the switches do, so none of the PC's is used. `switchbridge map` changes it.
    """,

    // Actions in profiles.
    .profileUnknownAction: "\"{found}\" is not an action. {hint}",
    .profileHintActions: "`switchbridge actions WORD` finds the right one.",
    .profileBadKeyAction: """
    "{found}" names no key. After `key:` write one character, or a key such as Enter, ArrowLeft or F5.
    """,
    .profileBadShortcutAction: """
    "{found}" is no combination of keys. After `shortcut:` write one to eight different keys with + between them, such \
    as shortcut:Ctrl+Shift+T.
    """,
    .profileBadTextAction: """
    This text cannot be typed. After `text:` write 1 to 2,000 characters, none of them invisible; most emoji count twice.
    """,
    .profileBadTextName: """
    This text's name is not possible. Write `text-NAME:` with a name of at most 40 letters, digits and dashes.
    """,
    .profileBadPointerSpeed: "\"{found}\" is no pointer speed. Write pointer-speed- and 5, 10, 15 … 225.",
    .profileHoldCount: "A switch has 1 to {limit} hold actions. Without any, leave `hold` out.",
    .profileHeldInList: """
    "{action}" lasts while the switch is held, so it cannot be one of several hold actions: those are done when the \
    switch is let go. Make it the only one, or choose an action that does not need the switch held.
    """,
    .profileHeldBesideHold: """
    "{action}" lasts while the switch is held, but holding this switch has another meaning. Take out `hold`, or make \
    this the hold action.
    """,
    .profileHeldOnPulse: """
    "{action}" lasts while the switch is held, but a pulse switch is never held. Choose an action that does not need it.
    """,
    .profileHoldNotOrdinary: """
    A {kind} switch cannot tell a hold from a press, so it has no hold actions. Take out `hold`.
    """,
    .profileHoldsReachStop: """
    The last hold action of "{name}" comes {reached} after the press, but a hold of {stop} stops forwarding. Make \
    hold-after or hold-step shorter, list fewer actions, or make hold-to-stop longer.
    """,
    .profileActionsOnStopSwitch: """
    "{name}" is the stop switch, so it does nothing but stop. Take out its actions, or leave out stop-switch.
    """,
    .profileActionsAndPCProfile: """
    The switches here have actions of their own, so no profile of the PC is used. Take out this line, or the actions.
    """,
    .profileMaximumHoldNotLatching: """
    Only a latching switch has a maximum-hold. Write `kind: latching` if it stays down by itself, or take this out.
    """,

    // Listing.
    .actionsLine: "{id}: {name}",
    .actionsForm: "{id}: {name}, such as {example}",
    .actionsNone: "No action has to do with \"{found}\". {hint}",
    .actionsListAll: "`switchbridge actions` lists all.",
    .actionsAskPC: "`switchbridge actions --pc PC` marks what that PC does not know.",

    // Sending.
    .sendBridgeAction: "\"{action}\" is done by this box while it forwards. There is nothing to send to a PC.",
    .sendRepeats: """
    "{action}" goes on until something stops it, and after a send nothing would. Choose an action that is over at once.
    """,
    .sendTypeNotAction: """
    {type} belongs to the connection or to forwarding, which this program sees to. Only commands that make the PC do \
    something can be sent.
    """,
    .sendUnknownType: "The protocol has no command {type}. {hint}",
    .sendPayloadNotJSON: "The payload of {type} is not JSON. Expected: {expected}.",
    .sendBadPayload: "The payload of {type} is not right: {what}. Expected: {expected}.",
    .sendPayloadNoObject: "it is not an object",
    .sendPayloadMissing: "\"{key}\" is missing",
    .sendPayloadUnexpected: "it has a key that does not belong there",
    .sendPayloadWrong: "\"{key}\" has a value that is not possible",
    .sendPayloadAlone: "--payload belongs to --type. Say which command it is for.",
    .sendTypeAndActions: "Give either actions or --type, not both.",
    .sendTooMany: "These are too many actions at once: at most {limit}.",
    .sendInputTwice: "Standard input can be read once only. Give one - at most.",
    .sendInputTooLong: "Standard input has more than {limit} bytes, which is more than a PC takes at once.",
    .sendInputNotUTF8: "Standard input is not UTF-8 text, so nothing was sent.",
    .sendInputEmpty: "There is no text on standard input, so nothing was sent.",
    .sendTextTooLong: """
    This text has {length} characters, most emoji counted twice, and a PC takes at most {limit} at once. Nothing was sent; \
    send it in parts.
    """,
    .sendInputNotTypeable: """
    This text cannot be typed, since it has an invisible character other than tabs and line ends. Nothing was sent.
    """,
    .sendTypeNow: "Type it now. To finish, press Enter and then Ctrl-D.",
    .sendDone: "{action}: done.",
    .sendRefused: "The PC did not do \"{action}\" ({code}). Nothing after it was sent.",
    .sendUnsupported: """
    This PC does not know "{action}", so nothing was sent. `switchbridge actions --pc PC` shows what a PC knows.
    """,
    .sendUnanswered: """
    The PC did not answer, so nobody knows whether it did "{action}". It is not sent again; look at the PC first.
    """,
    .sendMayBeTyped: """
    The PC did not answer. The text may have been typed, in part or whole. It is not sent again; look at the PC first.
    """,
    .sendMayStillBeHeld: """
    The PC did not say that it let go of everything, so something may still be held. The next connection makes it let \
    go: `switchbridge pc ping` is enough.
    """,
]
