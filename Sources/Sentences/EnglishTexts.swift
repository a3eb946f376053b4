// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of every sentence in English.
let englishTexts: [SentenceID: String] = [
    // Stops: what happened and what to do next.
    .stopUserStopped: "You stopped forwarding. Start again whenever you like."

        // Profiles.

        // Input devices.

        // The PC and the link to it.

        // The command line.
]
