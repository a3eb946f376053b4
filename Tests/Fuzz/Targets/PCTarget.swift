// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension FuzzTarget {
    /// A PC with two remotes that know it, and anybody's frames: each step is a byte and what that takes.
    static let pc = FuzzTarget("pc") {
        let start = """
            switch.session.start {"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f","profileId":"builtin.keyboard",\
            "profileVersion":1,"switchCount":2}
            """
        let edge =
            #"switch.edge {"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f","sequence":1,"switchId":1,"state":"down"}"#
        let request = """
            {"version":1,"id":"r","type":"pairing.request","payload":{"deviceId":"box","deviceName":"Chair",\
            "desktopId":"desktop-1","requestNonce":"n"}}
            """
        let frames = try Frame.frames(of: Array(request.utf8), messageID: "m", maximumFrameSize: 512)
        func signed(_ text: String) -> [UInt8] { [2, 0] + FuzzOutput.line(text) }
        return [
            signed(start) + signed(edge) + [5, 1],
            signed(start.replacing("keyboard", with: "switchify-scanning")) + [3, 200],
            [1] + FuzzOutput.line(request) + [6] + FuzzOutput.line("box") + [2, 2]
                + FuzzOutput.line("connection.ping {}"),
            frames.flatMap { [0] + FuzzOutput.line($0) } + [7] + FuzzOutput.line("box"),
            signed(#"keyboard.modifierDown {"key":"Ctrl"}"#) + [4, 1, 5, 1, 5, 0],
        ]
    } run: { bytes in
        var bench = FuzzedPC()
        var input = FuzzInput(bytes)
        for _ in 0..<FuzzedPC.stepLimit where !input.isEmpty { try bench.step(&input) }
        try bench.end()
    }
}

private struct FuzzedPC {
    static let stepLimit = 64
    private static let devices = ["dev-a", "dev-b", "box"]

    private var machine: PCMachine
    private var now = Instant(nanoseconds: 1_000_000_000)
    private var wall: Int64 = 1_724_000_000_000
    private var requests = 0

    init() {
        let status = PCStatus(desktopID: "desktop-1", displayName: "Desk", platform: .windows)
        machine = PCMachine(
            configuration: PCConfiguration(status: status),
            pairedDevices: Dictionary(
                uniqueKeysWithValues: Self.devices.prefix(2).compactMap { device in
                    Self.token(of: device).map { (device, PairedDevice(name: device, token: $0)) }
                }))
        _ = machine.remoteSubscribed(RemoteID(1), at: now)
    }

    private static func token(of device: String) -> PairingToken? { PairingToken("made-up-\(device)") }

    private var clock: ClockReading { ClockReading(instant: now, unixMilliseconds: wall) }

    mutating func step(_ input: inout FuzzInput) throws {
        switch input.number(below: 9) {
        case 0:
            let held = machine.held
            if let message = machine.frameArrived(input.line(), at: now) {
                try check(machine.messageArrived(message, at: clock))
            }
            try nothingNewHeld(since: held)
        case 1:
            let held = machine.held
            try check(machine.messageArrived(input.line(), at: clock))
            try nothingNewHeld(since: held)
        case 2: try signed(from: Self.devices[input.number(below: 3)], input.line())
        case 3: pass(.milliseconds(Int(input.byte()) * 50))
        case 4: try check(machine.remoteSubscribed(RemoteID(input.number(below: 4)), at: now))
        case 5:
            try check(machine.remoteLeft(RemoteID(input.number(below: 4)), at: now))
            if machine.subscribers.isEmpty { try hold(machine.held.isEmpty, "something is held for nobody") }
        case 6:
            let device = input.text()
            if let token = Self.token(of: device) {
                try check(machine.pairingApproved(deviceID: device, token: token, at: now))
            }
        case 7: try check(machine.pairingRejected(deviceID: input.text(), at: now))
        default: try check(machine.pairingForgotten(deviceID: input.text(), at: now))
        }
        try timerReached()
    }

    /// The last remote goes.
    mutating func end() throws {
        for remote in machine.subscribers { try check(machine.remoteLeft(remote, at: now)) }
        try hold(machine.held.isEmpty, "something is held after the last remote has gone")
    }

    /// With the right proof, as nobody else can send it.
    private mutating func signed(from device: String, _ line: [UInt8]) throws {
        guard let command = FuzzTarget.decodedCommand(line), let token = Self.token(of: device) else { return }
        requests += 1
        let message = try AuthenticatedCommand(
            command, id: "r-\(requests)", deviceID: device, timestamp: wall, token: token)
        let actions = machine.messageArrived(message.encoded(), at: clock)
        try check(actions)
        let answers = actions.count { if case .notify = $0 { true } else { false } }
        let expected = machine.subscribers.isEmpty ? 0 : 1
        try hold(answers == expected, "a command that wants an answer got another number of them")
    }

    private mutating func pass(_ duration: Duration) {
        now = now + duration
        wall += duration.milliseconds
    }

    private mutating func timerReached() throws {
        guard let deadline = machine.deadline, deadline <= now else { return }
        try check(machine.timerFired(at: now))
        try hold(machine.deadline.map { $0 > now } ?? true, "a deadline stays in the past")
    }

    /// What nobody has signed can make the PC let go of something at most, since time passes.
    private func nothingNewHeld(since before: [PCOutput]) throws {
        try hold(machine.held.allSatisfy(before.contains), "something is held without a proof")
    }

    private func check(_ actions: [PCAction]) throws {
        for case .notify(let frames) in actions {
            var assembler = FrameAssembler()
            var message: [UInt8]?
            for frame in frames { message = try assembler.frameArrived(frame, at: now).get() }
            guard let message else { throw FuzzFinding(description: "an answer is not whole") }
            _ = try Answer(decoding: message)
        }
        try hold(machine.offers.count <= PCMachine.pendingPairingLimit, "too many pairings wait")
        try hold(machine.pairedDevices.count <= PCMachine.pairedDeviceLimit, "too many devices are paired")
    }
}
