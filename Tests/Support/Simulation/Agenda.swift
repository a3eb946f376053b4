// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// What will happen, by time; at the same time in the order in which it was put down. A binary heap.
struct Agenda<Item> {
    private var entries: [(time: Instant, number: Int, item: Item)] = []
    private var count = 0

    var nextTime: Instant? { entries.first?.time }

    mutating func add(_ item: Item, at time: Instant) {
        count += 1
        entries.append((time, count, item))
        var child = entries.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> Item {
        entries.swapAt(0, entries.count - 1)
        let first = entries.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count && isBefore(child, least) {
                least = child
            }
            guard least != parent else { return first.item }
            entries.swapAt(parent, least)
            parent = least
        }
    }

    /// Whatever is planned, in no order, each with a number of its own.
    var planned: some Sequence<(number: Int, item: Item)> { entries.lazy.map { ($0.number, $0.item) } }

    /// Takes out one that need not be the first.
    mutating func take(_ number: Int) -> Item? {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
        let item = entries.remove(at: index).item
        // What is in order is a heap.
        entries.sort { ($0.time, $0.number) < ($1.time, $1.number) }
        return item
    }

    private func isBefore(_ left: Int, _ right: Int) -> Bool {
        (entries[left].time, entries[left].number) < (entries[right].time, entries[right].number)
    }
}
