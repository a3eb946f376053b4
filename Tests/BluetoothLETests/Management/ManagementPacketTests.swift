// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import Testing

@testable import BluetoothLE

@Suite("Packets of the management interface")
struct ManagementPacketTests {
    static let address = BluetoothAddress([1, 2, 3, 4, 5, 6], .random)!

    @Test(
        "each command is its opcode, adapter, length and parameters, little-endian",
        arguments: [
            (ManagementCommand.readIndexList, "0300 ffff 0000"),
            (.readInformation(adapter: 1), "0400 0100 0000"),
            (.setPowered(adapter: 0, true), "0500 0000 0100 01"),
            (.setPowered(adapter: 0, false), "0500 0000 0100 00"),
            (.readConnections(adapter: 3), "1500 0300 0000"),
            (.setLowEnergy(adapter: 0), "0d00 0000 0100 01"),
            (.startDiscovery(adapter: 258), "2300 0201 0100 06"),
            (.stopDiscovery(adapter: 0), "2400 0000 0100 06"),
            (.disconnect(adapter: 0, address), "1400 0000 0700 010203040506 02"),
            (
                .loadConnectionParameters(adapter: 0, address, .forForwarding),
                "3500 0000 1100 0100 010203040506 02 0600 0c00 0000 6400"
            ),
        ])
    func commands(command: ManagementCommand, bytes: String) {
        #expect(command.encoded == hex(bytes))
    }

    @Test(
        "each event says what the kernel tells",
        arguments: [
            (
                "0100 0000 0400 2300 00 06",
                ManagementEvent.completed(opcode: 0x23, adapter: 0, .success, parameters: [6])
            ),
            ("0200 0100 0300 2300 0a", .completed(opcode: 0x23, adapter: 1, .busy, parameters: [])),
            ("0400 0200 0000", .adapterAdded(2)),
            ("0500 0200 0000", .adapterRemoved(2)),
            ("0600 0000 0400 01020000", .settingsChanged(adapter: 0, [.powered, .lowEnergy])),
            ("0c00 0000 0800 010203040506 02 01", .other(code: 0x0c)),
            ("1300 0000 0200 06 01", .discovering(adapter: 0, true)),
            ("1300 0000 0200 06 00", .discovering(adapter: 0, false)),
            // A BR/EDR device.
            ("1200 0000 0e00 010203040506 00 c4 00000000 0000", .other(code: 0x12)),
            ("2a00 0000 0000", .other(code: 0x2a)),
        ])
    func events(bytes: String, event: ManagementEvent) {
        #expect(ManagementEvent(decoding: hex(bytes)) == event)
    }

