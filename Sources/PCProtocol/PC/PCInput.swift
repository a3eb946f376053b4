// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Something that a PC can hold down.
package enum PCOutput: Hashable, Sendable {
    case key(KeyName)
    case modifier(Modifier)
    case mouseButton(MouseButton)
    /// A command that the PC carries out over and over.
    case repeating(Command.Repeated)
    /// A switch that Grid 3 sees as down.
    case gridSwitch(SwitchID)
    /// A switch that the PC's scanning sees as down.
    case scanSwitch(SwitchID)
}

extension PCOutput: CustomStringConvertible {
    package var description: String {
        switch self {
        case .key(let key): key.name
        case .modifier(let modifier): modifier.rawValue
        case .mouseButton(let button): "\(button.rawValue) mouse button"
        case .repeating(.moveMouse): "repeated mouse move"
        case .repeating(.scroll): "repeated scroll"
        case .repeating(.key(let key)): "repeated \(key.name)"
        case .gridSwitch(let id): "Grid 3 switch \(id)"
        case .scanSwitch(let id): "scanning switch \(id)"
        }
    }
}

extension PCOutput {
    /// Whether the operating system has a say in it: scanning and repeats are the PC program's own affair, which it can
    /// always end.
    fileprivate var isInjected: Bool {
        switch self {
        case .scanSwitch, .repeating: false
        case .key, .modifier, .mouseButton, .gridSwitch: true
        }
    }
}

/// Something that a PC did.
package enum PCEvent: Hashable, Sendable {
    case pressed(PCOutput)
    case released(PCOutput)
    /// Pressed and released at once.
    case tapped(PCOutput)
    /// What the PC's scanning did, in the words of its label.
    case scanned(String)
    /// A command that leaves nothing held.
    case command(Command)
    /// An edge of a session that counted: neither old nor ignored. What it did follows it.
    case edge(Command.SwitchEdge)
    case sessionStarted(SessionID, profileID: String)
    case sessionEnded(SessionID, PCSessionEnd)
    /// An output that did not go up; the PC may have forgotten it.
    case releaseFailed(PCOutput)
}

package enum PCSessionEnd: String, Hashable, Sendable {
    case stopped, replaced, expired, disconnected
    case lastSubscriberLeft
}

/// An entry of the log of everything that a PC did, numbered from 1.
package struct PCRecord: Hashable, Sendable {
    package let number: Int
    package let time: Instant
    package let event: PCEvent
}

/// The PC's keyboard and mouse as its operating system sees them: what is down is down, whoever has forgotten it.
struct PCInput: Sendable {
    /// Records kept; older ones are dropped by halves.
    static let logLimit = 65_536

    /// In the order in which they went down.
    private(set) var held: [PCOutput] = []
    private(set) var log: [PCRecord] = []
    private var count = 0
    /// Records at the end of the log that no event has returned yet.
    private var unreported = 0
    /// So many releases from now on do not succeed.
    var releasesToFail = 0
    var now = Instant(nanoseconds: 0)

    mutating func press(_ output: PCOutput) {
        guard !held.contains(output) else { return }
        held.append(output)
        record(.pressed(output))
    }

    /// False when it stays down.
    mutating func release(_ output: PCOutput) -> Bool {
        guard let index = held.firstIndex(of: output) else { return true }
        if releasesToFail > 0, output.isInjected {
            releasesToFail -= 1
            record(.releaseFailed(output))
            return false
        }
        held.remove(at: index)
        record(.released(output))
        return true
    }

    mutating func record(_ event: PCEvent) {
        count += 1
        if log.count == Self.logLimit { log.removeFirst(Self.logLimit / 2) }
        log.append(PCRecord(number: count, time: now, event: event))
        unreported += 1
    }

    mutating func takeUnreported() -> [PCRecord] {
        defer { unreported = 0 }
        return Array(log.suffix(unreported))
    }
}
