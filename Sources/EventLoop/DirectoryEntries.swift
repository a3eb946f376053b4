// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What a directory holds.
package enum DirectoryEntries {
    /// The names that count, in order; none where the directory cannot be read. The directory itself, its parent and names that
    /// are not UTF-8, which no command line of ours can say, are left out.
    /// - Parameter limit: as many are read.
    package static func names(
        in path: String, limit: Int = .max, where counts: (String) -> Bool = { _ in true }
    ) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != "..", counts(name) { names.append(name) }
        }
        return names.sorted()
    }
}
