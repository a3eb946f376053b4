// SPDX-License-Identifier: GPL-3.0-or-later

/// What is said of the format to those who write profiles, from where the reader has it too.
package enum ProfileFormat {
    /// Its version, the value of the key `schema`.
    package static let schema = ProfileReader.schema
    /// Devices of a profile.
    package static let deviceLimit = ProfileReader.deviceLimit
    /// Descriptions of one device, any of which may fit.
    package static let matchLimit = ProfileReader.matchLimit
    /// Inputs that act as one switch.
    package static let inputLimit = ProfileReader.inputLimit
}
