// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// The present state in words, line by line. The switches and what they do are shown only while they act.
struct ForwardStatus {
    private let forwarder: Forwarder
    /// The program ends, so nothing is left to type.
    private let isLast: Bool

    init(_ forwarder: Forwarder, isLast: Bool = false) {
        self.forwarder = forwarder
        self.isLast = isLast
    }

    var lines: [String] {
        let devices = forwarder.source.unusableDevices.map(\.sentence)
        return (["", text(.statusProfile, ["name": forwarder.profile.name]), pc] + devices.map(\.description))
            + state
    }

    private var pc: String {
        guard let pc = forwarder.pc else {
            guard let found = forwarder.connection.status else { return text(.statusNoPC) }
            return text(.statusPCNotReady, ["pc": found.displayName])
        }
        guard let chosen = forwarder.meanings?.pcProfile else { return text(.statusPC, ["pc": pc.status.displayName]) }
        return text(.statusPCAndProfile, ["pc": pc.status.displayName, "profile": chosen.name])
    }

    private var state: [String] {
        switch forwarder.state {
        case .idle(let stop): idle(stop)
        case .starting: [text(.statusStarting)]
        case .active: [text(.statusActive)] + switches + lasting + [howToStop]
        case .stopping: [text(.statusStopping)] + lasting
        }
    }

    private var lasting: [String] { forwarder.lasting.words.map { [text(.statusLasting, ["what": $0])] } ?? [] }

    private var howToStop: String {
        let safety = forwarder.profile.safety
        let isScanning = forwarder.meanings?.plan.kind == .scanning
        let hold = isScanning ? safety.scanningHoldToStop : safety.holdToStop
        return text(.statusHowToStop, ["seconds": "\(hold.milliseconds / 1000)"])
    }

    private func idle(_ stop: Stop?) -> [String] {
        let held = stop?.mayStillBeHeld == true ? [text(.statusMayBeHeld)] : []
        guard !isLast else { return [text(.statusIdle)] + held }
        let next: SentenceID =
            forwarder.pc == nil ? .statusWaitForPC : forwarder.meanings == nil ? .statusChoose : .statusHowToStart
        return [text(.statusIdle)] + held + [text(next)]
    }

    private var switches: [String] {
        guard let meanings = forwarder.meanings else { return [] }
        let used = meanings.used.map { used in
            text(
                forwarder.pressed.contains(used.id) ? .statusSwitchPressed : .statusSwitch,
                ["switch": used.name, "label": used.label])
        }
        guard !meanings.unused.isEmpty else { return used }
        let names = meanings.unused.map(\.name).joined(separator: ", ")
        return used + [text(.statusUnused, ["count": "\(meanings.unused.count)", "names": names])]
    }

    private func text(_ id: SentenceID, _ arguments: [String: String] = [:]) -> String {
        Sentence(id, arguments).description
    }
}
