// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension ProfileReader {
    private enum CaptureWord: String, CaseIterable {
        case always
        case whileForwarding = "while-forwarding"
    }

    private enum StartWord: String, CaseIterable { case helper }

    /// What switches do while forwarding is off.
    mutating func idle(_ node: YAMLNode?, switches: [ReadSwitch]) -> IdleSettings {
        var idle = IdleSettings()
        guard let node, let fields = fields(of: node, IdleKey.self) else { return idle }
        if let node = fields[.start] { idle.start = start(node, switches: switches) }
        idle.nextPC = fields[.nextPC].flatMap { gesture($0, switches: switches) }
        idle.nextProfile = fields[.nextProfile].flatMap { gesture($0, switches: switches) }
        idle.capturesAlways = fields[.capture].flatMap { word($0, CaptureWord.self) } == .always
        checkActs(of: idle, fields)
        return idle
    }

    /// Something done with a switch, or the word for a helper.
    private mutating func start(_ node: YAMLNode, switches: [ReadSwitch]) -> IdleSettings.Start {
        if case .mapping = node.content {
            return gesture(node, switches: switches).map { .gesture($0) } ?? .unsaid
        }
        return word(node, StartWord.self) == nil ? .unsaid : .helper
    }

    private mutating func gesture(_ node: YAMLNode, switches: [ReadSwitch]) -> IdleSettings.Gesture? {
        guard let fields = fields(of: node, GestureKey.self) else { return nil }
        let named = fields[.switchName].map { self.switch(namedBy: $0, among: switches) }
        guard let manner = manner(fields) else { return nil }
        // A name that means nothing is a problem of its own, and must not become any switch.
        if let named, named == nil { return nil }
        let gesture = IdleSettings.Gesture(switchID: named??.id, manner: manner)
        guard let hold = fields[.hold], !switches.contains(where: { gesture.canBeMade(with: $0.value) }) else {
            return gesture
        }
        if let candidate = named ?? nil {
            problems.add(
                .profileCannotBeHeld, at: hold.position,
                ["name": Quoted.text(candidate.name), "kind": candidate.manner.rawValue])
        } else if !switches.isEmpty {
            problems.add(.profileNoneCanBeHeld, at: hold.position)
        }
        return nil
    }

    private mutating func manner(_ fields: Fields<GestureKey>) -> IdleSettings.Gesture.Manner? {
        switch (fields[.hold], fields[.presses], fields[.within]) {
        case (let hold?, nil, nil):
            return duration(hold, in: IdleSettings.holdRange).map { .hold($0) }
        case (nil, let presses?, let within?):
            let count = number(presses, in: IdleSettings.pressesRange)
            let time = duration(within, in: IdleSettings.pressesWindowRange)
            guard let count, let time else { return nil }
            return .presses(count: count, within: time)
        case (nil, _?, nil):
            problems.add(.profileMissingKey, at: fields.position, ["key": GestureKey.within.rawValue])
        case (nil, nil, _?):
            problems.add(.profileMissingKey, at: fields.position, ["key": GestureKey.presses.rawValue])
        case (nil, nil, nil), (_?, _, _):
            problems.add(.profileOneGesture, at: fields.position)
        }
        return nil
    }

    /// Of two holds of one switch the shorter would swallow the longer, and so would counts of presses.
    private mutating func checkActs(of idle: IdleSettings, _ fields: Fields<IdleKey>) {
        let acts = idle.acts
        for (index, later) in acts.enumerated() {
            guard let node = fields[later.act.key],
                let earlier = acts.prefix(index).first(where: { $0.gesture.canBeMistaken(for: later.gesture) })
            else { continue }
            problems.add(
                .profileActsAlike, at: node.position,
                ["act": later.act.key.rawValue, "other": earlier.act.key.rawValue])
        }
    }
}

extension IdleAct {
    var key: IdleKey {
        switch self {
        case .start: .start
        case .nextPC: .nextPC
        case .nextProfile: .nextProfile
        }
    }

    /// As profiles name it, such as "next-pc".
    package var profileKey: String { key.rawValue }
}

extension IdleSettings.Gesture {
    /// Whether one and the same switch can do both, in the same manner.
    fileprivate func canBeMistaken(for other: Self) -> Bool {
        guard switchID == nil || other.switchID == nil || switchID == other.switchID else { return false }
        return switch (manner, other.manner) {
        case (.hold, .hold), (.presses, .presses): true
        case (.hold, .presses), (.presses, .hold): false
        }
    }
}
