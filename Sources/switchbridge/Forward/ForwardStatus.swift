// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// The present state: who is connected, what each switch does, what is in the way. The switches and what they do are part
/// of it only while they act.
struct ForwardStatus: Hashable {
    struct PC: Hashable {
        var name: String
        /// Whether it has said what it offers, so that forwarding could start.
        var isReady: Bool
    }

    struct Switch: Hashable {
        var number: Int
        var name: String
        var label: String
        var isPressed: Bool
    }

    struct Offered: Hashable {
        var id: String
        var name: String

        init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        init(_ profile: PCProfile) { self.init(id: profile.id, name: profile.name) }
    }

    struct LastStop: Hashable {
        var reason: String
        var text: String
        var mayStillBeHeld: Bool
        /// What it means to a script.
        var exitCode: ExitCode
    }

    struct UnusableDevice: Hashable {
        var label: String
        var text: String
    }

    var state: ForwardingState
    /// Nil where there is none to forward with.
    var profile: String?
    /// By which commands know it; nil outside a service.
    var profileName: String?
    var pc: PC?
    var pcProfile: String?
    /// What the PC offers to choose from; empty while it is not ready, or where the profile on this box decides.
    var offered: [Offered]
    /// Whether a start would be taken now.
    var canStart: Bool
    var switches: [Switch]
    var notUsed: [String]
    var lasting: String?
    var lastStop: LastStop?
    var unusableDevices: [UnusableDevice]
    /// How forwarding is stopped, in words.
    var howToStop: String
    /// What its user can do next, in words.
    var next: String

    var lines: [String] {
        let devices = unusableDevices.map(\.text)
        return [profileLine, pcLine] + devices
            + stateLines
    }

    /// By its title, and by what commands know it: a copy of a template has the title of that.
    private var profileLine: String {
        guard let profile else { return text(.statusNoProfile) }
        guard let profileName, profileName != profile else { return text(.statusProfile, ["name": profile]) }
        return text(.statusProfileNamed, ["title": profile, "name": profileName])
    }

    private var pcLine: String {
        guard let pc else { return text(.statusNoPC) }
        guard pc.isReady else { return text(.statusPCNotReady, ["pc": pc.name]) }
        guard let pcProfile else { return text(.statusPC, ["pc": pc.name]) }
        return text(.statusPCAndProfile, ["pc": pc.name, "profile": pcProfile])
    }

    var stateSentence: Sentence {
        switch state {
        case .idle: Sentence(.statusIdle)
        case .starting: Sentence(.statusStarting)
        case .active: Sentence(.statusActive)
        case .stopping: Sentence(.statusStopping)
        }
    }

    private var stateLines: [String] {
        let first = [stateSentence.description]
        switch state {
        case .idle:
            let held = lastStop?.mayStillBeHeld == true ? [text(.statusMayBeHeld)] : []
            let choices = pcProfile == nil && !next.isEmpty ? offered.sentences.map(\.description) : []
            return first + held + (next.isEmpty ? [] : [next]) + choices
        case .starting: return first
        case .active: return first + switchLines + lastingLines + [howToStop]
        case .stopping: return first + lastingLines
        }
    }

    private var lastingLines: [String] { lasting.map { [text(.statusLasting, ["what": $0])] } ?? [] }

    private var switchLines: [String] {
        let used = switches.map { used in
            text(
                used.isPressed ? .statusSwitchPressed : .statusSwitch, ["switch": used.name, "label": used.label])
        }
        guard !notUsed.isEmpty else { return used }
        return used + [text(.statusUnused, ["count": "\(notUsed.count)", "names": notUsed.joined(separator: ", ")])]
    }

    private func text(_ id: SentenceID, _ arguments: [String: String] = [:]) -> String {
        Sentence(id, arguments).description
    }
}

extension ForwardStatus {
    /// - Parameters:
    ///   - isTyped: whether its user can type words, as below a running `forward`.
    ///   - isLast: the program ends, so nothing is left to do.
    init(_ forwarder: Forwarder, isTyped: Bool = true, isLast: Bool = false) {
        state = ForwardingState(forwarder.state)
        profile = forwarder.profile.name
        pc = forwarder.connection.status.map { PC(name: $0.displayName, isReady: forwarder.pc != nil) }
        pcProfile = forwarder.meanings?.pcProfile?.name
        let isOffered = !forwarder.profile.decidesActions
        offered = isOffered ? (forwarder.pc?.catalogue.profiles ?? []).map(Offered.init) : []
        canStart = forwarder.canStart
        let meanings = state == .active ? forwarder.meanings : nil
        switches = (meanings?.used ?? []).map { used in
            Switch(
                number: Int(used.id.number), name: used.name, label: used.label,
                isPressed: forwarder.pressed.contains(used.id))
        }
        notUsed = (meanings?.unused ?? []).map(\.name)
        lasting = forwarder.lasting.words
        lastStop = Self.lastStop(of: forwarder)
        unusableDevices = forwarder.source.unusableDevices.map {
            UnusableDevice(label: $0.label, text: $0.sentence.description)
        }
        let isScanning = forwarder.meanings?.plan.kind == .scanning
        howToStop = Self.howToStop(forwarder.profile.safety, isScanning: isScanning, isTyped: isTyped)
        next = isLast ? "" : Self.next(forwarder, isTyped: isTyped)
    }

    private static func lastStop(of forwarder: Forwarder) -> LastStop? {
        guard case .idle(let stop?) = forwarder.state else { return nil }
        return LastStop(
            reason: stop.reason.id, text: stop.reason.sentence(switchName: forwarder.name(of: stop.reason)).description,
            mayStillBeHeld: stop.mayStillBeHeld, exitCode: ExitCode(after: stop.reason))
    }

    private static func howToStop(_ safety: SafetySettings, isScanning: Bool, isTyped: Bool) -> String {
        let hold = isScanning ? safety.scanningHoldToStop : safety.holdToStop
        return Sentence(
            isTyped ? .statusHowToStop : .statusHowToStopService, ["seconds": "\(hold.milliseconds / 1000)"]
        ).description
    }

    private static func next(_ forwarder: Forwarder, isTyped: Bool) -> String {
        guard forwarder.pc != nil else { return Sentence(.statusWaitForPC).description }
        guard forwarder.meanings != nil else {
            return Sentence(isTyped ? .statusChoose : .statusChooseService).description
        }
        // Below a running `forward` the line of the device says it, and a start says why not.
        guard isTyped || !forwarder.source.usableDevices.isEmpty else { return Sentence(.statusPlugIn).description }
        return isTyped
            ? Sentence(.statusHowToStart).description
            : IdleWords(profile: forwarder.profile).howToStart.description
    }
}
