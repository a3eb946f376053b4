// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import Simulation

extension Simulate {
    /// A small world that comes to fewer states than this has lost events, or holds states for one that are not.
    static let leastStates = 100

    /// Every order of events up to this depth, a line for each small world.
    static func explore(_ depth: Int) async {
        let begun = ContinuousClock.now
        let results = await withTaskGroup(of: [SmallWorldSearch.Result].self) { group in
            let lanes = max(ProcessInfo.processInfo.activeProcessorCount, 1)
            for lane in 0..<lanes {
                group.addTask {
                    stride(from: lane, to: SmallWorldSearch.all.count, by: lanes).map { index in
                        let result = SmallWorldSearch.all[index].run(depth: depth)
                        print(result.text)
                        fflush(nil)
                        return result
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let (distinct, visited) = results.reduce((0, 0)) { ($0.0 + $1.distinct, $0.1 + $1.visited) }
        let faults = results.reduce(into: [Fault: Int]()) { $0.merge($1.faults, uniquingKeysWith: +) }
        let seconds = (ContinuousClock.now - begun) / .seconds(1)
        print(
            faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }.joined(
                separator: ", "))
        print(
            "small worlds: depth \(depth), \(distinct) states in all, come to \(visited) times, in \(Int(seconds.rounded())) s"
        )
        for result in results {
            if let breach = result.breach {
                print("FAILED \(result.name): \(breach)\n  " + result.trail.joined(separator: "\n  "))
            } else if result.distinct < leastStates {
                print("FAILED \(result.name): only \(result.distinct) states")
            }
        }
        if results.contains(where: { $0.breach != nil || $0.distinct < leastStates }) { exit(1) }
    }

    /// What is broken on purpose is noticed, and comes down to a few lines.
    static func prove() async {
        for sabotage in Sabotage.allCases where sabotage != .none {
            let soak = SimulationSoak(
                firstSeed: 1, end: .events(400_000), lanes: 1, flavour: .mapped, sabotage: sabotage)
            let (_, failure) = await soak.run()
            guard let failure, let shrunk = soak.shrink(failure) else {
                print("FAILED \(sabotage): not noticed")
                exit(1)
            }
            let (before, after) = (shrunk.before.lines.count, shrunk.script.lines.count)
            print("\(sabotage): \(failure.breach.promise), \(before) choices became \(after)\n\(shrunk.script.text)")
            guard after <= 30, SimulationRun(shrunk.script).breach == nil else {
                print("FAILED: too long, or harmful by itself")
                exit(1)
            }
        }
    }
}
