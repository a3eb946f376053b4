// SPDX-License-Identifier: GPL-3.0-or-later
import CBluez
import EventLoop
import Glibc

/// Sockets of the kernel's Bluetooth family.
enum BluetoothSocket {
    private static let flags = CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// To the management interface.
    static func management() throws(SystemError) -> FileDescriptor {
        try hci(device: UInt16(HCI_DEV_NONE), channel: UInt16(HCI_CHANNEL_CONTROL))
    }

    /// A copy of what an adapter tells the kernel.
    static func events(ofAdapter index: UInt16) throws(SystemError) -> FileDescriptor {
        try hci(device: index, channel: UInt16(HCI_CHANNEL_RAW))
    }

    /// For one ATT link, bound to an adapter by its address, or to any when that is all zero.
    static func attribute(from adapter: [UInt8]) throws(SystemError) -> FileDescriptor {
        let socket = FileDescriptor(
            owning: try SystemCall.run("socket") {
                Glibc.socket(AF_BLUETOOTH, CInt(SOCK_SEQPACKET.rawValue) | flags, BTPROTO_L2CAP)
            })
        var address = attributeAddress(adapter, UInt8(BDADDR_LE_PUBLIC))
        try call("bind", &address) { bind(socket.raw, $0, $1) }
        return socket
    }

    /// Begins to connect; the socket is writable once that has come to an end.
    static func connect(_ socket: FileDescriptor, to peer: BluetoothAddress) throws(SystemError) {
        var address = attributeAddress(peer.bytes, peer.kind.rawValue)
        do throws(SystemError) {
            try call("connect", &address) { Glibc.connect(socket.raw, $0, $1) }
        } catch {
            guard error.code == EINPROGRESS else { throw error }
        }
    }

    private static func hci(device: UInt16, channel: UInt16) throws(SystemError) -> FileDescriptor {
        let socket = FileDescriptor(
            owning: try SystemCall.run("socket") {
                Glibc.socket(AF_BLUETOOTH, CInt(SOCK_RAW.rawValue) | flags, BTPROTO_HCI)
            })
        var address = sockaddr_hci(
            hci_family: sa_family_t(AF_BLUETOOTH), hci_dev: device, hci_channel: channel)
        try call("bind", &address) { bind(socket.raw, $0, $1) }
        return socket
    }

    /// On the fixed channel of the Attribute Protocol (Bluetooth Core, Vol 3, Part A, 2.1).
    private static func attributeAddress(_ bytes: [UInt8], _ kind: UInt8) -> sockaddr_l2 {
        var address = sockaddr_l2()
        address.l2_family = sa_family_t(AF_BLUETOOTH)
        address.l2_cid = UInt16(4).littleEndian
        address.l2_bdaddr_type = kind
        withUnsafeMutableBytes(of: &address.l2_bdaddr) { $0.copyBytes(from: bytes.prefix($0.count)) }
        return address
    }

    private static func call<Address>(
        _ name: StaticString, _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws(SystemError) {
        let size = socklen_t(MemoryLayout<Address>.size)
        try withUnsafePointer(to: &address) { pointer throws(SystemError) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic throws(SystemError) in
                _ = try SystemCall.run(name) { body(generic, size) }
            }
        }
    }
}
