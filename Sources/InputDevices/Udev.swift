// SPDX-License-Identifier: GPL-3.0-or-later
import CLibudev
import EventLoop
import Glibc

/// The connection to udev. This file alone calls libudev.
///
/// What happens is read from the netlink group "udev", not the kernel's: there an event comes only once the rules have
/// set the node's permissions and properties (F19).
final class Udev {
    enum Change {
        case present(NodeFacts)
        case removed(syspath: String)
        /// The kernel dropped messages: look at everything again.
        case messagesLost
    }

    private let context: OpaquePointer
    private let monitor: OpaquePointer
    /// Owned by the monitor.
    let descriptor: CInt

    /// Listens from here on, so that what comes while `nodes()` is looking is not missed.
    init() throws(SystemError) {
        context = try Self.checked("udev_new", udev_new())
        do {
            monitor = try Self.checked("udev_monitor_new_from_netlink", udev_monitor_new_from_netlink(context, "udev"))
        } catch {
            udev_unref(context)
            throw error
        }
        descriptor = udev_monitor_get_fd(monitor)
        try SystemCall.negated(
            "udev_monitor_filter_add_match_subsystem_devtype",
            udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil))
        try SystemCall.negated("udev_monitor_enable_receiving", udev_monitor_enable_receiving(monitor))
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(context)
    }

    private static func checked(_ call: String, _ pointer: OpaquePointer?) throws(SystemError) -> OpaquePointer {
        guard let pointer else { throw SystemError(call: call, code: errno) }
        return pointer
    }

    /// The event nodes that are there now. One that udev has not finished with is left out: its event is still to come.
    func nodes() throws(SystemError) -> [NodeFacts] {
        let enumeration = try Self.checked("udev_enumerate_new", udev_enumerate_new(context))
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_sysname(enumeration, "event*")
        if isUdevRunning { udev_enumerate_add_match_is_initialized(enumeration) }
        try SystemCall.negated("udev_enumerate_scan_devices", udev_enumerate_scan_devices(enumeration))
        return Self.names(udev_enumerate_get_list_entry(enumeration)).compactMap { path in
            // Gone since it was listed: not an error.
            guard let device = udev_device_new_from_syspath(context, path) else { return nil }
            defer { udev_device_unref(device) }
            return Self.facts(of: device)
        }
    }

    /// Without a udev daemon nothing is ever marked as finished.
    private var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }

    /// The next change that has arrived, nil when there is none. Messages about other devices are skipped.
    func nextChange() -> Change? {
        while true {
            errno = 0
            guard let device = udev_monitor_receive_device(monitor) else {
                // Messages that the filter rejects end here as well, with EAGAIN; the descriptor then stays readable.
                return errno == ENOBUFS ? .messagesLost : nil
            }
            defer { udev_device_unref(device) }
            guard let syspath = Self.text(udev_device_get_syspath(device)), Self.isEventNode(syspath) else { continue }
            if Self.text(udev_device_get_action(device)) == "remove" { return .removed(syspath: syspath) }
            if let facts = Self.facts(of: device) { return .present(facts) }
        }
    }

    // MARK: From libudev's objects to text

    private static func isEventNode(_ syspath: String) -> Bool {
        syspath.split(separator: "/").last?.hasPrefix("event") ?? false
    }

    /// The attributes are those of the `inputN` parent; nil when the device has gone meanwhile.
    private static func facts(of device: OpaquePointer) -> NodeFacts? {
        guard let devnode = text(udev_device_get_devnode(device)), let syspath = text(udev_device_get_syspath(device)),
            let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        else { return nil }
        let names = [
            "name", "phys", "uniq", "id/bustype", "id/vendor", "id/product", "id/version", "capabilities/key",
            "capabilities/rel", "capabilities/abs", "capabilities/msc", "capabilities/sw",
        ]
        var attributes: [String: String] = [:]
        for name in names { attributes[name] = text(udev_device_get_sysattr_value(input, name)) }
        return NodeFacts(
            devnode: devnode, syspath: syspath, physicalPath: physicalPath(of: input),
            properties: properties(of: device), attributes: attributes)
    }

    /// The nearest of: USB device, HID device (Bluetooth: all of one device's nodes hang from it), whatever the input
    /// device hangs from, itself. libudev owns the parents.
    private static func physicalPath(of input: OpaquePointer) -> String {
        let parent =
            udev_device_get_parent_with_subsystem_devtype(input, "usb", "usb_device")
            ?? udev_device_get_parent_with_subsystem_devtype(input, "hid", nil)
            ?? udev_device_get_parent(input) ?? input
        return text(udev_device_get_syspath(parent)) ?? ""
    }

    private static func properties(of device: OpaquePointer) -> [String: String] {
        var properties: [String: String] = [:]
        var entry = udev_device_get_properties_list_entry(device)
        while let present = entry {
            if let name = text(udev_list_entry_get_name(present)) {
                properties[name] = text(udev_list_entry_get_value(present))
            }
            entry = udev_list_entry_get_next(present)
        }
        return properties
    }

    private static func names(_ first: OpaquePointer?) -> [String] {
        Array(
            sequence(state: first) { entry in
                guard let present = entry else { return nil }
                entry = udev_list_entry_get_next(present)
                return text(udev_list_entry_get_name(present)) ?? ""
            })
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
