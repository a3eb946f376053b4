// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol

@testable import BluetoothLE

extension FuzzTarget {
    /// A packet of the kernel, an advertisement and the two answers, each read from the same bytes.
    static let management = FuzzTarget("management") {
        let advertisement = advertised(name: "Desk")
        return [
            [1, 0, 0, 0, 4, 0, 0x23, 0, 0, 6], [2, 0, 0, 0, 3, 0, 0x23, 0, 0x0a], [4, 0, 1, 0, 0, 0],
            [5, 0, 1, 0, 0, 0],
            [6, 0, 0, 0, 4, 0, 1, 2, 0, 0], [0x13, 0, 0, 0, 2, 0, 6, 0], heard(advertisement), advertisement,
            [3, 0x02, 0x0a, 0x18, 5, 0x08, 0x41, 0x42, 0xc3, 0x28, 3, 0x09, 0xe2, 0x80],
            [UInt8](repeating: 0, count: 6) + [9, 2, 0] + [1, 2, 0, 0] + [1, 2, 0, 0],
            [4, 0x3e, 0x13, 1, 0, 0x40, 0, 0] + [UInt8](repeating: 1, count: 7) + [6, 0, 0, 0, 100, 0, 0],
            [4, 0x3e, 10, 3, 0, 0x40, 0, 6, 0, 0, 0, 100, 0],
        ]
    } run: { bytes in
        try check(AdvertisingData(bytes))
        if case .found(_, let advertisement)? = ManagementEvent(decoding: bytes) {
            try check(advertisement.data)
            try hold(advertisement.signal.map { (-128...126).contains($0) } ?? true, "a signal out of range")
        }
        if let event = LinkParametersEvent(decoding: bytes) {
            try hold(event.handle <= 0x0fff && event.parameters.latency >= 0, "a link out of range")
        }
        try hold(
            AdapterInformation(decoding: bytes).map { $0.address.count == 6 } ?? true, "an address of a wrong length")
    }

    private static func check(_ data: AdvertisingData) throws {
        try checkShown(data.name, limit: AdvertisingData.nameLimit)
        try hold(data.services.count <= AdvertisingData.sizeLimit / 2, "more services than bytes")
    }

    /// As a PC advertises.
    static func advertised(name: String) -> [UInt8] {
        func field(_ type: UInt8, _ value: [UInt8]) -> [UInt8] { [UInt8(value.count + 1), type] + value }
        return field(0x01, [6]) + field(0x07, PCServiceUUID.service.littleEndian) + field(0x09, Array(name.utf8))
    }

    /// As the kernel says that it heard that.
    static func heard(_ data: [UInt8], from number: UInt8 = 1) -> [UInt8] {
        let parameters = [number, 0, 0, 0, 0, 0xc0, 2, 200, 0, 0, 0, 0, UInt8(data.count), 0] + data
        return [0x12, 0, 0, 0, UInt8(parameters.count), 0] + parameters
    }
}
