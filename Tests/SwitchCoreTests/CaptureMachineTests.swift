// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct CaptureMachineTests {
    /// A machine that holds its node, nothing down.
    private func held() -> CaptureMachine {
        var machine = CaptureMachine(anythingDown: false)
        _ = machine.captureRequested(at: ms(0))
        _ = machine.grabSucceeded()
        _ = machine.stateReadAfterGrab(anythingDown: false)
        return machine
    }

    @Test("nothing down: grab, look once more, held")
    func begin() {
        var machine = CaptureMachine(anythingDown: false)
        #expect(machine.captureRequested(at: ms(0)) == [.grab])
        #expect(machine.grabSucceeded() == [.readState])
        #expect(machine.stateReadAfterGrab(anythingDown: false) == [.reportHeld])
        #expect(machine.state == .held)
        #expect(machine.deadline == nil)
    }

    @Test("F1 a key held at start: waits until nothing is down, then grabs")
    func f1() {
        var machine = CaptureMachine(anythingDown: true)
        #expect(machine.captureRequested(at: ms(100)) == [])
        #expect(machine.deadline == ms(5100))
        #expect(machine.downChanged(anythingDown: false, at: ms(5099)) == [.grab])
    }

    @Test("a start has its whole 5 s however long an earlier one has waited")
    func startedAnew() {
        var machine = CaptureMachine(anythingDown: true)
        _ = machine.captureRequested(at: ms(0))
        #expect(machine.captureRequested(at: ms(4000)) == [])
        #expect(machine.deadline == ms(9000))
    }

    @Test("F1 a key that went down between the look and the grab: lets go, waits and tries again")
    func f1Race() {
        var machine = CaptureMachine(anythingDown: false)
        _ = machine.captureRequested(at: ms(0))
        _ = machine.grabSucceeded()
        #expect(machine.stateReadAfterGrab(anythingDown: true) == [.ungrab])
        #expect(machine.deadline == ms(5000))
        #expect(machine.downChanged(anythingDown: false, at: ms(400)) == [.grab])
        _ = machine.grabSucceeded()
        #expect(machine.stateReadAfterGrab(anythingDown: false) == [.reportHeld])
    }

    @Test("F1 a code that stays down for 5 s is told: not 1 ms before, and before a release of the same moment")
    func f1Stuck() {
        var machine = CaptureMachine(anythingDown: true)
        _ = machine.captureRequested(at: ms(0))
        #expect(machine.timerFired(ms(4999)) == [])
        var late = machine
        #expect(machine.timerFired(ms(5000)) == [.reportStuckDown])
        #expect(machine.state == .free)
        #expect(late.downChanged(anythingDown: false, at: ms(5000)) == [.reportStuckDown])
        #expect(late.timerFired(ms(5001)) == [])
    }

    @Test("F2 a grab that fails is told, and nothing is captured")
    func f2() {
        let busy = CaptureFailure.busy(device: "pedal", owner: nil)
        var machine = CaptureMachine(anythingDown: false)
        _ = machine.captureRequested(at: ms(0))
        #expect(machine.grabFailed(busy) == [.reportFailed(busy)])
        #expect(machine.state == .free)
    }

    @Test("F4 ends at once when nothing is down")
    func f4AtOnce() {
        var machine = held()
        #expect(machine.endRequested(at: ms(9)) == [.ungrab, .reportEnded])
        #expect(machine.state == .free)
    }

    @Test("F4 never ends on the edge that stopped forwarding: at the first moment when nothing is down")
    func f4Waits() {
        var machine = held()
        _ = machine.downChanged(anythingDown: true, at: ms(100))
        #expect(machine.endRequested(at: ms(100)) == [])
        #expect(machine.downChanged(anythingDown: true, at: ms(200)) == [])
        #expect(machine.downChanged(anythingDown: false, at: ms(300)) == [.ungrab, .reportEnded])
    }

    @Test("F4 after 5 s the releases are written first: not 1 ms before, nor twice")
    func f4Stuck() {
        var machine = held()
        _ = machine.downChanged(anythingDown: true, at: ms(100))
        _ = machine.endRequested(at: ms(100))
        #expect(machine.deadline == ms(5100))
        #expect(machine.timerFired(ms(5099)) == [])
        #expect(machine.timerFired(ms(5100)) == [.writeReleases, .ungrab, .reportEnded])
        #expect(machine.timerFired(ms(5101)) == [])
    }

    @Test("F4 a second request to end after the time is over loses none of what has to be done")
    func f4EndTwice() {
        var machine = held()
        _ = machine.downChanged(anythingDown: true, at: ms(0))
        _ = machine.endRequested(at: ms(0))
        #expect(machine.endRequested(at: ms(4999)) == [])
        #expect(Array(machine.endRequested(at: ms(5000)).prefix(2)) == [.writeReleases, .ungrab])
    }

    @Test("F5 at exit the capture ends in the same step, whatever is down")
    func f5() {
        var idle = held()
        #expect(idle.endNowRequested() == [.ungrab, .reportEnded])
        var pressed = held()
        _ = pressed.downChanged(anythingDown: true, at: ms(1))
        var ending = pressed
        _ = ending.endRequested(at: ms(2))
        #expect(pressed.endNowRequested() == [.writeReleases, .ungrab, .reportEnded])
        #expect(ending.endNowRequested() == [.writeReleases, .ungrab, .reportEnded])
    }

    @Test("asked for anew while ending: stays captured and is held when nothing is down")
    func resumed() {
        var machine = held()
        _ = machine.downChanged(anythingDown: true, at: ms(0))
        _ = machine.endRequested(at: ms(0))
        #expect(machine.captureRequested(at: ms(1000)) == [])
        #expect(machine.deadline == ms(31_000))
        var stuck = machine
        #expect(machine.downChanged(anythingDown: false, at: ms(2000)) == [.reportHeld])
        #expect(stuck.timerFired(ms(31_000)) == [.writeReleases, .ungrab, .reportStuckDown])
    }

    @Test(
        "asked for anew when an earlier wait is over and its timer has not fired, it begins anew, with nothing told of before",
        arguments: [5000, 35_001, 100_000])
    func resumedLate(at time: Int64) {
        var ending = held()
        _ = ending.downChanged(anythingDown: true, at: ms(0))
        _ = ending.endRequested(at: ms(0))
        var resuming = ending
        _ = resuming.captureRequested(at: ms(1))
        for var machine in [ending, resuming] {
            #expect(machine.captureRequested(at: ms(time)) == [])
            #expect(machine.deadline == ms(time + 30_000))
            #expect(machine.downChanged(anythingDown: false, at: ms(time + 1)) == [.reportHeld])
        }
        var waiting = CaptureMachine(anythingDown: true)
        _ = waiting.captureRequested(at: ms(0))
        #expect(waiting.captureRequested(at: ms(time)) == [])
        #expect(waiting.deadline == ms(time + 5000))
    }

    @Test("asked for anew while held: at once when nothing is down, else when that has been let go of")
    func heldAlready() {
        var machine = held()
        #expect(machine.captureRequested(at: ms(0)) == [.reportHeld])
        _ = machine.downChanged(anythingDown: true, at: ms(1))
        #expect(machine.captureRequested(at: ms(3000)) == [])
        var stuck = machine
        #expect(machine.downChanged(anythingDown: false, at: ms(4000)) == [.reportHeld])
        #expect(stuck.timerFired(ms(33_000)) == [.writeReleases, .ungrab, .reportStuckDown])
    }

    @Test("a grab that succeeds after its end was asked for is given back")
    func lateGrab() {
        var machine = CaptureMachine(anythingDown: false)
        _ = machine.captureRequested(at: ms(0))
        #expect(machine.endRequested(at: ms(1)) == [.reportEnded])
        #expect(machine.grabSucceeded() == [.ungrab])
        #expect(machine.state == .free)
    }

    @Test("F20 a node that goes loses the capture that was wanted, and never begins again")
    func lost() {
        var machine = held()
        #expect(machine.nodeLost() == [.reportLost])
        #expect(machine.nodeLost() == [])
        #expect(machine.captureRequested(at: ms(1)) == [.reportFailed(.noDevice)])
        #expect(machine.endRequested(at: ms(2)) == [.reportEnded])
        #expect(machine.grabSucceeded() == [])
    }
}
