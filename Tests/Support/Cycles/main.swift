// SPDX-License-Identifier: GPL-3.0-or-later
// A process that does one thing over and over and gives account of its descriptors and memory:
// GLIBC_TUNABLES=glibc.malloc.tcache_count=0 cycles link|control|bluetooth|forgetful|hoarding COUNT
//
// The tests have one process for all of them, which opens and allocates whatever it likes meanwhile; hence a process of its own.
import EventLoop
import Glibc
import RealSystem

let arguments = CommandLine.arguments
let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
let account: CycleAccount
switch arguments.dropFirst().first {
case "link":
    let cycle = try LinkCycle()
    account = try CycleAccount(count) { try cycle.run($0) }
case "control":
    let cycle = try ControlCycle()
    account = try CycleAccount(count) { try cycle.run($0) }
case "bluetooth":
    let cycle = try BluetoothCycle()
    account = try CycleAccount(count) { try cycle.run($0) }
case "forgetful":
    // What the account is there to see.
    var kept: [FileDescriptor] = []
    account = try CycleAccount(count) { _ in kept.append(try FileDescriptor(path: "/dev/null", flags: O_RDONLY)) }
    guard kept.count >= count else { exit(2) }
case "hoarding":
    var kept: [UnsafeMutableRawPointer?] = []
    kept.reserveCapacity(2 * count)
    account = CycleAccount(count) { if $0.isMultiple(of: 2) { kept.append(malloc(1)) } }
    guard kept.count >= count / 2 else { exit(2) }
default: exit(2)
}
print(account.line)
exit(account.keepsDescriptors && account.keepsMemory ? 0 : 1)
