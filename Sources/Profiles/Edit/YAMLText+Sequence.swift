// SPDX-License-Identifier: GPL-3.0-or-later

/// Items of a list: appended, removed and put into another order.
extension YAMLText {
    /// Appends to the list at `path`, in the style of the last item.
    mutating func append(_ value: YAMLValue, to path: [YAMLStep]) throws(ProfileEditProblem) {
        let list = try list(path)
        guard let last = list.items.last, last.style != .literal else { throw unusual(list.node) }
        var expected = YAMLValue(root)
        expected.change(at: path) { $0.items.append(value) }
        if list.node.style == .flow {
            let end = last.range.upperBound
            return try apply([Splice(range: end..<end, replacement: ", " + value.written)], expecting: expected)
        }
        let dash = try dash(list.items.count - 1, of: list)
        let extent = lines(from: dash, to: last.range.upperBound, floor: dash)
        let margin = String(repeating: " ", count: dash - lineStart(dash))
        let isOneLine = last.range.lowerBound < lineEnd(dash)
        let gap = isOneLine ? text(dash + 1..<last.range.lowerBound) : " "
        let lines =
            last.style == .block
            ? value.entries.enumerated().map { index, entry in
                margin + (index == 0 ? "-" + gap : String(repeating: " ", count: 1 + gap.count)) + entry.written
            } : [margin + "-" + gap + value.written]
        try apply([insertion(ofLines: lines, below: extent.upperBound)], expecting: expected)
    }

    /// Removes an item of the list at `path`, and of a list by indentation the comments that belong to it (see
    /// `lines(from:to:floor:)`).
    mutating func remove(item index: Int, of path: [YAMLStep]) throws(ProfileEditProblem) {
        let list = try list(path)
        guard list.items.indices.contains(index), list.items.count > 1 else { throw unusual(list.node) }
        var expected = YAMLValue(root)
        expected.change(at: path) { _ = $0.items.remove(at: index) }
        if list.node.style == .flow {
            let splices = try removal(ofPart: index, among: list.items.map(\.range), in: list.node)
            return try apply(splices, expecting: expected)
        }
        try apply([deletion(ofLines: try extents(of: list)[index])], expecting: expected)
    }

    mutating func replace(
        item index: Int, of path: [YAMLStep], by value: YAMLValue
    ) throws(ProfileEditProblem) {
        let item = try place(path + [.item(index)]).node
        guard item.style == .plain || item.style == .quoted || item.style == .flow else { throw unusual(item) }
        var expected = YAMLValue(root)
        expected.change(at: path + [.item(index)]) { $0 = value }
        try apply([Splice(range: item.range, replacement: value.written)], expecting: expected)
    }

    /// Puts the items of the list at `path` into another order: `order[0]` is the index of what comes first. In a list by
    /// indentation their comments move along; blank lines stay where they are.
    mutating func reorder(_ path: [YAMLStep], _ order: [Int]) throws(ProfileEditProblem) {
        let list = try list(path)
        guard order.sorted() == Array(list.items.indices) else { throw unusual(list.node) }
        var expected = YAMLValue(root)
        expected.change(at: path) { value in
            let items = value.items
            value.items = order.map { items[$0] }
        }
        let slots = list.node.style == .flow ? list.items.map(\.range) : try extents(of: list)
        let splices = zip(slots, order).map { slot, index in
            Splice(range: slot, replacement: text(slots[index]))
        }
        try apply(splices.filter { text($0.range) != $0.replacement }, expecting: expected)
    }

    // MARK: Places

    private struct List {
        var node: YAMLNode
        var items: [YAMLNode]
        var floor: Int
    }

    private func list(_ path: [YAMLStep]) throws(ProfileEditProblem) -> List {
        let place = try place(path)
        guard case .sequence(let items) = place.node.content else { throw unusual(place.node) }
        return List(node: place.node, items: items, floor: place.floor)
    }

    /// The dash of an item of a list by indentation.
    private func dash(_ index: Int, of list: List) throws(ProfileEditProblem) -> Int {
        let dash =
            index == 0 ? list.node.range.lowerBound : skipToToken(list.items[index - 1].range.upperBound)
        guard dash < scalars.count, scalars[dash] == "-", isFirstInLine(dash), list.items[index].style != .literal
        else { throw unusual(list.items[index]) }
        return dash
    }

    private func extents(of list: List) throws(ProfileEditProblem) -> [Range<Int>] {
        var extents: [Range<Int>] = []
        for (index, item) in list.items.enumerated() {
            let floor = index == 0 ? list.floor : list.items[index - 1].range.upperBound
            extents.append(lines(from: try dash(index, of: list), to: item.range.upperBound, floor: floor))
        }
        return extents
    }
}
