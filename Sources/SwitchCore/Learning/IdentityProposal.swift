// SPDX-License-Identifier: GPL-3.0-or-later

/// As little of a node's identity as tells it from everything else that is plugged in, so that a new cable or another
/// kernel does not make it a stranger.
///
/// | no. | beside                                   | proposed                                | why                               |
/// | --- | ---------------------------------------- | --------------------------------------- | --------------------------------- |
/// | 1   | nothing like it                          | bus, vendor, product                    | the same in every socket          |
/// | 2   | no numbers (all zero)                    | bus, name                               | nothing else says what it is      |
/// | 3   | a sibling node with another name         | and name                                | its silent siblings are left out  |
/// | 4   | a sibling with the same name             | and interface, else capabilities        |                                   |
/// | 5   | a twin with another serial               | and serial (F18)                        |                                   |
/// | 6   | a twin, no serials, another port         | and port; moving it breaks that (F18)   |                                   |
/// | 7   | a twin that differs in nothing           | all the same, and who is meant by it too | one has to be unplugged          |
/// | 8   | a twin over Bluetooth                    | and serial, which is its address (F16)  | it has no port                    |
package struct IdentityProposal: Hashable, Sendable {
    package private(set) var match = DeviceMatch()
    /// Others that it describes as well, since nothing tells them apart.
    package private(set) var alsoDescribed: [DeviceIdentity]
    /// It holds only as long as the device stays in its socket.
    package var dependsOnPort: Bool { match.port != nil }

    /// - Parameter others: every other node that is there, siblings of the same device included.
    package init(of identity: DeviceIdentity, among others: [DeviceIdentity]) {
        match.bus = identity.bus
        if identity.vendor != 0 || identity.product != 0 {
            match.vendor = identity.vendor
            match.product = identity.product
        } else {
            match.name = identity.name
        }
        alsoDescribed = others.filter(match.matches)
        add(\.name, identity.name)
        add(\.interface, identity.interface)
        add(\.serial, identity.serial)
        add(\.capabilities, identity.capabilities)
        add(\.port, identity.port)
        add(\.version, identity.version)
    }

    /// Adds what is known if it tells any of the others apart.
    private mutating func add<Value>(_ property: WritableKeyPath<DeviceMatch, Value?>, _ value: Value?) {
        guard let value, match[keyPath: property] == nil else { return }
        var narrower = match
        narrower[keyPath: property] = value
        let rest = alsoDescribed.filter(narrower.matches)
        guard rest.count < alsoDescribed.count else { return }
        match = narrower
        alsoDescribed = rest
    }
}
