// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import SwitchCore
import Testing

// SPDX-License-Identifier: GPL-3.0-or-later
@testable import EventLoop

@Suite("The event loop")
struct EventLoopTests {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop()
    }

    @Test("a timer never fires before its deadline, and the loop turns once for it", arguments: [true, false])
    func timerFiresOnce(waitsPrecisely: Bool) throws {
        loop.waitsPrecisely = waitsPrecisely
        let deadline = EventLoop.readClock().instant + .milliseconds(3)
        var fired: [Instant] = []
        let timer = loop.makeTimer { [loop] in
            fired.append($0)
            loop.stop()
        }
        timer.deadline = deadline
        try loop.run()
        #expect(fired.count == 1)
        #expect(fired[0] >= deadline)
        #expect(timer.deadline == nil)
        #expect(loop.turns == 1)
    }

    @Test("due timers fire in the order of their deadlines, then in the order they were set")
    func timerOrder() throws {
        let start = loop.now
        var order: [String] = []
        let timers = ["late": 0, "early": -2, "middle": -1, "middle too": -1].sorted { $0.key < $1.key }.map {
            name, offset in
            (offset, loop.makeTimer { _ in order.append(name) })
        }
        for (offset, timer) in timers { timer.deadline = start + .nanoseconds(offset) }
        try loop.turn()
        #expect(order == ["early", "middle", "middle too", "late"])
    }

    @Test("a timer that was disarmed or set anew by an earlier one of the same turn does not fire in it")
    func staleTimers() throws {
        let due = loop.now
        var fired: [String] = []
        let disarmed = loop.makeTimer { _ in fired.append("disarmed") }
        let movedOn = loop.makeTimer { _ in fired.append("moved on") }
        let again = loop.makeTimer { _ in fired.append("again") }
        let first = loop.makeTimer { [loop] _ in
            disarmed.deadline = nil
            movedOn.deadline = loop.now + .seconds(3600)
            again.deadline = due
        }
        first.deadline = due
        for timer in [disarmed, movedOn, again] { timer.deadline = due }
        try loop.turn()
        #expect(fired == [])
        try loop.turn()
        #expect(fired == ["again"])
    }

    @Test("a timer that sets itself anew at once does not hold the turn")
    func selfArmingTimer() throws {
        var count = 0
        var timer: LoopTimer?
        timer = loop.makeTimer { now in
            count += 1
            timer?.deadline = now
        }
        timer?.deadline = loop.now
        try loop.turn()
        #expect(count == 1)
        try loop.turn()
        #expect(count == 2)
        timer?.deadline = nil
        timer = nil
    }

    @Test("a descriptor is reported while there is something to read, and not after cancel")
    func watching() throws {
        let pipe = try Pipe()
        var heard: [Readiness] = []
        let watch = try loop.watch(pipe.reading.raw, for: .readable) { heard.append($0) }
        try loop.turn(waiting: false)
        #expect(heard == [])
        pipe.send("x")
        try loop.turn()
        try loop.turn()
        #expect(heard == [.readable, .readable])
        watch.cancel()
        watch.cancel()
        try loop.turn(waiting: false)
        #expect(heard.count == 2)
    }

    @Test("a watch cancelled by another handler of the same turn hears nothing more")
    func cancelWithinTurn() throws {
        let pipes = [try Pipe(), try Pipe()]
        var watches: [Watch] = []
        var heard = 0
        for pipe in pipes {
            pipe.send("x")
            watches.append(
                try loop.watch(pipe.reading.raw, for: .readable) { _ in
                    heard += 1
                    for watch in watches { watch.cancel() }
                })
        }
        try loop.turn()
        #expect(heard == 1)
    }

    @Test("interest can be changed, and a lost peer is reported without being asked for")
    func interest() throws {
        let pipe = try Pipe()
        var heard: [Readiness] = []
        let watch = try loop.watch(pipe.reading.raw, for: .readable) { heard.append($0) }
        watch.setInterest([])
        pipe.send("x")
        try loop.turn(waiting: false)
        #expect(heard == [])
        pipe.closeWriting()
        try loop.turn()
        #expect(heard == [.hungUp])
        watch.setInterest(.readable)
        try loop.turn()
        #expect(heard.last == [.readable, .hungUp])
        watch.cancel()
    }

    @Test("descriptors come before timers, and what was put off comes last")
    func orderOfATurn() throws {
        let pipe = try Pipe()
        var order: [String] = []
        let timer = loop.makeTimer { _ in order.append("timer") }
        timer.deadline = loop.now
        let watch = try loop.watch(pipe.reading.raw, for: .readable) { [loop] _ in
            loop.afterThisTurn { order.append("after") }
            order.append("descriptor")
        }
        pipe.send("x")
        try loop.turn()
        #expect(order == ["descriptor", "timer", "after"])
        watch.cancel()
    }

    @Test("what is put off while putting off runs in the next turn, which does not wait")
    func putOffTwice() throws {
        var order: [Int] = []
        loop.afterThisTurn { [loop] in
            order.append(1)
            loop.afterThisTurn { order.append(2) }
        }
        try loop.turn()
        #expect(order == [1])
        try loop.turn()
        #expect(order == [1, 2])
    }

    @Test("a signal is handed over in the loop")
    func signals() throws {
        var heard: [CInt] = []
        try loop.onSignal([SIGUSR1, SIGUSR2]) { heard.append($0) }
        pthread_kill(pthread_self(), SIGUSR2)
        try loop.turn()
        #expect(heard == [SIGUSR2])
    }

    @Test("an ordinary file cannot be watched, which is an error and no trap")
    func ordinaryFile() throws {
        let file = try FileDescriptor(path: "/proc/self/exe", flags: O_RDONLY)
        #expect(throws: SystemError(call: "epoll_ctl", code: EPERM)) {
            _ = try loop.watch(file.raw, for: .readable) { _ in }
        }
    }

    @Test("more ready descriptors than one turn handles are all handled in the next ones")
    func manyDescriptors() throws {
        let pipes = try (0..<100).map { _ in try Pipe() }
        var heard = Set<CInt>()
        let watches = try pipes.map { pipe in
            pipe.send("x")
            return try loop.watch(pipe.reading.raw, for: .readable) { _ in heard.insert(pipe.reading.raw) }
        }
        for _ in 0..<2 { try loop.turn() }
        #expect(heard.count == 100)
        for watch in watches { watch.cancel() }
    }
}

/// A pipe whose ends close with it.
final class Pipe {
    let reading: FileDescriptor
    private(set) var writing: FileDescriptor?

    init() throws {
        var ends: [CInt] = [0, 0]
        try SystemCall.run("pipe") { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        reading = FileDescriptor(owning: ends[0])
        writing = FileDescriptor(owning: ends[1])
    }

    func send(_ text: String) {
        _ = text.utf8.withContiguousStorageIfAvailable { try? writing?.write(UnsafeRawBufferPointer($0)) }
    }

    func closeWriting() {
        writing = nil
    }
}
