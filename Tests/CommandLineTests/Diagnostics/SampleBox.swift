// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

@testable import switchbridge

/// A made-up box on which everything is well; a test breaks what it is about.
enum SampleBox {
    static let profileText = """
        schema: 1
        name: Chair
        devices:
          box: {name: Pedal}
        switches:
          - {name: Left, input: KEY_SPACE}
          - {name: Right, input: KEY_ENTER}
        idle:
          start: {hold: 3s}

        """

    static func profile(_ text: String = profileText) throws -> Profile {
        try ProfileFile.read(bytes: Array(text.utf8), path: "chair.yaml", names: EvdevNames()).get()
    }

    static func problems(_ text: String) -> ProfileProblems {
        switch ProfileFile.read(bytes: Array(text.utf8), path: "chair.yaml", names: EvdevNames()) {
        case .success: ProfileProblems(path: "chair.yaml", problems: [])
        case .failure(let problems): problems
        }
    }

    static func device(_ node: NodeDescription) -> BoxFacts.Device {
        BoxFacts.Device(
            device: PhysicalDevice.grouping([node])[0], owners: nil, isTaken: false, serviceMayUse: true,
            percentLeft: nil)
    }

    static let pc = BoxFacts.PC(id: "pc-id", name: "Desk", isChosen: true, isAccessVoid: false, isWireless: true)

    /// What a daemon answers that is connected and idle.
    static let answer: [String: JSONValue] = [
        "status": .object(["state": .string("idle"), "canStart": .bool(true)]),
        "diagnosis": .object([
            "pressed": .array([.integer(1)]),
            "devices": .array([
                .object([
                    "name": .string("Pedal"), "node": .string("/dev/input/event3"), "used": .bool(true),
                    "captured": .bool(false),
                ])
            ]),
            "pc": .object([
                "id": .string("pc-id"), "name": .string("Desk"), "platform": .string("windows"),
                "isReady": .bool(true), "adapter": .string("hci0"), "profile": .string("builtin.keyboard"),
            ]),
            "switches": .array([.object(["switch": .integer(1), "label": .string("Space")])]),
            "tally": .object(["events": .array([.object(["event": .string("ready")])])]),
        ]),
    ]

    static func facts() throws -> BoxFacts {
        BoxFacts(
            places: .system, version: "1", kernel: "6", time: "14:05", isClockSynchronised: true,
            user: BoxFacts.User(
                name: "anna", isRoot: false, groupExists: true, processIsInGroup: true, isListedInGroup: true),
            rulesPath: "/usr/lib/udev/rules.d/70-switchbridge.rules",
            devices: [device(SampleNodes.node("Pedal", keys: [28, 57]))], usesVirtual: false,
            profile: .good(name: "chair", path: "/etc/switchbridge/profiles/chair.yaml", try profile()),
            lightProblem: nil,
            adapters: [BoxFacts.Adapter(name: "hci0", isBlocked: false, isHardBlocked: false)],
            kernelHasBluetooth: true, mayUseBluetooth: false, pcs: .known([pc]),
            service: ServiceFacts(
                answer: .answered(Diagnosis(answer, version: "1")), isInstalled: true, isEnabled: true))
    }
}
