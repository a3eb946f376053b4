// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// The box's devices: opened, captured and read as `EvdevSwitches` and `CapturedReader` do it.
extension SimulatedWorld {
    // MARK: Coming and going

    mutating func plug(_ device: Int) {
        plugged.insert(device)
        attach(device)
    }

    mutating func attach(_ device: Int) {
        let mine = contacts.indices.filter { setup.device(of: $0) == device }
        for index in mine { told[index] = isAsleep ? .up : contacts[index] }
        let down = Set(mine.filter { told[$0] == .down }.map { UInt16($0 + 1) })
        let id = DeviceID(nextDevice)
        nextDevice += 1
        box.devices[id] = SimulatedBox.Device(
            index: device, capture: CaptureMachine(anythingDown: !down.isEmpty), keysDown: down)
        tell("device \(device + 1) is \(id.number)")
        // One that joins while others are captured must be captured first.
        if !box.captureIsWanted { use(id) }
        if box.captureIsWanted || isKept { begin(id) }
    }

    private mutating func use(_ id: DeviceID) {
        guard box.devices[id]?.isUsed == false else { return }
        box.devices[id]?.isUsed = true
        for index in switches(on: id) { lookAnew(index) }
        feed(.attached(id))
    }

    /// What is down counts for nothing until it has been up.
    private mutating func lookAnew(_ index: Int) {
        guard let id = SwitchID(index + 1) else { return }
        gestures?.attached(id)
        edges?.attached(id)
        holds.attached(id)
    }

    private func switches(on id: DeviceID) -> [Int] {
        setup.switches.indices.filter { setup.device(of: $0) == box.devices[id]?.index }
    }

    mutating func attachToPipeline(_ id: DeviceID) {
        guard let device = box.devices[id] else { return }
        box.pipeline.deviceAttached(
            id, name: "device \(device.index + 1)",
            bindings: switches(on: id).compactMap { index in
                SwitchID(index + 1).map { (.key(code: UInt16(index + 1)), $0) }
            }, axes: [:], found: FoundState(keysDown: device.keysDown))
    }

    mutating func unplugged(_ id: DeviceID) {
        guard let device = box.devices[id] else { return }
        for index in switches(on: id) { lookAnew(index) }
        perform(box.devices[id]?.capture.nodeLost() ?? [], on: id)
        box.devices[id] = nil
        if device.isUsed { feed(.detached(id)) }
        captureDid(.ended, id)
    }

    // MARK: Reading

    mutating func eventsArrived(_ events: [InputEvent], from id: DeviceID) -> [SwitchPipeline.Output] {
        guard let device = box.devices[id] else { return [] }
        guard device.isUsed else {
            note(events, from: id)
            return []
        }
        for event in events { read(event) }
        let outputs = box.pipeline.eventsArrived(sabotaged(events), from: id, at: boxNow)
        note(events, from: id)
        return outputs
    }

    /// What is seen from outside, before the box makes anything of it.
    private mutating func read(_ event: InputEvent) {
        guard let id = SwitchID(Int(event.code)) else { return }
        let (time, session, isForwarding) = (boxNow, sessionNumber, box.isActive)
        let state: EdgeState = event.value == 1 ? .down : .up
        gestures?.read(id, state, of: event.time, session: session, at: time)
        edges?.read(id, state, isForwarding: isForwarding, at: time)
        holds.read(id, state, of: event.time)
    }

    mutating func eventsLost(on id: DeviceID, _ difference: [InputEvent]) -> [SwitchPipeline.Output] {
        guard let device = box.devices[id] else { return [] }
        var outputs: [SwitchPipeline.Output] = []
        if device.isUsed {
            outputs = box.pipeline.eventsLost(from: id, at: boxNow)
            for index in switches(on: id) { lookAnew(index) }
        }
        note(difference, from: id)
        if device.isUsed { outputs += box.pipeline.eventsResynchronised(difference, from: id, at: boxNow) }
        return outputs
    }

