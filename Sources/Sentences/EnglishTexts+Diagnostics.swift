// SPDX-License-Identifier: GPL-3.0-or-later

extension SentenceID {
    /// What is said where a fault is looked for.
    static let englishTextsOfDiagnostics: [SentenceID: String] = [
        .diagnosticsTitle: """
        Switchbridge diagnostics. Names, serial numbers, addresses and ids are left out; --full has them.
        """,
        .diagnosticsTitleFull: """
        Switchbridge diagnostics, with names, serial numbers and ids. Give it only to somebody who may know them.
        """,
        .diagnosticsSwitches: "Switches",
        .diagnosticsDevices: "Devices",
        .diagnosticsProfile: "Profile",
        .diagnosticsBluetooth: "Bluetooth of this box",
        .diagnosticsPC: "PCs",
        .diagnosticsClock: "Clock",
        .diagnosticsService: "Service and user",
        .diagnosticsCounts: "What was counted since the service started",
        .diagnosticsStops: "Stops, the latest first (times are UTC)",
        .diagnosticsEvents: "What happened last (times are UTC)",
        .diagnosticsVersions: "Versions",
        .diagnosticsNoService: "No service or daemon runs, so what only it knows is missing here.",
        .diagnosticsHung: """
        The service is there but did not answer within 5 seconds, so what only it knows is missing here.
        """,
        .diagnosticsBadProfile: "The profile has mistakes, so no switch is in use; see below.",
        .diagnosticsPCsUnknown: "The saved PCs are the service's, and nobody else may read them.",
        .diagnosticsNoStops: "None so far.",
        .diagnosticsNoEvents: "Nothing so far.",
        .diagnosticsWritten: "Written to {path}. No names are in it; look through it before you pass it on.",
        .diagnosticsWrittenFull: """
        Written to {path}. Names and ids are in it: give it only to somebody who may know them.
        """,
        .diagnosticsNotWritten: "{path} could not be written: {error}. Name another place with --output.",
    ]
}
