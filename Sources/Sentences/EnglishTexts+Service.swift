// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about the service and how other programs speak with it.
let englishTextsOfService: [SentenceID: String] = [
    .controlNotARequest: "That is no request: each line is one JSON object with an id and a request.",
    .controlUnknownRequest: "This version of the service does not know that request.",
    .controlBadField: "The field {name} is missing or cannot be used.",
]
