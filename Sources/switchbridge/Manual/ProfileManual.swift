// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

/// `switchbridge-profile(5)`: the format of profiles. Its numbers are the reader's own; a test holds its keys against the reader's.
enum ProfileManual {
    static let page = {
        var page = ManualPage("switchbridge-profile", section: 5, summary: "the format of Switchbridge's profiles")
        page.section("Description")
        for text in description { page.paragraph(text) }
        for part in parts {
            page.section(part.title)
            page.paragraph(part.text)
            for key in part.keys { page.entry(key.name, key.meaning) }
        }
        page.section("Examples")
        page.paragraph("Two keys of a switch box, whose meaning the PC decides:")
        page.example(plainExample)
        page.paragraph("A gamepad's button that clicks, and when held clicks otherwise:")
        page.example(actionsExample)
        page.section("See also")
        page.paragraph("`switchbridge`(1)")
        return page
    }()

    struct Part {
        var title: String
        var text: String
        var keys: [(name: String, meaning: String)]
    }

    private static let description = [
        """
        A profile says which devices a person's switches are on, what each switch shows as, what it does, and how \
        forwarding stops. It is a text file in YAML, in UTF-8, with one document and neither anchors nor tags. Unknown \
        keys are mistakes, and a profile with a mistake is not used at all. `switchbridge profile check` names each \
        mistake by line and column; `switchbridge learn` writes profiles, and `switchbridge map` changes them.
        """,
        """
        Times have a unit and are whole milliseconds: `500ms`, `0.5s`, `2min`. Names are up to \
        \(NameText.lengthRange.upperBound) characters long.
        """,
    ]

    private static let parts = [top, devices, switches, inputs, timing, safety, idle, announcements]

