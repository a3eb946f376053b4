// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCProtocol
import Sentences
import SwitchCore
import Testing

@testable import PCLink

/// What is said to people about stops, starts, the PC and our files.
@Suite struct SentenceTests {
    static let captureFailures: [CaptureFailure] = [
        .noDevice, .stuckDown(device: "box", inputs: ["KEY_SPACE", "KEY_ENTER"]), .busy(device: "box", owner: nil),
        .busy(device: "box", owner: "keyd (12)"), .refused(device: "box", error: "EIO"),
    ]
    static let stops: [StopReason] =
        [
            .userStopped, .heldToStop(SwitchID(1)!), .idleTimeout, .deviceRemoved(name: "box"),
            .devicesChanged(name: "box"), .eventsLost(name: "box"), .queueFull, .sendDelayed,
            .pcRefused(code: "input_failed"), .ackTimeout, .linkLost, .profileChanged, .captureLost(name: "box"),
            .notRecorded, .suspended, .shuttingDown,
        ] + captureFailures.map { .captureFailed($0) }
    static let refusals: [StartRefusal] = [
        .alreadyForwarding, .stillStopping, .machineRests, .notConnected, .notReady, .nothingToForward,
    ]
    static let links: [LinkFailure] = [
        .notFound(place: "/run/pc"), .notListening(place: "/run/pc"), .notPermitted(place: "/run/pc"),
        .impossiblePlace(place: ""), .noStatus, .unusableStatus, .closedByPC, .endedHere, .cut,
        .system(SystemError(call: "connect", code: 24)),
    ]
    static let clients: [ClientFailure] = [
        .accessVoid, .clocksApart, .setUpFailed(.refused(code: "input_failed")), .setUpFailed(.timedOut),
        .setUpFailed(.acknowledged), .catalogueUnusable, .noAnswer, .linkTooNarrow,
    ]
    static let pairings: [PairingFailure] = [
        .rejected, .expired, .mismatch, .refused(code: "invalid_payload"), .unanswered,
    ]
    static let states: [StateProblem] = [
        .tooOpen(path: "/s", mode: 0o644), .notOurs(path: "/s"), .unreadable(path: "/s", keptAs: "/s.unreadable-1"),
        .newer(path: "/s"), .inUse(path: "/s"), .system(path: "/s", SystemError(call: "write", code: 28)),
    ]

    static let all: [Sentence] =
        stops.map { $0.sentence(switchName: "Left") } + refusals.map(\.sentence) + links.map(\.sentence)
        + clients.map { $0.sentence(time: "14:05", isSynchronised: false) } + pairings.map(\.sentence)
        + states.map(\.sentence) + links.map { $0.sentence(retries: false) }

    @Test("every sentence has its words, and every place in it is filled", arguments: all)
    func complete(sentence: Sentence) {
        let text = sentence.description
        #expect(text != sentence.id.rawValue)
        #expect(!text.contains("{") && !text.contains("  ") && !text.contains("\n"), "\(text)")
        #expect(text.hasSuffix("."), "\(text)")
    }

    @Test("no link that its user has to bring back is said to come back by itself", arguments: links)
    func givenUp(link: LinkFailure) {
        let text = link.sentence(retries: false).description
        #expect(!text.contains("keeps"), "\(text)")
        #expect(link.sentence(retries: true) == link.sentence)
    }

    @Test("every stop says how forwarding goes on", arguments: stops)
    func startAgain(stop: StopReason) {
        let text = stop.sentence(switchName: "Left").description
        #expect(text.lowercased().contains("start again") || text.contains("Run it again"), "\(text)")
    }

    @Test("plain words only", arguments: all)
    func plainWords(sentence: Sentence) {
        let words = sentence.description.lowercased().split { !$0.isLetter }
        for jargon in ["edge", "capture", "overflow", "grab", "evdev", "ack", "token", "nil"] {
            #expect(!words.contains(Substring(jargon)), "\(sentence)")
        }
    }

    @Test("a hold that stopped names its switch")
    func switchName() {
        #expect(StopReason.heldToStop(SwitchID(2)!).sentence(switchName: "Left").description.contains("\"Left\""))
        #expect(StopReason.heldToStop(SwitchID(2)!).sentence(switchName: nil).description.contains("2"))
    }

    @Test("F28 clocks apart: this box's time and whether something keeps it right", arguments: [true, false, nil])
    func clocksApart(isSynchronised: Bool?) {
        let text = ClientFailure.clocksApart.sentence(time: "14:05", isSynchronised: isSynchronised).description
        #expect(text.contains("differ by more than two minutes"))
        let word = isSynchronised.map { $0 ? "yes" : "no" } ?? "unknown"
        #expect(text.contains("14:05, synchronised: \(word)"), "\(text)")
    }
}
