// SPDX-License-Identifier: GPL-3.0-or-later
package import InputDevices
package import Sentences
package import SwitchCore

/// A device of the profile that takes no part, and why.
package struct UnusableDevice: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case missing
        /// A Bluetooth device whose node is there, but not the device.
        case outOfReach
        /// A virtual device fits, and its user did not ask for such devices (F22).
        case onlyVirtual(name: String)
        case failed(DeviceError)
        /// It came while forwarding and could not be captured then.
        case notCaptured(CaptureFailure)
        /// Several devices fit the description (F18).
        case ambiguous(names: [String])
    }

    /// The label in the profile.
    package var label: String
    package var reason: Reason

    package var sentence: Sentence {
        switch reason {
        case .missing: Sentence(.deviceNotPluggedIn, ["label": label])
        case .outOfReach: Sentence(.deviceOutOfReach, ["label": label])
        case .onlyVirtual(let name): Sentence(.deviceOnlyVirtual, ["label": label, "device": name])
        case .failed(let error): error.sentence
        case .notCaptured(let failure): failure.sentence
        case .ambiguous(let names):
            Sentence(.deviceAmbiguous, ["label": label, "devices": names.joined(separator: ", ")])
        }
    }
}
