// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SwitchCore

/// One process of the bridge: the real machines, and what its shell remembers.
struct SimulatedBox {
    /// What happens to the pipeline; one thing is finished before the next begins.
    enum Input {
        case userStarted, stopRequested(StopReason)
        case events([InputEvent], DeviceID), eventsLost(DeviceID, [InputEvent]), detached(DeviceID)
        case captureHeld, captureFailed(CaptureFailure)
        case answered(SessionRequest, RequestOutcome)
        case ready, linkLost, recovered(proven: Bool)
        case timer
    }

    static let deviceID = "box-1"
    static let token = PairingToken("made-up-token")!

    var pipeline: SwitchPipeline
    var runner: ActionRunner
    var client: ClientMachine
    var capture = CaptureMachine(anythingDown: false)
    var device = DeviceID(0)
    var isGrabbed = false
    var keysDown: Set<UInt16> = []
    var hangsUntil: Instant?
    var seesEventsFirst = false
    var linkFreeAt: Instant
    var writableIsPlanned = false
    var plan: SessionPlan?
    var pending: [Input] = []
    var isHandling = false

    init(setup: SimulationSetup, process: Int, at now: Instant) {
        pipeline = SwitchPipeline(
            profile: Profile(name: "box", devices: [], switches: setup.switches, safety: setup.safety, pcProfileID: nil)
        )
        runner = ActionRunner(setup.actions)
        client = ClientMachine(
            identity: RemoteIdentity(
                deviceID: Self.deviceID, deviceName: DeviceName("Chair")!, idPrefix: "process\(process)"))
        linkFreeAt = now
    }

    var isIdle: Bool {
        if case .idle = pipeline.engine.state { true } else { false }
    }

    var isAtRest: Bool {
        switch pipeline.engine.state {
        case .idle, .active: true
        case .starting, .stopping: false
        }
    }

    var lastStop: Stop? {
        if case .idle(let lastStop) = pipeline.engine.state { lastStop } else { nil }
    }

    var deadline: Instant? { earliest([pipeline.deadline, client.deadline, capture.deadline]) }

    mutating func attach(_ id: DeviceID, keysDown: Set<UInt16>) {
        device = id
        self.keysDown = keysDown
        capture = CaptureMachine(anythingDown: !keysDown.isEmpty)
        pipeline.deviceAttached(
            id, name: "box",
            bindings: pipeline.profile.switches.map { (.key(code: UInt16($0.id.number)), $0.id) }, axes: [:],
            found: FoundState(keysDown: keysDown))
    }
}
