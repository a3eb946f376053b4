// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore

/// All chance of a simulation: drawn from a seed, or as a script says.
///
/// A choice is a number, and 0 stands for the plainest: nothing goes wrong, nothing more happens, no delay. So a script has to
/// say only what is not 0, and whatever is left out of it makes the run plainer, never another one altogether: a choice is named
/// by its point and by how often it was made there, and so does not move when one elsewhere goes.
struct Chance {
    private enum Source {
        case seed(SeededRandom)
        /// By point, then by number.
        case script([String: [Int: Int]])
        /// The plainest of everything.
        case plain
    }

    /// How often a point came, and what the script says of it.
    private struct Place {
        let text: String
        let values: [Int: Int]
        var count = 0
    }

    private var source: Source
    private let isKept: Bool
    private var places: [ChoicePoint: Place] = [:]
    /// What a script of this run says.
    private(set) var lines: [Script.Line] = []
    /// Nothing goes wrong any more.
    var isCalm = false

    /// - Parameter keeps: whether `lines` are written down, which takes time.
    init(seed: UInt64, keeps: Bool) {
        source = .seed(SeededRandom(seed: seed))
        isKept = keeps
    }

    init(_ script: Script) {
        var values: [String: [Int: Int]] = [:]
        for line in script.lines { values[line.point, default: [:]][line.number] = line.value }
        source = .script(values)
        isKept = false
    }

    /// From now on nothing is left to chance.
    mutating func becomePlain() {
        source = .plain
        places = [:]
    }

    /// The next time that this fault can strike, it does. Nil takes that back.
    var forced: Fault?

    /// 0, 1 … `limit` − 1.
    mutating func below(_ limit: Int, _ point: ChoicePoint) -> Int { draw(point, limit) { $0.below(limit) } }

    /// The index of one of these weights, each as likely as it is heavy.
    mutating func weighted(_ weights: [Int], _ point: ChoicePoint) -> Int {
        draw(point, weights.count) { random in
            var rest = random.below(weights.reduce(0, +))
            for (index, weight) in weights.enumerated() {
                if rest < weight { return index }
                rest -= weight
            }
            return 0
        }
    }

    /// One of `choices`, the plainest of them first.
    mutating func pick<Element>(_ choices: [Element], _ point: ChoicePoint) -> Element {
        choices[below(choices.count, point)]
    }

    /// - Parameter wanted: what it is to be; nil leaves it to chance.
    mutating func pick<Element: Equatable>(_ choices: [Element], _ point: ChoicePoint, being wanted: Element?)
        -> Element
    {
        let forced = wanted.flatMap { choices.firstIndex(of: $0) }
        return choices[draw(point, choices.count) { random in forced ?? random.below(choices.count) }]
    }

    /// True in so many of 1,000 cases. A script can say so where it never happens by chance.
    mutating func happens(_ perMille: Int, _ point: ChoicePoint) -> Bool {
        guard !isCalm else { return false }
        if let fault = forced, point == .strikes(fault) {
            forced = nil
            return true
        }
        return draw(point, 2) { $0.chance(perMille, of: 1000) ? 1 : 0 } == 1
    }

    /// To the microsecond, so that few things happen at the same instant.
    mutating func milliseconds(_ range: ClosedRange<Int>, _ point: ChoicePoint) -> Duration {
        let span = (range.upperBound - range.lowerBound) * 1000 + 1
        return .microseconds(range.lowerBound * 1000 + below(span, point))
    }

    private mutating func draw(_ point: ChoicePoint, _ limit: Int, _ fresh: (inout SeededRandom) -> Int) -> Int {
        switch source {
        case .seed(var random):
            let value = fresh(&random)
            source = .seed(random)
            if isKept { keep(value, at: point) }
            return value
        case .plain: return 0
        case .script(let values):
            let place = count(point, values)
            return min(max(place.values[place.count] ?? 0, 0), limit - 1)
        }
    }

    private mutating func keep(_ value: Int, at point: ChoicePoint) {
        let place = count(point, [:])
        if value != 0 { lines.append(Script.Line(point: place.text, number: place.count, value: value)) }
    }

    private mutating func count(_ point: ChoicePoint, _ values: [String: [Int: Int]]) -> Place {
        var place = places[point] ?? Place(text: point.text, values: values[point.text] ?? [:])
        place.count += 1
        places[point] = place
        return place
    }
}
