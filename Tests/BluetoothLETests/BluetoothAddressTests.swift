// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import BluetoothLE

@Suite("Addresses and UUIDs")
struct BluetoothAddressTests {
    @Test("an address is written most significant byte first")
    func address() {
        #expect(BluetoothAddress([0x34, 0x12, 0, 0xee, 0xff, 0xc0], .random)?.description == "C0:FF:EE:00:12:34")
    }

    @Test("anything but six bytes is no address", arguments: [0, 5, 7])
    func length(count: Int) {
        #expect(BluetoothAddress([UInt8](repeating: 1, count: count), .public) == nil)
    }

    @Test("a UUID has two or sixteen bytes on the wire, and survives the way there and back", arguments: [2, 16])
    func uuid(count: Int) throws {
        let bytes = (0..<UInt8(count)).map { $0 + 1 }
        #expect(try #require(BluetoothUUID(littleEndian: bytes)).littleEndian == bytes)
        #expect(BluetoothUUID(littleEndian: bytes.dropLast()) == nil)
    }

    @Test("the PC's service is known by 7a78f7e8-1d6d-4d92-9ef0-1f89d3db21f4")
    func service() {
        let text = PCServiceUUID.service.littleEndian.reversed().map { String($0, radix: 16) }
        #expect(text.joined() == "7a78f7e81d6d4d929ef01f89d3db21f4")
    }
}
