// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink

/// The PCs that a run of `forward` can go to, one at a time.
struct ForwardPCs {
    private let places: PCPlaces
    private(set) var state: StateFiles

    init(_ places: PCPlaces, _ state: StateFiles) {
        self.places = places
        self.state = state
    }

    /// The PC with which the run begins.
    func first(_ text: String?, _ loop: EventLoop) throws(Failure) -> (target: PCTarget, connection: PCConnection) {
        let target = text == PCTarget.simulatedWord ? .simulated : try PCTarget(text, among: state.savedPCs)
        return (target, try places.connection(to: target, loop, state))
    }

    /// Another one, as it is saved by now.
    /// - Parameter text: nil for the one that is used where none is named.
    mutating func next(_ text: String?, _ loop: EventLoop) throws(Failure) -> (
        target: PCTarget, connection: PCConnection
    ) {
        try state.reload()
        let target = try PCTarget(text, among: state.savedPCs)
        return (target, try places.connection(to: target, loop, state))
    }

    /// The PC that is used where none is named, when that is not what a connection with `present` has; nil otherwise.
    mutating func nextIfChanged(from present: SavedPCs, _ loop: EventLoop) throws(Failure) -> (
        target: PCTarget, connection: PCConnection
    )? {
        try state.reload()
        let saved = state.savedPCs
        let isSame = saved.chosen?.isReached(as: present.chosen) ?? false
        guard !isSame || saved.deviceName != present.deviceName else { return nil }
        return try next(nil, loop)
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
        let target = PCTarget.saved(all[(present + 1) % all.count])
        return (target, try places.connection(to: target, loop, state))
    }

    /// A name that could be given.
    var example: String { state.savedPCs.all.first?.name ?? "Desk" }
}
