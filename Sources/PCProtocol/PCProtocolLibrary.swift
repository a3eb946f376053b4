// SPDX-License-Identifier: GPL-3.0-or-later
import CSodium

/// libsodium, for those who name what the program is made of.
package enum PCProtocolLibrary {
    package static var version: String { sodium_version_string().map { String(cString: $0) } ?? "unknown" }
}
