// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import SwitchCore
import Testing

@testable import switchbridge

@Suite("The start that learning proposes") struct LearnStartTests {
    private let hold = IdleSettings.Gesture(switchID: nil, manner: .hold(.seconds(3)))

    private func review(_ bench: LearnBench) -> String {
        bench.news.last { $0.event == "review" }?.lines.joined(separator: "\n") ?? ""
    }

    @Test("where a switch can be held, a hold of three seconds is proposed in words, and taken with the save")
    func proposesHold() throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(0x100, 2000)
        bench.press()
        bench.press()
        #expect(review(bench).contains("To start, hold \"Switch 1\" for 3s."))
        #expect(review(bench).contains("type helper and press Enter"))
        #expect(review(bench).contains("To stop, hold"))
        bench.press()
        #expect(bench.saved?.profile.idle.start == .gesture(hold))
    }

    @Test("where none can, presses are")
    func proposesPresses() throws {
        var bench = try LearnBench()
        bench.press(0x100, 8)
        bench.press(0x100, 8)
        bench.press(0x100, 8)
        bench.say("done")
        bench.say("save")
        let profile = try #require(bench.saved?.profile)
        #expect(profile.switches[0].manner == .pulse)
        #expect(
            profile.idle.start
                == .gesture(.init(switchID: nil, manner: .presses(count: 4, within: .seconds(4)))))
    }

    @Test("the word helper takes it back, and the review says so")
    func helper() throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(0x100, 2000)
        bench.say("yes")
        bench.say("done")
        bench.say("helper")
        #expect(bench.last?.event == "review")
        #expect(review(bench).contains("Somebody else starts"))
        #expect(!review(bench).contains("type helper"))
        bench.say("save")
        #expect(bench.saved?.profile.idle.start == .helper)
    }

    @Test("a script takes the proposal")
    func script() throws {
        var bench = try LearnBench(automaticCount: 1)
        bench.press()
        bench.press(0x100, 2000)
        #expect(bench.saved?.profile.idle.start == .gesture(hold))
    }

    @Test("a profile that is there already keeps what it says")
    func addsOnly() throws {
        let text = """
            schema: 1
            name: Mine
            devices: {pedal: {vendor: 0x05f3, product: 0x00ff}}
            switches: [{name: Left, input: BTN_0}]

            """
        let base = try ProfileEdit(Array(text.utf8), path: "mine.yaml", names: EvdevNames())
        var bench = try LearnBench(LearnDraft(.addSwitches, of: base))
        bench.press(0x101)
        bench.press(0x101, 2000)
        bench.say("yes")
        bench.say("done")
        bench.say("helper")
        #expect(bench.last?.event == "reply")
        bench.say("save")
        #expect(bench.saved?.profile.idle.start == .unsaid)
        #expect(bench.saved?.profile.switches.count == 2)
    }
}
