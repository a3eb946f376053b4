// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

extension DaemonBridge {
    /// What nobody but the daemon knows, from memory alone. It names things as they are called; whoever shows it leaves out what
    /// is private. Neither a secret nor a text to type is part of it.
    var diagnosis: JSONValue {
        var fields: [String: JSONValue] = [
            "tally": tally.json(at: EventLoop.readClock()), "includesVirtual": .bool(options.includesVirtual),
        ]
        let saved = control?.forwarder.connection.savedPCs ?? state.savedPCs
        fields["savedPCs"] = .array(
            saved.all.map { pc in
                .object([
                    "id": .string(pc.desktopID), "name": .string(pc.name),
                    "isDefault": .bool(saved.chosen?.desktopID == pc.desktopID),
                    "isAccessVoid": .bool(pc.isAccessVoid), "isWireless": .bool(pc.socketPath == nil),
                ])
            })
        if let control { fields.merge(Self.fields(of: control)) { $1 } }
        return .object(fields)
    }

    private static func fields(of control: ForwardControl) -> [String: JSONValue] {
        let forwarder = control.forwarder
        let opened = (forwarder.source as? EvdevSwitches)?.openedDevices ?? []
        return [
            "profilePath": .string(control.profiles.path),
            "pressed": .array(forwarder.pressed.map { .int($0.number) }),
            "devices": .array(opened.map(json)),
            "devicesNotUsed": .array(
                forwarder.source.unusableDevices.map {
                    .object([
                        "label": .string($0.label), "problem": .string($0.sentence.id.rawValue),
                        "arguments": .object($0.sentence.arguments.mapValues { .string($0) }),
                    ])
                }),
            "switches": .array((forwarder.meanings?.used ?? []).map(json)),
            "pc": forwarder.connection.status.map { json($0, forwarder) } ?? .null,
        ]
    }

    private static func json(_ device: OpenedDevice) -> JSONValue {
        .object([
            "name": .string(device.name), "node": .string(device.devnode), "used": .bool(device.isUsed),
            "captured": .bool(device.isCaptured),
        ])
    }

    private static func json(_ used: SwitchMeanings.UsedSwitch) -> JSONValue {
        .object(["switch": .int(used.id.number), "label": .string(used.label)])
    }

    private static func json(_ status: PCStatus, _ forwarder: Forwarder) -> JSONValue {
        let connection = forwarder.connection
        var fields: [String: JSONValue] = [
            "id": .string(status.desktopID), "name": .string(status.displayName),
            "platform": .string(status.platform.text), "isReady": .bool(forwarder.pc != nil),
            "frameBytes": .int(connection.maximumFrameSize), "adapter": .text(connection.adapter),
            "link": connection.linkParameters.map(json) ?? .null,
        ]
        guard let pc = forwarder.pc else { return .object(fields) }
        let capabilities = pc.pointerProfile.capabilities
        fields["commands"] = .array(capabilities.supportedCommands.map(\.rawValue).sorted().map { .string($0) })
        fields["offers"] = .object([
            "switchSessions": .bool(capabilities.offersSwitchSessions), "scanning": .bool(capabilities.switchScanning),
            "mouseRepeat": .bool(capabilities.mouseRepeat), "keyRepeat": .bool(capabilities.keyRepeat),
            "pointerSpeed": .bool(capabilities.pointerSpeed), "displays": .bool(capabilities.displayNavigation),
        ])
        fields["profiles"] = .array(pc.catalogue.profiles.map { .string($0.kind.rawValue) })
        fields["profile"] = .text(forwarder.meanings?.pcProfile?.id)
        return .object(fields)
    }

    private static func json(_ link: LinkParameters) -> JSONValue {
        .object([
            "intervalMicroseconds": .integer(link.interval.nanoseconds / 1000), "latency": .int(link.latency),
            "supervisionMilliseconds": .integer(link.supervisionTimeout.milliseconds),
        ])
    }
}
