// SPDX-License-Identifier: GPL-3.0-or-later
// Presses switches, for their instructions to be counted; what `make bench-check` runs under callgrind.
//
//   hot-path pc SOCKET                                          the PC, until its remote leaves
//   hot-path edges|actions SOCKET DIRECTORY WARMING PRESSES     presses so often; DIRECTORY is empty
//
// Only what happens within `countedTurn` is counted: not the start, not the first presses, and not the PC.
import EventLoop
import Glibc
import PCProtocol
import SimulatedPC

@inline(never)
func countedTurn(_ loop: EventLoop) throws { try loop.turn() }

func beThePC(at path: String) throws {
    let loop = try EventLoop()
    var options = SimulatedPC.Options(
        configuration: PCConfiguration(status: PCStatus(desktopID: "desk-1", displayName: "Test PC", platform: .linux)))
    options.approvesAll = true
    let pc = try SimulatedPC(loop: loop, options: options) { if case .left = $0 { loop.stop() } }
    try pc.listen(at: path)
    try loop.run()
}

func press(_ kind: PressedBridge.Kind, to path: String, in directory: String, _ warming: Int, _ presses: Int) throws {
    let bridge = try PressedBridge(kind, to: path, in: directory)
    try bridge.start()
    for number in 0..<warming { try bridge.press(number % 2 + 1) { try $0.turn() } }
    for number in 0..<presses { try bridge.press(number % 2 + 1, turn: countedTurn) }
}

func end(_ words: String, _ status: CInt) -> Never {
    let line = Array("\(words)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(status)
}

func run(_ arguments: [String]) throws {
    if arguments.count == 2, arguments[0] == "pc" { return try beThePC(at: arguments[1]) }
    guard arguments.count == 5, let kind = PressedBridge.Kind(rawValue: arguments[0]), let warming = Int(arguments[3]),
        let presses = Int(arguments[4])
    else {
        end("usage: hot-path pc SOCKET\n       hot-path edges|actions SOCKET DIRECTORY WARMING PRESSES", 64)
    }
    try press(kind, to: arguments[1], in: arguments[2], warming, presses)
}

do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
    end("hot-path: \(error)", 1)
}
