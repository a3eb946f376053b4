// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Milliseconds of monotonic time.
func ms(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

let one = SwitchID(1)!
let two = SwitchID(2)!
let three = SwitchID(3)!

/// Changes of one contact as the case tables write them: `"D0 U20 D35"` is down at 0, up at 20, down at 35 ms.
struct Timeline: CustomStringConvertible, ExpressibleByStringLiteral {
    var changes: [(state: EdgeState, time: Instant)]

    init(stringLiteral text: String) {
        changes = text.split(separator: " ").map {
            (state: $0.first == "D" ? .down : .up, time: ms(Int64($0.dropFirst())!))
        }
    }

    func edges(of id: SwitchID = one) -> [Edge] { changes.map { Edge(id, $0.state, at: $0.time) } }

    var description: String { Self.text(of: edges()) }

    static func text(of edges: [Edge]) -> String {
        edges.map { ($0.state == .down ? "D" : "U") + "\($0.time.nanoseconds / 1_000_000)" }.joined(separator: " ")
    }
}

extension ProfileSwitch {
    /// A switch on the key whose code is its number.
    static func made(
        _ id: SwitchID, manner: Manner = .ordinary, timing: FilterSettings = FilterSettings(),
        actions: SwitchActions = .none
    ) -> ProfileSwitch {
        let input = Input(device: 0, input: .key(code: UInt16(id.number)))
        return ProfileSwitch(
            id: id, name: "switch \(id)", inputs: [input], manner: manner, timing: timing, actions: actions)
    }
}

extension FilterSettings {
    /// All in milliseconds; off unless given.
    static func only(
        debounce: Int = 0, minimumRelease: Int = 0, holdToAccept: Int = 0, ignoreRepeat: Int = 0,
        maximumHold: Int = 0
    ) -> FilterSettings {
        FilterSettings(
            debounce: .milliseconds(debounce), minimumRelease: .milliseconds(minimumRelease),
            holdToAccept: .milliseconds(holdToAccept), ignoreRepeat: .milliseconds(ignoreRepeat),
            maximumHold: .milliseconds(maximumHold))
    }
}
