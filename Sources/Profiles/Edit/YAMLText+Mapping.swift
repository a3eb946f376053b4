// SPDX-License-Identifier: GPL-3.0-or-later

/// Keys of a mapping: set and removed.
extension YAMLText {
    /// Sets `key` of the mapping at `path`. A value that is there is replaced, with what comments stand within it.
    /// - Parameter predecessors: keys that it is to follow if it is new; it comes last where none is there.
    mutating func set(
        _ key: String, to value: YAMLValue, in path: [YAMLStep], after predecessors: [String] = []
    ) throws(ProfileEditProblem) {
        let mapping = try place(path).node
        guard case .mapping(let entries) = mapping.content else { throw unusual(mapping) }
        var expected = YAMLValue(root)
        if let index = entries.firstIndex(where: { $0.key == key }) {
            expected.change(at: path) { $0.entries[index].value = value }
            try apply(try replacement(of: entries[index], by: value), expecting: expected)
        } else {
            let index = (entries.lastIndex { predecessors.contains($0.key) } ?? entries.count - 1) + 1
            expected.change(at: path) { $0.entries.insert(YAMLValue.Entry(key: key, value: value), at: index) }
            let written = YAMLValue.Entry(key: key, value: value).written
            try apply([insertion(of: written, at: index, in: mapping, entries)], expecting: expected)
        }
    }

    /// Puts another key and its value in the place of `key`.
    mutating func replace(
        _ key: String, by new: YAMLValue.Entry, in path: [YAMLStep]
    ) throws(ProfileEditProblem) {
        let mapping = try place(path).node
        guard case .mapping(let entries) = mapping.content, let index = entries.firstIndex(where: { $0.key == key })
        else { throw unusual(mapping) }
        var expected = YAMLValue(root)
        expected.change(at: path) { $0.entries[index] = new }
        let name = Splice(range: entries[index].keyRange, replacement: YAMLValue.text(new.key).written)
        try apply([name] + replacement(of: entries[index], by: new.value), expecting: expected)
    }

    /// Removes `key` of the mapping at `path`, and from there up what it leaves empty.
    /// - Parameter withComments: takes the comment lines directly above too.
    mutating func remove(_ key: String, in path: [YAMLStep], withComments: Bool = false) throws(ProfileEditProblem) {
        let place = try place(path)
        guard case .mapping(let entries) = place.node.content,
            let index = entries.firstIndex(where: { $0.key == key })
        else { throw unusual(place.node) }
        if entries.count == 1, case .key(let holder)? = path.last {
            return try remove(holder, in: path.dropLast(), withComments: withComments)
        }
        var expected = YAMLValue(root)
        expected.change(at: path) { _ = $0.entries.remove(at: index) }
        let ranges = entries.map { $0.keyRange.lowerBound..<$0.value.range.upperBound }
        if place.node.style == .flow {
            return try apply(try removal(ofPart: index, among: ranges, in: place.node), expecting: expected)
        }
        try checkIsOrdinary(entries[index])
        let floor = index == 0 ? place.floor : ranges[index - 1].upperBound
        let removal = removal(ofLine: ranges[index], next: index + 1 < ranges.count ? ranges[index + 1] : nil)
        let splice =
            withComments && isFirstInLine(ranges[index].lowerBound)
            ? deletion(
                ofLines: lines(from: ranges[index].lowerBound, to: ranges[index].upperBound, floor: floor))
            : removal
        try apply([splice], expecting: expected)
    }

    // MARK: Splices

    private func replacement(
        of entry: YAMLNode.Entry, by value: YAMLValue
    ) throws(ProfileEditProblem) -> [Splice] {
        switch entry.value.style {
        case .plain, .quoted, .flow: return [Splice(range: entry.value.range, replacement: value.written)]
        case .literal: throw unusual(entry.value)
        case .block:
            let colon = try checkIsOrdinary(entry)
            let keyLineEnd = lineEnd(colon)
            let insertion = Splice(range: colon + 1..<colon + 1, replacement: " " + value.written)
            return [insertion, Splice(range: keyLineEnd..<lineEnd(entry.value.range.upperBound))]
        }
    }

    private func insertion(
        of written: String, at index: Int, in mapping: YAMLNode, _ entries: [YAMLNode.Entry]
    ) throws(ProfileEditProblem) -> Splice {
        guard index > 0 else {
            // Only `{}` has no entries.
            let inside = mapping.range.lowerBound + 1
            return Splice(range: inside..<inside, replacement: written)
        }
        let before = entries[index - 1]
        let end = before.value.range.upperBound
        guard before.value.style != .literal else { throw unusual(before.value) }
        if mapping.style == .flow { return Splice(range: end..<end, replacement: ", " + written) }
        let first = mapping.range.lowerBound
        return insertion(ofLines: [String(repeating: " ", count: first - lineStart(first)) + written], below: end)
    }

    /// One entry of a block mapping. One that shares its line with the dash of a list leaves the dash to the next.
    private func removal(ofLine range: Range<Int>, next: Range<Int>?) -> Splice {
        let end = lineEnd(range.upperBound)
        guard !isFirstInLine(range.lowerBound) else { return deletion(ofLines: lineStart(range.lowerBound)..<end) }
        guard let next, lineStart(next.lowerBound) == afterBreak(end) else {
            return Splice(range: range.lowerBound..<end)
        }
        return Splice(range: range.lowerBound..<next.lowerBound)
    }

    /// One part of `{}` or `[]`, with a comma of its own.
    func removal(
        ofPart index: Int, among ranges: [Range<Int>], in collection: YAMLNode
    ) throws(ProfileEditProblem) -> [Splice] {
        let range = ranges[index]
        let commaBefore = try index > 0 ? comma(after: ranges[index - 1].upperBound) : nil
        // In a line with others, the last one leaves a comma that may stand behind it.
        if index == ranges.count - 1, let commaBefore, skipBlanks(commaBefore + 1) == range.lowerBound {
            return [Splice(range: commaBefore..<range.upperBound)]
        }
        var splices: [Splice] = []
        var end = range.upperBound
        if let commaBehind = try comma(after: end) {
            end = commaBehind + 1
        } else if let commaBefore {
            splices.append(Splice(range: commaBefore..<commaBefore + 1))
        }
        let behind = skipBlanks(end)
        let endsLine = behind == scalars.count || Self.isBreak(scalars[behind]) || scalars[behind] == "#"
        if isFirstInLine(range.lowerBound), endsLine {
            return splices + [deletion(ofLines: lineStart(range.lowerBound)..<lineEnd(end))]
        }
        return splices + [Splice(range: range.lowerBound..<(endsLine ? end : behind))]
    }

    /// The comma after a part; nil when there is none. Comments between the two are rare enough to be left alone.
    private func comma(after end: Int) throws(ProfileEditProblem) -> Int? {
        let comma = skipToToken(end)
        guard comma < scalars.count, scalars[comma] == "," else { return nil }
        guard skipBlanks(end) == comma else { throw unusual(end) }
        return comma
    }

    /// Refuses a key after `?`, and such things that nobody writes; the offset of its colon.
    @discardableResult
    private func checkIsOrdinary(_ entry: YAMLNode.Entry) throws(ProfileEditProblem) -> Int {
        let colon = skipBlanks(entry.keyRange.upperBound)
        let before = skipBlanksBack(entry.keyRange.lowerBound)
        guard colon < scalars.count, scalars[colon] == ":", entry.value.style != .literal,
            before == 0 || scalars[before - 1] != "?"
        else { throw .unusualText(at: entry.keyPosition) }
        return colon
    }
}
