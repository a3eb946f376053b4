// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import InputDevices

@Suite("Where an axis rests")
struct AxisRestTests {
    private static let x: UInt16 = 0
    private static let z: UInt16 = 2
    private static let rx: UInt16 = 3
    private static let rz: UInt16 = 5
    private static let gas: UInt16 = 9
    private static let brake: UInt16 = 10
    private static let hat: UInt16 = 0x10

    @Test(
        "sticks and hats rest in the middle, triggers at the lower end (F37)",
        arguments: [
            (x, -32768, 32767, 0), (x, 0, 255, 127), (hat, -1, 1, 0), (z, 0, 1023, 0), (rz, 0, 1023, 0),
            (gas, 0, 1023, 0), (brake, -127, 127, -127), (rz, -32768, 32767, 0),
        ] as [(UInt16, Int32, Int32, Int32)])
    func rest(code: UInt16, minimum: Int32, maximum: Int32, expected: Int32) {
        let range = AxisRest.range(of: code, minimum: minimum, maximum: maximum, among: [code, Self.rx])
        #expect(range == AxisRange(minimum: minimum, maximum: maximum, rest: expected))
    }

    @Test("where gas and brake are the triggers, ABS_Z and ABS_RZ are the right stick")
    func rightStick() {
        let axes: Set = [Self.x, Self.z, Self.rz, Self.gas, Self.brake]
        #expect(AxisRest.range(of: Self.z, minimum: 0, maximum: 65535, among: axes)?.rest == 32767)
    }

    @Test("the whole range of numbers does not overflow")
    func extremes() {
        #expect(AxisRest.range(of: Self.x, minimum: .min, maximum: .max, among: [])?.rest == 0)
    }

    @Test("an axis without a range is none", arguments: [(0, 0), (5, 4)] as [(Int32, Int32)])
    func degenerate(minimum: Int32, maximum: Int32) {
        #expect(AxisRest.range(of: Self.x, minimum: minimum, maximum: maximum, among: []) == nil)
    }
}
