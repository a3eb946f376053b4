// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import InputDevices
import Profiles
import Sentences

/// `profile edit`: a text editor on a draft, which becomes the profile when it is good.
struct ProfileEditCommand: Command {
    private static let from = Option(
        "from", value: "FILE", help: "begin with the text of this file, such as a draft that was kept")

    static let description = CommandDescription(
        name: "profile edit", group: .setUp, summary: "change a profile in a text editor",
        details: [
            """
            It opens a draft with the editor that $VISUAL or $EDITOR names. When that ends, the draft is checked and, if \
            it is good, saved; what was there before is kept beside it, with a ~ at the end of its name. If it has \
            mistakes, they are shown, and you say what to do.
            """
        ],
        operands: [.profile], options: [from, .atNextStart], exitCodes: [.badProfile])

    private let word: String?
    private let source: String?
    private let atNextStart: Bool

    init(_ arguments: Arguments) {
        word = arguments.operands.first
        source = arguments.value(of: Self.from)
        atNextStart = arguments.has(.atNextStart)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = try ProfilePlaces(terminal.environment).find(orOnly: word)
        try ProfileChange.checkIsOwn(found)
        try ProfileChange.checkIsFree(found, atNextStart: atNextStart, terminal)
        let editor = TextEditor(terminal.environment)
        guard editor.isNamed || isatty(STDIN_FILENO) == 1 else { throw .other(Sentence(.editNoEditor)) }
        let original = try found.text()
        let saver = ProfileSaver(terminal.environment)
        guard let draft = saver.keepDraft(try source.map(Self.bytes) ?? original, of: found.path) else {
            throw .other(Sentence(.editNoDraft))
        }
        while true {
            let isDone = try Self.open(draft, editor)
            guard let bytes = try? Self.bytes(draft) else { throw .other(Sentence(.editDraftGone)) }
            guard bytes != original else {
                unlink(draft)
                guard isDone else { throw .other(Sentence(.editFailedUnchanged)) }
                terminal.say(Sentence(.storeUnchanged, ["name": found.name]).description)
                return .code(.done)
            }
            guard isDone else { throw .other(Sentence(.editFailed, ["path": draft])) }
            switch ProfileFile.read(bytes: bytes, path: draft, names: EvdevNames()) {
            case .success:
                do throws(Failure) {
                    try ProfileChange.checkIsFree(found, atNextStart: atNextStart, terminal)
                } catch {
                    terminal.say(Sentence(.storeDraftKept, ["path": draft]).description)
                    throw error
                }
                try saver.save(bytes, to: found.path, replacing: original, keptAs: draft)
                unlink(draft)
                terminal.say(Sentence(.editSaved, ["name": found.name]).description, .good)
                return .code(.done)
            case .failure(let problems):
                guard try wantsToGoOn(after: problems, draft, terminal) else { return .code(.badProfile) }
            }
        }
    }

    private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
        do throws(ProfileProblems) { return try ProfileFile.bytes(path: path).get() } catch { throw .profile(error) }
    }

    private static func open(_ draft: String, _ editor: TextEditor) throws(Failure) -> Bool {
        do throws(SystemError) { return try editor.edit(draft) } catch { throw .system(error) }
    }

    /// Any number of wrong answers is one more question; no answer keeps the draft.
    private func wantsToGoOn(
        after problems: ProfileProblems, _ draft: String, _ terminal: Terminal
    ) throws(Failure) -> Bool {
        for line in problems.description.split(separator: "\n") { terminal.say(String(line), .bad) }
        while true {
            switch terminal.answer(to: Sentence(.editQuestion)) {
            case "edit": return true
            case "discard":
                unlink(draft)
                terminal.say(Sentence(.editDiscarded).description)
                return false
            case "keep", nil:
                terminal.say(Sentence(.storeDraftKept, ["path": placeKept(draft)]).description)
                return false
            default: continue
            }
        }
    }

    /// Where the text stays: where it was taken from, if it is still the same, so that it is there once only.
    private func placeKept(_ draft: String) -> String {
        guard let source, let text = try? Self.bytes(draft), (try? Self.bytes(source)) == text else { return draft }
        unlink(draft)
        return source
    }
}
