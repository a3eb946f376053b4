// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import InputDevices
import Sentences

/// `devices`: what is plugged in, and what keeps it from being a switch.
struct DevicesCommand: Command {
    private static let all = Option("all", help: "also show virtual devices and those that cannot be switches")
    private static let watch = Option("watch", help: "stay, and say what is plugged in and unplugged")

    static let description = CommandDescription(
        name: "devices", group: .setUp, summary: "show what can be used as a switch, and what is in the way",
        details: [
            """
            One line for each device: its name, what on it can be a switch, whether you may use it, and what a \
            profile knows it by. What is in the way stands below, with the command that mends it.
            """
        ],
        options: [all, watch, .json], exitCodes: [.noDevice])

    private let showsAll: Bool
    private let watches: Bool
    private let json: Bool

    init(_ arguments: Arguments) {
        showsAll = arguments.has(Self.all)
        watches = arguments.has(Self.watch)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let monitor: DeviceMonitor
        do { monitor = try DeviceMonitor(loop: live.loop, includesVirtual: showsAll) } catch { throw .system(error) }
        let devices = PhysicalDevice.grouping(monitor.nodes).filter(isShown)
        for device in devices { try show("present", "", device, live.terminal) }
        if devices.isEmpty {
            guard watches else { throw .noDevice(NoDevices.sentence) }
            live.terminal.say(NoDevices.sentence.description)
        }
        guard watches else { return .code(.done) }
        return try follow(monitor, live)
    }

    private func isShown(_ device: PhysicalDevice) -> Bool { showsAll || device.canBeSwitch }

    private func follow(_ monitor: DeviceMonitor, _ live: LiveRun) throws(Failure) -> Ending {
        var announcer = DeviceAnnouncer(monitor.nodes)
        let announce = { (announcements: [DeviceAnnouncer.Announcement]) in
            live.attempt { () throws(Failure) in
                for announcement in announcements { try show(announcement, live.terminal) }
            }
        }
        // A disarmed timer lives as long as its owner does, so it is kept here.
        var settle: LoopTimer?
        settle = live.loop.makeTimer { now in
            announce(announcer.timeReached(now))
            settle?.deadline = announcer.deadline
        }
        monitor.onEvent = { event in
            announce(announcer.nodesChanged(event, at: live.loop.now))
            settle?.deadline = announcer.deadline
        }
        defer {
            monitor.onEvent = { _ in }
            settle = nil
        }
        return try live.run(keeping: monitor)
    }

    private func show(_ announcement: DeviceAnnouncer.Announcement, _ terminal: Terminal) throws(Failure) {
        switch announcement {
        case .pluggedIn(let device): try show("pluggedIn", "Plugged in: ", device, terminal)
        case .changed(let device): try show("changed", "Changed: ", device, terminal)
        case .unplugged(let device): try show("unplugged", .deviceUnplugged, device, terminal)
        case .flapping(let device): try show("flapping", .deviceFlapping, device, terminal)
        }
    }

    private func show(
        _ event: String, _ id: SentenceID, _ device: PhysicalDevice, _ terminal: Terminal
    ) throws(Failure) {
        guard isShown(device) else { return }
        if json { return try terminal.show(json: DeviceReport(device: device, names: EvdevNames()).json(event: event)) }
        try terminal.show(Sentence(id, ["device": device.name]).description)
    }

    private func show(
        _ event: String, _ words: String, _ device: PhysicalDevice, _ terminal: Terminal
    ) throws(Failure) {
        guard isShown(device) else { return }
        let owners = device.nodes.lazy.filter(\.canBeSwitch).compactMap { DeviceOwners.names(of: $0.devnode) }.first
        let report = DeviceReport(device: device, names: EvdevNames(), owners: owners)
        if json { return try terminal.show(json: report.json(event: event)) }
        try terminal.show(words + report.line)
        for remark in report.remarks { try terminal.show(remark.description, .warning, indent: 4) }
    }
}
