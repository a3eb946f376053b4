// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore

/// Speaks by other programs, one at a time. One that fails is replaced by the next one that is installed, which says the same
/// again.
final class Speaker {
    /// Each text that no program could speak, and the status of the last that tried.
    var onFailure: ((CInt) -> Void)?
    /// A text has been spoken to its end.
    var onSpoken: (() -> Void)?

    private let loop: EventLoop
    private let environment: [String: String]
    private var programs: [SpeechProgram]
    private let null: FileDescriptor
    private var queue = SpeechQueue()
    private var child: ChildProcess?
    private var timer: LoopTimer?
    private var present: (text: String, isUrgent: Bool)?
    private var wasInterrupted = false
    private var whenSilent: (() -> Void)?

    /// - Parameter programs: the best first; at least one.
    init(_ programs: [SpeechProgram], _ environment: [String: String], loop: EventLoop) throws(SystemError) {
        self.programs = programs
        self.environment = environment
        self.loop = loop
        null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
        timer = loop.makeTimer { [weak self] in
            guard let self else { return }
            perform(queue.timerFired(at: $0))
        }
    }

    func say(_ text: String, isUrgent: Bool) {
        guard whenSilent == nil else { return }
        perform(queue.came(text, isUrgent: isUrgent, at: loop.now))
    }

    /// Says nothing any more, and calls back when no program is left that speaks.
    func close(then done: @escaping () -> Void) {
        whenSilent = done
        perform(queue.closed(at: loop.now))
        silentIfSo()
    }

    private func perform(_ actions: [SpeechQueue.Action]) {
        for action in actions {
            switch action {
            case .speak(let text, let isUrgent): speak(text, isUrgent: isUrgent)
            case .interrupt:
                wasInterrupted = true
                child?.signal(SIGTERM)
            case .kill: child?.signal(SIGKILL)
            }
        }
        timer?.deadline = queue.deadline
    }

    private func speak(_ text: String, isUrgent: Bool) {
        present = (text, isUrgent)
        wasInterrupted = false
        guard let program = programs.first else { return ended(127) }
        let words = [program.path] + (isUrgent ? program.urgentWords : program.words) + [text]
        do throws(SystemError) {
            child = try ChildProcess(
                program.path, words, environment, [null.raw, null.raw, null.raw], loop: loop, ownGroup: true
            ) { [weak self] in self?.ended($0) }
        } catch { loop.afterThisTurn { [weak self] in self?.ended(127) } }
    }

    private func ended(_ status: CInt) {
        // It may be in the middle of telling that.
        let gone = child
        loop.afterThisTurn { _ = gone }
        child = nil
        if status != 0, !wasInterrupted {
            if programs.count > 1, let present {
                programs.removeFirst()
                return speak(present.text, isUrgent: present.isUrgent)
            }
            onFailure?(status)
        } else if status == 0 {
            onSpoken?()
        }
        perform(queue.ended(at: loop.now))
        silentIfSo()
    }

    private func silentIfSo() {
        guard queue.state == .silent, let done = whenSilent else { return }
        whenSilent = nil
        done()
    }
}
