// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension ForwardStatus {
    /// As the control socket and `status --json` have it.
    var json: JSONValue {
        .object([
            "state": .string(state.rawValue), "profile": .text(profile), "profileName": .text(profileName),
            "pc": pc.map { .object(["name": .string($0.name), "ready": .bool($0.isReady)]) } ?? .null,
            "pcProfile": .text(pcProfile), "canStart": .bool(canStart),
            "pcProfiles": .array(offered.map { .object(["id": .string($0.id), "name": .string($0.name)]) }),
            "switches": .array(
                switches.map {
                    .object([
                        "switch": .int($0.number), "name": .string($0.name), "label": .string($0.label),
                        "pressed": .bool($0.isPressed),
                    ])
                }),
            "notUsed": .array(notUsed.map { .string($0) }), "lasting": .text(lasting),
            "lastStop": lastStop.map {
                .object([
                    "reason": .string($0.reason), "text": .string($0.text), "mayStillBeHeld": .bool($0.mayStillBeHeld),
                    "exitCode": .integer(Int64($0.exitCode.rawValue)),
                ])
            } ?? .null,
            "devicesNotUsed": .array(
                unusableDevices.map { .object(["label": .string($0.label), "text": .string($0.text)]) }),
            "howToStop": .string(howToStop), "next": .string(next),
        ])
    }

    /// Nil when a daemon sent something else.
    init?(_ fields: [String: JSONValue]) {
        guard let state = fields["state"]?.text.flatMap(ForwardingState.init(rawValue:)) else { return nil }
        self.state = state
        profile = fields["profile"]?.shown
        profileName = fields["profileName"]?.shown
        pc = fields["pc"]?.members.flatMap { pc in
            pc["name"]?.shown.map { PC(name: $0, isReady: pc["ready"]?.truth == true) }
        }
        pcProfile = fields["pcProfile"]?.shown
        canStart = fields["canStart"]?.truth == true
        offered = (fields["pcProfiles"]?.elements ?? []).compactMap { offered in
            guard let fields = offered.members, let id = fields["id"]?.shown else { return nil }
            return Offered(id: id, name: fields["name"]?.shown ?? "")
        }
        switches = (fields["switches"]?.elements ?? []).compactMap { $0.members.flatMap(Switch.init) }
        notUsed = (fields["notUsed"]?.elements ?? []).compactMap(\.shown)
        lasting = fields["lasting"]?.shown
        lastStop = fields["lastStop"]?.members.flatMap(LastStop.init)
        unusableDevices = (fields["devicesNotUsed"]?.elements ?? []).compactMap { device in
            device.members.map {
                UnusableDevice(label: $0["label"]?.shown ?? "", text: $0["text"]?.shown ?? "")
            }
        }
        howToStop = fields["howToStop"]?.shown ?? ""
        next = fields["next"]?.shown ?? ""
    }
}

extension ForwardStatus.Switch {
    fileprivate init?(_ fields: [String: JSONValue]) {
        guard let number = fields["switch"]?.exactInteger.flatMap(Int.init(exactly:)) else { return nil }
        self.init(
            number: number, name: fields["name"]?.shown ?? "", label: fields["label"]?.shown ?? "",
            isPressed: fields["pressed"]?.truth == true)
    }
}

extension ForwardStatus.LastStop {
    fileprivate init?(_ fields: [String: JSONValue]) {
        guard let reason = fields["reason"]?.shown else { return nil }
        let code = fields["exitCode"]?.exactInteger.flatMap(Int32.init(exactly:)).flatMap(ExitCode.init)
        self.init(
            reason: reason, text: fields["text"]?.shown ?? "", mayStillBeHeld: fields["mayStillBeHeld"]?.truth == true,
            exitCode: code ?? .failed)
    }
}

extension JSONValue {
    /// What a person may be shown of it.
    fileprivate var shown: String? { text.map(DisplayText.withoutControls) }
}
