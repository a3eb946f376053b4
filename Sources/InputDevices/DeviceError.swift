// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
package import Sentences
package import SwitchCore

/// Why a device could not be opened, captured or written to.
package enum DeviceError: Error, Hashable, Sendable {
    /// The node is not there (any more).
    case missing(devnode: String)
    case denied(AccessProblem)
    /// Another program holds the grab (F2); the names of the programs that have the node open, where /proc shows them.
    case busy(device: String, owner: String?)
    /// It may be read only, so nothing can be written to it.
    case readOnly(device: String)
    /// The system took it from us, as it does at a change of session; it may give it back.
    case revoked(device: String)
    case failed(device: String, SystemError)

    package var sentence: Sentence {
        switch self {
        case .missing(let devnode): Sentence(.deviceMissing, ["node": devnode])
        case .denied(let problem): problem.sentence
        case .busy(let device, let owner?): Sentence(.deviceBusyOwner, ["device": device, "owner": owner])
        case .busy(let device, nil): Sentence(.deviceBusy, ["device": device])
        case .readOnly(let device): Sentence(.deviceReadOnly, ["device": device])
        case .revoked(let device): Sentence(.deviceRevoked, ["device": device])
        case .failed(let device, let error): Sentence(.deviceFailed, ["device": device, "error": error.description])
        }
    }

    /// The same for the engine, which asks for captures.
    package func captureFailure(of device: String) -> CaptureFailure {
        switch self {
        case .busy(_, let owner): .busy(device: device, owner: owner)
        case .missing, .revoked: .refused(device: device, error: "ENODEV")
        case .denied: .refused(device: device, error: "EACCES")
        case .readOnly: .refused(device: device, error: "EROFS")
        case .failed(_, let error): .refused(device: device, error: error.name)
        }
    }

    /// What an open(2) that failed means for `node`.
    init(opening node: NodeDescription, _ error: SystemError) {
        switch error.code {
        case ENOENT, ENODEV, ENXIO:
            self = .missing(devnode: node.devnode)
        case EACCES, EPERM:
            let access = AccessFacts(reading: node.devnode).state
            if case .denied(let problem) = access {
                self = .denied(problem)
            } else {
                self = .denied(.blocked(devnode: node.devnode, error: error.name))
            }
        default:
            self = .failed(device: node.identity.name, error)
        }
    }
}
