// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore
import Testing

@testable import switchbridge

@Suite("What a stop means to a script")
struct StopExitCodeTests {
    private static let all: [(StopReason, Int32)] = [
        (.userStopped, 0), (.suspended, 0), (.shuttingDown, 0),
        (.captureFailed(.noDevice), 3),
        (.captureFailed(.stuckDown(device: "Pedal", inputs: ["KEY_SPACE"])), 1),
        (.captureFailed(.busy(device: "Pedal", owner: nil)), 1),
        (.captureFailed(.refused(device: "Pedal", error: "EIO")), 1), (.notRecorded, 1),
        (.linkLost, 6), (.ackTimeout, 6),
        (.heldToStop(SwitchID(1)!), 8), (.idleTimeout, 8), (.deviceRemoved(name: "Pedal"), 8),
        (.devicesChanged(name: "Pedal"), 8), (.eventsLost(name: "Pedal"), 8), (.queueFull, 8), (.sendDelayed, 8),
        (.pcRefused(code: "busy"), 8), (.profileChanged, 8), (.captureLost(name: "Pedal"), 8),
    ]

    @Test("it is the same here and by the service", arguments: all)
    func sameByTheService(reason: StopReason, code: Int32) throws {
        #expect(ExitCode(after: reason).rawValue == code)
        var status = ForwardStatus(incomplete: nil)
        status.lastStop = ForwardStatus.LastStop(
            reason: reason.id, text: "", mayStillBeHeld: false, exitCode: ExitCode(after: reason))
        let told = try #require(status.json.members.flatMap { ForwardStatus($0) })
        #expect(told.lastStop?.exitCode.rawValue == code)
    }

    @Test("of a service that does not say, it is that something went wrong", arguments: [nil, 255, -1] as [Int64?])
    func unsaid(code: Int64?) throws {
        var stop: [String: JSONValue] = ["reason": .string("linkLost"), "text": .string("")]
        stop["exitCode"] = code.map { .integer($0) }
        let told = ForwardStatus(["state": .string("idle"), "lastStop": .object(stop)])
        #expect(told?.lastStop?.exitCode == .failed)
    }
}
