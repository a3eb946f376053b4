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
    /// The one that was used where none is named, when the files were read last.
    private var knownDefault: String?

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

    /// Where to go by what is saved now: to a PC that was made the default since, else to the same one as before, which may be
    /// reached otherwise. That other files were written changes nothing, also while a PC that was asked for is not there yet.
    /// - Parameter anew: also when nothing has changed, which else gives nil.
    /// - Throws: where there is no such PC any more. Then none is gone to.
    mutating func again(anew: Bool, _ loop: EventLoop) throws(Failure) -> (
        target: PCTarget, connection: PCConnection
    )? {
        try state.reload()
        let chosen = state.savedPCs.chosen?.desktopID
        let before: SavedPC? = if case .saved(let pc) = present { pc } else { nil }
        var meant = before.flatMap { state.savedPCs.pc($0.desktopID) }
        if meant == nil || (chosen != nil && chosen != knownDefault) {
            present = meant == nil ? nil : present
            meant = try PCTarget.savedPC(nil, among: state.savedPCs)
        }
        knownDefault = chosen
        guard let meant else { return nil }
        guard anew || !meant.isReached(as: before) || state.deviceName != toldName else { return nil }
        return try go(to: .saved(meant), loop)
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
        knownDefault = state.savedPCs.chosen?.desktopID
        return (target, connection)
    }

    /// The one that was gone to was unpaired, and no other is meant.
    var hasNone: Bool { present == nil }

    /// A name that could be given.
    var example: String { state.savedPCs.all.first?.name ?? "Desk" }
}
