// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// What a state comes to, in 64 bits: the same for two states that go on alike.
///
/// It looks into every property of the real machines, private ones as well, and leaves out by name what never changes or what
/// only counts and logs. What differs from run to run without a meaning is brought to one form: times count from now, ids and
/// sessions are numbered as they are met, sequence numbers count from the newest. Anything else that differs makes two states of
/// one, which costs time and hides nothing.
struct Fingerprint {
    /// Constant in a small world, or of no effect on what follows.
    private static let ignored: Set<String> = [
        "profile", "identity", "pointerProfile", "status", "token", "outbox", "central", "sleep", "plan", "setup",
        "deviceNames", "acceptedPresses", "catalogue", "fitted", "capabilities", "commands", "configuration",
        "pairedDevices", "heldReported", "offered", "assembler", "counted", "messagesSent", "seen", "log", "count",
        "unreported", "now", "process", "cuts", "sessions", "captureRequest", "linkFreeAt", "broken", "sent",
        "executedCount", "pending", "isHandling", "actions", "backoff", "settings", "addedDelay", "window", "minimum",
        "hold", "pause", "maximum", "id", "input", "axes", "scan", "controllerProfile", "canHold", "releaseDelay",
        "pressesToStop", "stopSwitch", "pairingNonce", "profileAttemptsLeft", "elsewhere", "pcID", "idleActs", "index",
        "duration",
    ]
    /// What is older made no difference for long.
    private static let horizon = Duration.seconds(100)

    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15
    private let now: Instant
    private var sessions: [String: UInt64] = [:]
    private var ids: [String: UInt64] = [:]
    private var newestSequence: Int?
    private let isIgnored: Set<String>
    /// Within filters that let everything through at once, which look at no time.
    private var isTimeless = false

    /// - Parameter ignoring: also without effect in this state.
    init(at now: Instant, ignoring: Set<String>) {
        self.now = now
        isIgnored = Self.ignored.union(ignoring)
    }

    mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0xBF58_476D_1CE4_E5B9
        value ^= value >> 29
    }

    /// The number of an id that the box still waits for; the same for all others.
    func number(of id: String) -> UInt64 { ids[id] ?? .max }

    mutating func visit(_ subject: Any, label: String? = nil) {
        switch Kind.of[ObjectIdentifier(type(of: subject))] {
        case .time:
            guard let time = subject as? Instant, !isTimeless else { return }
            mix(UInt64(bitPattern: max(time - now, .zero - Self.horizon).nanoseconds))
        case .session:
            guard let text = (subject as? SessionID)?.text else { return }
            if sessions[text] == nil { sessions[text] = UInt64(sessions.count) }
            mix(sessions[text] ?? 0)
        case .text: visitText(subject as? String ?? "", label)
        case .number: visitNumber(subject as? Int ?? 0, label)
        case .isSo: mix(subject as? Bool == true ? 1 : 2)
        // One device, whatever number it has by now.
        case .device: mix(3)
        case .remote: mix((subject as? RemoteID)?.number == 0 ? 4 : 5)
        case .switches: mix(UInt64((subject as? SwitchSet)?.reduce(0) { $0 | 1 << UInt64($1.number) } ?? 0))
        case .switchID: mix(UInt64((subject as? SwitchID)?.number ?? 0))
        case .duration: mix(UInt64(bitPattern: (subject as? Duration)?.nanoseconds ?? 0))
        case .edge: mix(subject as? EdgeState == .up ? 9 : 10)
        case nil: visitParts(of: subject)
        }
    }

    private enum Kind {
        case time, session, text, number, isSo, device, remote, switches, switchID, duration, edge

        static let of: [ObjectIdentifier: Kind] = [
            ObjectIdentifier(Instant.self): .time, ObjectIdentifier(SessionID.self): .session,
            ObjectIdentifier(String.self): .text, ObjectIdentifier(Int.self): .number,
            ObjectIdentifier(Bool.self): .isSo, ObjectIdentifier(DeviceID.self): .device,
            ObjectIdentifier(RemoteID.self): .remote, ObjectIdentifier(SwitchSet.self): .switches,
            ObjectIdentifier(SwitchID.self): .switchID, ObjectIdentifier(Duration.self): .duration,
            ObjectIdentifier(EdgeState.self): .edge,
        ]
    }

    private static func isNamed(_ value: Any) -> Bool { value is String || value is SessionID }

    mutating func mix(_ isSo: Bool) { mix(isSo ? 1 : 2) }

    mutating func mix(_ time: Instant?) {
        guard let time else { return mix(12) }
        mix(UInt64(bitPattern: max(time - now, .zero - Self.horizon).nanoseconds))
    }

    mutating func mix(_ switches: SwitchSet) { mix(UInt64(switches.reduce(0) { $0 | 1 << UInt64($1.number) })) }

    mutating func mix(_ id: SwitchID, _ state: EdgeState) { mix(UInt64(id.number) << 1 | (state == .up ? 0 : 1)) }

    /// The only parts of a machine that this module cannot name.
    mutating func visit(_ name: String, of subject: Any) {
        for child in Mirror(reflecting: subject).children where child.label == name { visit(child.value) }
    }

    private mutating func visitText(_ text: String, _ label: String?) {
        if label == "id", text.hasPrefix("process") {
            if ids[text] == nil { ids[text] = UInt64(ids.count) }
            return mix(ids[text] ?? 0)
        }
        for byte in text.utf8 { mix(UInt64(byte)) }
    }

    private mutating func visitNumber(_ number: Int, _ label: String?) {
        guard label == "sequence" || label == "lastSequence", number < ClientMachine.recoverySequence else {
            return mix(UInt64(bitPattern: Int64(number)))
        }
        let newest = newestSequence ?? number
        newestSequence = newest
        mix(UInt64(bitPattern: Int64(number - newest)))
    }

    private mutating func visitParts(of subject: Any) {
        let mirror = Mirror(reflecting: subject)
        switch mirror.displayStyle {
        case .set, .dictionary:
            // In whatever order they are kept.
            var sum: UInt64 = 0
            let before = value
            for child in mirror.children {
                value = 0
                visit(child.value)
                sum &+= value
            }
            value = before
            mix(sum)
        case .enum:
            guard let child = mirror.children.first else { return visitName(of: subject) }
            for byte in (child.label ?? "").utf8 { mix(UInt64(byte)) }
            visit(child.value)
        case .optional:
            mix(mirror.children.isEmpty ? 6 : 7)
            for child in mirror.children { visit(child.value) }
        default:
            if mirror.children.isEmpty { return visitName(of: subject) }
            for child in mirror.children {
                let label = child.label
                // The id of a request is looked at, that of a switch or a device is always the same in its place.
                if let label, isIgnored.contains(label), !(label == "id" && Self.isNamed(child.value)) { continue }
                let before = isTimeless
                if label == "filters" { isTimeless = true }
                visit(child.value, label: label)
                isTimeless = before
            }
            mix(8)
        }
    }

    private mutating func visitName(of subject: Any) {
        for byte in String(describing: subject).utf8 { mix(UInt64(byte)) }
    }
}
