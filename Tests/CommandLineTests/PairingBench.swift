// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

@testable import switchbridge

/// A search that finds what a test says.
final class FakeSearch: PCSearch {
    var onEvent: ((SearchEvent) -> Void)?
    private(set) var isOn = false
    private(set) var stops = 0
    private let loop: EventLoop

    init(_ loop: EventLoop) { self.loop = loop }

    func start() { isOn = true }

    func stop(_ ended: @escaping () -> Void) {
        isOn = false
        stops += 1
        loop.afterThisTurn(ended)
    }

    func find(_ address: String, id: String? = nil, name: String = "Desk", signal: Int? = -60) {
        let status = id.map { PCStatus(desktopID: $0, displayName: name, platform: .windows) }
        onEvent?(.found(NearbyPC(address: address, advertisedName: "", signal: signal, status: status)))
    }

    func lose(_ address: String) {
        onEvent?(.gone(NearbyPC(address: address, advertisedName: "", signal: nil)))
    }
}

/// One run of `pc scan` or `pc pair` in simulated time, with a PC in the same process that is reached as if by Bluetooth.
final class PairingBench: InSimulatedTime {
    static let digits = "█"

    let loop: EventLoop
    let search: FakeSearch
    let pc: SimulatedPC
    let live: LiveRun
    let output = MemorySink()
    var state: StateFiles
    private let input: Pipe
    private let links = Links()
    private(set) var pairRun: PairRun?
    private(set) var scan: ScanSession?

    private final class Links {
        /// The ids of the PCs that a link was made to.
        var made: [String] = []
        var transports: [UnixTransport] = []
    }

    /// - Parameter json: false for a terminal that can move its cursor.
    init(json: Bool = true, width: Int = 80) throws {
        loop = try EventLoop(
            simulatedFrom: ClockReading(
                instant: Instant(nanoseconds: 1_000_000_000), unixMilliseconds: 1_724_000_000_000))
        let status = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .windows)
        pc = try SimulatedPC(
            loop: loop, options: SimulatedPC.Options(configuration: PCConfiguration(status: status)), show: { _ in })
        search = FakeSearch(loop)
        input = try Pipe()
        let text = TextOutput(sink: output, terminalWidth: json ? nil : width)
        live = try LiveRun(
            Terminal(environment: ["TERM": "xterm"], output: text, talk: text), json: json, loop: loop)
        talk = PCTalk(live, json: json)
        state = try StateFiles(nil)
    }

    private let talk: PCTalk

    private var places: PCPlaces {
        PCPlaces(
            link: { [pc, links] id, loop throws(Failure) in
                links.made.append(id)
                let transport = UnixTransport(loop: loop) { () throws(SystemError) in try pc.makeLink() }
                links.transports.append(transport)
                return transport
            },
            search: { [search] _ throws(Failure) in search })
    }

    func pair(_ name: String? = nil) throws {
        let run = PairRun(live, talk, places, state, input: try #require(input.reading).raw)
        pairRun = run
        try run.begin(name)
    }

    func scan(for limit: Duration? = nil) throws {
        let session = ScanSession(live, talk, search, among: state.savedPCs, for: limit)
        scan = session
        session.begin()
    }

    func type(_ line: String?) { pairRun?.lineEntered(line) }

    /// The PC breaks every link, and can be connected again.
    func breakLinks() { pc.close() }

    /// The PC's user answers the request as soon as it is there.
    func answer(_ word: String) throws {
        #expect(try run { !pc.machine.offers.isEmpty })
        _ = pc.lineEntered(word)
    }

    // What watches the pipe goes before it is closed.
    deinit { pairRun = nil }

    // MARK: What came of it

    var made: [String] { links.made }

    var events: [String] { objects.compactMap { $0["event"]?.text } }

    var objects: [[String: JSONValue]] {
        output.lines.compactMap { (try? JSONValue(parsing: Array($0.utf8)))?.members }
    }

    var screen: String { ScreenModel(output.text).text }

    var failure: Failure? {
        if case .failure(let failure) = live.result { failure } else { nil }
    }

    var isDone: Bool {
        if case .success(.code(.done)) = live.result { true } else { false }
    }
}
