// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about profile files and what is wrong with them.
let englishTextsOfProfiles: [SentenceID: String] = [
    .profileFileMissing: "There is no such file. `switchbridge profile list` shows the profiles that there are.",
    .profileFileNotPermitted: "You may not read this file. `ls -l` shows who may.",
    .profileFileUnreadable: "The file could not be read: {error}.",
    .profileNotAFile:
        "This is not a file that can hold a profile. `switchbridge profile list` shows the profiles that there are.",
    .profileTooLarge: "The file is larger than {limit} KiB, so it is not a profile.",
    .profilePlaceholder: """
    The device "{label}" still has the example's name, so no device fits. `switchbridge switch replace` learns a \
    switch by its press; or put the name of yours there, which `switchbridge devices` shows.
    """,
    .profileMoreProblems: "More problems were found. Mend these first, then check again.",
    .profileNotUTF8: "Here the file is not UTF-8 text. Save it as UTF-8 in your editor.",
    .profileControlCharacter: "Here stands an invisible character ({code}). Delete it.",
    .profileEmpty: "The file is empty. Start from one of the profiles that come with Switchbridge.",
    .profileNotYAML:
        """
    The file cannot be understood from here on. Look for a missing colon, bracket or quote and for uneven \
    indentation here and in the line before; indent with spaces, never tabs. (YAML: {detail}.)
    """,
    .profileAnchor:
        """
    A profile has no anchors, aliases or merge keys (`&`, `*`, `<<`). Write the values out. If the sign belongs \
    to a text, put the text in quotes.
    """,
    .profileTag: "A profile has no tags (`!`). Leave it out. If the sign belongs to a text, put the text in quotes.",
    .profileKeyNotWord: "A word is expected before the colon, not a list.",
    .profileTooDeep: "The brackets or indentation go deeper here than a profile ever does.",
    .profileTooManyEntries: "The file has more entries than a profile ever needs.",
    .profileSeveralDocuments:
        """
    A file holds one profile. Put what follows the line `---` or `...` in a file of its own.
    """,
    .profileNotProfile: "A profile consists of lines such as `name: Two switches`.",
    .profileNewerSchema:
        """
    This profile was made for a newer version of Switchbridge; this one understands schema {schema}. Update \
    Switchbridge. The file is left as it is.
    """,
    .profileNotSchema: "Write `schema: {schema}`.",
    .profileUnknownKey: "\"{found}\" means nothing here. {hint}",
    .profileDuplicateKey: "\"{key}\" is already given on line {line}. Keep one of the two.",
    .profileMissingKey: "\"{key}\" is missing here.",
    .profileExpectedMapping: "Entries such as `name: value` are expected here.",
    .profileExpectedList: "A list is expected here: one line for each entry, beginning with a dash.",
    .profileExpectedValue: "A single value is expected here.",
    .profileNoValue: "A value is missing here.",
    .profileEmptyList: "\"{key}\" needs at least one entry.",
    .profileHintNearest: "Did you mean \"{name}\"?",
    .profileHintChoices: "Possible here: {choices}.",
    .profileHintMonitor: "`switchbridge monitor` shows the right one when you press the switch.",
    .profileBadName: "A name has 1 to {limit} characters, and no invisible ones.",
    .profileTextControls: "This text contains an invisible character. Take it out.",
    .profileTooLong: "This is too long: at most {limit} bytes.",
    .profileUnknownWord: "\"{found}\" is not possible here. {hint}",
    .profileNotNumber: "\"{found}\" is not a whole number from {least} to {most}.",
    .profileOutOfRange: "\"{found}\" is outside what is possible: {least} to {most}.",
    .profileNotPercent: "\"{found}\" is not a share. Write a whole number and a percent sign, from {least} to {most}.",
    .profileNotDuration:
        """
    "{found}" is not a time. Write a number and its unit, such as 500ms, 0.5s or 2min, from {least} to {most}.
    """,
    .profileUnitMissing: "\"{found}\" has no unit. Write ms, s or min after the number, such as 500ms or 2s.",
    .profileNotMilliseconds: "\"{found}\" is not a whole number of milliseconds.",
    .profileTooManyDevices: "This is one device too many: a profile has at most {limit}.",
    .profileSameDevice:
        """
    "{device}" and "{other}" can be the same device. Say what tells them apart, such as the serial or the port; \
    `switchbridge devices` shows both.
    """,
    .profileMatchCount: "A device has 1 to {limit} descriptions.",
    .profileDeviceVague:
        """
    This fits too many devices, perhaps the keyboard of this computer. Say the vendor and the product, or the \
    name, the serial or the port; `switchbridge devices` shows them.
    """,
    .profileBadCapabilities:
        """
    "{found}" does not consist of 16 hexadecimal digits. `switchbridge devices --json` shows the right ones.
    """,
    .profileTooManySwitches: "This is one switch too many: a PC takes at most {limit}.",
    .profileDuplicateName: "\"{name}\" is already the name of the switch on line {line}. Give each its own.",
    .profileDuplicateNumber:
        """
    Number {number} already belongs to the switch on line {line}. Each switch has its own; without an `id` it is \
    the place in the list.
    """,
    .profileInputAndInputs: "Give either \"input\" or \"inputs\", not both.",
    .profileInputCount: "A switch has 1 to {limit} inputs.",
    .profileDeviceNotSaid:
        """
    Say which device this is on, such as `{device: LABEL, key: KEY_SPACE}`. The devices here: {devices}.
    """,
    .profileUnknownDevice: "No device is called \"{found}\" here. {hint}",
    .profileOnlyWithAxis: "\"{key}\" belongs only to an axis.",
    .profileOneInput: "An input is one of \"key\", \"axis\" and \"scan\".",
    .profileAxisNotKey: "\"{found}\" is an axis. Write `axis:` instead of `key:`.",
    .profileKeyNotAxis: "\"{found}\" is a key or button. Write `key:` instead of `axis:`.",
    .profileNeedsScan:
        """
    KEY_UNKNOWN stands for every key without a name. Write `{scan: NUMBER}` with the number that `switchbridge \
    monitor` shows when you press the switch.
    """,
    .profileDirectionMissing: "An axis has two directions, and each is a switch. Write {axis}- or {axis}+.",
    .profileUnknownCode: "\"{found}\" is not the name of a key, button or axis. {hint}",
    .profileReleaseAbovePress:
        """
    The switch must let go below the share at which it is pressed: release ({release}) must be below press \
    ({press}).
    """,
    .profileInputTwice: "This input is already used on line {line}. Each input belongs to one switch.",
    .profileUnknownSwitch: "No switch is called \"{found}\" here. {hint}",
    .profileHoldReachesStop:
        """
    "{name}" must be held for {hold} to be accepted, but a hold of {stop} stops forwarding. Make hold-to-accept \
    shorter, or hold-to-stop and scanning-hold-to-stop longer.
    """,
    .profileNothingForwarded:
        """
    The only switch is the stop switch, so nothing could reach the PC. Add a switch, or leave out stop-switch.
    """,
    .profileNoWayToStop:
        """
    No switch here could stop forwarding: pulse and latching switches cannot stop it by a hold. Under "safety", \
    add presses-to-stop or a stop-switch.
    """,
    .profileUnusedDevice:
        """
    No switch uses the device "{device}". Give a switch one of its inputs, or take the device out.
    """,
]
