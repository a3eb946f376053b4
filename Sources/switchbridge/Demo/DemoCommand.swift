// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import PCLink
import PCProtocol
import Profiles
import SwitchCore

/// `demo`: a recording of two switches through the real pipeline into the simulated PC.
struct DemoCommand: Command {
    static let description = CommandDescription(
        name: "demo", group: .testing, summary: "a recording of two switches, forwarded to a simulated PC",
        details: [
            """
            It needs no switches, no PC, no network and no rights: everything between a switch and a PC is real, only \
            the two ends are not. It takes about nine seconds and shows short presses, a hold, two switches at once, a \
            bouncing contact and a hold-to-stop.
            """
        ],
        options: [.json])

    private let json: Bool

    init(_ arguments: Arguments) {
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let demo = try Demo(live, json: json)
        return try demo.run()
    }

    static func profile() -> Profile {
        let read = ProfileFile.read(bytes: PackageResources.demo_yaml, path: "demo.yaml", names: EvdevNames())
        switch read {
        case .success(let profile): return profile
        case .failure(let problems): preconditionFailure("the built-in profile has mistakes: \(problems)")
        }
    }

    static func recording() -> Recording {
        do { return try Recording(text: String(decoding: PackageResources.demo_events, as: UTF8.self)) } catch {
            preconditionFailure("the built-in recording is damaged at line \(error.line)")
        }
    }
}
