// SPDX-License-Identifier: GPL-3.0-or-later

/// What any PC says of itself to anyone who connects (§1). Nothing in it is proven.
package struct PCStatus: Hashable, Sendable {
    package enum Platform: Hashable, Sendable {
        case windows, macos, linux
        /// One that is not known yet; made fit to be shown.
        case other(String)
    }

    package enum ResponseTransport: Hashable, Sendable {
        case notifications
        /// The remote reads the answers (`read-v1`).
        case reads
    }

    /// Why a PC cannot be used.
    package enum Problem: Error, Hashable, Sendable {
        case notJSON(JSONError)
        case shape(ShapeError)
        /// It speaks another version of the protocol.
        case otherVersion
        /// It wants its answers fetched in a way that is not known.
        case unknownTransport
    }

    package static let protocolVersion = 1
    private static let readTransport = "read-v1"
    /// Characters of a PC's name that are kept.
    package static let nameLimit = 80

    package var desktopID: String
    package var displayName: String
    package var platform: Platform
    package var responseTransport: ResponseTransport

    package init(
        desktopID: String, displayName: String, platform: Platform,
        responseTransport: ResponseTransport = .notifications
    ) {
        self.desktopID = desktopID
        self.displayName = displayName
        self.platform = platform
        self.responseTransport = responseTransport
    }

    package init(decoding bytes: [UInt8]) throws(Problem) {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch { throw .notJSON(error) }
        let fields: Fields
        let version: JSONValue
        do throws(ShapeError) {
            fields = try Fields(open: value)
            version = try fields.value(.protocolVersion)
            desktopID = try fields.text(.desktopID, bytes: CommandBounds.idBytes)
            displayName = DisplayText.display(try fields.text(.displayName), characters: Self.nameLimit)
            platform = Platform(try fields.text(.platform))
        } catch { throw .shape(error) }
        guard version.exactInteger == Int64(Self.protocolVersion) else { throw .otherVersion }
        let transport = fields.optional(.responseTransport)
        guard transport == nil || transport?.text == Self.readTransport else { throw .unknownTransport }
        responseTransport = transport == nil ? .notifications : .reads
    }

    package func encoded() -> [UInt8] {
        switch responseTransport {
        case .notifications:
            JSONValue.encoded([
                .desktopID: .string(desktopID), .displayName: .string(displayName), .platform: .string(platform.text),
                .protocolVersion: .int(Self.protocolVersion),
            ])
        case .reads:
            JSONValue.encoded([
                .desktopID: .string(desktopID), .displayName: .string(displayName), .platform: .string(platform.text),
                .protocolVersion: .int(Self.protocolVersion), .responseTransport: .string(Self.readTransport),
            ])
        }
    }
}

extension PCStatus.Platform {
    fileprivate init(_ text: String) {
        // What shows as one that is known is that one.
        let text = DisplayText.display(text, characters: 20)
        switch text {
        case "windows": self = .windows
        case "macos": self = .macos
        case "linux": self = .linux
        default: self = .other(text)
        }
    }

    package var text: String {
        switch self {
        case .windows: "windows"
        case .macos: "macos"
        case .linux: "linux"
        case .other(let text): text
        }
    }
}
