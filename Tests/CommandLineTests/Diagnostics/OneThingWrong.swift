// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

/// A box with one thing wrong, and what is to be found of it.
struct OneThingWrong: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: [String]
    let change: @Sendable (inout BoxFacts) -> Void

    init(_ name: String, _ expected: [String], _ change: @escaping @Sendable (inout BoxFacts) -> Void) {
        testDescription = name
        self.expected = expected
        self.change = change
    }

    static let all = ofSwitches + ofProfile + ofPC + ofService

    /// What a daemon answers, but for one thing.
    private static func answered(_ change: (inout Diagnosis) -> Void) -> ServiceFacts.Answer {
        var diagnosis = Diagnosis(SampleBox.answer, version: "1")
        change(&diagnosis)
        return .answered(diagnosis)
    }

    /// A daemon could not have the device.
    private static func unusable(_ id: SentenceID) -> ServiceFacts.Answer {
        answered { $0.notUsed = [Diagnosis.UnusedDevice(label: "box", sentence: Sentence(id))] }
    }

    private static func keyboard(_ name: String, event: Int) -> BoxFacts.Device {
        SampleBox.device(SampleNodes.node(name, event: event, keys: Array(1...120)))
    }

    private static func lit(_ facts: inout BoxFacts, _ problem: LightProblem) {
        guard case .good(let name, let path, var profile) = facts.profile else { return }
        profile.announcements.light = "led0"
        facts.profile = .good(name: name, path: path, profile)
        facts.lightProblem = problem
    }

    private static let ofSwitches: [OneThingWrong] = [
        OneThingWrong(
            "no rules, though the devices are open", ["warn rules doctor.noRulesYet"], { $0.rulesPath = nil }),
        OneThingWrong(
            "not in the group", ["warn group doctor.notInGroup"],
            {
                $0.user.processIsInGroup = false
                $0.user.isListedInGroup = false
            }
        ),
        OneThingWrong(
            "in the group since after the login", ["warn group doctor.loginIsOlder"],
            { $0.user.processIsInGroup = false }
        ),
        OneThingWrong("no group", ["fail group doctor.noGroup"], { $0.user.groupExists = false }),
        OneThingWrong(
            "a flat battery", ["warn device doctor.battery"], { $0.devices[0].percentLeft = Doctor.lowBattery - 1 }),
        OneThingWrong(
            "no device and no profile", ["fail device doctor.noDevice", "fail profile store.none"],
            {
                $0.devices = []
                $0.profile = .none(Sentence(.storeNone))
            }
        ),
        OneThingWrong(
            "a device that is not there", ["fail device doctor.missing"],
            {
                $0.devices = []
                $0.service.answer = unusable(.deviceNotPluggedIn)
            }
        ),
        OneThingWrong(
            "only a program's device is like it", ["fail device doctor.onlyVirtual"],
            {
                $0.devices = [SampleBox.device(SampleNodes.node("Pedal", isVirtual: true))]
                $0.service.answer = unusable(.deviceNotPluggedIn)
            }
        ),
        OneThingWrong(
            "two devices that fit",
            ["fail device device.ambiguous", "warn pc doctor.pcNotTried", "fail service doctor.noService"],
            {
                $0.devices.append(SampleBox.device(SampleNodes.node("Pedal", event: 4, device: "/sys/other")))
                $0.service.answer = .notRunning
            }
        ),
        OneThingWrong(
            "closed, though there are rules", ["fail permission doctor.closedYet"],
            { $0.service.answer = unusable(.accessNoRule) }
        ),
        OneThingWrong(
            "one of two keyboards that nothing tells apart", ["fail permission doctor.keyboardTwin"],
            {
                $0.devices = [keyboard("Pedal", event: 3), keyboard("Other", event: 4)]
                $0.service.answer = unusable(.accessNoRule)
            }
        ),
    ]

    private static let ofPC: [OneThingWrong] = [
        OneThingWrong(
            "no right to use Bluetooth", ["fail rights doctor.noRights"],
            {
                $0.places = .user
                $0.service.answer = answered { $0.pc?.adapter = nil }
            }
        ),
        OneThingWrong(
            "the PC is away", ["fail pc doctor.pcAway"], { $0.service.answer = answered { $0.pc = nil } }),
        OneThingWrong(
            "the PC is not ready", ["fail pc doctor.pcNotReady"],
            { $0.service.answer = answered { $0.pc?.isReady = false } }
        ),
        OneThingWrong(
            "the PC refuses this box", ["fail pairing doctor.pairingVoid"],
            {
                $0.service.answer = answered {
                    $0.pc?.isReady = false
                    $0.tally["events"] = .array([
                        .object(["event": .string("failed"), "detail": .string("accessVoid")])
                    ])
                }
            }
        ),
        OneThingWrong("nobody says which PCs there are", ["warn pc doctor.pcsUnknown"], { $0.pcs = .unknown(nil) }),
        OneThingWrong(
            "switched off by a key", ["fail radio service.radioOffHard"],
            {
                $0.adapters[0].isHardBlocked = true
            }
        ),
        OneThingWrong("blocked by a setting", ["fail radio doctor.radioOff"], { $0.adapters[0].isBlocked = true }),
        OneThingWrong("no PC", ["fail pc doctor.noPC"], { $0.pcs = .known([]) }),
        OneThingWrong(
            "several PCs", ["fail pc doctor.noChosenPC"],
            {
                $0.pcs = .known([
                    BoxFacts.PC(id: "1", name: "A", isChosen: false, isAccessVoid: false, isWireless: true),
                    BoxFacts.PC(id: "2", name: "B", isChosen: false, isAccessVoid: false, isWireless: true),
                ])
            }
        ),
    ]

    private static let ofService: [OneThingWrong] = [
        OneThingWrong("another version runs", ["warn version doctor.otherVersion"], { $0.version = "2" }),
        OneThingWrong(
            "not started at boot", ["warn service doctor.serviceNotAtBoot"], { $0.service.isEnabled = false }),
        OneThingWrong(
            "the service may not be asked", ["warn pc doctor.pcNotTried", "warn service doctor.serviceClosed"],
            { $0.service.answer = .notPermitted }
        ),
        OneThingWrong(
            "nothing runs that forwards by itself", ["warn pc doctor.pcNotTried", "warn service doctor.noDaemon"],
            {
                $0.places = .user
                $0.mayUseBluetooth = true
                $0.service.answer = .notRunning
            }
        ),
        OneThingWrong(
            "the service does not run", ["warn pc doctor.pcNotTried", "fail service doctor.noService"],
            {
                $0.service.answer = .notRunning
            }
        ),
    ]

    private static let ofProfile: [OneThingWrong] = [
        OneThingWrong(
            "a profile that cannot be read", ["fail profile doctor.profileUnreadable"],
            {
                guard case .failure(let problems) = ProfileFile.load(path: "/nowhere/chair.yaml", names: EvdevNames())
                else { return }
                $0.profile = .bad(name: "chair", problems)
            }
        ),
        OneThingWrong(
            "a light that is not there", ["warn light doctor.noLight"], { lit(&$0, .missing(light: "led0")) }),
        OneThingWrong(
            "a light that may not be switched", ["warn light doctor.lightClosed"],
            { lit(&$0, .notPermitted(light: "led0")) }
        ),
        OneThingWrong(
            "nobody is told", ["warn announcements doctor.quiet"],
            {
                guard case .good(let name, let path, var profile) = $0.profile else { return }
                profile.announcements.level = .off
                $0.profile = .good(name: name, path: path, profile)
            }
        ),
    ]
}

/// A box with nothing in the way, and what is said of it all the same.
struct OneThingSaid: CustomTestStringConvertible, Sendable {
    let id: SentenceID
    let change: @Sendable (inout BoxFacts) -> Void

    var testDescription: String { id.rawValue }

    static let all: [OneThingSaid] = [
        OneThingSaid(id: .doctorRoot, change: { $0.user.isRoot = true }),
        OneThingSaid(id: .doctorClockUnknown, change: { $0.isClockSynchronised = nil }),
    ]
}
