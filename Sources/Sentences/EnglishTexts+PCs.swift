// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about saved PCs, pairing and looking for PCs.
let englishTextsOfPCs: [SentenceID: String] = [
    // The PC and the link to it.
    .linkNotFound: """
    There is no PC at {place}. Start it there, for instance with `switchbridge simulated-pc --listen \
    {place}`.
    """,
    .linkNotListening: "Nobody answers at {place}. Start the PC's program again; this box keeps trying.",
    .linkNotPermitted: "You may not connect to {place}. It belongs to another user; run this as that user.",
    .linkImpossiblePlace: "{place} cannot be the path of a socket: it is empty or longer than 107 bytes.",
    .linkNoStatus: "What answers does not say that it is a PC. Check the address.",
    .linkUnusableStatus: "What answers is not a PC that this version can use. Update this program or the PC's.",
    .adapterUnsupported: "This box's kernel has no Bluetooth. It needs one that has, and a Bluetooth LE adapter.",
    .adapterAbsent: """
    This box has no Bluetooth adapter, or it is unplugged. Plug one in; it is used as soon as it is there.
    """,
    .adapterNotThere: """
    There is no Bluetooth adapter {adapter}. `ls /sys/class/bluetooth` shows those that are there.
    """,
    .adapterOff: """
    Bluetooth is off on this box and could not be switched on. `bluetoothctl power on` may say why.
    """,
    .adapterBlocked: """
    Bluetooth is blocked on this box, by a switch, a key or a setting. Run `sudo rfkill unblock bluetooth`.
    """,
    .adapterNotLE: "This box's Bluetooth adapter is too old: it has no Bluetooth LE. Another adapter helps.",
    .adapterNotPermitted: """
    Linux does not let this program use Bluetooth. Run `sudo setcap cap_net_admin,cap_net_raw+ep \
    "$(readlink -f "$(command -v switchbridge)")"` once, or run it with sudo.
    """,
    .adapterInUse: """
    Another run of this program uses Bluetooth on this box. End that one first; `pgrep -a switchbridge` \
    shows it.
    """,
    .linkOutOfRange: """
    The PC is not in range, or Switchify PC is not running on it. This box keeps looking for it.
    """,
    .linkNoService: """
    What was found does not offer what Switchify PC offers. Update Switchify PC, then start it again.
    """,
    .linkDemandsBonding: """
    The PC wants to be paired over Bluetooth itself before it is used. Run `bluetoothctl`, then `scan le` and \
    `pair` with the PC's address there.
    """,
    .linkUnanswered: "The PC was found but did not answer. Check that it is awake; this box keeps trying.",
    .linkClosedByPC: "The PC ended the connection. This box keeps trying to get it back.",
    .linkEndedHere: """
    Bluetooth of this box was switched off, or another program ended the connection. This box keeps trying to \
    get it back.
    """,
    .linkCut: "The connection to the PC is closed.",
    .linkGivenUp: """
    The connection to the PC is closed, and this box does not try again by itself. Type start to try once more, or \
    pair where the PC does not accept this box.
    """,
    .linkSystem: "The connection to the PC does not work: {error}.",
    .pcAccessVoid: """
    The PC does not accept this box any more. Type pair to pair again; what was saved is kept until \
    then.
    """,
    .pcClocksApart: """
    The clocks of this box and the PC differ by more than two minutes, so the PC refuses. This box says \
    {time}, synchronised: {synchronised}. Set the clock that is wrong; this box tries again by itself.
    """,
    .pcRefusedSetUp: """
    The PC refused the connection ({code}). Look at the PC; this box tries again by itself.
    """,
    .pcSetUpUnanswered: "The PC did not answer. Check that it is awake; this box tries again by itself.",
    .pcCatalogueUnusable: """
    The PC offers switch profiles that this version does not understand. Update this program.
    """,
    .pcNoAnswer: "The PC did not answer any more. This box connects again by itself.",
    .pcLinkTooNarrow: """
    The connection carries too little at a time for the PC's protocol. Another adapter may help.
    """,
    .pairingRejected: "The PC's user did not approve. Type pair to ask again.",
    .pairingExpired: "Nobody approved on the PC in time. Type pair to ask again.",
    .pairingMismatch: """
    The PC answered to another request than ours, so nothing was paired. Type pair to ask again.
    """,
    .pairingRefused: "The PC refused to pair ({code}). Look at the PC, then type pair to ask again.",
    .stateTooOpen: """
    {path} holds secrets and others may read it, so it is not used. Run `chmod go= {path}` and, if \
    others use this box, pair again.
    """,
    .stateNotOurs: "{path} belongs to another user, so it is not used. Move it away, then run this again.",
    .stateUnreadable: """
    {path} could not be understood, so it was begun anew; the old file is kept as {kept}. If a PC asks for \
    it, pair again.
    """,
    .stateNewer: """
    {path} was written by a newer version of this program. Update this one; the file was left as it is.
    """,
    .stateAlreadyForwarding: """
    Another `switchbridge` is using a PC already. Wait until it is done, or end it; `pgrep -a switchbridge` shows it.
    """,
    .stateInUse: """
    Another run of this program is writing to {path} just now. Try again in a moment; if it does not help, \
    `pgrep -a switchbridge` shows which one.
    """,
    .stateSystem: "{path} cannot be used: {error}. `ls -ld {path}` and `df -h` show more.",

    // Saved PCs and the commands about them.
    .pcLooking: "Looking for {pc}.",
    .pcNotPaired: "{pc} does not know this box. `switchbridge pc pair` pairs with it.",
    .pcNoneSaved: "No PC is paired with this box yet. `switchbridge pc pair` finds one and pairs with it.",
    .pcNoDefault: """
    Several PCs are saved and none is the default: {pcs}. Name one, or choose with `switchbridge pc default \
    PC`.
    """,
    .pcUnknown: "No saved PC is called \"{found}\". `switchbridge pc list` shows them.",
    .pcAmbiguous: "\"{found}\" fits several PCs: {pcs}. Name one by its id.",
    .pcDefaultIs: "The PC that is used where none is named: {pc}.",
    .pcUnpairQuestion: """
    Forget {pc}, and its secret with it? To use it again you would have to pair anew. If you are sure, type \
    yes and press Enter.
    """,
    .pcNotUnpaired: "{pc} was not forgotten, since nobody answered yes. --yes answers it on the command line.",
    .pcUnpaired: "{pc} is forgotten on this box. The PC still lists this box; take it out there too, in Switchify PC.",
    .pcUsed: "{pc} accepts this box, and `switchbridge forward` now uses it. Nothing was started.",
    .pcProfile: "{name} ({id}): {kind}",
    .pcKindMapped: "each switch has its own key",
    .pcKindGrid3: "for Grid 3",
    .pcKindScanning: "the PC scans",
    .pcBinding: "Switch {switch}: {press}",
    .pcBindingFollows: "Switch {switch}: {press}, for as long as it is held",
    .pcBindingHold: "Switch {switch}: press: {press}; hold: {hold}",
    .pcHoldNext: ", then ",
    .pcBindingNone: "Switch {switch}: nothing",
    .pcTheDefault: "{pc}, the default",
    .pcNoProfiles: "This PC has nothing for switches to do. Look at its settings, or update Switchify PC.",
    .pingAnswered: "{number}: answered after {ms} ms",
    .pingNotAnswered: "{number}: {outcome}",
    .pingSummary: """
    {answered} of {count} answered: the fastest after {least} ms, the median after {median} ms, the slowest \
    after {most} ms.
    """,
    .pingNoneAnswered: "None of {count} was answered. Look at the PC.",
    .statusAccessWasGood: "When it was connected last, it accepted this box.",
    .statusUsable: "It is connected, it accepts this box, and the clocks agree.",
    .statusControls: "It has {count} profiles for switches; `switchbridge pc profiles` shows them.",
    .statusFrame: "The connection carries up to {bytes} bytes at a time.",
    .statusAdapter: "This box uses its Bluetooth adapter {adapter}.",
    .statusTurns: "The two sides take turns on the air every {ms} ms.",
    .nameIs: "PCs call this box \"{name}\".",
    .nameIsHostName: "PCs call this box \"{name}\", as it calls itself.",
    .nameKnown: "{pc} knows this box as \"{name}\".",
    .namePending: "{pc} hears of the name \"{name}\" at the next connection.",
    .nameRefused: """
    {pc} could not take over the name "{name}". It still accepts this box; look at its list of devices.
    """,
    .nameEmpty: "This name is empty. Give 1 to {limit} characters.",
    .nameTooLong: "This name is too long. Give 1 to {limit} characters.",
    .nameInvisible: "This name contains an invisible character. Leave it out.",
    .finalOutOfRange: """
    The PC was not found. Wake it, bring it nearer and start Switchify PC on it; then run this again.
    """,
    .finalUnanswered: "The PC did not answer. Check that it is awake, then run this again.",
    .finalNotListening: "Nobody answers at {place}. Start the PC's program again, then run this again.",
    .finalClosedByPC: "The PC ended the connection. Look at the PC, then run this again.",
    .finalEndedHere: """
    Bluetooth of this box was switched off, or another program ended the connection. Run this again.
    """,
    .finalAdapterAbsent: "This box has no Bluetooth adapter, or it is unplugged. Plug one in, then run this again.",
    .finalAccessVoid: """
    The PC does not accept this box any more. `switchbridge pc pair PC` pairs again; what was saved is kept \
    until then.
    """,
    .finalClocksApart: """
    The clocks of this box and the PC differ by more than two minutes, so the PC refuses. This box says \
    {time}, synchronised: {synchronised}. Set the clock that is wrong, then run this again.
    """,
    .finalRefusedSetUp: "The PC refused the connection ({code}). Look at the PC, then run this again.",
    .finalNoAnswer: "The PC was connected but stopped answering. Check that it is awake, then run this again.",
    .finalPairingRejected: "The PC's user did not approve, so nothing was paired.",
    .finalPairingExpired: "Nobody approved on the PC in time, so nothing was paired. Run this again.",
    .finalPairingMismatch: "The PC answered to another request than ours, so nothing was paired. Run this again.",
    .finalPairingRefused: """
    The PC refused to pair ({code}), so nothing was paired. Look at the PC, then run this again.
    """,

    // Looking for PCs, and pairing.
    .scanSearching: "Looking for PCs. Ctrl-C ends it.",
    .scanAsking: "{name}, {signal}: asking what it is…",
    .scanLine: "{pc}, {signal}, {saved}",
    .scanFound: "Found: {line}.",
    .scanChanged: "Changed: {line}.",
    .scanGone: "Gone: {name}.",
    .scanNone: "No PC was found. Wake yours, bring it nearer and start Switchify PC on it.",
    .scanNameless: "A PC without a name",
    .scanNew: "new",
    .scanSaved: "saved",
    .scanSavedVoid: "saved, but to be paired again",
    .signalStrong: "strong signal ({dBm} dBm)",
    .signalGood: "good signal ({dBm} dBm)",
    .signalFair: "fair signal ({dBm} dBm)",
    .signalWeak: "weak signal ({dBm} dBm)",
    .signalUnknown: "signal unknown",
    .pairSearching: "Looking for a PC to pair with. Start Switchify PC on yours. Ctrl-C ends it.",
    .pairOffered: "{number}: {line}",
    .pairOfferedGone: "{number}: {line} (not heard of now)",
    .pairHowToChoose: "Several PCs are here. Type the number of yours and press Enter.",
    .pairNoSuchNumber: "No PC here has the number \"{found}\".",
    .pairSeveral: "Several PCs are here: {pcs}. Name the one to pair with.",
    .pairUnencrypted: """
    What this box and {pc} say to each other while pairing passes unencrypted over the air. Pair only where \
    nobody can listen in.
    """,
    .pairAsking: "Asking {pc} to pair.",
    .pairCompare: "Compare this code with the one on the PC, then approve it there. The code is {words}.",
    .pairExpired: "Nobody approved on the PC in time. To ask again, type again and press Enter; Ctrl-C ends it.",
    .pairBroken: """
    The connection broke before the PC answered. To ask again, type again and press Enter; Ctrl-C ends it.
    """,
    .pairWord: "The word is again. Press Enter after it.",
    .pairPaired: "Paired with {pc}.",
    .pairIsDefault: "It is the PC that `switchbridge forward` uses.",
    .pairHowToUse: "`switchbridge pc use \"{id}\"` makes it the PC that forward uses.",
    .pairAlready: "{pc} accepts this box already. Nothing was changed.",

    // Changing to another PC while forward runs.
    .forwardUsing: "Changing to {pc}. Nothing starts there by itself.",
    .forwardUsesAlready: "{pc} is in use already.",
    .forwardUseWhat: "Type use and the name or id of the PC, such as: use {pc}",
    .forwardHeldElsewhere: """
    {pc} has not confirmed that it let go, so something may still be held there. It is asked again when this \
    box next connects with it.
    """,
]
