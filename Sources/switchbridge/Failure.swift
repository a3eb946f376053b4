// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import InputDevices
import Sentences

/// Why a command could not do its work. It is printed once, where the program ends; the exit code of each is decided
/// here and nowhere else.
enum Failure: Error, Hashable, Sendable {
    case usage(UsageProblem)
    case output(OutputProblem)
    case device(DeviceError)
    /// None of the devices that the command is about is there.
    case noDevice(Sentence)
    /// Something that has no exit code of its own.
    case other(Sentence)
    case system(SystemError)

    var ending: Ending {
        switch self {
        case .usage: .code(.usage)
        case .output(.closed): .signal(SIGPIPE)
        case .output(.failed), .other, .system: .code(.failed)
        case .device(let error): .code(Self.code(of: error))
        case .noDevice: .code(.noDevice)
        }
    }

    /// What is said of it; nil when it ends quietly, as when `head` has seen enough.
    var sentence: Sentence? {
        switch self {
        case .usage(let problem): problem.sentence
        case .output(.closed): nil
        case .output(.failed(let error)): Sentence(.outputFailed, ["error": error.description])
        case .device(let error): error.sentence
        case .noDevice(let sentence), .other(let sentence): sentence
        case .system(let error): Sentence(.systemRefused, ["error": error.description])
        }
    }

    private static func code(of error: DeviceError) -> ExitCode {
        switch error {
        case .missing: .noDevice
        case .denied, .readOnly: .notPermitted
        case .busy, .failed: .failed
        }
    }
}
