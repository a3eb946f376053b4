// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol

/// The PCs in range as their user sees them. Each keeps its number, so that what somebody is about to type stays right
/// whatever comes and goes.
struct NearbyList {
    /// More are not kept: nobody could choose among them.
    static let limit = 99

    struct Entry: Hashable {
        let number: Int
        var pc: NearbyPC
        /// It was not heard of for a while.
        var isGone = false
    }

    /// What its user is told, once for each change.
    enum Change: Hashable {
        /// Something is there, and it is not known yet what.
        case asking(Entry)
        case found(Entry)
        /// It calls itself something else.
        case changed(Entry)
        case gone(Entry)
    }

    private(set) var entries: [Entry] = []
    private var lastNumber = 0

    /// Those that are there now.
    var present: [Entry] { entries.filter { !$0.isGone } }

    mutating func found(_ pc: NearbyPC) -> Change? {
        let index = entries.firstIndex { $0.pc.address == pc.address }
        guard let known = indexOfSame(pc), known != index else {
            guard let index else { return appeared(pc) }
            return update(index, with: pc)
        }
        // It has a new address (F32): this is the one that was known under another.
        let change = update(known, with: pc)
        if let index { entries.remove(at: index) }
        return change
    }

    mutating func gone(_ pc: NearbyPC) -> Change? {
        guard let index = entries.firstIndex(where: { $0.pc.address == pc.address }), !entries[index].isGone else {
            return nil
        }
        // Of what never said what it is, nothing was told.
        guard entries[index].pc.status != nil else {
            entries.remove(at: index)
            return nil
        }
        entries[index].isGone = true
        return .gone(entries[index])
    }

    private func indexOfSame(_ pc: NearbyPC) -> Int? {
        guard let id = pc.status?.desktopID else { return nil }
        return entries.firstIndex { $0.pc.status?.desktopID == id }
    }

    private mutating func appeared(_ pc: NearbyPC) -> Change? {
        guard entries.count < Self.limit else { return nil }
        lastNumber += 1
        let entry = Entry(number: lastNumber, pc: pc)
        entries.append(entry)
        return pc.status == nil ? .asking(entry) : .found(entry)
    }

    private mutating func update(_ index: Int, with pc: NearbyPC) -> Change? {
        let old = entries[index]
        var new = pc
        // It was asked before and has not become another PC by not answering now.
        if new.status == nil { new.status = old.pc.status }
        entries[index].pc = new
        entries[index].isGone = false
        let entry = entries[index]
        guard new.status != nil else { return nil }
        if old.isGone || old.pc.status == nil { return .found(entry) }
        return old.pc.status == new.status ? nil : .changed(entry)
    }
}
