// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Sentences

/// What comes on standard input, read to its end before anything else is done. Its content is never logged.
enum StandardInput {
    /// A longest text in UTF-8, or a whole message of the protocol.
    static let byteLimit = 16_384

    /// - Parameter descriptor: any but in tests standard input.
    /// - Throws: a usage problem when there is more than `byteLimit`.
    static func read(_ descriptor: CInt = STDIN_FILENO, for command: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= byteLimit {
            let count: Int
            do throws(SystemError) {
                count = try SystemCall.run("read") { Glibc.read(descriptor, &chunk, chunk.count) }
            } catch { throw .system(error) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
        throw .usage(UsageProblem(.sendInputTooLong, ["limit": "\(byteLimit)"], command: command))
    }

    /// The text to type. The line end that `echo` and the like add is not part of it.
    static func text(_ bytes: [UInt8], for command: String) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .usage(UsageProblem(.sendInputNotUTF8, command: command))
        }
        return text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
