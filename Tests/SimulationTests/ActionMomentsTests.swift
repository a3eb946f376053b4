// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Simulation
import Testing

/// Stops and crashes at any moment while presses and holds are under way.
///
///     SWITCHBRIDGE_MOMENTS=…        how many, 250 unless given
@Suite struct ActionMomentsTests {
    private static let moments =
        ProcessInfo.processInfo.environment["SWITCHBRIDGE_MOMENTS"].flatMap { UInt64($0) } ?? 250

    @Test("at any moment a stop or a crash leaves nothing held, and nothing is done that was not completed")
    func moments() async {
        let lanes = UInt64(ProcessInfo.processInfo.activeProcessorCount)
        let counts = await withTaskGroup { group in
            for lane in 1...lanes {
                group.addTask {
                    stride(from: lane, through: Self.moments, by: UInt64.Stride(lanes)).reduce(into: [String: Int]()) {
                        $0.merge(Self.run($1), uniquingKeysWith: +)
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
        }
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("moments: \(Self.moments) (\(list))")
        #expect(counts["with something held", default: 0] > Int(Self.moments) / 10)
    }

    private static func run(_ seed: UInt64) -> [String: Int] {
        let run = MomentRun(seed: seed)
        if let breach = run.breach { Issue.record("moment \(seed): \(breach)") }
        return run.counts
    }
}
