// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop

/// Hears from BlueZ which Bluetooth input devices are connected: the only way to learn that one went out of reach, since
/// its event node stays. It only listens, and never starts the service.
package final class BluetoothInputs {
    private static let service = "org.bluez"
    private static let device = "org.bluez.Device1"
    private static let objects = "org.freedesktop.DBus.ObjectManager"

    package var onReport: (BluetoothReach.Report) -> Void = { _ in }

    private var reach = BluetoothReach()
    private var connection: BusConnection?

    package init(bus: SystemBus) {
        bus.use(
            connected: { [weak self] in self?.connected($0) },
            lost: { [weak self] in
                self?.connection = nil
                self?.tell { $0.serviceLost() }
            })
    }

    private func connected(_ connection: BusConnection) {
        self.connection = connection
        listen(interface: "org.freedesktop.DBus.Properties", "PropertiesChanged", ",arg0='\(Self.device)'") {
            [weak self] in self?.propertiesChanged($0)
        }
        listen(interface: Self.objects, "InterfacesAdded") { [weak self] message in
            guard let path = message.text("o") else { return }
            self?.interfaces(message, of: path)
        }
        listen(interface: Self.objects, "InterfacesRemoved") { [weak self] message in
            guard let path = message.text("o"), message.texts()?.contains(Self.device) == true else { return }
            self?.tell { $0.deviceRemoved(path: path) }
        }
        connection.matchOwner(of: Self.service) { [weak self] isThere in
            self?.tell { $0.serviceLost() }
            if isThere { self?.askForAll() }
        }
        askForAll()
    }

    private func listen(
        interface: String, _ signal: String, _ further: String = "", _ handler: @escaping (BusMessage) -> Void
    ) {
        connection?.match(
            "type='signal',sender='\(Self.service)',interface='\(interface)',member='\(signal)'\(further)", handler)
    }

    /// Answers and signals of one service come in order, so the answer is never older than a signal before it.
    private func askForAll() {
        connection?.call(Self.service, path: "/", interface: Self.objects, method: "GetManagedObjects") {
            [weak self] answer in
            guard let self, !answer.isError else { return }
            _ = answer.eachEntry("oa{sa{sv}}") {
                guard let path = answer.text("o") else { return false }
                return self.interfaces(answer, of: path)
            }
        }
    }

    /// Reads the interfaces of an object (`a{sa{sv}}`).
    @discardableResult
    private func interfaces(_ message: BusMessage, of path: String) -> Bool {
        message.eachEntry("sa{sv}") {
            guard let name = message.text(), let properties = message.properties() else { return false }
            if name == Self.device { tell { $0.deviceSeen(path: path, .init(properties)) } }
            return true
        }
    }

    private func propertiesChanged(_ message: BusMessage) {
        guard let path = message.path, message.text() == Self.device, let properties = message.properties() else {
            return
        }
        tell { $0.deviceSeen(path: path, .init(properties)) }
    }

    private func tell(_ event: (inout BluetoothReach) -> [BluetoothReach.Report]) {
        for report in event(&reach) { onReport(report) }
    }
}
