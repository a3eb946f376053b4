// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import BluetoothLE
import PCLink
import PCProtocol
import SwitchCore
import SystemEvents

/// One process of the bridge: the real machines, and what its shell remembers.
struct SimulatedBox {
    /// What happens to the pipeline; one thing is finished before the next begins.
    enum Input {
        case userStarted, stopRequested(StopReason), machineWillRest, machineIsAwake
        /// A switch did what starts.
        case startedBySwitch(SwitchID)
        case events([InputEvent], DeviceID), eventsLost(DeviceID, [InputEvent]), attached(DeviceID), detached(DeviceID)
        case releasesWritten(DeviceID)
        case captureHeld(request: Int), captureFailed(CaptureFailure, request: Int)
        case answered(SessionRequest, RequestOutcome)
        case ready, linkLost, recovered(proven: Bool), commandsInDoubt
        case timer
    }

    /// An opened node, and its capture.
    struct Device {
        /// Which of the profile's devices, from 0.
        let index: Int
        var capture: CaptureMachine
        var isGrabbed = false
        var keysDown: Set<UInt16>
        /// What it sends counts.
        var isUsed = false
    }

    static let deviceID = "box-1"
    static let token: PairingToken = {
        guard let token = PairingToken("made-up-token") else { preconditionFailure("a token of its own") }
        return token
    }()
    private static let name: DeviceName = {
        guard let name = DeviceName("Chair") else { preconditionFailure("a name of its own") }
        return name
    }()

    let process: Int
    var pipeline: SwitchPipeline
    var runner: ActionRunner
    var client: ClientMachine
    var central: CentralMachine
    var sleep = SleepMachine()
    var backoff = Backoff()
    var retryAt: Instant?
    var plan: SessionPlan?

    // The switches, as `EvdevSwitches` keeps them.
    var devices: [DeviceID: Device] = [:]
    var captureIsWanted = false
    var awaited: Set<DeviceID> = []
    var captureRequest = 0

    var hangsUntil: Instant?
    var seesEventsFirst = false
    var linkFreeAt: Instant
    var writableIsPlanned = false
    var cuts = 0
    var sessions = 0
    var pending: [Input] = []
    var isHandling = false

    init(setup: SimulationSetup, process: Int, at now: Instant) {
        self.process = process
        pipeline = SwitchPipeline(profile: setup.profile)
        runner = ActionRunner(setup.actions)
        client = ClientMachine(
            identity: RemoteIdentity(deviceID: Self.deviceID, deviceName: Self.name, idPrefix: "process\(process)"))
        central = CentralMachine(
            goal: .connect(desktopID: setup.configuration.status.desktopID), wantedAdapter: nil)
        linkFreeAt = now
    }

    var isIdle: Bool {
        if case .idle = pipeline.engine.state { true } else { false }
    }

    var isActive: Bool {
        if case .active = pipeline.engine.state { true } else { false }
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

    /// In the box's own time, which stands still while it sleeps.
    var deadline: Instant? {
        var first = earliest([pipeline.deadline, client.deadline, central.deadline, retryAt])
        for device in devices.values { first = earliest([first, device.capture.deadline]) }
        return first
    }

    /// In the order in which they were opened.
    var openDevices: [DeviceID] { devices.keys.sorted() }

    func id(of index: Int) -> DeviceID? { openDevices.first { devices[$0]?.index == index } }
}
