// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension IdleSettings.Start {
    /// How forwarding is started where a service runs.
    func sentence(of profile: Profile) -> Sentence {
        guard case .gesture(let gesture) = self else { return Sentence(.statusStartHelper) }
        let name = profile.switches.first { $0.id == gesture.switchID }.map { "\"\($0.name)\"" }
        let words = ["switch": name ?? Sentence(.statusAnySwitch).description]
        switch gesture.manner {
        case .hold(let time):
            return Sentence(.statusStartHold, words.merging(["seconds": Self.seconds(time)]) { $1 })
        case .presses(let count, let within):
            return Sentence(
                .statusStartPresses, words.merging(["count": "\(count)", "seconds": Self.seconds(within)]) { $1 })
        }
    }

    /// Such as 3, or 2.5.
    private static func seconds(_ time: Duration) -> String {
        let tenths = (time.milliseconds + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
