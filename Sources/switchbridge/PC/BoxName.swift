// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol

/// What PCs show this box as, unless its user gave it a name.
enum BoxName {
    static var hostName: DeviceName {
        var names = utsname()
        uname(&names)
        let host = withUnsafeBytes(of: names.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        // "(none)" is the kernel's default, on a box that nobody has named.
        guard let name = (host == "(none)" ? nil : DeviceName(fitting: host)) ?? DeviceName("switchbridge") else {
            preconditionFailure("the fallback is a legal name")
        }
        return name
    }
}
