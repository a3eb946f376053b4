// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// Something that the monitor shows.
enum MonitorLine: Hashable {
    /// `heldFor` and `repeats` belong to a release.
    case key(KeyChange)
    /// `percent` of the way from rest to the end of the axis, negative towards its lower end; nil without a range.
    case axis(device: String, code: UInt16, value: Int32, percent: Int?, at: Instant)
    /// A switch of the profile moved: physical, not filtered.
    case moved(SwitchID, EdgeState, at: Instant)
    /// What the filters pass on to the PC.
    case accepted(SwitchID, EdgeState, at: Instant)
    case rejected(SwitchID, by: FilterKind, at: Instant)
    case meaningChanged(device: String, at: Instant)
    case eventsLost(device: String, at: Instant)
    /// Said once for each device, at the first key that is kept back.
    case keysHidden(device: String, at: Instant)

    struct KeyChange: Hashable {
        var device: String
        var code: UInt16
        var state: EdgeState
        /// `MSC_SCAN` of the same report.
        var scan: Int32?
        /// Of a release whose press was seen.
        var heldFor: Duration?
        /// The kernel's autorepeats since the press: none of them is a press (F6).
        var repeats = 0
        var time: Instant
    }

    var time: Instant {
        switch self {
        case .key(let change): change.time
        case .axis(_, _, _, _, let time), .moved(_, _, let time), .accepted(_, _, let time),
            .rejected(_, by: _, let time), .meaningChanged(_, let time), .eventsLost(_, let time),
            .keysHidden(_, let time):
            time
        }
    }
}

/// How lines of the monitor are written.
struct MonitorWriter {
    let names: any InputNaming
    /// What the switches are called.
    let profile: Profile?
    /// Times are counted from here.
    let start: Instant

    func text(_ line: MonitorLine) -> String { "\(seconds(line.time)) \(words(line))" }

    private func words(_ line: MonitorLine) -> String {
        switch line {
        case .key(let change):
            let scan = change.scan.map { " (scan \(scanText($0)))" } ?? ""
            let held = change.heldFor.map { " after \($0.milliseconds) ms" } ?? ""
            let repeats = change.repeats > 0 ? ", \(change.repeats) autorepeats" : ""
            return "\(change.device): \(keyName(change.code)) \(change.state.rawValue)\(held)\(repeats)\(scan)"
        case .axis(let device, let code, let value, let percent, _):
            let share = percent.map { " (\($0) %)" } ?? ""
            return "\(device): \(axisName(code)) \(value)\(share)"
        case .moved(let id, let state, _):
            return "  switch \(switchName(id)) \(state.rawValue)"
        case .accepted(let id, let state, _):
            return "  switch \(switchName(id)) \(state.rawValue): would go to the PC"
        case .rejected(let id, let filter, _):
            return "  switch \(switchName(id)): not counted, because of \(filter.profileKey)"
        case .meaningChanged(let device, _):
            return "\(device): its own profile button was pressed; its inputs may mean something else now"
        case .eventsLost(let device, _):
            return "\(device): this box was too busy, and some of what it sent was lost"
        case .keysHidden(let device, _):
            return "\(device): keys that no profile uses are hidden from here on; --show-keys shows them"
        }
    }

    func json(_ line: MonitorLine) -> JSONValue {
        var members = fields(line)
        members["nanoseconds"] = .integer(line.time.nanoseconds)
        return .object(members)
    }

    private func fields(_ line: MonitorLine) -> [String: JSONValue] {
        switch line {
        case .key(let change):
            [
                "event": .string("key"), "device": .string(change.device), "code": .int(change.code),
                "name": .string(keyName(change.code)), "state": .string(change.state.rawValue),
                "scan": change.scan.map { .string(scanText($0)) } ?? .null,
                "heldMilliseconds": change.heldFor.map { .integer($0.milliseconds) } ?? .null,
                "repeats": .int(change.repeats),
            ]
        case .axis(let device, let code, let value, let percent, _):
            [
                "event": .string("axis"), "device": .string(device), "code": .int(code),
                "name": .string(axisName(code)), "value": .int(value),
                "percent": percent.map { .int($0) } ?? .null,
            ]
        case .moved(let id, let state, _): switchFields("moved", id, ["state": .string(state.rawValue)])
        case .accepted(let id, let state, _): switchFields("accepted", id, ["state": .string(state.rawValue)])
        case .rejected(let id, let filter, _): switchFields("rejected", id, ["by": .string(filter.rawValue)])
        case .meaningChanged(let device, _): ["event": .string("meaningChanged"), "device": .string(device)]
        case .eventsLost(let device, _): ["event": .string("eventsLost"), "device": .string(device)]
        case .keysHidden(let device, _): ["event": .string("keysHidden"), "device": .string(device)]
        }
    }

    private func switchFields(
        _ event: String, _ id: SwitchID, _ others: [String: JSONValue]
    ) -> [String: JSONValue] {
        others.merging(["event": .string(event), "switch": .int(id.number)]) { $1 }
    }

    private func keyName(_ code: UInt16) -> String { names.keyName(code: code) ?? "key \(code)" }
    private func axisName(_ code: UInt16) -> String { names.axisName(code: code) ?? "axis \(code)" }

    private func scanText(_ value: Int32) -> String { "0x\(String(UInt32(bitPattern: value), radix: 16))" }

    private func switchName(_ id: SwitchID) -> String {
        profile?.switches.first { $0.id == id }.map { "\(id) \"\($0.name)\"" } ?? "\(id)"
    }

    /// Such as `12.345s`.
    private func seconds(_ time: Instant) -> String {
        let milliseconds = max(0, (time - start).milliseconds)
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)s"
    }
}

extension FilterKind {
    /// What the setting is called in a profile.
    var profileKey: String {
        switch self {
        case .debounce: "debounce"
        case .minimumRelease: "minimum-release"
        case .holdToAccept: "hold-to-accept"
        case .ignoreRepeat: "ignore-repeat"
        case .maximumHold: "maximum-hold"
        }
    }
}
