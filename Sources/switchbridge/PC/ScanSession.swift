// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// One run of `pc scan`: the list of PCs in range, kept up to date until its user or a time ends it.
final class ScanSession {
    private let live: LiveRun
    private let talk: PCTalk
    private let search: any PCSearch
    private let savedPCs: SavedPCs
    private let limit: Duration?
    private var list = NearbyList()
    private var problem: AdapterProblem?
    private var wasAnyFound = false
    private var timer: LoopTimer?

    /// - Parameter limit: how long to look; nil until its user ends it.
    init(_ live: LiveRun, _ talk: PCTalk, _ search: any PCSearch, among savedPCs: SavedPCs, for limit: Duration?) {
        self.live = live
        self.talk = talk
        self.search = search
        self.savedPCs = savedPCs
        self.limit = limit
    }

    func run() throws(Failure) -> Ending {
        begin()
        return try live.run(keeping: self)
    }

    func begin() {
        search.onEvent = { [weak self] in self?.happened($0) }
        live.beforeEnd = { [search] in search.stop($0) }
        timer = live.loop.makeTimer { [weak self] _ in self?.timeIsOver() }
        timer?.deadline = limit.map { live.loop.now + $0 }
        talk.tell("searching", Sentence(.scanSearching))
        search.start()
    }

    private func happened(_ event: SearchEvent) {
        switch event {
        case .found(let pc): told(list.found(pc))
        case .gone(let pc): told(list.gone(pc))
        case .searching: problem = nil
        case .stopped(let problem): stopped(problem)
        }
        draw()
    }

    private func told(_ change: NearbyList.Change?) {
        guard let change else { return }
        if case .found = change { wasAnyFound = true }
        talk.tell(change, NearbyReport(change.entry.pc, among: savedPCs))
    }

    /// Told once, and waited for where it may pass.
    private func stopped(_ problem: AdapterProblem) {
        guard problem != self.problem else { return }
        self.problem = problem
        guard problem.mayPass else { return live.fail(Failure(problem)) }
        talk.tell("stopped", problem.sentence, [:], .warning)
    }

    private func draw() {
        talk.draw(list.present.map { NearbyReport($0.pc, among: savedPCs).line })
    }

    private func timeIsOver() {
        if let problem { return live.fail(Failure(problem)) }
        guard wasAnyFound else { return live.fail(.noPC(Sentence(.scanNone))) }
        live.end(.code(.done))
    }
}