    /// The reader's own pressed set, by which the capture waits.
    private mutating func note(_ events: [InputEvent], from id: DeviceID) {
        let time = boxNow
        for event in events {
            if event.value == 1 {
                box.devices[id]?.keysDown.insert(event.code)
            } else {
                box.devices[id]?.keysDown.remove(event.code)
            }
        }
        guard let device = box.devices[id] else { return }
        perform(
            box.devices[id]?.capture.downChanged(anythingDown: !device.keysDown.isEmpty, at: time) ?? [], on: id)
    }

    // MARK: Capture

    /// Devices stay captured while forwarding is off.
    var isKept: Bool { setup.profile.idle.capturesAlways }

    mutating func beginCapture() {
        box.captureRequest += 1
        guard !box.devices.isEmpty else { return report(.captureFailed(.noDevice, request: box.captureRequest)) }
        box.captureIsWanted = true
        box.awaited = Set(box.devices.keys)
        for id in box.openDevices { begin(id) }
    }

    mutating func endCapture() {
        let time = boxNow
        box.captureIsWanted = false
        box.awaited = []
        if !isKept {
            for id in box.openDevices { perform(box.devices[id]?.capture.endRequested(at: time) ?? [], on: id) }
        }
        for id in box.openDevices { use(id) }
    }

    private mutating func begin(_ id: DeviceID) {
        let time = boxNow
        perform(box.devices[id]?.capture.captureRequested(at: time) ?? [], on: id)
    }

    mutating func perform(_ actions: [CaptureMachine.Action], on id: DeviceID) {
        for action in actions { perform(action, on: id) }
    }

    private mutating func perform(_ action: CaptureMachine.Action, on id: DeviceID) {
        switch action {
        case .grab: grab(id)
        case .readState:
            // What the kernel knows and the reader has not read yet counts.
            let isDown = switches(on: id).contains { told[$0] == .down }
            perform(box.devices[id]?.capture.stateReadAfterGrab(anythingDown: isDown) ?? [], on: id)
        case .writeReleases:
            box.devices[id]?.keysDown = []
            feed(.releasesWritten(id))
        case .ungrab: ungrab(id)
        case .reportHeld: captureDid(.held, id)
        case .reportStuckDown: captureDid(.failed(.stuckDown(device: "box", inputs: [])), id)
        case .reportFailed(let failure): captureDid(.failed(failure), id)
        case .reportEnded, .reportLost: captureDid(.ended, id)
        }
    }

    private mutating func grab(_ id: DeviceID) {
        guard let device = box.devices[id] else { return }
        watch.expect(.capturedOnce, !device.isGrabbed, "grabbed twice")
        if strikes(.captureRefused) {
            return perform(
                box.devices[id]?.capture.grabFailed(.busy(device: "box", owner: nil)) ?? [], on: id)
        }
        box.devices[id]?.isGrabbed = true
        perform(box.devices[id]?.capture.grabSucceeded() ?? [], on: id)
    }

    private mutating func ungrab(_ id: DeviceID) {
        guard let device = box.devices[id] else { return }
        // Let go of while it is only being tried, it was down for everyone before.
        let isLeak = !device.keysDown.isEmpty && device.capture.state == .free
        watch.expect(.captureEndsUnpressed, !isLeak, "given back while \(device.keysDown) are down")
        box.devices[id]?.isGrabbed = false
    }

    enum CaptureReport {
        case held, failed(CaptureFailure), ended
    }

    private mutating func captureDid(_ report: CaptureReport, _ id: DeviceID) {
        guard box.captureIsWanted else { return }
        guard box.awaited.contains(id) else {
            if case .held = report { use(id) }
            return
        }
        switch report {
        case .failed(let failure):
            box.awaited = []
            self.report(.captureFailed(failure, request: box.captureRequest))
        case .held, .ended:
            box.awaited.remove(id)
            guard box.awaited.isEmpty else { return }
            let request = box.captureRequest
            self.report(
                box.devices.isEmpty ? .captureFailed(.noDevice, request: request) : .captureHeld(request: request))
        }
    }

    /// Not from within the request.
    private mutating func report(_ input: SimulatedBox.Input) {
        agenda.add(.captureTold(input, process: processes), at: now)
    }
}
