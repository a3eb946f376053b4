// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

extension FuzzTarget {
    static let json = FuzzTarget("json") {
        [
            #"{"a":[1,-2.5,1e300,true,null,"x\/\u00e9\ud83d\ude00\n"],"b":{}}"#, "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]",
            "-0.0",
            " 9223372036854775807 ", #""\u0000""#, #"{"k":1,"k":2}"#,
        ].map { Array($0.utf8) }
    } run: { bytes in
        guard let value = try? JSONValue(parsing: bytes) else { return }
        try hold(depth(of: value) <= JSONValue.depthLimit, "what was read is nested too deep")
        try hold(isFinite(value), "a number is not finite")
        try hold(value.line.dropLast().allSatisfy { $0 >= 0x20 }, "a line has a control character in it")
        for form in [JSONValue.Form.bareSlashes, .canonical] {
            let written = value.encoded(form)
            guard let again = try? JSONValue(parsing: written, limit: .max) else {
                throw FuzzFinding(description: "what we write is not read")
            }
            // What the proof covers: the reader writes what it read, and both have to be the same bytes.
            try hold(again.encoded(form) == written, "what was written is not written again")
        }
    }

    private static func depth(of value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .integer, .double, .string: 0
        case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
        case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
        }
    }

    private static func isFinite(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .bool, .string: true
        case .integer, .double: value.number?.isFinite == true
        case .array(let elements): elements.allSatisfy(isFinite)
        case .object(let members): members.values.allSatisfy(isFinite)
        }
    }
}
