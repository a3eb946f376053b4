// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about actions.
let englishTextsOfActions: [SentenceID: String] = [
    .actionNotOnThisPC: "{action} (not on this PC)",
    .actionsHold: "hold: {hold}",
    .actionsPressAndHold: "{press}; hold: {hold}",
    .forwardActionRefused: "The PC did not do \"{action}\" ({code}). Nothing of it is held.",
    .forwardActionUnsupported: "This PC does not know \"{action}\", so nothing was done.",
    .forwardActionAnswered: "{action} {phase}: {outcome} after {ms} ms",
    .forwardActionsDecided: "This profile says itself what your switches do on the PC.",
    .forwardSelected: "{switch}: let go for {action}.",
    .forwardProfileDecides: """
    This profile says itself what the switches do, so none of the PC's is used. `switchbridge map` changes it.
    """,
]
