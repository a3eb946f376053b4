// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

private func identity(
    _ name: String = "Box", vendor: UInt16 = 1, serial: String? = nil, port: String? = "usb-1", interface: Int? = nil,
    capabilities: String = "aa", bus: DeviceIdentity.Bus = .usb
) -> DeviceIdentity {
    DeviceIdentity(
        bus: bus, vendor: vendor, product: vendor, version: 1, name: name, serial: serial, port: port,
        interface: interface, capabilities: capabilities)
}

/// What the proposal names besides bus, vendor and product.
private func added(_ identity: DeviceIdentity, _ others: DeviceIdentity...) -> [String] {
    let match = IdentityProposal(of: identity, among: others).match
    #expect(match.matches(identity))
    return [
        match.name.map { "name \($0)" }, match.serial.map { "serial \($0)" }, match.port.map { "port \($0)" },
        match.interface.map { "interface \($0)" }, match.capabilities.map { "capabilities \($0)" },
    ].compactMap { $0 }
}

@Suite("Telling a device apart") struct IdentityProposalTests {
    @Test("the case table of the identity holds")
    func table() {
        #expect(added(identity(), identity("Other", vendor: 2)) == [])
        #expect(added(identity(vendor: 0)) == ["name Box"])
        #expect(added(identity("Box Keyboard"), identity("Box Mouse")) == ["name Box Keyboard"])
        #expect(added(identity(interface: 0), identity(interface: 1)) == ["interface 0"])
        #expect(added(identity(capabilities: "aa"), identity(capabilities: "bb")) == ["capabilities aa"])
        #expect(added(identity(serial: "S1"), identity(serial: "S2", port: "usb-2")) == ["serial S1"])
        #expect(added(identity(), identity(port: "usb-2")) == ["port usb-1"])
        #expect(added(identity(), identity()) == [])
        let address = identity(serial: "00:01", port: nil, bus: .bluetooth)
        #expect(added(address, identity(serial: "00:02", port: nil, bus: .bluetooth)) == ["serial 00:01"])
    }

    @Test("F18 a twin without a serial is known by its port, and it is said that this depends on it")
    func f18() {
        let proposal = IdentityProposal(of: identity(), among: [identity(port: "usb-2")])
        #expect(proposal.dependsOnPort && proposal.alsoDescribed.isEmpty)
    }

    @Test("twins that differ in nothing are named as such")
    func indistinguishable() {
        let proposal = IdentityProposal(of: identity(), among: [identity()])
        #expect(proposal.alsoDescribed == [identity()])
    }
}
