// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// An object in one of our files. What we did not write there may be missing or of another kind.
struct StateFields {
    struct Unusable: Error {}

    private let members: [String: JSONValue]

    /// Nil when `bytes`, at most `StateDirectory.sizeLimit`, are no JSON object.
    init?(of bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes, limit: StateDirectory.sizeLimit), let members = value.members
        else { return nil }
        self.members = members
    }

    private init(_ value: JSONValue) throws(Unusable) {
        guard let members = value.members else { throw Unusable() }
        self.members = members
    }

    func text(_ name: String) throws(Unusable) -> String {
        guard let text = try value(name).text else { throw Unusable() }
        return text
    }

    func integer(_ name: String) throws(Unusable) -> Int {
        guard let number = try value(name).exactInteger else { throw Unusable() }
        return Int(number)
    }

    func truth(_ name: String) throws(Unusable) -> Bool {
        guard let truth = try value(name).truth else { throw Unusable() }
        return truth
    }

    func texts(_ name: String) throws(Unusable) -> [String] {
        var texts: [String] = []
        for element in try elements(name) {
            guard let text = element.text else { throw Unusable() }
            texts.append(text)
        }
        return texts
    }

    func fields(_ name: String) throws(Unusable) -> StateFields { try StateFields(try value(name)) }

    func list(_ name: String) throws(Unusable) -> [StateFields] {
        var list: [StateFields] = []
        for element in try elements(name) { list.append(try StateFields(element)) }
        return list
    }

    /// Nil where it is missing or null.
    func ifPresent<Value>(
        _ name: String, _ read: (StateFields) -> (String) throws(Unusable) -> Value
    ) throws(Unusable) -> Value? {
        guard let value = members[name], value != .null else { return nil }
        return try read(self)(name)
    }

    private func value(_ name: String) throws(Unusable) -> JSONValue {
        guard let value = members[name] else { throw Unusable() }
        return value
    }

    private func elements(_ name: String) throws(Unusable) -> [JSONValue] {
        guard let elements = try value(name).elements else { throw Unusable() }
        return elements
    }
}
