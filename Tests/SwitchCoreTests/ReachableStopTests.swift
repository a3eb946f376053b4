// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct ReachableStopTests {
    private func reachable(_ switches: [ProfileSwitch], _ safety: SafetySettings = SafetySettings()) -> [ReachableStop]
    {
        stopsWithinReach(
            of: Profile(name: "test", devices: [], switches: switches, safety: safety, pcProfileID: nil))
    }

    @Test("an ordinary switch can stop by a hold; pulse and latching ones cannot")
    func holds() {
        #expect(reachable([.made(one), .made(two, manner: .pulse), .made(three, manner: .latching)]) == [.hold(one)])
    }

    @Test("a profile of pulse switches only has no stop unless presses are counted")
    func pulsesOnly() {
        let presses = SafetySettings.PressesToStop(count: 5, within: .seconds(3))
        #expect(reachable([.made(one, manner: .pulse)]) == [])
        #expect(
            reachable([.made(one, manner: .pulse)], SafetySettings(pressesToStop: presses)) == [.presses(one, presses)])
    }

    @Test("a stop switch counts when the profile has it")
    func stopSwitch() {
        let safety = SafetySettings(stopSwitch: two)
        #expect(reachable([.made(one, manner: .pulse), .made(two)], safety) == [.stopSwitch(two)])
        #expect(reachable([.made(one, manner: .pulse)], safety) == [])
    }

    @Test("every stop that is named can be performed")
    func performed() {
        let safety = SafetySettings(
            pressesToStop: .init(count: 3, within: .seconds(2)), stopSwitch: three)
        let switches = [ProfileSwitch.made(one), .made(two, manner: .pulse), .made(three, manner: .latching)]
        for stop in reachable(switches, safety) {
            var watch = SafetyWatch(switches: switches, safety: safety, scanning: false)
            let reason: StopReason? =
                switch stop {
                case .hold(let id): watch.edgeArrived(Edge(id, .down, at: ms(0))) ?? watch.timeReached(ms(5000))
                case .presses(let id, _):
                    Timeline("D0 U100 D200 U300 D400").edges(of: id).compactMap { watch.edgeArrived($0) }.first
                case .stopSwitch(let id): watch.edgeArrived(Edge(id, .down, at: ms(0)))
                }
            #expect(reason != nil, "\(stop)")
        }
    }
}
