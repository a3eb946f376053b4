// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

/// Switches, losses, stops, lending and changes of the profile in any order, against an oracle that knows only when each contact
/// last closed, and when what was done with it last ceased to count.
@Suite("Acts of switches at any moment") struct IdleActMomentsTests {
    @Test(
        "none starts within a hold that began before forwarding was off, and each stop is said again at most once",
        arguments: 0..<8)
    func moments(seed: UInt64) {
        var run = Run(seed: seed)
        for _ in 0..<20_000 { run.step() }
        #expect(run.problems.isEmpty, "seed \(seed)")
        #expect(run.starts > 10 && run.saidAgain > 0, "seed \(seed): \(run.starts) starts, \(run.saidAgain) said again")
    }

    private struct Run {
        private(set) var problems: [String] = []
        private(set) var starts = 0
        private(set) var saidAgain = 0
        private var random: SeededRandom
        private var now = ms(1000)
        private var pipeline: SwitchPipeline
        private let profile: Profile
        private let plan = SessionPlan(
            kind: .mapped, pcProfileID: "keys", pcProfileVersion: 1, forwarded: [one, two, three], idleStop: nil)
        private var isPlugged = false
        /// Contacts that are closed, and since when, chatter left out.
        private var down: [SwitchID: Instant] = [:]
        private var opened: [SwitchID: (at: Instant, downSince: Instant)] = [:]
        /// No hold that began earlier counts.
        private var countsSince = ms(0)
        private var isLent = false
        private var mayBeSaidAgain = false

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            let idle = IdleSettings(
                start: .gesture(.init(switchID: nil, manner: .hold(.seconds(3)))),
                nextPC: .init(switchID: two, manner: .presses(count: 3, within: .seconds(3))))
            profile = Profile(
                name: "box", devices: [], switches: [.made(one), .made(two), .made(three)], safety: SafetySettings(),
                pcProfileID: nil, idle: idle)
            pipeline = SwitchPipeline(profile: profile)
        }

        mutating func step() {
            pass(.milliseconds(random.pick([0, 1, 20, 49, 50, 300, 1000, 2999, 3000, 4000])))
            switch random.below(24) {
            case 0...11: move(random.pick([one, two, three]))
            case 12: countsAnew { $0.stopRequested(.suspended, at: $1) }
            case 13: did { $0.linkLost(at: $1) }
            case 14:
                did { pipeline, now in
                    pipeline.pcBecameReady(at: now)
                    return []
                }
            case 15: did { $0.captureHeld(at: $1) }
            case 16...18: answer()
            case 19: plug()
            case 20: countsAnew { $0.eventsLost(from: box, at: $1) }
            case 21: lend()
            case 22: changeProfile()
            default: did { $0.deviceBecameAmbiguous(name: "box", at: $1) }
            }
        }

        private mutating func pass(_ duration: Duration) {
            let end = now + duration
            while let due = pipeline.deadline, due <= end {
                now = max(now, due)
                did { $0.timerFired(at: $1) }
            }
            now = end
        }

        private mutating func move(_ id: SwitchID) {
            guard isPlugged else { return }
            let isDown = down[id] == nil
            if isDown {
                let chatter = opened[id].flatMap { now - $0.at < .milliseconds(50) ? $0.downSince : nil }
                down[id] = chatter ?? now
            } else if let since = down.removeValue(forKey: id) {
                opened[id] = (now, since)
            }
            var event = key(UInt16(id.number), isDown ? 1 : 0)
            event.time = now
            did { $0.eventsArrived([event, report], from: box, at: $1) }
        }

        private mutating func plug() {
            if isPlugged {
                did { $0.deviceDetached(box, revoked: false, at: $1) }
                (down, opened) = ([:], [:])
            } else {
                pipeline.attach(found: [])
            }
            isPlugged.toggle()
        }

        private mutating func lend() {
            isLent.toggle()
            guard case .idle = pipeline.engine.state else {
                isLent.toggle()
                return
            }
            pipeline.switchesLent(isLent)
            countsSince = now
        }

        private mutating func changeProfile() {
            guard case .idle = pipeline.engine.state else { return }
            pipeline.profileChanged(to: profile)
            // Devices are opened anew: what was open then is not known to chatter.
            opened = [:]
            if isPlugged { pipeline.attach(found: Set(down.keys.map { UInt16($0.number) })) }
            countsSince = now
        }

        private mutating func answer() {
            for request in [SessionRequest.start(plan), .sync(pressed: []), .stop] {
                did { $0.requestAnswered(request, .acknowledged, at: $1) }
            }
        }

        private mutating func countsAnew(_ event: (inout SwitchPipeline, Instant) -> [SwitchPipeline.Output]) {
            did(event)
            countsSince = now
        }

        private mutating func did(_ event: (inout SwitchPipeline, Instant) -> [SwitchPipeline.Output]) {
            check(event(&pipeline, now))
        }

        private mutating func check(_ outputs: [SwitchPipeline.Output]) {
            for output in outputs {
                switch output {
                case .idleAct(.start, let id):
                    checkHold("start", of: id)
                    starts += 1
                    let plan = plan
                    did { $0.userStarted(plan, at: $1) }
                    guard random.below(2) == 0 else { break }
                    did { $0.captureHeld(at: $1) }
                    answer()
                case .idleAct(_, _): countsSince = now
                case .engine(.announce(.stoppedAlready)):
                    if !mayBeSaidAgain { problems.append("\(now): said twice") }
                    mayBeSaidAgain = false
                    saidAgain += 1
                    countsSince = now
                case .engine(.announce(.stopped)):
                    mayBeSaidAgain = true
                    countsSince = now
                case .engine, .moved, .rejected, .selected, .asked: break
                }
            }
        }

        private mutating func checkHold(_ name: String, of id: SwitchID) {
            defer { countsSince = now }
            guard !isLent else { return problems.append("\(now): \(name) while lent") }
            guard let since = down[id] else { return problems.append("\(now): \(name) by \(id), which is up") }
            if since < countsSince {
                problems.append("\(now): \(name) by a hold since \(since), off at \(countsSince)")
            }
            if now - since < .seconds(3) { problems.append("\(now): \(name) after \(now - since)") }
        }
    }
}

extension SwitchPipeline {
    fileprivate mutating func attach(found: Set<UInt16>) {
        let bindings = [one, two, three].map { (SwitchInput.key(code: UInt16($0.number)), $0) }
        deviceAttached(box, name: "box", bindings: bindings, axes: [:], found: FoundState(keysDown: found))
    }
}
