// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// Which nodes the words of a command line mean.
struct DeviceSelection {
    /// Node paths ("/dev/input/event3", "event3") or parts of names, letter case aside. Empty means everything that can
    /// be a switch.
    let words: [String]

    func includes(_ node: NodeDescription) -> Bool {
        words.isEmpty ? node.canBeSwitch && !node.isVirtual : words.contains { Self.means($0, node) }
    }

    /// The first word that means none of `nodes`.
    func unmatched(among nodes: [NodeDescription]) -> String? {
        words.first { word in !nodes.contains { Self.means(word, $0) } }
    }

    private static func means(_ word: String, _ node: NodeDescription) -> Bool {
        if node.devnode == word || node.devnode.hasSuffix("/\(word)") { return true }
        return !word.isEmpty && node.identity.name.lowercased().contains(word.lowercased())
    }
}
