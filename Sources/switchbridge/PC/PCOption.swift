// SPDX-License-Identifier: GPL-3.0-or-later

/// `--pc`, for commands whose operands are something else.
extension Option {
    static let pc = Option("pc", value: "PC", help: "\(PCTarget.spelling); otherwise the default")
}

extension Arguments {
    /// The PC as its user called it; nil for the default.
    func pc() throws(UsageProblem) -> String? {
        try value(of: .pc, expected: PCTarget.spelling) { ["", "unix:"].contains($0) ? nil : $0 }
    }
}
