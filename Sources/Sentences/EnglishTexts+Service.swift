// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about the service and how other programs speak with it.
let englishTextsOfService: [SentenceID: String] = [
    .controlNotARequest: "That is no request: each line is one JSON object with an id and a request.",
    .controlUnknownRequest: "This version of the service does not know that request.",
    .serviceNotWatched: "Whether files in {path} change is not seen: {error}. After a change, restart the service.",
    .controlTooLate: "This start waited for so long that it may not be meant any more. Ask again.",
    .controlBadField: "The field {name} is missing or cannot be used.",
    .serviceNotPermitted: """
    You may not speak with the service of this box. Become a member of its group with `sudo usermod -aG {group} $USER`, then log out \
    and in again.
    """,
    .serviceNotRunning: "The service does not run. Start it with `sudo systemctl start switchbridge`.",
    .serviceNotRunningUser: """
    No service of yours runs. Start one with `switchbridge daemon`, or with `systemctl --user start switchbridge` once it is installed.
    """,
    .serviceHung: """
    The service does not answer. Restart it with `sudo systemctl restart switchbridge`; it comes back with forwarding off.
    """,
    .serviceHungUser: """
    Your service does not answer. Restart it with `systemctl --user restart switchbridge`, or end `switchbridge daemon` and run it \
    again; it comes back with forwarding off.
    """,
    .serviceGone: """
    The service has ended, or has let go of this program. `switchbridge status` says whether it runs, and whether forwarding is on.
    """,
    .serviceOtherVersion: """
    The service is of another version than this program. Restart it with `sudo systemctl restart switchbridge`.
    """,
    .serviceOtherVersionUser: """
    Your service is of another version than this program. Restart it with `systemctl --user restart switchbridge`, or end \
    `switchbridge daemon` and run it again.
    """,
    .serviceDecides: """
    The service forwards with the devices and the adapter that it was started with. Leave out --virtual, \
    --capture-keyboard and --adapter, or give them to the service.
    """,
    .serviceRadioOff: "Bluetooth has been switched off on this box. `sudo rfkill unblock bluetooth` switches it on.",
    .serviceRadioOffHard: "Bluetooth has been switched off by a switch or a key of this box. Switch it on there.",
    .serviceRadioOn: "Bluetooth is switched on again.",
    .forwardStoppedAlready: "Forwarding had stopped already. {why} To start, do the same once more.",
    .serviceTooLong: "That is too long for the service. Make it shorter.",
    .serviceNotServed: "The service runs commands about PCs only, and none that names a file or socket.",
    .serviceSavedPCsOnly: "A service uses only PCs that it is paired with. `switchbridge pc list` shows them.",
    .serviceWords: "The words are: start, stop, profile, use, quit, help. Press Enter after each.",
    .servicePairElsewhere:
        "Pairing has a command of its own. In another terminal, while forwarding is off: `switchbridge pc pair`.",
    .serviceNoPlace: """
    The service of the box has no place to work in: there is no {path}. The system makes it and starts the service with \
    `sudo systemctl start switchbridge`. For yourself alone there is `switchbridge daemon --user`.
    """,
    .serviceTooMany: "Too many programs speak with the service. End some of them.",
    .statusLastStop: "Last stop: {text}",
    .serviceSays: "{text}",
    .serviceAlreadyRuns: "A service runs already; it listens at {path}. `switchbridge status` shows it.",
    .serviceBadProfile: "The profile {path} has mistakes ({count}). `switchbridge profile check {path}` names them.",
    .servicePairingNeeded: "The PC does not know this box. Pair them with `switchbridge pc pair`.",
    .servicePCIsLent: "Another command has the PC just now. Start again when it has ended.",
    .servicePCTakenBack: "Another command had the PC. It is taken back now; start again when the PC is ready.",
    .serviceSwitchesAreLent: "Another command listens to the switches just now. Start again when it has ended.",
    .serviceForwarding: "Forwarding is on. Stop it first, with `switchbridge stop` or by your switches.",
    .storeNotYours: """
    Nothing here is called {name}. There are: {names}. `switchbridge profile copy PROFILE NAME` \
    brings a template or a file here.
    """,
    .statusProfileNamed: "Profile: {title} ({name})",
    .statusPlugIn: "Start is possible once a switch of this profile is plugged in and awake.",
    .statusNoProfile: "Profile: none",
    .statusHowToStopService: "To stop: hold a switch for {seconds} seconds, or run `switchbridge stop`.",
    .statusChooseService: """
    Before the start, choose one of the PC's profiles: `switchbridge use --pc-profile NUMBER`. `switchbridge status` shows them.
    """,
    .reachIntroduction: "How many presses or holds away everything is with the profile \"{profile}\":",
    .importNoService: """
    There is no service on this box to bring your profiles into. Without one, and with `switchbridge daemon`, yours are used as they are.
    """,
    .importNothing: "You have no profiles and no paired PCs of your own to bring into the service.",
    .importOffer: """
    You have profiles or paired PCs of your own, from before the service was installed. `switchbridge import` brings them into it.
    """,
    .importProfile: "Profile {name}: brought into the service.",
    .importSame: "Profile {name}: is there already.",
    .importOther: "Profile {name}: the service has another one of this name, which stays. Yours stays where it is.",
    .importPairings: "Paired PCs brought into the service: {names}.",
    .importPairingsKept: "The service has paired PCs of its own. Pair yours there with `switchbridge pc pair`.",
    .importPairingsNone:
        "None of your paired PCs can be brought into the service. Pair them there with `switchbridge pc pair`.",
    .importUnreadable: "That is no file of paired PCs.",
    .statusStartHelper: "To start: run `switchbridge start`.",
    .statusStartGesture: "To start: {how}, or run `switchbridge start`.",
]
