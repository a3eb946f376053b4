// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// Finds the PC to pair with: the one that was named, the only new one, or the one whose number its user types, which may
/// take as long as it takes.
final class PairingSearch {
    /// How long it is looked for others before the only one is taken.
    static let settlingTime = Duration.seconds(5)
    /// How often that is waited again while one that was heard is still asked what it is: it may be the one that is meant. One
    /// that never answers must not hold up the other for ever.
    static let furtherWaits = 3

    /// Called once, with the link to it free again.
    var onChosen: ((PCStatus) -> Void)?

    private let live: LiveRun
    private let talk: PCTalk
    private let search: any PCSearch
    private let savedPCs: SavedPCs
    private let wanted: String?
    /// Whether somebody can type a number.
    private var mayBeAnswered: Bool
    private var list = NearbyList()
    private var problem: AdapterProblem?
    private var mustChoose = false
    private var waitsLeft = PairingSearch.furtherWaits
    private var isOver = false
    private var settled: LoopTimer?
    private var limit: LoopTimer?

    /// - Parameter wanted: the name or id of the PC that is meant; nil for any.
    init(
        _ live: LiveRun, _ talk: PCTalk, _ search: any PCSearch, among savedPCs: SavedPCs, for wanted: String?,
        mayBeAnswered: Bool
    ) {
        self.live = live
        self.talk = talk
        self.search = search
        self.savedPCs = savedPCs
        self.wanted = wanted
        self.mayBeAnswered = mayBeAnswered
    }

    func begin() {
        search.onEvent = { [weak self] in self?.happened($0) }
        live.beforeEnd = { [search] in search.stop($0) }
        settled = live.loop.makeTimer { [weak self] _ in self?.othersHadTime() }
        limit = live.loop.makeTimer { [weak self] _ in self?.nobodyCame() }
        // Somebody at a terminal may need their time to start the PC; a program is told that there is none.
        if !mayBeAnswered { limit?.deadline = live.loop.now + PCVisit.lookingLimit }
        talk.tell("searching", Sentence(.pairSearching))
        search.start()
    }

    /// - Parameter line: nil when nothing more can be typed.
    func lineEntered(_ line: String?) {
        guard let line else {
            mayBeAnswered = false
            if mustChoose { refuseToChoose() } else { limit?.deadline = live.loop.now + PCVisit.lookingLimit }
            return
        }
        guard let word = line.split(separator: " ").first else { return draw() }
        let entry = list.entries.first { "\($0.number)" == word }
        guard let status = entry?.pc.status else {
            talk.tell("reply", Sentence(.pairNoSuchNumber, ["found": String(word)]))
            return draw()
        }
        choose(status)
    }

    // MARK: What happens

    private func happened(_ event: SearchEvent) {
        guard !isOver else { return }
        switch event {
        case .found(let pc): told(list.found(pc))
        case .gone(let pc): told(list.gone(pc))
        case .searching: problem = nil
        case .stopped(let problem): stopped(problem)
        }
        if !mustChoose, settled?.deadline == nil, !candidates.isEmpty {
            settled?.deadline = live.loop.now + Self.settlingTime
        }
        draw()
    }

    private func told(_ change: NearbyList.Change?) {
        guard let change else { return }
        talk.tell(change, report(change.entry))
    }

    private func stopped(_ problem: AdapterProblem) {
        guard problem != self.problem else { return }
        self.problem = problem
        guard problem.mayPass, mayBeAnswered else { return live.fail(Failure(problem)) }
        talk.tell("stopped", problem.sentence, [:], .warning)
    }

    // MARK: Choosing

    /// Those that may be meant.
    private var candidates: [NearbyList.Entry] {
        list.present.filter { entry in
            guard let wanted, let status = entry.pc.status else { return report(entry).isNew }
            return status.desktopID == wanted || status.displayName.lowercased() == wanted.lowercased()
        }
    }

    private func othersHadTime() {
        let candidates = candidates
        guard candidates.count > 1 else {
            guard let only = candidates.first?.pc.status else { return }
            // An id is one PC's alone.
            guard waitsLeft > 0, only.desktopID != wanted, list.present.contains(where: { $0.pc.status == nil })
            else { return choose(only) }
            waitsLeft -= 1
            settled?.deadline = live.loop.now + Self.settlingTime
            return
        }
        mustChoose = true
        guard mayBeAnswered else { return refuseToChoose() }
        talk.tell(
            "choosePC", Sentence(.pairHowToChoose),
            ["pcs": .array(candidates.map { .object(report($0).fields) })], .heading)
        if !talk.isDrawn, !talk.isJSON { for line in lines { talk.tell("offered", line) } }
        draw()
    }

    private func choose(_ pc: PCStatus) {
        guard !isOver else { return }
        isOver = true
        settled?.deadline = nil
        limit?.deadline = nil
        talk.draw([])
        // One thing at a time on the air (F32): the search has ended before the link begins.
        live.beforeEnd = nil
        search.stop { [weak self] in self?.onChosen?(pc) }
    }

    private func refuseToChoose() {
        let names = candidates.map { report($0).name + " (id \($0.pc.status?.desktopID ?? ""))" }
        live.fail(.other(Sentence(.pairSeveral, ["pcs": names.joined(separator: ", ")])))
    }

    private func nobodyCame() {
        // One that was heard late: others have had all the time there is.
        guard candidates.isEmpty else { return othersHadTime() }
        guard let problem else { return live.fail(.noPC(Sentence(.scanNone))) }
        live.fail(Failure(problem))
    }

    private func report(_ entry: NearbyList.Entry) -> NearbyReport { NearbyReport(entry.pc, among: savedPCs) }

    private var lines: [Sentence] {
        list.entries.map { entry in
            Sentence(
                entry.isGone ? .pairOfferedGone : .pairOffered,
                ["number": "\(entry.number)", "line": report(entry).line])
        }
    }

    private func draw() {
        guard !isOver else { return }
        talk.draw(lines.map(\.description))
    }
}
