// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// What a PC that can be used has said of itself.
struct PCStatusReport {
    private let details: PCDetails
    private let maximumFrameSize: Int
    private let adapter: String?
    private let link: LinkParameters?
    private let report: PCReport?

    init(_ details: PCDetails, over connection: PCConnection, in state: StateFiles) {
        self.details = details
        maximumFrameSize = connection.maximumFrameSize
        adapter = connection.adapter
        link = connection.linkParameters
        report = state.savedPCs.pc(details.status.desktopID).map { PCReport($0, in: state) }
    }

    private var controls: Sentence {
        let count = details.catalogue.profiles.count
        return count == 0
            ? Sentence(.pcNoProfiles) : Sentence(.statusControls, ["count": "\(count)"])
    }

    private var turns: Sentence? {
        link.map { Sentence(.statusTurns, ["ms": RoundTrips.milliseconds($0.interval)]) }
    }

    private var way: Sentence? { adapter.map { Sentence(.statusAdapter, ["adapter": $0]) } }

    var lines: [String] {
        // That the PC took an authenticated message proves the access and the clock (protocol note §3).
        [report?.line ?? details.status.displayName, Sentence(.statusUsable).description]
            + [report?.nameSentence, controls, Sentence(.statusFrame, ["bytes": "\(maximumFrameSize)"]), way, turns]
            .compactMap { $0?.description }
    }

    var json: JSONValue {
        let fields: [String: JSONValue] = [
            "event": .string("status"), "reachable": .bool(true), "usable": .bool(true), "clocksAgree": .bool(true),
            "profiles": .int(details.catalogue.profiles.count),
            "scans": .bool(details.pointerProfile.capabilities.switchScanning),
            "frameBytes": .int(maximumFrameSize), "adapter": adapter.map { .string($0) } ?? .null,
            "intervalMicroseconds": link.map { .integer($0.interval.nanoseconds / 1000) } ?? .null,
        ]
        return .object((report?.fields ?? [:]).merging(fields) { $1 })
    }
}
