// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

/// Every state of the capture machine times every event.
@Suite struct CaptureMachineMatrixTests {
    enum Event: CaseIterable, Sendable {
        case captureRequested, wentDown, wentUp, grabSucceeded, grabFailed, foundDown, foundUp
        case endRequested, endNowRequested, nodeLost, timerEarly, timerDue
    }

    enum StateName: String, CaseIterable, Sendable {
        case free, waiting, grabbing, checking, held, ending, resuming, gone

        init(_ state: CaptureMachine.State) {
            switch state {
            case .free: self = .free
            case .waiting: self = .waiting
            case .grabbing: self = .grabbing
            case .checking: self = .checking
            case .held: self = .held
            case .ending: self = .ending
            case .resuming: self = .resuming
            case .gone: self = .gone
            }
        }
    }

    private static func apply(_ event: Event, to machine: inout CaptureMachine) -> [CaptureMachine.Action] {
        switch event {
        case .captureRequested: machine.captureRequested(at: ms(10))
        case .wentDown: machine.downChanged(anythingDown: true, at: ms(10))
        case .wentUp: machine.downChanged(anythingDown: false, at: ms(10))
        case .grabSucceeded: machine.grabSucceeded()
        case .grabFailed: machine.grabFailed(.refused(device: "box", error: "EIO"))
        case .foundDown: machine.stateReadAfterGrab(anythingDown: true)
        case .foundUp: machine.stateReadAfterGrab(anythingDown: false)
        case .endRequested: machine.endRequested(at: ms(10))
        case .endNowRequested: machine.endNowRequested()
        case .nodeLost: machine.nodeLost()
        case .timerEarly: machine.timerFired(ms(11))
        case .timerDue: machine.timerFired(ms(31_001))
        }
    }

    /// The events that lead from a new machine to each state.
    private static func way(to state: StateName) -> [Event] {
        switch state {
        case .free: []
        case .waiting: [.wentDown, .captureRequested]
        case .grabbing: [.captureRequested]
        case .checking: [.captureRequested, .grabSucceeded]
        case .held: [.captureRequested, .grabSucceeded, .foundUp]
        case .ending: [.captureRequested, .grabSucceeded, .foundUp, .wentDown, .endRequested]
        case .resuming: way(to: .ending) + [.captureRequested]
        case .gone: [.nodeLost]
        }
    }

    private static func machine(in state: StateName) -> CaptureMachine {
        var machine = CaptureMachine(anythingDown: false)
        for event in way(to: state) { _ = apply(event, to: &machine) }
        return machine
    }

    /// The state after the event, from the table in the machine's own file; where it is missing, nothing changes.
    private static let successors: [StateName: [Event: StateName]] = [
        .free: [.captureRequested: .grabbing, .nodeLost: .gone],
        .waiting: [
            .wentUp: .grabbing, .endRequested: .free, .endNowRequested: .free, .timerDue: .free, .nodeLost: .gone,
        ],
        .grabbing: [
            .grabSucceeded: .checking, .grabFailed: .free, .endRequested: .free, .endNowRequested: .free,
            .nodeLost: .gone,
        ],
        .checking: [
            .foundDown: .waiting, .foundUp: .held, .endRequested: .free, .endNowRequested: .free, .nodeLost: .gone,
        ],
        .held: [.endRequested: .free, .endNowRequested: .free, .nodeLost: .gone],
        .ending: [
            .captureRequested: .resuming, .wentUp: .free, .endNowRequested: .free, .timerDue: .free, .nodeLost: .gone,
        ],
        .resuming: [
            .wentUp: .held, .endRequested: .ending, .endNowRequested: .free, .timerDue: .free, .nodeLost: .gone,
        ],
        .gone: [:],
    ]

    @Test("every event in every state leads where the table says", arguments: StateName.allCases, Event.allCases)
    func matrix(state: StateName, event: Event) {
        var machine = Self.machine(in: state)
        #expect(StateName(machine.state) == state)
        _ = Self.apply(event, to: &machine)
        #expect(StateName(machine.state) == Self.successors[state]?[event] ?? state)
    }

    @Test("whatever happens, no press leaks and every wait ends", arguments: UInt64(1)...200)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var machine = CaptureMachine(anythingDown: false)
        var captured = false
        var down = false
        for _ in 0..<300 {
            let state = StateName(machine.state)
            let possible = Event.allCases.filter { event in
                switch event {
                case .nodeLost: false
                case .grabSucceeded, .grabFailed: state == .grabbing
                case .foundDown, .foundUp: state == .checking
                case .captureRequested, .wentDown, .wentUp, .endRequested, .endNowRequested, .timerEarly, .timerDue:
                    state != .grabbing && state != .checking
                }
            }
            guard let event = possible.randomElement(using: &random) else { return }
            if event == .grabSucceeded { captured = true }
            if event == .wentDown || event == .foundDown { down = true }
            if event == .wentUp || event == .foundUp { down = false }
            let actions = Self.apply(event, to: &machine)
            for action in actions {
                if action == .grab { #expect(!captured && !down, "seed \(seed)") }
                if action == .ungrab {
                    let released = actions.contains(.writeReleases) || event == .foundDown
                    #expect(captured && (!down || released), "seed \(seed)")
                    captured = false
                }
            }
            check(machine, captured: captured, down: down, seed: seed)
        }
    }

    private func check(_ machine: CaptureMachine, captured: Bool, down: Bool, seed: UInt64) {
        switch StateName(machine.state) {
        case .free, .gone: #expect(!captured, "seed \(seed)")
        case .waiting: #expect(!captured && down && machine.deadline != nil, "seed \(seed)")
        case .ending, .resuming: #expect(captured && down && machine.deadline != nil, "seed \(seed)")
        case .checking, .held: #expect(captured, "seed \(seed)")
        case .grabbing: #expect(!captured && !down, "seed \(seed)")
        }
    }
}
