// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import SimulatedPC
import SwitchCore

@testable import Profiles
@testable import SystemEvents

extension FuzzTarget {
    /// Each line as whatever a person or a program may give as one word.
    static let words = FuzzTarget("words") {
        [
            "0.5s\n500ms\n2 min\n999999999.999999999min", "KEY_SPACE\nBTN_0\nABS_HAT0X", "Chair\n\u{202e}x\n e\u{301} ",
            "3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f", "Ctrl\nleft\nrepeat", "@switchbridge\n/run/systemd/notify",
            "--drop-answers\n10%\n--out-of-order\n200\n--seed\n7\n--second-subscriber",
        ].map { Array($0.utf8) }
    } run: { bytes in
        var input = FuzzInput(bytes)
        var words: [String] = []
        while !input.isEmpty { words.append(input.text()) }
        for word in words { try check(word) }
        if let held = HeldInputs(names: words) {
            try hold(HeldInputs(names: held.names) == held, "what is held is not read back")
        }
        var arguments = words
        if (try? PCFaults.taken(from: &arguments)) != nil {
            try hold(arguments.count <= words.count, "arguments were added")
        }
    }

    private static let longestTime = Duration.seconds(86_400)

    private static func check(_ word: String) throws {
        // What is longer may have more digits in milliseconds than are read.
        if let time = DurationText.duration(word), time <= longestTime {
            try hold(DurationText.duration(DurationText.write(time)) == time, "a time is not read back")
        }
        if let name = DeviceName(word) { try hold(DeviceName(name.text) == name, "a name is not a name") }
        if let name = DeviceName(fitting: word) {
            try checkShown(name.text, limit: DeviceName.characterLimit)
        }
        let shown = DisplayText.display(word, characters: 40)
        try checkShown(shown, limit: 40)
        try hold(DisplayText.display(shown, characters: 40) == shown, "what is fit to be shown is not")
        if let key = KeyName(word) { try hold(KeyName(key.name) == key, "a key's name names no key") }
        if let code = EvdevNames().keyCode(named: word) {
            try hold(EvdevNames().keyName(code: code) != nil, "a key without a name")
        }
        if let session = SessionID(word) { try hold(session.text.utf8.count == 36, "an id of a wrong length") }
        if let name = NearestName.of(word, among: EvdevNames().allNames.prefix(32)) {
            try hold(word.count <= NearestName.longestWord && !name.isEmpty, "a guess at a long word")
        }
        _ = NotifyAddress(word)
    }
}
