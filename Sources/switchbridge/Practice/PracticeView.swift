// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import SwitchCore

/// Something that happens while practising.
enum PracticeLine: Hashable {
    /// A switch is down or up as the filters see it; where the PC decides, this is what it would be sent.
    case edge(Edge)
    /// A press is over: how long it was, and whether it counted.
    case pressed(SeenPress)
    /// What this box would do, where the profile says it.
    case output(PressMachine.Output)
    /// Told once for each proposal.
    case advice(SwitchID, FilterAdvice)
    /// While forwarding this would be a stop.
    case stop(StopReason, at: Instant)
}

/// Everything between a device and a PC, without the PC: what would be sent, and what the filters keep back.
struct PracticeView {
    let profile: Profile
    private var map = SwitchMap()
    private var tryout: FilterTryout
    private var press: PressMachine
    private var safety: SafetyWatch
    private var presses: [SwitchID: [SeenPress]] = [:]
    private var told: Set<PracticeLine> = []
    private var names: [DeviceID: String] = [:]

    init(_ profile: Profile) {
        self.profile = profile
        tryout = FilterTryout(profile.switches)
        press = PressMachine(profile.switches.filter { $0.id != profile.safety.stopSwitch })
        safety = SafetyWatch(switches: profile.switches, safety: profile.safety, scanning: false)
    }

    /// Physically down.
    var pressed: SwitchSet { map.pressed }

    // MARK: Events

    mutating func attached(_ device: SwitchDevice) {
        names[device.id] = device.name
        map.deviceAttached(device.id, bindings: device.bindings, axes: device.axes, found: device.found)
    }

    mutating func detached(_ id: DeviceID, at now: Instant) -> [PracticeLine] {
        map.deviceDetached(id, at: now).flatMap { moved($0) }
    }

    mutating func reportArrived(_ events: [InputEvent], from id: DeviceID) -> [PracticeLine] {
        events.flatMap { map.eventArrived($0, from: id) }.flatMap { mapped($0) }
    }

    mutating func resynchronised(_ events: [InputEvent], from id: DeviceID) -> [PracticeLine] {
        map.eventsResynchronised(events, from: id).flatMap { mapped($0) }
    }

    private mutating func mapped(_ output: MapOutput) -> [PracticeLine] {
        switch output {
        case .edge(let edge): moved(edge)
        case .letGo: []
        // It would be another switch that is pressed from here on (F37).
        case .meaningChanged(let id, let time): [.stop(.devicesChanged(name: names[id] ?? ""), at: time)]
        }
    }

    var deadline: Instant? { earliest([tryout.deadline, press.deadline, safety.deadline]) }

    mutating func timeReached(_ now: Instant) -> [PracticeLine] {
        let stop = safety.timeReached(now).map { [PracticeLine.stop($0, at: now)] } ?? []
        return take(tryout.timeReached(now)) + press.timeReached(now).map(PracticeLine.output) + stop
    }

    // MARK: Steps

    private mutating func moved(_ edge: Edge) -> [PracticeLine] {
        let stop = safety.edgeArrived(edge).map { [PracticeLine.stop($0, at: edge.time)] } ?? []
        return take(tryout.edgeArrived(edge)) + stop
    }

    private mutating func take(_ outputs: [FilterTryout.Output]) -> [PracticeLine] {
        outputs.flatMap { output -> [PracticeLine] in
            switch output {
            case .accepted(let edge):
                guard edge.switchID != profile.safety.stopSwitch else { return [] }
                return [.edge(edge)] + press.edgeArrived(edge).map(PracticeLine.output)
            case .pressed(let press): return [.pressed(press)] + advice(after: press)
            }
        }
    }

    private mutating func advice(after press: SeenPress) -> [PracticeLine] {
        let id = press.switchID
        guard let found = profile.switches.first(where: { $0.id == id }) else { return [] }
        presses[id] = ((presses[id] ?? []) + [press]).suffix(FilterAdvice.pressLimit)
        let advice = FilterAdvice.advice(on: presses[id] ?? [], with: found.timing, manner: found.manner)
        return advice.map { .advice(id, $0) }.filter { told.insert($0).inserted }
    }
}
