// SPDX-License-Identifier: GPL-3.0-or-later

/// One reader of what comes from outside, fed with any bytes: it must not trap, and what it says must hold.
///
/// The same targets run under libFuzzer, which looks for inputs that reach new code (`make fuzz`), and as ordinary tests over
/// what it has found so far (`FuzzCorpusTests`).
struct FuzzTarget: Sendable, CustomStringConvertible {
    /// Also of the directory of its corpus.
    let name: String
    /// Right inputs to begin with, made by our own writers; the tokens in them are made up.
    let seeds: @Sendable () throws -> [[UInt8]]
    let run: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    var description: String { name }

    static let all: [FuzzTarget] = [
        .frames, .json, .answers, .commands, .client, .pc, .actions, .packets, .pcService, .management, .central,
        .profiles, .edits, .control, .recordings, .states, .devices, .words,
    ]
}

/// What did not hold. It carries nothing of the input, which may hold a token.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String
}

func hold(_ isTrue: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !isTrue { throw FuzzFinding(description: otherwise()) }
}
