// SPDX-License-Identifier: GPL-3.0-or-later

/// How often something goes wrong.
package enum FaultRate: Hashable, Sendable {
    case never
    /// Every n-th time, beginning with the n-th.
    case every(Int)
    /// Each time with this probability, 1…100.
    case percent(Int)

    /// Reads `3` (every third) or `10%`.
    init?(_ text: String) {
        if text.hasSuffix("%") {
            guard let percent = Int(text.dropLast()), (1...100).contains(percent) else { return nil }
            self = .percent(percent)
        } else {
            guard let number = Int(text), (1...1_000_000).contains(number) else { return nil }
            self = .every(number)
        }
    }
}

/// What the simulated PC does wrong, on demand. The same seed makes the same mistakes.
package struct PCFaults: Hashable, Sendable {
    /// Each whole message is handled after a random time up to this, so in any order, as the Windows PC may.
    package var handlingDelay = Duration.zero
    /// Every answer leaves this much later.
    package var answerDelay = Duration.zero
    package var dropAnswers = FaultRate.never
    /// Commands refused with `input_failed` instead of being carried out.
    package var refuseCommands = FaultRate.never
    /// So many releases do not succeed at first.
    package var failReleases = 0
    /// Another remote subscribes and never leaves, so that a lost link releases nothing.
    package var secondSubscriber = false
    /// Closes every link without a word when this many edges were carried out, before the last is answered.
    package var vanishAfterEdges: Int?
    /// Answers that a frame of random bytes goes before.
    package var garbageFrames = FaultRate.never
    /// Forgets every pairing when this many edges were carried out.
    package var forgetAfterEdges: Int?
    /// How far the PC's wall clock is ahead of ours.
    package var clockOffset = Duration.zero
    package var seed: UInt64 = 1

    package init() {}
}

extension PCFaults {
    /// A flag of the command line.
    package struct Flag: Sendable {
        package let name: String
        /// What stands behind it; nil when nothing does.
        package let value: String?
        package let help: String
        let apply: @Sendable (inout PCFaults, String) -> Bool
    }

    package enum Problem: Error, Hashable, Sendable {
        case missingValue(flag: String)
        /// `expected` is the flag's value in words, such as `N|P%`.
        case badValue(flag: String, value: String, expected: String)
    }

    /// Milliseconds; longer than any deadline of a remote.
    static let delayLimit = 600_000

    package static let flags: [Flag] = [
        Flag(name: "--out-of-order", value: "MS", help: "handle each message after a random time up to MS") {
            $0.set(\.handlingDelay, milliseconds($1))
        },
        Flag(name: "--delay-answers", value: "MS", help: "send every answer MS later") {
            $0.set(\.answerDelay, milliseconds($1))
        },
        Flag(name: "--drop-answers", value: "N|P%", help: "leave out every Nth answer, or P% of them") {
            $0.set(\.dropAnswers, FaultRate($1))
        },
        Flag(name: "--refuse", value: "N|P%", help: "refuse every Nth command, or P% of them") {
            $0.set(\.refuseCommands, FaultRate($1))
        },
        Flag(name: "--fail-releases", value: "N", help: "let the first N releases fail") {
            $0.set(\.failReleases, count($1))
        },
        Flag(name: "--second-subscriber", value: nil, help: "another remote is connected and stays") { faults, _ in
            faults.set(\.secondSubscriber, true)
        },
        Flag(name: "--vanish-after", value: "N", help: "close the link without a word at the Nth edge") {
            $0.set(\.vanishAfterEdges, count($1).map(Optional.some))
        },
        Flag(name: "--garbage", value: "N|P%", help: "send a frame of random bytes before answers") {
            $0.set(\.garbageFrames, FaultRate($1))
        },
        Flag(name: "--forget-pairing-after", value: "N", help: "forget every pairing at the Nth edge") {
            $0.set(\.forgetAfterEdges, count($1).map(Optional.some))
        },
        Flag(name: "--clock-offset", value: "S", help: "the PC's clock is S seconds ahead (negative: behind)") {
            $0.set(\.clockOffset, whole($1, in: -1_000_000_000...1_000_000_000).map { .seconds($0) })
        },
        Flag(name: "--seed", value: "N", help: "make the same random choices again") {
            $0.set(\.seed, UInt64($1))
        },
    ]

    /// False when the value could not be read.
    private mutating func set<Value>(_ place: WritableKeyPath<PCFaults, Value>, _ value: Value?) -> Bool {
        guard let value else { return false }
        self[keyPath: place] = value
        return true
    }

    private static func whole(_ text: String, in range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func count(_ text: String) -> Int? { whole(text, in: 1...1_000_000) }

    private static func milliseconds(_ text: String) -> Duration? {
        whole(text, in: 1...delayLimit).map { .milliseconds($0) }
    }

    /// Takes its flags out of `arguments` and leaves the others.
    package static func taken(from arguments: inout [String]) throws(Problem) -> PCFaults {
        var faults = PCFaults()
        var rest: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            guard let flag = flags.first(where: { $0.name == argument }) else {
                rest.append(argument)
                continue
            }
            guard let expected = flag.value else {
                _ = flag.apply(&faults, "")
                continue
            }
            guard index < arguments.count else { throw .missingValue(flag: argument) }
            guard flag.apply(&faults, arguments[index]) else {
                throw .badValue(flag: argument, value: arguments[index], expected: expected)
            }
            index += 1
        }
        arguments = rest
        return faults
    }
}
