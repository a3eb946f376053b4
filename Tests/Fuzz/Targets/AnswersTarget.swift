// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

extension FuzzTarget {
    /// A whole message, read as each thing that it could be: an answer, a status, a remote's message.
    static let answers = FuzzTarget("answers") {
        let token = try made(PairingToken("made-up/token"))
        let answers: [Answer] = [
            .ack(id: "r"), .error(id: nil, code: .invalidVersion, message: ""),
            .error(id: "r", code: .other("new_code"), message: "why"),
            .pairingComplete(id: "r", PairingGrant(desktopID: "pc", deviceID: "me", token: token)),
            .pointerProfile(id: "r", PointerProfile(capabilities: .everything)),
            .profileList(id: "r", SwitchCatalogue(revision: "12", profiles: OfferedProfile.all.map(\.profile))),
        ]
        let status = PCStatus(
            desktopID: "desktop-1", displayName: "Desk", platform: .linux, responseTransport: .reads)
        let request = try PairingRequest(
            id: "r", deviceID: "box", deviceName: try made(DeviceName("Chair")), desktopID: "desktop-1",
            requestNonce: "n")
        let command = try AuthenticatedCommand(
            .key(try made(KeyName("a"))), id: "r", deviceID: "box", timestamp: 7, wantsAnswer: false, token: token)
        return answers.map { $0.encoded() } + [
            status.encoded(), RemoteMessage.pairingRequest(request).encoded(), RemoteMessage.command(command).encoded(),
        ]
    } run: { bytes in
        if let answer = try? Answer(decoding: bytes) {
            try hold(try Answer(decoding: answer.encoded()) == answer, "an answer is not the same once written again")
            try checkTexts(of: answer)
        }
        if let status = try? PCStatus(decoding: bytes) {
            try hold(try PCStatus(decoding: status.encoded()) == status, "a status is not the same once written again")
            try checkShown(status.displayName, limit: PCStatus.nameLimit)
        }
        if let message = try? RemoteMessage(decoding: bytes) {
            let again = try RemoteMessage(decoding: message.encoded())
            try hold(again == message, "a remote's message is not the same once written again")
            if case .pairingRequest(let request) = message {
                try hold(request.code.utf8.count == 6, "a pairing code has not six digits")
            }
        }
    }

    private static func checkTexts(of answer: Answer) throws {
        switch answer {
        case .ack, .pairingComplete: return
        case .error(_, let code, let message):
            try checkShown(message, limit: Answer.messageLimit)
            try checkShown(code.text, limit: ErrorCode.otherLimit)
        case .pointerProfile(_, let profile):
            let distances = profile.moveDistances
            for distance in [distances.small, distances.medium, distances.large] {
                try hold((0...CommandBounds.mouseMove).contains(distance), "a distance that no PC takes")
            }
        case .profileList(_, let catalogue):
            try hold(catalogue.profiles.count <= SwitchCatalogue.profileLimit, "too many profiles")
            for profile in catalogue.profiles {
                try checkShown(profile.name, limit: PCProfile.nameLimit)
                try hold(profile.bindings.count <= PCProfile.bindingLimit, "too many bindings")
            }
        }
    }

    /// What a PC says of itself must not move the cursor, recolour a terminal or fill the screen.
    static func checkShown(_ text: String, limit: Int) throws {
        try hold(text.unicodeScalars.count <= limit, "a text to show is too long")
        try hold(DisplayText.withoutControls(text) == text, "a text to show has control characters")
    }

    /// Fixtures that are known to be right.
    static func made<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw FuzzFinding(description: "a seed is wrong") }
        return value
    }
}
