// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import Profiles
import Sentences

/// `import`: brings what somebody has of their own into the service.
struct ImportCommand: Command {
    static let description = CommandDescription(
        name: "import", group: .setUp, summary: "bring your own profiles and paired PCs into the service of this box",
        details: [
            """
            For a box on which somebody forwarded before the service was installed. Nothing of yours is changed, and nothing \
            that the service has is overwritten.
            """
        ],
        options: [.json], exitCodes: [.notPermitted])

    private let json: Bool

    init(_ arguments: Arguments) { json = arguments.has(.json) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let own = ServiceImport(terminal)
        guard own.isPossible else { throw .other(Sentence(.importNoService)) }
        let (profiles, pairings) = (own.profiles, own.pairings)
        guard !profiles.isEmpty || pairings != nil else { throw .other(Sentence(.importNothing)) }
        for profile in profiles { try bring(profile, terminal) }
        guard let pairings else { return .code(.done) }
        let file: FileDescriptor
        do { file = try FileDescriptor(path: pairings, flags: O_RDONLY | O_NOFOLLOW) } catch { throw .system(error) }
        let words = [ImportPairingsCommand.description.name] + (json ? ["--json"] : [])
        return try RemoteCommand(terminal, ServicePlaces(terminal.environment)).run(words, input: file.raw)
    }

    private func bring(_ profile: FoundProfile, _ terminal: Terminal) throws(Failure) {
        let target = try ProfilePlaces(terminal.environment).place(ofNew: profile.name)
        let bytes = try profile.text()
        let present = try target.bytes()
        if present == nil { try ProfileSaver(terminal.environment).save(bytes, to: target.path, replacing: nil) }
        let (id, word): (SentenceID, String) =
            present == nil
            ? (.importProfile, "imported") : present == bytes ? (.importSame, "same") : (.importOther, "other")
        let sentence = Sentence(id, ["name": profile.name])
        guard json else { return try terminal.show(sentence.description) }
        try terminal.show(
            json: .object([
                "event": .string("imported"), "name": .string(profile.name), "result": .string(word),
                "text": .string(sentence.description),
            ]))
    }
}

/// The service's part of it: takes the file of paired PCs from its standard input.
struct ImportPairingsCommand: Command {
    static let description = CommandDescription(
        name: "import-pairings", group: .setUp, summary: "take over paired PCs from standard input",
        details: ["`switchbridge import` has the service run it."], options: [.json], isHidden: true)

    private let json: Bool

    init(_ arguments: Arguments) { json = arguments.has(.json) }

    var need: ServiceNeed { .pairings }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var state = try StateFiles(terminal, for: .bookkeeping)
        let bytes = try StandardInput.read(limit: StateFiles.sizeLimit)
        let sentence = try state.adopt(bytes)
        if json {
            try terminal.show(
                json: .object(["event": .string("pairings"), "text": .string(sentence.description)]))
        } else {
            try terminal.show(sentence.description)
        }
        return .code(.done)
    }
}
