// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// The profile that is learnt into: one that is there, or a new one.
struct LearnTarget {
    /// What a profile is called whose user did not say.
    static let usualName = "my-switches"

    let found: FoundProfile
    let draft: LearnDraft
    private let isNew: Bool
    private let atNextStart: Bool
    private let terminal: Terminal

    /// - Parameter word: nil for the only profile that the user has, or a first one.
    init(_ word: String?, atNextStart: Bool, _ terminal: Terminal) throws(Failure) {
        found = try Self.place(word, ProfilePlaces(terminal.environment))
        self.atNextStart = atNextStart
        self.terminal = terminal
        let bytes = try found.bytes()
        do throws(ProfileProblems) {
            if let bytes {
                isNew = false
                draft = LearnDraft(
                    .addSwitches, of: try ProfileEdit(bytes, path: found.path, names: EvdevNames()), called: found.name)
            } else {
                isNew = true
                let title = Path.name(of: found.name)
                draft = try LearnDraft(
                    newProfile: title.hasSuffix(ProfilePlaces.suffix)
                        ? String(title.dropLast(ProfilePlaces.suffix.count)) : title, names: EvdevNames())
            }
        } catch { throw .profile(error) }
        guard draft.known.count < SwitchID.limit else {
            throw .other(Sentence(.learnTooMany, ["limit": "\(SwitchID.limit)"]))
        }
        try ProfileChange.checkIsFree(found, atNextStart: atNextStart, terminal)
    }

    private static func place(_ word: String?, _ places: ProfilePlaces) throws(Failure) -> FoundProfile {
        guard let word else {
            return places.yours.isEmpty ? try places.place(ofNew: usualName) : try places.findOnly()
        }
        guard word.contains("/") || word.hasSuffix(ProfilePlaces.suffix) else {
            return try places.place(ofNew: word)
        }
        return FoundProfile(name: word, path: word, origin: .path)
    }

    /// What cannot be saved is kept as a draft, and the failure says where.
    func save(_ edit: ProfileEdit) throws(Failure) -> LearnNews {
        try Self.save(
            edit, to: found, replacing: isNew ? nil : draft.base.original, atNextStart: atNextStart, terminal)
    }

    static func save(
        _ edit: ProfileEdit, to found: FoundProfile, replacing original: [UInt8]?, atNextStart: Bool,
        _ terminal: Terminal
    ) throws(Failure) -> LearnNews {
        let saver = ProfileSaver(terminal.environment)
        let isInUse = try ProfileUse.isInUse(found.path, in: terminal.environment)
        guard atNextStart || !isInUse else {
            let draft = ProfileSaver.words(ofDraft: saver.keepDraft(edit.bytes, of: found.path))
            throw .other(Sentence(.learnInUse, ["name": found.name, "draft": draft.description]))
        }
        try saver.save(edit.bytes, to: found.path, replacing: original)
        let lines = isInUse ? [Sentence(.storeAtNextStart).description] : []
        return LearnNews(
            "saved", Sentence(.learnSaved, ["path": found.path, "name": found.name]),
            ["profile": .string(found.name), "path": .string(found.path)], lines: lines, style: .good)
    }
}
