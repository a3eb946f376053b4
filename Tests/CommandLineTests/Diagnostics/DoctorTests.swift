// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

@Suite("The doctor")
struct DoctorTests {
    /// The checks that are not good, each with its verdict and sentence.
    private func trouble(_ facts: BoxFacts) -> [String] {
        Doctor(facts: facts).findings.filter { $0.verdict != .pass }.map {
            "\($0.verdict.rawValue) \($0.check.rawValue) \($0.sentence.id.rawValue)"
        }
    }

    private func broken(_ change: (inout BoxFacts) throws -> Void) throws -> BoxFacts {
        var facts = try SampleBox.facts()
        try change(&facts)
        return facts
    }

    @Test("on a box where all is well it finds nothing, and goes the way of a press")
    func allWell() throws {
        let facts = try SampleBox.facts()
        #expect(trouble(facts).isEmpty)
        let order = Doctor(facts: facts).findings.map(\.check)
        #expect(
            order
                == order.sorted {
                    Finding.Check.allCases.firstIndex(of: $0)! < Finding.Check.allCases.firstIndex(of: $1)!
                })
    }

    // MARK: Six broken set-ups

    @Test("no rule: the device is closed, and the rules are missing")
    func noRule() throws {
        let facts = try broken {
            $0.rulesPath = nil
            $0.devices[0].serviceMayUse = false
            $0.service.answer = .notRunning
        }
        let found = trouble(facts)
        #expect(found.prefix(2) == ["fail rules doctor.noRules", "fail permission doctor.closed"])
        #expect(Doctor(facts: facts).findings[0].commands.contains("sudo udevadm control --reload"))
    }

    @Test("a busy device: who has it is named", arguments: [true, false])
    func busy(asTheDaemonSays: Bool) throws {
        var diagnosis = Diagnosis(SampleBox.answer, version: "1")
        diagnosis.notUsed = [
            Diagnosis.UnusedDevice(
                label: "box", sentence: Sentence(.deviceBusyOwner, ["device": "Pedal", "owner": "evsieve"]))
        ]
        let facts = try broken {
            $0.devices[0].owners = "evsieve, switchbridge"
            $0.devices[0].isTaken = true
            $0.service.answer = asTheDaemonSays ? .answered(diagnosis) : .notRunning
        }
        let finding = try #require(Doctor(facts: facts).findings.first { $0.check == .grab })
        #expect(finding.verdict == .fail)
        #expect(finding.sentence == Sentence(.doctorTakenBy, ["label": "box", "owner": "evsieve"]))
    }

    @Test("that Switchbridge itself has the device is as it should be")
    func busyWithUs() throws {
        let facts = try broken {
            $0.devices[0].owners = "switchbridge"
            $0.devices[0].isTaken = true
            $0.service.answer = .hung
        }
        #expect(trouble(facts) == ["warn pc doctor.pcNotTried", "fail service doctor.hung"])
    }

    @Test("no adapter: only where the PC is reached by Bluetooth")
    func noAdapter() throws {
        let facts = try broken { $0.adapters = [] }
        #expect(trouble(facts) == ["fail adapter doctor.noAdapter"])
        #expect(
            trouble(
                try broken {
                    $0.adapters = []; $0.kernelHasBluetooth = false
                }) == ["fail adapter doctor.noBluetooth"])
        let wired = try broken {
            $0.adapters = []
            $0.pcs = .known([BoxFacts.PC(id: "x", name: "Desk", isChosen: true, isAccessVoid: false, isWireless: false)]
            )
        }
        #expect(trouble(wired).isEmpty)
    }

    @Test("clocks apart: said of the clock, until the PC takes this box")
    func clocksApart() throws {
        let failed: JSONValue = .object(["event": .string("failed"), "detail": .string("clocksApart")])
        var diagnosis = Diagnosis(SampleBox.answer, version: "1")
        diagnosis.pc?.isReady = false
        diagnosis.tally["events"] = .array([.object(["event": .string("ready")]), failed])
        let facts = try broken { $0.service.answer = .answered(diagnosis) }
        #expect(trouble(facts) == ["fail clock doctor.clocksApart"])
        diagnosis.tally["events"] = .array([failed, .object(["event": .string("ready")])])
        diagnosis.pc?.isReady = true
        #expect(trouble(try broken { $0.service.answer = .answered(diagnosis) }).isEmpty)
        #expect(trouble(try broken { $0.isClockSynchronised = false }) == ["warn clock doctor.clockFree"])
    }

    @Test("a bad profile: its first line and the commands that show and mend it, and nothing that stands in it")
    func badProfile() throws {
        let problems = SampleBox.problems(SampleBox.profileText + "geheim: 1\n")
        let facts = try broken { $0.profile = .bad(name: "annas chair", problems) }
        let finding = try #require(Doctor(facts: facts).findings.first { $0.check == .profile })
        #expect(finding.verdict == .fail)
        #expect(
            finding.commands == ["switchbridge profile check 'annas chair'", "switchbridge profile edit 'annas chair'"])
        #expect(!finding.sentence.description.contains("geheim"))
        #expect(finding.sentence.arguments["line"] == "10")
        #expect(finding.sentence.description.contains("the first in line 10,"))
    }

    @Test("no start within reach: in the way of a box on its own, and worth a look where somebody types")
    func noStart() throws {
        let text = SampleBox.profileText.replacing("idle:\n  start: {hold: 3s}\n", with: "")
        let facts = try broken { $0.profile = .good(name: "chair", path: "", try SampleBox.profile(text)) }
        #expect(trouble(facts) == ["fail start doctor.noStart"])
        let typed = try broken {
            $0.profile = .good(name: "chair", path: "", try SampleBox.profile(text))
            $0.places = .user
            $0.mayUseBluetooth = true
            $0.service.answer = .notRunning
        }
        #expect(trouble(typed).contains("warn start doctor.noStartYet"))
    }

    // MARK: Others

    @Test("a switch box that looks like a keyboard gets a rule of its own")
    func keyboard() throws {
        let facts = try broken {
            $0.devices = [SampleBox.device(SampleNodes.node("Pedal", keys: Array(1...120)))]
            $0.devices[0].serviceMayUse = false
            $0.service.answer = .notRunning
        }
        let finding = try #require(Doctor(facts: facts).findings.first { $0.check == .permission })
        #expect(finding.sentence.id == .doctorKeyboard)
        #expect(finding.commands.first?.contains(#"ATTRS{id/vendor}=="05f3""#) == true)
    }

    @Test("each thing that can be wrong is said once, at its place", arguments: OneThingWrong.all)
    func others(wrong: OneThingWrong) throws {
        #expect(trouble(try broken { wrong.change(&$0) }) == wrong.expected)
    }

    @Test("what is well, or cannot be known, is said in its own words", arguments: OneThingSaid.all)
    func said(thing: OneThingSaid) throws {
        let facts = try broken { thing.change(&$0) }
        #expect(trouble(facts).isEmpty)
        #expect(Doctor(facts: facts).findings.contains { $0.verdict == .pass && $0.sentence.id == thing.id })
    }

    @Test("nobody is sent into the group that reads every keyboard", arguments: ["input", ServicePlaces.group])
    func groupOfKeyboards(group: String) throws {
        let facts = try broken {
            $0.places = .user
            $0.rulesPath = nil
            $0.service.answer = .notRunning
            $0.devices = [
                SampleBox.device(
                    SampleNodes.node("Pedal", keys: [28, 57], access: .denied(.notInGroup(group, user: "anna"))))
            ]
        }
        let finding = try #require(Doctor(facts: facts).findings.first { $0.check == .permission })
        #expect(finding.sentence.id == (group == "input" ? .doctorClosed : .accessNotInGroup))
    }

    @Test("a word is quoted for the shell where it has to be")
    func quoting() {
        #expect(Doctor.quoted("desk-1") == "desk-1")
        #expect(Doctor.quoted("Anna's PC") == #"'Anna'\''s PC'"#)
        #expect(Doctor.quoted("$(reboot)") == "'$(reboot)'")
        #expect(Doctor.quoted("-x") == "'-x'")
        #expect(Doctor.quoted("") == "''")
    }
}

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
