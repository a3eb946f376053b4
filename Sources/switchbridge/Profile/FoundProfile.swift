// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// A profile file, and how it came to be found.
struct FoundProfile: Hashable {
    enum Origin: String, Hashable {
        /// In the user's directory of profiles.
        case yours
        /// Came with the program: a template, never changed.
        case shipped
        /// Named by its path.
        case path
    }

    /// By which commands know it; the path of one named so.
    var name: String
    var path: String
    var origin: Origin
    /// A profile of the user has the same name, so that this one can only be named by its path.
    var isHidden = false

    /// What stands in its place, good or not; nil when nothing does.
    /// - Throws: when something does that cannot be read, so that nobody takes it for nothing and writes over it.
    func bytes() throws(Failure) -> [UInt8]? {
        guard Path.isTaken(path) else { return nil }
        do throws(ProfileProblems) { return try ProfileFile.bytes(path: path).get() } catch {
            throw .other(
                Sentence(
                    .storeUnreadable,
                    ["path": path, "problem": error.problems.map(\.sentence.description).joined(separator: " ")]))
        }
    }

    /// What stands in it, good or not.
    func text() throws(Failure) -> [UInt8] {
        do throws(ProfileProblems) { return try ProfileFile.bytes(path: path).get() } catch { throw .profile(error) }
    }

    func load() throws(Failure) -> Profile {
        do throws(ProfileProblems) { return try ProfileFile.load(path: path, names: EvdevNames()).get() } catch {
            throw .profile(error)
        }
    }
}
