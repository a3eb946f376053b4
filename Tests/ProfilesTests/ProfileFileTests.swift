// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore
import Testing

@testable import Profiles

@Suite struct ProfileFileTests {
    @Test("Every key of a profile arrives in the profile")
    func everyKey() throws {
        let text = """
            schema: 1
            name: Two-switch box
            devices:
              box:
                bus: usb
                vendor: 0x1234
                product: 7
                version: 0x0100
                name: "ACME  Box"
                serial: 00012
                port: pci-0000:00:14.0-usb-0:2:1.0
                interface: 1
                capabilities: 00112233AABBCCDD
              pad:
                - {name: Pad}
                - {serial: aa:bb:cc:dd:ee:ff, bus: bluetooth}
            switches:
              - name: Right
                id: 2
                inputs:
                  - {device: box, key: KEY_ENTER}
                  - {device: pad, axis: ABS_Z+, press: 70%, release: 20%}
                  - {device: pad, axis: ABS_HAT0X-}
                  - {device: box, scan: 0x90001}
                  - {device: box, scan: 0xff000001}
                  - {device: box, key: 0x1d0}
                kind: latching
                timing: {ignore-repeat: 300ms, debounce: 0ms}
              - name: Left
                id: 1
                input: {device: box, key: BTN_0}
              - name: Stop
                input: {device: box, key: BTN_1}
            timing:
              debounce: 20ms
              minimum-release: 0.05s
              hold-to-accept: 0.5s
            safety:
              hold-to-stop: 4s
              scanning-hold-to-stop: 9s
              idle-stop: 2min
              presses-to-stop: {count: 5, within: 3s}
              stop-switch: Stop
            pc:
              profile: builtin.keyboard
            """
        let profile = try read(text).get()

        var box = DeviceMatch()
        box.bus = .usb
        (box.vendor, box.product, box.version) = (0x1234, 7, 0x100)
        (box.name, box.serial, box.port) = ("ACME  Box", "00012", "pci-0000:00:14.0-usb-0:2:1.0")
        (box.interface, box.capabilities) = (1, "00112233aabbccdd")
        var pad = DeviceMatch()
        pad.name = "Pad"
        var otherPad = DeviceMatch()
        (otherPad.serial, otherPad.bus) = ("aa:bb:cc:dd:ee:ff", .bluetooth)
        #expect(profile.name == "Two-switch box")
        #expect(
            profile.devices == [
                ProfileDevice(label: "box", match: box), ProfileDevice(label: "pad", matches: [pad, otherPad]),
            ])

        let timing = FilterSettings(
            debounce: .milliseconds(20), minimumRelease: .milliseconds(50), holdToAccept: .milliseconds(500))
        var rightTiming = timing
        (rightTiming.ignoreRepeat, rightTiming.debounce) = (.milliseconds(300), .zero)
        let trigger = AxisInput(code: 2, direction: .positive, pressPercent: 70, releasePercent: 20)
        #expect(profile.switches.map(\.name) == ["Left", "Right", "Stop"])
        #expect(profile.switches.map(\.id.number) == [1, 2, 3])
        #expect(profile.switches.map(\.manner) == [.ordinary, .latching, .ordinary])
        #expect(profile.switches.map(\.timing) == [timing, rightTiming, timing])
        #expect(
            profile.switches[1].inputs == [
                .init(device: 0, input: .key(code: 28)),
                .init(device: 1, input: .axis(trigger)),
                .init(device: 1, input: .axis(AxisInput(code: 0x10, direction: .negative))),
                .init(device: 0, input: .scan(value: 0x90001)),
                .init(device: 0, input: .scan(value: Int32(bitPattern: 0xFF00_0001))),
                .init(device: 0, input: .key(code: 0x1D0)),
            ])
        #expect(
            profile.safety
                == SafetySettings(
                    holdToStop: .seconds(4), scanningHoldToStop: .seconds(9), idleStop: .seconds(120),
                    pressesToStop: .init(count: 5, within: .seconds(3)), stopSwitch: SwitchID(3)))
        #expect(profile.pcProfileID == "builtin.keyboard")
    }

    @Test("What is left out has its default; the only device need not be named")
    func defaults() throws {
        let profile = try read(plainProfile).get()
        #expect(profile.switches.map(\.id.number) == [1, 2])
        #expect(
            profile.switches.map(\.inputs) == [
                [.init(device: 0, input: .key(code: 57))], [.init(device: 0, input: .key(code: 28))],
            ])
        #expect(profile.switches.allSatisfy { $0.timing == FilterSettings() && $0.manner == .ordinary })
        #expect(profile.safety == SafetySettings())
        #expect(profile.pcProfileID == nil)
    }

    @Test("Windows line ends and a byte order mark change nothing")
    func windowsText() throws {
        let text = "\u{FEFF}" + plainProfile.split(separator: "\n").joined(separator: "\r\n")
        #expect(try read(text).get() == (try read(plainProfile).get()))
        let broken = "\u{FEFF}schema: 1\r\nname: Test\r\nnmae: Test\r\n"
        #expect(problems(of: broken).contains { $0.position == TextPosition(line: 3, column: 1) })
    }

    @Test(
        "Words that YAML would turn into something else stay text",
        arguments: [
            "y", "NO", "no", "true", "0o17", "1_000", "~", "null", ".inf", "0x10", "1e3", "12:30", "2024-01-01", "=",
            "'007'",
        ])
    func surprises(word: String) throws {
        let text = plainProfile.replacing("Left", with: word).replacing("name: Test", with: "name: \(word)")
        let profile = try read(text).get()
        let expected = word.filter { $0 != "'" }
        #expect(profile.name == expected)
        #expect(profile.switches[0].name == expected)
    }

    @Test("Problems are told as FILE:LINE:COLUMN, all at once and in the order of the file")
    func report() throws {
        let text = plainProfile.replacing("KEY_SPACE", with: "KEY_SPCE").replacing("vendor: 1", with: "vendro: 1")
        guard case .failure(let found) = read(text) else {
            Issue.record("It was read.")
            return
        }
        #expect(found.problems.map(\.id) == ["profile.unknownKey", "profile.unknownCode"])
        #expect(found.problems.map(\.suggestion) == ["vendor", "KEY_SPACE"])
        #expect(
            found.description == """
                test.yaml:5:5: "vendro" means nothing here. Did you mean "vendor"?
                test.yaml:9:12: "KEY_SPCE" is not the name of a key, button or axis. Did you mean "KEY_SPACE"?
                """)
        #expect(!found.moreWereFound)
    }

    @Test("At most twenty problems are told, and that there are more")
    func manyProblems() {
        let text = plainProfile + (1...30).map { "wrong\($0): 1\n" }.joined()
        guard case .failure(let found) = read(text) else {
            Issue.record("It was read.")
            return
        }
        #expect(found.problems.count == ProfileProblems.limit)
        #expect(found.moreWereFound)
        #expect(found.problems.map(\.position?.line) == (12...31).map { $0 })
        #expect(found.description.contains("More problems"))
    }

    @Test("What is shown of a file cannot steer a terminal")
    func quoted() throws {
        let found = problems(of: plainProfile + #""\e[2J\u202Eabc": 1"#)
        let shown = try #require(found.first).sentence.description
        #expect(shown.contains("\u{FFFD}[2J\u{FFFD}abc"))
        #expect(shown.unicodeScalars.allSatisfy { $0.isShowable })
        let long = problems(of: plainProfile + String(repeating: "x", count: 500) + ": 1")
        #expect(try #require(long.first).sentence.description.count < 200)
    }
}
