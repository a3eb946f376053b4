// SPDX-License-Identifier: GPL-3.0-or-later

/// What the doctor says. Where a command mends it, that stands on the lines after it.
let englishTextsOfDoctor: [SentenceID: String] = [
    .doctorPass: "Good: {text}",
    .doctorWarn: "Look at this: {text}",
    .doctorFail: "In the way: {text}",
    .doctorAllGood: "Nothing here keeps you from forwarding.",
    .doctorOneFailed: "One thing is in the way. Mend it, then run `switchbridge doctor` again.",
    .doctorSomeFailed: """
    {count} things are in the way. Mend them from the top, as one may be the cause of another, and run \
    `switchbridge doctor` again.
    """,

    .doctorRules: "The rules that let Switchbridge read switches are installed.",
    .doctorNoRules: """
    The rules that let Switchbridge read switches are not installed. Install Switchbridge again, with its package or with \
    `sudo make install`. Then have the rules applied:
    """,
    .doctorNoRulesYet: """
    The rules that let Switchbridge read switches are not installed. Another switch device may stay closed to it. Install \
    Switchbridge with its package or with `sudo make install`. Then have the rules applied:
    """,
    .doctorInGroup: "You are in the group {group}, so you may speak with the service.",
    .doctorRoot: "You are root, who may speak with the service.",
    .doctorNoGroup: "The group {group} of the service is missing. Make it again:",
    .doctorNotInGroup: """
    You are not in the group {group}, so you may not speak with the service. Join it, then log out and in again:
    """,
    .doctorLoginIsOlder: "You are in the group {group}, but only since after this login. Log out and in again.",

    .doctorDevices: "The switch devices of the profile are there: {labels}.",
    .doctorAnyDevice: "Devices that can be switches: {count}. Which of them are yours, the profile will say.",
    .doctorNoDevice: """
    No device that can be a switch is plugged in. Plug yours in, or switch it on; this shows it as it comes:
    """,
    .doctorMissing: """
    The device "{label}" is not there. Plug it in, or switch it on and press one of its switches to wake it. If it stays away, \
    charge it or change its battery. This shows it as it comes:
    """,
    .doctorOnlyVirtual: """
    The device "{label}" is not there. Another program makes a device that looks like it, which counts only with --virtual. \
    Plug in the real one; this shows it as it comes:
    """,
    .doctorBattery: "The battery of \"{label}\" is nearly flat: {percent} % are left. Charge it or change it.",
    .doctorPermitted: "Switchbridge may use them.",
    .doctorClosed: """
    Switchbridge may not use the device "{label}", as the rules for it are missing. Install them as said above, then:
    """,
    .doctorClosedYet: """
    Switchbridge may not use the device "{label}", though the rules are installed. Unplug it and plug it in again, or have the \
    rules applied:
    """,
    .doctorKeyboard: """
    The device "{label}" looks like a whole keyboard, so it stays closed: what is typed on a keyboard is private. If it is a \
    switch box and nobody types on it, open just this one device:
    """,
    .doctorKeyboardTwin: """
    The device "{label}" looks like a whole keyboard, and nothing tells it apart from another one, so it stays closed. Unplug \
    the other one, and run `switchbridge doctor` again.
    """,
    .doctorNotTaken: "No other program has them for itself.",
    .doctorTaken: """
    Another program has the device "{label}" for itself, so no press reaches Switchbridge. Close that program. This shows who \
    has devices open:
    """,
    .doctorTakenBy: """
    Another program has the device "{label}" for itself, so no press reaches Switchbridge. It is open in: {owner}. Close that \
    program, such as a key remapper. This shows who has devices open:
    """,

    .doctorProfile: "The profile {profile} has no mistakes.",
    .doctorProfileBad: """
    The profile {profile} has mistakes ({count}), the first in line {line}, so it is not used. See what they are, and mend them:
    """,
    .doctorProfileUnreadable: "The profile {profile} cannot be used. See why:",
    .doctorStop: "The switches can stop forwarding: {ways}.",
    .doctorStart: "{how}",
    .doctorNoStart: """
    No switch starts forwarding, as the profile does not say how. Under "idle", add `start: {hold: 3s}`, or \
    `start: {presses: 4, within: 4s}` for someone who cannot hold, or `start: helper` when somebody else starts:
    """,
    .doctorNoStartYet: """
    The profile does not say how a switch starts forwarding. Running `switchbridge forward` starts it all the same. For a box \
    without a keyboard, under "idle", add `start: {hold: 3s}`, or `start: {presses: 4, within: 4s}`:
    """,
    .doctorAnnounced: "Changes are told without a screen too.",
    .doctorQuiet: """
    Nothing tells of changes without a screen: announcements are off, and no light shows the state. In the profile, write \
    `announce: {level: short}`:
    """,
    .doctorLight: "The light {light} can show the state.",
    .doctorNoLight: "This box has no light {light}. See which it has, and name one of them in the profile:",
    .doctorLightClosed: "Switchbridge may not switch the light {light}. Have the rules applied:",

    .doctorAdapter: "This box has a Bluetooth adapter: {adapter}.",
    .doctorNoAdapterNeeded: "The PC is reached without Bluetooth.",
    .doctorNoAdapter: """
    This box has no Bluetooth adapter, or it is unplugged, so no PC can be reached. Plug one in; it is used as soon as this \
    shows it:
    """,
    .doctorNoBluetooth: """
    This box has no Bluetooth: no adapter, or a system without support for it, so no PC can be reached. Plug an adapter in. When \
    this shows it, it can be used:
    """,
    .doctorRadio: "Bluetooth is not switched off.",
    .doctorRadioOff: "Bluetooth is switched off on this box, by a setting or for flights. Switch it on:",
    .doctorRights: "Switchbridge has the rights that Bluetooth takes.",
    .doctorNoRights: "Linux does not let Switchbridge use Bluetooth. Give it the right, once:",

    .doctorClock: "This box's clock is kept right; it says {time}.",
    .doctorClockUnknown:
        "This box's clock says {time}. Compare it with the PC's: they may be two minutes apart at most.",
    .doctorClockFree: """
    Nothing keeps this box's clock right; it says {time}. A PC refuses a box whose clock is more than two minutes off. Connect \
    this box to a network for a moment, and have its clock kept right:
    """,
    .doctorClocksApart: """
    The PC refuses this box, as their clocks are more than two minutes apart. This box says {time}. If the PC is right, mend this \
    box's clock; if the PC is wrong, set it there:
    """,
    .doctorNoPC: "No PC is paired with this box. Start Switchify PC there, then pair:",
    .doctorNoChosenPC: "Several PCs are paired, and none is the one to use: {pcs}. Choose one:",
    .doctorPCsUnknown: "Which PCs are paired only the service may tell, and it does not answer you; see below.",
    .doctorPCNotTried: "Whether the PC \"{pc}\" can be reached was not tried, as no service runs. Try it:",
    .doctorPCAway: """
    The PC "{pc}" is not connected. Switch it on, keep it near this box, and start Switchify PC there; this box connects by \
    itself. This says more:
    """,
    .doctorPCThere: "The PC \"{pc}\" is there, but refuses this box, as said here.",
    .doctorPCNotReady: "The PC \"{pc}\" is connected, but cannot be used yet. This says why:",
    .doctorPCReady: "The PC \"{pc}\" is connected and ready.",
    .doctorPaired: "The PC accepts this box.",
    .doctorPairingVoid: "The PC \"{pc}\" does not accept this box any more. Pair again, and approve it there:",

    .doctorService: "The service runs.",
    .doctorServiceNotAtBoot:
        "The service runs, but does not start when the box is switched on. Have it start then:",
    .doctorNoService: "The service does not run, so no switch does anything. Start it, and see why it ended:",
    .doctorNoDaemon: """
    Nothing runs that forwards by itself. `switchbridge forward` forwards while somebody has it running; this holds everything \
    ready until a switch starts:
    """,
    .doctorHung: """
    The service is there but does not answer. Restart it; forwarding is off then, and whatever the PC still holds is let go of:
    """,
    .doctorServiceClosed: "Whether the service is well it tells only those who may speak with it.",
    .doctorVersion: "The service is of this version, {version}.",
    .doctorOtherVersion: """
    The service that runs is of version {running}, and this program of {version}. Restart the service when forwarding is off:
    """,
]
