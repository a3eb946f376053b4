// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// One message of inotify(7).
struct DirectoryChange: Hashable, Sendable {
    let mask: UInt32
    /// Of the file; nil when it is about the directory itself.
    let name: String?

    /// The messages in what was read. The kernel gives whole ones; whatever is cut short is left out.
    static func all(in bytes: ArraySlice<UInt8>) -> [DirectoryChange] {
        let header = MemoryLayout<inotify_event>.size
        var found: [DirectoryChange] = []
        var rest = bytes
        while rest.count >= header {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let text = rest.dropFirst(header).prefix(Int(event.len))
            found.append(
                DirectoryChange(
                    mask: event.mask,
                    name: text.isEmpty ? nil : String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)))
            rest = rest.dropFirst(header + Int(event.len))
        }
        return found
    }
}
