// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Shows the state by the light that the profile in use names; each problem is told once.
package final class StateLight {
    package var onProblem: ((LightProblem) -> Void)?

    private let directory: String
    private var wanted: String?
    private var light: BoxLight?
    private var shown: LightPattern?
    private var told: LightProblem?

    /// - Parameter directory: another one in tests.
    package init(in directory: String = BoxLight.directory) { self.directory = directory }

    package func update(_ facts: AnnouncerFacts) {
        choose(facts.profile?.announcements.light)
        let pattern = LightPattern(facts)
        guard let light, pattern != shown else { return }
        shown = pattern
        attempt { () throws(LightProblem) in try light.show(pattern) }
    }

    /// Leaves the light as it was found.
    package func close() { choose(nil) }

    private func choose(_ name: String?) {
        guard name != wanted else { return }
        wanted = name
        light?.restore()
        light = nil
        shown = nil
        guard let name else { return }
        attempt { () throws(LightProblem) in light = try BoxLight(named: name, in: directory, mayBeLeftOn: true) }
    }

    private func attempt(_ body: () throws(LightProblem) -> Void) {
        do { try body() } catch {
            guard error != told else { return }
            told = error
            onProblem?(error)
        }
    }
}
