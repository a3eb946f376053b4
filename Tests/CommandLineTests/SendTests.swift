// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import EventLoop
import Glibc
import PCLink
import PCProtocol
import Sentences
import SimulatedPC
import SwitchCore
import Testing

@testable import switchbridge

/// One run of `send` in simulated time, with a PC in the same process that knows this box.
private final class SendBench {
    let loop: EventLoop
    let pc: SimulatedPC
    let live: LiveRun
    let terminal = TestTerminal()
    let visit: PCVisit
    private let run: SendRun
    private let log = Log()
    private let pairings: String

    private final class Log { var news: [PCNews] = [] }

    init(
        _ actions: [CatalogueAction], json: Bool = false, faults: PCFaults = PCFaults(),
        capabilities: Capabilities = .everything
    ) throws {
        loop = try EventLoop(
            simulatedFrom: ClockReading(
                instant: Instant(nanoseconds: 1_000_000_000), unixMilliseconds: 1_724_000_000_000))
        let status = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .windows)
        let token = try #require(PairingToken("made-up"))
        var state = try StateFiles(nil)
        try state.change { pcs throws(StateProblem) in try pcs.paired(with: status, token: token, at: nil) }

        var template = Array("/tmp/switchbridge-send-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        close(descriptor)
        pairings = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let file = PCStateFile(path: pairings)
        try file.save([state.savedPCs.deviceID: PairedDevice(name: "Box", token: token)])
        var options = SimulatedPC.Options(
            configuration: PCConfiguration(status: status, capabilities: capabilities))
        options.stateFile = file
        options.faults = faults
        pc = try SimulatedPC(loop: loop, options: options) { [log] in log.news.append($0) }

        live = try LiveRun(terminal.terminal, loop: loop)
        let places = PCPlaces(
            link: { [pc] _, loop throws(Failure) in
                UnixTransport(loop: loop) { () throws(SystemError) in try pc.makeLink() }
            },
            search: { _ throws(Failure) in throw .noPC(Sentence(.scanNone)) })
        visit = try PCVisit(live, to: try PCTarget(nil, among: state.savedPCs), places, state)
        run = SendRun(visit, actions, nil, json: json)
        visit.begin()
    }

    deinit { unlink(pairings) }

    /// Turns the loop until the run is over; false when a minute passes before.
    func finish() throws -> Bool {
        let end = loop.now + .seconds(60)
        while live.result == nil, loop.now < end { try loop.turn() }
        return live.result != nil
    }

    var code: ExitCode? {
        if case .success(.code(let code)) = live.result { code } else { nil }
    }

    /// What the PC did and let go of, in order.
    var events: [PCEvent] {
        log.news.compactMap { if case .executed(let record) = $0 { record.event } else { nil } }
    }

    /// As far as the PC has said.
    var holdsNothing: Bool {
        for case .held(let outputs) in log.news.reversed() { return outputs.isEmpty }
        return true
    }
}

@Suite("send")
struct SendTests {
    private static func actions(_ ids: [String]) throws -> [CatalogueAction] {
        try ids.map { try ActionCatalogue.read($0) }
    }

    private static func bench(
        _ ids: String..., json: Bool = false, faults: PCFaults = PCFaults(), capabilities: Capabilities = .everything
    ) throws -> SendBench {
        let bench = try SendBench(actions(ids), json: json, faults: faults, capabilities: capabilities)
        #expect(try bench.finish())
        return bench
    }

    @Test("an action is done and acknowledged")
    func done() throws {
        let bench = try Self.bench("click")
        #expect(bench.code == .done)
        #expect(bench.terminal.output.text == "Click: done.\n")
        #expect(bench.events.contains(.tapped(.mouseButton(.left))) || bench.events.contains(.command(.click(.left))))
        #expect(bench.holdsNothing)
    }

    @Test("what an action holds is held until the last is done, and then let go of")
    func held() throws {
        let bench = try Self.bench("hold-shift", "click", "sticky-ctrl", "hold-shift", "drag-toggle")
        #expect(bench.code == .done)
        let pressed = bench.events.compactMap { if case .pressed(let output) = $0 { output } else { nil } }
        let released = bench.events.compactMap { if case .released(let output) = $0 { output } else { nil } }
        #expect(pressed == [.modifier(.shift), .modifier(.control), .mouseButton(.left)])
        #expect(Set(released) == Set(pressed))
        #expect(released.count == 3)
        #expect(bench.holdsNothing)
    }

