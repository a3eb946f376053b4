// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

@testable import Profiles

/// The kernel's names that these tests speak of, with the codes of linux/input-event-codes.h.
struct SomeNames: InputNaming {
    static let keys: [(name: String, code: UInt16)] = [
        ("KEY_ESC", 1), ("KEY_1", 2), ("KEY_A", 30), ("KEY_B", 48), ("KEY_C", 46), ("KEY_ENTER", 28),
        ("KEY_SPACE", 57), ("KEY_UP", 103), ("KEY_LEFT", 105), ("KEY_RIGHT", 106), ("KEY_DOWN", 108),
        ("KEY_UNKNOWN", 240), ("BTN_0", 0x100), ("BTN_1", 0x101), ("BTN_2", 0x102), ("BTN_LEFT", 0x110),
        ("BTN_A", 0x130), ("BTN_B", 0x131), ("BTN_X", 0x133), ("BTN_Y", 0x134), ("BTN_TL", 0x136), ("BTN_TR", 0x137),
    ]
    static let axes: [(name: String, code: UInt16)] = [
        ("ABS_X", 0), ("ABS_Z", 2), ("ABS_RZ", 5), ("ABS_HAT0X", 0x10), ("ABS_HAT0Y", 0x11),
    ]

    func keyCode(named name: String) -> UInt16? { Self.keys.first { $0.name == name }?.code }
    func axisCode(named name: String) -> UInt16? { Self.axes.first { $0.name == name }?.code }
    func keyName(code: UInt16) -> String? { Self.keys.first { $0.code == code }?.name }
    func axisName(code: UInt16) -> String? { Self.axes.first { $0.code == code }?.name }
    var allNames: [String] { (Self.keys + Self.axes).map(\.name) }
}

func read(_ text: String) -> Result<Profile, ProfileProblems> {
    ProfileFile.read(bytes: Array(text.utf8), path: "test.yaml", names: SomeNames())
}

func problems(of text: String) -> [ProfileProblem] {
    switch read(text) {
    case .success: []
    case .failure(let found): found.problems
    }
}

/// A right profile of one device, "box", to which tests add: eleven lines.
let plainProfile = """
    schema: 1
    name: Test
    devices:
      box:
        vendor: 1
        product: 2
    switches:
      - name: Left
        input: KEY_SPACE
      - name: Right
        input: KEY_ENTER

    """
