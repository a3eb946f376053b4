// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about the commands that make and change profiles.
let englishTextsOfProfileCommands: [SentenceID: String] = [
    .editUnusualText: """
    What stands at line {line}, column {column} is written in a way that cannot be changed from here without harm to \
    the rest. Nothing was changed; change it in a text editor, with `switchbridge profile edit`.
    """,
    .editUnknownSwitch: "This profile has no switch \"{found}\". {hint}",
    .editUnknownDevice: "This profile has no device \"{found}\". {hint}",
    .editIncompleteOrder: "Name every switch once, in the order that they are to have. They are {names}.",
    .editLastSwitch: """
    "{name}" is the only switch of this profile, and a profile needs one. Nothing was changed; to have it no more, delete \
    the profile.
    """,
    .editNotGood: "Nothing was changed, because the profile would then not be good: {problems}",
]
