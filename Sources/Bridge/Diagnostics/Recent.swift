// SPDX-License-Identifier: GPL-3.0-or-later

/// The latest of many, oldest first; whatever is older is forgotten. Its memory never grows beyond `limit`.
package struct Recent<Element: Sendable>: Sendable {
    package let limit: Int
    /// How many were forgotten.
    package private(set) var forgotten = 0

    private var kept: [Element] = []
    /// Where the oldest stands, once all places are taken.
    private var oldest = 0

    package init(limit: Int) {
        precondition(limit > 0, "nothing could be kept")
        self.limit = limit
    }

    package var elements: [Element] { Array(kept[oldest...] + kept[..<oldest]) }

    package mutating func append(_ element: Element) {
        guard kept.count == limit else { return kept.append(element) }
        kept[oldest] = element
        oldest = (oldest + 1) % limit
        forgotten += 1
    }

    /// Changes the latest; does nothing while there is none.
    package mutating func changeLatest(_ body: (inout Element) -> Void) {
        guard !kept.isEmpty else { return }
        body(&kept[(oldest + kept.count - 1) % kept.count])
    }
}
