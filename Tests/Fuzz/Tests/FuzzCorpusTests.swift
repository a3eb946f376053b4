// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import FoundationEssentials
import InputDevices
import Profiles
import Testing

/// What fuzzing has found so far, without a fuzzer: `make fuzz` looks for more.
@Suite("Fuzz corpora") struct FuzzCorpusTests {
    private static let corpora = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/corpus"

    @Test("every seed, and every input that was kept, does no harm and says what holds", arguments: FuzzTarget.all)
    func replay(target: FuzzTarget) throws {
        for (number, seed) in try target.seeds().enumerated() {
            #expect(throws: Never.self, "\(target), seed \(number)") { try target.run(seed) }
        }
        let directory = "\(Self.corpora)/\(target)"
        for name in DirectoryEntries.names(in: directory).sorted() {
            let input = Array(try Data(contentsOf: URL(filePath: "\(directory)/\(name)")))
            #expect(throws: Never.self, "\(target), \(name)") { try target.run(input) }
        }
    }

    @Test(
        "the profiles to begin with are good ones, so that there is something to change",
        arguments: FuzzTarget.profileSeeds)
    func goodProfile(text: String) throws {
        _ = try ProfileFile.read(bytes: text.utf8, path: "seed", names: EvdevNames()).get()
    }

    @Test("the corpora are those of the targets")
    func names() {
        #expect(DirectoryEntries.names(in: Self.corpora).sorted() == FuzzTarget.all.map(\.name).sorted())
    }
}
