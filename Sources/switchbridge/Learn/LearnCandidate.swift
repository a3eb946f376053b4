// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// A switch that is being learnt: what is known of it so far.
struct LearnCandidate {
    let node: NodeDescription
    let nodeID: DeviceID
    let identity: IdentityProposal
    /// The nodes of other devices.
    let strangers: [DeviceIdentity]
    /// What the press showed as, the best first.
    let inputs: [SwitchInput]
    private(set) var choice = 0
    var name: String
    var manner = ProfileSwitch.Manner.ordinary
    private(set) var timing = FilterSettings()
    private var tryout: FilterTryout
    private var presses: [SeenPress] = []
    private var told: Set<FilterAdvice> = []
    /// What was last advised.
    private(set) var advice: FilterAdvice?

    private static let id = SwitchID(1)

    /// Nil of a finding on a node that is not known.
    init?(_ finding: SwitchFinding, on node: NodeDescription, among nodes: [NodeDescription], name: String) {
        self.node = node
        nodeID = finding.best.node
        identity = IdentityProposal(
            of: node.identity, among: nodes.filter { $0.syspath != node.syspath }.map(\.identity))
        strangers = nodes.filter { $0.physicalDevice != node.physicalDevice }.map(\.identity)
        // A profile's input is on one node; what other nodes show of the press is left to them.
        inputs = [finding.best.input] + finding.alternatives.filter { $0.node == finding.best.node }.map(\.input)
        self.name = name
        tryout = FilterTryout([])
        restart()
    }

    var input: SwitchInput { inputs[choice] }

    func isShown(as seen: SeenInput) -> Bool { seen.node == nodeID && seen.input.isSame(as: input) }

    /// False when there is no other input.
    mutating func chooseNext() -> Bool {
        guard inputs.count > 1 else { return false }
        choice = (choice + 1) % inputs.count
        restart()
        return true
    }

    // MARK: Filters

    mutating func set(_ filter: FilterKind, to time: Duration) {
        timing[filter] = time
        restart()
    }

    /// What was seen with other settings tells nothing about these.
    private mutating func restart() {
        presses = []
        guard let id = Self.id else { return }
        tryout = FilterTryout([
            ProfileSwitch(id: id, name: name, inputs: [], manner: manner, timing: timing)
        ])
    }

    var deadline: Instant? { tryout.deadline }

    mutating func moved(_ state: EdgeState, at time: Instant) -> [SeenPress] {
        guard let id = Self.id else { return [] }
        return take(tryout.edgeArrived(Edge(id, state, at: time)))
    }

    mutating func timeReached(_ now: Instant) -> [SeenPress] { take(tryout.timeReached(now)) }

    private mutating func take(_ outputs: [FilterTryout.Output]) -> [SeenPress] {
        let over = outputs.compactMap { output in
            if case .pressed(let press) = output { press } else { nil }
        }
        presses = (presses + over).suffix(FilterAdvice.pressLimit)
        return over
    }

    /// What the presses suggest and was not said yet.
    mutating func newAdvice() -> [FilterAdvice] {
        let new = FilterAdvice.advice(on: presses, with: timing, manner: manner).filter { told.insert($0).inserted }
        advice = new.last ?? advice
        return new
    }
}

extension SwitchInput {
    /// Whatever the thresholds are.
    func isSame(as other: SwitchInput) -> Bool {
        switch (self, other) {
        case (.axis(let left), .axis(let right)): left.code == right.code && left.direction == right.direction
        case (.key, _), (.scan, _), (.axis, _): self == other
        }
    }
}
