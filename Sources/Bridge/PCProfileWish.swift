// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// Which of a PC's profiles is meant, by whoever said so last.
package struct PCProfileWish: Hashable, Sendable {
    /// Said now: on the command line or at the prompt.
    package var given: String?
    /// Chosen on this PC before.
    package var remembered: String?
    /// Written in the profile.
    package var wanted: String?

    package init(given: String?, remembered: String?, wanted: String?) {
        self.given = given
        self.remembered = remembered
        self.wanted = wanted
    }

    /// Nil when the choice is the user's: nothing was said, or what was said is not offered here.
    package func choice(from catalogue: SwitchCatalogue) -> PCProfile? {
        if let given { return catalogue.profiles.first { $0.id == given } }
        for id in [remembered, wanted] {
            if let found = catalogue.profiles.first(where: { $0.id == id }) { return found }
        }
        return catalogue.profiles.count == 1 ? catalogue.profiles.first : nil
    }
}
