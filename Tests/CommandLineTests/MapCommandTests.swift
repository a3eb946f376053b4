// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Testing

@testable import switchbridge

@Suite("map and switch") struct MapCommandTests {
    private let home: ProfileHome

    init() throws {
        home = try ProfileHome()
        try home.putProfile("mine")
    }

    private func expect(_ replacements: (String, String)..., at: SourceLocation = #_sourceLocation) {
        let text = replacements.reduce(ProfileHome.plain) { $0.replacing($1.0, with: $1.1) }
        #expect(home.profile("mine") == text, sourceLocation: at)
    }

    // MARK: map

    @Test("presses and holds come into the text, and that the profile decides from now on is said once")
    func maps() {
        let first = home.run(
            "map", "Left", "--press", "click", "--hold", "right-click, double-click", "--hold-after", "800ms")
        #expect(first.ending == .code(.done))
        #expect(first.test.talk.text.contains("From now on this profile decides"))
        #expect(first.test.output.text.contains("press: Click; hold after 800ms: Right click"))
        let added = """
            # space
                press: click
                hold: [right-click, double-click]
                timing: {hold-after: 800ms}

            """
        expect(("# space\n", added))
        let second = home.run("map", "2", "--press", "key:Enter")
        #expect(second.test.talk.text.isEmpty)
        expect(("# space\n", added), ("KEY_ENTER}", "KEY_ENTER, press: key-enter}"))
    }

    @Test("the last action that is taken away gives the decision back to the PC")
    func unmaps() {
        #expect(home.run("map", "Left", "--press", "click").ending == .code(.done))
        let (ending, test) = home.run("map", "Left", "--press", "nothing", "--hold", "nothing")
        #expect(ending == .code(.done))
        #expect(test.talk.text.contains("From now on the PC decides"))
        expect()
    }

    @Test("a wrong action gets the nearest; what was to be typed is not shown")
    func wrongAction() {
        let (ending, test) = home.run("map", "Left", "--press", "clik")
        #expect(ending == .code(.usage))
        #expect(test.talk.text.contains("Did you mean \"click\"?"))
        let secret = home.run("map", "Left", "--press", "txt:mellon", "--hold", "click,text:")
        #expect(secret.ending == .code(.usage))
        #expect(!secret.test.talk.text.contains("mellon"))
        let typed = home.run("map", "Left", "--press", "text:mellon, friend", "--json")
        #expect(typed.ending == .code(.done))
        #expect(!(typed.test.output.text + typed.test.talk.text).contains("mellon"))
        expect(("# space\n", "# space\n    press: \"text:mellon, friend\"\n"))
    }

    @Test(
        "a comma within a text belongs to it, unless an action follows",
        arguments: [
            ("text:a, b", "\"text:a, b\""), ("text:a, b,click", "[\"text:a, b\", click]"),
            ("click,text:a, b", "[click, \"text:a, b\"]"), ("text-x:a,b, nothing", "[\"text-x:a,b\", nothing]"),
            ("text:a,text:b", "[text:a, text:b]"), ("text:a,", "\"text:a,\""),
        ])
    func commas(list: String, written: String) {
        #expect(home.run("map", "Left", "--hold", list).ending == .code(.done))
        expect(("# space\n", "# space\n    hold: \(written)\n"))
    }

    @Test("invisible characters come into a text by their numbers, and into no name")
    func invisible() {
        let (ending, test) = home.run("switch", "rename", "Left", "a\u{7}\nb")
        #expect(ending == .code(.failed))
        #expect(test.talk.text.contains("no invisible ones"))
        expect()
        #expect(home.run("map", "Left", "--press", "text:a\tb\nc").ending == .code(.done))
        expect(("# space\n", "# space\n    press: \"text:a\\u0009b\\u000ac\"\n"))
    }

    @Test("times that were set are shown with their switch")
    func shownTimes() {
        #expect(home.run("map", "Left", "--ignore-repeat", "300ms", "--debounce", "20ms").ending == .code(.done))
        #expect(home.run("profile", "show").test.output.text.contains("debounce 20ms, ignore-repeat 300ms"))
    }

