// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes the script of a run that broke a promise as short as it gets while the same promise stays broken: fewer events, fewer
/// choices, smaller numbers.
///
/// Every choice that is left out becomes the plainest one, so pieces can be taken out in any order: first large ones, then ever
/// smaller ones (delta debugging; Zeller and Hildebrandt 2002), and again as long as that helps.
package struct Shrinker {
    /// Runs at most.
    package static let runLimit = 2_000

    package private(set) var script: Script
    package private(set) var runs = 0
    private let promise: Promise
    private let sabotage: Sabotage
    private let runLimit: Int
    /// It only shows once all has come to rest.
    private let showsAtRest: Bool

    /// - Parameter script: of a run that breaks `promise`.
    package init(_ script: Script, breaking promise: Promise, sabotage: Sabotage = .none, runLimit: Int = runLimit) {
        self.script = script
        self.promise = promise
        self.sabotage = sabotage
        self.runLimit = runLimit
        showsAtRest = SimulationRun(script, sabotage: sabotage, rests: false).breach?.promise != promise
    }

    package mutating func shrink() {
        var before: Script
        repeat {
            before = script
            shortenEvents()
            leaveOut()
            lower()
        } while script != before && runs < runLimit
    }

    /// Takes over what still breaks the promise.
    private mutating func attempt(_ candidate: Script) -> Bool {
        guard candidate != script, runs < runLimit else { return false }
        runs += 1
        let run = SimulationRun(candidate, sabotage: sabotage, rests: showsAtRest)
        guard run.breach?.promise == promise else { return false }
        script = candidate
        return true
    }

    private mutating func shortenEvents() {
        var step = script.events / 2
        while step > 0 {
            var shorter = script
            shorter.events -= step
            if !attempt(shorter) || shorter.events < step { step /= 2 }
        }
    }

    private mutating func leaveOut() {
        var size = max(script.lines.count / 2, 1)
        while true {
            // From the end: what comes late is most likely of no account.
            var end = script.lines.count
            while end > 0 {
                let start = max(end - size, 0)
                var shorter = script
                shorter.lines.removeSubrange(start..<end)
                _ = attempt(shorter)
                end = start
            }
            guard size > 1 else { return }
            size /= 2
        }
    }

    /// Each number to the least that will do, by halves.
    private mutating func lower() {
        for index in script.lines.indices {
            var step = script.lines[index].value / 2
            while step > 0 {
                var plainer = script
                plainer.lines[index].value -= step
                if !attempt(plainer) { step /= 2 }
                step = min(step, script.lines[index].value)
            }
        }
    }
}
