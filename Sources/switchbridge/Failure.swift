// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import InputDevices
import PCLink
import Profiles
import Sentences

/// Why a command could not do its work. It is printed once, where the program ends; the exit code of each is decided
/// here and nowhere else.
enum Failure: Error, Hashable, Sendable {
    case usage(UsageProblem)
    case output(OutputProblem)
    case device(DeviceError)
    /// None of the devices that the command is about is there.
    case noDevice(Sentence)
    case profile(ProfileProblems)
    /// A PC could not be reached, or none is known.
    case noPC(Sentence)
    /// The PC does not accept this box.
    case pairingRefused(Sentence)
    /// The system does not let this program use what the command needs.
    case notPermitted(Sentence)
    /// Something that has no exit code of its own.
    case other(Sentence)
    case system(SystemError)
    /// The program's own files cannot be used.
    case state(StateProblem)

    /// What is said of it where the program goes on; nil of what only ends it.
    var sentence: Sentence? {
        switch self {
        case .noDevice(let sentence), .noPC(let sentence), .pairingRefused(let sentence), .notPermitted(let sentence),
            .other(let sentence):
            sentence
        case .state(let problem): problem.sentence
        case .usage(let problem): problem.sentence
        case .device(let error): error.sentence
        case .system(let error): Sentence(.systemRefused, ["error": error.words, "call": error.call])
        case .output, .profile: nil
        }
    }

    /// Whether it says what is the matter with a PC, and not with the command or this box's files.
    var isAboutPC: Bool {
        switch self {
        case .noPC, .pairingRefused, .notPermitted: true
        case .usage, .output, .device, .noDevice, .profile, .other, .system, .state: false
        }
    }

    var ending: Ending {
        switch self {
        case .usage: .code(.usage)
        case .output(.closed): .signal(SIGPIPE)
        case .output(.failed), .other, .system, .state: .code(.failed)
        case .device(let error): .code(Self.code(of: error))
        case .noDevice: .code(.noDevice)
        case .noPC: .code(.noPC)
        case .pairingRefused: .code(.pairingRefused)
        case .notPermitted: .code(.notPermitted)
        case .profile: .code(.badProfile)
        }
    }

    /// What is said of it; nothing when it ends quietly, as when `head` has seen enough.
    var lines: [String] {
        switch self {
        case .usage(let problem):
            ["switchbridge: \(problem.sentence)", "`\(problem.helpCommand)` shows how it is used."]
        case .output(.closed): []
        case .output(.failed(let error)): [Self.line(Sentence(.outputFailed, ["error": error.words]))]
        case .device(let error): [Self.line(error.sentence)]
        case .noDevice(let sentence), .noPC(let sentence), .pairingRefused(let sentence), .notPermitted(let sentence),
            .other(let sentence):
            [Self.line(sentence)]
        // Each begins with the file, so that editors find the place.
        case .profile(let problems): problems.description.split(separator: "\n").map(String.init)
        case .state(let problem): [Self.line(problem.sentence)]
        case .system(let error): [Self.line(Sentence(.systemRefused, ["error": error.words, "call": error.call]))]
        }
    }

    private static func line(_ sentence: Sentence) -> String { "switchbridge: \(sentence)" }

    private static func code(of error: DeviceError) -> ExitCode {
        switch error {
        case .missing: .noDevice
        case .denied, .readOnly, .revoked: .notPermitted
        case .busy, .failed: .failed
        }
    }
}
