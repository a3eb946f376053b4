// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemd
import EventLoop
import Glibc

/// A value of the few kinds that are looked at.
enum BusValue: Hashable {
    case bool(Bool)
    case text(String)
    case texts([String])
}

/// A message of the bus, for as long as its handler runs. It reads front to back, and what has another type than the one
/// asked for, or is longer than anything real, is nil: whoever sent it may be anyone.
struct BusMessage {
    /// Bytes of one text; object paths of BlueZ have some 40, UUIDs 36.
    static let textLimit = 512
    /// Texts of one list; a device has a dozen UUIDs.
    static let listLimit = 64
    /// Properties of one interface; BlueZ's Device1 has about 25.
    static let propertyLimit = 128
    /// Entries of a list of objects or interfaces. Discovery can show hundreds of Bluetooth devices.
    static let entryLimit = 1024

    let raw: OpaquePointer

    /// Whether this is an error in place of an answer.
    var isError: Bool { sd_bus_message_is_method_error(raw, nil) != 0 }

    var path: String? { sd_bus_message_get_path(raw).flatMap(Self.text) }

    func bool() -> Bool? {
        var value: CInt = 0
        return sd_bus_message_read_basic(raw, Self.code("b"), &value) > 0 ? value != 0 : nil
    }

    /// A string, or with "o" an object path.
    func text(_ type: Character = "s") -> String? {
        var pointer: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(raw, Self.code(type), &pointer) > 0 else { return nil }
        return pointer.flatMap(Self.text)
    }

    /// A descriptor of our own; the message keeps and closes its.
    func descriptor() -> FileDescriptor? {
        var value: CInt = -1
        guard sd_bus_message_read_basic(raw, Self.code("h"), &value) > 0 else { return nil }
        let copy = fcntl(value, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : FileDescriptor(owning: copy)
    }

    /// A list of strings; what is over the limit is read and forgotten.
    func texts() -> [String]? {
        var texts: [String] = []
        let whole = each("s", limit: .max) {
            guard sd_bus_message_at_end(raw, 0) == 0 else { return nil }
            var pointer: UnsafePointer<CChar>?
            guard sd_bus_message_read_basic(raw, Self.code("s"), &pointer) > 0 else { return false }
            if let text = pointer.flatMap(Self.text), texts.count < Self.listLimit { texts.append(text) }
            return true
        }
        return whole ? texts : nil
    }

    /// The properties (`a{sv}`) of the kinds that a `BusValue` has.
    func properties() -> [String: BusValue]? {
        var properties: [String: BusValue] = [:]
        let whole = eachEntry("sv", limit: Self.propertyLimit) {
            guard let name = text() else { return false }
            return variant { properties[name] = $0 }
        }
        return whole ? properties : nil
    }

    /// Calls `body` within each entry of a dictionary with these contents, such as "sv", until it returns false. False when
    /// not all were read.
    func eachEntry(_ contents: String, limit: Int = BusMessage.entryLimit, _ body: () -> Bool) -> Bool {
        each("{\(contents)}", limit: limit) {
            let entered = sd_bus_message_enter_container(raw, Self.code("e"), contents)
            guard entered > 0 else { return entered == 0 ? nil : false }
            return body() && sd_bus_message_exit_container(raw) >= 0
        }
    }

    /// Calls `body` in an array until it returns nil at the end, or false.
    private func each(_ contents: String, limit: Int, _ body: () -> Bool?) -> Bool {
        guard sd_bus_message_enter_container(raw, Self.code("a"), contents) > 0 else { return false }
        var count = 0
        while let going = body() {
            count += 1
            guard going, count < limit else { return false }
        }
        return sd_bus_message_exit_container(raw) >= 0
    }

    /// What the next variant holds, nil for a kind that nobody looks at. False when it cannot be read.
    private func variant(_ take: (BusValue?) -> Void) -> Bool {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(raw, &type, &contents) > 0, let contents else { return false }
        let read: () -> BusValue?
        switch String(cString: contents) {
        case "b": read = { bool().map(BusValue.bool) }
        case "s": read = { text().map(BusValue.text) }
        case "as": read = { texts().map(BusValue.texts) }
        default: return sd_bus_message_skip(raw, "v") >= 0
        }
        guard sd_bus_message_enter_container(raw, Self.code("v"), contents) > 0 else { return false }
        take(read())
        return sd_bus_message_exit_container(raw) >= 0
    }

    /// sd-bus has checked that it is UTF-8 without NUL inside.
    private static func text(_ pointer: UnsafePointer<CChar>) -> String? {
        strnlen(pointer, textLimit + 1) <= textLimit ? String(cString: pointer) : nil
    }

    private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
