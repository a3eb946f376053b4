// SPDX-License-Identifier: GPL-3.0-or-later

/// `--adapter`, for every command that may reach a PC by Bluetooth.
extension Option {
    static let adapter = Option(
        "adapter", value: "hciN", help: "the Bluetooth adapter to use; otherwise the first that can be used")
}

extension Arguments {
    /// The adapter that was named, such as "hci1"; nil for the first that can be used.
    func adapter() throws(UsageProblem) -> String? {
        try value(of: .adapter, expected: "hci and a number, such as hci0") { text in
            // As the kernel writes it, and no other way: 16 bits without leading zeros, of which the last number stands
            // for no adapter (MGMT_INDEX_NONE).
            guard text.hasPrefix("hci"), let index = UInt16(text.dropFirst(3)), index < .max else { return nil }
            return text == "hci\(index)" ? text : nil
        }
    }
}