    @Test("a refused action ends it: what follows is not sent, what was held is let go of")
    func refused() throws {
        var faults = PCFaults()
        // The set-up asks three times; then Shift goes down, and the click is refused.
        faults.refuseCommands = .every(5)
        let bench = try Self.bench("hold-shift", "click", "right-click", faults: faults)
        #expect(bench.code == .refused)
        #expect(bench.terminal.talk.text.contains("\"Click\" (input_failed)"))
        #expect(bench.holdsNothing)
        #expect(!bench.events.contains(.command(.rightClick)))
    }

    @Test("ended while something is held, it lets go of it first")
    func ended() throws {
        var faults = PCFaults()
        // Shift is answered, and the click is not.
        faults.dropAnswers = .every(5)
        let bench = try SendBench(Self.actions(["hold-shift", "click"]), faults: faults)
        let start = bench.loop.now
        while bench.holdsNothing, bench.loop.now < start + .seconds(60) { try bench.loop.turn() }
        #expect(!bench.holdsNothing)
        bench.live.end(.signal(SIGINT))
        while !bench.holdsNothing, bench.loop.now < start + .seconds(60) { try bench.loop.turn() }
        #expect(bench.holdsNothing)
    }

    @Test("when the connection ends while something is held, it says that it may still be held")
    func lost() throws {
        var faults = PCFaults()
        // Shift is answered, and the click is not.
        faults.dropAnswers = .every(5)
        let bench = try SendBench(Self.actions(["hold-shift", "click"]), faults: faults)
        let end = bench.loop.now + .seconds(60)
        while bench.holdsNothing, bench.loop.now < end { try bench.loop.turn() }
        bench.visit.connection.cut()
        #expect(try bench.finish())
        #expect(bench.terminal.talk.text.contains("may still be held"))
    }

    @Test("what the PC does not know is not sent, nor what stands beside it")
    func unsupported() throws {
        var capabilities = Capabilities.everything
        capabilities.supportedCommands.remove(.media)
        let bench = try Self.bench("click", "mute", json: true, capabilities: capabilities)
        #expect(bench.code == .refused)
        #expect(bench.terminal.objects.compactMap { $0["outcome"]?.text } == ["unsupported"])
        #expect(bench.events.isEmpty)
    }

    @Test("F40 a text that was not answered may have been typed, and goes out once")
    func unanswered() throws {
        var faults = PCFaults()
        // The set-up has three answers; the fourth is the text's.
        faults.dropAnswers = .every(4)
        let bench = try Self.bench("text:made-up", "click", faults: faults)
        #expect(bench.code == .noPC)
        #expect(bench.terminal.talk.text.contains("may have been typed"))
        let typed = bench.events.count { if case .command(.typeText) = $0 { true } else { false } }
        #expect(typed == 1)
        #expect(!(bench.terminal.talk.text + bench.terminal.output.text).contains("made-up"))
    }

    @Test("JSON names a text by its kind only")
    func json() throws {
        let bench = try Self.bench("text:made-up", "text-greeting:made-up", json: true)
        #expect(bench.code == .done)
        #expect(bench.terminal.objects.compactMap { $0["action"]?.text } == ["text", "text-greeting"])
        #expect(bench.terminal.objects.compactMap { $0["outcome"]?.text } == ["acknowledged", "acknowledged"])
        #expect(!bench.terminal.output.text.contains("made-up"))
    }

