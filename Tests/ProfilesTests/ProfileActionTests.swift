// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import SwitchCore
import Testing

@testable import Profiles

@Suite("Actions in profiles")
struct ProfileActionTests {
    private func profile(left: String, adding text: String = "") throws -> Profile {
        try read(plainProfile.replacing("KEY_SPACE", with: "KEY_SPACE\n    " + left) + text).get()
    }

    private func action(_ id: String) throws -> SwitchAction { try ActionCatalogue.read(id).action }

    @Test("a profile without actions leaves it to the PC; one action makes it this box's affair")
    func whoDecides() throws {
        #expect(try !read(plainProfile).get().decidesActions)
        let profile = try profile(left: "press: click")
        #expect(profile.decidesActions)
        #expect(profile.switches[0].actions == SwitchActions(press: try action("click")))
        #expect(profile.switches[1].actions == .none)
    }

    @Test("hold takes one action or a list, each in any form")
    func holds() throws {
        let one = try profile(left: "hold: right-click").switches[0].actions
        #expect(one == SwitchActions(holds: [try action("right-click")]))
        let list = try profile(
            left: "press: key:Enter\n    hold: [shortcut:ctrl+a, \"text:a: b, c\", move-left-on, nothing]")
        #expect(
            list.switches[0].actions
                == SwitchActions(
                    press: try action("key-enter"),
                    holds: [
                        try action("shortcut:Ctrl+A"), try action("text:a: b, c"), try action("move-left-on"),
                        try action("nothing"),
                    ]))
    }

    @Test("F13 a step is as long as the time to the first hold action unless it is said")
    func times() throws {
        func times(_ left: String, _ root: String = "") throws -> [Duration] {
            let actions = try profile(left: "hold: [click, right-click]\n    " + left, adding: root).switches[0].actions
            return [actions.holdAfter, actions.holdStep]
        }
        #expect(try times("timing: {}") == [.seconds(1), .seconds(1)])
        #expect(try times("timing: {hold-after: 0.5s}") == [.milliseconds(500), .milliseconds(500)])
        #expect(try times("timing: {hold-step: 2s}") == [.seconds(1), .seconds(2)])
        #expect(
            try times("timing: {}", "timing: {hold-after: 800ms, hold-step: 600ms}")
                == [.milliseconds(800), .milliseconds(600)])
        #expect(try times("timing: {hold-after: 2s}", "timing: {hold-after: 800ms}") == [.seconds(2), .seconds(2)])
    }

    @Test(
        "the last hold action may come 1 ms before the stop; a latching switch may hold an action as long as it likes")
    func nearTheStop() throws {
        let profile = try profile(left: "hold: click\n    timing: {hold-after: 4999ms}")
        #expect(profile.switches[0].actions.lastHold == .milliseconds(4999))
        let latching = try self.profile(
            left: "press: hold-shift\n    kind: latching\n    timing: {maximum-hold: 60min}")
        #expect(latching.switches[0].timing.maximumHold == .seconds(3600))
    }

    @Test("F9 a maximum hold said for all switches is for the latching ones")
    func maximumHold() throws {
        let profile = try profile(left: "kind: latching", adding: "timing: {maximum-hold: 2min}\n")
        #expect(profile.switches.map(\.timing.maximumHold) == [.seconds(120), .zero])
    }
}
