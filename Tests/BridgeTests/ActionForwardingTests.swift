// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Bridge
import PCLink
import PCProtocol
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

@Suite("Where the profile decides what a press and a hold do")
struct ActionForwardingTests {
    /// What can be done by an ordinary switch in a test: the box's own actions have tests of their own.
    private static let catalogue =
        ActionCatalogue.all.filter { $0.command != nil }
        + ActionCatalogue.forms.compactMap { ActionCatalogue.action(named: $0.example) }

    @Test(
        "every action of the PC, four switches at a time, does on the PC what the catalogue says and leaves nothing held"
    )
    func everyAction() throws {
        var begun = 0
        for start in stride(from: 0, to: Self.catalogue.count, by: 4) {
            let actions = Self.catalogue[start..<min(start + 4, Self.catalogue.count)]
            let bench = try Bench(profile: Bench.profile(presses: actions.map(\.id)))
            try bench.start()
            for (index, action) in actions.enumerated() {
                let before = bench.pc.machine.log.count
                try bench.tap(index + 1)
                // What goes on by itself is ended by the same switch.
                if action.mayHold.isEmpty == false, action.action.manner?.endsWithRelease == false {
                    #expect(!bench.held.isEmpty, "\(action.id)")
                    try bench.tap(index + 1)
                }
                let command = try #require(action.command)
                let done = bench.pc.machine.log[before...].map(\.event)
                #expect(done.contains { $0.isBeginning(of: command) }, "\(action.id): \(bench.did)")
                #expect(bench.held.isEmpty, "\(action.id)")
                begun += 1
            }
            #expect(bench.isActive)
        }
        #expect(begun == Self.catalogue.count && begun > 100)
    }

