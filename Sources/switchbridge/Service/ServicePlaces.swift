// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import Profiles

/// Where profiles, pairings and the control socket are: the service's, where that is installed, else the user's own.
struct ServicePlaces: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        /// One box, one service, whoever logs in.
        case system
        /// Everything is the user's own, as before any service was installed.
        case user
    }

    /// Whose places a run of the program uses, where that is not to be found out: `system` or `user`.
    static let variable = "SWITCHBRIDGE_PLACES"
    static let group = "switchbridge"
    /// Who may connect to the system's control socket: its owner and the group.
    static let systemSocketMode: mode_t = 0o660

    let kind: Kind
    let profilesDirectory: String
    let stateDirectory: String
    /// In memory, and made by whoever began the service or the session.
    let runtimeDirectory: String
    /// There, for what the disk of the state directory does not take.
    let spareDirectory: String
    let controlSocket: String
    /// Where the service runs commands for its group; only the system's has one.
    let commandSocket: String?

    init(_ kind: Kind, _ environment: [String: String]) {
        self.kind = kind
        switch kind {
        case .system:
            profilesDirectory = ProfileFile.sharedDirectory
            stateDirectory = "/var/lib/switchbridge"
            runtimeDirectory = "/run/switchbridge"
            spareDirectory = runtimeDirectory + "/state"
            controlSocket = runtimeDirectory + "/control"
            commandSocket = runtimeDirectory + "/commands"
        case .user:
            let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            profilesDirectory = (configured ?? (environment["HOME"] ?? "") + "/.config") + "/switchbridge/profiles"
            stateDirectory = StateDirectory.defaultPath(environment: environment)
            runtimeDirectory = Self.userRuntimeDirectory(environment)
            spareDirectory = runtimeDirectory + "/switchbridge/state"
            controlSocket = runtimeDirectory + "/switchbridge/control"
            commandSocket = nil
        }
    }

    /// Those of this run: as the environment says; else the user's where a daemon of theirs runs, and the system's where it is
    /// installed.
    init(_ environment: [String: String]) {
        let user = ServicePlaces(.user, environment)
        if let said = environment[Self.variable].flatMap(Kind.init) {
            self = said == .user ? user : ServicePlaces(.system, environment)
            return
        }
        let system = ServicePlaces(.system, environment)
        self = system.isInstalled && !user.isAnswered ? system : user
    }

    private static func userRuntimeDirectory(_ environment: [String: String]) -> String {
        environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/run/user/\(geteuid())"
    }

    /// Whether there is a place for what the service keeps: whoever is root must not make one by accident.
    var isInstalled: Bool {
        var status = stat()
        return stat(stateDirectory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a daemon listens. A socket file proves nothing: it stays after a crash.
    var isAnswered: Bool { (try? UnixSocket.connected(to: controlSocket, .stream)) != nil }

    /// Whether this process has the service's files as its own.
    var areOurs: Bool {
        var status = stat()
        return kind == .user || (stat(stateDirectory, &status) == 0 && status.st_uid == geteuid())
    }
}
