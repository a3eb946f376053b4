// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences
import SwitchCore

/// One run of the daemon: the bridge in the middle, those who speak with it around.
final class DaemonSession {
    private let live: LiveRun
    private let places: ServicePlaces
    private let bridge: DaemonBridge
    private let server: ControlServer
    private var desk: DaemonDesk
    private var files: [DirectoryWatch] = []
    private var whenClosed: (() -> Void)?

    init(_ live: LiveRun, _ places: ServicePlaces, _ bridge: DaemonBridge) {
        self.live = live
        self.places = places
        self.bridge = bridge
        let group = getegid()
        server = ControlServer(
            loop: live.loop,
            hello: [
                "version": .string(VersionCommand.programVersion), "pid": .integer(Int64(getpid())),
                "uid": .integer(Int64(geteuid())),
            ],
            mayConnect: { places.kind == .system && $0.groups.contains(group) })
        desk = DaemonDesk(live.loop, bridge, server)
    }

    func run() throws(Failure) -> Ending {
        bridge.onEvent = { [weak self] in self?.bridgeDid($0) }
        server.onEvent = { [weak self] in self?.desk.heard($0) }
        live.beforeEnd = { [weak self] in self?.close(then: $0) }
        try listen()
        watchFiles()
        bridge.assemble()
        desk.begin()
        return try live.run()
    }

    private func listen() throws(Failure) {
        do throws(SystemError) {
            let directory = Path.directory(of: places.controlSocket)
            if places.kind == .user { try AtomicFile.makeDirectory(directory) }
            let mode = places.kind == .system ? ServicePlaces.systemSocketMode : 0o600
            try server.listen(at: places.controlSocket, mode: mode)
        } catch {
            guard error.code != EADDRINUSE else {
                throw .other(Sentence(.serviceAlreadyRuns, ["path": places.controlSocket]))
            }
            throw .system(error)
        }
    }

    /// Whoever changes a profile or pairs changes files; the daemon follows. A directory that is not there yet is made by
    /// whoever puts something into it, and looked for at the next start.
    private func watchFiles() {
        for directory in [places.profilesDirectory, places.stateDirectory] {
            let watch = try? DirectoryWatch(path: directory, loop: live.loop) { [weak self] in
                self?.bridge.filesChanged()
            }
            if let watch { files.append(watch) }
        }
    }

    private func bridgeDid(_ event: DaemonBridge.Event) {
        if case .happened(.closed) = event { return closed() }
        desk.bridgeDid(event)
    }

    private func close(then done: @escaping () -> Void) {
        whenClosed = done
        guard bridge.control != nil else { return closed() }
        bridge.close(.shuttingDown)
    }

    private func closed() {
        server.close()
        whenClosed?()
        whenClosed = nil
    }
}
