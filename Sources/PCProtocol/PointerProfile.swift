// SPDX-License-Identifier: GPL-3.0-or-later

/// What a PC says of itself after authentication (§5). Its display bounds are of no use to a bridge and are left out.
package struct PointerProfile: Hashable, Sendable {
    package var capabilities: Capabilities
    /// As the PC recommends them, else ours.
    package var moveDistances: MoveDistances

    package init(capabilities: Capabilities, moveDistances: MoveDistances = .standard) {
        self.capabilities = capabilities
        self.moveDistances = moveDistances
    }

    init(_ payload: JSONValue) throws(ShapeError) {
        let fields = try Fields(open: payload)
        capabilities = try Capabilities(try fields.value(.capabilities))
        moveDistances = fields.optional(.recommendedDeltas).flatMap(MoveDistances.init) ?? .standard
    }

    var json: JSONValue {
        .object([.capabilities: capabilities.json, .recommendedDeltas: moveDistances.json])
    }
}

/// What a PC can do. What it does not say, or says in an unknown way, it cannot.
package struct Capabilities: Hashable, Sendable {
    package var supportedCommands: Set<CommandType> = []
    /// Commands for which the PC takes `responseMode` `none`.
    package var noAckCommands: Set<CommandType> = []
    package var switchScanning = false
    package var mouseRepeat = false
    package var keyRepeat = false
    package var pointerSpeed = false
    package var displayNavigation = false

    package init() {}

    init(_ value: JSONValue) throws(ShapeError) {
        let fields = try Fields(open: value)
        supportedCommands = Self.commands(fields.optional(.supportedCommands))
        noAckCommands = Self.commands(fields.optional(.noAckCommands))
        switchScanning = Self.isOffered(fields.optional(.switchScanning))
        mouseRepeat = Self.isOffered(fields.optional(.mouseRepeat))
        keyRepeat = Self.isOffered(fields.optional(.keyRepeat))
        pointerSpeed = Self.isOffered(fields.optional(.pointerSpeed))
        displayNavigation = Self.isOffered(fields.optional(.displayNavigation))
    }

    private static func commands(_ list: JSONValue?) -> Set<CommandType> {
        Set((list?.elements ?? []).compactMap { $0.text.flatMap(CommandType.init) })
    }

    /// `true`, or an object that describes what is offered, unless that says `"supported":false`.
    private static func isOffered(_ value: JSONValue?) -> Bool {
        guard let description = value.flatMap({ try? Fields(open: $0) }) else { return value?.truth ?? false }
        return description.optional(.supported)?.truth ?? true
    }

    /// Whether switches can be forwarded by sessions (`switch.*`).
    package var offersSwitchSessions: Bool {
        supportedCommands.isSuperset(of: [.listProfiles, .startSession, .edge, .sync, .stopSession])
    }

    /// Whether only the older Grid 3 way is offered (§7).
    package var offersOnlyGrid3: Bool { !offersSwitchSessions && supportedCommands.contains(.setGridSwitch) }

    var json: JSONValue {
        func names(_ commands: Set<CommandType>) -> JSONValue {
            .array(commands.map(\.rawValue).sorted().map { .string($0) })
        }
        return .object([
            .supportedCommands: names(supportedCommands), .noAckCommands: names(noAckCommands),
            .switchScanning: .bool(switchScanning), .mouseRepeat: .bool(mouseRepeat), .keyRepeat: .bool(keyRepeat),
            .pointerSpeed: .bool(pointerSpeed), .displayNavigation: .bool(displayNavigation),
        ])
    }
}

extension Capabilities {
    /// Whether the PC knows this command in this form.
    package func supports(_ command: Command) -> Bool { (try? check(command)) != nil }
}
