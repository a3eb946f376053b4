import Glibc
// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Profiles
import Testing

@testable import switchbridge

@Suite("profile list, show, new, copy, delete, edit, path") struct ProfileCommandTests {
    private let home: ProfileHome

    init() throws { home = try ProfileHome() }

    // MARK: Where they are

    @Test("your own come first, and hide a template of the same name")
    func list() throws {
        try home.putProfile("template")
        try home.putProfile("bad", "schema: 1\n")
        let (ending, test) = home.run("profile", "list")
        #expect(ending == .code(.done))
        #expect(
            test.output.lines == [
                "bad: yours, has mistakes", "template: \"Test\", yours",
                "template: \"Test\", a template, hidden by yours of the same name",
            ])
        let objects = home.run("profile", "list", "--json").test.objects
        #expect(objects.map { $0["origin"]?.text } == ["yours", "yours", "shipped"])
        #expect(objects.map { $0["isHidden"]?.truth } == [false, false, true])
        #expect(objects.map { $0["good"]?.truth } == [false, true, true])
    }

    @Test("a name means yours, then a template; a slash makes it a path")
    func names() throws {
        #expect(home.run("profile", "path").test.output.text == "\(home.path)/config/switchbridge/profiles\n")
        #expect(home.run("profile", "path", "template").test.output.text == "\(home.path)/shipped/template.yaml\n")
        try home.putProfile("template")
        #expect(home.run("profile", "path", "template").test.output.text == home.place(of: "template") + "\n")
        #expect(home.run("profile", "path", "template.yaml").test.output.text == home.place(of: "template") + "\n")
        #expect(home.run("profile", "path", "./template").test.output.text == "./template\n")
        let (ending, test) = home.run("profile", "path", "tmplate")
        #expect(ending == .code(.badProfile))
        #expect(test.talk.text.contains("Did you mean \"template\"?"))
        #expect(home.run("profile", "check", "template").ending == .code(.done))
    }

    @Test("where none is named, the only one is meant; of several, one has to be named")
    func only() throws {
        #expect(home.run("profile", "show").test.talk.text.contains("no profile of your own yet"))
        try home.putProfile("one")
        #expect(home.run("profile", "show").test.output.text.contains("KEY_SPACE"))
        try home.putProfile("two")
        let (ending, test) = home.run("profile", "show")
        #expect(ending == .code(.failed))
        #expect(test.talk.text.contains("one, two"))
    }

    // MARK: Made, copied, deleted

    @Test("a new profile is good, and fits no device yet")
    func new() {
        #expect(home.run("profile", "new", "pedals", "--title", "My: pedals").ending == .code(.done))
        let (ending, test) = home.run("profile", "check", "pedals")
        #expect(ending == .code(.done))
        #expect(test.output.text.contains("\"My: pedals\"") && test.output.text.contains("no device fits"))
        #expect(home.run("profile", "new", "pedals").ending == .code(.failed))
        #expect(home.names(in: "config/switchbridge/profiles") == ["pedals.yaml"])
    }

    @Test(
        "what is no name is refused, and nothing is written",
        arguments: ["../up", "a/b", ".hidden", "--", String(repeating: "x", count: 101), "a\u{1B}b", "a\u{202E}b"])
    func badNames(name: String) {
        #expect(home.run("profile", "new", "--", name).ending == .code(.failed))
        #expect(home.run("profile", "copy", "--", "template", name).ending == .code(.failed))
        #expect(home.names(in: "") == ["shipped"])
    }

    @Test("a copy is the same bytes; one that is there is overwritten only after a yes, and kept beside it")
    func copy() throws {
        #expect(home.run("profile", "copy", "template", "mine").ending == .code(.done))
        #expect(home.profile("mine") == ProfileHome.plain)
        try home.putProfile("mine", "old\n")
        #expect(try home.runAlone("profile", "copy", "template", "mine") == .exited(1))
        #expect(home.profile("mine") == "old\n")
        #expect(home.run("profile", "copy", "template", "mine", "--yes").ending == .code(.done))
        #expect(home.profile("mine") == ProfileHome.plain)
        #expect(home.text(home.place(of: "mine") + "~") == "old\n")
        #expect(home.run("profile", "copy", "mine", "mine", "--yes").ending == .code(.failed))
    }

    @Test("mistakes are copied too, and told")
    func copyWithMistakes() throws {
        try home.put("schema: 1\n", "bad.yaml")
        let (ending, test) = home.run("profile", "copy", "\(home.path)/bad.yaml", "bad one")
        #expect(ending == .code(.done))
        #expect(home.profile("bad one") == "schema: 1\n")
        #expect(test.talk.text.contains("`switchbridge profile check 'bad one'` names them"))
        #expect(home.run("profile", "copy", "template", "mine").test.talk.text == "")
    }

    @Test("the schema that a template names for editors is still found from its copy")
    func schema() throws {
        let line = "# yaml-language-server: $schema=./profile.schema.json\n"
        try home.put(line + ProfileHome.plain, "shipped/with.yaml")
        #expect(home.run("profile", "copy", "with", "mine").ending == .code(.done))
        let moved = line.replacing("./", with: "\(home.path)/shipped/")
        #expect(home.profile("mine") == moved + ProfileHome.plain)
    }

    @Test("one is deleted only after a yes; templates and files elsewhere are not")
    func delete() throws {
        try home.putProfile("mine")
        #expect(try home.runAlone("profile", "delete", "mine") == .exited(1))
        #expect(home.profile("mine") == ProfileHome.plain)
        #expect(home.run("profile", "delete", "template", "--yes").ending == .code(.failed))
        #expect(home.run("profile", "delete", home.place(of: "mine"), "--yes").ending == .code(.failed))
        #expect(home.run("profile", "delete", "mine", "--yes").ending == .code(.done))
        #expect(home.profile("mine") == nil)
        #expect(home.text(home.place(of: "mine") + "~") == ProfileHome.plain)
        #expect(home.names(in: "shipped") == ["template.yaml"])
    }

    @Test(
        "what cannot be read is not taken for nothing and written over",
        arguments: ["too large", "a pipe", "a directory", "a link to nothing"])
    func unreadable(what: String) throws {
        try home.putProfile("other")
        let place = home.place(of: "mine")
        switch what {
        case "too large": try home.putProfile("mine", String(repeating: "#", count: ProfileFile.sizeLimit + 1))
        case "a pipe": #expect(mkfifo(place, 0o600) == 0)
        case "a directory": #expect(mkdir(place, 0o700) == 0)
        default: #expect(symlink("\(home.path)/missing/file", place) == 0)
        }
        func kind() -> (mode_t, ino_t) {
            var status = stat()
            lstat(place, &status)
            return (status.st_mode & S_IFMT, status.st_ino)
        }
        let before = kind()
        for words in [
            ["profile", "copy", "template", "mine", "--yes"], ["profile", "copy", "other", "mine", "--yes"],
            ["profile", "new", "mine"],
        ] {
            var test = TestTerminal()
            test.environment = home.environment
            #expect(Program.run(words, test.terminal) == .code(.failed), "\(words)")
            #expect(kind() == before, "\(words)")
        }
        let saver = ProfileSaver(home.environment)
        #expect(throws: Failure.self) { try saver.save([1], to: place, replacing: nil) }
        #expect(kind() == before)
        #expect(throws: Failure.self) {
            var test = TestTerminal()
            test.environment = home.environment
            _ = try LearnTarget("mine", atNextStart: false, test.terminal)
        }
    }

    @Test("what is not there is not said to be the same as what is not there either")
    func missingSource() {
        let (ending, test) = home.run("profile", "copy", "./missing.yaml", "mine")
        #expect(ending == .code(.badProfile))
        #expect(test.talk.text.contains("no such file"))
    }

    // MARK: In a text editor

    @Test("a good draft is saved and gone; an unchanged one is only gone")
    func edit() throws {
        try home.putProfile("mine")
        let (ending, test) = home.run("profile", "edit", adding: ["EDITOR": "sed -i s/Right/Foot/"])
        #expect(ending == .code(.done))
        #expect(test.talk.text.contains("is saved"))
        #expect(home.profile("mine") == ProfileHome.plain.replacing("Right", with: "Foot"))
        #expect(home.text(home.place(of: "mine") + "~") == ProfileHome.plain)
        #expect(home.run("profile", "edit", adding: ["VISUAL": "true"]).ending == .code(.done))
        #expect(home.names(in: "state/switchbridge/drafts") == [])
    }

    @Test("a bad draft is not saved, and kept when nobody can be asked; it can be gone on with")
    func badDraft() throws {
        try home.putProfile("mine")
        let bad = ["EDITOR": "sed -i s/KEY_ENTER/KEY_ENTRE/"]
        #expect(try home.runAlone("profile", "edit", adding: bad) == .exited(5))
        #expect(home.profile("mine") == ProfileHome.plain)
        #expect(home.names(in: "state/switchbridge/drafts") == ["mine.yaml"])
        let draft = "\(home.path)/state/switchbridge/drafts/mine.yaml"
        let mend = ["EDITOR": "sed -i s/KEY_ENTRE/KEY_A/"]
        #expect(home.run("profile", "edit", "--from", draft, adding: mend).ending == .code(.done))
        #expect(home.profile("mine") == ProfileHome.plain.replacing("KEY_ENTER", with: "KEY_A"))
    }

    @Test("a bad profile can be mended so; an editor that fails saves nothing")
    func mends() throws {
        try home.putProfile("mine", ProfileHome.plain.replacing("KEY_ENTER", with: "KEY_ENTRE"))
        let mend = ["EDITOR": "sed -i s/KEY_ENTRE/KEY_ENTER/"]
        #expect(home.run("profile", "edit", adding: ["EDITOR": "false"]).ending == .code(.failed))
        #expect(home.names(in: "state/switchbridge/drafts") == [])
        let breaks = ["EDITOR": "sh -c 'echo x >> \"$1\"; false' sh"]
        #expect(home.run("profile", "edit", adding: breaks).test.talk.text.contains("drafts/mine.yaml"))
        #expect(try home.runAlone("profile", "edit", adding: ["EDITOR": "", "VISUAL": ""]) == .exited(1))
        #expect(home.run("profile", "edit", adding: mend).ending == .code(.done))
        #expect(home.profile("mine") == ProfileHome.plain)
    }

    @Test("one text is one draft: when the profile was changed meanwhile, and when a draft is kept as it was")
    func oneDraft() throws {
        try home.putProfile("mine")
        let breaks = ["EDITOR": "sh -c 'echo x >> \"$1\"' sh"]
        let draft = "\(home.path)/state/switchbridge/drafts/mine.yaml"
        #expect(try home.runAlone("profile", "edit", adding: breaks) == .exited(5))
        #expect(try home.runAlone("profile", "edit", "--from", draft, adding: ["EDITOR": "true"]) == .exited(5))
        #expect(home.names(in: "state/switchbridge/drafts") == ["mine.yaml"])
        #expect(unlink(draft) == 0)
        let rename = ["EDITOR": "sh -c 'sed -i s/Right/Foot/ \"$1\"; echo \"# y\" >> \(home.place(of: "mine"))' sh"]
        let (ending, test) = home.run("profile", "edit", adding: rename)
        #expect(ending == .code(.failed))
        #expect(test.talk.text.contains("\(draft). To go on"))
        #expect(home.names(in: "state/switchbridge/drafts") == ["mine.yaml"])
    }

    @Test("an editor that takes the draft away changes nothing, and that is said")
    func noDraft() throws {
        try home.putProfile("mine")
        let (ending, test) = home.run("profile", "edit", adding: ["EDITOR": "rm"])
        #expect(ending == .code(.failed))
        #expect(test.talk.text.contains("left no text"))
        #expect(home.profile("mine") == ProfileHome.plain)
    }

    @Test("a template is not edited")
    func template() {
        #expect(home.run("profile", "edit", "template", adding: ["EDITOR": "sed -i s/a/b/"]).ending == .code(.failed))
        #expect(home.text("\(home.path)/shipped/template.yaml") == ProfileHome.plain)
    }

    // MARK: In use

    @Test("what forward uses is not changed under its user, but for the next start if that is said")
    func inUse() throws {
        try home.putProfile("mine")
        let link = "\(home.path)/link.yaml"
        #expect(symlink(home.place(of: "mine"), link) == 0)
        do {
            let use = try ProfileUse(of: link, in: home.environment)
            defer { withExtendedLifetime(use) {} }
            #expect(home.run("profile", "list").test.output.lines.first?.hasSuffix("in use") == true)
            let commands = [
                ["map", "Left", "--press", "click"], ["switch", "rename", "Left", "Foot"],
                ["switch", "order", "Right", "Left"], ["switch", "remove", "Left", "--yes"],
                ["profile", "delete", "mine", "--yes"], ["profile", "edit", "mine"],
                ["profile", "copy", "template", "mine", "--yes"],
            ]
            for words in commands {
                var test = TestTerminal()
                test.environment = home.environment.merging(["EDITOR": "sed -i s/Right/Foot/"]) { $1 }
                #expect(Program.run(words, test.terminal) == .code(.failed), "\(words)")
                #expect(test.talk.text.contains("in use"), "\(words)")
            }
            #expect(home.profile("mine") == ProfileHome.plain)
            let (ending, test) = home.run("map", "Left", "--press", "click", "--at-next-start")
            #expect(ending == .code(.done))
            #expect(test.talk.text.contains("it counts when"))
        }
        #expect(home.run("switch", "rename", "Left", "Foot").ending == .code(.done))
    }
}
