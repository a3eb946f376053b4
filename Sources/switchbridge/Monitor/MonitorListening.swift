// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import InputDevices
import PCProtocol
import Sentences
import SwitchCore

/// Opens the nodes that are meant, as they come and go, and shows what they send.
final class MonitorListening {
    private let live: LiveRun
    private let selection: DeviceSelection
    private let writer: MonitorWriter
    private let json: Bool
    private var view: MonitorView
    private var monitor: DeviceMonitor?
    private var readers: [DeviceID: DeviceReader] = [:]
    private var nextID = 1
    private var timer: LoopTimer?

    init(live: LiveRun, selection: DeviceSelection, view: MonitorView, writer: MonitorWriter, json: Bool) {
        self.live = live
        self.selection = selection
        self.view = view
        self.writer = writer
        self.json = json
        timer = live.loop.makeTimer { [weak self] now in self?.show { $0.timeReached(now) } }
    }

    /// Fails when a device is named that is not there, or when none of those that are there may be read.
    func open() throws(Failure) {
        let monitor: DeviceMonitor
        do { monitor = try DeviceMonitor(loop: live.loop, includesVirtual: true) } catch { throw .system(error) }
        self.monitor = monitor
        if let word = selection.unmatched(among: monitor.nodes) {
            throw .noDevice(Sentence(.deviceNotFound, ["found": word]))
        }
        var firstError: DeviceError?
        for node in monitor.nodes where selection.includes(node) {
            do { try open(node) } catch { firstError = firstError ?? error }
        }
        if readers.isEmpty {
            throw firstError.map { .device($0) } ?? .noDevice(NoDevices.sentence)
        }
        if let firstError { live.terminal.say(firstError.sentence.description, .warning) }
        monitor.onEvent = { [weak self] in self?.monitorDid($0) }
        live.terminal.say(Sentence(.monitorListening, ["devices": deviceNames]).description, .faint)
    }

    private var deviceNames: String {
        PhysicalDevice.grouping(readers.values.map(\.node)).map(\.name).joined(separator: ", ")
    }

    /// After the end: how much was kept back.
    func sayWhatWasHidden(_ terminal: Terminal) {
        for (device, count) in view.hidden.sorted(by: { $0.key < $1.key }) {
            if json {
                try? terminal.show(
                    json: .object([
                        "event": .string("hidden"), "device": .string(device), "count": .int(count),
                    ]))
            } else {
                terminal.say(Sentence(.monitorHidden, ["device": device, "count": "\(count)"]).description)
            }
        }
    }

    private func monitorDid(_ event: DeviceMonitorEvent) {
        switch event {
        case .added(let node), .changed(let node):
            guard selection.includes(node), !readers.values.contains(where: { $0.node.syspath == node.syspath })
            else { return }
            do { try open(node) } catch { live.terminal.say(error.sentence.description, .warning) }
        case .removed:
            break  // Its reader notices.
        }
    }

    private func open(_ node: NodeDescription) throws(DeviceError) {
        let id = DeviceID(nextID)
        nextID += 1
        let reader = try DeviceReader(node: node, id: id, loop: live.loop) { [weak self] in self?.readerDid($0, id) }
        readers[id] = reader
        view.attached(
            id, node, axes: reader.axes, found: FoundState(keysDown: reader.down, axisValues: reader.axisValues))
    }

    private func readerDid(_ event: DeviceReaderEvent, _ id: DeviceID) {
        switch event {
        case .events(let events): show { $0.reportArrived(events, from: id) }
        case .eventsLost: show { [now = live.loop.now] in $0.eventsLost(from: id, at: now) }
        case .resynchronised(let events): show { $0.resynchronised(events, from: id) }
        case .gone(let reason):
            guard let reader = readers.removeValue(forKey: id) else { return }
            show { [now = live.loop.now] in $0.detached(id, at: now) }
            live.terminal.say(Self.sentence(reason, reader.node.identity.name).description, .warning)
        }
    }

    private static func sentence(_ reason: DeviceReaderEvent.GoneReason, _ device: String) -> Sentence {
        switch reason {
        case .unplugged: Sentence(.deviceUnplugged, ["device": device])
        case .revoked: Sentence(.monitorRevoked, ["device": device])
        case .failed(let error): DeviceError.failed(device: device, error).sentence
        }
    }

    private func show(_ body: (inout MonitorView) -> [MonitorLine]) {
        let lines = body(&view)
        timer?.deadline = view.deadline
        live.attempt { () throws(Failure) in
            for line in lines {
                if json {
                    try live.terminal.show(json: writer.json(line))
                } else {
                    try live.terminal.show(writer.text(line))
                }
            }
        }
    }
}
