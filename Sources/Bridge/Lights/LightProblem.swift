// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
import InputDevices
import PCLink
package import Sentences

/// Why a light of this box does not show the state.
package enum LightProblem: Error, Hashable, Sendable {
    case missing(light: String)
    case notPermitted(light: String)
    /// The kernel's trigger that blinks is a module that is not loaded. The light is on instead.
    case cannotBlink(light: String)
    case failed(light: String, SystemError)

    init(_ light: String, _ error: SystemError) {
        switch error.code {
        case ENOENT, ENODEV, ENOTDIR: self = .missing(light: light)
        case EACCES, EPERM, EROFS: self = .notPermitted(light: light)
        default: self = .failed(light: light, error)
        }
    }

    package var sentence: Sentence {
        switch self {
        case .missing(let light): Sentence(.lightMissing, ["light": light])
        case .notPermitted(let light):
            Sentence(.lightDenied, ["light": light, "command": UdevCommands.trigger("leds")])
        case .cannotBlink(let light): Sentence(.lightCannotBlink, ["light": light])
        case .failed(let light, let error): Sentence(.lightFailed, ["light": light, "error": error.words])
        }
    }
}