    @Test("one profile of four switches reaches every category by presses and holds")
    func everyCategory() throws {
        var profile = Bench.profile(presses: ["click", "move-right-on", "key-enter", "hold-shift"])
        profile.safety.holdToStop = .seconds(30)
        profile.switches[0].actions.holds = Self.actions("right-click", "drag-toggle", "scroll-down", "copy")
        profile.switches[1].actions.holds = Self.actions("sticky-ctrl", "play-pause", "next-window", "pointer-speed-80")
        profile.switches[2].actions.holds = Self.actions("text:Hello", "monitor-right", "stop-movement", "nothing")
        let bench = try Bench(profile: profile)
        try bench.start()
        // The press, and then each hold action in its turn.
        for number in 1...3 {
            for reached in 0...profile.switches[number - 1].actions.holds.count {
                bench.switches.set(number, down: true)
                try bench.pass(.milliseconds(reached == 0 ? 200 : 200 + 1000 * reached))
                bench.switches.set(number, down: false)
                try bench.pass(.milliseconds(100))
                // The next press of any switch ends what moves by itself.
                if bench.held.contains("repeated mouse move") { try bench.tap(3) }
            }
        }
        bench.switches.set(4, down: true)
        try bench.pass(.milliseconds(300))
        #expect(bench.held == ["left mouse button", "Shift"])
        bench.switches.set(4, down: false)
        try bench.pass(.milliseconds(100))
        #expect(
            bench.did == [
                "mouse.click", "mouse.rightClick", "+left mouse button", "mouse.scroll", "keyboard.shortcut",
                "+repeated mouse move", "-repeated mouse move", "+Ctrl", "media.control", "-Ctrl", "window.control",
                "pointer.speed.set", "keyboard.key", "keyboard.typeText", "pointer.display.move", "+Shift", "-Shift",
            ])
        // Dragging goes on until it is done again, or until the stop.
        bench.forwarder.stop(.userStopped)
        try bench.run { bench.lastStop != nil }
        #expect(bench.held.isEmpty)
        #expect(bench.lastStop == Stop(reason: .userStopped, mayStillBeHeld: false))
    }

    static func actions(_ ids: String...) -> [SwitchAction] {
        ids.compactMap { ActionCatalogue.action(named: $0)?.action }
    }

    @Test("the box needs none of the PC's profiles and says what its own makes of the switches")
    func meanings() throws {
        var profile = Bench.profile(presses: ["click", "monitor-right"])
        profile.switches[0].actions.holds = Self.actions("right-click")
        var capabilities = Capabilities.everything
        capabilities.supportedCommands.remove(.moveToDisplay)
        let bench = try Bench(profile: profile, pcProfile: "none such", capabilities: capabilities)
        try bench.start()
        #expect(bench.forwarder.meanings?.pcProfile == nil)
        #expect(
            bench.forwarder.meanings?.used.map(\.label) == [
                "Click; hold: Right click", "Pointer to the monitor on the right (not on this PC)",
            ])
        #expect(!bench.forwarder.choosePCProfile("builtin.keyboard"))
    }

    @Test("what the PC does not know is not sent; it is said when it is asked for, and forwarding goes on")
    func unsupported() throws {
        var capabilities = Capabilities.everything
        capabilities.supportedCommands.remove(.media)
        let bench = try Bench(profile: Bench.profile(presses: ["play-pause", "click"]), capabilities: capabilities)
        try bench.start()
        try bench.tap(1)
        let action = try #require(ActionCatalogue.action(named: "play-pause")?.action)
        guard case .actionRefused(let step, "unsupported_command") = bench.notices.last else {
            Issue.record("not said")
            return
        }
        #expect(step.action == action)
        try bench.tap(2)
        #expect(bench.did == ["mouse.click"])
    }

    @Test(
        "what would last, and the PC does not know, needs no end: its release is no stop, and the next press does what it means",
        arguments: ["hold-shift", "drag", "drag-toggle", "sticky-shift", "key-enter-on", "key-enter-while-held"])
    func unsupportedLasting(id: String) throws {
        var capabilities = Capabilities.everything
        capabilities.supportedCommands.subtract([.modifierDown, .startDrag])
        capabilities.keyRepeat = false
        let bench = try Bench(profile: Bench.profile(presses: [id, "click"]), capabilities: capabilities)
        try bench.start()
        try bench.tap(1)
        try bench.tap(2)
        #expect(bench.isActive)
        #expect(bench.did == ["mouse.click"])
        try bench.tap(1)
        #expect(bench.notices.count { if case .actionRefused = $0 { true } else { false } } == 2)
    }

    @Test("what the PC cannot begin leaves what another switch began as it is")
    func unsupportedBeside() throws {
        var capabilities = Capabilities.everything
        capabilities.keyRepeat = false
        let bench = try Bench(
            profile: Bench.profile(presses: ["move-left-while-held", "key-enter-while-held"]),
            capabilities: capabilities)
        try bench.start()
        try bench.press(1)
        try bench.tap(2)
        bench.switches.set(1, down: false)
        try bench.pass(.milliseconds(100))
        #expect(bench.held.isEmpty)
        #expect(bench.isActive)
        #expect(bench.lasting.last == HeldInputs.nothing)
    }

    @Test("a press while a long text is typed is left out and said, not a stop")
    func pressWhileTyping() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["text:Hello", "click"]))
        try bench.start()
        bench.pc.answerDelay = .seconds(3)
        try bench.tap(1)
        try bench.tap(2)
        try bench.pass(.seconds(2))
        bench.pc.answerDelay = .zero
        try bench.pass(.seconds(2))
        #expect(bench.isActive)
        #expect(bench.did == ["keyboard.typeText"])
        guard case .actionTooLate(let step) = bench.notices.last else {
            Issue.record("not said")
            return
        }
        #expect(step.action == ActionCatalogue.action(named: "click")?.action)
        try bench.tap(2)
        #expect(bench.did == ["keyboard.typeText", "mouse.click"])
    }

    @Test("what lasts on the PC is told once for each change, and is over with the stop")
    func lasting() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["sticky-shift", "drag-toggle", "move-up-on", "click"]))
        try bench.start()
        for number in [1, 2, 4, 3] { try bench.tap(number) }
        #expect(
            bench.lasting.map(\.names) == [
                ["Shift"], ["drag.left", "Shift"], ["repeat", "drag.left", "Shift"],
            ])
        bench.forwarder.stop(.userStopped)
        try bench.run { bench.lastStop != nil }
        #expect(bench.lasting.last == HeldInputs.nothing)
        #expect(bench.lasting.count == 4)
    }

    @Test("with the link goes what was told to last: the stop says that it may still be held")
    func lastingLost() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["drag"]))
        try bench.start()
        try bench.press(1)
        bench.forwarder.connection.cut()
        try bench.run { bench.lastStop != nil }
        #expect(bench.lasting.map(\.names) == [["drag.left"], []])
    }

    @Test("two switches that hold the same modifier: it goes down with the first and up with the last")
    func shared() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["hold-shift", "hold-shift"]))
        try bench.start()
        for (number, down) in [(1, true), (2, true), (1, false)] {
            bench.switches.set(number, down: down)
            try bench.pass(.milliseconds(100))
            #expect(bench.held == ["Shift"])
        }
        bench.switches.set(2, down: false)
        try bench.pass(.milliseconds(100))
        #expect(bench.did == ["+Shift", "-Shift"])
    }

    @Test("a switch can stop, and ask for the next profile and the next PC")
    func ownActions() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["next-profile", "next-pc", "stop-forwarding"]))
        try bench.start()
        try bench.tap(1)
        try bench.tap(2)
        #expect(bench.asked == [.nextProfile, .nextPC])
        try bench.tap(3)
        #expect(bench.lastStop == Stop(reason: .userStopped, mayStillBeHeld: false))
    }

    @Test("while it forwards the PC is asked every second whether it is there, and its silence is a stop")
    func heartbeat() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["drag"]))
        try bench.start()
        bench.switches.set(1, down: true)
        try bench.pass(.milliseconds(100))
        #expect(bench.held == ["left mouse button"])
        bench.pc.answerDelay = .seconds(60)
        try bench.run { !bench.isActive }
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop?.reason == .ackTimeout)
        #expect(try bench.run { bench.held.isEmpty })
    }

    // MARK: Stops

    @Test(
        "every stop lets go of what actions hold",
        arguments: ["hold-ctrl", "drag", "move-left-while-held", "drag-toggle"])
    func stops(id: String) throws {
        // Presses alone do not fill a queue that takes presses and releases: those wait too long first.
        for test in StopTests.cases where test.id != "queueFull" {
            var faults = test.faults
            let slow = faults.answerDelay
            faults.answerDelay = .zero
            let bench = try Bench(profile: Bench.profile(presses: [id, "click"]), faults: faults)
            try bench.start()
            bench.pc.answerDelay = slow
            try bench.press(1)
            #expect(bench.held.count == 1, "\(test.id)")
            // What its release does not end goes on until the stop.
            if test.id == "pcRefused", id != "hold-ctrl", id != "drag" { continue }
            if test.id == "sendDelayed" {
                // A press that comes too late is left out; the end of what another began is a stop.
                if id == "drag-toggle" { continue }
                bench.switches.set(2, down: true)
                bench.switches.set(1, down: false)
            } else {
                try test.cause(bench)
            }
            #expect(try bench.run { bench.lastStop != nil }, "\(test.id)")
            #expect(bench.lastStop?.reason.id == test.id)
            #expect(!bench.switches.isCaptured)
            #expect(try bench.run { bench.held.isEmpty }, "\(test.id)")
            let before = bench.did
            bench.switches.set(1, down: false)
            bench.switches.set(1, down: true)
            try bench.pass(.seconds(120))
            #expect(!bench.isActive)
            #expect(bench.did == before)
        }
    }

    @Test(
        "a refused release is asked for again at the stop; refused there, it may still be held, until the PC lets go of it"
    )
    func refusedRelease() throws {
        var faults = PCFaults()
        faults.failReleases = 3
        let bench = try Bench(profile: Bench.profile(presses: ["hold-ctrl"]), faults: faults)
        try bench.start()
        try bench.tap(1)
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop == Stop(reason: .pcRefused(code: "input_failed"), mayStillBeHeld: true))
        #expect(try bench.run { bench.lastStop?.mayStillBeHeld == false })
        #expect(bench.notices.last == .releaseConfirmed)
        #expect(bench.held.isEmpty)
    }
}

extension PCEvent {
    fileprivate func isBeginning(of command: Command) -> Bool {
        switch command {
        case .modifierDown(let modifier): self == .pressed(.modifier(modifier))
        case .startDrag(let button): self == .pressed(.mouseButton(button))
        case .startRepeat(let repeated): self == .pressed(.repeating(repeated))
        default: self == .command(command)
        }
    }
}
