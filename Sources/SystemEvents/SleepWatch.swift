// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop

/// Hears from systemd-logind that the machine is about to sleep or to shut down, and holds it up until its owner has
/// stopped: `SleepMachine` decides, this performs.
package final class SleepWatch {
    private static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"
    private static let inhibited = ["sleep", "shutdown"]

    package var onReport: (SleepMachine.Report) -> Void = { _ in }

    private var machine = SleepMachine()
    private var connection: BusConnection?
    private var inhibitors: [FileDescriptor] = []

    package init(bus: SystemBus) {
        bus.use(
            connected: { [weak self] in self?.connected($0) },
            lost: { [weak self] in
                self?.connection = nil
                self?.step { $0.busLost() }
            })
    }

    /// The owner has stopped: the machine may sleep. To be called after each `suspending` and `shuttingDown`, within the 5 s
    /// for which logind waits.
    package func ready() {
        step { $0.ownerReady() }
    }

    /// What was asked for comes in order: no announcement after the inhibitor is missed.
    private func connected(_ connection: BusConnection) {
        self.connection = connection
        listen(to: "PrepareForSleep", meaning: .sleep)
        listen(to: "PrepareForShutdown", meaning: .shutdown)
        connection.matchOwner(of: Self.service) { [weak self] isThere in
            if isThere { self?.step { $0.serviceCame() } }
        }
        step { $0.busConnected() }
    }

    private func listen(to signal: String, meaning: SleepMachine.Announcement) {
        let rule = """
            type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.interface)',member='\(signal)'
            """
        connection?.match(rule) { [weak self] message in
            guard let begins = message.bool() else { return }
            self?.step { begins ? $0.announced(meaning) : $0.takenBack() }
        }
    }

    /// One for each: for both in one, logind up to version 252 at least asks polkit for a right that it has nothing to do with
    /// (to handle the switch of a lid), and only who sits at the machine has that.
    private func askForInhibitors() {
        var arrived: [FileDescriptor] = []
        var awaited = Self.inhibited.count
        for what in Self.inhibited {
            let words = [what, "Switchbridge", "Lets go of what is held on the PC first", "delay"]
            connection?.call(Self.service, path: Self.path, interface: Self.interface, method: "Inhibit", words) {
                [weak self] answer in
                if !answer.isError, let inhibitor = answer.descriptor() { arrived.append(inhibitor) }
                awaited -= 1
                if awaited == 0 { self?.answered(arrived) }
            }
        }
    }

    private func answered(_ arrived: [FileDescriptor]) {
        inhibitors = arrived
        step { arrived.isEmpty ? $0.inhibitorRefused() : $0.inhibitorArrived() }
    }

    private func step(_ event: (inout SleepMachine) -> [SleepMachine.Action]) {
        for action in event(&machine) {
            switch action {
            case .askForInhibitor: askForInhibitors()
            case .closeInhibitor: inhibitors = []
            case .report(let report): onReport(report)
            }
        }
    }
}

extension BusConnection {
    /// Says whenever `service` begins to run and ends.
    func matchOwner(of service: String, _ handler: @escaping (Bool) -> Void) {
        let rule = """
            type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',\
            member='NameOwnerChanged',arg0='\(service)'
            """
        match(rule) { message in
            guard message.text() != nil, message.text() != nil, let owner = message.text() else { return }
            handler(!owner.isEmpty)
        }
    }
}
