// SPDX-License-Identifier: GPL-3.0-or-later

/// One instance of the PC's service, as far as it has been looked at.
struct PCServiceHandles: Hashable, Sendable {
    let range: ATTHandleRange
    private var found: [PCCharacteristic: GATTCharacteristic] = [:]
    /// Where to look next; nil when all is known, or the range at its end.
    private(set) var next: UInt16?

    init(range: ATTHandleRange) {
        self.range = range
        next = range.first
    }

    subscript(_ characteristic: PCCharacteristic) -> GATTCharacteristic? { found[characteristic] }

    /// The request for further characteristics; nil when there is nothing more to find.
    var request: ATTPacket? {
        next.map { .readByTypeRequest(ATTHandleRange(first: $0, last: range.last), type: GATTType.characteristic) }
    }

    /// False when these are no declarations, or not where they were looked for: the search would not end.
    mutating func declarationsArrived(_ declarations: [ATTAttribute]) -> Bool {
        for attribute in declarations {
            guard let next, next <= attribute.handle, let declaration = GATTDeclaration(attribute.value),
                attribute.handle < declaration.characteristic.valueHandle,
                declaration.characteristic.valueHandle <= range.last
            else { return false }
            keep(declaration)
            let last = declaration.characteristic.valueHandle
            self.next = last < range.last ? last + 1 : nil
        }
        if found.count == PCCharacteristic.allCases.count { next = nil }
        return true
    }

    /// Of several with one UUID the first counts.
    private mutating func keep(_ declaration: GATTDeclaration) {
        guard let name = PCCharacteristic(declaration.uuid), found[name] == nil else { return }
        found[name] = declaration.characteristic
    }

    mutating func nothingMoreFound() { next = nil }

    // MARK: Fitness

    /// Why no PC's status can be read here and no frame be written, or no answer come in either way.
    var flaw: PCServiceProblem? {
        flaw(.receive, needs: [.write, .writeWithoutResponse]) ?? flaw(.status, needs: .read)
            ?? (answerFlaw(isFetched: true) == nil ? nil : answerFlaw(isFetched: false))
    }

    /// Why answers cannot come, by notifications or, `isFetched`, by reads.
    func answerFlaw(isFetched: Bool) -> PCServiceProblem? {
        isFetched ? flaw(.response, needs: .read) : flaw(.transmit, needs: .notify)
    }

    private func flaw(_ name: PCCharacteristic, needs any: GATTCharacteristic.Properties) -> PCServiceProblem? {
        guard let characteristic = found[name] else { return .characteristicMissing(name) }
        return characteristic.properties.isDisjoint(with: any) ? .characteristicUnusable(name) : nil
    }
}

/// Attribute types that GATT itself assigns (Bluetooth Assigned Numbers, 3.4, 3.5, 3.7).
enum GATTType {
    static let primaryService: UInt16 = 0x2800
    static let characteristic = BluetoothUUID.short(0x2803)
    static let clientConfiguration = BluetoothUUID.short(0x2902)
    /// The value of a client configuration that turns notifications on (Vol 3, Part G, 3.3.3.3).
    static let notificationsOn: [UInt8] = [0x01, 0x00]

    /// Whether a service, an include or a characteristic begins there: 0x2800…0x2803.
    static func isDeclaration(_ type: BluetoothUUID) -> Bool {
        if case .short(0x2800...0x2803) = type { true } else { false }
    }
}
