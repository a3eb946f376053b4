// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import Simulation

/// Simulations outside of the tests, where they can be built with optimisation and go on for hours.
@main
struct Simulate {
    static func main() async {
        do throws(SimulateArguments.Problem) {
            let arguments = try SimulateArguments(CommandLine.arguments.dropFirst())
            switch arguments.task {
            case .soak: await soak(arguments)
            case .seed(let seed): replay(seed, arguments)
            case .script(let path): replay(scriptAt: path, arguments)
            case .worlds(let depth): await explore(depth)
            case .proof: await prove()
            case .help: print(SimulateArguments.help)
            }
        } catch {
            complain("simulate: \(error.text)\n\(SimulateArguments.help)")
            exit(2)
        }
    }

    // MARK: Many

    private static func soak(_ arguments: SimulateArguments) async {
        let begun = ContinuousClock.now
        let progress = Progress(of: arguments.end)
        let soak = SimulationSoak(
            firstSeed: arguments.firstSeed, end: arguments.soakEnd(from: begun),
            lanes: ProcessInfo.processInfo.activeProcessorCount, flavour: arguments.flavour,
            sabotage: arguments.sabotage)
        print("simulation: from seed \(soak.firstSeed)")
        let (tally, failure) = await soak.run { progress.advanced(by: $0) }
        progress.close()
        print(tally.text)
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        print(
            "\n\(tally.events) events in \(Int(seconds.rounded())) s: \(Int(Double(tally.events) / seconds)) a second")
        guard let failure else { return judge(tally, arguments) }
        print("\nFAILED seed \(failure.seed): \(failure.breach)")
        shrink(failure, soak, arguments)
        exit(1)
    }

    /// What must be 0 is; and what there is to go wrong did.
    private static func judge(_ tally: SimulationTally, _ arguments: SimulateArguments) {
        if tally.events == 0 {
            print("FAILED: nothing was simulated")
            exit(1)
        }
        let wrong = tally.faults.faults
        if !wrong.isEmpty {
            print("FAILED: the table has numbers that must be 0: \(wrong.map(\.rawValue).joined(separator: ", "))")
            exit(1)
        }
        let untried = tally.faults.untried
        guard arguments.mustTryAll, !untried.isEmpty else { return print("every promise was kept") }
        print("FAILED: never tried: \(untried.map(\.rawValue).joined(separator: ", "))")
        exit(1)
    }

    private static func shrink(
        _ failure: SimulationSoak.Failure, _ soak: SimulationSoak, _ arguments: SimulateArguments
    ) {
        complain("making it shorter…")
        guard let shrunk = soak.shrink(failure) else {
            return print("it does not break again: that is a fault of its own")
        }
        print("\(shrunk.before.lines.count) choices became \(shrunk.script.lines.count) in \(shrunk.runs) runs:\n")
        let text = "# \(shrunk.run.breach.map(String.init(describing:)) ?? "")\n\(shrunk.script.text)"
        print(text)
        print(shrunk.run.story?.joined(separator: "\n") ?? "")
        guard let directory = arguments.keepIn else { return }
        let path = "\(directory)/seed-\(failure.seed).script"
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
            print("\nkept as \(path); again: simulate --script \(path)")
        } catch {
            complain("simulate: \(path) could not be written, and so what is printed above is all there is of it")
        }
    }

    // MARK: One

    private static func replay(_ seed: UInt64, _ arguments: SimulateArguments) {
        tell(
            SimulationRun(
                seed: seed, flavour: arguments.flavour, sabotage: arguments.sabotage, tellsStory: true))
    }

    private static func replay(scriptAt path: String, _ arguments: SimulateArguments) {
        do {
            let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            tell(SimulationRun(try Script(text: text), sabotage: arguments.sabotage, tellsStory: true))
        } catch let problem as Script.Problem {
            complain("simulate: \(path): \(problem.text)")
            exit(2)
        } catch {
            complain("simulate: \(path) cannot be read")
            exit(2)
        }
    }

    private static func tell(_ run: SimulationRun) {
        print(run.story?.joined(separator: "\n") ?? "")
        guard let breach = run.breach else { return print("every promise was kept") }
        print("FAILED: \(breach)")
        exit(1)
    }

    private static func complain(_ text: String) { _ = Glibc.write(STDERR_FILENO, text + "\n", text.utf8.count + 1) }
}
