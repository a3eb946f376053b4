// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import SwitchCore
import Testing

@testable import switchbridge

@Suite("What forward shows on a terminal")
struct ForwardTextViewTests {
    private static let digits = "1 2 3 4 5 6"

    private func forwarder() throws -> Forwarder {
        let loop = try EventLoop()
        let profile = DemoCommand.profile()
        let state = try StateFiles(nil)
        let connection = PCConnection(
            loop: loop, transport: UnixTransport(path: "/nonexistent", loop: loop), deviceName: state.deviceName,
            savedPCs: state.savedPCs, journal: state.journal)
        return Forwarder(
            profile: profile, pcProfileID: nil,
            source: RecordedSwitches(DemoCommand.recording(), for: profile, loop: loop), connection: connection,
            loop: loop, watchdog: nil)
    }

    private func view(width: Int, on terminal: String = "xterm") -> (ForwardTextView, MemorySink) {
        let sink = MemorySink()
        let output = TextOutput(sink: sink, terminalWidth: width)
        return (ForwardTextView(Terminal(environment: ["TERM": terminal], output: output, talk: output)), sink)
    }

    private func news(_ event: BridgeEvent, _ forwarder: Forwarder) throws -> ForwardNews {
        try #require(ForwardNews(event, forwarder, verbose: false))
    }

    @Test("F39 the pairing code goes from the screen once it is answered")
    func pairingCode() throws {
        let (view, sink) = view(width: 80)
        let forwarder = try forwarder()
        try view.happened(try news(.connection(.report(.pairingCode("123456"))), forwarder), forwarder)
        #expect(ScreenModel(sink.text).text.contains(Self.digits))
        try view.happened(try news(.connection(.report(.pairingFailed(.rejected))), forwarder), forwarder)
        #expect(!ScreenModel(sink.text).text.contains(Self.digits))
    }

    @Test("a terminal that cannot move its cursor gets sentences only, and no escape sequence")
    func dumbTerminal() throws {
        let (view, sink) = view(width: 40, on: "dumb")
        let forwarder = try forwarder()
        try view.happened(try news(.notice(.started), forwarder), forwarder)
        #expect(!sink.text.contains("\u{1B}"))
        #expect(sink.text.contains("Forwarding is on"))
    }

    @Test("at the end nothing is offered that could be typed, and the state still stands there")
    func end() throws {
        let (view, sink) = view(width: 80)
        let forwarder = try forwarder()
        try view.happened(try news(.notice(.starting), forwarder), forwarder)
        #expect(ScreenModel(sink.text).text.contains("Start is possible"))
        try view.ended(forwarder)
        #expect(!ScreenModel(sink.text).text.contains("Start is possible"))
        #expect(ScreenModel(sink.text).text.contains("Forwarding: OFF"))
    }

    @Test("the state is drawn in place of the one before, below what was said, also after a line was typed")
    func redrawn() throws {
        let (view, sink) = view(width: 40)
        let forwarder = try forwarder()
        try view.happened(try news(.notice(.starting), forwarder), forwarder)
        try sink.write("help\n")
        view.lineTyped()
        try view.happened(try news(.notice(.started), forwarder), forwarder)
        let screen = ScreenModel(sink.text).text
        #expect(screen.split(separator: "\n").filter { $0.hasPrefix("Forwarding: ") }.count == 1)
        #expect(screen.contains("Starting."))
        #expect(!screen.contains("help"))
    }

    @Test("what lasts on the PC is said in words, and to programs by name")
    func lasting() throws {
        let held = try #require(HeldInputs(names: ["repeat", "drag.left", "Shift"]))
        let words = "something moves or repeats by itself, the left mouse button is down, Shift is down"
        #expect(held.words == words)
        #expect(HeldInputs.nothing.words == nil)
        let news = try news(.lasting(held), try forwarder())
        #expect(
            news.json
                == .object([
                    "event": .string("lasting"), "text": .string(words),
                    "held": .array([.string("repeat"), .string("drag.left"), .string("Shift")]),
                ]))
    }

    @Test("after a sleep the state is drawn below what others wrote meanwhile, and takes nothing of it away")
    func continued() throws {
        let (view, sink) = view(width: 40)
        let forwarder = try forwarder()
        try view.happened(try news(.notice(.starting), forwarder), forwarder)
        try sink.write("$ fg\n")
        try view.continued(forwarder)
        try view.happened(try news(.notice(.started), forwarder), forwarder)
        let lines = ScreenModel(sink.text).text.split(separator: "\n")
        let typed = try #require(lines.firstIndex(of: "$ fg"))
        #expect(lines.count { $0.hasPrefix("Forwarding: ") } == 2)
        #expect(lines[typed...].count { $0.hasPrefix("Forwarding: ") } == 1)
    }
}
