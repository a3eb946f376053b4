// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// A YAML text that can be changed in places. What a change is not about stays as it is, scalar for scalar.
///
/// Each change says twice what it wants: as splices of the text, and as a change of what the text means. The new text is
/// read, and unless it means just that, the change is refused and nothing has happened.
struct YAMLText: Sendable {
    /// So many scalars from `range` give way to `replacement`.
    struct Splice: Hashable, Sendable {
        var range: Range<Int>
        var replacement = ""
    }

    private(set) var scalars: [Unicode.Scalar]
    private(set) var root: YAMLNode
    private let hasByteOrderMark: Bool

    init(_ bytes: some Sequence<UInt8>) throws(ProfileProblem) {
        let all = Array(bytes)
        hasByteOrderMark = all.starts(with: PlainText.byteOrderMark)
        let text = try PlainText(all)
        scalars = Array(String(decoding: text.bytes, as: UTF8.self).unicodeScalars)
        root = try Self.root(of: text)
    }

    var bytes: [UInt8] { (hasByteOrderMark ? PlainText.byteOrderMark : []) + Self.encoded(scalars) }

    /// Makes the splices, which do not overlap, if the text then says `expected`.
    mutating func apply(_ splices: [Splice], expecting expected: YAMLValue) throws(ProfileEditProblem) {
        let inOrder = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var changed: [Unicode.Scalar] = []
        var end = 0
        for splice in inOrder {
            guard splice.range.lowerBound >= end, splice.range.upperBound <= scalars.count else {
                throw unusual(splice.range.lowerBound)
            }
            changed += scalars[end..<splice.range.lowerBound]
            changed += splice.replacement.unicodeScalars
            end = splice.range.upperBound
        }
        changed += scalars[end...]
        let start = inOrder.first?.range.lowerBound ?? 0
        do throws(ProfileProblem) {
            let newRoot = try Self.root(of: try PlainText(Self.encoded(changed)))
            guard expected.isSaid(by: newRoot) else { throw ProfileProblem(at: nil, Sentence(.editUnusualText)) }
            scalars = changed
            root = newRoot
        } catch { throw unusual(start) }
    }

    private static func root(of text: PlainText) throws(ProfileProblem) -> YAMLNode {
        guard let root = try YAMLDocument.read(text) else { throw ProfileProblem(at: .start, Sentence(.profileEmpty)) }
        return root
    }

    private static func encoded(_ scalars: [Unicode.Scalar]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).utf8)
    }

    // MARK: Places

    /// A node, and where the key or whatever is before it ends: what stands between may be comments on it.
    struct Place {
        var node: YAMLNode
        var floor: Int
    }

    func place(_ path: [YAMLStep]) throws(ProfileEditProblem) -> Place {
        var place = Place(node: root, floor: 0)
        for step in path {
            switch (step, place.node.content) {
            case (.key(let key), .mapping(let entries)):
                guard let entry = entries.first(where: { $0.key == key }) else { throw unusual(place.node) }
                place = Place(node: entry.value, floor: entry.keyRange.upperBound)
            case (.item(let index), .sequence(let items)):
                guard items.indices.contains(index) else { throw unusual(place.node) }
                place = Place(node: items[index], floor: index == 0 ? place.floor : items[index - 1].range.upperBound)
            case (.key, .scalar), (.key, .sequence), (.item, .scalar), (.item, .mapping): throw unusual(place.node)
            }
        }
        return place
    }

    /// Nil when there is no such part.
    func node(_ path: [YAMLStep]) -> YAMLNode? { try? place(path).node }

    func unusual(_ node: YAMLNode) -> ProfileEditProblem { .unusualText(at: node.position) }

    func unusual(_ offset: Int) -> ProfileEditProblem {
        var position = TextPosition.start
        for index in 0..<min(offset, scalars.count) {
            position.step(over: scalars[index], isAfterReturn: index > 0 && scalars[index - 1] == "\r")
        }
        return .unusualText(at: position)
    }
}
