// SPDX-License-Identifier: GPL-3.0-or-later

/// What is said to people without a screen. Parts of a sentence begin small and have no full stop: several of them make one
/// announcement.
let englishTextsOfAnnouncements: [SentenceID: String] = [
    .spokenReady: "ready: to start, {how}",
    .spokenReadyForHelper: "ready: somebody who helps can start",
    .spokenStartAgain: "to start again, {how}",
    .spokenHold: "hold {switch} for {seconds} seconds",
    .spokenPresses: "press {switch} {count} times within {seconds} seconds",
    .spokenAnySwitch: "any switch",
    .spokenStarting: "Starting: let go of all switches.",
    .spokenOn: "forwarding is on, to {pc}, with the profile {profile}",
    .spokenOff: "forwarding is off",
    .spokenBeginning: "forwarding is starting: let go of all switches",
    .spokenEnding: "forwarding is stopping",
    .spokenLabel: "{switch}: {label}",
    .spokenNotUsed: "{switch} is not used",
    .spokenThePC: "the PC",
    .spokenLastStop: "it stopped last because {why}",
    .spokenMayBeHeld: "something may still be held on the PC",
    .spokenLasts: "{what}",
    .spokenStartRefused: "Not started: {why}.",
    .spokenStoppedAlready: "Forwarding had stopped already, because {why}; to start, do the same once more.",
    .spokenStopped: "stopped: {why}",
    .spokenNotStarted: "not started: {why}",
    .spokenIdleSoon: "Forwarding stops in {seconds} seconds unless a switch is pressed.",
    .spokenReleased: "The PC has let go of everything.",
    .spokenPCLost: "The connection to {pc} is lost.",
    .spokenPCBack: "{pc} is connected.",
    .spokenPCFailed: "The PC cannot be used: {why}.",
    .spokenReconnecting: "Trying to connect again.",
    .spokenLooking: "The PC is not there yet, and is looked for.",
    .spokenGivenUp: "The PC cannot be reached; a start tries it again.",
    .spokenRestoring: "Restoring the controls: the PC lets go of what was held.",
    .spokenControlsReady: "The controls are restored: nothing is held on the PC.",
    .spokenControlsUnavailable: "The controls are not restored: something may still be held on the PC.",
    .spokenControlsUnproven: "The controls are restored, but something may still be held on the PC.",
    .spokenPairingNeeded: "The PC does not know this box yet: a helper has to pair them.",
    .spokenPairingFailed: "The pairing did not succeed.",
    .spokenPaired: "The PC and this box are paired.",
    .spokenChoose: "Not ready: a helper has to choose what the PC does with the switches.",
    .spokenOtherPC: "Going to another PC.",
    .spokenOtherProfile: "The profile is now {profile}.",
    .spokenNoNextPC: "There is no other PC.",
    .spokenNoNextProfile: "There is no other profile.",
    .spokenHeldElsewhere: "Something may still be held on {pc}.",
    .spokenSwitchMissing: "the switch device {label} is missing: it is unplugged, asleep or flat",
    .spokenSwitchUnusable: "the switch device {label} cannot be used now",
    .spokenSwitchBack: "The switch device {label} is back.",
    .spokenHolds: "On the PC, {what}.",
    .spokenHoldsNoMore: "No more on the PC: {what}.",
    .spokenRepeats: "It goes on by itself.",
    .spokenRepeatsNoMore: "It goes on no more.",
    .spokenSelected: "{switch}: let go for {action}.",
    .spokenActionRefused: "The PC did not do it: {action}.",
    .spokenActionTooLate: "Left out, as the PC was too slow: {action}.",
    .spokenMaybeTyped: "A text may have been typed; look before you type it again.",
    .spokenBluetoothOff: "Bluetooth of this box is switched off.",
    .spokenBluetoothOn: "Bluetooth of this box is switched on again.",
    .spokenLent: "Somebody sets something up: the switches start nothing until that is done.",
    .spokenGivenBack: "The setting up is done.",
    .spokenIncomplete: "This box is not set up to forward; a helper sees why with switchbridge status.",
    .spokenNotSaved: "This box could not save something; a helper sees what with switchbridge doctor.",
    .spokenLightFailed: "The light that shows the state cannot be used.",
    .spokenNotSetUp: "this box is not set up to forward",
    .spokenIsLent: "somebody sets something up just now",
    .spokenNoPC: "the PC is not connected",
    .spokenIsRestoring: "the controls are being restored",
    .spokenNeedsChoice: "a helper has to choose what the PC does with the switches",
    .spokenNotReady: "the PC is not ready yet",
    .spokenAlreadyOn: "forwarding is on already",
    .spokenStillStopping: "forwarding is still stopping",
    .spokenMachineRests: "this box is about to sleep or to be switched off",
    .spokenNothingToForward: "the PC has nothing for the switches to do",
    .spokenWhyAsked: "that was asked for",
    .spokenWhyHeld: "{switch} was held",
    .spokenWhyIdle: "no switch was pressed for a while",
    .spokenWhyDeviceRemoved: "{device} went away",
    .spokenWhyDevicesChanged: "what the switches of {device} mean has changed",
    .spokenWhyEventsLost: "this box was too busy and lost presses of {device}",
    .spokenWhyQueueFull: "the PC did not keep up with the presses",
    .spokenWhySendDelayed: "a press could not be sent in time",
    .spokenWhyPCRefused: "the PC refused a press",
    .spokenWhyAckTimeout: "the PC did not answer",
    .spokenWhyLinkLost: "the connection to the PC was lost",
    .spokenWhyProfileChanged: "another profile takes over",
    .spokenWhyCaptureLost: "the system took {device} away",
    .spokenWhyNotRecorded: "this box could not write to its disk",
    .spokenWhySuspended: "this box goes to sleep",
    .spokenWhyShuttingDown: "the bridge ends",
    .spokenWhyNoDevice: "no switch can be used",
    .spokenWhyStuckDown: "something on {device} stayed down",
    .spokenWhyBusy: "another program uses {device}",
    .spokenWhyRefused: "the system did not give {device} to this program alone",
    .spokenWhyAccessVoid: "it does not accept this box any more, and a helper has to pair them again",
    .spokenWhyClocksApart: "the clocks of the PC and of this box are too far apart",
    .spokenWhyUnusablePC: "it does not answer as it should",
    .lightMissing: """
    This box has no light {light}. `ls /sys/class/leds` shows those that it has; name one in the profile, under \
    announce.
    """,
    .lightDenied: """
    The light {light} may not be switched by this program. `{command}` \
    gives it to the group switchbridge, once the package is installed.
    """,
    .lightFailed: "The light {light} could not be switched: {error}.",
    .lightCannotBlink: """
    The light {light} cannot blink, so it is on instead. `sudo modprobe ledtrig-timer` mends it until the next boot; \
    write ledtrig-timer into a file in /etc/modules-load.d for good.
    """,
    .hearNoSpeech: """
    Nothing that speaks is installed. `sudo apt install speech-dispatcher espeak-ng` mends that; for braille and \
    screen readers there is `switchbridge announce --plain`.
    """,
    .hearNoProgram: "There is no program {program}.",
    .hearSpeechFailed: """
    Speech did not work: the program that speaks ended with an error. Try `spd-say hello`, or `espeak-ng hello`; \
    whichever is heard can be named, as in `switchbridge announce --with espeak-ng`.
    """,
    .hearSpeechWorked: "Speech: spoken. If nothing was heard, look at the volume and at which loudspeaker is chosen.",
    .hearTestText: "Switchbridge can speak.",
    .hearNoService: "The service of this box does not run; it is waited for.",
    .hearServiceGone: "The service of this box has ended, and forwarding with it; it is waited for.",
    .hearLevelOff: """
    The profile says that nothing is announced. `announce: {level: short}` in the profile changes that.
    """,
    .hearNoLights: "Light: this box has none that can be chosen.",
    .hearNoLight: """
    Light: none is chosen. This box has: {lights}. Name one in the profile, such as `announce: {light: led0}`.
    """,
    .hearLightWorked: "Light: {light} has blinked. If nothing was seen, it is another one than you look at.",
    .hearDeviceLightsOff: """
    Lights of the switch devices: not used. `announce: {device-lights: true}` in the profile changes that.
    """,
    .hearNoDeviceLights: "Lights of the switch devices: the devices that are there have none.",
    .hearDeviceLightsFailed: "Lights of the switch devices: the system or \"{device}\" does not let them be switched.",
    .hearDeviceLightsWorked: "Lights of the switch devices: those of {devices} were on.",
]
