// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// What came of every fault: how often it was tried, whether and how soon the PC held nothing any more, and what must never
/// follow.
package struct FaultTable: Sendable {
    package struct Row: Sendable {
        package var tried = 0
        /// Something was held on the PC at that moment.
        package var holding = 0
        /// Forwarding ended after it, before the PC was neutral of itself.
        package var stopped = 0
        /// Milliseconds from the fault to a neutral PC, where forwarding ended: so often each.
        package var neutralAfter: [Int: Int] = [:]
        package var notNeutral = 0
        package var restarted = 0
        package var edgesLost = 0
        package var edgesDoubled = 0
    }

    private struct Open {
        var fault: Fault
        var since: Instant
        var isStopped = false
    }

    package private(set) var rows: [Fault: Row] = [:]
    private var open: [Open] = []
    /// Since the last start that its user asked for.
    private var recent: Set<Fault> = []

    /// - Parameter holding: whether the PC holds anything.
    mutating func struck(_ fault: Fault, holding: Bool, at now: Instant) {
        rows[fault, default: Row()].tried += 1
        if holding { rows[fault, default: Row()].holding += 1 }
        recent.insert(fault)
        if holding { open.append(Open(fault: fault, since: now)) }
    }

    /// - Parameters:
    ///   - isNeutral: the PC holds nothing but what it refused to let go of.
    ///   - isForwarding: what it holds may be what a hand holds.
    mutating func looked(isNeutral: Bool, isForwarding: Bool, at now: Instant) {
        guard !open.isEmpty else { return }
        if !isForwarding { for index in open.indices { open[index].isStopped = true } }
        guard isNeutral else { return }
        for one in open where one.isStopped || !isForwarding {
            rows[one.fault, default: Row()].stopped += 1
            rows[one.fault, default: Row()].neutralAfter[Int((now - one.since).milliseconds), default: 0] += 1
        }
        open = []
    }

    mutating func userStarted() { recent = [] }

    mutating func restarted() { blame { $0.restarted += 1 } }
    mutating func edgesLost(_ count: Int) { blame { $0.edgesLost += count } }
    mutating func edgesDoubled() { blame { $0.edgesDoubled += 1 } }

    private mutating func blame(_ change: (inout Row) -> Void) {
        for fault in recent { change(&rows[fault, default: Row()]) }
    }

    /// The run is over, and whatever is held now stays so. Returns what it is held after.
    mutating func ended() -> [Fault] {
        defer { open = [] }
        for one in open where one.isStopped { rows[one.fault, default: Row()].notNeutral += 1 }
        return open.filter(\.isStopped).map(\.fault)
    }

    package mutating func add(_ other: FaultTable) {
        for (fault, row) in other.rows { rows[fault, default: Row()].add(row) }
    }

    // MARK: Shown

    /// Markdown, in the order of the faults.
    package var text: String {
        let head = [
            "fault", "tried", "held then", "stopped", "neutral", "after p50 ms", "after max ms", "restarted",
            "edges lost", "edges doubled",
        ]
        let lines = Fault.allCases.map { cells(of: $0, rows[$0] ?? Row()) }
        let widths = head.indices.map { column in ([head] + lines).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = cells.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - cells[column].count)
                return column == 0 ? cells[column] + space : space + cells[column]
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule =
            "|"
            + widths.indices.map { column in
                let dashes = String(repeating: "-", count: widths[column])
                return column == 0 ? " \(dashes) " : " \(dashes):"
            }.joined(separator: "|") + "|"
        return ([line(head), rule] + lines.map(line)).joined(separator: "\n")
    }

    private func cells(of fault: Fault, _ row: Row) -> [String] {
        let after = row.percentile(50).map(String.init) ?? "–"
        let longest = row.neutralAfter.keys.max().map(String.init) ?? "–"
        return [
            fault.rawValue, "\(row.tried)", "\(row.holding)", "\(row.stopped)",
            row.notNeutral == 0 ? "always" : "not \(row.notNeutral)", after, longest, "\(row.restarted)",
            "\(row.edgesLost)", "\(row.edgesDoubled)",
        ]
    }

    /// What must be 0 and is not.
    package var faults: [Fault] {
        Fault.allCases.filter { fault in
            guard let row = rows[fault] else { return false }
            return row.notNeutral + row.restarted + row.edgesLost + row.edgesDoubled > 0
        }
    }

    /// What was never tried.
    package var untried: [Fault] { Fault.allCases.filter { (rows[$0]?.tried ?? 0) == 0 } }
}

extension FaultTable.Row {
    fileprivate mutating func add(_ other: Self) {
        tried += other.tried
        holding += other.holding
        stopped += other.stopped
        neutralAfter.merge(other.neutralAfter, uniquingKeysWith: +)
        notNeutral += other.notNeutral
        restarted += other.restarted
        edgesLost += other.edgesLost
        edgesDoubled += other.edgesDoubled
    }

    fileprivate func percentile(_ part: Int) -> Int? {
        let total = neutralAfter.values.reduce(0, +)
        var seen = 0
        for (milliseconds, count) in neutralAfter.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen * 100 >= total * part { return milliseconds }
        }
        return nil
    }
}