    @Test("a device that was heard has its address, its strength and what it advertises")
    func found() throws {
        let packet = Heard.packet(address: Self.address, signal: -60, data: Heard.pc(name: "Desk"))
        guard case .found(0, let heard) = try #require(ManagementEvent(decoding: packet)) else {
            Issue.record("not heard"); return
        }
        #expect(heard.address == Self.address && heard.signal == -60)
        #expect(heard.data.isSwitchifyPC && heard.data.name == "Desk")
    }

    @Test("an adapter that does not know the strength says 127")
    func unknownSignal() throws {
        let packet = Heard.packet(address: Self.address, signal: 127, data: [])
        guard case .found(_, let heard) = try #require(ManagementEvent(decoding: packet)) else {
            Issue.record("not heard")
            return
        }
        #expect(heard.signal == nil)
    }

    @Test("a packet that breaks off is none, wherever that is")
    func truncated() {
        let whole = Heard.packet(address: Self.address, signal: -60, data: Heard.pc(name: "Desk"))
        for length in 0..<whole.count { #expect(ManagementEvent(decoding: Array(whole.prefix(length))) == nil) }
    }

    @Test("a packet above the limit is none")
    func tooLong() {
        let payload = ManagementEvent.sizeLimit - 6
        let header: (Int) -> [UInt8] = { [0x2a, 0, 0, 0, UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(ManagementEvent(decoding: header(payload) + [UInt8](repeating: 0, count: payload)) != nil)
        #expect(ManagementEvent(decoding: header(payload + 1) + [UInt8](repeating: 0, count: payload + 1)) == nil)
    }

    @Test("what a link was given is read from each of the three events, and from no other packet")
    func parameters() throws {
        let made = hex("04 3e 13 01 00 4000 00 01 010203040506 0c00 0000 6400 00")
        let enhanced = hex("04 3e 1f 0a 00 4000 00 01 010203040506 000000000000 000000000000 0c00 0000 6400 00")
        let updated = hex("04 3e 0a 03 00 4000 0c00 0000 6400")
        for packet in [made, enhanced, updated] {
            let event = try #require(LinkParametersEvent(decoding: packet))
            #expect(event.handle == 0x40 && event.parameters.interval == .milliseconds(15))
            #expect(event.parameters.latency == 0 && event.parameters.supervisionTimeout == .seconds(1))
            for length in 0..<14 {
                #expect(LinkParametersEvent(decoding: Array(packet.prefix(length))) == nil || length >= packet.count)
            }
        }
        #expect(LinkParametersEvent(decoding: hex("04 3e 0a 03 3e 4000 0c00 0000 6400")) == nil)
        #expect(LinkParametersEvent(decoding: hex("04 0e 04 01 0620 00")) == nil)
    }
}

@Suite("What devices advertise")
struct AdvertisingDataTests {
    @Test("the service counts in either list of long UUIDs, among others", arguments: [UInt8(0x06), 0x07])
    func service(type: UInt8) {
        let other = [UInt8](repeating: 9, count: 16)
        let data = Heard.field(0x01, [6]) + Heard.field(type, other + PCServiceUUID.service.littleEndian)
        #expect(AdvertisingData(data).isSwitchifyPC)
        #expect(!AdvertisingData(Heard.field(type, other)).isSwitchifyPC)
        // Sixteen bytes of another kind of field.
        #expect(!AdvertisingData(Heard.field(0x21, PCServiceUUID.service.littleEndian)).isSwitchifyPC)
    }

    @Test("the complete name wins over a shortened one, and control characters are left out")
    func name() {
        let short = Heard.field(0x08, Array("De".utf8))
        let whole = Heard.field(0x09, Array("De\u{1B}[31msk".utf8))
        #expect(AdvertisingData(short).name == "De")
        #expect(AdvertisingData(short + whole).name == "De[31msk")
        #expect(AdvertisingData(whole + short).name == "De[31msk")
    }

    @Test("fields that break off end the reading, and what stood before them counts")
    func truncated() {
        let data = Heard.pc(name: "Desk")
        for length in 0..<data.count { _ = AdvertisingData(Array(data.prefix(length))) }
        #expect(AdvertisingData(data.dropLast()).isSwitchifyPC)
        #expect(
            AdvertisingData(Heard.field(0x07, Array(PCServiceUUID.service.littleEndian.dropLast()))).isSwitchifyPC
                == false)
    }

    @Test("no more is looked at than an advertisement can carry")
    func bounded() {
        let filler = [UInt8](repeating: 0, count: 253)
        let long = (0..<6).flatMap { _ in Heard.field(0xff, filler) }
        #expect(AdvertisingData(long + Heard.pc(name: "in")).name == "in")
        #expect(AdvertisingData(long + Heard.field(0xff, filler) + Heard.pc(name: "out")).name == "")
    }
}

/// Packets as the kernel would send them.
enum Heard {
    static func field(_ type: UInt8, _ value: [UInt8]) -> [UInt8] { [UInt8(value.count + 1), type] + value }

    static func pc(name: String) -> [UInt8] {
        field(0x01, [6]) + field(0x07, PCServiceUUID.service.littleEndian) + field(0x09, Array(name.utf8))
    }

    static func packet(adapter: UInt8 = 0, address: BluetoothAddress, signal: Int8, data: [UInt8]) -> [UInt8] {
        let parameters =
            address.bytes + [address.kind.rawValue, UInt8(bitPattern: signal), 0, 0, 0, 0]
            + [UInt8(data.count & 255), UInt8(data.count >> 8)] + data
        return [0x12, 0, adapter, 0, UInt8(parameters.count & 255), UInt8(parameters.count >> 8)] + parameters
    }
}

/// Bytes written in hexadecimal, with spaces wherever they help.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
