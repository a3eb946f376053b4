// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// A switch that is being learnt: what is known of it so far.
struct LearnCandidate {
    let node: NodeDescription
    /// Another one when its device was unplugged and is back.
    private(set) var nodeID: DeviceID
    private(set) var identity: IdentityProposal
    /// The nodes of other devices.
    private var strangers: [DeviceIdentity]
    /// What the press showed as, the best first.
    let inputs: [SwitchInput]
    private(set) var choice = 0
    var name: String
    private(set) var manner = ProfileSwitch.Manner.ordinary
    /// How its pulses came, where several came for one press (F8).
    private(set) var pulses: (count: Int, interval: Duration)?
    /// Its user held it for as long as was asked, or says that it can be held.
    private(set) var canBeHeld = false
    /// Presses that were too short for a hold and too long for a pulse.
    private(set) var unclearPresses = 0
    private(set) var timing = FilterSettings()
    /// Of its times, those that are not the profile's own.
    private(set) var changedTimes: Set<FilterKind> = []
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
        identity = Self.identity(of: node, among: nodes)
        strangers = Self.strangers(to: node, among: nodes)
        // A profile's input is on one node; what other nodes show of the press is left to them.
        inputs = [finding.best.input] + finding.alternatives.filter { $0.node == finding.best.node }.map(\.input)
        self.name = name
        tryout = FilterTryout([])
        restart()
    }

    private static func identity(of node: NodeDescription, among nodes: [NodeDescription]) -> IdentityProposal {
        IdentityProposal(of: node.identity, among: nodes.filter { $0.syspath != node.syspath }.map(\.identity))
    }

    private static func strangers(to node: NodeDescription, among nodes: [NodeDescription]) -> [DeviceIdentity] {
        nodes.filter { $0.physicalDevice != node.physicalDevice }.map(\.identity)
    }

    /// A twin that was plugged in later makes its description narrower (F18); one that goes does not make it wider again.
    mutating func nodesChanged(_ nodes: [NodeDescription]) {
        strangers = Self.strangers(to: node, among: nodes)
        if strangers.contains(where: identity.match.matches) { identity = Self.identity(of: node, among: nodes) }
    }

    var input: SwitchInput { inputs[choice] }

    /// Whether a description of its device fits another one that is plugged in as well.
    func isConfused(by device: ProfileDevice) -> Bool { strangers.contains(where: device.describes) }

    func isShown(as seen: SeenInput) -> Bool { seen.node == nodeID && seen.input.isSame(as: input) }

    /// False when there is no other input. How that one behaves is not known yet.
    mutating func chooseNext() -> Bool {
        guard inputs.count > 1 else { return false }
        choice = (choice + 1) % inputs.count
        unclearPresses = 0
        restart()
        return true
    }

    /// The device it is on is back, in the same place.
    mutating func cameBack(as id: DeviceID, _ node: NodeDescription) {
        if node.identity == self.node.identity { nodeID = id }
    }

    // MARK: How it behaves

    /// False when that is not clear and to be asked for again. Whoever could not hold it so often is not asked once more.
    mutating func behaved(as result: PressClass) -> Bool {
        pulses = nil
        switch result {
        case .full: behaves(.ordinary, canBeHeld: true)
        case .pulse, .latePulse: behaves(.pulse, canBeHeld: false)
        case .staysDown: behaves(.latching, canBeHeld: false)
        case .repeatingPulses(let count, let interval):
            pulses = (count, interval)
            behaves(.pulse, canBeHeld: false)
        case .unclear(let longest):
            unclearPresses += 1
            guard unclearPresses >= LearnMachine.unclearLimit else { return false }
            behaves(longest > PressClassifier.longestPulse ? .ordinary : .pulse, canBeHeld: false)
        }
        return true
    }

    /// A press that is over at once would never be down long enough to be accepted.
    mutating func behaves(_ manner: ProfileSwitch.Manner, canBeHeld: Bool) {
        self.manner = manner
        self.canBeHeld = canBeHeld
        if manner == .pulse, timing.holdToAccept > .zero { set(.holdToAccept, to: .zero) } else { restart() }
    }

    // MARK: Filters

    mutating func set(_ filter: FilterKind, to time: Duration) {
        timing[filter] = time
        changedTimes.insert(filter)
        restart()
    }

    /// The times that the profile has for it.
    mutating func start(with timing: FilterSettings) {
        self.timing = timing
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