    @Test("any command that makes the PC do something can be sent as it stands in the protocol")
    func raw() throws {
        let move = try SendItem.action(
            of: .moveMouse, payload: Array(#"{"dx":1,"dy":-2}"#.utf8), of: "send")
        let down = try SendItem.action(of: .modifierDown, payload: Array(#"{"key":"Alt"}"#.utf8), of: "send")
        let bench = try SendBench([down, move])
        #expect(try bench.finish())
        #expect(bench.code == .done)
        #expect(bench.events.contains(.command(.moveMouse(.init(dx: 1, dy: -2)))))
        #expect(bench.holdsNothing)
        for type in CommandType.allCases where type.isAction && type != .startRepeat {
            #expect(throws: Never.self) { try SendItem.type(type.rawValue, of: "send") }
        }
    }

    // MARK: What is refused before anything is sent

    @Test(
        "what cannot be sent is a usage error that says why",
        arguments: [
            (["clik"], "Did you mean \"click\"?"), ([], "ACTION"), (["stop-forwarding"], "this box"),
            (["move-left-on"], "nothing would"), (["key-enter-while-held"], "nothing would"),
            (["-", "-"], "once only"), (["text:a\u{7}made-up"], "cannot be typed"),
            (["--payload", "{}"], "--type"), (["--type", "mouse.click", "click"], "not both"),
            (["--type", "mouse.clik"], "Did you mean \"mouse.click\"?"), (["--type", "x"], "keyboard.typeText"),
            (["--type", "connection.ping"], "belongs to the connection"),
            (["--type", "switch.session.start"], "belongs to the connection"),
            (["--type", "mouse.repeat.start"], "nothing would"),
            (["--type", "mouse.move"], "\"dx\" is missing"),
            (["--type", "mouse.move", "--payload", #"{"dx":501,"dy":0}"#], "from -500 to 500"),
            (["--type", "mouse.rightClick", "--payload", #"{"made-up":1}"#], "does not belong"),
            (["--type", "keyboard.typeText", "--payload", "made-up"], "is not JSON"),
            (["--type", "keyboard.typeText", "--payload", #"{"text":"\u0007made-up"}"#], "\"text\" has a value"),
        ])
    func usage(words: [String], says: String) {
        let terminal = TestTerminal()
        #expect(Program.run(["send"] + words, terminal.terminal) == .code(.usage))
        #expect(terminal.talk.text.contains(says), "\(terminal.talk.text)")
        #expect(!terminal.talk.text.contains("made-up"))
    }

    @Test("64 actions are the most")
    func tooMany() throws {
        func code(_ count: Int) -> Ending {
            let terminal = TestTerminal()
            return Program.run(
                ["send", "--pc", "unix:/nowhere"] + Array(repeating: "click", count: count), terminal.terminal)
        }
        #expect(code(SendItem.limit + 1) == .code(.usage))
        #expect(code(SendItem.limit) != .code(.usage))
    }

    @Test("two at once would be done with what the other holds, so the second is refused, and so is a visit beside one")
    func alone() throws {
        let home = try ProfileHome()
        do {
            let sending = try StateFiles(home.environment, for: .sending)
            defer { withExtendedLifetime(sending) {} }
            for words in [["send", "click"], ["pc", "ping"]] {
                var test = TestTerminal()
                test.environment = home.environment
                #expect(Program.run(words, test.terminal) == .code(.failed))
                #expect(test.talk.text.contains("Wait until it is done"))
            }
            #expect(throws: Failure.self) { try StateFiles(home.environment, for: .forwarding) }
            #expect(throws: Never.self) { try StateFiles(home.environment, for: .bookkeeping) }
        }
        // A home of its own: a child that another test makes just now can have the lock of the first one still.
        let other = try ProfileHome()
        let visiting = try StateFiles(other.environment, for: .visiting)
        defer { withExtendedLifetime(visiting) {} }
        #expect(throws: Failure.self) { try StateFiles(other.environment, for: .sending) }
        #expect(throws: Never.self) { try StateFiles(other.environment, for: .visiting) }
    }

    // MARK: Standard input

    @Test(
        "what cannot be typed is refused with the reason, and is no mistake of the command line",
        arguments: [
            ("", "no text"), ("\n", "no text"), (String(repeating: "x", count: 2_001), "has 2001 characters"),
            (String(repeating: "\u{1F600}", count: 1_001), "has 2002 characters"), ("made-up\u{7}", "invisible"),
        ])
    func notTypeable(text: String, says: String) {
        #expect {
            try StandardInput.typing(Array(text.utf8))
        } throws: { error in
            guard case .other(let sentence)? = error as? Failure else { return false }
            return sentence.description.contains(says) && !sentence.description.contains("made-up")
        }
        #expect(throws: Never.self) { try StandardInput.typing(Array("a\tb\r\nc".utf8)) }
    }

    @Test("a text on standard input is read to its end; the last line end is not part of it")
    func standardInput() throws {
        #expect(try StandardInput.text(Array("Hello\n".utf8)) == "Hello")
        #expect(try StandardInput.text(Array("a\r\n".utf8)) == "a")
        #expect(try StandardInput.text(Array("a\n\n".utf8)) == "a\n")
        #expect(throws: Failure.self) { try StandardInput.text([0xFF]) }
    }

    @Test("more than a PC takes is refused without being kept", arguments: [0, 1])
    func inputBound(over: Int) throws {
        var pipe = try Pipe()
        let bytes = [UInt8](repeating: 65, count: StandardInput.byteLimit + over)
        let written = try bytes.withUnsafeBytes { try pipe.writing?.write($0) }
        #expect(written != nil)
        pipe.closeWriting()
        let reading = try #require(pipe.reading)
        if over == 0 {
            #expect(try StandardInput.read(reading.raw).count == StandardInput.byteLimit)
        } else {
            #expect(throws: Failure.self) { try StandardInput.read(reading.raw) }
        }
    }
}
