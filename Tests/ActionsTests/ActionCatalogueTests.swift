// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SeededRandom
import SwitchCore
import Testing

@testable import Actions

@Suite("The catalogue of actions")
struct ActionCatalogueTests {
    private static let ids = ActionCatalogue.all.map(\.id)

    @Test("each id belongs to one action, and consists of lower-case words, digits and dashes")
    func wellFormed() {
        #expect(Set(Self.ids).count == Self.ids.count)
        for id in Self.ids {
            #expect(id.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(id)")
        }
    }

    @Test("no two actions have the same name")
    func names() {
        let names = ActionCatalogue.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("every id is read back as its own action", arguments: ids)
    func roundTrip(id: String) throws {
        let action = try ActionCatalogue.read(id)
        #expect(action.id == id)
        #expect(action.action.id == id)
    }

    @Test("every category has actions or forms, and each category's actions stand together")
    func categories() {
        let categories = ActionCatalogue.all.map(\.category) + ActionCatalogue.forms.map(\.category)
        #expect(Set(categories) == Set(ActionCategory.allCases))
    }

    @Test("every command is within the bounds of the protocol and known to a PC that knows all", arguments: ids)
    func commands(id: String) throws {
        let action = try ActionCatalogue.read(id)
        guard let command = action.command else {
            #expect(action.category == .bridge)
            return
        }
        try command.validate()
        #expect(try Command.decode(type: command.type.rawValue, payload: command.payload) == command)
        #expect(action.isSupported(by: .everything))
        #expect(!action.isSupported(by: Capabilities()))
    }

    @Test("what lasts leaves something held and has its release; what is instant leaves nothing", arguments: ids)
    func releases(id: String) throws {
        let action = try ActionCatalogue.read(id)
        switch action.action.effect {
        case .pc(.instant), .bridge:
            #expect(action.mayHold.isEmpty)
        case .pc(.held), .pc(.toggled), .pc(.sticky):
            #expect(action.mayHold.releases.count == 1)
            #expect(!action.mayHold.isRepeating)
        case .pc(.repeating), .pc(.repeatingOn):
            #expect(action.mayHold.releases == [.stopRepeat])
        }
    }

    @Test("every command that is an action can be done by one")
    func complete() {
        var used = Set(ActionCatalogue.all.compactMap { $0.command?.type })
        used.formUnion(ActionCatalogue.forms.compactMap { ActionCatalogue.action(named: $0.example)?.command?.type })
        let missing = Set(CommandType.allCases).subtracting(used)
        #expect(
            missing == [
                // The connection's own.
                .ping, .pointerProfile, .disconnecting,
                // Switch sessions, where the PC decides.
                .listProfiles, .startSession, .edge, .sync, .stopSession, .setGridSwitch, .syncGrid,
                // Releases of what another action began.
                .endDrag, .stopRepeat, .modifierUp,
                // A text goes out whole.
                .openTextStream, .textStreamChunk, .textStreamKey, .closeTextStream,
            ])
    }

    @Test("every word of the protocol has its action")
    func vocabulary() {
        let commands = Set(ActionCatalogue.all.compactMap(\.command))
        #expect(commands.isSuperset(of: MediaAction.allCases.map { .media($0) }))
        #expect(commands.isSuperset(of: WindowAction.allCases.map { .window($0) }))
        #expect(commands.isSuperset(of: Direction.allCases.map { .moveToDisplay($0) }))
        #expect(commands.isSuperset(of: Modifier.allCases.map { .modifierDown($0) }))
        #expect(commands.isSuperset(of: MouseButton.allCases.map { .startDrag($0) }))
        #expect(commands.isSuperset(of: KeyName.named.compactMap(KeyName.init).map { .key($0) }))
        let asked = Set(ActionCatalogue.all.map(\.action.effect))
        #expect(asked.isSuperset(of: BridgeAction.allCases.map { .bridge($0) }))
    }

    @Test("the pointer and the arrow keys are told apart by their names")
    func pointerAndArrows() throws {
        #expect(try ActionCatalogue.read("move-left").name == "Move pointer left")
        #expect(try ActionCatalogue.read("key-arrow-left").name == "Arrow key left")
    }

    @Test("only what moves the pointer or scrolls is movement")
    func movement() {
        let moving = Set(ActionCatalogue.all.filter(\.action.isMovement).map(\.category))
        #expect(moving == [.pointer, .scroll])
        #expect(ActionCatalogue.action(named: "key-tab-on")?.action.isMovement == false)
    }

    // MARK: What depends on the PC

    private func pc(
        _ platform: PCStatus.Platform, _ distances: MoveDistances = .standard
    ) -> PCDetails {
        PCDetails(
            status: PCStatus(desktopID: "pc", displayName: "PC", platform: platform),
            pointerProfile: PointerProfile(capabilities: .everything, moveDistances: distances),
            catalogue: SwitchCatalogue(revision: "1", profiles: []))
    }

    @Test(
        "the pointer moves by the distance that the PC recommends",
        arguments: [
            ("move-left", -130.0, 0.0), ("move-down-right", 130, 130), ("move-up-little", 0, -49),
            ("move-right-far", 281, 0), ("move-up-left-while-held", -130, -130),
        ])
    func distances(id: String, dx: Double, dy: Double) throws {
        let action = try ActionCatalogue.read(id).fitted(
            to: pc(.windows, MoveDistances(small: 49, medium: 130, large: 281)))
        let movement = Command.Movement(dx: dx, dy: dy)
        #expect([Command.moveMouse(movement), .startRepeat(.moveMouse(movement))].contains(action.command))
        #expect(action.id == id)
    }

    @Test("a Mac gets the shortcuts of a Mac, every other PC those with Ctrl")
    func shortcutsOfMacs() throws {
        let copy = try ActionCatalogue.read("copy")
        #expect(copy.fitted(to: pc(.windows)) == copy)
        #expect(copy.command?.payload == (try ActionCatalogue.read("shortcut:Ctrl+C").command?.payload))
        #expect(
            copy.fitted(to: pc(.macos)).command?.payload
                == (try ActionCatalogue.read("shortcut:Meta+C").command?.payload))
        let written = try ActionCatalogue.read("shortcut:Ctrl+C")
        #expect(written.fitted(to: pc(.macos)) == written)
    }

    // MARK: Nothing traps

    @Test("2,000 arbitrary words are read or refused, and an action that is read has an id that is read again")
    func garbage() {
        let seed: UInt64 = 20_261_130
        var random = SeededRandom(seed: seed)
        let pieces =
            Self.ids + [
                "key:", "shortcut:", "text:", "text-a:", "pointer-speed-", "+", "++", "-", ":", " ", "", "\u{0}", "\n",
                "é",
                "👩‍👩‍👧", "\u{301}", "99999999999999999999", "-5", "Ctrl", "ctrl", "KEY", "\u{202E}", "while-held",
            ]
        for turn in 0..<2_000 {
            let word = (0...random.below(4)).map { _ in random.pick(pieces) }.joined()
            if let action = ActionCatalogue.action(named: word) {
                #expect(ActionCatalogue.action(named: action.id) == action, "seed \(seed)")
                #expect(action.command.map { (try? $0.validate()) != nil } ?? true, "seed \(seed)")
            }
            if turn.isMultiple(of: 20) { _ = ActionSearch(word).actions }
            _ = ActionCatalogue.shownID(word)
        }
    }
}
