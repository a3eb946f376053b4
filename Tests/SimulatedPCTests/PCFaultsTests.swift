// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SeededRandom
import Testing

@testable import SimulatedPC

@Suite struct PCFaultsTests {
    @Test("every flag is read, and what is no flag is left")
    func flags() throws {
        var arguments = [
            "--listen", "x", "--out-of-order", "30", "--delay-answers", "5", "--drop-answers", "3", "--refuse", "10%",
            "--fail-releases", "2", "--second-subscriber", "--vanish-after", "9", "--garbage", "100%",
            "--forget-pairing-after", "4", "--clock-offset", "-300", "--seed", "18446744073709551615", "--json",
        ]
        let faults = try PCFaults.taken(from: &arguments)
        #expect(arguments == ["--listen", "x", "--json"])
        var expected = PCFaults()
        expected.handlingDelay = .milliseconds(30)
        expected.answerDelay = .milliseconds(5)
        expected.dropAnswers = .every(3)
        expected.refuseCommands = .percent(10)
        expected.failReleases = 2
        expected.secondSubscriber = true
        expected.vanishAfterEdges = 9
        expected.garbageFrames = .percent(100)
        expected.forgetAfterEdges = 4
        expected.clockOffset = .seconds(-300)
        expected.seed = .max
        #expect(faults == expected)
    }

    @Test(
        "a value that is none or outside its bounds is named",
        arguments: [
            ["--out-of-order", "0"], ["--out-of-order", "600001"], ["--refuse", "0%"], ["--refuse", "101%"],
            ["--refuse", "0"], ["--garbage", "%"], ["--fail-releases", "-1"], ["--seed", "x"],
            ["--clock-offset", "9999999999"], ["--vanish-after", "many"],
        ])
    func badValue(given: [String]) throws {
        var arguments = given
        let expected = try #require(PCFaults.flags.first { $0.name == given[0] }?.value)
        #expect(throws: PCFaults.Problem.badValue(flag: given[0], value: given[1], expected: expected)) {
            try PCFaults.taken(from: &arguments)
        }
    }

    @Test("a flag without its value is named")
    func missingValue() {
        var arguments = ["--seed"]
        #expect(throws: PCFaults.Problem.missingValue(flag: "--seed")) { try PCFaults.taken(from: &arguments) }
    }

    @Test("the dice hit every n-th time, never, or always")
    func dice() {
        var random = SeededRandom(seed: 1)
        func hits(_ rate: FaultRate) -> [Bool] {
            var dice = FaultDice(rate)
            return (0..<6).map { _ in dice.hits(&random) }
        }
        #expect(hits(.never) == [false, false, false, false, false, false])
        #expect(hits(.every(3)) == [false, false, true, false, false, true])
        #expect(hits(.percent(100)) == [true, true, true, true, true, true])
    }

    @Test("pairings survive in a file that only its user can read")
    func stateFile() throws {
        let file = PCStateFile(path: "/tmp/switchbridge-test-\(getpid())-state")
        defer { unlink(file.path) }
        #expect(try file.load() == [:])
        let devices = ["a\"/\n": PairedDevice(name: "Ä", token: PairingToken("made-up")!)]
        try file.save(devices)
        #expect(try file.load() == devices)
        var information = stat()
        #expect(stat(file.path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
    }

    @Test(
        "a file of another kind is refused and not overwritten by reading",
        arguments: ["", "[]", #"{"version":2,"devices":{}}"#, #"{"version":1,"devices":{"a":{"name":"x"}}}"#])
    func foreignFile(text: String) throws {
        let path = "/tmp/switchbridge-test-\(getpid())-\(text.utf8.count)"
        defer { unlink(path) }
        let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT)
        _ = write(file.raw, text, text.utf8.count)
        #expect(throws: PCStateFile.Problem.unreadable) { try PCStateFile(path: path).load() }
    }
}
