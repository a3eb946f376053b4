// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import EventLoop
import Glibc
import PCProtocol
import Sentences

/// What comes on standard input, read to its end before anything else is done. Its content is never logged.
enum StandardInput {
    /// A longest text in UTF-8, or a whole message of the protocol.
    static let byteLimit = 16_384

    /// - Parameter descriptor: any but in tests standard input.
    /// - Throws: when there is more than `limit`.
    static func read(_ descriptor: CInt = STDIN_FILENO, limit: Int = byteLimit) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let count: Int
            do throws(SystemError) {
                count = try SystemCall.run("read") { Glibc.read(descriptor, &chunk, chunk.count) }
            } catch { throw .system(error) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
        throw .other(Sentence(.sendInputTooLong, ["limit": "\(limit)"]))
    }

    /// Has the PC type what came. What cannot be typed is no mistake of the command line, but of what came.
    static func typing(_ bytes: [UInt8]) throws(Failure) -> CatalogueAction {
        let text = try text(bytes)
        guard !text.isEmpty else { throw .other(Sentence(.sendInputEmpty)) }
        let (length, limit) = (text.utf16.count, CommandBounds.textLength)
        guard length <= limit else {
            throw .other(Sentence(.sendTextTooLong, ["length": "\(length)", "limit": "\(limit)"]))
        }
        guard let action = ActionCatalogue.typing(text) else { throw .other(Sentence(.sendInputNotTypeable)) }
        return action
    }

    /// The text to type. The line end that `echo` and the like add is not part of it.
    static func text(_ bytes: [UInt8]) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .other(Sentence(.sendInputNotUTF8))
        }
        return text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
