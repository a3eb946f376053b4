// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

/// A switch and where the file speaks of it.
struct ReadSwitch {
    var value: ProfileSwitch
    var position: TextPosition
    /// Where it says its hold actions.
    var holdPosition: TextPosition?
}

extension ProfileReader {
    /// Places in one switch: as many as there are switches elsewhere.
    static let inputLimit = 8

    mutating func switches(_ node: YAMLNode, timing: ReadTiming) -> [ReadSwitch] {
        guard let items = items(node) else { return [] }
        guard !items.isEmpty else {
            problems.add(.profileEmptyList, at: node.position, ["key": RootKey.switches.rawValue])
            return []
        }
        if items.count > SwitchID.limit {
            problems.add(
                .profileTooManySwitches, at: items[SwitchID.limit].position, ["limit": "\(SwitchID.limit)"])
        }
        return items.prefix(SwitchID.limit).enumerated().compactMap { index, item in
            self.switch(item, number: index + 1, timing: timing)
        }
    }

    /// `number` is the switch's place in the list, its number where the file gives none.
    private mutating func `switch`(_ node: YAMLNode, number: Int, timing: ReadTiming) -> ReadSwitch? {
        guard let fields = fields(of: node, SwitchKey.self) else { return nil }
        let name = fields[.name].flatMap { switchName($0) }
        let id = switchID(fields[.id], place: number, at: node.position)
        let inputs = inputs(fields)
        let manner = fields[.kind].map { word($0, ProfileSwitch.Manner.self) } ?? .ordinary
        let ownTiming = self.timing(fields[.timing], of: manner, defaults: timing)
        let actions = actions(fields, of: manner, timing: ownTiming)
        guard let name, let id, let manner else { return nil }
        let value = ProfileSwitch(
            id: id, name: name, inputs: inputs, manner: manner, timing: ownTiming.filters, actions: actions)
        return ReadSwitch(value: value, position: node.position, holdPosition: fields[.hold]?.position)
    }

    private mutating func switchName(_ node: YAMLNode) -> String? {
        guard let name = name(node) else { return nil }
        if let first = seen.switchNames[name] {
            problems.add(
                .profileDuplicateName, at: node.position, ["name": Quoted.text(name), "line": "\(first.line)"])
            return nil
        }
        seen.switchNames[name] = node.position
        return name
    }

    private mutating func switchID(_ node: YAMLNode?, place: Int, at position: TextPosition) -> SwitchID? {
        guard let number = node.map({ self.number($0, in: 1...SwitchID.limit) }) ?? place else { return nil }
        let position = node?.position ?? position
        if let first = seen.switchNumbers[number] {
            problems.add(
                .profileDuplicateNumber, at: position, ["number": "\(number)", "line": "\(first.line)"])
            return nil
        }
        seen.switchNumbers[number] = position
        return SwitchID(number)
    }

    private mutating func inputs(_ fields: Fields<SwitchKey>) -> [ProfileSwitch.Input] {
        switch (fields[.input], fields[.inputs]) {
        case (nil, nil):
            problems.add(.profileMissingKey, at: fields.position, ["key": SwitchKey.input.rawValue])
            return []
        case (_?, let list?):
            problems.add(.profileInputAndInputs, at: list.position)
            return []
        case (let single?, nil):
            return input(single).map { [$0] } ?? []
        case (nil, let list?):
            guard let items = items(list) else { return [] }
            guard (1...Self.inputLimit).contains(items.count) else {
                problems.add(.profileInputCount, at: list.position, ["limit": "\(Self.inputLimit)"])
                return []
            }
            return items.compactMap { input($0) }
        }
    }

    mutating func items(_ node: YAMLNode) -> [YAMLNode]? {
        guard case .sequence(let items) = node.content else {
            problems.add(.profileExpectedList, at: node.position)
            return nil
        }
        return items
    }
}
