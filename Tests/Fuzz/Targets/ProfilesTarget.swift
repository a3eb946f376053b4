// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

@testable import Profiles

extension FuzzTarget {
    static let profiles = FuzzTarget("profiles") {
        profileSeeds.map { Array($0.utf8) }
    } run: { bytes in
        switch ProfileFile.read(bytes: bytes, path: "test.yaml", names: EvdevNames()) {
        case .success(let profile): try check(profile)
        case .failure(let problems): try check(problems, in: bytes)
        }
    }

    /// What the rest of the program takes for granted of a profile.
    static func check(_ profile: Profile) throws {
        let ids = profile.switches.map(\.id)
        try hold((1...SwitchID.limit).contains(ids.count), "a wrong number of switches")
        try hold(zip(ids, ids.dropFirst()).allSatisfy(<), "switches out of order, or two of one number")
        try hold(Set(profile.switches.map(\.name)).count == ids.count, "two switches of one name")
        try hold(!stopsWithinReach(of: profile).isEmpty, "no stop is within reach")
        try hold(profile.devices.count <= ProfileFormat.deviceLimit, "too many devices")
        for candidate in profile.switches {
            try hold(NameText.isName(candidate.name), "a name that is none")
            try hold((1...ProfileFormat.inputLimit).contains(candidate.inputs.count), "a wrong number of inputs")
            let devices = candidate.inputs.map(\.device)
            try hold(devices.allSatisfy(profile.devices.indices.contains), "an input on no device")
            let times = candidate.timing
            try hold(FilterSettings.debounceRange.contains(times.debounce), "a time out of range")
            for time in [times.minimumRelease, times.holdToAccept, times.ignoreRepeat] {
                try hold(FilterSettings.range.contains(time), "a time out of range")
            }
        }
        let safety = profile.safety
        try hold(SafetySettings.holdToStopRange.contains(safety.holdToStop), "a time out of range")
        try hold(SafetySettings.idleStopRange.contains(safety.idleStop), "a time out of range")
    }

    /// Every mistake stands somewhere in the file.
    private static func check(_ problems: ProfileProblems, in bytes: [UInt8]) throws {
        let found = problems.problems
        try hold((1...ProfileProblems.limit).contains(found.count), "a wrong number of problems")
        let end = end(of: bytes)
        for problem in found {
            try hold(!problem.line(path: "x").isEmpty, "a problem without words")
            guard let position = problem.position else {
                throw FuzzFinding(description: "a problem without a place: \(problem.id)")
            }
            try hold(TextPosition.start <= position && position <= end, "a place outside the file: \(problem.id)")
        }
    }

    /// The place behind the last character that can be read.
    private static func end(of bytes: [UInt8]) -> TextPosition {
        var position = TextPosition.start
        var isAfterReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            position.step(over: scalar, isAfterReturn: isAfterReturn)
            isAfterReturn = scalar == "\r"
        }
        return position
    }

    static let profileSeeds = [
        """
        schema: 1
        name: Test
        devices:
          box: { vendor: 1, product: 2 }
        switches:
          - name: Left
            input: KEY_SPACE
          - name: Right
            input: KEY_ENTER
        """,
        """
        # A box of two.
        schema: 1
        name: "Acting: box"
        devices:
          box:
            - vendor: 0x05f3
              product: 0x00ff
              port: "1-2" # by the window
        switches:
          - name: Left # near
            inputs:
              - { device: box, key: BTN_0 }
              - ABS_X-
            press: click
            hold:
              - key-enter
              - text:hello
              - next-pc
            timing: { ignore-repeat: 150ms, hold-to-accept: 0.2s }
          - id: 4
            name: Right
            input: BTN_1
            kind: pulse
        safety:
          hold-to-stop: 4s
          presses-to-stop: { count: 3, within: 2s }
          stop-switch: Right
        idle:
          start: { hold: 3s }
        announce: { level: full }
        """,
        """
        schema: 1
        name: Played
        devices: { box: { vendor: 1, product: 2 } }
        switches:
          - { name: Left, inputs: [KEY_SPACE, ABS_X-], press: click, hold: [move-left-on, click] }
          - { name: Right, input: KEY_ENTER, press: hold-ctrl, timing: { hold-to-accept: 50ms, ignore-repeat: 100ms } }
        """,
    ]
}
