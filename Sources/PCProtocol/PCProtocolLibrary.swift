// SPDX-License-Identifier: GPL-3.0-or-later
import CJSON
import CSodium

/// What this room is made with, for those who name what the program is made of.
package enum PCProtocolLibrary {
    package static var libsodium: String { sodium_version_string().map { String(cString: $0) } ?? "unknown" }
    package static var jsonC: String { json_c_version().map { String(cString: $0) } ?? "unknown" }
}
