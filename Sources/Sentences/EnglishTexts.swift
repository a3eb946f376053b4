// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of every sentence in English.
let englishTexts: [SentenceID: String] = [
    // Stops: what happened and what to do next.
    .stopUserStopped: "You stopped forwarding. Start again whenever you like.",

    // Profiles.

    // Input devices.
    .accessNotInGroup: """
    You may not read this device: {user} is not in the group "{group}". \
    Run: sudo usermod -aG {group} {user} — then log out and in again.
    """,
    .accessLoginIsOlder: """
    You may not read this device yet: {user} is in the group "{group}", but only since this login began. \
    Log out and in again.
    """,
    .accessNoRule: """
    No rule of this system lets anyone but root read {node}. \
    Run: echo 'SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660"' \
    | sudo tee /etc/udev/rules.d/70-switchbridge.rules && sudo udevadm control --reload \
    && sudo udevadm trigger --subsystem-match=input
    """,
    .accessBlocked: """
    The permissions of {node} are right, but the system still refuses it ({error}). \
    A container or sandbox is in the way: run switchbridge outside of it.
    """,
    .deviceMissing: "{node} is not there any more. Plug the device in again.",
    .deviceBusy: """
    Another program is using "{device}" for itself. Close that program, then start again. \
    To find it, run: sudo fuser -v /dev/input/event*
    """,
    .deviceBusyOwner: "{owner} is using \"{device}\" for itself. Close it, then start again.",
    .deviceReadOnly: "This program may read \"{device}\" but not write to it.",
    .deviceFailed: "\"{device}\" does not work: {error}. Plug it in again, or try another port.",

        // The PC and the link to it.

        // The command line.
]
