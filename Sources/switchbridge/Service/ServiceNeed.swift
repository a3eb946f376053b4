// SPDX-License-Identifier: GPL-3.0-or-later

/// What a command needs of a daemon that runs beside it.
enum ServiceNeed: Hashable, Sendable {
    case nothing
    /// The saved PCs, which are the service's.
    case pairings
    /// A PC for itself, and the saved ones.
    case pc
    /// The switches for itself.
    case switches
}
