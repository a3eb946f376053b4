// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import InputDevices
import Profiles
import SwitchCore

extension FuzzTarget {
    static let recordings = FuzzTarget("recordings") {
        [
            "# two presses\nE: 0.000000 0001 0039 1\nE: 0.000000 0000 0000 0\nE: 1.250000 0001 0039 0\nE: 1.250000 0000 0000 0\n",
            "E: 86400.999999 ffff ffff -2147483648\nE: 86400.999999 0 3 0", "",
        ].map { Array($0.utf8) }
    } run: { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        switch Result(catching: { () throws(Recording.Problem) in try Recording(text: text) }) {
        case .failure(let problem):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
            try hold((1...lines).contains(problem.line), "a mistake outside the file")
        case .success(let recording):
            let offsets = recording.reports.map(\.offset)
            try hold(zip(offsets, offsets.dropFirst()).allSatisfy(<=), "time goes backwards")
            let count = recording.reports.reduce(0) { $0 + $1.events.count }
            try hold(count <= Recording.eventLimit, "too many events")
            try play(recording)
        }
    }

    /// A box of two switches that does all that while forwarding is on, with a PC that does all it is told.
    private static func play(_ recording: Recording) throws {
        let names = EvdevNames()
        let profile = try ProfileFile.read(bytes: profileSeeds[2].utf8, path: "test.yaml", names: names).get()
        var played = PlayedSwitches(profile)
        for report in recording.reports.prefix(PlayedSwitches.reportLimit) { try played.play(report) }
    }
}

private struct PlayedSwitches {
    static let reportLimit = 256
    /// Timers between two reports; more than that is a pause.
    private static let timerLimit = 16
    private static let device = DeviceID(1)

    private var pipeline: SwitchPipeline
    private var now = Instant(nanoseconds: 0)
    private let plan: SessionPlan

    init(_ profile: Profile) {
        pipeline = SwitchPipeline(profile: profile)
        plan = SessionPlan(
            kind: .actions, pcProfileID: "", pcProfileVersion: 1, forwarded: SwitchSet(profile.switches.map(\.id)),
            idleStop: profile.safety.idleStop)
        pipeline.deviceAttached(
            Self.device, name: "box",
            bindings: profile.switches.flatMap { candidate in candidate.inputs.map { ($0.input, candidate.id) } },
            axes: [0: AxisRange(minimum: -128, maximum: 127, rest: 0)], found: FoundState())
        pipeline.pcBecameReady(at: now)
    }

    mutating func play(_ report: Recording.Report) throws {
        let time = Instant(nanoseconds: report.offset.nanoseconds)
        for _ in 0..<Self.timerLimit {
            guard let deadline = pipeline.deadline, deadline <= time else { break }
            now = max(now, deadline)
            try perform(pipeline.timerFired(at: now))
            try hold(pipeline.deadline.map { $0 > now } ?? true, "a deadline stays in the past")
        }
        now = max(now, time)
        if pipeline.deadline.map({ $0 <= now }) ?? false { try perform(pipeline.timerFired(at: now)) }
        if case .idle = pipeline.engine.state {
            try perform(pipeline.userStarted(plan, at: now))
            try perform(pipeline.captureHeld(at: now))
        }
        try perform(pipeline.eventsArrived(report.events, from: Self.device, at: now))
    }

    private mutating func perform(_ outputs: [SwitchPipeline.Output]) throws {
        var requests: [SessionRequest] = []
        for case .engine(.send(let request)) in outputs { requests.append(request) }
        for request in requests { try perform(pipeline.requestAnswered(request, .acknowledged, at: now)) }
        try hold(pipeline.pressed.allSatisfy(plan.forwarded.contains), "a switch that the profile does not know")
    }
}
