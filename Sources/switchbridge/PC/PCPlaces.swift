// SPDX-License-Identifier: GPL-3.0-or-later
import BluetoothLE
import EventLoop
import PCLink
import PCProtocol

/// The ways to PCs that this box has.
struct PCPlaces {
    /// Makes a link to the PC in range that has this id (F32: addresses change); it is not connected yet.
    var link: (String, EventLoop) throws(Failure) -> any Transport
    /// Makes a search for PCs in range; it has not begun yet.
    var search: (EventLoop) throws(Failure) -> any PCSearch

    func transport(to target: PCTarget, _ loop: EventLoop) throws(Failure) -> any Transport {
        switch target {
        case .simulated: return SimulatedPlace.transport(to: SimulatedPlace.pc(loop), loop)
        case .socket(let path): return UnixTransport(path: path, loop: loop)
        case .saved(let pc):
            guard let path = pc.socketPath else { return try link(pc.desktopID, loop) }
            return UnixTransport(path: path, loop: loop)
        case .nearby(let pc): return try link(pc.desktopID, loop)
        }
    }

    /// A connection to this PC and no other, not opened yet.
    func connection(to target: PCTarget, _ loop: EventLoop, _ state: StateFiles) throws(Failure) -> PCConnection {
        PCConnection(
            loop: loop, transport: try transport(to: target, loop), deviceName: state.deviceName,
            savedPCs: state.savedPCs, journal: state.journal, socketPath: target.socketPath,
            expecting: target.expectedID)
    }
}

extension PCPlaces {
    /// Those of the real box.
    /// - Parameter adapter: such as "hci1"; nil takes the first that can be used.
    init(adapter: String?) {
        self.init(
            link: { id, loop throws(Failure) in LETransport(desktopID: id, adapter: adapter, loop: loop) },
            search: { loop throws(Failure) in LESearch(adapter: adapter, loop: loop) })
    }
}
