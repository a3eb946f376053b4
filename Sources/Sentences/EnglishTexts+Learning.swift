// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about learning and practising.
let englishTextsOfLearning: [SentenceID: String] = [
    // Learning: what is asked and said, step by step.
    .learnPressFirst: "Press the switch that is to be used, and let go of it. Take all the time you need.",
    .learnPressNext: """
    To add another switch, press it. If that was all, press one that is added already, or {enter}.
    """,
    .learnPressReplacement: """
    Press the switch that is to be "{switch}" from now on, and let go of it. Take all the time you need.
    """,
    .learnKeyboardSpoke: """
    The keys of "{device}" are left alone, since somebody may be typing on it. If the switch is there, type keyboard and press \
    Enter; then press the switch.
    """,
    .learnNeedsRule: """
    It looks like a keyboard, which the service may not read without a rule for just this device. Once the profile is saved, \
    `switchbridge doctor` shows it.
    """,
    .learnNoKeyboard: """
    No keyboard was pressed. Press the switch first; then type keyboard and press Enter.
    """,
    .learnFound: "It shows as {input} of \"{device}\".",
    .learnAlternatives: "The same press also showed as {inputs}. Later you can type other to use that instead.",
    .learnStillDown: "It is still down. Let go when you can.",
    .learnDependsOnPort: """
    Another device just like it is plugged in, and neither has a serial number. So it is known by its socket: if you plug it in \
    elsewhere, it has to be learnt again with `switchbridge switch replace`.
    """,
    .learnTwins: """
    Another device is plugged in that nothing tells from this one, so neither could be used. Unplug the other one, or plug it \
    into another socket, and type again.
    """,
    .learnAlreadyKnown: "That is \"{switch}\", which the profile has already. Press another switch.",
    .learnOtherSwitch: "That was another switch. To keep \"{switch}\", press it once more, or {enter}.",
    .learnHold: "Now press it again, hold it for about two seconds, and let go. There is no hurry to begin.",
    .learnFull: "It was down for {ms} ms, so it can be held.",
    .learnPulse: """
    It sent a short pulse of {ms} ms, however long you held it. So it cannot be held: no hold actions, and holding it does not \
    stop forwarding.
    """,
    .learnLatePulse: """
    It sent a short pulse of {ms} ms, and late. So it cannot be held: no hold actions, and holding it does not stop \
    forwarding. If you had let go by then, it acts when you let go.
    """,
    .learnRepeating: """
    It sent {count} short pulses for one press. So it cannot be held: no hold actions, and holding it does not stop forwarding. \
    Each pulse counts as a press; a minimum-release longer than the pauses between them makes them one.
    """,
    .learnUnclear: """
    It was down for {ms} ms, which is neither a pulse nor two seconds. Press and hold it again for about two seconds; if that \
    cannot be done, type skip and press Enter.
    """,
    .learnStaysDown: """
    It has been down for ten seconds. It is taken for a switch that stays down on purpose, so holding it does not stop \
    forwarding. If it was only held, let go, type ordinary and press Enter.
    """,
    .learnProposed: """
    It will be called "{switch}" ({input}, {kind}). To keep it, press it once more, or {enter}. To call it something else, \
    type that and press Enter. Other words: try, other, again, cancel, help.
    """,
    .learnProposedReplacement: """
    "{switch}" will be {input} ({kind}). To keep that, press it once more, or {enter}. Other words: try, other, again, cancel, help.
    """,
    .learnKept: "Kept: \"{switch}\".",
    .learnStopAdded: """
    No switch was held for as long as stopping by holding needs. So another stop was added: {count} presses of one switch within \
    {time}. See with `switchbridge practice` whether that can be done.
    """,
    .learnStopAddedPulses: """
    None of these switches can stop forwarding by being down. So another stop was added: {count} pulses within {time}, which is \
    a long hold. See with `switchbridge practice` whether that can be done.
    """,
    .learnDoesNothing: """
    "{switch}" does nothing yet, since this profile says itself what its switches do. Once it is saved: \
    `switchbridge map "{switch}" --press ACTION{profile}`.
    """,
    .learnLost: """
    With this device it loses what it had under {keys}: that needs a switch that behaves otherwise. To leave all as it was, type \
    cancel and press Enter.
    """,
    .learnUndecided: """
    Two devices like "{device}" are plugged in, and the profile does not say which of them has "{switch}". So nothing is added. \
    Either unplug one of them, or type cancel, then `switchbridge switch replace "{switch}"{profile}`, and press "{switch}" there; \
    after that this one can be learnt.
    """,
    .learnChosen: "From now on it shows as {input}.",
    .learnEnter: "press Enter",
    .learnWordAndEnter: "type {word} and press Enter",
    .learnInUse: """
    "{name}" is in use for forwarding by now. So it was left as it is. {draft} Stop forwarding and learn again, or add \
    --at-next-start.
    """,
    .learnUnclearTaken: """
    It was down for {ms} ms. You are not asked again: since it could not be held for two seconds, stopping will not rest on \
    holding it.
    """,
    .learnReview: """
    This is what will be saved. To save it, press a switch that was just learnt, or {enter}. To change nothing, type cancel and \
    press Enter.
    """,
    .learnTrying: """
    Press "{switch}" as often as you like and see what counts. To change a time, type for example ignore-repeat 150ms and press \
    Enter. The word done ends this.
    """,
    .learnUseAdvice: "To use that, type use and press Enter.",
    .learnNoAdvice: "There was no advice so far. Press the switch a few times after the word try.",
    .learnTimeSet: "{setting} is {time} now.",
    .learnBadTime: "{setting} needs a time from {least} to {most}.",
    .learnBadName: "A name has 1 to {limit} characters, and no other switch has it.",
    .learnNoOther: "The press showed as nothing else.",
    .learnWordsPressing: """
    Press a switch. If nothing happens, `switchbridge devices` says whether it may be used, or another program has taken it. The \
    words are keyboard (the switch is on the keyboard that was pressed), done (no more switches), cancel.
    """,
    .learnWordsHolding: """
    Press and hold the switch. The words are skip (it cannot be held for two seconds), again (start over), cancel.
    """,
    .learnWordsKeeping: """
    Enter or yes keeps it. The words are a new name (or name and a new name); try (see presses live and try out times); a time \
    such as ignore-repeat 150ms; use (take the advice); other (use what else the press showed as); ordinary, pulse or \
    latching; again; cancel.
    """,
    .learnWordsTrying: """
    Press the switch. The words are debounce, minimum-release, hold-to-accept or ignore-repeat with a time; use (take the \
    advice); done; cancel.
    """,
    .learnWordsReviewing:
        """
    Enter saves. The words are save, more (another switch), again (without the last one), helper (somebody else starts \
    forwarding of this new profile), cancel.
    """,
    .learnSaved: """
    Saved as {path}. `switchbridge practice {name}` shows what the switches do; `switchbridge forward {name}` uses them.
    """,
    .learnCancelled: "Nothing was changed.",
    .learnTooMany: "The profile has {limit} switches already, which is as many as a PC takes.",

    // Practising.
    .practiceListening: """
    Press and hold as you like: nothing is sent to a PC. The stop of "{profile}", such as holding a switch, ends this; so do \
    quit and Enter, and Ctrl-C.
    """,
    .practiceKeyboard: """
    "{device}" is a keyboard that somebody may type on, so it is left as it is: what you press reaches the rest of this box \
    too. --capture-keyboard takes it.
    """,
    .practiceEventsLost: "This box was too busy, and some presses were lost. Go on.",
    .practiceDown: "{at} s  {switch} down: the PC would get it",
    .practiceUp: "{at} s  {switch} up: the PC would get it",
    .practicePress: "  {switch} was pressed for {length} ms, {gap} ms after it was let go of before",
    .practicePressFirst: "  {switch} was pressed for {length} ms",
    .practiceRejected: """
      {switch} was pressed for {length} ms, {gap} ms after it was let go of before: not counted, because of {filter}
    """,
    .practiceRejectedFirst: "  {switch} was pressed for {length} ms: not counted, because of {filter}",
    .practiceAction: "{at} s  {switch}: {action}",
    .practiceActionBegins: "{at} s  {switch}: {action} begins",
    .practiceActionEnds: "{at} s  {switch}: {action} ends",
    .practiceSelected: "{at} s  {switch}: let go for {action}",
    .practiceHeldToStop: """
    {at} s  "{switch}" was held. While forwarding this is the stop; here it ends the practice.
    """,
    .practiceMeaningChanged: """
    {at} s  "{device}" was switched over, so its inputs mean other switches now. While forwarding this is a stop; here it ends \
    the practice.
    """,
    .practiceHeldToStopScanning: """
    {at} s  "{switch}" was held. While forwarding this is the stop, or after {scanning} while the PC scans; here it ends the practice.
    """,
    .practiceStopped: "{at} s  While forwarding this is the stop; here it ends the practice.",

    // Advice on times.
    .adviceRattle: """
    "{switch}" opened for only {seen} ms within a press, as a worn contact does: {setting} would make it one press.
    """,
    .adviceClosePresses: "Two presses of \"{switch}\" were {seen} ms apart: {setting} would make them one.",
    .adviceShortPress: """
    One press of "{switch}" took only {seen} ms, much less than the others: {setting} would leave out such touches.
    """,
    .adviceLongPressRejected: """
    A long press of "{switch}" did not count, since it came {seen} ms after the one before: {setting} would let it count.
    """,
    .adviceNearlyAccepted: """
    A press of "{switch}" took {seen} ms and was nearly long enough: {setting} would let it count.
    """,
]
