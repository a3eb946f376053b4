// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of every sentence in English.
let englishTexts: [SentenceID: String] = [
    // Stops: what happened and what to do next.
    .stopUserStopped: "You stopped forwarding. Start again whenever you like.",
    .stopHeldToStop: "\"{switch}\" was held, so forwarding stopped. To go on, let go and start again.",
    .stopIdleTimeout: """
    No switch was pressed for a while, so forwarding stopped. Start again when you need it.
    """,
    .stopDeviceRemoved: """
    The switch device "{device}" went away, so forwarding stopped. Check its plug or battery, then start \
    again.
    """,
    .stopDevicesChanged: """
    What the switches of "{device}" mean has changed, so forwarding stopped. Check which device and \
    which of its own settings are in use, then start again.
    """,
    .stopEventsLost: """
    This box was too busy and lost presses of "{device}", so forwarding stopped. Start again.
    """,
    .stopQueueFull: """
    The PC did not keep up with the presses, so forwarding stopped. Start again; if it happens often, \
    press more slowly or bring the PC nearer.
    """,
    .stopSendDelayed: """
    A press could not be sent in time, so forwarding stopped. Start again; if it happens often, the PC \
    is too far away or too busy.
    """,
    .stopPCRefused: """
    The PC refused a press ({code}), so forwarding stopped. Look at the PC, then start again.
    """,
    .stopAckTimeout: """
    The PC did not answer, so forwarding stopped. Check that it is awake, then start again.
    """,
    .stopLinkLost: """
    The connection to the PC was lost, so forwarding stopped. Start again once it is connected.
    """,
    .stopProfileChanged: """
    Another profile is used from now on, so forwarding stopped. Start again to use it, unless a switch asked for it.
    """,
    .stopCaptureLost: """
    The system took "{device}" away, as it does when another user comes to the screen, so forwarding \
    stopped. Start again.
    """,
    .stopNotRecorded: """
    Forwarding did not start: it could not be noted on disk, so after a crash nothing could be released. \
    Make room on the disk, then start again.
    """,
    .stopSuspended: """
    Forwarding stopped because this box goes to sleep, or this program was paused with Ctrl-Z; then type fg and press \
    Enter to come back. Start again when you like.
    """,
    .stopShuttingDown: """
    Forwarding stopped because the program ends, or this box is switched off. Start again once it runs.
    """,
    .captureNoDevice: """
    Forwarding did not start: no switch device of this profile can be used. `switchbridge devices` shows \
    what is plugged in and what is in the way. Mend that, then start again.
    """,
    .captureRefused: """
    Forwarding did not start: the system did not give "{device}" to this program alone ({error}). Plug it in \
    again, then start again.
    """,
    .captureStuckDown: """
    Forwarding did not start: {inputs} of "{device}" stayed down. Let go of everything on it, then start \
    again.
    """,
    .startAlreadyForwarding: "Forwarding is on already.",
    .startStillStopping: "Forwarding is still stopping. Start again in a moment.",
    .startMachineRests: """
    This box is about to sleep or to be switched off, so nothing can start. Start again once it is awake.
    """,
    .startNotConnected: "The PC is not connected, so nothing can start. Start again once it is.",
    .startNotReady: "The PC is there but not ready yet, so nothing can start. Start again in a moment.",
    .startNothingToForward: """
    The PC's profile gives none of your switches anything to do. Type profile and choose another one, \
    then start again.
    """,

    // Input devices.
    .accessNotInGroup: """
    You may not read this device: {user} is not in the group "{group}". \
    Run `sudo usermod -aG {group} {user}`, then log out and in again.
    """,
    .accessLoginIsOlder: """
    You may not read this device yet: {user} is in the group "{group}", but only since this login began. \
    Log out and in again.
    """,
    .accessNoRule: """
    No rule of this system lets anyone but root read {node}. `switchbridge doctor` shows the rule that opens this device alone.
    """,
    .accessBlocked: """
    The permissions of {node} are right, but the system still refuses it ({error}). \
    A container or sandbox is in the way: run switchbridge outside of it.
    """,
    .deviceMissing: "{node} is not there any more. Plug the device in again.",
    .deviceBusy: """
    Another program is using "{device}" for itself. Close that program, then start again. \
    `sudo fuser -v /dev/input/event*` finds it.
    """,
    .deviceBusyOwner: """
    Another program is using "{device}" for itself. These have it open: {owner}. \
    Close the one that should not, then start again.
    """,
    .deviceReadOnly: "This program may read \"{device}\" but not write to it.",
    .deviceFailed: "\"{device}\" does not work: {error}. Plug it in again, or try another port.",

    .deviceRevoked: """
    The system took "{device}" away, as it does when another user comes to the screen. The next start tries it \
    again.
    """,
    .deviceNotPluggedIn: "The device \"{label}\" is not plugged in, or it is asleep or flat.",
    .deviceOnlyVirtual: """
    The device "{label}" is not plugged in. "{device}" fits, but a program makes it; such virtual devices are \
    used when you run `switchbridge forward` with --virtual.
    """,
    .deviceAmbiguous: """
    Several devices fit "{label}": {devices}. Say in the profile which one is meant, by its serial or port; \
    switchbridge devices shows both.
    """,

    // The command line.
    .commandUnknown: "There is no command \"{found}\".{hint}",
    .commandIncomplete: "\"{found}\" needs one more word. Possible here: {choices}.",
    .commandHintChoices: " Possible here: {choices}.",
    .commandHintNearest: " Did you mean \"{name}\"?",
    .optionBeforeCommand: "Write the command first, then \"{found}\".",
    .optionUnknown: "\"{command}\" has no option \"{found}\".{hint}",
    .optionValueMissing: "{option} needs a value behind it: {option} {value}.",
    .optionValueUnwanted: "{option} takes no value.",
    .optionTwice: "{option} is given twice. Give it once.",
    .optionNeedsOther: "{option} goes with {other} only.",
    .optionsContradict: "{one} and {other} contradict each other. Leave one of them out.",
    .useWhat: "Say what to go on with: the name of a PROFILE, --pc PC or --pc-profile ID, or several of them.",
    .optionMissing: "{option} is missing.",
    .optionBadValue: "{option} cannot be \"{found}\". Possible here: {expected}.",
    .operandMissing: "{operand} is missing.",
    .operandUnexpected: "\"{found}\" is one word too many.",
    .operandBadValue: "{operand} cannot be \"{found}\". Possible here: {expected}.",
    .outputFailed: "The output could not be written: {error}.",
    .outputLeftOut: "(Lines left out here, since they were not read fast enough: {count}.)",
    .devicesNone: """
    Nothing that can be a switch is plugged in. Look at its plug and its battery; a wireless one must be switched on \
    and connected to this box. `switchbridge devices --all` also shows what cannot be a switch.
    """,
    .devicesNoInput: """
    This system has no input devices at all: there is no /dev/input. In a container or a virtual machine they must be \
    passed in from outside.
    """,
    .deviceOpenIn: """
    It is also open in: {owners}. Should forwarding find the device in use, it is by one of these; close it then.
    """,
    .deviceUnplugged: "Unplugged: {device}.",
    .deviceFlapping: """
    "{device}" keeps coming and going. Look at its plug, its cable and its battery; it is mentioned again when it rests.
    """,
    .deviceNotFound: """
    No device is called "{found}", and no part of a name is. `switchbridge devices --all` shows their names.
    """,
    .monitorListening: "Listening to {devices}. Press a switch; Ctrl-C ends it.",
    .monitorRevoked: "The system took \"{device}\" away, as it does when somebody else logs in.",
    .monitorHidden: "Key presses on \"{device}\" that were hidden: {count}. --show-keys shows them.",
    .simulatedPCWords: "The words are approve and reject; with several requests, the code after it.",
    .simulatedPCNotListening: """
    The simulated PC cannot wait at "{path}": {error}. Name a path in a directory of yours that no other program uses.
    """,
    .simulatedPCNoState: "The pairings cannot be read from \"{path}\": {error}.",
    .simulatedPCStateUnreadable: """
    "{path}" does not hold the pairings of a simulated PC. It is left as it is; name another file.
    """,
    .systemRefused: "The system refused what this command needs: {error} ({call}).",

    // Forwarding and its status.
    .forwardStarting: "Starting. Let go of all switches.",
    .forwardStarted: "Forwarding is on: your switches now act on the PC.",
    .forwardIdleSoon: """
    No switch was pressed for a while. Forwarding stops in {seconds} seconds unless you press one.
    """,
    .forwardReleaseConfirmed: "The PC has confirmed that it holds nothing any more.",
    .forwardState: "({from} → {event} → {to})",
    .forwardAnswered: "{switch} {state}: {outcome} after {ms} ms",
    .forwardChooseProfile: "Choose one of the PC's profiles: type profile and press Enter to see them.",
    .forwardProfileChosen: "The PC's profile for your switches is \"{name}\".",
    .forwardConnected: "Found the PC \"{pc}\".",
    .forwardPairingNeeded: """
    This PC does not know this box yet. Asking it to pair. The answer passes unencrypted, so pair only \
    where nobody can listen in.
    """,
    .forwardPairingCode: "Compare the code on the PC, then approve it there: {digits}",
    .forwardPaired: "Paired with the PC.",
    .forwardRecovered: "The last run ended without a stop. The PC has now released what was held.",
    .forwardRecoveredUnproven: """
    The last run ended without a clean stop. The PC has ended it, but something may still be held: press \
    and release the same key on the PC.
    """,
    .forwardWords: "The words are: start, stop, profile, use, pair, quit, help. Press Enter after each.",
    .forwardUnknownWord: "\"{found}\" is not a word known here.",
    .forwardOffered: "{number}: {name} ({id})",
    .forwardHowToChoose: "To choose one, type profile and its number, such as: profile 1",
    .forwardProfileWhileActive: "The profile can be changed when forwarding is off. Type stop first.",
    .forwardNoSuchProfile: """
    The PC has no profile "{id}". `switchbridge pc profiles` shows those that it has, and so does the word profile in `switchbridge forward`.
    """,
    .forwardLastRunHung: "The last run hung while it was forwarding and was ended for safety.",
    .forwardKeyboardQuestion: """
    "{name}" is the only keyboard of this box. While forwarding is on, it types nowhere else. To take it \
    all the same, type yes and press Enter.
    """,
    .forwardKeyboardRefused: """
    "{name}" is the only keyboard of this box and was not taken. Plug in another one, or say \
    --capture-keyboard.
    """,
    .statusProfile: "Profile: {name}",
    .statusNoPC: "PC: not connected",
    .statusPCNotReady: "PC: {pc}, not ready yet",
    .statusPC: "PC: {pc}",
    .statusPCAndProfile: "PC: {pc}, with its profile \"{profile}\"",
    .statusStarting: "Forwarding: starting. Let go of all switches.",
    .statusActive: "Forwarding: ON",
    .statusStopping: "Forwarding: stopping. No press is passed on any more.",
    .statusIdle: "Forwarding: OFF",
    .statusMayBeHeld: "Something may still be held on the PC.",
    .statusSwitch: "{switch}: {label}",
    .statusSwitchPressed: "{switch}: {label} — pressed",
    .statusUnused: "{count} not used by this PC profile: {names}",
    .statusHowToStop: "To stop: hold a switch for {seconds} seconds, or type stop and press Enter.",
    .statusHowToStart: "To start: type start and press Enter.",
    .statusWaitForPC: "Start is possible once the PC is ready.",
    .statusChoose: "Before the start, choose the PC's profile: type profile and press Enter.",

    // The demonstration.
    .demoBeginning: "Two recorded switches, a simulated PC, and everything between them as in real use.",
    .demoMoved: "{switch} {state}",
    .demoPCPressed: "→ the PC presses {output}",
    .demoPCReleased: "→ the PC releases {output}",
    .demoPresses: "The switches closed {count} times, a bounce counted as one more.",
    .demoExecuted: "The PC pressed {output} {pressed} times and released it {released} times.",
    .demoAnswers: """
    It acknowledged {count} presses and releases, half of them within {ms} ms; {other} were refused or \
    not answered.
    """,
    .demoAfterStop: "After the stop {count} press was made, and none was passed on.",
    .demoHeldNothing: "In the end the PC holds nothing.",
    .demoHeld: "In the end the PC still holds: {outputs}. That is a fault; please report it.",
]