    @Test("every time can be set, and set back")
    func times() {
        let times = ["debounce", "minimum-release", "hold-to-accept", "ignore-repeat", "hold-after", "hold-step"]
        for time in times {
            #expect(home.run("map", "Right", "--\(time)=100ms").ending == .code(.done), "\(time)")
            expect(("KEY_ENTER}", "KEY_ENTER, timing: {\(time): 100ms}}"))
            #expect(home.run("map", "Right", "--\(time)=default").ending == .code(.done), "\(time)")
            expect()
        }
        #expect(home.run("map", "Right", "--debounce", "100").ending == .code(.usage))
    }

    @Test("what would make the profile bad is refused with the reason, and nothing is changed")
    func refused() {
        let (ending, test) = home.run("map", "Left", "--hold", "click", "--hold-after", "9s")
        #expect(ending == .code(.failed))
        #expect(test.talk.text.contains("Nothing was changed") && test.talk.text.contains("5s stops forwarding"))
        #expect(home.run("map", "Left", "--maximum-hold", "9s").ending == .code(.failed))
        #expect(home.run("map", "Left").ending == .code(.usage))
        #expect(home.run("map", "Lfet", "--press", "click").test.talk.text.contains("Did you mean \"Left\"?"))
        expect()
    }

    @Test("templates are not mapped")
    func template() {
        #expect(home.run("map", "Left", "--press", "click", "--profile", "template").ending == .code(.failed))
        #expect(home.text("\(home.path)/shipped/template.yaml") == ProfileHome.plain)
    }

    // MARK: switch

    @Test("a switch is renamed, and may be called by its number")
    func rename() {
        #expect(home.run("switch", "rename", "2", "yes").ending == .code(.done))
        expect(("name: Right", "name: \"yes\""))
        #expect(home.run("switch", "rename", "yes", "Left").ending == .code(.failed))
    }

    @Test("where the PC decides, new numbers are said; where the profile does, they mean nothing")
    func order() {
        let (ending, test) = home.run("switch", "order", "Right", "Left")
        #expect(ending == .code(.done))
        #expect(test.talk.text.contains("\"Right\" 1, \"Left\" 2"))
        #expect(home.run("switch", "order", "Left").test.talk.text.contains("\"Right\" \"Left\""))
        #expect(home.run("map", "Left", "--press", "click").ending == .code(.done))
        #expect(home.run("switch", "order", "Left", "Right").test.talk.text.isEmpty)
    }

    @Test("one is removed after a yes, with its comment; the last one is not")
    func remove() throws {
        #expect(try home.runAlone("switch", "remove", "Left") == .exited(1))
        expect()
        let (ending, test) = home.run("switch", "remove", "Left", "--yes", "--json")
        #expect(ending == .code(.done))
        #expect(test.objects.first?["switches"]?.elements?.count == 1)
        expect(("  # the left one\n  - name: Left\n    input: KEY_SPACE   # space\n", ""))
        #expect(home.run("switch", "remove", "Right", "--yes").ending == .code(.failed))
    }

    @Test("with a switch goes the device that only it was on, and the stop that it was; both are said")
    func removeMore() throws {
        try home.putProfile(
            "mine",
            """
            schema: 1
            name: Test
            devices:
              box: {name: Box}
              # the pad
              pad: {name: Pad}
            switches:
              - {name: Left, input: {device: box, key: KEY_A}}
              - {name: Stop, input: {device: pad, key: KEY_B}}
            safety: {stop-switch: Stop}
            """)
        let (ending, test) = home.run("switch", "remove", "Stop", "--yes")
        #expect(ending == .code(.done))
        #expect(test.output.text.contains("\"pad\"") && test.output.text.contains("stops forwarding"))
        #expect(
            home.profile("mine") == """
                schema: 1
                name: Test
                devices:
                  box: {name: Box}
                switches:
                  - {name: Left, input: {device: box, key: KEY_A}}
                """)
    }

    @Test("the list as words and as JSON")
    func list() {
        #expect(home.run("switch", "list").test.output.lines.count == 2)
        let switches = home.run("switch", "list", "--json").test.objects.first?["switches"]?.elements
        #expect(switches?.map { $0.members?["name"]?.text } == ["Left", "Right"])
    }
}
