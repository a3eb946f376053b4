// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore

/// What the program ends with, for scripts. Numbers never change their meaning.
enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case noDevice = 3
    case notPermitted = 4
    case badProfile = 5
    case noPC = 6
    case pairingRefused = 7
    case stoppedForSafety = 8
    case refused = 9
    /// `Watchdog.exitCode`, given by its signal handler.
    case watchdog = 70

    /// One line for the help, without a full stop.
    var meaning: String {
        switch self {
        case .done: "all went well"
        case .failed: "something went wrong; the message says what"
        case .usage: "the command line was not understood"
        case .noDevice: "no such device is plugged in"
        case .notPermitted: "something may not be used; the message says what, and what mends it"
        case .badProfile: "a profile has mistakes"
        case .noPC: "the PC could not be reached, or was lost"
        case .pairingRefused: "the PC does not accept this box; pair again"
        case .stoppedForSafety: "forwarding was stopped for safety"
        case .refused: "the PC did not do what it was asked, or does not know it"
        case .watchdog: "the program hung while forwarding and was ended for safety"
        }
    }

    static let ofEveryCommand: [ExitCode] = [.done, .failed, .usage]
}

extension ExitCode {
    /// What forwarding that ended with this stop means to a script.
    init(after reason: StopReason) {
        switch reason {
        case .userStopped, .suspended, .shuttingDown: self = .done
        case .captureFailed(.noDevice): self = .noDevice
        case .linkLost, .ackTimeout: self = .noPC
        case .captureFailed, .notRecorded: self = .failed
        case .heldToStop, .idleTimeout, .deviceRemoved, .devicesChanged, .eventsLost, .queueFull, .sendDelayed,
            .pcRefused, .profileChanged, .captureLost:
            self = .stoppedForSafety
        }
    }
}

/// How the program ends.
enum Ending: Hashable, Sendable {
    case code(ExitCode)
    /// Ended in order because of this signal, and then by it, so that a shell or a supervisor sees what it expects (130
    /// for Ctrl-C, 141 when nobody reads the output any more).
    case signal(CInt)

    /// Ends the process.
    func perform() -> Never {
        switch self {
        case .code(let code):
            exit(code.rawValue)
        case .signal(let number):
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            Glibc.signal(number, SIG_DFL)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            raise(number)
            // Only signals that end a process get here; should one not, the shell's way of saying it.
            exit(128 + number)
        }
    }
}
