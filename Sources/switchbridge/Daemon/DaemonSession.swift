// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import ControlSocket
import EventLoop
import Glibc
import PCLink
import PCProtocol
import Sentences
import SwitchCore
import SystemEvents

/// One run of the daemon: the bridge in the middle, those who speak with it around, and the system below.
final class DaemonSession {
    private let live: LiveRun
    private let places: ServicePlaces
    private let bridge: DaemonBridge
    private let server: ControlServer
    private let desk: DaemonDesk
    private let voice: DaemonVoice
    private let system: SystemEvents
    private var files: [DirectoryWatch] = []
    private var whenClosed: (() -> Void)?
    /// The machine waits for forwarding to stop.
    private var isAwaited = false

    init(_ live: LiveRun, _ places: ServicePlaces, _ bridge: DaemonBridge) throws(Failure) {
        self.live = live
        self.places = places
        self.bridge = bridge
        system = SystemEvents(loop: live.loop)
        let group = getegid()
        do throws(SystemError) {
            server = try ControlServer(
                loop: live.loop,
                hello: [
                    "version": .string(VersionCommand.programVersion), "pid": .int(getpid()),
                    "uid": .int(geteuid()),
                ],
                mayConnect: { places.kind == .system && $0.groups.contains(group) })
        } catch { throw .system(error) }
        desk = DaemonDesk(live.loop, bridge, server)
        voice = DaemonVoice(live.loop, bridge)
    }

    func run() throws(Failure) -> Ending {
        bridge.onEvent = { [weak self] in self?.bridgeDid($0) }
        server.onEvent = { [weak self] in self?.desk.heard($0) }
        voice.onAnnouncement = { [weak self] in self?.desk.announce($0) }
        voice.onLightProblem = { [weak self] in self?.lightFailed($0) }
        desk.onLent = { [weak self] in self?.voice.lentChanged($0) }
        desk.present = { [weak self] in self?.voice.present }
        desk.onStatus = { [weak self] in self?.system.service.status($0.summary) }
        system.onEvent = { [weak self] in self?.systemDid($0) }
        live.beforeEnd = { [weak self] in self?.close(then: $0) }
        try listen()
        watchFiles()
        bridge.assemble()
        desk.begin()
        system.service.ready()
        return try live.run(keeping: self)
    }

    private func listen() throws(Failure) {
        do throws(SystemError) {
            if places.kind == .user {
                try AtomicFile.makeDirectory(Path.directory(of: places.controlSocket))
                try AtomicFile.makeDirectory(places.profilesDirectory)
            }
            let mode = places.kind == .system ? ServicePlaces.systemSocketMode : 0o600
            try server.listen(at: places.controlSocket, mode: mode)
        } catch {
            guard error.code != EADDRINUSE else {
                throw .other(Sentence(.serviceAlreadyRuns, ["path": places.controlSocket]))
            }
            throw .system(error)
        }
    }

    /// Whoever changes a profile or pairs changes files; the daemon follows.
    private func watchFiles() {
        let watched: [(directory: String, counts: (String) -> Bool)] = [
            (places.profilesDirectory, { $0.hasSuffix(ProfilePlaces.suffix) }),
            // What the daemon writes itself while it forwards is of no interest.
            (places.stateDirectory, { $0 == SavedPCs.fileName }),
        ]
        for (directory, counts) in watched {
            do throws(SystemError) {
                files.append(
                    try DirectoryWatch(path: directory, loop: live.loop, counts: counts) { [weak self] in
                        self?.bridge.filesChanged()
                    })
            } catch {
                say(Sentence(.serviceNotWatched, ["path": directory, "error": error.words]))
            }
        }
    }

    // MARK: What happens

    private func bridgeDid(_ event: DaemonBridge.Event) {
        switch event {
        case .happened(.closed): return closed()
        case .happened(.notice(.stopped)): letSystemGoOn()
        case .news(let news): if let sentence = news.sentence { say(sentence) }
        case .replies(let sentences): for sentence in sentences { say(sentence) }
        case .incomplete(let problem?): say(problem)
        case .incomplete(nil), .happened, .changedByFiles: break
        }
        desk.bridgeDid(event)
        voice.bridgeDid(event)
    }

    private func lightFailed(_ problem: Sentence) {
        say(problem)
        desk.lightFailed(problem)
    }

    /// Into the journal of the system.
    private func say(_ sentence: Sentence) { live.terminal.say(sentence.description) }

    // MARK: The system

    private func systemDid(_ event: SystemEvent) {
        switch event {
        case .suspending: willRest(.suspended)
        // The end of the process is for whoever runs it to ask for.
        case .shuttingDown: willRest(.shuttingDown)
        // Waking is no start; the link is made again by itself. Where nobody announced the sleep, what was held on the PC may have
        // been held all that time.
        case .resumed, .slept:
            desk.stopAsked()
            bridge.control?.machineIsAwake()
        case .bluetoothReach(let address, let isConnected):
            bridge.reachChanged(address: address, isConnected: isConnected)
        case .bluetoothBlocked(let isBlocked, let isHard):
            desk.bluetooth(isBlocked: isBlocked, isHard: isHard)
            voice.bluetooth(isBlocked: isBlocked)
        }
    }

    /// The machine waits until the PC has confirmed, within bounds.
    private func willRest(_ reason: StopReason) {
        isAwaited = true
        desk.stopAsked()
        bridge.control?.machineWillRest(reason)
        if bridge.control?.forwarder.isIdle ?? true { letSystemGoOn() }
    }

    private func letSystemGoOn() {
        guard isAwaited else { return }
        isAwaited = false
        system.stopped()
    }

    // MARK: The end

    private func close(then done: @escaping () -> Void) {
        whenClosed = done
        system.service.stopping()
        guard bridge.control != nil else { return closed() }
        bridge.close(.shuttingDown)
    }

    private func closed() {
        letSystemGoOn()
        voice.close()
        server.close()
        whenClosed?()
        whenClosed = nil
    }
}

extension ForwardStatus {
    /// One line of it.
    fileprivate var summary: String {
        ([stateSentence.description] + [profile, pc?.name].compactMap(\.self)).joined(separator: "; ")
    }
}
