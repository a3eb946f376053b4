// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore
import VirtualInput

// A foot pedal made of uinput, driven by lines on the input: `down N`, `up N` (N: 1…3), `unplug`. Each is answered by
// `ok` and the monotonic time in nanoseconds, so that scripts can go step by step. It goes away at the end of the input.
func say(_ text: String) {
    // At once: the script waits for it.
    let bytes = Array("\(text)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

let pedal: VirtualDevice
do { pedal = try VirtualDevice(.pedal) } catch {
    say("error \(error)")
    exit(1)
}
say("ready \(pedal.devnode)")
while let line = readLine() {
    let words = line.split(separator: " ")
    let code = words.count == 2 ? Int(words[1]).map { Code.button0 + UInt16($0) - 1 } : nil
    switch (words.first, code) {
    case ("down", let code?): pedal.press(code)
    case ("up", let code?): pedal.release(code)
    case ("unplug", nil): pedal.unplug()
    default:
        say("error: \(line)")
        continue
    }
    say("ok \(EventLoop.readClock().instant.nanoseconds)")
}
