// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Sentences
import SwitchCore
import Testing

@testable import InputDevices

@Suite("Who may read a node")
struct AccessTests {
    /// A node that only its group may read, asked for by someone outside.
    private static let outsider = AccessFacts(
        devnode: "/dev/input/event5", exists: true, mayRead: false, mayWrite: false, mode: 0o020660, group: "input",
        user: "ann", processIsInGroup: false, userIsInGroup: false)

    private func state(_ change: (inout AccessFacts) -> Void = { _ in }) -> AccessState {
        var facts = Self.outsider
        change(&facts)
        return facts.state
    }

    @Test("F23 someone outside the group is told which group, and how to join it")
    func notInGroup() throws {
        #expect(state() == .denied(.notInGroup("input", user: "ann")))
        let text = AccessProblem.notInGroup("input", user: "ann").sentence.description
        #expect(text.contains("sudo usermod -aG input ann"))
    }

    @Test("F23 someone who joined the group after logging in is told to log in again")
    func loginIsOlder() {
        #expect(state { $0.userIsInGroup = true } == .denied(.loginIsOlder(group: "input", user: "ann")))
    }

    @Test("F23 a node that only root may read needs a rule", arguments: [("input", 0o020600), ("root", 0o020660)])
    func noRule(group: String, mode: UInt32) {
        let found = state {
            $0.group = group
            $0.mode = mode
        }
        #expect(found == .denied(.noRule(devnode: "/dev/input/event5")))
        let text = AccessProblem.noRule(devnode: "/dev/input/event5").sentence.description
        #expect(text.contains("`switchbridge doctor` shows the rule"))
    }

    @Test("F23 permissions that are right and refused all the same point to a sandbox")
    func blocked() {
        #expect(
            state { $0.processIsInGroup = true } == .denied(.blocked(devnode: "/dev/input/event5", error: "EACCES")))
    }

    @Test("F23 a gamepad that an access control list opens needs no group")
    func accessControlList() {
        #expect(state { $0.mayRead = true } == .readOnly)
        #expect(
            state {
                $0.mayRead = true
                $0.mayWrite = true
            } == .full)
    }

    @Test("a node that is not there is missing, not forbidden")
    func missing() {
        #expect(state { $0.exists = false } == .missing)
        #expect(AccessFacts(reading: "/dev/input/none").state == .missing)
        #expect(AccessFacts(reading: "/dev/null").state == .full)
    }

    @Test(
        "every sentence about a device has its words and all its places filled",
        arguments: [
            .missing(devnode: "/dev/input/event5"), .denied(.notInGroup("input", user: "ann")),
            .denied(.loginIsOlder(group: "input", user: "ann")), .denied(.noRule(devnode: "/dev/input/event5")),
            .denied(.blocked(devnode: "/dev/input/event5", error: "EPERM")),
            .busy(device: "Pedal", owner: "evsieve"), .busy(device: "Pedal", owner: nil), .readOnly(device: "Pedal"),
            .failed(device: "Pedal", SystemError(call: "read", code: EIO)),
        ] as [DeviceError])
    func sentences(error: DeviceError) {
        let text = error.sentence.description
        #expect(text.contains(" ") && !text.contains("{") && !text.contains("  "), "\(text)")
    }

    @Test("the engine hears why a capture failed")
    func captureFailures() {
        let busy = DeviceError.busy(device: "Pedal", owner: "evsieve")
        #expect(busy.captureFailure(of: "Pedal") == .busy(device: "Pedal", owner: "evsieve"))
        let broken = DeviceError.failed(device: "Pedal", SystemError(call: "EVIOCGRAB", code: EIO))
        #expect(broken.captureFailure(of: "Pedal") == .refused(device: "Pedal", error: "EIO"))
    }

    @Test("F2 the program that has a file open is found by name")
    func owner() throws {
        let path = "/tmp/device-owner-\(getpid())"
        let file = try FileDescriptor(path: path, flags: O_RDWR | O_CREAT)
        defer { unlink(path) }
        #expect(DeviceOwners.names(of: path, except: 0) != nil)
        #expect(DeviceOwners.names(of: path) == nil)
        #expect(DeviceOwners.names(of: path, procfs: "/nowhere") == nil)
        withExtendedLifetime(file) {}
    }
}
