// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about learning and practising.
let englishTextsOfLearning: [SentenceID: String] = [:]
