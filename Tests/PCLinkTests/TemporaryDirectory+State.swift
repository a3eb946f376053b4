// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import RealSystem

extension TemporaryDirectory {
    /// The private directory within.
    var statePath: String { path + "/state" }

    func state() throws -> StateDirectory { try StateDirectory(path: statePath) }

    /// What is in it.
    func names() -> [String] { names(in: "state") }
}