    private static func words<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
        words.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }

    /// What a time can be, and what it is when left out.
    private static func time(_ range: ClosedRange<Duration>, otherwise usual: Duration? = nil) -> String {
        let bounds = "\(DurationText.write(range.lowerBound)) to \(DurationText.write(range.upperBound))"
        return usual.map { "\(bounds); \(DurationText.write($0)) when left out" } ?? bounds
    }

    private static func count(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    // MARK: The keys

    private static let top = Part(
        title: "Keys of a profile", text: "`schema`, `name`, `devices` and `switches` have to be there.",
        keys: [
            ("schema", "The version of this format: `\(ProfileFormat.schema)`."),
            ("name", "What the profile calls itself."),
            (
                "devices",
                "The devices, 1 to \(ProfileFormat.deviceLimit), each under a label of your choice. See DEVICES."
            ),
            ("switches", "The list of switches, 1 to \(SwitchID.limit). See SWITCHES."),
            ("timing", "How all switches are read, unless one says otherwise. See TIMING."),
            ("safety", "How forwarding stops by itself, and how switches stop it. See SAFETY."),
            (
                "pc",
                "With the one key `profile`: the id of the PC's profile that is used, where the PC decides what "
                    + "switches do, such as `pc: {profile: builtin.keyboard}`. Left out, it is chosen at the first start."
            ),
            ("idle", "What switches do while forwarding is off. See WHILE FORWARDING IS OFF."),
            ("announce", "How changes are told where there is no screen. See ANNOUNCEMENTS."),
        ])

    private static let devices = Part(
        title: "Devices",
        text: """
            Each is what `switchbridge devices` shows of it, or a list of up to \(ProfileFormat.matchLimit) such descriptions, \
            any of which may fit. What is left out may be anything, but `vendor` and `product`, or one of `name`, `serial` and \
            `port` have to be there.
            """,
        keys: [
            ("bus", "How it is connected: \(words(DeviceIdentity.Bus.allCases))."),
            ("vendor", "The maker's number, such as `0x1234`."),
            ("product", "The number of the product."),
            ("version", "The number of its version."),
            ("name", "The name that it gives itself, exactly."),
            ("serial", "Its serial number or Bluetooth address, which tells two of a kind apart."),
            ("port", "Where it is plugged in, which tells two of a kind apart that have no serial number."),
            ("interface", "The number of its USB interface."),
            ("capabilities", "A sum over all that it can report, which tells the parts of one device apart."),
        ])

    private static let switches = Part(
        title: "Switches",
        text: """
            Each has a `name`, and an `input` or `inputs`. As soon as one of them has `press` or `hold`, the profile decides \
            what all of them do; else the PC does.
            """,
        keys: [
            ("name", "What you call it."),
            ("id", "Its number on the PC, 1 to \(SwitchID.limit); its place in the list when left out."),
            (
                "input",
                "What it shows as: a key or button such as `KEY_SPACE` or `BTN_0`, one direction of an axis such as "
                    + "`ABS_HAT0X-`, a scan code such as `0x90004`, or a mapping; see INPUTS."
            ),
            ("inputs", "A list of up to \(ProfileFormat.inputLimit) inputs that act as one switch."),
            (
                "kind",
                "\(words(ProfileSwitch.Manner.allCases)): down while it is held; down and up at once however long it is "
                    + "held; staying down on purpose. Only the first, which is meant when left out, stops forwarding by being held."
            ),
            ("press", "The action of a press, such as `click`. `switchbridge actions` lists what there is."),
            (
                "hold",
                "The action of a hold, or a list of up to \(SwitchActions.holdLimit) that are gone through while it is held; "
                    + "letting go does the one reached last."
            ),
            ("timing", "Where this switch is read differently. See TIMING."),
        ])

    private static let inputs = Part(
        title: "Inputs",
        text: "An input that needs more than a word is a mapping with one of `key`, `axis` and `scan`.",
        keys: [
            ("device", "The label of its device; may be left out where there is only one."),
            ("key", "A key or button."),
            ("axis", "One direction of an axis, with `+` or `-` at its end."),
            ("scan", "The scan code of a key without a name."),
            (
                "press",
                "Of an axis: pressed from this share of the way on; `\(AxisInput.defaultPressPercent)%` when left out."
            ),
            (
                "release",
                "Of an axis: let go below this share of the way; `\(AxisInput.defaultReleasePercent)%` when left out."
            ),
        ])

    private static let timing = Part(
        title: "Timing", text: "Of a switch, or of all.",
        keys: [
            (
                "debounce",
                "After a change that counted, flickering within this time is ignored. "
                    + "\(time(FilterSettings.debounceRange, otherwise: FilterSettings.defaultDebounce))."
            ),
            (
                "minimum-release",
                "From letting go on: it must be up this long before that counts. "
                    + "\(time(FilterSettings.range, otherwise: .zero))."
            ),
            (
                "hold-to-accept",
                "From pressing on: it must be down this long before the press counts. "
                    + "\(time(FilterSettings.range, otherwise: .zero))."
            ),
            (
                "ignore-repeat",
                "From letting go on: a new press within this time is ignored. "
                    + "\(time(FilterSettings.range, otherwise: .zero))."
            ),
            (
                "maximum-hold",
                "Of a latching switch: a press that lasts longer ends then. \(time(FilterSettings.maximumHoldRange)); never "
                    + "when left out."
            ),
            (
                "hold-after",
                "From the press to the first hold action. "
                    + "\(time(SwitchActions.holdAfterRange, otherwise: SwitchActions.defaultHoldAfter))."
            ),
            (
                "hold-step",
                "From one hold action to the next. \(time(SwitchActions.holdAfterRange)); as `hold-after` when left out."
            ),
        ])

    private static let safety = Part(
        title: "Safety",
        text: """
            A profile has to leave its user a way to stop with the switches alone: holding an ordinary switch, \
            `presses-to-stop` or `stop-switch`. None of them can be switched off by anything else in the profile.
            """,
        keys: [
            (
                "hold-to-stop",
                "Holding a switch this long stops forwarding. "
                    + "\(time(SafetySettings.holdToStopRange, otherwise: SafetySettings.defaultHoldToStop))."
            ),
            (
                "scanning-hold-to-stop",
                "The same where the PC scans. "
                    + "\(time(SafetySettings.holdToStopRange, otherwise: SafetySettings.defaultScanningHoldToStop))."
            ),
            (
                "idle-stop",
                "Forwarding stops after this time without a press, never while the PC scans. "
                    + "\(time(SafetySettings.idleStopRange, otherwise: SafetySettings.defaultIdleStop))."
            ),
            (
                "presses-to-stop",
                "So many presses of one switch stop forwarding: a mapping with `count`, "
                    + "\(count(SafetySettings.pressesToStopRange)), and `within`, the time from the first to the last, "
                    + "\(time(SafetySettings.pressesToStopWindowRange))."
            ),
            ("stop-switch", "The name of a switch that does nothing but stop forwarding."),
        ])

    private static let idle = Part(
        title: "While forwarding is off",
        text: """
            An act is a mapping: `hold`, for how long one switch is held, \(time(IdleSettings.holdRange)); or `presses`, how \
            often one switch is pressed, \(count(IdleSettings.pressesRange)), and `within`, the time from the first press to \
            the last, \(time(IdleSettings.pressesWindowRange)). With `switch` only the switch of that name does it, otherwise \
            any that works.
            """,
        keys: [
            (
                "start",
                "The act that starts forwarding, or the word `helper`: somebody else starts, by a command or another program."
            ),
            ("next-pc", "The act that goes to the next saved PC."),
            ("next-profile", "The act that goes to the next profile."),
            (
                "capture",
                "`always`: devices that are nobody's keyboard stay captured, so that a press while forwarding is off does "
                    + "nothing on this box. `while-forwarding`, when left out."
            ),
        ])

    private static let announcements = Part(
        title: "Announcements", text: "What is told, and by which lights.",
        keys: [
            (
                "level",
                "\(words(AnnouncementSettings.Level.allCases)): nothing, what one has to know, or every change; "
                    + "`\(AnnouncementSettings().level.rawValue)` when left out."
            ),
            ("light", "A light of this box, by its name in `/sys/class/leds`."),
            ("device-lights", "`true`: the lights of the switch device show the state too, while it is captured."),
        ])

    // MARK: Examples, which a test reads

    static let plainExample = """
        schema: 1
        name: Two switches
        devices:
          box: {bus: usb, vendor: 0x1234, product: 0x5678}
        switches:
          - {name: Left, input: KEY_SPACE}
          - {name: Right, input: KEY_ENTER}
        """

    static let actionsExample = """
        schema: 1
        name: One button
        devices:
          pad: {name: Gamepad}
        switches:
          - name: A
            input: BTN_SOUTH
            press: click
            hold: [double-click, right-click, nothing]
        timing: {hold-after: 800ms, ignore-repeat: 200ms}
        safety: {hold-to-stop: 6s}
        """
}
