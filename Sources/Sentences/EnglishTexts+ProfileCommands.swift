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
    .editNotGood: """
    Nothing was changed, because the profile would then not be good: {problems} What no option of a command is about, \
    `switchbridge profile edit` changes.
    """,

    // Where profiles are.
    .storeUnknown: "There is no such profile or file. `switchbridge profile list` shows the profiles.",
    .storeUnknownNearest: "There is no such profile or file. Did you mean \"{name}\"?",
    .storeNone: """
    You have no profile of your own yet. `switchbridge learn` makes one by pressing your switches, \
    `switchbridge profile copy TEMPLATE NAME` from a template.
    """,
    .storeSeveral: "You have several profiles, so name the one that you mean: {names}.",
    .storeNoneChosen: """
    There are several profiles, and none of them was chosen yet: {names}. `switchbridge use NAME` chooses one.
    """,
    .storeBadName: """
    This cannot be the name of a profile. A name has at most {limit} bytes, no slash and nothing invisible, and does not begin \
    with a dot or a dash.
    """,
    .storeExists: """
    You have a profile "{name}" already. Choose another name, or delete it first with `switchbridge profile delete`.
    """,
    .storeUnreadable: """
    What stands at {path} cannot be read as a profile, so it was left as it is. {problem} Choose another name, or take it \
    away first.
    """,
    .storeShipped: """
    "{name}" came with the program and is never changed. Copy it first: `switchbridge profile copy {name} NEWNAME`.
    """,
    .storeSame: "\"{name}\" cannot be copied onto itself. Choose another name.",
    .storeMade: """
    "{name}" is made: {path}. It fits no device yet. Learn each switch by pressing it, with `switchbridge switch replace`, \
    or put in your device with `switchbridge profile edit`.
    """,
    .storeCopied: "\"{name}\" is a copy of \"{from}\": {path}.",
    .storeCopyHasMistakes:
        "\"{name}\" has mistakes, {count} in all; `switchbridge profile check {word}` names them.",
    .storeOverwriteQuestion: """
    You have a profile "{name}" already: {path}. To overwrite it, type yes and press Enter. The old one is kept beside \
    it, with a ~ at the end of its name.
    """,
    .storeNotOverwritten:
        "\"{name}\" was left as it is, since nobody said yes. Where nobody can be asked, --yes says it.",
    .storeDeleteOnlyYours: """
    "{name}" is not one of your own profiles, so it is not deleted here. `switchbridge profile list` shows yours.
    """,
    .storeDeleteQuestion: "This deletes the profile \"{name}\": {path}. To do so, type yes and press Enter.",
    .storeNotDeleted: "\"{name}\" was not deleted, since nobody said yes. Where nobody can be asked, --yes says it.",
    .storeDeleted: "\"{name}\" is deleted. Its text is kept for now: {backup}",
    .storeInUse: """
    "{name}" is in use for forwarding. End `switchbridge forward` first, or type `switchbridge stop` where the service runs; or add \
    --at-next-start to change what the next start uses.
    """,
    .storeInUseNotDeleted: """
    "{name}" is in use for forwarding. End `switchbridge forward` first, or type `switchbridge stop` where the service runs.
    """,
    .storeServiceHas: """
    The service has "{name}" in use, and without its file goes on with it only until it is restarted. \
    `switchbridge use NAME` has it go on with another one.
    """,
    .storeAtNextStart: """
    What forwards now goes on with the profile as it was. The service takes the change over once forwarding is off; \
    without one it counts when `switchbridge forward` is run anew.
    """,
    .storeUnchanged: "Nothing was changed: \"{name}\" is as it was.",
    .storeChangedMeanwhile: """
    {path} was changed by somebody else meanwhile, so it was left as it is. {draft}
    """,
    .storeBusy:
        "{path} is being written by another run of this program, so it was left as it is. Try again in a moment. {draft}",
    .storeNotSaved: "{path} could not be saved: {error}. What was there before is still there. {draft}",
    .storeDraftKept: """
    What you made is kept as {path}. To go on with it, name it after `switchbridge profile edit --from`.
    """,
    .storeDraftLost: "What you made could not be kept either.",
    .listYours: "yours",
    .listTemplate: "a template",
    .listHidden: "a template, hidden by yours of the same name",
    .listInUse: "in use",
    .listMistakes: "has mistakes",
    .showProfileDecides: "This profile says itself what its switches do.",
    .showPCDecides: "What its switches do, the PC decides. `switchbridge map` lets the profile decide.",

    // In a text editor.
    .editNoDraft: "No draft could be written, so there is nothing to edit. `df -h` shows whether the disk is full.",
    .editNoEditor: """
    There is no terminal here to edit on, and neither of the variables VISUAL and EDITOR names an editor that needs none. \
    Any editor will do: `switchbridge profile path` shows where the file is, `switchbridge profile check` looks it over.
    """,
    .editFailedUnchanged: """
    The text editor ended with an error, and nothing was changed. The variable EDITOR says which editor is used.
    """,
    .editFailed: """
    The text editor ended with an error, so nothing was saved. What you made is kept as {path}. The variable EDITOR says \
    which editor is used.
    """,
    .editDraftGone: """
    The text editor left no text behind that can be read, so nothing was changed. The variable EDITOR says which editor is used.
    """,
    .editSaved: "\"{name}\" is saved.",
    .editQuestion: """
    The profile has these mistakes, so it was not saved. Type edit to go on with it, keep to leave it as a draft, or \
    discard to throw it away, and press Enter.
    """,
    .editDiscarded: "The draft is thrown away. The profile is as it was before.",

    // What switches do.
    .mapWhat: "Say what is to be changed, such as --press click.",
    .mapProfileDecides: """
    From now on this profile decides what its switches do, not the PC. Switches without an action do nothing.
    """,
    .mapPCDecides: "No switch of this profile has an action any more. From now on the PC decides what they do.",
    .switchNewNumbers: """
    Numbers have changed: {numbers}. The PC decides by the number what a switch does, so see there whether it still is \
    what you want.
    """,
    .switchRenamed: "\"{old}\" is called \"{new}\" now.",
    .switchRemoveQuestion: """
    This removes the switch "{name}" from the profile "{profile}".{more} To do so, type yes and press Enter.
    """,
    .switchNotRemoved: "\"{name}\" was not removed, since nobody said yes. Where nobody can be asked, --yes says it.",
    .switchRemoved: "\"{name}\" is removed from \"{profile}\".{more}",
    .switchRemovesDevice: "The device \"{device}\", which no other switch is on, goes with it.",
    .switchRemovesStop: "It is the one that stops forwarding at a press; the other ways to stop stay.",
]
