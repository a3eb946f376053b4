// SPDX-License-Identifier: GPL-3.0-or-later
// The two ends of what `make bench` measures, the same for whoever is between them.
//
//   bench-ends hand                     presses; see Hand
//   bench-ends receive FILE SOURCE...   who gets events of the kernel's form; see Receiver
//   bench-ends pc SOCKET FILE           who gets messages: a PC that checks each proof, and notes when it has done what a switch says
import EventLoop
import Glibc
import PCProtocol
import SimulatedPC
import SwitchCore

func end(_ words: String, _ status: CInt) -> Never {
    let line = Array("\(words)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(status)
}

func beTheHand() {
    let hand = Hand()
    while let line = readLine() {
        do {
            print("ok \(try hand.perform(line.split(separator: " ").map(String.init)))")
        } catch { print("error \(error)") }
        fflush(nil)
    }
}

/// A row for each edge: when the PC had done it, when the turn of its loop began that read the message, switch and value.
func beThePC(at path: String, _ file: String) throws {
    let loop = try EventLoop()
    let rows = try Rows(path: file)
    let keys = (1...SwitchID.limit).compactMap { KeyName("F\($0)") }
    let profile = OfferedProfile(id: "bench", name: "Bench", kind: .mapped, effects: keys.map { .hold(.key($0)) })
    let status = PCStatus(desktopID: "bench-pc", displayName: "bench-pc", platform: .linux)
    var options = SimulatedPC.Options(configuration: PCConfiguration(status: status, profiles: [profile]))
    options.approvesAll = true
    let pc = try SimulatedPC(loop: loop, options: options) { news in
        guard case .executed(let record) = news, case .edge(let edge) = record.event else { return }
        rows.add(Rows.now, loop.now.nanoseconds, Int(edge.switchID.number), edge.state == .down ? 1 : 0)
    }
    try pc.listen(at: path)
    try loop.run()
}

do {
    let words = CommandLine.arguments.dropFirst().map { $0 }
    switch words.first {
    case "hand" where words.count == 1: beTheHand()
    case "receive" where words.count > 2: try Receiver(Array(words.dropFirst(2)), into: words[1]).run()
    case "pc" where words.count == 3: try beThePC(at: words[1], words[2])
    default: end("usage: bench-ends hand | receive FILE SOURCE... | pc SOCKET FILE", 64)
    }
} catch { end("bench-ends: \(error)", 1) }
