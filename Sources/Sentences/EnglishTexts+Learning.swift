// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about learning and practising.
let englishTextsOfLearning: [SentenceID: String] = [
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
