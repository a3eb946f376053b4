// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SeededRandom
import SwitchCore

/// Actions for the switches of a box, each with a command that no other has, except the modifiers that switches share.
struct SimulatedActions {
    private(set) var catalogue: [CatalogueAction] = []
    private(set) var actions: [SwitchID: SwitchActions] = [:]
    private var letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }[...]

    init(switches count: Int, _ random: inout SeededRandom) {
        for id in (1...count).compactMap(SwitchID.init) { actions[id] = switchActions(&random) }
        // Two hold the same.
        if count >= 2, random.happens(300) {
            let shift = add(.held, .modifierDown(.shift))
            for number in 1...2 { actions[SwitchID(number)!] = SwitchActions(press: shift) }
        }
    }

    private mutating func switchActions(_ random: inout SeededRandom) -> SwitchActions {
        let times = (random.pick([100, 400, 1000]), random.pick([100, 400, 700]))
        var actions = SwitchActions(holdAfter: .milliseconds(times.0), holdStep: .milliseconds(times.1))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: actions.press = any(&random)
        case 1:
            actions.press = instant()
            actions.holds = [any(&random)]
        case 2, 3:
            if Bool.random(using: &random) { actions.press = letGo(&random) }
            actions.holds = (0...Int.random(in: 0...1, using: &random)).map { _ in letGo(&random) }
        case 4: actions.press = lasting(random.pick([.held, .repeating, .repeatingOn, .toggled, .sticky]), &random)
        default: actions.press = bridge(&random)
        }
        return actions
    }

    private mutating func any(_ random: inout SeededRandom) -> SwitchAction {
        lasting(random.pick(ActionManner.allCases), &random)
    }

    /// One that does not end with the release of its switch.
    private mutating func letGo(_ random: inout SeededRandom) -> SwitchAction {
        lasting(random.pick([.instant, .instant, .repeatingOn, .toggled, .sticky]), &random)
    }

    private mutating func lasting(_ manner: ActionManner, _ random: inout SeededRandom) -> SwitchAction {
        switch manner {
        case .instant: instant()
        case .repeating, .repeatingOn: add(manner, .startRepeat(.key(takeKey())))
        case .held, .toggled, .sticky:
            add(
                manner,
                random.pick([
                    .modifierDown(.shift), .modifierDown(.control), .startDrag(.left), .startDrag(.right),
                ]))
        }
    }

    private mutating func instant() -> SwitchAction { add(.instant, .key(takeKey())) }

    private mutating func bridge(_ random: inout SeededRandom) -> SwitchAction {
        let asked = random.pick([BridgeAction.stopRepeating, .releaseEverything, .nothing, .stopForwarding, .nextPC])
        return SwitchAction(id: asked.rawValue, effect: .bridge(asked))
    }

    private mutating func takeKey() -> KeyName { KeyName(letters.popFirst() ?? "!")! }

    private mutating func add(_ manner: ActionManner, _ command: Command) -> SwitchAction {
        let made = CatalogueAction("\(manner)-\(catalogue.count)", "", .key, [], manner, command)
        catalogue.append(made)
        return made.action
    }
}
