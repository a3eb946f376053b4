// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import Profiles
import Sentences

/// Puts profiles on disk: whole, with a copy of what was there before, and never over what somebody else wrote meanwhile.
struct ProfileSaver {
    typealias Write = ([UInt8], String, mode_t?) throws(SystemError) -> Void

    /// Of a file's permissions, what a file that replaces it gets too.
    private static let permissions: mode_t = 0o7777

    private let stateDirectory: String
    /// Writes a file whole; another one in tests of what cannot be written.
    private let write: Write

    init(_ environment: [String: String], write: @escaping Write = AtomicFile.write) {
        stateDirectory = StateDirectory.defaultPath(environment: environment)
        self.write = write
    }

    /// What a profile is called that was there before a change of it.
    static func backup(of path: String) -> String { path + "~" }

    /// Replaces the file at `path`, a link's by way of the link. What cannot be saved is kept as a draft, and the failure
    /// says where.
    /// - Parameters:
    ///   - original: what stood there when it was read; nil when there was nothing.
    ///   - draft: where the text is kept already.
    func save(
        _ bytes: [UInt8], to path: String, replacing original: [UInt8]?, keptAs draft: String? = nil
    ) throws(Failure) {
        let place = Path.resolved(path) ?? path
        guard bytes != original else { return }
        do throws(SystemError) {
            try AtomicFile.makeDirectory(Path.directory(of: place))
            let directory = try FileDescriptor(path: Path.directory(of: place), flags: O_RDONLY | O_DIRECTORY)
            // Beside another run of this program; an editor does not know of it.
            let locked = try SystemCall.attempt("flock") { flock(directory.raw, LOCK_EX | LOCK_NB) }
            guard case .done = locked else { throw SystemError(call: "flock", code: EBUSY) }
            defer { _ = flock(directory.raw, LOCK_UN) }
            guard isStill(original, at: place) else { throw SystemError(call: "read", code: ESTALE) }
            let mode = mode(of: place)
            if let original { try write(original, Self.backup(of: place), mode) }
            try write(bytes, place, mode)
        } catch { throw failure(error, path: path, draft: draft ?? keepDraft(bytes, of: path)) }
    }

    /// Of what cannot be read nobody knows whether it is the same, and it is not written over.
    private func isStill(_ original: [UInt8]?, at path: String) -> Bool {
        guard let original else { return !Path.isTaken(path) }
        return (try? ProfileFile.bytes(path: path).get()) == original
    }

    /// A new one in the service's directory is its group's to change, whatever the mask of whoever makes it.
    private func mode(of path: String) -> mode_t? {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & Self.permissions }
        return Path.directory(of: path) == ProfileFile.sharedDirectory ? 0o660 : nil
    }

    private func failure(_ error: SystemError, path: String, draft: String?) -> Failure {
        let id: SentenceID =
            switch error.code {
            case ESTALE: .storeChangedMeanwhile
            case EBUSY: .storeBusy
            default: .storeNotSaved
            }
        return .other(
            Sentence(id, ["path": path, "error": error.words, "draft": Self.words(ofDraft: draft).description]))
    }

    static func words(ofDraft path: String?) -> Sentence {
        path.map { Sentence(.storeDraftKept, ["path": $0]) } ?? Sentence(.storeDraftLost)
    }

    // MARK: Drafts

    /// As many drafts of one profile as are kept.
    private static let draftLimit = 99

    /// A place for a draft of the profile at `path` that is not taken; nil when there are too many.
    func draftPath(of path: String) -> String? {
        let name = Path.name(of: path)
        let stem = name.hasSuffix(ProfilePlaces.suffix) ? String(name.dropLast(ProfilePlaces.suffix.count)) : name
        return (1...Self.draftLimit).lazy
            .map { "\(stateDirectory)/drafts/\(stem)\($0 == 1 ? "" : "-\($0)")\(ProfilePlaces.suffix)" }
            .first { access($0, F_OK) != 0 }
    }

    /// Keeps it for its writer alone, in the first place that takes it; nil when none does.
    func keepDraft(_ bytes: [UInt8], of path: String) -> String? {
        for place in [draftPath(of: path), path + ".draft"].compactMap({ $0 }) {
            do throws(SystemError) {
                try AtomicFile.makeDirectory(Path.directory(of: place))
                try write(bytes, place, 0o600)
                return place
            } catch { continue }
        }
        return nil
    }
}
