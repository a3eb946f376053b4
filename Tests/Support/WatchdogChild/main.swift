// SPDX-License-Identifier: GPL-3.0-or-later
// A process under the watchdog, for the tests to watch it end:
// watchdog-child MODE MARKER-FILE [TERMINAL]
import EventLoop
import Glibc
import SwitchCore

let arguments = CommandLine.arguments
let loop = try EventLoop()
let limits = Watchdog.Limits(handler: .seconds(1), kill: .seconds(2))
let marker = try FileDescriptor(path: arguments[2], flags: O_WRONLY | O_APPEND)
let watchdog = try Watchdog(loop: loop, marker: marker, limits: limits)

if arguments.count > 3 {
    let terminal = open(arguments[3], O_RDWR | O_NOCTTY)
    try watchdog.rememberTerminal(terminal)
    var settings = termios()
    tcgetattr(terminal, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSANOW, &settings)
}

/// Runs the loop, at stake or not, for longer than both limits.
@MainActor
func turnBeyondTheLimits(atStake: Bool) throws {
    watchdog.atStake = atStake
    let end = loop.makeTimer { _ in loop.stop() }
    end.deadline = loop.now + .milliseconds(2500)
    try loop.run()
}

switch arguments[1] {
case "hang":
    watchdog.atStake = true
    while true { pause() }
case "hang-deaf":
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    watchdog.atStake = true
    while true { pause() }
case "stopped":
    watchdog.atStake = true
    raise(SIGSTOP)
case "turns":
    try turnBeyondTheLimits(atStake: true)
case "hang-with-nothing-at-stake":
    watchdog.atStake = true
    watchdog.atStake = false
    usleep(2_500_000)
case "idle":
    try turnBeyondTheLimits(atStake: false)
    exit(loop.turns == 1 ? 0 : 1)
default:
    exit(64)
}
