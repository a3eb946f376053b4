// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemd
package import EventLoop
import SwitchCore

/// The system's message bus (D-Bus): connected whenever there is one. A box without it, or whose bus restarts, is an
/// ordinary box that knows less: nothing fails, and nothing is said.
package final class SystemBus {
    /// sd_bus_open_system(3) takes the same: a variable counts only where the program has no more rights than its caller.
    package static var usualAddress: String {
        secure_getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) } ?? "unix:path=/run/dbus/system_bus_socket"
    }

    private let loop: EventLoop
    private let address: String
    private var connection: BusConnection?
    private var retry = BusRetry()
    private var retryTimer: LoopTimer?
    private var users: [(connected: (BusConnection) -> Void, lost: () -> Void)] = []

    /// - Parameter address: as in D-Bus's specification, "Server Addresses".
    package init(loop: EventLoop, address: String = SystemBus.usualAddress) {
        self.loop = loop
        self.address = address
        retryTimer = loop.makeTimer { [weak self] _ in self?.attempt() }
    }

    deinit { retryTimer?.deadline = nil }

    /// Whether the bus has greeted us.
    package private(set) var isConnected = false

    /// Whether there will be another attempt to connect.
    var isWaiting: Bool { retryTimer?.deadline != nil }

    /// `connected` makes its matches and calls each time anew: they end with the connection.
    func use(connected: @escaping (BusConnection) -> Void, lost: @escaping () -> Void) {
        users.append((connected, lost))
    }

    /// Connects if it is not connected, also after it gave up. Never blocks.
    package func connect() {
        retry.askedFor()
        if connection == nil { attempt() }
    }

    private func attempt() {
        retryTimer?.deadline = nil
        do {
            let connection = try BusConnection(address: address, loop: loop)
            connection.onReady = { [weak self, unowned connection] in self?.ready(connection) }
            connection.onLost = { [weak self] in self?.lost() }
            self.connection = connection
        } catch {
            waitForNext()
        }
    }

    private func ready(_ connection: BusConnection) {
        isConnected = true
        retry.connected(at: loop.now)
        for user in users { user.connected(connection) }
    }

    private func lost() {
        let ending = connection
        connection = nil
        // It told so itself: it may go only once it has returned.
        loop.afterThisTurn { withExtendedLifetime(ending) {} }
        if isConnected {
            isConnected = false
            for user in users { user.lost() }
        }
        waitForNext()
    }

    private func waitForNext() {
        retryTimer?.deadline = retry.failed(at: loop.now).map { loop.now + $0 }
    }
}
