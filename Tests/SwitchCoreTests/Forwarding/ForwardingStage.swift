// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// Plays the inputs of a scenario to a pipeline with one device of eight switches, and writes down what comes out.
struct ForwardingStage {
    private(set) var outputs: [String] = []
    private var pipeline: SwitchPipeline
    private var plan: SessionPlan
    private var isRecording = true
    private var now = Instant(nanoseconds: 0)

    init(settings: String) {
        var words = settings.split(separator: " ").map(String.init)
        let kinds: [String: SessionKind] = [
            "mapped": .mapped, "scanning": .scanning, "grid": .legacyGrid3, "actions": .actions,
        ]
        let kind = kinds[words.removeFirst()]!
        let actions = Self.takeActions(from: &words)
        var forwarded = SwitchSet(actions.keys)
        while let number = words.first.flatMap({ Int($0) }) {
            forwarded.insert(SwitchID(number)!)
            words.removeFirst()
        }
        var values: [String: Double] = [:]
        for index in stride(from: 0, to: words.count, by: 2) { values[words[index]] = Double(words[index + 1])! }
        let safety = SafetySettings(
            holdToStop: .seconds(values["hold"] ?? 30),
            scanningHoldToStop: .seconds(values["scanning-hold"] ?? values["hold"] ?? 30),
            stopSwitch: values["stop-switch"].flatMap { SwitchID(Int($0)) })
        var timing = FilterSettings.only(holdToAccept: Int((values["accept"] ?? 0) * 1000))
        timing.minimumRelease = .milliseconds(Int((values["release"] ?? 0) * 1000))
        let switches = (1...SwitchID.limit).map { number in
            let id = SwitchID(number)!
            return ProfileSwitch.made(id, timing: timing, actions: actions[id] ?? .none)
        }
        plan = SessionPlan(
            kind: kind, pcProfileID: "keys", pcProfileVersion: 1, forwarded: forwarded,
            idleStop: values["idle"].map { .seconds($0) })
        pipeline = SwitchPipeline(
            profile: Profile(
                name: "box", devices: [], switches: switches, safety: safety, pcProfileID: nil, idle: Self.idle(values))
        )
        attach(found: [])
    }

    /// `start-hold 3` and `start-presses 3` are of any switch, the latter within 3 s; `next-profile-hold 4` is of switch 2,
    /// `next-pc-presses 2` of switch 3.
    private static func idle(_ values: [String: Double]) -> IdleSettings {
        func gesture(_ key: String, _ id: SwitchID?) -> IdleSettings.Gesture? {
            if let hold = values[key + "-hold"] { return .init(switchID: id, manner: .hold(.seconds(hold))) }
            return values[key + "-presses"].map {
                .init(switchID: id, manner: .presses(count: Int($0), within: .seconds(3)))
            }
        }
        return IdleSettings(
            start: gesture("start", nil).map { .gesture($0) } ?? .unsaid, nextPC: gesture("next-pc", three),
            nextProfile: gesture("next-profile", two))
    }

