// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct SwitchFiltersTests {
    @Test("switches do not disturb each other, and outputs come in the order of their times")
    func independent() {
        var filters = SwitchFilters([
            .made(one, timing: .only(holdToAccept: 300)), .made(two, timing: .only(holdToAccept: 200)),
        ])
        #expect(filters.edgeArrived(Edge(one, .down, at: ms(0))) == [])
        #expect(filters.edgeArrived(Edge(two, .down, at: ms(50))) == [])
        #expect(filters.deadline == ms(250))
        #expect(
            filters.timeReached(ms(400)) == [
                .accepted(Edge(two, .down, at: ms(250))), .accepted(Edge(one, .down, at: ms(300))),
            ])
        #expect(filters.deadline == nil)
    }

    @Test("what is due on one switch fires before an edge of another at the same time")
    func dueFirst() {
        var filters = SwitchFilters([.made(one, timing: .only()), .made(two, timing: .only(holdToAccept: 300))])
        _ = filters.edgeArrived(Edge(two, .down, at: ms(0)))
        #expect(
            filters.edgeArrived(Edge(one, .down, at: ms(300))) == [
                .accepted(Edge(two, .down, at: ms(300))), .accepted(Edge(one, .down, at: ms(300))),
            ])
    }

    @Test("an edge of a switch that the profile does not have is ignored")
    func unknownSwitch() {
        var filters = SwitchFilters([.made(one)])
        #expect(filters.edgeArrived(Edge(three, .down, at: ms(0))) == [])
        #expect(filters.deadline == nil)
    }

    @Test("after a reset a switch still down counts for nothing until it has been up")
    func reset() {
        var filters = SwitchFilters([.made(one, timing: .only(holdToAccept: 300)), .made(two, timing: .only())])
        _ = filters.edgeArrived(Edge(one, .down, at: ms(0)))
        filters.reset(down: [one])
        #expect(filters.deadline == nil)
        #expect(filters.timeReached(ms(1000)) == [])
        #expect(filters.edgeArrived(Edge(one, .up, at: ms(1000))) == [])
        #expect(filters.edgeArrived(Edge(two, .down, at: ms(1001))) == [.accepted(Edge(two, .down, at: ms(1001)))])
    }

    @Test("the chatter of letting go of what was down at the start is no press")
    func chatterOfFound() {
        var filters = SwitchFilters([.made(one, timing: .only(debounce: 5))])
        filters.reset(down: [one])
        #expect(filters.edgeArrived(Edge(one, .up, at: ms(100))) == [])
        #expect(filters.edgeArrived(Edge(one, .down, at: ms(102))) == [])
        #expect(
            filters.edgeArrived(Edge(one, .up, at: ms(104))) == [.rejected(one, by: .debounce, at: ms(104))])
        #expect(filters.timeReached(ms(1000)) == [])
    }

    @Test("F9 a switch that stays down for an hour is one press")
    func f9() {
        var filters = SwitchFilters([.made(one, manner: .latching)])
        let hour = ms(3_600_000)
        #expect(filters.edgeArrived(Edge(one, .down, at: ms(0))).count == 1)
        #expect(filters.timeReached(hour) == [])
        #expect(filters.edgeArrived(Edge(one, .up, at: hour)) == [.accepted(Edge(one, .up, at: hour))])
    }

    @Test("F15 the delay that the filters add is the longest of any switch")
    func f15() {
        let filters = SwitchFilters([
            .made(one, timing: .only(debounce: 5, holdToAccept: 300)),
            .made(two, timing: .only(minimumRelease: 40, holdToAccept: 100, ignoreRepeat: 900)),
        ])
        #expect(filters.addedDelay == (press: .milliseconds(300), release: .milliseconds(40)))
    }

    @Test("a profile without switches filters nothing and waits for nothing")
    func empty() {
        var filters = SwitchFilters([])
        #expect(filters.edgeArrived(Edge(one, .down, at: ms(0))) == [])
        #expect(filters.addedDelay == (press: .zero, release: .zero))
    }
}
