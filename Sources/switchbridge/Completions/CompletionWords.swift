// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Glibc
import InputDevices
import PCLink
import Profiles
import SwitchCore

/// The words of one kind that a shell can offer now. It reads files and nothing else: no PC is asked, nothing is written,
/// and what cannot be read has no words, since nobody wants to see a mistake told in the middle of a line being typed.
struct CompletionWords {
    let environment: [String: String]
    /// Whose switches are meant; nil is the only profile of the user.
    let profile: String?

    func words(_ kind: CompletedWord) -> [String] {
        let words: [String] =
            switch kind {
            case .profiles: ProfilePlaces(environment).all.filter { !$0.isHidden }.map(\.name)
            case .switches: switches
            case .pcs: pcs
            case .actions: ActionCatalogue.all.map(\.id)
            case .shells: CompletionsCommand.Shell.allCases.map(\.rawValue)
            case .pages: ManualCommand.Page.allCases.map(\.rawValue)
            case .files, .anything: []
            }
        // One word is one line.
        return words.filter { !$0.isEmpty && !$0.unicodeScalars.contains { $0.value < 0x20 } }
    }

    private var switches: [String] {
        guard let found = try? ProfilePlaces(environment).find(orOnly: profile),
            case .success(let profile) = ProfileFile.load(path: found.path, names: EvdevNames())
        else { return [] }
        return profile.switches.map(\.name)
    }

    private var pcs: [String] {
        // A look alone: nothing is made, and what cannot be understood is left to a command that can say so.
        guard let directory = try? StateGlance.directory(of: ServicePlaces(environment)),
            let saved = try? SavedPCs(readingFrom: directory)
        else { return [] }
        return saved.all.map(\.name)
    }
}