    /// `1:P` presses P, `2:P/H,I` has two holds; names as in `PressBench`.
    private static func takeActions(from words: inout [String]) -> [SwitchID: SwitchActions] {
        var actions: [SwitchID: SwitchActions] = [:]
        while let word = words.first, let colon = word.firstIndex(of: ":"), let number = Int(word[..<colon]) {
            let parts = word[word.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
            let holds = parts.dropFirst().first?.split(separator: ",").joined(separator: " ") ?? ""
            actions[SwitchID(number)!] = PressBench.actions("press \(parts[0]) hold \(holds)")
            words.removeFirst()
        }
        return actions
    }

    private mutating func attach(found: Set<UInt16>) {
        let bindings = (1...SwitchID.limit).map { (SwitchInput.key(code: UInt16($0)), SwitchID($0)!) }
        pipeline.deviceAttached(box, name: "box", bindings: bindings, axes: [:], found: FoundState(keysDown: found))
    }

    mutating func play(_ line: String) {
        var words = line.split(separator: " ").map(String.init)
        let time = Instant(nanoseconds: Int64((Double(words.removeFirst())! * 1000).rounded()) * 1_000_000)
        let isLate = words.first == "late"
        if isLate { words.removeFirst() }
        while !isLate, let due = pipeline.deadline, due <= time {
            // What fell due while an answer was awaited is due now.
            now = max(now, due)
            record(pipeline.timerFired(at: now), at: now)
        }
        now = time
        perform(words[0], Array(words.dropFirst()), at: time)
    }

    private mutating func perform(_ verb: String, _ words: [String], at now: Instant) {
        switch verb {
        case "wait": break
        case "forwarding":
            isRecording = false
            for word in ["ready", "start", "captured"] { perform(word, [], at: now) }
            for word in ["start", "sync"] { perform("ack", [word], at: now) }
            isRecording = true
        case "pc": pipeline.pcIdentified(words[0])
        case "ready": pipeline.pcBecameReady(at: now)
        case "start": record(pipeline.userStarted(plan, at: now), at: now)
        case "captured": record(pipeline.captureHeld(at: now), at: now)
        case "capture-failed": record(pipeline.captureFailed(.noDevice, at: now), at: now)
        case "press", "release": move(verb == "press", words, at: now)
        case "tap":
            for _ in 0..<Int(words[1])! {
                move(true, [words[0]], at: now)
                move(false, [words[0]], at: now)
            }
        case "ack", "refuse", "lose": answer(verb, words, at: now)
        case "stop": record(pipeline.stopRequested(Self.stops[words[0]]!, at: now), at: now)
        case "will-rest": record(pipeline.machineWillRest(Self.stops[words[0]]!, at: now), at: now)
        case "awake": record(pipeline.machineIsAwake(at: now), at: now)
        case "plug": attach(found: Set(words.map { UInt16($0)! }))
        case "lend": pipeline.switchesLent(true)
        case "take-back": pipeline.switchesLent(false)
        case "change-profile":
            pipeline.profileChanged(to: pipeline.profile)
            attach(found: Set(words.map { UInt16($0)! }))
        case "written": pipeline.releasesWritten(on: box)
        case "unplug": record(pipeline.deviceDetached(box, revoked: words == ["revoked"], at: now), at: now)
        case "events-lost": record(pipeline.eventsLost(from: box, at: now), at: now)
        case "resync":
            let event = key(UInt16(words[1])!, words[0] == "press" ? 1 : 0, at: now.nanoseconds / 1_000_000)
            record(pipeline.eventsResynchronised([event, report], from: box, at: now), at: now)
        case "other-meaning":
            let event = InputEvent(
                time: now, type: Evdev.absoluteAxis, code: Evdev.absoluteProfile, value: Int32(words[0])!)
            record(pipeline.eventsArrived([event, report], from: box, at: now), at: now)
        case "ambiguous": record(pipeline.deviceBecameAmbiguous(name: "box", at: now), at: now)
        case "link-lost": record(pipeline.linkLost(at: now), at: now)
        case "unproven": pipeline.releaseUnproven(at: now)
        case "confirmed": record(pipeline.releaseConfirmed(at: now), at: now)
        default: Issue.record("no such input: \(verb)")
        }
    }

    private static let stops: [String: StopReason] = [
        "userStopped": .userStopped, "profileChanged": .profileChanged, "suspended": .suspended,
        "shuttingDown": .shuttingDown, "notRecorded": .notRecorded,
    ]

    /// `press 1 of 0.500`: the kernel's time of it is earlier than its arrival.
    private mutating func move(_ isDown: Bool, _ words: [String], at now: Instant) {
        var event = key(UInt16(words[0])!, isDown ? 1 : 0)
        event.time = words.count == 3 ? Instant(nanoseconds: Int64(Double(words[2])! * 1e9)) : now
        record(pipeline.eventsArrived([event, report], from: box, at: now), at: now)
    }

    private mutating func answer(_ verb: String, _ words: [String], at now: Instant) {
        let request: SessionRequest =
            switch words[0] {
            case "start": .start(plan)
            case "edge": .edge(one, .down)
            case "sync": .sync(pressed: [])
            case "action": .action(ActionStep(SwitchAction(id: "", effect: .pc(.instant)), .perform, by: nil, at: now))
            default: .stop
            }
        let outcome: RequestOutcome =
            switch verb {
            case "ack": .acknowledged
            case "refuse": .refused(code: "input_failed")
            default: .timedOut
            }
        record(pipeline.requestAnswered(request, outcome, at: now), at: now)
    }

    private mutating func record(_ new: [SwitchPipeline.Output], at now: Instant) {
        guard isRecording else { return }
        let milliseconds = now.nanoseconds / 1_000_000
        let fraction = String(milliseconds % 1000)
        let time = "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
        outputs += new.compactMap(Self.text).map { "\(time) \($0)" }
    }

    private static func text(of output: SwitchPipeline.Output) -> String? {
        switch output {
        case .engine(let action): text(of: action)
        case .selected(let action, _): "show \(action.id)"
        case .asked(let asked, _): "ask \(asked.rawValue)"
        case .idleAct(let act, _): "act \(act.rawValue)"
        case .moved, .rejected: nil
        }
    }

    private static func text(of action: ForwardingEngine.Action) -> String {
        switch action {
        case .beginCapture: "begin capture"
        case .endCapture: "end capture"
        case .cutLink: "cut link"
        case .send(.start): "send start"
        case .send(.edge(let id, let state)): "send \(state.rawValue) \(id)"
        case .send(.sync(let pressed)): (["send sync"] + pressed.map { "\($0)" }).joined(separator: " ")
        case .send(.stop): "send stop"
        case .announce(.starting): "say starting"
        case .announce(.startRefused(let refusal)): "say \(refusal)"
        case .announce(.started): "say started"
        case .announce(.idleStopSoon(let rest)): "say idle stop in \(rest.milliseconds) ms"
        case .send(.action(let step)): "send \(step.phase.rawValue) \(step.action.id)"
        case .announce(.actionRefused(let step, let code)): "say refused \(step.action.id) \(code)"
        case .announce(.actionTooLate(let step)): "say too late \(step.action.id)"
        case .announce(.mayHaveBeenTyped(let action)): "say may have been typed \(action.id)"
        case .announce(.stopping(let reason)): "say stopping \(reason.id)"
        case .announce(.stopped(let stop)):
            "say stopped \(stop.reason.id)" + (stop.mayStillBeHeld ? ", may still be held" : "")
        case .announce(.stoppedAlready(let stop)): "say stopped already \(stop.reason.id)"
        case .announce(.releaseConfirmed): "say release confirmed"
        }
    }
}
