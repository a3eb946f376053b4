// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// The profiles that a run of `forward` can go on with, one at a time, and the devices of each.
struct ForwardProfiles {
    struct Opened {
        let path: String
        let profile: Profile
        let source: EvdevSwitches
    }

    private let environment: [String: String]
    private let includesVirtual: Bool
    private let mayTakeKeyboard: Bool
    private let isNoted: Bool
    /// Nil where others need not know of it, or cannot.
    private var use: ProfileUse?
    /// The profile in use.
    private(set) var path: String

    /// - Parameters:
    ///   - path: the profile with which the run begins.
    ///   - isNoted: other runs of the program are told which profile is in use.
    init(
        _ environment: [String: String], beginningWith path: String, isNoted: Bool, includesVirtual: Bool,
        mayTakeKeyboard: Bool
    ) throws(Failure) {
        self.environment = environment
        self.path = path
        self.includesVirtual = includesVirtual
        self.mayTakeKeyboard = mayTakeKeyboard
        // Others who do not learn of it can do no harm; a start that is out of reach would.
        self.isNoted = isNoted
        use = isNoted ? try? ProfileUse(of: path, in: environment) : nil
    }

    func open(_ path: String, _ loop: EventLoop) throws(Failure) -> Opened {
        let profile: Profile
        do throws(ProfileProblems) {
            profile = try ProfileFile.load(path: path, names: EvdevNames()).get()
        } catch { throw .profile(error) }
        do throws(SystemError) {
            let monitor = try DeviceMonitor(loop: loop, includesVirtual: includesVirtual)
            let source = EvdevSwitches(profile: profile, loop: loop, monitor: monitor, names: EvdevNames())
            return Opened(path: path, profile: profile, source: source)
        } catch { throw .system(error) }
    }

    /// Another profile, which is in use from now on.
    mutating func change(to found: FoundProfile, _ loop: EventLoop) throws(Failure) -> Opened {
        let opened = try open(found.path, loop)
        if let keyboard = opened.source.onlyKeyboard, !mayTakeKeyboard {
            throw .other(Sentence(.forwardKeyboardRefused, ["name": keyboard.identity.name]))
        }
        if isNoted { use = try? ProfileUse(of: found.path, in: environment) }
        path = found.path
        return opened
    }

    /// Whether its user has others, as far as a look at their names tells.
    var hasOthers: Bool { ProfilePlaces(environment).yours.contains { $0.path != path } }

    /// The next of the user's profiles, in the order of their names, which is in use from now on; nil when there is no other.
    /// One that has mistakes, or that takes the only keyboard without leave, is no way to go on.
    mutating func next(_ loop: EventLoop) throws(Failure) -> Opened? {
        let all = ProfilePlaces(environment).yours
        let present = all.firstIndex { $0.path == path } ?? -1
        for step in all.indices {
            let found = all[(present + 1 + step) % all.count]
            guard found.path != path, let opened = try? change(to: found, loop) else { continue }
            return opened
        }
        return nil
    }
}
