// SPDX-License-Identifier: GPL-3.0-or-later
package import Sentences

/// What this process may do with a node.
package enum AccessState: Hashable, Sendable {
    /// Read it, and write to it too, so that a capture can end without a leaked key.
    case full
    case readOnly
    case denied(AccessProblem)
    /// There is no such node (yet).
    case missing

    package var isReadable: Bool {
        switch self {
        case .full, .readOnly: true
        case .denied, .missing: false
        }
    }
}

/// Why a node may not be read, and with that what mends it (F23).
package enum AccessProblem: Hashable, Sendable {
    /// The group may read it, but the user is not in the group.
    case notInGroup(String, user: String)
    /// The user was put into the group after logging in.
    case loginIsOlder(group: String, user: String)
    /// Nobody but root may read it.
    case noRule(devnode: String)
    /// The permissions are right and yet it is refused: a sandbox or a container. The errno's name.
    case blocked(devnode: String, error: String)

    package var sentence: Sentence {
        switch self {
        case .notInGroup(let group, let user): Sentence(.accessNotInGroup, ["group": group, "user": user])
        case .loginIsOlder(let group, let user): Sentence(.accessLoginIsOlder, ["group": group, "user": user])
        case .noRule(let devnode): Sentence(.accessNoRule, ["node": devnode])
        case .blocked(let devnode, let error): Sentence(.accessBlocked, ["node": devnode, "error": error])
        }
    }
}

/// Whose a node is and who asks: all that the diagnosis rests on.
struct AccessFacts: Hashable, Sendable {
    var devnode: String
    var exists: Bool
    /// What the kernel answers, access control lists and capabilities included.
    var mayRead: Bool
    var mayWrite: Bool
    /// Permission bits.
    var mode: UInt32
    var group: String
    var user: String
    /// Whether this process has the group.
    var processIsInGroup: Bool
    /// Whether the system's list of users has the user in the group.
    var userIsInGroup: Bool

    private static let groupRead: UInt32 = 0o040

    var state: AccessState {
        guard exists else { return .missing }
        guard mayRead else { return .denied(problem) }
        return mayWrite ? .full : .readOnly
    }

    private var problem: AccessProblem {
        if mode & Self.groupRead == 0 || group == "root" { return .noRule(devnode: devnode) }
        if processIsInGroup { return .blocked(devnode: devnode, error: "EACCES") }
        return userIsInGroup ? .loginIsOlder(group: group, user: user) : .notInGroup(group, user: user)
    }
}
