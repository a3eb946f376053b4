// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc
package import SwitchCore

/// The program's one thread: it sleeps in epoll until a descriptor is ready or a deadline is due, and never wakes for
/// anything else.
///
/// A turn is: wait; read the clocks; call the handlers of ready descriptors; fire due timers in the order of their
/// deadlines; run what was put off to the end of the turn. Descriptors come before timers so that events which the
/// kernel stamped before a deadline are seen before it fires.
package final class EventLoop {
    /// Descriptors handled in one turn; the others are reported in the next.
    private static let readyLimit = 64

    /// The clocks as they were when this turn began.
    package private(set) var clock: ClockReading
    /// `CLOCK_MONOTONIC` when this turn began.
    package var now: Instant { clock.instant }
    /// How many turns there were: each is one wake-up of the process.
    package private(set) var turns: UInt64 = 0

    private let epoll: FileDescriptor
    private var watches: [UInt64: Watch] = [:]
    private var nextToken: UInt64 = 1
    /// The armed ones, in no order: there are a few dozen at most.
    private var timers: [LoopTimer] = []
    private var putOff: [() -> Void] = []
    private var turnHandlers: [(Instant) -> Void] = []
    private var signalDescriptors: [FileDescriptor] = []
    private var isStopped = false
    /// False once the kernel turned out to be older than epoll_pwait2 (5.11), or a sandbox refused it.
    var waitsPrecisely = true

    private let isSimulated: Bool

    package init() throws(SystemError) {
        epoll = try Self.newEpoll()
        clock = Self.readClock()
        isSimulated = false
    }

    /// A loop whose time stands still while anything is ready, and then jumps to the next deadline: for tests of minutes
    /// that take milliseconds.
    package init(simulatedFrom clock: ClockReading) throws(SystemError) {
        epoll = try Self.newEpoll()
        self.clock = clock
        isSimulated = true
    }

    /// In simulated time: the wall clock is set while monotonic time goes on as before.
    package func wallClockJumps(by duration: Duration) {
        precondition(isSimulated, "only a simulated clock can be set")
        clock.unixMilliseconds += duration.milliseconds
    }

    static func newEpoll() throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try SystemCall.run("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    }

    /// In simulated time: what a handler does takes so long.
    package func timePasses(_ duration: Duration) {
        precondition(isSimulated, "real time passes by itself")
        clock.instant = clock.instant + duration
        clock.unixMilliseconds += duration.milliseconds
    }

    /// `CLOCK_MONOTONIC` at this very moment, later than `now` by what the turn has taken so far.
    package var moment: Instant { isSimulated ? now : Self.readClock().instant }

    /// The clocks at this very moment.
    package static func readClock() -> ClockReading {
        ClockReading(
            instant: Instant(nanoseconds: read(CLOCK_MONOTONIC)), unixMilliseconds: read(CLOCK_REALTIME) / 1_000_000)
    }

    private static func read(_ id: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(id, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    // MARK: What the loop waits for

    /// Calls `handler` in every turn in which `descriptor` is ready (level-triggered: what is left unread is reported
    /// again). A descriptor may be watched once at a time. Ordinary files cannot be watched (`EPERM`): they never block.
    /// - Parameter group: with which it waits for its turn; nil calls the handler at once.
    package func watch(
        _ descriptor: CInt, for interest: Readiness, among group: PatientGroup? = nil,
        _ handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> Watch {
        let epoll = group?.epoll ?? epoll
        let watch = Watch(
            descriptor: descriptor, interest: interest, token: nextToken, epoll: epoll, loop: self, handler: handler)
        var event = epoll_event(events: interest.rawValue, data: epoll_data(u64: watch.token))
        try SystemCall.run("epoll_ctl") { epoll_ctl(epoll.raw, EPOLL_CTL_ADD, descriptor, &event) }
        nextToken += 1
        watches[watch.token] = watch
        return watch
    }

    /// A disarmed timer; set its `deadline`.
    package func makeTimer(_ handler: @escaping (Instant) -> Void) -> LoopTimer {
        LoopTimer(loop: self, handler: handler)
    }

    /// Blocks `signals` for this thread and the threads it makes, and hands them to `handler` as they come.
    package func onSignal(_ signals: [CInt], _ handler: @escaping (CInt) -> Void) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let flags = CInt(SFD_NONBLOCK | SFD_CLOEXEC)
        let descriptor = FileDescriptor(owning: try SystemCall.run("signalfd") { signalfd(-1, &set, flags) })
        signalDescriptors.append(descriptor)
        _ = try watch(descriptor.raw, for: .readable) { _ in Self.drain(descriptor.raw, handler) }
    }

    /// Runs `body` when the handlers and timers of this turn are done; outside a turn, at the end of the next, which then
    /// does not wait.
    package func afterThisTurn(_ body: @escaping () -> Void) {
        putOff.append(body)
    }

    /// Calls `handler` as each turn begins, once its clocks are read. It stays for the life of the loop.
    package func onEveryTurn(_ handler: @escaping (Instant) -> Void) {
        turnHandlers.append(handler)
    }

    // MARK: Running

    /// Turns until `stop`.
    package func run() throws(SystemError) {
        isStopped = false
        while !isStopped { try turn() }
    }

    /// Makes `run` return when the present turn is done.
    package func stop() {
        isStopped = true
    }

    /// One turn; `waiting: false` handles only what is ready and due already.
    package func turn(waiting: Bool = true) throws(SystemError) {
        let ready = try wait(for: waiting ? timeUntilDue() : .zero)
        turns += 1
        advanceClock(idle: ready.isEmpty)
        for handler in turnHandlers { handler(now) }
        for event in ready { watches[event.data.u64]?.handler?(Readiness(rawValue: event.events)) }
        fireDueTimers()
        let bodies = putOff
        putOff = []
        for body in bodies { body() }
    }

    private func advanceClock(idle: Bool) {
        guard isSimulated else { return clock = Self.readClock() }
        guard idle, putOff.isEmpty, let next = timers.lazy.compactMap(\.deadline).min(), next > now else { return }
        clock.unixMilliseconds += (next - now).milliseconds
        clock.instant = next
    }

    /// The time to the first deadline, nil when there is none.
    private func timeUntilDue() -> Duration? {
        guard putOff.isEmpty, !isSimulated else { return .zero }
        guard let first = timers.lazy.compactMap(\.deadline).min() else { return nil }
        return max(.zero, first - Self.readClock().instant)
    }

    private func wait(for timeout: Duration?) throws(SystemError) -> [epoll_event] {
        var events = [epoll_event](repeating: epoll_event(), count: Self.readyLimit)
        let count = try SystemCall.run("epoll_wait") { self.wait(&events, timeout) }
        return Array(events.prefix(Int(count)))
    }

    private func wait(_ events: inout [epoll_event], _ timeout: Duration?) -> CInt {
        let limit = CInt(Self.readyLimit)
        if waitsPrecisely {
            let count = preciseWait(&events, limit, timeout)
            guard count < 0, errno == ENOSYS || errno == EPERM else { return count }
            waitsPrecisely = false
        }
        // Rounded up: to wake before the deadline would mean a second wake-up.
        let milliseconds = timeout.map { CInt(clamping: ($0.nanoseconds + 999_999) / 1_000_000) } ?? -1
        return epoll_wait(epoll.raw, &events, limit, milliseconds)
    }

    private func preciseWait(_ events: inout [epoll_event], _ limit: CInt, _ timeout: Duration?) -> CInt {
        guard let timeout else { return epoll_pwait2(epoll.raw, &events, limit, nil, nil) }
        let (seconds, rest) = timeout.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        return epoll_pwait2(epoll.raw, &events, limit, &time, nil)
    }

    /// Of what waits in a group's `epoll`, handles what has been ready longest: the kernel takes turns among level-triggered
    /// descriptors (fs/eventpoll.c: what was reported goes to the end of its list).
    func handleOne(of epoll: FileDescriptor) {
        var event = epoll_event()
        guard epoll_wait(epoll.raw, &event, 1, 0) == 1 else { return }
        watches[event.data.u64]?.handler?(Readiness(rawValue: event.events))
    }

    /// A handler may disarm or re-arm any timer: what is no longer as it was found does not fire, and what is armed
    /// anew waits for the next turn, so that a timer that re-arms itself cannot hold the turn.
    private func fireDueTimers() {
        let due = timers.compactMap { timer in
            timer.deadline.flatMap { $0 <= now ? (deadline: $0, arming: timer.arming, timer: timer) : nil }
        }
        for found in due.sorted(by: { ($0.deadline, $0.arming) < ($1.deadline, $1.arming) })
        where found.timer.arming == found.arming {
            found.timer.deadline = nil
            found.timer.handler(now)
        }
    }

    private static func drain(_ descriptor: CInt, _ handler: (CInt) -> Void) {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        while case .done(size) = try? SystemCall.attempt("read", { Glibc.read(descriptor, &info, size) }) {
            handler(CInt(info.ssi_signo))
        }
    }

    // MARK: What watches and timers tell

    func interestChanged(_ watch: Watch) {
        var event = epoll_event(events: watch.interest.rawValue, data: epoll_data(u64: watch.token))
        modify(EPOLL_CTL_MOD, watch, &event)
    }

    func watchCancelled(_ watch: Watch) {
        watches[watch.token] = nil
        var unused = epoll_event()
        modify(EPOLL_CTL_DEL, watch, &unused)
    }

    /// Of a registered descriptor only its owner's mistake (closed before cancel) or a kernel out of memory can fail.
    private func modify(_ operation: CInt, _ watch: Watch, _ event: inout epoll_event) {
        do {
            try SystemCall.run("epoll_ctl") { epoll_ctl(watch.epoll.raw, operation, watch.descriptor, &event) }
        } catch {
            preconditionFailure("descriptor \(watch.descriptor) was closed while watched: \(error)")
        }
    }

    func timerChanged(_ timer: LoopTimer) {
        let index = timers.firstIndex { $0 === timer }
        switch (timer.deadline, index) {
        case (nil, let index?): timers.swapAt(index, timers.count - 1); timers.removeLast()
        case (.some, nil): timers.append(timer)
        case (nil, nil), (.some, .some): break
        }
    }
}
