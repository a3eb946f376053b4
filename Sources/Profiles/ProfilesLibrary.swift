// SPDX-License-Identifier: GPL-3.0-or-later
import CYAML

/// libyaml, for those who name what the program is made of.
package enum ProfilesLibrary {
    package static var version: String { yaml_get_version_string().map { String(cString: $0) } ?? "unknown" }
}
