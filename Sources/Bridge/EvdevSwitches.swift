// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import InputDevices
package import SwitchCore

/// The real devices of a profile: opens the nodes that fit, follows hotplug, and captures them together.
package final class EvdevSwitches: SwitchSource {
    package var onEvent: ((SwitchSourceEvent) -> Void)?

    let profile: Profile
    let loop: EventLoop
    let monitor: DeviceMonitor
    private let names: any InputNaming
    var readers: [DeviceID: CapturedReader] = [:]
    private var failures: [String: DeviceError] = [:]
    /// The readers whose events count.
    private var used: Set<DeviceID> = []
    /// Why a device could not be captured that joined while others were, or that is captured while forwarding is off.
    var captureFailures: [DeviceID: CaptureFailure] = [:]
    /// The addresses of Bluetooth devices that are out of reach, though their nodes may stay.
    var outOfReach: Set<String> = []
    private var nextID = 1
    private(set) var captureIsWanted = false
    var isLent = false
    private(set) var hasEnded = false
    /// Whether the lights of the devices in use show that forwarding is on.
    private var showsLights = false
    /// Nodes whose capture has not come to an end yet, while the start waits for all of them.
    private var awaited: Set<DeviceID> = []
    /// Counts the requests for capture, so that what came of one does not answer the next.
    private var request = 0

    /// - Parameter monitor: one that includes virtual devices only if the user asked for them (F22).
    package init(profile: Profile, loop: EventLoop, monitor: DeviceMonitor, names: any InputNaming) {
        self.profile = profile
        self.loop = loop
        self.monitor = monitor
        self.names = names
    }

    package var usableDevices: [SwitchDevice] {
        readers.values.filter { used.contains($0.reader.id) }.sorted { $0.reader.id < $1.reader.id }.map(description)
    }

    package var unusableDevices: [UnusableDevice] {
        profile.devices.indices.compactMap { index in
            reason(forNotUsing: index).map { UnusableDevice(label: profile.devices[index].label, reason: $0) }
        }
    }

    /// The keyboard on which someone types, when the profile uses it and there is no other one (F3).
    package var onlyKeyboard: NodeDescription? {
        let keyboards = monitor.nodes.filter(\.isKeyboardSomeoneTypesOn)
        return keyboards.allSatisfy(isWanted) ? keyboards.first : nil
    }

    package func open() {
        monitor.onEvent = { [weak self] in self?.monitorDid($0) }
        monitor.onLeftOutChange = { [weak self] in self?.onEvent?(.devicesChanged) }
        monitor.onSeenAgain = { [weak self] in self?.seenAgain($0) }
        for node in monitor.nodes { consider(node) }
    }

    // MARK: Which nodes

    private func monitorDid(_ event: DeviceMonitorEvent) {
        switch event {
        case .added(let node), .changed(let node):
            consider(node)
            if let captured = readers.values.first(where: { $0.reader.node.syspath == node.syspath }) {
                keepTrying(captured)
            }
        case .removed(let node):
            failures[node.syspath] = nil
            if let (id, _) = readers.first(where: { $0.value.reader.node.syspath == node.syspath }) {
                gone(id, revoked: false)
            }
            // Of two twins, the one that stays is now the only one that fits.
            for node in monitor.nodes { consider(node) }
        }
        onEvent?(.devicesChanged)
    }

    /// What the system had taken away it may have given back.
    private func seenAgain(_ node: NodeDescription) {
        guard case .revoked = failures[node.syspath] else { return }
        consider(node)
        onEvent?(.devicesChanged)
    }

    func consider(_ node: NodeDescription) {
        guard !isOutOfReach(node) else { return }
        guard !readers.values.contains(where: { $0.reader.node.syspath == node.syspath }) else { return }
        guard isWanted(node) else { return }
        if let index = indices(describing: node).first(where: { candidates(for: $0).count > 1 }) {
            return becameAmbiguous(index)
        }
        do {
            try open(node)
        } catch {
            failures[node.syspath] = error
        }
    }

    private func isWanted(_ node: NodeDescription) -> Bool {
        !bindings(of: indices(describing: node), on: node).isEmpty
    }

    /// The profile's devices that `node` may be part of.
    private func indices(describing node: NodeDescription) -> [Int] {
        profile.devices.indices.filter { profile.devices[$0].describes(node.identity) }
    }

    private func open(_ node: NodeDescription) throws(DeviceError) {
        let id = DeviceID(nextID)
        nextID += 1
        let reader = try DeviceReader(node: node, id: id, loop: loop) { [weak self] in self?.readerDid($0, id) }
        failures[node.syspath] = nil
        let captured = CapturedReader(reader, loop: loop, names: names) { [weak self] in self?.captureDid($0, id) }
        readers[id] = captured
        if !captureIsWanted { use(id) }
        if captureIsWanted || isKept(captured) { captured.begin() }
    }

    /// What a device sends counts from here on. One that joins while others are captured must be captured first, or its
    /// presses would reach the PC and the box's own screen at once.
    private func use(_ id: DeviceID) {
        guard let captured = readers[id], used.insert(id).inserted else { return }
        if showsLights {
            captured.reader.showLights(true)
        } else if profile.announcements.usesDeviceLights {
            captured.reader.clearLights()
        }
        onEvent?(.attached(description(captured)))
    }

    /// The physical devices that fit; several nodes of one are one device (F17).
    private func candidates(for index: Int) -> [PhysicalDevice] {
        PhysicalDevice.grouping(monitor.nodes.filter { fits($0, index) })
    }

    private func fits(_ node: NodeDescription, _ index: Int) -> Bool {
        !isOutOfReach(node) && profile.devices[index].describes(node.identity)
            && !bindings(of: [index], on: node).isEmpty
    }

    /// Which of two twins is meant cannot be guessed; neither is used until the profile says more.
    private func becameAmbiguous(_ index: Int) {
        let affected = readers.filter { profile.devices[index].describes($0.value.reader.node.identity) }
        guard !affected.isEmpty else { return }
        onEvent?(.ambiguous(name: profile.devices[index].label))
        for (id, captured) in affected.sorted(by: { $0.key < $1.key }) {
            captured.endNow()
            gone(id, revoked: false)
        }
    }

    private func reason(forNotUsing index: Int) -> UnusableDevice.Reason? {
        let candidates = candidates(for: index)
        guard candidates.count < 2 else { return .ambiguous(names: candidates.map(\.name)) }
        let nodes = candidates.flatMap(\.nodes)
        let opened = readers.filter { profile.devices[index].describes($0.value.reader.node.identity) }
        if opened.keys.contains(where: { used.contains($0) && captureFailures[$0] == nil }) { return nil }
        if let failure = opened.keys.lazy.compactMap({ self.captureFailures[$0] }).first {
            return .notCaptured(failure)
        }
        if let failure = nodes.lazy.compactMap({ self.failures[$0.syspath] }).first { return .failed(failure) }
        if monitor.nodes.contains(where: { isOutOfReach($0) && profile.devices[index].describes($0.identity) }) {
            return .outOfReach
        }
        return monitor.leftOut.first { fits($0, index) }.map { .onlyVirtual(name: $0.identity.name) } ?? .missing
    }

    private func description(_ captured: CapturedReader) -> SwitchDevice {
        let reader = captured.reader
        return SwitchDevice(
            id: reader.id, name: reader.node.identity.name,
            bindings: bindings(of: indices(describing: reader.node), on: reader.node),
            axes: reader.axes, found: FoundState(keysDown: reader.down, axisValues: reader.axisValues))
    }

    private func bindings(of devices: [Int], on node: NodeDescription) -> [(SwitchInput, SwitchID)] {
        profile.switches.flatMap { candidate in
            candidate.inputs
                .filter { devices.contains($0.device) && node.capabilities.canShow($0.input) }
                .map { ($0.input, candidate.id) }
        }
    }

    // MARK: Reading

    private func readerDid(_ event: DeviceReaderEvent, _ id: DeviceID) {
        var isKeyEvent = false
        switch event {
        case .events(let events):
            if used.contains(id) { onEvent?(.events(events, from: id)) }
            isKeyEvent = events.contains { $0.type == Evdev.key }
        case .eventsLost: if used.contains(id) { onEvent?(.eventsLost(id)) }
        case .resynchronised(let events): if used.contains(id) { onEvent?(.resynchronised(events, from: id)) }
        case .gone(let reason):
            gone(id, revoked: reason == .revoked)
            onEvent?(.devicesChanged)
            return
        }
        readers[id]?.downMayHaveChanged()
        if isKeyEvent, let captured = readers[id], captured.reader.down.isEmpty { keepTrying(captured) }
    }

    func gone(_ id: DeviceID, revoked: Bool) {
        guard let captured = readers.removeValue(forKey: id) else { return }
        let node = captured.reader.node
        if revoked { failures[node.syspath] = .revoked(device: node.identity.name) }
        captured.nodeLost()
        captured.reader.showLights(false)
        captured.reader.close()
        captureFailures[id] = nil
        if used.remove(id) != nil { onEvent?(.detached(id, revoked: revoked)) }
        captureDid(.ended, id)
    }

    // MARK: Lights

    package func showLights(_ isOn: Bool) {
        guard profile.announcements.usesDeviceLights, isOn != showsLights else { return }
        showsLights = isOn
        for id in used { readers[id]?.reader.showLights(isOn) }
    }

    // MARK: Capture

    package func beginCapture() {
        request += 1
        // What the system took away and gave back shows no event of its own.
        for node in monitor.nodes { consider(node) }
        guard !readers.isEmpty else { return report(.captureFailed(.noDevice)) }
        captureIsWanted = true
        awaited = Set(readers.keys)
        for captured in readers.values { captured.begin() }
    }

    package func endCapture() {
        captureIsWanted = false
        awaited = []
        for (id, captured) in readers where !isKept(captured) {
            captured.end()
            captureFailures[id] = nil
        }
        for id in readers.keys.sorted() { use(id) }
    }

    package func endCaptureNow() {
        captureIsWanted = false
        hasEnded = true
        awaited = []
        showLights(false)
        for captured in readers.values { captured.endNow() }
    }

    private func captureDid(_ report: CapturedReader.Report, _ id: DeviceID) {
        if case .releasesWritten = report {
            if used.contains(id) { onEvent?(.releasesWritten(id)) }
            return
        }
        guard captureIsWanted else { return keptDid(report, id) }
        guard awaited.contains(id) else { return joinedDid(report, id) }
        switch report {
        case .failed(let failure):
            if let captured = readers[id], isKept(captured) { captureFailures[id] = failure }
            awaited = []
            self.report(.captureFailed(failure))
        case .releasesWritten: break
        case .held, .ended:
            captureFailures[id] = nil
            awaited.remove(id)
            guard awaited.isEmpty else { return }
            self.report(readers.isEmpty ? .captureFailed(.noDevice) : .captureHeld)
        }
    }

    private func joinedDid(_ report: CapturedReader.Report, _ id: DeviceID) {
        switch report {
        case .held:
            captureFailures[id] = nil
            use(id)
        // It takes no part until the next start; forwarding goes on without it.
        case .failed(let failure): captureFailures[id] = failure
        case .ended, .releasesWritten: return
        }
        loop.afterThisTurn { [weak self] in self?.onEvent?(.devicesChanged) }
    }

    /// Not from within the request: the engine first finishes what it was doing.
    private func report(_ event: SwitchSourceEvent) {
        let reported = request
        loop.afterThisTurn { [weak self] in
            guard let self, request == reported else { return }
            onEvent?(event)
        }
    }
}
