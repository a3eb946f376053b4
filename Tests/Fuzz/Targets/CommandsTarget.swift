// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension FuzzTarget {
    /// Lines of a command's name, a space and its payload.
    static let commands = FuzzTarget("commands") {
        [
            #"connection.ping {}"#, #"connection.ping {"deviceName":"Chair"}"#,
            #"pointer.speed.set {"scalePercent":80}"#,
            #"pointer.display.move {"direction":"left"}"#, #"mouse.move {"dx":1.5,"dy":-500}"#,
            #"mouse.click {"button":"left"}"#,
            #"mouse.repeat.start {"command":{"type":"mouse.scroll","payload":{"dx":0,"dy":50}}}"#,
            #"mouse.repeat.start {"command":{"type":"keyboard.key","payload":{"key":"a"}}}"#,
            #"keyboard.modifierDown {"key":"Ctrl"}"#, #"keyboard.shortcut {"keys":["Ctrl","F4"]}"#,
            #"keyboard.typeText {"text":"Gr\u00fc\u00dfe\n"}"#,
            #"keyboard.textStream.chunk {"streamId":"s","seq":0,"text":"ab"}"#,
            #"keyboard.textStream.key {"streamId":"s","seq":1,"key":"Enter"}"#,
            #"keyboard.textStream.close {"streamId":"s","expectedCount":2}"#, #"media.control {"action":"mute"}"#,
            #"window.control {"action":"taskView"}"#, #"switch.profile.list {"includeScanning":true}"#,
            """
            switch.session.start {"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f","profileId":"p","profileVersion":1,\
            "switchCount":2}
            """,
            """
            switch.edge {"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f","sequence":7,"switchId":1,"state":"down"}
            """,
            #"switch.sync {"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f","sequence":8,"pressedSwitchIds":[1,2]}"#,
            #"switch.session.stop {"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f","sequence":9}"#,
            #"grid.switch.set {"switchId":8,"state":"up"}"#,
        ].map(FuzzOutput.line)
    } run: { bytes in
        var input = FuzzInput(bytes)
        while !input.isEmpty {
            guard let command = decodedCommand(input.line()) else { continue }
            do throws(ShapeError) { try command.validate() } catch {
                throw FuzzFinding(description: "what was read is out of bounds")
            }
            let again = try Command.decode(type: command.type.rawValue, payload: command.payload)
            try hold(again == command, "a command is not the same once written again")
            let held = HeldInputs(leftBy: command)
            try hold(HeldInputs(names: held.names) == held, "what a command leaves held is not read back")
            for release in held.releases {
                try hold(HeldInputs(leftBy: release).isEmpty, "a release leaves something held")
            }
        }
    }

    /// A command as a line says it.
    static func decodedCommand(_ line: [UInt8]) -> Command? {
        let name = line.prefix { $0 != UInt8(ascii: " ") }
        guard let payload = try? JSONValue(parsing: Array(line.dropFirst(name.count))) else { return nil }
        return try? Command.decode(type: String(decoding: name, as: UTF8.self), payload: payload)
    }
}
