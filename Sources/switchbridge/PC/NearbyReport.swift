// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// A PC in range, in words and for programs.
struct NearbyReport {
    let pc: NearbyPC
    /// What this box has saved of it.
    let saved: SavedPC?

    init(_ pc: NearbyPC, among pcs: SavedPCs) {
        self.pc = pc
        saved = pc.status.flatMap { pcs.pc($0.desktopID) }
    }

    /// Whether this box could be paired with it now and is not.
    var isNew: Bool { pc.status != nil && (saved == nil || saved?.isAccessVoid == true) }

    var name: String {
        let name = pc.status?.displayName ?? DisplayText.display(pc.advertisedName, characters: PCStatus.nameLimit)
        return name.isEmpty ? Sentence(.scanNameless).description : name
    }

    var line: String {
        guard let status = pc.status else {
            return Sentence(.scanAsking, ["name": name, "signal": signal]).description
        }
        let title = "\(name) (\(PCReport.platformName(status.platform.text))), id \(status.desktopID)"
        return Sentence(.scanLine, ["pc": title, "signal": signal, "saved": savedWord]).description
    }

    private var savedWord: String {
        guard let saved else { return Sentence(.scanNew).description }
        return Sentence(saved.isAccessVoid ? .scanSavedVoid : .scanSaved).description
    }

    /// In words, since a number alone says little, and the number, since words alone cannot be compared.
    private var signal: String {
        guard let dBm = pc.signal else { return Sentence(.signalUnknown).description }
        let id: SentenceID =
            switch dBm {
            case (-60)...: .signalStrong
            case (-72)...: .signalGood
            case (-84)...: .signalFair
            default: .signalWeak
            }
        return Sentence(id, ["dBm": dBm < 0 ? "−\(dBm.magnitude)" : "\(dBm)"]).description
    }

    var fields: [String: JSONValue] {
        [
            "address": .string(pc.address), "name": .string(name),
            "id": pc.status.map { .string($0.desktopID) } ?? .null,
            "platform": pc.status.map { .string($0.platform.text) } ?? .null,
            "signal": pc.signal.map { .int($0) } ?? .null, "isSaved": .bool(saved != nil),
            "accessIsGood": .bool(saved.map { !$0.isAccessVoid } ?? false),
        ]
    }
}

extension NearbyList.Change {
    var entry: NearbyList.Entry {
        switch self {
        case .asking(let entry), .found(let entry), .changed(let entry), .gone(let entry): entry
        }
    }

    /// The stable name of what happened.
    var event: String {
        switch self {
        case .asking: "asking"
        case .found: "found"
        case .changed: "changed"
        case .gone: "gone"
        }
    }

    /// Nil where a person need not be told yet.
    func sentence(_ report: NearbyReport) -> Sentence? {
        switch self {
        case .asking: nil
        case .found: Sentence(.scanFound, ["line": report.line])
        case .changed: Sentence(.scanChanged, ["line": report.line])
        case .gone: Sentence(.scanGone, ["name": report.name])
        }
    }

    func json(_ report: NearbyReport) -> JSONValue {
        var fields = report.fields
        fields["event"] = .string(event)
        fields["number"] = .int(entry.number)
        if let sentence = sentence(report) { fields["text"] = .string(sentence.description) }
        return .object(fields)
    }
}
