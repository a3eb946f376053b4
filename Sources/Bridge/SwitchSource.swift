// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Where events of switches come from: real devices, or a recording. It calls back on the loop's thread.
package protocol SwitchSource: AnyObject {
    var onEvent: ((SwitchSourceEvent) -> Void)? { get set }

    /// Devices of the profile that are there and usable.
    var usableDevices: [SwitchDevice] { get }
    /// Devices of the profile that are missing or cannot be used, each with its reason.
    var unusableDevices: [UnusableDevice] { get }

    /// Opens what is there and begins to read; captures what its profile keeps from others also while forwarding is off.
    func open()
    /// Takes the devices for this program alone. Comes to `captureHeld` or `captureFailed` in bounded time.
    func beginCapture()
    /// Gives them back at the first moment when nothing is down; after 5 s all the same. Keeps those that are captured while
    /// forwarding is off.
    func endCapture()
    /// Gives them back at once, as when the program ends; nothing is captured after that.
    func endCaptureNow()
    /// Lets somebody else have the devices: ends what is captured while forwarding is off, and closes nothing.
    func lend()
    /// Captures again what is captured while forwarding is off.
    func takeBack()
    /// A Bluetooth device went out of reach or came back, which its node does not show.
    /// - Parameter address: in upper case, with colons.
    func reachChanged(address: String, isConnected: Bool)
    /// Where the profile asks for it, switches the lights of the devices on, or leaves them as they were before.
    func showLights(_ isOn: Bool)
}

extension SwitchSource {
    package func reachChanged(address: String, isConnected: Bool) {}
    package func showLights(_ isOn: Bool) {}
}

package enum SwitchSourceEvent {
    case attached(SwitchDevice)
    case events([InputEvent], from: DeviceID)
    case eventsLost(DeviceID)
    case resynchronised([InputEvent], from: DeviceID)
    case detached(DeviceID, revoked: Bool)
    /// A second device fits a description while the first is in use.
    case ambiguous(name: String)
    /// Capture ends while something is down there, so this box has let go of it.
    case releasesWritten(DeviceID)
    case captureHeld
    case captureFailed(CaptureFailure)
    /// What can be used has changed; for showing.
    case devicesChanged
}

/// An opened node with the inputs that the profile binds to switches.
package struct SwitchDevice {
    package var id: DeviceID
    package var name: String
    package var bindings: [(SwitchInput, SwitchID)]
    package var axes: [UInt16: AxisRange]
    package var found: FoundState

    package init(
        id: DeviceID, name: String, bindings: [(SwitchInput, SwitchID)], axes: [UInt16: AxisRange], found: FoundState
    ) {
        self.id = id
        self.name = name
        self.bindings = bindings
        self.axes = axes
        self.found = found
    }
}
