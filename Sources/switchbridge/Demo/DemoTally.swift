// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// What the demonstration counted.
struct DemoTally {
    private var presses = 0
    private var pressesAfterStop = 0
    private var executed: [String: (pressed: Int, released: Int)] = [:]
    private var latencies: [Duration] = []
    private var unanswered = 0
    var stop: Stop?

    mutating func moved(_ edge: Edge) {
        guard edge.state == .down else { return }
        if stop == nil { presses += 1 } else { pressesAfterStop += 1 }
    }

    mutating func answered(_ sent: Outgoing, _ outcome: RequestOutcome, at time: Instant) {
        if outcome == .acknowledged { latencies.append(time - sent.time) } else { unanswered += 1 }
    }

    mutating func executed(_ event: PCEvent) {
        switch event {
        case .pressed(let output): executed["\(output)", default: (0, 0)].pressed += 1
        case .released(let output): executed["\(output)", default: (0, 0)].released += 1
        case .tapped, .scanned, .command, .edge, .sessionStarted, .sessionEnded, .releaseFailed: break
        }
    }

    /// The PC was left neutral, by the stop that the recording makes, with everything acknowledged.
    func isGood(held: [String]) -> Bool {
        guard case .heldToStop = stop?.reason else { return false }
        return held.isEmpty && unanswered == 0 && executed.values.allSatisfy { $0.pressed == $0.released }
    }

    func sentences(held: [String]) -> [Sentence] {
        let outputs = executed.keys.sorted().map { name in
            let counts = executed[name] ?? (0, 0)
            return Sentence(
                .demoExecuted, ["output": name, "pressed": "\(counts.pressed)", "released": "\(counts.released)"])
        }
        let answers = Sentence(
            .demoAnswers, ["count": "\(latencies.count)", "other": "\(unanswered)", "ms": Self.text(medianLatency)])
        let after = Sentence(.demoAfterStop, ["count": "\(pressesAfterStop)"])
        let end =
            held.isEmpty
            ? Sentence(.demoHeldNothing) : Sentence(.demoHeld, ["outputs": held.joined(separator: ", ")])
        return [Sentence(.demoPresses, ["count": "\(presses)"])] + outputs + [answers, after, end]
    }

    func json(held: [String]) -> JSONValue {
        .object([
            "event": .string("summary"), "presses": .int(presses),
            "pressesAfterStop": .int(pressesAfterStop), "acknowledged": .int(latencies.count),
            "notAcknowledged": .int(unanswered), "stop": .string(stop?.reason.id ?? ""),
            "held": .array(held.map { .string($0) }),
            "executed": .object(
                executed.mapValues {
                    .object(["pressed": .int($0.pressed), "released": .int($0.released)])
                }),
        ])
    }

    private var medianLatency: Duration {
        latencies.isEmpty ? .zero : latencies.sorted()[latencies.count / 2]
    }

    private static func text(_ duration: Duration) -> String {
        let hundredths = duration.nanoseconds / 10_000
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}
