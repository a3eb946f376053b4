// SPDX-License-Identifier: GPL-3.0-or-later
import CBluez
import EventLoop
import Glibc
import PCLink

/// Hears what the adapter gives to new links. It listens only while one is being made: later every advertisement that
/// another program scans for would wake the loop.
final class LinkParametersListener {
    private let socket: PacketSocket?
    private var seen: [UInt16: LinkParameters] = [:]

    /// Without the right to listen (CAP_NET_RAW) nothing is heard, and nothing else is lost.
    init(adapter index: UInt16, loop: EventLoop) {
        var heard: ((LinkParametersEvent) -> Void)?
        socket = try? Self.open(index, loop: loop) { heard?($0) }
        heard = { [weak self] in self?.seen[$0.handle] = $0.parameters }
    }

    private static func open(
        _ index: UInt16, loop: EventLoop, _ heard: @escaping (LinkParametersEvent) -> Void
    ) throws(SystemError) -> PacketSocket {
        let socket = try BluetoothSocket.events(ofAdapter: index)
        // Events only, and of those only LE Meta.
        var filter = hci_filter()
        filter.type_mask = 1 << UInt32(HCI_EVENT_PKT)
        filter.event_mask = (0, 1 << UInt32(EVT_LE_META_EVENT - 32))
        let size = socklen_t(MemoryLayout<hci_filter>.size)
        try SystemCall.run("setsockopt") { setsockopt(socket.raw, SOL_HCI, HCI_FILTER, &filter, size) }
        return try PacketSocket(socket, loop: loop) { event in
            if case .packet(let packet) = event, let event = LinkParametersEvent(decoding: packet) { heard(event) }
        }
    }

    /// - Parameter link: a connected L2CAP socket.
    func parameters(of link: CInt) -> LinkParameters? {
        var information = l2cap_conninfo()
        var size = socklen_t(MemoryLayout<l2cap_conninfo>.size)
        guard getsockopt(link, SOL_L2CAP, L2CAP_CONNINFO, &information, &size) == 0 else { return nil }
        return seen[information.hci_handle]
    }
}
