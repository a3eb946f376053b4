// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// What a box is like at one moment, for whoever looks for a fault. Everything that is judged or shown comes from here, so that
/// a test can make up any box. It holds no secret.
struct BoxFacts {
    struct User: Hashable {
        var name: String
        var isRoot: Bool
        /// Of the service's group: whether there is one, whether this process has it, and whether the list of users has it.
        var groupExists: Bool
        var processIsInGroup: Bool
        var isListedInGroup: Bool
    }

    struct Device: Hashable {
        var device: PhysicalDevice
        /// Other programs that have it open, where that shows.
        var owners: String?
        /// Another program has it for itself.
        var isTaken: Bool
        /// Whether the service's group may use all its nodes that can be switches.
        var serviceMayUse: Bool
        /// Of its battery; nil where it does not say.
        var percentLeft: Int?
    }

    enum ProfileInUse {
        /// None, or nobody knows which.
        case none(Sentence)
        case bad(name: String, ProfileProblems)
        case good(name: String, path: String, Profile)
    }

    struct Adapter: Hashable {
        /// Such as "hci0".
        var name: String
        /// By a program or a setting.
        var isBlocked: Bool
        /// By a key or a switch of the box.
        var isHardBlocked: Bool
    }

    struct PC: Hashable {
        var id: String
        var name: String
        /// The one that is meant where none is named.
        var isChosen: Bool
        /// It has refused what was saved of it.
        var isAccessVoid: Bool
        var isWireless: Bool
    }

    enum SavedPCs {
        case known([PC])
        /// The service has them, and does not say, or their file cannot be used.
        case unknown(Sentence?)
    }

    var places: ServicePlaces.Kind
    /// Of this program.
    var version: String
    var kernel: String
    /// What this box's clock says, such as "14:05".
    var time: String
    /// Whether something keeps it right; nil where the kernel does not say.
    var isClockSynchronised: Bool?
    var user: User
    /// Where the general udev rules are; nil when they are not installed.
    var rulesPath: String?
    var devices: [Device]
    /// Virtual devices count as others do.
    var usesVirtual: Bool
    var profile: ProfileInUse
    /// Why the light that the profile has for showing the state cannot be used.
    var lightProblem: LightProblem?
    var adapters: [Adapter]
    /// Whether the kernel has Bluetooth at all.
    var kernelHasBluetooth: Bool
    /// Whether this process has the rights that finding a PC over Bluetooth takes.
    var mayUseBluetooth: Bool
    var pcs: SavedPCs
    var service: ServiceFacts

    var goodProfile: Profile? {
        if case .good(_, _, let profile) = profile { profile } else { nil }
    }

    /// The PC that is meant, as far as that is known.
    var chosenPC: PC? {
        if case .known(let pcs) = pcs { pcs.first(where: \.isChosen) } else { nil }
    }

    /// The devices of a profile's device, without those that do not count.
    func devices(for wanted: ProfileDevice) -> [Device] {
        devices.filter { fact in
            fact.device.nodes.contains {
                wanted.describes($0.identity) && $0.canBeSwitch && (usesVirtual || !$0.isVirtual)
            }
        }
    }
}

/// What is known of the service, or of a user's daemon.
struct ServiceFacts {
    enum Answer {
        case notRunning
        /// Whoever asks may not speak with it.
        case notPermitted
        /// It listens and does not answer.
        case hung
        case failed(Sentence)
        case answered(Diagnosis)
    }

    var answer: Answer
    /// A system unit is there, and is started at boot.
    var isInstalled: Bool
    var isEnabled: Bool

    var diagnosis: Diagnosis? {
        if case .answered(let diagnosis) = answer { diagnosis } else { nil }
    }
}
