// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Simulation
import Testing

/// Every run that once broke a promise, made as short as it got, in `Scripts`. Each says in its first lines what was wrong.
///
/// A script is kept as it is: where the simulation asks for other choices by now it means another run, still a legal one.
@Suite struct ScriptTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")

    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).filter {
            $0.hasSuffix(".script")
        }.sorted()

    @Test("a run that once broke a promise keeps them all", arguments: names)
    func script(_ name: String) throws {
        let text = try String(decoding: Data(contentsOf: Self.directory.appending(path: name)), as: UTF8.self)
        let run = SimulationRun(try Script(text: text))
        #expect(run.breach == nil)
    }
}
