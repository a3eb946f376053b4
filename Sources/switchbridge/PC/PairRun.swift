// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink

/// One run of `pc pair`: first the PC is found, then paired with; what is typed goes to the one that is going on.
final class PairRun {
    private let live: LiveRun
    private let talk: PCTalk
    private let places: PCPlaces
    private let state: StateFiles
    private var search: PairingSearch?
    private var session: PairingSession?
    private var input: LineInput?
    private var inputIsOpen = true
    private let inputDescriptor: CInt

    init(
        _ live: LiveRun, _ talk: PCTalk, _ places: PCPlaces, _ state: StateFiles, input: CInt = STDIN_FILENO
    ) {
        self.live = live
        self.talk = talk
        self.places = places
        self.state = state
        inputDescriptor = input
    }

    func run(_ name: String?) throws(Failure) -> Ending {
        try begin(name)
        return try live.run(keeping: self)
    }

    /// - Parameter name: the PC as its user called it; nil for any in range.
    func begin(_ name: String?) throws(Failure) {
        // A switch that types may have typed before (F38).
        if isatty(inputDescriptor) == 1 { tcflush(inputDescriptor, TCIFLUSH) }
        input = LineInput(inputDescriptor, loop: live.loop) { [weak self] in self?.lineEntered($0) }
        if let target = try target(name) { try pair(with: target) } else { try look(for: name) }
    }

    /// Nil when it has to be looked for.
    private func target(_ name: String?) throws(Failure) -> PCTarget? {
        guard let name else { return nil }
        if let socket = PCTarget.socket(named: name) { return socket }
        do throws(SavedPCs.LookupProblem) { return .saved(try state.savedPCs.pc(called: name)) } catch {
            switch error {
            case .unknown: return nil
            case .ambiguous: return try PCTarget(name, among: state.savedPCs)
            }
        }
    }

    private func look(for name: String?) throws(Failure) {
        let search = PairingSearch(
            live, talk, try places.search(live.loop), among: state.savedPCs, for: name, mayBeAnswered: inputIsOpen)
        search.onChosen = { [weak self] pc in
            guard let self else { return }
            live.attempt { () throws(Failure) in try pair(with: .nearby(pc)) }
        }
        self.search = search
        search.begin()
    }

    private func pair(with target: PCTarget) throws(Failure) {
        search = nil
        let session = try PairingSession(live, talk, with: target, places, state, mayBeAnswered: inputIsOpen)
        self.session = session
        session.begin()
    }

    func lineEntered(_ line: String?) {
        if line == nil { inputIsOpen = false } else { talk.lineTyped() }
        search?.lineEntered(line)
        session?.lineEntered(line)
    }
}
