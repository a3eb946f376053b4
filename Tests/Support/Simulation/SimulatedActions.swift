// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SwitchCore

/// Actions for the switches of a box, each with a command that no other has, except the modifiers that switches share.
struct SimulatedActions {
    private(set) var catalogue: [CatalogueAction] = []
    private(set) var actions: [SwitchID: SwitchActions] = [:]
    private var letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }[...]

    init(switches count: Int, _ chance: inout Chance) {
        for id in (1...count).compactMap(SwitchID.init) { actions[id] = switchActions(&chance) }
        // Two hold the same.
        if count >= 2, chance.happens(300, .sharedModifier) {
            let shift = add(.held, .modifierDown(.shift))
            for id in [1, 2].compactMap(SwitchID.init) { actions[id] = SwitchActions(press: shift) }
        }
    }

    private mutating func switchActions(_ chance: inout Chance) -> SwitchActions {
        var actions = SwitchActions(
            holdAfter: .milliseconds(chance.pick([100, 400, 1000], .holdAfter)),
            holdStep: .milliseconds(chance.pick([100, 400, 700], .holdStep)))
        switch chance.below(6, .slot) {
        case 0: actions.press = any(&chance)
        case 1:
            actions.press = instant()
            actions.holds = [any(&chance)]
        case 2, 3:
            if chance.below(2, .hasPress) == 1 { actions.press = letGo(&chance) }
            actions.holds = (0...chance.below(2, .holdCount)).map { _ in letGo(&chance) }
        case 4:
            actions.press = lasting(
                chance.pick([.held, .repeating, .repeatingOn, .toggled, .sticky], .lasting), &chance)
        default: actions.press = bridge(&chance)
        }
        return actions
    }

    private mutating func any(_ chance: inout Chance) -> SwitchAction {
        lasting(chance.pick(ActionManner.allCases, .lasting), &chance)
    }

    /// One that does not end with the release of its switch.
    private mutating func letGo(_ chance: inout Chance) -> SwitchAction {
        lasting(chance.pick([.instant, .instant, .repeatingOn, .toggled, .sticky], .letGo), &chance)
    }

    private mutating func lasting(_ manner: ActionManner, _ chance: inout Chance) -> SwitchAction {
        switch manner {
        case .instant: instant()
        case .repeating, .repeatingOn: add(manner, .startRepeat(.key(takeKey())))
        case .held, .toggled, .sticky:
            add(
                manner,
                chance.pick(
                    [.modifierDown(.shift), .modifierDown(.control), .startDrag(.left), .startDrag(.right)], .action))
        }
    }

    private mutating func instant() -> SwitchAction { add(.instant, .key(takeKey())) }

    private mutating func bridge(_ chance: inout Chance) -> SwitchAction {
        let asked = chance.pick(
            [BridgeAction.stopRepeating, .releaseEverything, .nothing, .stopForwarding, .nextPC], .bridgeAction)
        return SwitchAction(id: asked.rawValue, effect: .bridge(asked))
    }

    private mutating func takeKey() -> KeyName {
        guard let key = KeyName(letters.popFirst() ?? "!") else { preconditionFailure("a letter is a key") }
        return key
    }

    private mutating func add(_ manner: ActionManner, _ command: Command) -> SwitchAction {
        let made = CatalogueAction("\(manner)-\(catalogue.count)", "", .key, [], manner, command)
        catalogue.append(made)
        return made.action
    }
}
