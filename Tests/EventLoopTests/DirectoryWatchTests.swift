// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import SwitchCore
import Testing

@Suite("A directory that is watched")
struct DirectoryWatchTests {
    /// Time stands still while something is ready, so a change that is seen is told within the turns that follow.
    private func turn(_ loop: EventLoop, until isDone: () -> Bool) throws {
        for _ in 0..<50 where !isDone() { try loop.turn(waiting: false) }
    }

    @Test("several changes within a moment are told once")
    func once() throws {
        let place = try TemporaryDirectory()
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 0))
        var told = 0
        let watch = try DirectoryWatch(path: place.path, loop: loop) { told += 1 }
        try withExtendedLifetime(watch) {
            try place.put("a", at: "draft")
            rename("\(place.path)/draft", "\(place.path)/profile.yaml")
            try place.put("b", at: "profile.yaml~")
            try turn(loop) { told > 0 }
            try turn(loop) { false }
            #expect(told == 1)
            unlink("\(place.path)/profile.yaml")
            try turn(loop) { told > 1 }
            #expect(told == 2)
        }
    }

    @Test("only files that count are told, a change of permissions too")
    func counted() throws {
        let place = try TemporaryDirectory()
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 0))
        var told = 0
        let watch = try DirectoryWatch(path: place.path, loop: loop, counts: { $0 == "pcs.json" }) { told += 1 }
        try withExtendedLifetime(watch) {
            for name in ["sessions.json", "lock", "pcs.json~"] { try place.put("a", at: name) }
            try turn(loop) { false }
            #expect(told == 0)
            try place.put("a", at: "pcs.json")
            try turn(loop) { told > 0 }
            #expect(told == 1)
            chmod("\(place.path)/pcs.json", 0o640)
            try turn(loop) { told > 1 }
            #expect(told == 2)
        }
    }

    @Test("a directory that takes the place of the first is followed, also when there is none for a while")
    func replaced() throws {
        let place = try TemporaryDirectory()
        let path = place.path + "/profiles"
        mkdir(path, 0o700)
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 0))
        var told = 0
        let watch = try DirectoryWatch(path: path, loop: loop) { told += 1 }
        try withExtendedLifetime(watch) {
            rename(path, path + ".old")
            try turn(loop) { told > 0 }
            mkdir(path, 0o700)
            let before = told
            try turn(loop) { told > before }
            let found = told
            try place.put("a", at: "profiles/mine.yaml")
            try turn(loop) { told > found }
            #expect(told == found + 1)
            try place.put("a", at: "profiles.old/mine.yaml")
            try turn(loop) { false }
            #expect(told == found + 1)
        }
    }

    @Test("reading a file is no change")
    func reading() throws {
        let place = try TemporaryDirectory()
        try place.put("a", at: "profile.yaml")
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 0))
        var told = 0
        let watch = try DirectoryWatch(path: place.path, loop: loop) { told += 1 }
        try withExtendedLifetime(watch) {
            _ = try FileDescriptor(path: "\(place.path)/profile.yaml", flags: O_RDONLY)
            try turn(loop) { false }
            #expect(told == 0)
        }
    }

    @Test("a directory that is not there is an error, and so is a file")
    func missing() throws {
        let place = try TemporaryDirectory()
        let loop = try EventLoop()
        try place.put("a", at: "file")
        for name in ["nowhere", "file"] {
            #expect(throws: SystemError.self) {
                _ = try DirectoryWatch(path: "\(place.path)/\(name)", loop: loop) {}
            }
        }
    }
}
