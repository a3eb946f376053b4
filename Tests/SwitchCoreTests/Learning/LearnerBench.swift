// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// A learner with two nodes of one device (`a`, `b`), another device (`c`) and a keyboard that is typed on (`k`), and events
/// in short. A report is its node, its time in ms and its events: `k30=1` key 30 down, `x2=500` axis 2 at 500, `m7` scan code
/// 7, `r0=5` a mouse's movement, `s0=1` a lid. `allow` lets the keyboard count.
struct LearnerBench {
    var learner = SwitchLearner()
    private(set) var findings: [String] = []
    private(set) var others: [String] = []

    static let nodes: [(name: Character, id: DeviceID)] = zip("abck", 1...4).map { ($0, DeviceID($1)) }
    private static let axes: [UInt16: AxisRange] = [
        0: AxisRange(minimum: -32768, maximum: 32767, rest: 0), 2: AxisRange(minimum: 0, maximum: 1023, rest: 0),
        0x10: AxisRange(minimum: -1, maximum: 1, rest: 0), 33: AxisRange(minimum: 0, maximum: 3, rest: 0),
    ]

    init(found: FoundState = FoundState()) {
        for (name, id) in Self.nodes {
            learner.nodeAttached(
                LearningNode(
                    id: id, device: name == "b" ? "a" : String(name), axes: Self.axes,
                    found: name == "a" ? found : FoundState(), isTypedOn: name == "k"))
        }
        learner.pressAsked()
    }

    /// All that is due comes when it is due, also after the last report.
    mutating func play(_ script: String) {
        for line in script.split(separator: "|").map({ $0.split(separator: " ") }) {
            guard line.count > 1, let id = Self.id(line[0]), let time = Int64(line[1]) else {
                if line == ["allow"] { learner.keyboardAllowed(DeviceID(4)) }
                continue
            }
            if line[2] == "unplugged" {
                take(learner.nodeDetached(id, at: ms(time)))
            } else {
                take(learner.reportArrived(line.dropFirst(2).compactMap { Self.event($0, ms(time)) }, from: id))
            }
        }
        while let deadline = learner.deadline { take(learner.timeReached(deadline), deadline) }
    }

    private mutating func take(_ outputs: [SwitchLearner.Output], _ now: Instant? = nil) {
        for output in outputs {
            switch output {
            case .found(let finding): findings.append(Self.text(finding, now))
            case .keyboardSpoke(let id): others.append("\(Self.name(id)) spoke")
            case .moved: break
            }
        }
    }

    private static func text(_ finding: SwitchFinding, _ now: Instant?) -> String {
        let inputs = ([finding.best] + finding.alternatives).map { text($0) }.joined(separator: " else ")
        let time = now.map { " at \($0.nanoseconds / 1_000_000)" } ?? ""
        return inputs + (finding.isStillDown ? " still down" : "") + time
    }

    static func text(_ seen: SeenInput) -> String {
        let input =
            switch seen.input {
            case .key(let code): "k\(code)"
            case .scan(let value): "m\(value)"
            case .axis(let axis): "x\(axis.code)\(axis.direction.rawValue)\(axis.pressPercent)/\(axis.releasePercent)"
            }
        return "\(input) of \(name(seen.node))"
    }

    private static func id(_ name: Substring) -> DeviceID? { nodes.first { String($0.name) == name }?.id }
    private static func name(_ id: DeviceID) -> Character { nodes.first { $0.id == id }?.name ?? "?" }

    private static func event(_ text: Substring, _ time: Instant) -> InputEvent? {
        let types: [Character: UInt16] = [
            "k": Evdev.key, "x": Evdev.absoluteAxis, "m": Evdev.miscellaneous, "r": Evdev.relativeAxis, "s": 5,
        ]
        guard let type = text.first.flatMap({ types[$0] }) else { return nil }
        let parts = text.dropFirst().split(separator: "=").compactMap { Int32($0) }
        if type == Evdev.miscellaneous {
            return InputEvent(time: time, type: type, code: Evdev.scanCode, value: parts[0])
        }
        return InputEvent(time: time, type: type, code: UInt16(parts[0]), value: parts[1])
    }
}
