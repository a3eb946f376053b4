// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sentences
package import SwitchCore

/// A profile file. Reading one never changes it.
package struct ProfileFile {
    /// In bytes; a profile has a few thousand.
    package static let sizeLimit = 256 * 1024
    /// The service's profiles. Its whole group may write there, so a link of theirs is not followed: the service or root would
    /// read, and tell mistakes of, what is none of theirs.
    package static let sharedDirectory = "/etc/switchbridge/profiles"

    /// The profile in the file at `path`. Reads at most `sizeLimit` bytes, and only of a regular file: a pipe or a
    /// device could block for ever.
    package static func load(path: String, names: any InputNaming) -> Result<Profile, ProfileProblems> {
        do throws(ProfileProblem) {
            return read(bytes: try contents(path: path), path: path, names: names)
        } catch {
            return .failure(ProfileProblems(path: path, problems: [error]))
        }
    }

    /// What stands in the file at `path`, good or not; read as `load` does it.
    package static func bytes(path: String) -> Result<[UInt8], ProfileProblems> {
        do throws(ProfileProblem) { return .success(try contents(path: path)) } catch {
            return .failure(ProfileProblems(path: path, problems: [error]))
        }
    }

    /// The profile in `bytes`. `path` only names the file in problems.
    package static func read(
        bytes: some Collection<UInt8>, path: String, names: any InputNaming
    ) -> Result<Profile, ProfileProblems> {
        do throws(ProfileProblem) {
            guard bytes.count <= sizeLimit else { throw tooLarge }
            guard let root = try YAMLDocument.read(try PlainText(bytes)) else {
                throw ProfileProblem(at: .start, Sentence(.profileEmpty))
            }
            var reader = ProfileReader(names: names)
            if let profile = reader.profile(from: root) { return .success(profile) }
            return .failure(reader.problems.report(path: path))
        } catch {
            return .failure(ProfileProblems(path: path, problems: [error]))
        }
    }

    private static var tooLarge: ProfileProblem {
        ProfileProblem(at: nil, Sentence(.profileTooLarge, ["limit": "\(sizeLimit / 1024)"]))
    }

    private static func contents(path: String) throws(ProfileProblem) -> [UInt8] {
        // O_NONBLOCK: opening a pipe that nobody writes to would wait.
        let isShared = path.hasPrefix(sharedDirectory + "/")
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (isShared ? O_NOFOLLOW : 0))
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ProfileProblem(at: nil, Sentence(.profileNotAFile)) }
        guard !isShared || status.st_nlink == 1 else { throw ProfileProblem(at: nil, Sentence(.profileNotAFile)) }
        guard status.st_size <= sizeLimit else { throw tooLarge }
        return try contents(of: descriptor)
    }

    /// Reads to the end, or to one byte beyond the limit should the file grow meanwhile.
    private static func contents(of descriptor: CInt) throws(ProfileProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= sizeLimit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw unreadable(errno)
            }
        }
        throw tooLarge
    }

    private static func unreadable(_ error: CInt) -> ProfileProblem {
        switch error {
        case ENOENT, ENOTDIR: ProfileProblem(at: nil, Sentence(.profileFileMissing))
        case ELOOP: ProfileProblem(at: nil, Sentence(.profileNotAFile))
        case EACCES, EPERM: ProfileProblem(at: nil, Sentence(.profileFileNotPermitted))
        default: ProfileProblem(at: nil, Sentence(.profileFileUnreadable, ["error": String(cString: strerror(error))]))
        }
    }
}
