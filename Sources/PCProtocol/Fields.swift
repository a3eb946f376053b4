// SPDX-License-Identifier: GPL-3.0-or-later

/// The names of everything in the protocol's JSON.
package enum Key: String, Hashable, Sendable {
    case version, id, type, payload, auth, ok, error, code, message, timestamp, responseMode
    case messageID = "messageId"
    case sequence, isFinal, totalBytes, payloadBase64
    case deviceID = "deviceId"
    case desktopID = "desktopId"
    case sessionID = "sessionId"
    case profileID = "profileId"
    case switchID = "switchId"
    case streamID = "streamId"
    case deviceName, requestNonce, token
    case protocolVersion, displayName, platform, responseTransport
    case scalePercent, direction, dx, dy, button, command, key, keys, text, action, includeScanning
    case seq, expectedCount
    case profileVersion, switchCount, state
    case pressedSwitchIDs = "pressedSwitchIds"
    case catalogRevision, profiles, name, kind, bindings, label, behavior
    case capabilities, supportedCommands, noAckCommands, switchScanning, mouseRepeat, keyRepeat, pointerSpeed
    case displayNavigation
    case recommendedDeltas, small, medium, large, supported
}

/// What is wrong with the shape of an object. It never carries the value found.
package enum ShapeError: Error, Hashable, Sendable {
    case notAnObject
    case missing(Key)
    case unexpectedKey
    /// Of another type than the protocol says.
    case wrongType(Key)
    /// Outside its bounds, or not one of the allowed words.
    case outOfBounds(Key)
}

/// An object being taken apart, each member by its name and type.
struct Fields {
    /// Where unknown keys are an error (commands, frames) and where they are ignored (what PCs answer, §5).
    enum Strictness { case exact, open }

    private let members: [String: JSONValue]

    init(_ value: JSONValue, _ allowed: [Key], _ strictness: Strictness = .exact) throws(ShapeError) {
        guard let members = value.members else { throw .notAnObject }
        self.members = members
        guard strictness == .exact else { return }
        let known = allowed.count { members[$0.rawValue] != nil }
        guard known == members.count else { throw .unexpectedKey }
    }

    /// An object read with unknown keys ignored.
    init(open value: JSONValue) throws(ShapeError) { try self.init(value, [], .open) }

    func contains(_ key: Key) -> Bool { members[key.rawValue] != nil }

    func value(_ key: Key) throws(ShapeError) -> JSONValue {
        guard let value = members[key.rawValue] else { throw .missing(key) }
        return value
    }

    /// Nil when it is absent or null.
    func optional(_ key: Key) -> JSONValue? {
        let value = members[key.rawValue]
        return value == .null ? nil : value
    }

    func integer(_ key: Key, in range: ClosedRange<Int>) throws(ShapeError) -> Int {
        guard let value = try value(key).exactInteger else { throw .wrongType(key) }
        guard range.contains(Int(value)) else { throw .outOfBounds(key) }
        return Int(value)
    }

    func number(_ key: Key, within magnitude: Double) throws(ShapeError) -> Double {
        guard let value = try value(key).number else { throw .wrongType(key) }
        guard value.magnitude <= magnitude else { throw .outOfBounds(key) }
        return value
    }

    func bool(_ key: Key) throws(ShapeError) -> Bool {
        guard let value = try value(key).truth else { throw .wrongType(key) }
        return value
    }

    /// A text of so many bytes of UTF-8.
    func text(_ key: Key, bytes: ClosedRange<Int> = 0...JSONValue.byteLimit) throws(ShapeError) -> String {
        guard let value = try value(key).text else { throw .wrongType(key) }
        guard bytes.contains(value.utf8.count) else { throw .outOfBounds(key) }
        return value
    }

    func array(_ key: Key) throws(ShapeError) -> [JSONValue] {
        guard let value = try value(key).elements else { throw .wrongType(key) }
        return value
    }

    /// One of the words of an enumeration.
    func word<Word: RawRepresentable<String>>(_ key: Key, _: Word.Type = Word.self) throws(ShapeError) -> Word {
        guard let word = Word(rawValue: try text(key)) else { throw .outOfBounds(key) }
        return word
    }
}

extension JSONValue {
    static func object(_ members: KeyValuePairs<Key, JSONValue>) -> JSONValue {
        var named = [String: JSONValue](minimumCapacity: members.count)
        for (key, value) in members { named[key.rawValue] = value }
        return .object(named)
    }
}
