// SPDX-License-Identifier: GPL-3.0-or-later

package enum MapOutput: Hashable, Sendable {
    /// A switch went down or up: physical, not filtered.
    case edge(Edge)
    /// A switch that was found down has been let go of. That is no edge, since nobody saw it go down.
    case letGo(SwitchID, at: Instant)
    /// The controller's own profile changed, so its jacks now mean something else (F37). What the device held has been
    /// released before this.
    case meaningChanged(DeviceID, at: Instant)
}

/// What is down on a node at the moment it is opened.
package struct FoundState: Hashable, Sendable {
    package var keysDown: Set<UInt16>
    /// Values of the absolute axes by their codes.
    package var axisValues: [UInt16: Int32]

    package init(keysDown: Set<UInt16> = [], axisValues: [UInt16: Int32] = [:]) {
        self.keysDown = keysDown
        self.axisValues = axisValues
    }
}
