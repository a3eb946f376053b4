// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// What a daemon says of itself. Of its answer nothing is kept but what is expected, each in its place.
struct Diagnosis {
    struct OpenedDevice: Hashable {
        var name: String
        var node: String
        var isUsed: Bool
        var isCaptured: Bool
    }

    struct UnusedDevice: Hashable {
        var label: String
        var sentence: Sentence
    }

    struct PC: Hashable {
        var id: String
        var name: String
        var platform: String
        var isReady: Bool
        var adapter: String?
        var profileID: String?
        /// Numbers and words of the protocol: `frameBytes`, `link`, `commands`, `offers`, `profiles`.
        var rest: [String: JSONValue]
    }

    var version: String?
    var state: ForwardingState?
    var includesVirtual: Bool
    var profilePath: String?
    /// Switches that are down, by number.
    var pressed: Set<Int>
    var opened: [OpenedDevice]
    var notUsed: [UnusedDevice]
    /// What each switch does on the PC, in its words.
    var labels: [Int: String]
    var pc: PC?
    var savedPCs: [BoxFacts.PC]
    /// What the daemon keeps of its own doings: numbers and plain words alone.
    var tally: [String: JSONValue]

    init(_ fields: [String: JSONValue], version: String?) {
        let own = fields["diagnosis"]?.members ?? [:]
        let status = fields["status"]?.members.flatMap { ForwardStatus($0) }
        self.version = version
        state = status?.state
        includesVirtual = own["includesVirtual"]?.truth ?? false
        profilePath = own["profilePath"]?.clean
        pressed = Set((own["pressed"]?.elements ?? []).compactMap { $0.exactInteger.map { Int(clamping: $0) } })
        opened = own.objects("devices").map {
            OpenedDevice(
                name: $0["name"]?.clean ?? "", node: $0["node"]?.clean ?? "", isUsed: $0["used"]?.truth ?? false,
                isCaptured: $0["captured"]?.truth ?? false)
        }
        notUsed = own.objects("devicesNotUsed").compactMap { UnusedDevice($0) }
        let named = own.objects("switches").compactMap { used in
            used["switch"]?.exactInteger.map { (Int(clamping: $0), used["label"]?.clean ?? "") }
        }
        labels = Dictionary(named) { $1 }
        pc = own["pc"]?.members.flatMap { PC($0) }
        savedPCs = own.objects("savedPCs").compactMap { BoxFacts.PC($0) }
        tally = own["tally"]?.plain?.members ?? [:]
    }
}

extension Diagnosis.UnusedDevice {
    fileprivate init?(_ fields: [String: JSONValue]) {
        guard let id = fields["problem"]?.text.flatMap(SentenceID.init) else { return nil }
        label = fields["label"]?.clean ?? ""
        sentence = Sentence(id, (fields["arguments"]?.members ?? [:]).compactMapValues(\.clean))
    }
}

extension Diagnosis.PC {
    fileprivate init?(_ fields: [String: JSONValue]) {
        guard let id = fields["id"]?.clean else { return nil }
        self.id = id
        name = fields["name"]?.clean ?? ""
        platform = fields["platform"]?.clean ?? ""
        isReady = fields["isReady"]?.truth ?? false
        adapter = fields["adapter"]?.clean
        profileID = fields["profile"]?.clean
        let plain = ["frameBytes", "link", "commands", "offers", "profiles"].compactMap { key in
            fields[key]?.plain.map { (key, $0) }
        }
        rest = Dictionary(plain) { $1 }
    }
}

extension BoxFacts.PC {
    init?(_ fields: [String: JSONValue]) {
        guard let id = fields["id"]?.clean else { return nil }
        self.id = id
        name = fields["name"]?.clean ?? ""
        isChosen = fields["isDefault"]?.truth ?? false
        isAccessVoid = fields["isAccessVoid"]?.truth ?? false
        isWireless = fields["isWireless"]?.truth ?? true
    }
}

extension JSONValue {
    /// Characters of a word, and values of a list, beyond which they are no plain ones.
    private static let wordLimit = 40
    private static let listLimit = 1000

    /// What a person may be shown of a text.
    fileprivate var clean: String? { text.map { DisplayText.display($0, characters: 512) } }

    /// Without every text that is no word of our own: those are of letters, `_` and `.` alone.
    fileprivate var plain: JSONValue? {
        switch self {
        case .null, .bool, .integer, .double: self
        case .string(let text): Self.isWord(text) ? self : nil
        case .array(let values): .array(values.prefix(Self.listLimit).compactMap(\.plain))
        case .object(let members):
            .object(members.filter { Self.isWord($0.key) }.compactMapValues(\.plain))
        }
    }

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= wordLimit
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: ".")
            }
    }
}

extension [String: JSONValue] {
    fileprivate func objects(_ name: String) -> [[String: JSONValue]] {
        (self[name]?.elements ?? []).compactMap(\.members)
    }
}
