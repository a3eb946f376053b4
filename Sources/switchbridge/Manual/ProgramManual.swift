// SPDX-License-Identifier: GPL-3.0-or-later

/// `switchbridge(1)`: every command, from the table that the help is made from.
enum ProgramManual {
    static func page(_ commands: [CommandDescription]) -> ManualPage {
        var page = ManualPage(
            "switchbridge", section: 1, summary: "forwards the accessibility switches of this box to a PC")
        page.section("Synopsis")
        page.paragraph("`switchbridge` COMMAND …")
        page.section("Description")
        for text in description { page.paragraph(text) }
        page.section("Commands")
        for group in CommandDescription.Group.allCases {
            let members = commands.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            page.subsection(group.title)
            for command in members { add(command, to: &page) }
        }
        page.section("Exit status")
        for code in ExitCode.allCases { page.entry("\(code.rawValue)", "\(code.meaning).") }
        page.section("Files")
        for file in files { page.entry(file.path, file.meaning) }
        page.section("Environment")
        for variable in environment { page.entry(variable.name, variable.meaning) }
        page.section("See also")
        page.paragraph("`switchbridge-profile`(5)")
        return page
    }

    private static func add(_ command: CommandDescription, to page: inout ManualPage) {
        let required = command.options.filter(\.isRequired).map(\.usage)
        let optional = command.options.filter { !$0.isRequired }.map { "[\($0.usage)]" }
        let words = ["switchbridge", command.name] + required + optional + command.operands.map(\.usage)
        page.entry(words.joined(separator: " "), "\(sentence(command.summary)).")
        for text in command.details { page.continuation(text) }
        let entries =
            command.operands.map { ($0.name, $0.help) } + command.options.map { ($0.usage, $0.help) }
        guard !entries.isEmpty else { return }
        page.nested { page in
            for (word, help) in entries { page.entry(word, "\(sentence(help)).") }
        }
    }

    /// What stands in tables without a capital.
    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    // MARK: Texts

    private static let description = [
        """
        Switchbridge reads a person's physical switches on this Linux box and forwards each press and each release to a \
        PC, which acknowledges every one. Nothing stays held down on the PC, whatever ends forwarding; nothing starts \
        but by the person who uses it; and it is always said which it is.
        """,
        """
        A first time goes: `switchbridge devices`, to see what is plugged in; `switchbridge learn`, to make a profile by \
        pressing the switches; `switchbridge practice`, to try it with no PC; `switchbridge pc pair`, to have a PC \
        accept this box; `switchbridge forward`.
        """,
        """
        Wherever a PROFILE is wanted, it is the name of one or the path of a file. A PC is the name of a saved PC, its \
        id, how one of these begins, or `unix:PATH` for one that listens at a socket. A TIME has its unit, such as \
        `800ms`, `5s` or `2min`.
        """,
        "Every command knows `--help`. Results are written to standard output, and everything else to standard error.",
    ]

    private static let service = ServicePlaces(.system, [:])

    private static let files: [(path: String, meaning: String)] = [
        ("~/.config/switchbridge/profiles/NAME\(ProfilePlaces.suffix)", "A profile of this user."),
        (
            "~/.local/state/switchbridge",
            "What is kept from one run to the next, for this user alone: pairings with their secrets, and what has to be "
                + "let go of on a PC after an unclean end."
        ),
        ("$XDG_RUNTIME_DIR/switchbridge/control", "The socket at which a service of this user is spoken to."),
        (
            service.profilesDirectory,
            "The profiles of this box, where the service is installed. Members of the group `\(ServicePlaces.group)` may "
                + "change them, and no profile of a user counts besides."
        ),
        (service.stateDirectory, "What the service keeps, for itself alone."),
        (service.controlSocket, "The socket at which the service is spoken to, by root and by members of that group."),
        (
            "PREFIX/share/switchbridge/profiles",
            "The templates that came with the program, beside which it is installed."
        ),
    ]

    private static let environment: [(name: String, meaning: String)] = [
        ("XDG_CONFIG_HOME", "Stands for `~/.config`."),
        ("XDG_STATE_HOME", "Stands for `~/.local/state`."),
        (
            ServicePlaces.variable,
            "`system` or `user`: whose profiles, pairings and service are meant. Otherwise a user's own where a service of "
                + "theirs runs, and the box's where the service is installed."
        ),
        (ProfilePlaces.shippedVariable, "Where the templates are, instead of beside the program."),
        ("VISUAL, EDITOR", "The text editor of `switchbridge profile edit`, the first one that is set."),
        ("NO_COLOR", "When it is not empty, nothing is coloured."),
    ]
}
