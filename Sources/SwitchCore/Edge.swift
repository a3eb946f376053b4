// SPDX-License-Identifier: GPL-3.0-or-later

package enum EdgeState: String, Hashable, Sendable {
    case down, up
}

/// A switch going down or up, at the kernel's time of the event.
package struct Edge: Hashable, Sendable {
    package var switchID: SwitchID
    package var state: EdgeState
    package var time: Instant

    package init(_ switchID: SwitchID, _ state: EdgeState, at time: Instant) {
        self.switchID = switchID
        self.state = state
        self.time = time
    }
}
