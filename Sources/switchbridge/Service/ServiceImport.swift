// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import Profiles
import Sentences

/// What somebody has of their own from before the service was installed.
struct ServiceImport {
    /// Says that it has been offered.
    private static let marker = "service-import-offered"

    private let terminal: Terminal
    private let user: ServicePlaces
    private let service: ServicePlaces

    init(_ terminal: Terminal) {
        self.terminal = terminal
        user = ServicePlaces(.user, terminal.environment)
        service = ServicePlaces(terminal.environment)
    }

    var isPossible: Bool { service.kind == .system }

    var profiles: [FoundProfile] { ProfilePlaces.profiles(in: user.profilesDirectory, .yours) }

    /// The file of paired PCs; nil when there is none, or nobody is in it.
    var pairings: String? {
        let path = "\(user.stateDirectory)/pcs.json"
        guard access(path, R_OK) == 0, let directory = try? StateDirectory(path: user.stateDirectory),
            let saved = try? SavedPCs(readingFrom: directory), !saved.all.isEmpty
        else { return nil }
        return path
    }

    /// Tells once that there is something. What cannot be noted is told again, which is no harm.
    func offerOnce() {
        guard isPossible, geteuid() != 0, access("\(user.stateDirectory)/\(Self.marker)", F_OK) != 0,
            !profiles.isEmpty || pairings != nil
        else { return }
        terminal.say(Sentence(.importOffer).description)
        try? StateDirectory(path: user.stateDirectory).write([], to: Self.marker)
    }
}
