// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import SwitchCore
import Testing

@Suite("Shipped profiles with the names of the real libevdev")
struct ShippedProfilesTests {
    static let directory = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Profiles"

    @Test(
        "every name of an input is known",
        arguments: [
            "gpio-keys", "makey-makey", "pcsensor-pedal", "two-switch-box", "vec-pedal", "xbox-adaptive-controller",
        ])
    func loads(_ name: String) throws {
        let profile = try ProfileFile.load(path: "\(Self.directory)/\(name).yaml", names: EvdevNames()).get()
        #expect(profile.switches.allSatisfy { !$0.inputs.isEmpty })
    }
}
