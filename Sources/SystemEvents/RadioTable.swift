// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether Bluetooth is switched off, from the kernel's list of radios (Documentation/driver-api/rfkill.rst): it is when
/// there are Bluetooth radios and every one of them is blocked.
package struct RadioTable: Hashable, Sendable {
    /// Radios kept; a box has two or three.
    package static let radioLimit = 32

    package struct Blocking: Hashable, Sendable {
        package var isBlocked: Bool
        /// By a switch on the box or by its firmware, which no program can change.
        package var isHard: Bool

        package init(isBlocked: Bool, isHard: Bool) {
            self.isBlocked = isBlocked
            self.isHard = isHard
        }

        package static let none = Blocking(isBlocked: false, isHard: false)
    }

    private struct Radio: Hashable { var soft: Bool, hard: Bool }

    private var radios: [UInt32: Radio] = [:]
    private var told = Blocking.none

    package init() {}

    package mutating func radioSeen(_ index: UInt32, soft: Bool, hard: Bool) {
        guard radios[index] != nil || radios.count < Self.radioLimit else { return }
        radios[index] = Radio(soft: soft, hard: hard)
    }

    package mutating func radioRemoved(_ index: UInt32) { radios[index] = nil }

    /// What has changed since it was last asked, nil for nothing: radios are switched one after the other.
    package mutating func change() -> Blocking? {
        let now = blocking
        guard now != told else { return nil }
        told = now
        return now
    }

    private var blocking: Blocking {
        guard !radios.isEmpty, radios.values.allSatisfy({ $0.soft || $0.hard }) else { return .none }
        return Blocking(isBlocked: true, isHard: radios.values.allSatisfy(\.hard))
    }
}
