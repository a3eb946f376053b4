// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore
import Testing

@testable import Profiles

@Suite("What switches do while forwarding is off, and what is announced") struct IdleProfileTests {
    private let left = SwitchID(1)!
    private let right = SwitchID(2)!

    private func idle(_ text: String) throws -> IdleSettings { try read(plainProfile + "idle: \(text)\n").get().idle }

    @Test("Every key arrives")
    func everyKey() throws {
        let text = """
            idle:
              start: {hold: 3s}
              next-pc: {switch: Right, presses: 3, within: 2s}
              next-profile: {presses: 4, within: 3s, switch: Left}
              capture: always
            announce: {level: full, light: led0, device-lights: true}
            """
        let profile = try read(plainProfile + text).get()
        #expect(
            profile.idle
                == IdleSettings(
                    start: .gesture(.init(switchID: nil, manner: .hold(.seconds(3)))),
                    nextPC: .init(switchID: right, manner: .presses(count: 3, within: .seconds(2))),
                    nextProfile: .init(switchID: left, manner: .presses(count: 4, within: .seconds(3))),
                    capturesAlways: true))
        #expect(
            profile.announcements == AnnouncementSettings(level: .full, light: "led0", usesDeviceLights: true))
    }

    @Test("What is left out has its default")
    func defaults() throws {
        let profile = try read(plainProfile).get()
        #expect(profile.idle == IdleSettings())
        #expect(profile.idle.start == .unsaid)
        #expect(profile.announcements == AnnouncementSettings())
        #expect(try idle("{}") == IdleSettings())
        #expect(try idle("{start: helper, capture: while-forwarding}") == IdleSettings(start: .helper))
    }

    @Test(
        "The bounds of times and counts are within what is possible",
        arguments: [
            "{start: {hold: 1s}}", "{start: {hold: 30s}}", "{start: {presses: 2, within: 1s}}",
            "{start: {presses: 10, within: 10s}}",
        ])
    func bounds(text: String) throws { _ = try idle(text) }

    static let mistakes: [BadProfile] = [
        .init(adding: "idle: {start: {hold: 999ms}}\n", .profileOutOfRange, 12, 22, says: "1s to 30s"),
        .init(adding: "idle: {start: {hold: 30001ms}}\n", .profileOutOfRange, 12, 22, says: "1s to 30s"),
        .init(adding: "idle: {start: {presses: 1, within: 3s}}\n", .profileOutOfRange, 12, 25, says: "2 to 10"),
        .init(adding: "idle: {start: {presses: 11, within: 3s}}\n", .profileOutOfRange, 12, 25, says: "2 to 10"),
        .init(adding: "idle: {start: {presses: 3, within: 999ms}}\n", .profileOutOfRange, 12, 36, says: "1s to 10s"),
        .init(adding: "idle: {start: {presses: 3, within: 11s}}\n", .profileOutOfRange, 12, 36, says: "1s to 10s"),
        .init(adding: "idle: {start: {presses: 3}}\n", .profileMissingKey, 12, 15, says: "within"),
        .init(adding: "idle: {start: {within: 3s}}\n", .profileMissingKey, 12, 15, says: "presses"),
        .init(adding: "idle: {start: {hold: 3s, presses: 3, within: 3s}}\n", .profileOneGesture, 12, 15),
        .init(adding: "idle: {start: {hold: 3s, within: 3s}}\n", .profileOneGesture, 12, 15),
        .init(adding: "idle: {start: {switch: Left}}\n", .profileOneGesture, 12, 15, says: "hold: 3s"),
        .init(adding: "idle: {start: {}}\n", .profileOneGesture, 12, 15),
        .init(adding: "idle: {start: {hold: 3s, swich: Left}}\n", .profileUnknownKey, 12, 26, suggestion: "switch"),
        .init(
            adding: "idle: {start: {hold: 3s, switch: Rigth}}\n", .profileUnknownSwitch, 12, 34, suggestion: "Right"),
        .init(adding: "idle: {start: helpr}\n", .profileUnknownWord, 12, 15, suggestion: "helper"),
        .init(adding: "idle: {start: [helper]}\n", .profileExpectedValue, 12, 15),
        .init(adding: "idle:\n  start:\n", .profileNoValue, 13, 9),
        .init(adding: "idle: {next-pc: helper}\n", .profileExpectedMapping, 12, 17),
        .init(adding: "idle: {capture: allways}\n", .profileUnknownWord, 12, 17, suggestion: "always"),
        .init(adding: "idle: {strat: helper}\n", .profileUnknownKey, 12, 8, suggestion: "start"),
        .init(adding: "idle: 3s\n", .profileExpectedMapping, 12, 7),
        .init(
            adding: "idle: {start: {hold: 3s}, next-pc: {switch: Left, hold: 5s}}\n", .profileActsAlike, 12, 36,
            says: "start"),
        .init(
            adding: "idle: {next-pc: {switch: Left, hold: 2s}, next-profile: {switch: Left, hold: 5s}}\n",
            .profileActsAlike, 12, 57, says: "next-pc"),
        .init(
            adding: "idle: {start: {switch: Left, presses: 3, within: 3s}, next-pc: {presses: 5, within: 3s}}\n",
            .profileActsAlike, 12, 64),
        .init(adding: "announce: {level: loud}\n", .profileUnknownWord, 12, 19, says: "off, short, full"),
        .init(adding: "announce: {device-lights: yes}\n", .profileUnknownWord, 12, 27, says: "true, false"),
        .init(adding: "announce: {light: ../../x}\n", .profileBadLight, 12, 19, says: "/sys/class/leds"),
        .init(adding: "announce: {light: ..}\n", .profileBadLight, 12, 19),
        .init(adding: "announce: {light: " + String(repeating: "x", count: 64) + "}\n", .profileTooLong, 12, 19),
        .init(adding: "announce: {light: \"a\\0b\"}\n", .profileTextControls, 12, 19),
        .init(adding: "announce: {lights: led0}\n", .profileUnknownKey, 12, 12, suggestion: "light"),
    ]

    @Test("What is wrong is said at its place, in words", arguments: mistakes)
    func bad(_ bad: BadProfile) {
        let found = problems(of: bad.text)
        #expect(found.map(\.sentence.id) == [bad.problem])
        #expect(found.first?.position == TextPosition(line: bad.line, column: bad.column))
        #expect(found.first?.suggestion == bad.suggestion)
        let text = found.first?.sentence.description ?? ""
        #expect(text.contains(bad.says), "\(text)")
        #expect(!text.contains("{") && text != found.first?.id, "\(text)")
    }

    @Test(
        "Two acts may share a switch when one is a hold and the other one presses, and a manner when the switches differ"
    )
    func unlike() throws {
        _ = try idle("{start: {hold: 3s}, next-pc: {presses: 3, within: 3s}}")
        _ = try idle("{start: {switch: Left, hold: 3s}, next-pc: {switch: Right, hold: 3s}}")
    }

    @Test(
        "A switch that cannot hold needs presses, and so does any switch when none can (F7, F9)",
        arguments: [
            "pulse", "latching",
        ])
    func cannotHold(kind: String) throws {
        let stops = "safety: {presses-to-stop: {count: 5, within: 3s}}\n"
        let one = plainProfile.replacing("input: KEY_ENTER", with: "input: KEY_ENTER\n    kind: \(kind)") + stops
        let both = one.replacing("input: KEY_SPACE", with: "input: KEY_SPACE\n    kind: \(kind)")
        let named = problems(of: one + "idle: {start: {switch: Right, hold: 3s}}\n")
        #expect(named.map(\.sentence.id) == [.profileCannotBeHeld])
        #expect(named.first?.position == TextPosition(line: 14, column: 37))
        #expect(named.first?.sentence.description.contains(kind) == true)
        #expect(problems(of: one + "idle: {start: {hold: 3s}}\n").isEmpty)
        #expect(problems(of: one + "idle: {start: {switch: Right, presses: 3, within: 3s}}\n").isEmpty)
        let none = problems(of: both + "idle: {start: {hold: 3s}}\n")
        #expect(none.map(\.sentence.id) == [.profileNoneCanBeHeld])
        #expect(problems(of: both + "idle: {start: {presses: 3, within: 3s}}\n").isEmpty)
    }

    @Test("A switch that only stops can start as well")
    func stopSwitchStarts() throws {
        let text = plainProfile + "safety: {stop-switch: Right}\nidle: {start: {switch: Right, hold: 3s}}\n"
        #expect(try read(text).get().idle.acts.map(\.gesture.switchID) == [right])
    }

    // MARK: Changes

    private func changed(
        _ text: String, _ body: (inout ProfileDraft) throws(ProfileEditProblem) -> Void
    ) throws -> String {
        var edit = try ProfileEdit(Array(text.utf8), path: "test.yaml", names: SomeNames())
        try edit.change(body)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    @Test("Acts follow the new name of a switch, and go with it")
    func followSwitch() throws {
        let acts = "idle: {start: helper, next-pc: {switch: Right, hold: 3s}}  # note\n"
        let renamed = try changed(plainProfile + acts) { draft throws(ProfileEditProblem) in
            try draft.rename("Right", to: "Red")
        }
        #expect(renamed.contains("idle: {start: helper, next-pc: {switch: Red, hold: 3s}}  # note\n"))
        let removed = try changed(plainProfile + acts) { draft throws(ProfileEditProblem) in
            try draft.removeSwitch("Right")
        }
        #expect(removed.contains("idle: {start: helper}  # note\n"))
    }

    @Test("A start is written, and replaces the one there was")
    func setStart() throws {
        let hold = NewStart.anySwitch(.hold(.seconds(3)))
        let presses = NewStart.anySwitch(.presses(count: 4, within: .seconds(4)))
        let written = try changed(plainProfile) { draft throws(ProfileEditProblem) in try draft.setStart(hold) }
        #expect(try read(written).get().idle.start == .gesture(.init(switchID: nil, manner: .hold(.seconds(3)))))
        #expect(written.hasPrefix(plainProfile))
        let again = try changed(written) { draft throws(ProfileEditProblem) in try draft.setStart(presses) }
        #expect(
            try read(again).get().idle.start
                == .gesture(.init(switchID: nil, manner: .presses(count: 4, within: .seconds(4)))))
        let helper = try changed(again) { draft throws(ProfileEditProblem) in try draft.setStart(.helper) }
        #expect(try read(helper).get().idle.start == .helper)
    }
}
