// SPDX-License-Identifier: GPL-3.0-or-later

/// The states of forwarding in their order, by their names alone: those of traces, of other programs and of what people are
/// told. They are stable.
package enum ForwardingState: String, Hashable, Sendable, CaseIterable {
    case idle, starting, active, stopping

    package init(_ state: ForwardingEngine.State) {
        switch state {
        case .idle: self = .idle
        case .starting: self = .starting
        case .active: self = .active
        case .stopping: self = .stopping
        }
    }
}
