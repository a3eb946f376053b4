// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import SeededRandom
import SwitchCore
import Testing

@testable import Profiles

/// The files in `Profiles/` at the top of the repository.
enum Shipped {
    static let directory = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Profiles"

    static let names = [
        "four-switches-actions", "gpio-keys", "makey-makey", "pcsensor-pedal", "two-switch-box", "vec-pedal",
        "xbox-adaptive-controller",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        let file = try #require(fopen("\(directory)/\(name)", "r"), "\(name) is missing")
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: ProfileFile.sizeLimit)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }

    /// Every YAML file that is really there.
    static func found() throws -> [String] {
        let open = try #require(opendir(directory))
        defer { closedir(open) }
        var found: [String] = []
        while let entry = readdir(open) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".yaml") { found.append(String(name.dropLast(5))) }
        }
        return found.sorted()
    }
}

@Suite struct ShippedProfileTests {
    @Test("Every profile that is shipped reads without problems", arguments: Shipped.names)
    func reads(name: String) throws {
        let profile = try ProfileFile.load(path: "\(Shipped.directory)/\(name).yaml", names: SomeNames()).get()
        #expect((1...8).contains(profile.switches.count))
        #expect(!profile.devices.contains { $0.matches.isEmpty })
        let text = String(decoding: try Shipped.bytes("\(name).yaml"), as: UTF8.self)
        #expect(text.hasPrefix("# yaml-language-server: $schema=./profile.schema.json\n"))
    }

    @Test("The tests know every profile that is shipped")
    func none() throws {
        #expect(try Shipped.found() == Shipped.names)
    }

    @Test("The keyboard box as shipped fits no keyboard, F3")
    func templateFitsNothing() throws {
        let profile = try ProfileFile.load(path: "\(Shipped.directory)/two-switch-box.yaml", names: SomeNames()).get()
        let keyboard = DeviceIdentity(
            bus: .usb, vendor: 0, product: 0, version: 0, name: "AT Translated Set 2 keyboard", serial: nil, port: nil,
            interface: nil, capabilities: "0000000000000000")
        #expect(!profile.devices.contains { $0.describes(keyboard) })
    }

    @Test("Every id under which the PCsensor pedal is sold fits the one profile, other devices do not")
    func severalIDs() throws {
        let profile = try ProfileFile.load(path: "\(Shipped.directory)/pcsensor-pedal.yaml", names: SomeNames()).get()
        let device = try #require(profile.devices.first)
        var identity = DeviceIdentity(
            bus: .usb, vendor: 0, product: 0, version: 1, name: "PCsensor FootSwitch Keyboard", serial: nil, port: nil,
            interface: 0, capabilities: "0000000000000000")
        for (vendor, product) in [
            (0x0C45, 0x7403), (0x0C45, 0x7404), (0x413D, 0x2107), (0x1A86, 0xE026), (0x3553, 0xB001),
        ] {
            (identity.vendor, identity.product) = (UInt16(vendor), UInt16(product))
            #expect(device.describes(identity))
        }
        identity.product = 0x7403
        #expect(!device.describes(identity))
    }

    @Test("The schema for editors and the reader know the same keys, and require the same")
    func schemaAgrees() throws {
        // JSON is YAML as well, so the reader of profiles can read the schema.
        let root = try #require(try YAMLDocument.read(try PlainText(try Shipped.bytes("profile.schema.json"))))
        let definitions = try #require(root["$defs"])
        func check<Key: ProfileKey>(_ name: String, _ keys: Key.Type) throws {
            let definition = try #require(definitions[name])
            let properties = try #require(definition["properties"])
            #expect(properties.keys == Key.allCases.map(\.rawValue), "\(name)")
            #expect((definition["required"]?.texts ?? []) == Key.required.map(\.rawValue), "\(name)")
            #expect(definition["additionalProperties"]?.texts == ["false"], "\(name)")
        }
        try check("root", RootKey.self)
        try check("device", DeviceKey.self)
        try check("switch", SwitchKey.self)
        try check("input", InputKey.self)
        try check("timing", TimingKey.self)
        try check("safety", SafetyKey.self)
        try check("pressesToStop", PressesToStopKey.self)
        try check("idle", IdleKey.self)
        try check("gesture", GestureKey.self)
        try check("announce", AnnounceKey.self)
        try check("pc", PCKey.self)
        let properties = try #require(definitions["device"]?["properties"])
        #expect(properties["bus"]?["enum"]?.texts == DeviceIdentity.Bus.allCases.map(\.rawValue))
        let kinds = definitions["switch"]?["properties"]?["kind"]?["enum"]?.texts
        #expect(kinds == ProfileSwitch.Manner.allCases.map(\.rawValue))
    }

    @Test("200 random changes to each shipped profile read, or have a problem with a place", arguments: Shipped.names)
    func mutations(name: String) throws {
        let original = try Shipped.bytes("\(name).yaml")
        for seed in UInt64(1)...200 {
            var random = SeededRandom(seed: seed)
            let bytes = mutated(original, &random)
            guard case .failure(let found) = ProfileFile.read(bytes: bytes, path: name, names: SomeNames()) else {
                continue
            }
            #expect((1...ProfileProblems.limit).contains(found.problems.count), "\(name), seed \(seed)")
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 2
            for problem in found.problems {
                let position = try #require(problem.position, "\(name), seed \(seed)")
                #expect((1...lines).contains(position.line) && position.column >= 1, "\(name), seed \(seed)")
            }
        }
    }

    private func mutated(_ original: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        let awkward = Array(":-#{}[],&*!|>'\"%@`? \t\n\r\0~<=\u{7F}ä".utf8)
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = awkward.randomElement(using: &random) ?? 0
            case 1: bytes.insert(awkward.randomElement(using: &random) ?? 0, at: place)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
            default: bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return bytes
    }
}

extension YAMLNode {
    fileprivate subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    fileprivate var keys: [String] {
        guard case .mapping(let entries) = content else { return [] }
        return entries.map(\.key)
    }

    fileprivate var texts: [String] {
        switch content {
        case .scalar(let text): [text]
        case .sequence(let items): items.flatMap(\.texts)
        case .mapping: []
        }
    }
}
