// SPDX-License-Identifier: GPL-3.0-or-later

extension Option {
    static let yes = Option("yes", help: "do not ask")
    static let profile = Option(
        "profile", value: "PROFILE", help: "the profile, by name or as a file; otherwise the only one that is yours")
    static let atNextStart = Option(
        "at-next-start", help: "change a profile that is in use too; it counts from the next start")
}

extension Operand {
    /// One and the same wherever a profile is used.
    static let profile = Operand(
        name: "PROFILE", count: .optional, help: "a profile, by name or as a file; otherwise the only one that is yours"
    )
}

/// What all commands are told that change a profile.
struct ProfileArguments {
    let word: String?
    let atNextStart: Bool
    let isSure: Bool
    let json: Bool

    init(_ arguments: Arguments) {
        word = arguments.value(of: .profile)
        atNextStart = arguments.has(.atNextStart)
        isSure = arguments.has(.yes)
        json = arguments.has(.json)
    }

    func open(_ terminal: Terminal) throws(Failure) -> ProfileChange {
        try ProfileChange(word, atNextStart: atNextStart, terminal)
    }
}
