// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import SwitchCore

/// What the system does that concerns forwarding.
package enum SystemEvent: Hashable, Sendable {
    /// The machine sleeps as soon as `SystemEvents.stopped` is called, or after 5 s.
    case suspending
    /// The machine shuts down or restarts as soon as `SystemEvents.stopped` is called, or after 5 s.
    case shuttingDown
    /// It has woken, or does not sleep or shut down after all.
    case resumed
    /// It slept for so long, announced or not.
    case slept(Duration)
    /// A Bluetooth input device was lost or is back. The address is in upper case, with colons; until told otherwise every
    /// device is within reach.
    case bluetoothReach(address: String, isConnected: Bool)
    /// Bluetooth was switched off or on; `hard` by something that no program can change. Until told otherwise it is on.
    case bluetoothBlocked(Bool, hard: Bool)
}

/// Everything that the system says, and what it is told in return. Where a part of the system is missing, its events do not
/// come, and that is all.
package final class SystemEvents {
    /// Each change once, from the loop only. What is the case already when this is made is told in the first turns.
    package var onEvent: (SystemEvent) -> Void = { _ in }

    /// What the service manager is told.
    package let service: ServiceNotice

    private let bus: SystemBus
    private let sleep: SleepWatch
    private let suspend: SuspendClock
    private let bluetooth: BluetoothInputs
    private let radio: RadioSwitch

    package convenience init(loop: EventLoop) {
        self.init(
            loop: loop, busAddress: SystemBus.usualAddress, radioPath: RadioSwitch.usualPath,
            service: ServiceNotice(loop: loop))
    }

    /// With other places, for tests.
    package init(loop: EventLoop, busAddress: String, radioPath: String, service: ServiceNotice) {
        self.service = service
        bus = SystemBus(loop: loop, address: busAddress)
        sleep = SleepWatch(bus: bus)
        suspend = SuspendClock(loop: loop)
        bluetooth = BluetoothInputs(bus: bus)
        radio = RadioSwitch(loop: loop, path: radioPath)
        sleep.onReport = { [weak self] in self?.onEvent(Self.event($0)) }
        suspend.onSlept = { [weak self] in self?.onEvent(.slept($0)) }
        bluetooth.onReport = { [weak self] in
            self?.onEvent(.bluetoothReach(address: $0.address, isConnected: $0.isConnected))
        }
        radio.onChange = { [weak self] in self?.onEvent(.bluetoothBlocked($0.isBlocked, hard: $0.isHard)) }
        bus.connect()
    }

    /// Forwarding has stopped: what was announced may happen. To be called after each `suspending` and `shuttingDown`.
    package func stopped() { sleep.ready() }

    /// Looks again for what was not there. Worth a call when somebody starts forwarding.
    package func lookAgain() {
        bus.connect()
        radio.lookAgain()
    }

    private static func event(_ report: SleepMachine.Report) -> SystemEvent {
        switch report {
        case .suspending: .suspending
        case .shuttingDown: .shuttingDown
        case .resumed: .resumed
        }
    }
}
