// SPDX-License-Identifier: GPL-3.0-or-later

/// Several things of which one is enough.
package enum Choice {
    /// Such as `Left`, `Left or Right`, `Left, Right or Head`.
    package static func words(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        let others = names.dropLast().joined(separator: ", ")
        return Sentence(.choiceOr, ["others": others, "last": last]).description
    }
}
