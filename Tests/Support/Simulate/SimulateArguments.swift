// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation

/// What `simulate` is asked for.
struct SimulateArguments {
    static let help = """
        usage: simulate [--events N | --seconds N | --hours N] [--first SEED] [--flavour NAME] [--keep DIRECTORY] [--all-faults]
               simulate --seed SEED [--flavour NAME]     that one again, told step by step
               simulate --script FILE                    a script again
               simulate --worlds DEPTH                   every order of events of small worlds
               simulate --proof                          what is broken on purpose is noticed and made short
        --sabotage NAME breaks something on purpose: \(Sabotage.allCases.map(\.rawValue).joined(separator: ", "))
        flavours: \(SimulationFlavour.allCases.map(\.rawValue).joined(separator: ", "))
        """

    enum Task {
        case soak, seed(UInt64), script(String), worlds(depth: Int), proof, help
    }

    enum End {
        case events(Int), seconds(Int)
    }

    struct Problem: Error {
        let text: String
    }

    /// Seconds: a year.
    private static let longest = 366 * 24 * 3600
    /// Shallower ones have too few states to say that anything was tried; each step further takes some three times as long.
    private static let depths = 3...12

    /// What has a meaning beside an option that asks for something other than a soak.
    private static let companions: [String: Set<String>] = [
        "--seed": ["--flavour", "--sabotage"], "--script": ["--sabotage"], "--worlds": [], "--proof": [],
    ]

    private(set) var task = Task.soak
    private(set) var end = End.events(200_000)
    private(set) var firstSeed: UInt64
    private(set) var flavour: SimulationFlavour?
    private(set) var sabotage = Sabotage.none
    /// Where scripts of what fails are kept.
    private(set) var keepIn: String?
    private(set) var mustTryAll = false

    init(_ arguments: some Collection<String>) throws(Problem) {
        var rest = Array(arguments)[...]
        func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Problem) -> String {
            guard let value = rest.popFirst() else { throw Problem(text: "\(option) needs a value") }
            return value
        }
        func number(_ option: String, _ rest: inout ArraySlice<String>, in range: ClosedRange<Int> = 1 ... .max)
            throws(Problem) -> Int
        {
            let text = try value(option, &rest)
            guard let number = Int(text), range.contains(number) else {
                throw Problem(
                    text: "\(option) needs a number from \(range.lowerBound) to \(range.upperBound), and not \(text)")
            }
            return number
        }
        var given: UInt64?
        var options: [String] = []
        while let option = rest.popFirst() {
            options.append(option)
            switch option {
            case "--events": end = .events(try number(option, &rest))
            case "--seconds": end = .seconds(try number(option, &rest, in: 1...Self.longest))
            case "--hours": end = .seconds(3600 * (try number(option, &rest, in: 1...Self.longest / 3600)))
            case "--first": given = UInt64(try number(option, &rest))
            case "--seed": task = .seed(UInt64(try number(option, &rest)))
            case "--script": task = .script(try value(option, &rest))
            case "--worlds": task = .worlds(depth: try number(option, &rest, in: Self.depths))
            case "--proof": task = .proof
            case "--flavour": flavour = try named(option, try value(option, &rest))
            case "--sabotage": sabotage = try named(option, try value(option, &rest))
            case "--keep": keepIn = try value(option, &rest)
            case "--all-faults": mustTryAll = true
            case "--help": task = .help
            default: throw Problem(text: "\(option)?")
            }
        }
        for option in options {
            guard let companions = Self.companions[option] else { continue }
            if let other = options.first(where: { $0 != option && !companions.contains($0) }) {
                throw Problem(text: "\(option) and \(other) do not go together")
            }
        }
        // For so many events the same ones each time, for so long new ones.
        firstSeed =
            switch end {
            case .events: given ?? 1
            case .seconds: given ?? .random(in: 1...UInt64(UInt32.max)) << 16
            }
    }

    func soakEnd(from begun: ContinuousClock.Instant) -> SimulationSoak.End {
        switch end {
        case .events(let events): return .events(events)
        case .seconds(let seconds):
            let end = begun + .seconds(seconds)
            return .whenever { ContinuousClock.now >= end }
        }
    }
}

private func named<Name: RawRepresentable<String>>(_ option: String, _ text: String) throws(SimulateArguments.Problem)
    -> Name
{
    guard let name = Name(rawValue: text) else { throw SimulateArguments.Problem(text: "\(option) \(text)?") }
    return name
}
