// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import Glibc
import RealSystem
import SwitchCore
import Testing

/// A directory that looks like /sys/class/leds.
final class LightDirectory {
    private let place: TemporaryDirectory
    var path: String { place.path }

    init() throws { place = try TemporaryDirectory() }

    func add(_ name: String, trigger: String, brightness: String) throws {
        try #require(mkdir("\(path)/\(name)", 0o700) == 0)
        try set(name, "trigger", trigger)
        try set(name, "brightness", brightness)
        try set(name, "max_brightness", "255\n")
    }

    func set(_ name: String, _ file: String, _ text: String) throws {
        let descriptor = try FileDescriptor(path: "\(path)/\(name)/\(file)", flags: O_WRONLY | O_CREAT | O_TRUNC)
        #expect(write(descriptor.raw, text, text.utf8.count) == text.utf8.count)
    }

    func get(_ name: String, _ file: String) throws -> String {
        let descriptor = try FileDescriptor(path: "\(path)/\(name)/\(file)", flags: O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor.raw, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

@Suite("Lights of this box")
struct LightTests {
    private let directory: LightDirectory

    init() throws { directory = try LightDirectory() }

    private func facts(_ state: ForwardingState, light: String? = "led0", mayStillBeHeld: Bool = false)
        -> AnnouncerFacts
    {
        var facts = AnnouncerFacts()
        facts.state = state
        facts.lastStop = mayStillBeHeld ? Stop(reason: .ackTimeout, mayStillBeHeld: true) : nil
        facts.profile = Profile(
            name: "Games", devices: [], switches: [], safety: SafetySettings(), pcProfileID: nil,
            announcements: AnnouncementSettings(light: light))
        return facts
    }

    @Test("what a light shows in each state")
    func patterns() {
        #expect(LightPattern(facts(.idle)) == .off)
        #expect(LightPattern(facts(.idle, mayStillBeHeld: true)) == .blinking)
        #expect(LightPattern(facts(.starting)) == .blinking)
        #expect(LightPattern(facts(.active, mayStillBeHeld: true)) == .on)
        #expect(LightPattern(facts(.stopping)) == .blinking)
    }

    @Test("on, off and blinking by the kernel, and at the end as it was")
    func shows() throws {
        try directory.add("led0", trigger: "none kbd-numlock [heartbeat] timer\n", brightness: "7\n")
        let light = StateLight(in: directory.path)
        light.update(facts(.active))
        #expect(try directory.get("led0", "trigger") == "none")
        #expect(try directory.get("led0", "brightness") == "255")
        light.update(facts(.stopping))
        #expect(try directory.get("led0", "trigger") == "timer")
        light.update(facts(.idle))
        #expect(try directory.get("led0", "trigger") == "none")
        #expect(try directory.get("led0", "brightness") == "0")
        light.close()
        #expect(try directory.get("led0", "trigger") == "heartbeat")
    }

    @Test("a light without a trigger gets its brightness back, and one that blinked its rhythm")
    func restored() throws {
        try directory.add("led0", trigger: "[none] timer\n", brightness: "7\n")
        try directory.add("led1", trigger: "none [timer]\n", brightness: "0\n")
        try directory.set("led1", "delay_on", "100\n")
        try directory.set("led1", "delay_off", "900\n")
        let light = StateLight(in: directory.path)
        light.update(facts(.active))
        // Another profile names another light.
        light.update(facts(.active, light: "led1"))
        #expect(try directory.get("led0", "brightness") == "7")
        #expect(try directory.get("led1", "brightness") == "255")
        light.close()
        #expect(try directory.get("led1", "trigger") == "timer")
        #expect(try directory.get("led1", "delay_off") == "900")
    }

    @Test("a light that a run that was killed has left on is off at the end of the next one")
    func leftOn() throws {
        try directory.add("led0", trigger: "[none] timer\n", brightness: "255\n")
        let light = StateLight(in: directory.path)
        light.update(facts(.active))
        light.close()
        #expect(try directory.get("led0", "brightness") == "0")
        // Whoever only looks whether it works leaves it as it was.
        try directory.set("led0", "brightness", "255")
        let test = try BoxLight(named: "led0", in: directory.path)
        try test.show(.off)
        test.restore()
        #expect(try directory.get("led0", "brightness") == "255")
    }

    @Test("what is shown already is not written again")
    func onlyChanges() throws {
        try directory.add("led0", trigger: "[none] timer\n", brightness: "0\n")
        let light = StateLight(in: directory.path)
        light.update(facts(.active))
        try directory.set("led0", "brightness", "3")
        light.update(facts(.active))
        #expect(try directory.get("led0", "brightness") == "3")
    }

    @Test(
        "a light that is not there is told once, and nothing else happens",
        arguments: ["led9", "..", ".", "a/b", "", "x\0y"])
    func missing(name: String) throws {
        let light = StateLight(in: directory.path)
        var told: [LightProblem] = []
        light.onProblem = { told.append($0) }
        light.update(facts(.idle, light: name))
        light.update(facts(.active, light: name))
        #expect(told == [.missing(light: name)])
        #expect(BoxLight.problem(of: name, in: directory.path) == .missing(light: name))
    }

    @Test("the lights that there are can be named")
    func names() throws {
        try directory.add("led1", trigger: "[none]\n", brightness: "0\n")
        try directory.add("led0", trigger: "[none]\n", brightness: "0\n")
        #expect(BoxLight.names(in: directory.path) == ["led0", "led1"])
        #expect(BoxLight.names(in: directory.path, limit: 1) == ["led0"])
        #expect(BoxLight.problem(of: "led0", in: directory.path) == nil)
    }

    @Test("a light can be used only where both of its files may be written to", arguments: ["brightness", "trigger"])
    func bothFiles(closed: String) throws {
        try directory.add("led0", trigger: "[none]\n", brightness: "0\n")
        let problem = BoxLight.problem(of: "led0", in: directory.path) { !$0.hasSuffix("/" + closed) }
        #expect(problem == .notPermitted(light: "led0"))
    }
}
