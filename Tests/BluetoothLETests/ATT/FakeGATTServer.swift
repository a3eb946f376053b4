// SPDX-License-Identifier: GPL-3.0-or-later

@testable import BluetoothLE

/// A PC's attribute table and how it answers, for conversations with the client. Not a model of any one stack.
struct FakeGATTServer {
    struct Attribute {
        var handle: UInt16
        var type: BluetoothUUID
        var value: [UInt8]
    }

    struct Characteristic {
        var uuid: BluetoothUUID
        var properties: UInt8
        var value: [UInt8] = []
        var hasConfiguration = false

        static let receive = Characteristic(uuid: PCServiceUUID.receive, properties: 0x0c)
        static let transmit = Characteristic(
            uuid: PCServiceUUID.transmit, properties: 0x10, hasConfiguration: true)
        static func status(_ value: [UInt8]) -> Characteristic {
            Characteristic(uuid: PCServiceUUID.status, properties: 0x02, value: value)
        }
        static let response = Characteristic(uuid: PCServiceUUID.response, properties: 0x02)
    }

    var mtu: UInt16
    var attributes: [Attribute] = []
    var services: [ATTHandleRange] = []
    /// Requests refused whatever they ask, by their first byte.
    var refusals: [UInt8: ATTErrorCode] = [:]
    /// Frames that reads of the response characteristic fetch, one with each read from the beginning.
    var waiting: [[UInt8]] = []
    /// What was written, in order.
    private(set) var written: [(handle: UInt16, value: [UInt8])] = []
    private var responseHandle: UInt16?

    init(mtu: UInt16 = 517) { self.mtu = mtu }

    static func typical(mtu: UInt16 = 517, status: [UInt8] = Array("{}".utf8), fetched: Bool = false) -> Self {
        var server = FakeGATTServer(mtu: mtu)
        server.addService(at: 0x10, [.receive, .transmit, .status(status)] + (fetched ? [.response] : []))
        return server
    }

    /// Returns the value handles.
    @discardableResult
    mutating func addService(at first: UInt16, _ characteristics: [Characteristic]) -> [UInt16] {
        var handles: [UInt16] = []
        var next = first
        func add(_ type: UInt16, _ value: [UInt8], to server: inout Self) {
            server.attributes.append(Attribute(handle: next, type: .short(type), value: value))
            next &+= 1
        }
        add(0x2800, PCServiceUUID.service.littleEndian, to: &self)
        for characteristic in characteristics {
            let handle = next + 1
            let head = [characteristic.properties, UInt8(truncatingIfNeeded: handle), UInt8(handle >> 8)]
            add(0x2803, head + characteristic.uuid.littleEndian, to: &self)
            attributes.append(Attribute(handle: handle, type: characteristic.uuid, value: characteristic.value))
            if characteristic.uuid == PCServiceUUID.response { responseHandle = handle }
            handles.append(handle)
            next &+= 1
            if characteristic.hasConfiguration { add(0x2902, [0, 0], to: &self) }
        }
        services.append(ATTHandleRange(first: first, last: next &- 1))
        return handles
    }

    // MARK: Answers

    /// Nil: nothing is answered, as to a command.
    mutating func answer(to bytes: [UInt8]) throws -> [UInt8]? {
        if let code = refusals[bytes[0]] {
            return ATTPacket.errorResponse(request: bytes[0], handle: 0, code: code).bytes
        }
        let answer = answer(try ATTPacket(decoding: bytes))
        if case .errorResponse(_, let handle, let code)? = answer {
            return ATTPacket.errorResponse(request: bytes[0], handle: handle, code: code).bytes
        }
        return answer?.bytes
    }

    private mutating func answer(_ packet: ATTPacket) -> ATTPacket? {
        let limit = Int(mtu)
        switch packet {
        case .exchangeMTURequest: return .exchangeMTUResponse(mtu)
        case .findByTypeValueRequest(let range, _, let value):
            let found = services.filter { range.contains($0.first) && value == PCServiceUUID.service.littleEndian }
            return found.isEmpty ? notFound : .findByTypeValueResponse(Array(found.prefix((limit - 1) / 4)))
        case .readByTypeRequest(let range, let type):
            let found = attributes.filter { range.contains($0.handle) && $0.type == type }
            guard let first = found.first else { return notFound }
            let alike = found.prefix { $0.value.count == first.value.count }
            return .readByTypeResponse(
                alike.prefix((limit - 2) / (2 + first.value.count)).map {
                    ATTAttribute(handle: $0.handle, value: $0.value)
                })
        case .findInformationRequest(let range):
            let found = attributes.filter { range.contains($0.handle) }
            guard let size = found.first?.type.littleEndian.count else { return notFound }
            let alike = found.prefix { $0.type.littleEndian.count == size }
            return .findInformationResponse(
                alike.prefix((limit - 2) / (2 + size)).map { ATTInformation(handle: $0.handle, type: $0.type) })
        case .readRequest(let handle):
            takeNextAnswer(for: handle)
            return .readResponse(Array(value(handle).prefix(limit - 1)))
        case .readBlobRequest(let handle, let offset):
            let value = value(handle)
            return value.count < Int(offset)
                ? refusal(.invalidOffset) : .readBlobResponse(Array(value.dropFirst(Int(offset)).prefix(limit - 1)))
        case .writeRequest(let handle, let value):
            written.append((handle, value))
            return .writeResponse
        case .writeCommand(let handle, let value):
            written.append((handle, value))
            return nil
        default: return nil
        }
    }

    private var notFound: ATTPacket { refusal(.attributeNotFound) }

    private func refusal(_ code: ATTErrorCode) -> ATTPacket { .errorResponse(request: 0, handle: 0, code: code) }

    private func value(_ handle: UInt16) -> [UInt8] { attributes.first { $0.handle == handle }?.value ?? [] }

    private mutating func takeNextAnswer(for handle: UInt16) {
        guard handle == responseHandle, let index = attributes.firstIndex(where: { $0.handle == handle }) else {
            return
        }
        attributes[index].value = waiting.isEmpty ? [] : waiting.removeFirst()
    }
}
