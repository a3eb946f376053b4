// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// One command's change of a profile file: read, change, save.
struct ProfileChange {
    let found: FoundProfile
    private(set) var edit: ProfileEdit
    /// As it was read.
    let before: Profile
    private let terminal: Terminal
    private let atNextStart: Bool

    /// - Parameters:
    ///   - word: what the user called it; nil for the only one there is.
    ///   - atNextStart: a profile in use may be changed too.
    init(_ word: String?, atNextStart: Bool, _ terminal: Terminal) throws(Failure) {
        found = try ProfilePlaces(terminal.environment).find(orOnly: word)
        try Self.checkIsOwn(found)
        let text = try found.text()
        do throws(ProfileProblems) { edit = try ProfileEdit(text, path: found.path, names: EvdevNames()) } catch {
            throw .profile(error)
        }
        before = edit.profile
        self.terminal = terminal
        self.atNextStart = atNextStart
        try Self.checkIsFree(found, atNextStart: atNextStart, terminal)
    }

    /// Shipped profiles are templates.
    static func checkIsOwn(_ found: FoundProfile) throws(Failure) {
        guard found.origin != .shipped else { throw .other(Sentence(.storeShipped, ["name": found.name])) }
    }

    static func checkIsFree(
        _ found: FoundProfile, atNextStart: Bool, _ terminal: Terminal, else id: SentenceID = .storeInUse
    ) throws(Failure) {
        guard !atNextStart, try ProfileUse.isInUse(found.path, in: terminal.environment) else { return }
        throw .other(Sentence(id, ["name": found.name]))
    }

    mutating func change(
        _ body: (inout ProfileDraft) throws(ProfileEditProblem) -> Void
    ) throws(Failure) {
        do throws(ProfileEditProblem) { try edit.change(body) } catch { throw .other(error.sentence) }
    }

    /// The switch called `name`, or with that number where none is called so.
    func profileSwitch(_ name: String) throws(Failure) -> ProfileSwitch {
        let switches = edit.profile.switches
        if let named = switches.first(where: { $0.name == name }) { return named }
        if let number = Int(name), let numbered = switches.first(where: { $0.id.number == number }) { return numbered }
        throw .other(ProfileEditProblem.unknownSwitch(name, choices: switches.map(\.name)).sentence)
    }

    /// Writes it, and says what follows from when it counts and from new numbers.
    func save() throws(Failure) {
        try Self.checkIsFree(found, atNextStart: atNextStart, terminal)
        try ProfileSaver(terminal.environment).save(edit.bytes, to: found.path, replacing: edit.original)
        guard edit.isChanged else { return terminal.say(Sentence(.storeUnchanged, ["name": found.name]).description) }
        for sentence in consequences { terminal.say(sentence.description, .warning) }
        if atNextStart, try ProfileUse.isInUse(found.path, in: terminal.environment) {
            terminal.say(Sentence(.storeAtNextStart).description, .warning)
        }
    }

    /// What a user has to know besides the change itself.
    private var consequences: [Sentence] {
        let after = edit.profile
        var sentences: [Sentence] = []
        if after.decidesActions, !before.decidesActions { sentences.append(Sentence(.mapProfileDecides)) }
        if !after.decidesActions, before.decidesActions { sentences.append(Sentence(.mapPCDecides)) }
        let moved = after.switches.filter { now in
            before.switches.contains { $0.name == now.name && $0.id != now.id }
        }
        guard !moved.isEmpty, !after.decidesActions else { return sentences }
        let numbers = moved.map { "\"\($0.name)\" \($0.id)" }.joined(separator: ", ")
        return sentences + [Sentence(.switchNewNumbers, ["numbers": numbers])]
    }
}
