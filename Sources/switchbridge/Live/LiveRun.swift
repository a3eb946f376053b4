// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import Sentences
import SwitchCore

/// A command that goes on until its user or something else ends it: a loop, outputs that do not block it, and the
/// signals that ask for an end.
final class LiveRun {
    static let endingSignals = [SIGINT, SIGTERM, SIGHUP]
    /// How long an end in order may still take once it is asked for again. Far longer than a stop takes: who cannot help
    /// pressing twice must not cut it short.
    static let endLimit = Duration.seconds(10)

    let loop: EventLoop
    /// Use this one while the loop runs.
    private(set) var terminal: Terminal
    /// Puts things in order before the run ends, whatever ends it; it is called once and calls back when that is done.
    /// Unless set, the run ends at once.
    var beforeEnd: ((@escaping () -> Void) -> Void)?
    private(set) var result: Result<Ending, Failure>?
    private var isOver = false
    private var endTimer: LoopTimer?
    private let hadTerminal = isatty(STDIN_FILENO) == 1
    private let needsReader: Bool

    /// - Parameters:
    ///   - json: whether the command speaks JSON on its output.
    ///   - needsReader: whether it is of no more use once nobody reads what it says.
    ///   - given: a loop that others turn too; nil makes one.
    init(
        _ terminal: Terminal, json: Bool = false, needsReader: Bool = true, loop given: EventLoop? = nil
    ) throws(Failure) {
        self.terminal = terminal
        self.needsReader = needsReader
        do throws(SystemError) {
            loop = if let loop = given ?? terminal.loan?.loop { loop } else { try EventLoop() }
            try loop.onSignal(Self.endingSignals) { [weak self] in self?.endAsked(by: $0) }
        } catch {
            throw .system(error)
        }
        endTimer = loop.makeTimer { [weak self] _ in self?.over() }
        terminal.loan?.onLost = { [weak self] in self?.fail($0) }
        self.terminal.output.sink = live(terminal.output.sink, json: json)
        self.terminal.talk.sink = live(terminal.talk.sink, json: false)
    }

    /// Turns the loop until `end` or `fail`.
    ///
    /// - Parameter owner: lives as long. What the loop calls refers to it weakly, and an optimised build may let go of it
    ///   after its last mention.
    func run(keeping owner: AnyObject) throws(Failure) -> Ending {
        if !isOver {
            do throws(SystemError) {
                try withExtendedLifetime(owner) { () throws(SystemError) in try loop.run() }
            } catch { throw .system(error) }
        }
        terminal.output.sink.finish()
        terminal.talk.sink.finish()
        forgetTyped()
        return try result?.get() ?? .code(.done)
    }

    /// A switch that types has typed into this terminal too; nothing of it may be taken for an answer, or reach the shell that comes next (F38). Only
    /// in the foreground: the kernel would stop a background process here (SIGTTOU).
    func forgetTyped() {
        if isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() { tcflush(STDIN_FILENO, TCIFLUSH) }
    }

    func end(_ ending: Ending) { conclude(.success(ending)) }

    func fail(_ failure: Failure) { conclude(.failure(failure)) }

    /// An ending signal came.
    func endAsked(by signal: CInt) {
        if result != nil, endTimer?.deadline == nil { endTimer?.deadline = loop.now + Self.endLimit }
        end(.signal(signal))
    }

    /// The first to say how it ends is right. But a terminal that goes shows in its input and its output too, and the
    /// signal for it may come after these: the shell passes it on.
    private func conclude(_ result: Result<Ending, Failure>) {
        guard self.result == nil else { return }
        self.result = terminalIsGone ? .success(.signal(SIGHUP)) : result
        guard let beforeEnd else { return over() }
        beforeEnd { [weak self] in self?.over() }
    }

    private var terminalIsGone: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
        return hadTerminal && poll(&input, 1, 0) == 1 && input.revents & Int16(POLLHUP) != 0
    }

    private func over() {
        isOver = true
        loop.stop()
    }

    /// Ctrl-Z: `giveBack` comes first, since a process that sleeps keeps what it has captured; `takeAgain` once it is continued.
    func onSuspend(giveBack: @escaping () -> Void, takeAgain: @escaping () -> Void) throws(Failure) {
        do throws(SystemError) {
            try loop.onSignal([SIGTSTP]) { [weak self] _ in
                giveBack()
                self?.suspend(then: takeAgain)
            }
        } catch { throw .system(error) }
    }

    /// Until it is continued. What a service lent it has back meanwhile: nobody may think of this process for hours.
    /// - Parameter goOn: called once what was lent is lent again.
    func suspend(then goOn: @escaping () -> Void = {}) {
        terminal.loan?.end()
        kill(getpid(), SIGSTOP)
        if let loan = terminal.loan { loan.takeAgain(then: goOn) } else { goOn() }
    }

    /// For handlers of the loop, which have nobody to throw to.
    func attempt(_ body: () throws(Failure) -> Void) {
        do { try body() } catch { fail(error) }
    }

    private func live(_ sink: any TextSink, json: Bool) -> any TextSink {
        guard let descriptor = (sink as? DescriptorSink)?.descriptor else { return sink }
        let leftOut: (Int) -> String = { count in
            guard json else { return "\(Sentence(.outputLeftOut, ["count": "\(count)"]))\n" }
            let value = JSONValue.object(["event": .string("linesLeftOut"), "count": .int(count)])
            return String(decoding: value.line, as: UTF8.self)
        }
        return LiveSink(descriptor, loop: loop, leftOut: leftOut) { [weak self, needsReader] problem in
            if needsReader { self?.fail(.output(problem)) }
        } ?? sink
    }
}
