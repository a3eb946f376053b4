// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol

/// The PCs that a run of `forward` can go to, one at a time.
struct ForwardPCs {
    private let places: PCPlaces
    private(set) var state: StateFiles
    /// The one that is gone to, as it was saved then.
    private var present: PCTarget?
    /// What it is told that this box is called.
    private var toldName: DeviceName?

    init(_ places: PCPlaces, _ state: StateFiles) {
        self.places = places
        self.state = state
    }

    /// The PC with which the run begins.
    mutating func first(_ text: String?, _ loop: EventLoop) throws(Failure) -> (
        target: PCTarget, connection: PCConnection
    ) {
        try go(to: text == PCTarget.simulatedWord ? .simulated : try PCTarget(text, among: state.savedPCs), loop)
    }

    /// Another one, as it is saved by now.
    /// - Parameter text: nil for the one that is used where none is named.
    mutating func next(_ text: String?, _ loop: EventLoop) throws(Failure) -> (
        target: PCTarget, connection: PCConnection
    ) {
        try state.reload()
        return try go(to: try PCTarget(text, among: state.savedPCs), loop)
    }

    /// The PC that is used where none is named, when that is another one than is gone to, or has to be reached otherwise; else
    /// nil.
    mutating func nextIfChanged(_ loop: EventLoop) throws(Failure) -> (target: PCTarget, connection: PCConnection)? {
        try state.reload()
        guard let chosen = state.savedPCs.chosen else { return nil }
        let isSame = if case .saved(let present) = present { chosen.isReached(as: present) } else { false }
        guard !isSame || state.deviceName != toldName else { return nil }
        return try go(to: .saved(chosen), loop)
    }

    /// The saved PC after this one, in the order of `pc list`; nil when there is no other.
    mutating func next(after desktopID: String?, _ loop: EventLoop) throws(Failure) -> (
        target: PCTarget, connection: PCConnection
    )? {
        try state.reload()
        let all = state.savedPCs.all
        let others = all.filter { $0.desktopID != desktopID }
        guard !others.isEmpty else { return nil }
        let present = all.firstIndex { $0.desktopID == desktopID } ?? -1
        return try go(to: .saved(all[(present + 1) % all.count]), loop)
    }

    private mutating func go(
        to target: PCTarget, _ loop: EventLoop
    ) throws(Failure) -> (target: PCTarget, connection: PCConnection) {
        let connection = try places.connection(to: target, loop, state)
        present = target
        toldName = state.deviceName
        return (target, connection)
    }

    /// A name that could be given.
    var example: String { state.savedPCs.all.first?.name ?? "Desk" }
}
