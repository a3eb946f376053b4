// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// A press machine whose switches, edges and outputs are written as in its case table.
struct PressBench {
    private var machine: PressMachine
    private(set) var outputs: [String] = []
    /// What began last, by its id.
    private(set) var begun: [String: ActionStep] = [:]

    /// One line for each switch, A first: `press P`, `hold H I`, `press P hold X:held`. A name is instant unless a manner
    /// or an action of the box stands behind it; `:moves` says that it moves the pointer as well.
    init(_ switches: [String]) {
        machine = PressMachine(
            switches.enumerated().map { index, text in
                ProfileSwitch.made(SwitchID(index + 1)!, actions: Self.actions(text))
            })
    }

    static func actions(_ text: String) -> SwitchActions {
        var actions = SwitchActions(holdAfter: .milliseconds(1000), holdStep: .milliseconds(1000))
        var isHold = false
        for word in text.split(separator: " ") {
            switch word {
            case "press": isHold = false
            case "hold": isHold = true
            case _ where isHold: actions.holds.append(action(word))
            default: actions.press = action(word)
            }
        }
        return actions
    }

    private static func action(_ word: Substring) -> SwitchAction {
        let parts = word.split(separator: ":").map(String.init)
        let manner = parts.dropFirst().first ?? "instant"
        let effect =
            BridgeAction(rawValue: manner).map(SwitchAction.Effect.bridge) ?? .pc(ActionManner(rawValue: manner)!)
        return SwitchAction(
            id: parts[0], effect: effect, isMovement: parts.last == "moves", isTyping: parts.last == "types")
    }

    /// `A+0 A-150`: A goes down at 0 ms and up at 150; `reset@1500`; `wait@2000`; `refuse-X@500`, what X began last. What
    /// falls due between comes at its time.
    mutating func play(_ events: String) {
        for word in events.split(separator: " ") {
            let time = Int(word.drop { !$0.isNumber })!
            pass(before: time)
            if word.hasPrefix("reset") {
                machine.reset()
            } else if word.hasPrefix("refuse") {
                refuse(begun[String(word.dropFirst("refuse-".count).prefix { $0 != "@" })]!, at: time)
            } else if word.hasPrefix("wait") {
                note(machine.timeReached(Self.instant(time)))
            } else {
                let id = SwitchID(Int(word.utf8.first! - UInt8(ascii: "A")) + 1)!
                let state: EdgeState = word.dropFirst().first == "+" ? .down : .up
                note(machine.edgeArrived(Edge(id, state, at: Self.instant(time))))
            }
        }
    }

    /// As the loop does it: each deadline that lies before the next event has its own call.
    private mutating func pass(before time: Int) {
        while let due = machine.deadline, due < Self.instant(time) { note(machine.timeReached(due)) }
    }

    mutating func refuse(_ step: ActionStep, at time: Int) {
        note(machine.beginningFailed(step, at: Self.instant(time)))
    }

    /// One call for everything that fell due until then.
    mutating func comeLate(at time: Int) { note(machine.timeReached(Self.instant(time))) }

    private mutating func note(_ results: [PressMachine.Output]) {
        outputs += results.map(Self.text)
        for case .step(let step) in results where step.phase == .begin { begun[step.action.id] = step }
    }

    private static func text(_ output: PressMachine.Output) -> String {
        switch output {
        case .step(let step):
            let sign = step.phase == .begin ? "+" : step.phase == .end ? "-" : ""
            return "\(sign)\(step.action.id)@\(milliseconds(step.time))"
        case .selected(let action, _, let time): return "[\(action.id)]@\(milliseconds(time))"
        case .asked(let asked, _, let time): return "\(asked.rawValue)@\(milliseconds(time))"
        }
    }

    private static func instant(_ milliseconds: Int) -> Instant {
        Instant(nanoseconds: 10_000_000_000 + Int64(milliseconds) * 1_000_000)
    }

    private static func milliseconds(_ time: Instant) -> Int64 { (time.nanoseconds - 10_000_000_000) / 1_000_000 }
}
