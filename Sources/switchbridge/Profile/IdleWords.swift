// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What a profile's switches do while forwarding is off, and what is announced, in words and as JSON.
struct IdleWords {
    let profile: Profile

    /// How its user starts, or that the profile does not say; then what else there is.
    var lines: [String] {
        [start] + others + announcements
    }

    var start: String {
        switch profile.idle.start {
        case .unsaid: Sentence(.actStartUnsaid).description
        case .helper: Sentence(.actStartHelper).description
        case .gesture(let gesture): sentence(.start, gesture)
        }
    }

    /// What to do for a start, where a service runs.
    var howToStart: Sentence {
        switch profile.idle.start {
        case .unsaid, .helper: Sentence(.statusStartHelper)
        case .gesture(let gesture): Sentence(.statusStartGesture, ["how": how(gesture)])
        }
    }

    private var others: [String] {
        let acts = profile.idle.acts.filter { $0.act != .start }.map { sentence($0.act, $0.gesture) }
        return acts + (profile.idle.capturesAlways ? [Sentence(.actCapturesAlways).description] : [])
    }

    private func sentence(_ act: IdleAct, _ gesture: IdleSettings.Gesture) -> String {
        let id: SentenceID =
            switch act {
            case .start: .actStart
            case .nextPC: .actNextPC
            case .nextProfile: .actNextProfile
            }
        return Sentence(id, ["how": how(gesture)]).description
    }

    /// Such as `hold "Left" or "Right" for 3s`.
    func how(_ gesture: IdleSettings.Gesture) -> String {
        switch gesture.manner {
        case .hold(let time):
            Sentence(.actHold, ["switch": switches(gesture), "time": DurationText.write(time)]).description
        case .presses(let count, let within):
            Sentence(
                .actPresses,
                ["switch": switches(gesture), "count": "\(count)", "time": DurationText.write(within)]
            ).description
        }
    }

    /// The switches are named where not all of them can do it.
    private func switches(_ gesture: IdleSettings.Gesture) -> String {
        guard let able = profile.switchesNamed(by: gesture) else { return Sentence(.actAnySwitch).description }
        return Choice.words(able.map { "\"\($0.name)\"" })
    }

    private var announcements: [String] {
        let settings = profile.announcements
        let level: SentenceID =
            switch settings.level {
            case .off: .announceOff
            case .short: .announceShort
            case .full: .announceFull
            }
        return [
            Sentence(level).description,
            settings.light.map { Sentence(.announceLight, ["light": $0]).description },
            settings.usesDeviceLights ? Sentence(.announceDeviceLights).description : nil,
        ].compactMap(\.self)
    }

    // MARK: JSON

    var json: JSONValue {
        let start: JSONValue =
            switch profile.idle.start {
            case .unsaid: .null
            case .helper: .string("helper")
            case .gesture(let gesture): json(gesture)
            }
        return .object([
            "start": start, "nextPC": profile.idle.nextPC.map(json) ?? .null,
            "nextProfile": profile.idle.nextProfile.map(json) ?? .null,
            "capturesAlways": .bool(profile.idle.capturesAlways),
        ])
    }

    /// `switch` is null for any switch.
    private func json(_ gesture: IdleSettings.Gesture) -> JSONValue {
        let id: JSONValue = gesture.switchID.map { .int($0.number) } ?? .null
        return switch gesture.manner {
        case .hold(let time):
            .object(["how": .string("hold"), "switch": id, "milliseconds": .integer(time.milliseconds)])
        case .presses(let count, let within):
            .object([
                "how": .string("presses"), "switch": id, "count": .int(count),
                "milliseconds": .integer(within.milliseconds),
            ])
        }
    }

    var announceJSON: JSONValue {
        .object([
            "level": .string(profile.announcements.level.rawValue),
            "light": profile.announcements.light.map { .string($0) } ?? .null,
            "deviceLights": .bool(profile.announcements.usesDeviceLights),
        ])
    }
}
