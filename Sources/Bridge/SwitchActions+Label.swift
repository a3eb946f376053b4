// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Sentences
import SwitchCore

extension SwitchActions {
    /// What a press and a hold do, in words; what the PC does not know is marked.
    func label(on capabilities: Capabilities) -> String {
        func name(_ action: SwitchAction) -> String {
            guard let known = ActionCatalogue.action(named: action.id) else {
                return ActionCatalogue.shownID(action.id)
            }
            guard !known.isSupported(by: capabilities) else { return known.name }
            return Sentence(.actionNotOnThisPC, ["action": known.name]).description
        }
        let hold = holds.map(name).joined(separator: ", ")
        guard let press else { return Sentence(.actionsHold, ["hold": hold]).description }
        guard !holds.isEmpty else { return name(press) }
        return Sentence(.actionsPressAndHold, ["press": name(press), "hold": hold]).description
    }
}
