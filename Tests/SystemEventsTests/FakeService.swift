// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemd
import EventLoop
import Glibc
import Testing

/// logind or BlueZ, as far as they are spoken to: a second connection to the bus, on the loop of the test. It asks the bus
/// and waits for its answers, as only a test may.
final class FakeService {
    /// The ends of the inhibitors given out that stay with logind: each hangs up when the other end is closed.
    private(set) var inhibitors: [FileDescriptor] = []
    /// What was asked, by method.
    private(set) var asked: [String] = []
    /// Whether `Inhibit` is answered with an error.
    var refuses = false
    /// What `GetManagedObjects` answers.
    var devices: [(path: String, icon: String?, isConnected: Bool)] = []

    private let bus: OpaquePointer
    private let descriptor: FileDescriptor
    private var watch: Watch?

    init(_ name: String, address: String, loop: EventLoop) throws {
        var created: OpaquePointer?
        try #require(sd_bus_new(&created) >= 0)
        bus = try #require(created)
        try #require(sd_bus_set_address(bus, address) >= 0)
        try #require(sd_bus_set_bus_client(bus, 1) >= 0)
        try #require(sd_bus_start(bus) >= 0)
        // A copy: sd-bus closes its own when the bus ends.
        descriptor = FileDescriptor(owning: fcntl(sd_bus_get_fd(bus), F_DUPFD_CLOEXEC, 0))
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        try #require(sd_bus_add_filter(bus, nil, Self.filter, userdata) >= 0)
        try #require(sd_bus_request_name(bus, name, 0) >= 0)
        watch = try loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.process() }
        process()
    }

    deinit {
        watch?.cancel()
        sd_bus_flush_close_unref(bus)
    }

    private func process() {
        while sd_bus_process(bus, nil) > 0 {}
        // The bus ended.
        if sd_bus_is_open(bus) <= 0 { watch?.cancel() }
    }

    private static let filter: sd_bus_message_handler_t = { message, userdata, _ in
        guard let message, let userdata, let member = sd_bus_message_get_member(message) else { return 0 }
        return Unmanaged<FakeService>.fromOpaque(userdata).takeUnretainedValue()
            .called(String(cString: member), message) ? 1 : 0
    }

    private func called(_ method: String, _ message: OpaquePointer) -> Bool {
        asked.append(method)
        switch method {
        case "Inhibit": answer(message) { refuses || !isOfOneKind(message) ? nil : inhibit($0) }
        case "GetManagedObjects": answer(message) { managedObjects($0) }
        default: return false
        }
        return true
    }

    private func answer(_ message: OpaquePointer, _ fill: (OpaquePointer) -> Void?) {
        var answer: OpaquePointer?
        sd_bus_message_new_method_return(message, &answer)
        if let made = answer, fill(made) == nil {
            sd_bus_message_unref(made)
            sd_bus_message_new_method_errno(message, &answer, EACCES, nil)
        }
        sd_bus_send(bus, answer, nil)
        sd_bus_message_unref(answer)
    }

    /// As logind 252 has it: for several kinds in one it asks for another right, which a service does not have.
    private func isOfOneKind(_ message: OpaquePointer) -> Bool {
        var what: UnsafePointer<CChar>?
        sd_bus_message_read_basic(message, Self.code("s"), &what)
        return what.map { ["sleep", "shutdown"].contains(String(cString: $0)) } ?? false
    }

    private func inhibit(_ answer: OpaquePointer) {
        guard let (reading, writing) = try? PrivateBus.pipe() else { return }
        _ = fcntl(reading.raw, F_SETFL, O_NONBLOCK)
        inhibitors.append(reading)
        var given = writing.raw
        sd_bus_message_append_basic(answer, Self.code("h"), &given)
    }

    /// How many inhibitors are held.
    var held: Int {
        inhibitors.count { inhibitor in
            var byte: UInt8 = 0
            return read(inhibitor.raw, &byte, 1) < 0  // EAGAIN: somebody has the other end
        }
    }

    // MARK: Signals

    func announce(_ signal: String, _ begins: Bool) {
        emit("/org/freedesktop/login1", "org.freedesktop.login1.Manager", signal) { message in
            var value: CInt = begins ? 1 : 0
            sd_bus_message_append_basic(message, Self.code("b"), &value)
        }
    }

    func connectedChanged(_ path: String, _ isConnected: Bool) {
        emit(path, "org.freedesktop.DBus.Properties", "PropertiesChanged") { message in
            Self.append(message, "s", "org.bluez.Device1")
            // As BlueZ: further properties before, of kinds that nobody looks at.
            Self.dictionary(message, "sv") {
                Self.entry(message, "RSSI") {
                    Self.variant(message, "n") {
                        var value: Int16 = -60; sd_bus_message_append_basic(message, Self.code("n"), &value)
                    }
                }
                Self.entry(message, "Connected") { Self.boolean(message, isConnected) }
            }
            sd_bus_message_open_container(message, Self.code("a"), "s")
            sd_bus_message_close_container(message)
        }
    }

    func added(_ path: String, icon: String, isConnected: Bool) {
        emit("/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded") { message in
            Self.append(message, "o", path)
            Self.interfaces(message, icon, isConnected)
        }
    }

    func removed(_ path: String) {
        emit("/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved") { message in
            Self.append(message, "o", path)
            sd_bus_message_open_container(message, Self.code("a"), "s")
            Self.append(message, "s", "org.bluez.Device1")
            sd_bus_message_close_container(message)
        }
    }

    /// A signal with whatever `fill` puts in.
    func emit(_ path: String, _ interface: String, _ signal: String, _ fill: (OpaquePointer) -> Void) {
        var created: OpaquePointer?
        sd_bus_message_new_signal(bus, &created, path, interface, signal)
        guard let message = created else { return }
        fill(message)
        sd_bus_send(bus, message, nil)
        sd_bus_flush(bus)
        sd_bus_message_unref(message)
    }

    // MARK: Putting messages together

    private func managedObjects(_ answer: OpaquePointer) {
        Self.dictionary(answer, "oa{sa{sv}}") {
            for device in devices {
                sd_bus_message_open_container(answer, Self.code("e"), "oa{sa{sv}}")
                Self.append(answer, "o", device.path)
                Self.interfaces(answer, device.icon, device.isConnected)
                sd_bus_message_close_container(answer)
            }
        }
    }

    private static func interfaces(_ message: OpaquePointer, _ icon: String?, _ isConnected: Bool) {
        dictionary(message, "sa{sv}") {
            sd_bus_message_open_container(message, code("e"), "sa{sv}")
            append(message, "s", "org.bluez.Device1")
            dictionary(message, "sv") {
                if let icon { entry(message, "Icon") { variant(message, "s") { append(message, "s", icon) } } }
                entry(message, "Connected") { boolean(message, isConnected) }
            }
            sd_bus_message_close_container(message)
        }
    }

    static func dictionary(_ message: OpaquePointer, _ contents: String, _ fill: () -> Void) {
        sd_bus_message_open_container(message, code("a"), "{\(contents)}")
        fill()
        sd_bus_message_close_container(message)
    }

    static func entry(_ message: OpaquePointer, _ name: String, _ fill: () -> Void) {
        sd_bus_message_open_container(message, code("e"), "sv")
        append(message, "s", name)
        fill()
        sd_bus_message_close_container(message)
    }

    static func variant(_ message: OpaquePointer, _ contents: String, _ fill: () -> Void) {
        sd_bus_message_open_container(message, code("v"), contents)
        fill()
        sd_bus_message_close_container(message)
    }

    private static func boolean(_ message: OpaquePointer, _ value: Bool) {
        variant(message, "b") {
            var number: CInt = value ? 1 : 0
            sd_bus_message_append_basic(message, code("b"), &number)
        }
    }

    static func append(_ message: OpaquePointer, _ type: Character, _ text: String) {
        sd_bus_message_append_basic(message, code(type), text)
    }

    private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }
}
