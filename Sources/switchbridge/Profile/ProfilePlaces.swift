// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Profiles
import Sentences

/// Where profiles are, and which one a word means.
struct ProfilePlaces {
    static let suffix = ".yaml"
    /// Bytes of a name, so that the names of its draft and its backup are still short enough for any file system.
    static let nameLimit = 100
    /// More files than this in a directory are not looked at.
    static let listLimit = 500
    /// Another place of the shipped profiles, for packages and tests.
    static let shippedVariable = "SWITCHBRIDGE_PROFILES"

    let userDirectory: String
    let shippedDirectory: String?

    /// The user's are in `$XDG_CONFIG_HOME/switchbridge/profiles`, else under `~/.config` (XDG Base Directory
    /// Specification), or where the service is installed, in its directory. The shipped ones are beside the program as it is installed, or in the project that it was built in.
    init(_ environment: [String: String]) {
        userDirectory = ServicePlaces(environment).profilesDirectory
        shippedDirectory = environment[Self.shippedVariable] ?? Self.besideTheProgram()
    }

    private static func besideTheProgram() -> String? {
        guard let program = Path.resolved("/proc/self/exe") else { return nil }
        let directory = Path.directory(of: program)
        let installed = Path.directory(of: directory) + "/share/switchbridge/profiles"
        if access(installed, R_OK) == 0 { return installed }
        var above = directory
        // .build/x86_64-unknown-linux-gnu/debug is three below the project.
        for _ in 0..<4 {
            above = Path.directory(of: above)
            if access(above + "/Profiles/profile.schema.json", R_OK) == 0 { return above + "/Profiles" }
        }
        return nil
    }

    // MARK: By name

    /// The user's, then the shipped ones, each in the order of their names.
    var all: [FoundProfile] {
        let yours = yours
        let taken = Set(yours.map(\.name))
        let shipped = shippedDirectory.map { Self.profiles(in: $0, .shipped) } ?? []
        return yours
            + shipped.map { profile in
                var profile = profile
                profile.isHidden = taken.contains(profile.name)
                return profile
            }
    }

    var yours: [FoundProfile] { Self.profiles(in: userDirectory, .yours) }

    /// What `word` means: a path when there is a slash in it or it is that of a file, else a name.
    func find(_ word: String) throws(Failure) -> FoundProfile {
        if word.contains("/") { return FoundProfile(name: word, path: word, origin: .path) }
        if word.hasSuffix(Self.suffix), Self.isFile(word) {
            return FoundProfile(name: word, path: word, origin: .path)
        }
        let name = word.hasSuffix(Self.suffix) ? String(word.dropLast(Self.suffix.count)) : word
        let known = all
        if let found = known.first(where: { $0.name == name && !$0.isHidden }) { return found }
        if Self.isFile(word) { return FoundProfile(name: word, path: word, origin: .path) }
        let nearest = NearestName.of(name, among: known.map(\.name))
        let id: SentenceID = nearest == nil ? .storeUnknown : .storeUnknownNearest
        throw .profile(
            ProfileProblems(
                path: word,
                problems: [
                    ProfileProblem(at: nil, Sentence(id, ["name": nearest ?? ""]), suggestion: nearest)
                ]))
    }

    /// The profile of this name among the user's own: no template, and no file elsewhere.
    func findYours(_ word: String) throws(Failure) -> FoundProfile {
        guard let found = yours.first(where: { $0.name == word }) else {
            throw .other(Sentence(.storeNotYours, ["name": word, "names": yours.map(\.name).joined(separator: ", ")]))
        }
        return found
    }

    /// What `word` means; without one the only profile that the user has.
    func find(orOnly word: String?) throws(Failure) -> FoundProfile {
        if let word { try find(word) } else { try findOnly() }
    }

    /// The one that is meant where none is named: the only one that the user has.
    /// - Parameter severalID: what is said of several; where none can be named, that one has to be chosen.
    func findOnly(else severalID: SentenceID = .storeSeveral) throws(Failure) -> FoundProfile {
        let yours = yours
        guard let only = yours.first else { throw .other(Sentence(.storeNone)) }
        guard yours.count == 1 else {
            throw .other(Sentence(severalID, ["names": yours.map(\.name).joined(separator: ", ")]))
        }
        return only
    }

    /// Where a profile of the user of this name is or would be.
    func place(ofNew name: String) throws(Failure) -> FoundProfile {
        let name = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
        let fits =
            !name.isEmpty && name.utf8.count <= Self.nameLimit && !name.contains("/") && !name.hasPrefix(".")
            && !name.hasPrefix("-")
            && !name.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.properties.isBidiControl
            }
        guard fits else { throw .other(Sentence(.storeBadName, ["limit": "\(Self.nameLimit)"])) }
        return FoundProfile(name: name, path: "\(userDirectory)/\(name)\(Self.suffix)", origin: .yours)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    static func profiles(in directory: String, _ origin: FoundProfile.Origin) -> [FoundProfile] {
        let files = DirectoryEntries.names(in: directory, limit: listLimit) {
            $0.hasSuffix(suffix) && !$0.hasPrefix(".")
        }
        return files.map { file in
            FoundProfile(name: String(file.dropLast(suffix.count)), path: "\(directory)/\(file)", origin: origin)
        }
    }
}
