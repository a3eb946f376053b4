// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about what the system tells the bridge.
let englishTextsOfSystemEvents: [SentenceID: String] = [
    .deviceOutOfReach: """
    The device "{label}" is out of reach or switched off: switch it on and keep it near this box; it is used again by itself.
    """
]
