// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

@Suite struct SwitchMapTests {
    @Test("F6 autorepeat is not a press")
    func f6() {
        var bench = MapBench([(.key(code: spaceKey), one)])
        let outputs = [
            key(spaceKey, 1), key(spaceKey, 2, at: 250), key(spaceKey, 2, at: 283), key(spaceKey, 0, at: 400),
        ].flatMap { bench.map.eventArrived($0, from: box) }
        #expect(outputs == [.edge(Edge(one, .down, at: ms(0))), .edge(Edge(one, .up, at: ms(400)))])
        #expect(bench.feed([key(spaceKey, 2, at: 500)]) == "")
    }

    @Test("F21 codes above 255 are ordinary")
    func f21() {
        var bench = MapBench([(.key(code: 0x100), one), (.key(code: 0x2ff), two)])
        #expect(bench.feed([key(0x100, 1), key(0x2ff, 1), key(0x100, 0), key(0x2ff, 0)]) == "1D 2D 1U 2U")
    }

    @Test("F25 down and up in one report count as a press")
    func f25() {
        var bench = MapBench([(.key(code: spaceKey), one)])
        #expect(bench.feed([key(spaceKey, 1), key(spaceKey, 0), report]) == "1D 1U")
    }

    @Test("two inputs on one switch: down with the first, up only with the last")
    func twoInputs() {
        var bench = MapBench([(.key(code: spaceKey), one), (.key(code: enterKey), one)])
        bench.map.deviceAttached(pedal, bindings: [(.key(code: 0x100), one)], axes: [:], found: FoundState())
        #expect(bench.feed([key(spaceKey, 1), key(enterKey, 1)]) == "1D")
        #expect(bench.feed([key(0x100, 1)], from: pedal) == "")
        #expect(bench.feed([key(spaceKey, 0), key(enterKey, 0)]) == "")
        #expect(bench.feed([key(0x100, 0)], from: pedal) == "1U")
    }

    @Test("presses and releases told twice, odd values, foreign types and unknown devices change nothing")
    func noise() {
        var bench = MapBench([(.key(code: spaceKey), one)])
        #expect(bench.feed([key(spaceKey, 0), key(spaceKey, 1), key(spaceKey, 1)]) == "1D")
        #expect(bench.feed([key(spaceKey, -1), key(spaceKey, .max), key(enterKey, 1), axis(absX, 5)]) == "")
        #expect(bench.feed([InputEvent(time: ms(0), type: .max, code: .max, value: .min)]) == "")
        #expect(bench.feed([key(spaceKey, 0)], from: pedal) == "")
        #expect(bench.map.pressed == [one])
        #expect(bench.map.deviceDetached(pedal, at: ms(1)) == [])
    }

    @Test("an input already down when attached is no press until it has been up")
    func foundDown() {
        var bench = MapBench(
            [(.key(code: spaceKey), one), (.axis(AxisInput(code: absZ, direction: .positive)), two)],
            axes: [absZ: AxisRange(minimum: 0, maximum: 100, rest: 0)],
            found: FoundState(keysDown: [spaceKey], axisValues: [absZ: 90]))
        #expect(bench.map.pressed.isEmpty)
        #expect(bench.feed([key(spaceKey, 1), axis(absZ, 95)]) == "")
        #expect(bench.feed([key(spaceKey, 0), axis(absZ, 0)]) == "")
        #expect(bench.feed([key(spaceKey, 1), axis(absZ, 95)]) == "1D 2D")
    }

    @Test("what was found down is told when it has been let go of on all its inputs, and only then")
    func letGo() {
        var bench = MapBench(
            [(.key(code: spaceKey), one), (.key(code: enterKey), one), (.key(code: 1), two)],
            found: FoundState(keysDown: [spaceKey, enterKey, 1]))
        #expect(bench.map.found == [one, two])
        #expect(bench.map.eventArrived(key(spaceKey, 0, at: 1), from: box) == [])
        #expect(bench.map.eventArrived(key(enterKey, 0, at: 2), from: box) == [.letGo(one, at: ms(2))])
        #expect(bench.map.eventArrived(key(enterKey, 1, at: 3), from: box) == [.edge(Edge(one, .down, at: ms(3)))])
        #expect(bench.map.eventsResynchronised([key(1, 0, at: 4)], from: box) == [.letGo(two, at: ms(4))])
        #expect(bench.map.found == [])
    }

    @Test("F20 a device that goes releases what only it held; the others go on")
    func f20() {
        var bench = MapBench([(.key(code: spaceKey), one), (.key(code: enterKey), two)])
        bench.map.deviceAttached(
            pedal, bindings: [(.key(code: 0x100), one), (.key(code: 0x101), three)], axes: [:], found: FoundState())
        #expect(bench.feed([key(spaceKey, 1), key(enterKey, 1)]) == "1D 2D")
        #expect(bench.feed([key(0x100, 1), key(0x101, 1)], from: pedal) == "3D")
        #expect(bench.map.deviceDetached(box, at: ms(9)) == [Edge(two, .up, at: ms(9))])
        #expect(bench.map.pressed == [one, three])
        #expect(bench.feed([key(enterKey, 1)]) == "")
        #expect(bench.feed([key(0x100, 0)], from: pedal) == "1U")
    }

    @Test("F24 after lost events only releases count; what is found down is no press until it has been up")
    func f24() {
        var bench = MapBench([(.key(code: spaceKey), one), (.key(code: enterKey), two)])
        #expect(bench.feed([key(spaceKey, 1)]) == "1D")
        #expect(bench.resynchronise([key(enterKey, 1), key(spaceKey, 0), report]) == "1U")
        #expect(bench.feed([key(enterKey, 1)]) == "")
        #expect(bench.feed([key(enterKey, 0), key(enterKey, 1)]) == "2D")
    }

    @Test("the same input on two switches moves both")
    func sharedInput() {
        var bench = MapBench([(.key(code: spaceKey), two), (.key(code: spaceKey), one)])
        #expect(bench.feed([key(spaceKey, 1), key(spaceKey, 0)]) == "2D 1D 2U 1U")
    }

    @Test("whatever events come, edges alternate per switch", arguments: UInt64(1)...100)
    func alternation(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bench = MapBench(
            [
                (.key(code: 1), one), (.key(code: 2), one), (.scan(value: 1), two), (.scan(value: 2), three),
                (.axis(AxisInput(code: 0, direction: .negative)), two),
                (.axis(AxisInput(code: 0, direction: .positive)), three),
            ], axes: [0: AxisRange(minimum: -10, maximum: 10, rest: 0)])
        var pressed = SwitchSet()
        for _ in 0..<500 {
            let event = InputEvent(
                time: ms(0), type: .random(in: 0...4, using: &random),
                code: Bool.random(using: &random) ? .random(in: 0...4, using: &random) : Evdev.unknownKey,
                value: .random(in: -12...12, using: &random))
            for case .edge(let edge) in bench.map.eventArrived(event, from: box) {
                #expect(pressed.contains(edge.switchID) == (edge.state == .up), "seed \(seed)")
                if edge.state == .down { pressed.insert(edge.switchID) } else { pressed.remove(edge.switchID) }
            }
            #expect(bench.map.pressed == pressed, "seed \(seed)")
        }
    }
}
