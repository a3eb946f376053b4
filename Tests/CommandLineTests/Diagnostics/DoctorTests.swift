// SPDX-License-Identifier: GPL-3.0-or-later
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

    @Test("of several profiles of which none was chosen, the command is shown that chooses one")
    func noneChosen() throws {
        var facts = try SampleBox.facts()
        facts.profile = .none(Sentence(.storeNoneChosen, ["names": "one, two"]))
        let finding = try #require(Doctor(facts: facts).findings.first { $0.check == .profile })
        #expect(finding.commands == ["switchbridge use NAME"])
        facts.profile = .none(Sentence(.storeNone))
        let other = try #require(Doctor(facts: facts).findings.first { $0.check == .profile })
        #expect(other.commands == ["switchbridge learn"])
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
