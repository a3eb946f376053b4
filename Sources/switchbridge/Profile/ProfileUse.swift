// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import SwitchCore

/// Says to other runs of the program that a profile is in use, for as long as this is there. It is a lock, which goes with
/// the process however that ends, on a file of the state directory that stands for the profile's path.
final class ProfileUse {
    private let marker: FileDescriptor

    init(of path: String, in environment: [String: String]) throws(Failure) {
        do throws(StateProblem) {
            let directory = try StateDirectory(path: ServicePlaces(environment).stateDirectory)
            marker = try directory.shareMarker(Self.marker(of: path))
        } catch { throw .state(error) }
    }

    /// A child that is being made just now has the open file too until its exec: closing alone would not end the lock.
    deinit { flock(marker.raw, LOCK_UN) }

    /// How it is with a service that has the profile at `path`; nil where none has it.
    static func service(having path: String, in environment: [String: String]) throws(Failure) -> ForwardStatus? {
        let places = ServicePlaces(environment)
        let line = ServiceLine(places)
        let status = places.areOurs ? try? line.status() : try line.status()
        return status?.profileName == ForwardStatus.name(ofProfileAt: path) ? status : nil
    }

    /// Whether a run of the program uses the profile at `path`.
    static func isInUse(_ path: String, in environment: [String: String]) throws(Failure) -> Bool {
        // A service says what it uses. It keeps its lock while forwarding is off, but takes changes over then.
        if let status = try service(having: path, in: environment) { return status.state != .idle }
        let places = ServicePlaces(environment)
        // Nobody else looks into its directory.
        guard places.areOurs else { return false }
        let place = places.stateDirectory
        guard access("\(place)/\(marker(of: path))", F_OK) == 0 else { return false }
        do throws(StateProblem) {
            _ = try StateDirectory(path: place).takeMarker(marker(of: path))
            return false
        } catch {
            if case .alreadyForwarding = error { return true }
            throw .state(error)
        }
    }

    /// One name for all ways to write the path: its FNV-1a hash, since a path can be longer than a file's name. Two
    /// profiles that should share one would only be refused together.
    private static func marker(of path: String) -> String {
        let place = Path.resolved(path) ?? path
        let hash = place.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "profile-" + String(hash, radix: 16)
    }
}
