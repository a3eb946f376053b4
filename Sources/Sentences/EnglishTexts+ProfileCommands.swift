// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about the commands that make and change profiles.
let englishTextsOfProfileCommands: [SentenceID: String] = [:]
