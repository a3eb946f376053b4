// SPDX-License-Identifier: GPL-3.0-or-later
package import Actions
package import Sentences
import SwitchCore

extension ProfileReader {
    /// What a press and a hold of one switch do. `manner` is nil when it could not be read.
    mutating func actions(
        _ fields: Fields<SwitchKey>, of manner: ProfileSwitch.Manner?, timing: ReadTiming
    ) -> SwitchActions {
        let press = fields[.press].flatMap { action($0) }
        let holds = fields[.hold].map { self.holds($0) } ?? []
        if let press, let node = fields[.press] {
            check(press, at: node.position, isPressBesideHolds: fields[.hold] != nil, of: manner)
        }
        if let node = fields[.hold], let manner, manner != .ordinary {
            problems.add(.profileHoldNotOrdinary, at: node.position, ["kind": manner.rawValue])
        }
        return SwitchActions(
            press: press?.action, holds: holds.map(\.action), holdAfter: timing.holdAfter,
            holdStep: timing.holdStep ?? timing.holdAfter)
    }

    /// One hold action, or a list of those that are stepped through.
    private mutating func holds(_ node: YAMLNode) -> [CatalogueAction] {
        guard case .sequence(let items) = node.content else { return action(node).map { [$0] } ?? [] }
        guard (1...SwitchActions.holdLimit).contains(items.count) else {
            problems.add(.profileHoldCount, at: node.position, ["limit": "\(SwitchActions.holdLimit)"])
            return []
        }
        return items.compactMap { item in
            guard let action = action(item) else { return nil }
            // Which of several is meant is known only on release, and then there is nothing left to last for.
            if items.count > 1, action.action.manner?.endsWithRelease == true {
                problems.add(.profileHeldInList, at: item.position, ["action": action.name])
            }
            return action
        }
    }

    private mutating func check(
        _ press: CatalogueAction, at position: TextPosition, isPressBesideHolds: Bool, of manner: ProfileSwitch.Manner?
    ) {
        guard press.action.manner?.endsWithRelease == true else { return }
        if isPressBesideHolds {
            problems.add(.profileHeldBesideHold, at: position, ["action": press.name])
        } else if manner == .pulse {
            problems.add(.profileHeldOnPulse, at: position, ["action": press.name])
        }
    }

    private mutating func action(_ node: YAMLNode) -> CatalogueAction? {
        guard let id = scalar(node) else { return nil }
        do throws(ActionProblem) {
            return try ActionCatalogue.read(id)
        } catch {
            problems.add(ActionProblemText.problem(error, with: id, at: node.position, isFull: problems.isFull))
            return nil
        }
    }

    /// Checks that concern the switches and the safety settings together.
    mutating func checkHolds(of switches: [ReadSwitch], under safety: SafetySettings) {
        for read in switches where !read.value.actions.isEmpty {
            let name = Quoted.text(read.value.name)
            if read.value.id == safety.stopSwitch {
                problems.add(.profileActionsOnStopSwitch, at: read.position, ["name": name])
            } else if read.value.manner == .ordinary, let last = read.value.actions.lastHold,
                let position = read.holdPosition
            {
                // The stop counts from the physical press, the hold actions from the accepted one; and whether they are
                // reached is known as late as a release would be.
                let delay = read.value.timing.addedDelay
                let reached = delay.press + last + delay.release
                guard reached >= safety.holdToStop else { continue }
                problems.add(
                    .profileHoldsReachStop, at: position,
                    [
                        "name": name, "reached": DurationText.write(reached),
                        "stop": DurationText.write(safety.holdToStop),
                    ])
            }
        }
    }
}

/// Why a word names no action, in words. What it says of a text to type is never shown.
package enum ActionProblemText {
    package static func sentence(_ problem: ActionProblem, with id: String) -> Sentence {
        self.problem(problem, with: id, at: nil, isFull: false).sentence
    }

    /// The right id nearest to a wrong one.
    package static func nearest(to id: String) -> String? {
        NearestName.of(ActionCatalogue.shownID(id), among: ActionCatalogue.all.map(\.id))
    }

    /// `isFull`: nobody will read it, so that nothing is looked for.
    static func problem(
        _ problem: ActionProblem, with id: String, at position: TextPosition?, isFull: Bool
    ) -> ProfileProblem {
        let found = ["found": Quoted.text(ActionCatalogue.shownID(id))]
        switch problem {
        case .unknown:
            let nearest = isFull ? nil : nearest(to: id)
            let hint = nearest.map { Sentence(.profileHintNearest, ["name": $0]) } ?? Sentence(.profileHintActions)
            let sentence = Sentence(.profileUnknownAction, found.merging(["hint": hint.description]) { $1 })
            return ProfileProblem(at: position, sentence, suggestion: nearest)
        case .badKey: return ProfileProblem(at: position, Sentence(.profileBadKeyAction, found))
        case .badShortcut: return ProfileProblem(at: position, Sentence(.profileBadShortcutAction, found))
        case .badText: return ProfileProblem(at: position, Sentence(.profileBadTextAction))
        case .badTextName: return ProfileProblem(at: position, Sentence(.profileBadTextName))
        case .badPointerSpeed: return ProfileProblem(at: position, Sentence(.profileBadPointerSpeed, found))
        }
    }
}
