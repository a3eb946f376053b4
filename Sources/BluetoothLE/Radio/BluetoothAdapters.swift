// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// The Bluetooth adapters that the kernel has, as sysfs shows them to anybody. None is opened.
package struct BluetoothAdapters: Hashable, Sendable {
    package struct Adapter: Hashable, Sendable {
        /// Such as "hci0".
        package var name: String
        /// What rfkill says of it: by a program or setting, or by a key or switch of the box.
        package var isBlocked: Bool
        package var isHardBlocked: Bool
    }

    /// No more are looked at.
    private static let limit = 16

    /// Whether the kernel has Bluetooth at all, as far as that is known before an adapter is plugged in.
    package let kernelHasBluetooth: Bool
    package let all: [Adapter]

    /// - Parameter root: "/sys/class/bluetooth" but for tests.
    package init(at root: String = "/sys/class/bluetooth") {
        kernelHasBluetooth = access(root, F_OK) == 0
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(root)/hci*", 0, nil, &found) == 0 else {
            all = []
            return
        }
        let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        let names = paths.compactMap { $0.split(separator: "/").last.map(String.init) }
        // Links of an adapter are called such as hci0:64.
        all = names.filter { $0.dropFirst(3).allSatisfy(\.isNumber) }.prefix(Self.limit).map { name in
            Adapter(
                name: name, isBlocked: Self.isSet("\(root)/\(name)/rfkill*/soft"),
                isHardBlocked: Self.isSet("\(root)/\(name)/rfkill*/hard"))
        }
    }

    private static func isSet(_ pattern: String) -> Bool {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let path = found.gl_pathv[0] else { return false }
        return AdapterBlock.isSet(path)
    }
}
