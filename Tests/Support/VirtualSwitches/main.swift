// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual device worked by words on standard input, for tests of the whole program; needs root and uinput.
//
// Each word is answered by "ok" or "error WHY", after a line "edge NANOSECONDS INPUT VALUE" for each change it made
// (CLOCK_MONOTONIC just before the kernel was told). The device goes with the end of the input.
//
//   create keyboard|box|gamepad|pedal [NAME …]    one device at a time; answered "ok DEVNODE"
//   create twin PORT                              a box that differs from its twin only in where it is plugged in
//   down KEY    up KEY    tap KEY MS    axis AXIS VALUE
//   press-all                                     presses every key in one report
//   burst EVENTS [KEY]                            so many events, reports included, as fast as they go
//   random PRESSES SEED [KEY …]                   independent presses of all these at once
//   pace N                                        makes those N times slower, for a slow machine
//   wait MS    destroy
import EventLoop
import Glibc

let hand = Hand()
while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    guard let word = words.first else { continue }
    do {
        let result = try hand.perform(word, Array(words.dropFirst()))
        print(result.isEmpty ? "ok" : "ok \(result)")
    } catch {
        print("error \(error)")
    }
    fflush(nil)
}
