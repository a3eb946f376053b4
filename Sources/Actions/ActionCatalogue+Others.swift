// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension ActionCatalogue {
    static let media: [CatalogueAction] = MediaAction.allCases.map { action in
        let (id, name, keywords): (String, String, [String]) =
            switch action {
            case .playPause: ("play-pause", "Play or pause", ["music", "video", "stop"])
            case .nextTrack: ("next-track", "Next track", ["music", "song", "skip"])
            case .previousTrack: ("previous-track", "Previous track", ["music", "song"])
            case .volumeUp: ("volume-up", "Louder", ["volume", "sound"])
            case .volumeDown: ("volume-down", "Quieter", ["volume", "sound"])
            case .mute: ("mute", "Sound on or off", ["mute", "volume", "silent"])
            }
        return CatalogueAction(id, name, .media, keywords, .instant, .media(action))
    }

    static let windows: [CatalogueAction] = WindowAction.allCases.map { action in
        let (id, name, keywords): (String, String, [String]) =
            switch action {
            case .switchNext: ("next-window", "Next window", ["switch", "program", "app"])
            case .switchPrevious: ("previous-window", "Previous window", ["switch", "program", "app"])
            case .taskView: ("task-view", "Show all windows", ["overview", "program", "app", "desktop"])
            case .showDesktop: ("show-desktop", "Show desktop", ["hide", "minimise"])
            case .closeFocused: ("close-window", "Close window", ["quit", "exit", "program", "app"])
            case .minimizeFocused: ("minimize-window", "Minimize window", ["minimise", "small", "hide"])
            case .maximizeFocused: ("maximize-window", "Maximize window", ["maximise", "large", "full"])
            }
        return CatalogueAction(id, name, .window, keywords, .instant, .window(action))
    }

    static let bridge: [CatalogueAction] = BridgeAction.allCases.map { action in
        switch action {
        case .stopForwarding: CatalogueAction("stop-forwarding", "Stop forwarding", ["off", "end", "pause"], action)
        case .stopMovement:
            CatalogueAction(
                "stop-movement", "Stop what moves or scrolls by itself", ["pointer", "scroll", "repeat"], action)
        case .stopRepeating: CatalogueAction("stop-repeating", "Stop whatever repeats", ["key", "movement"], action)
        case .releaseEverything:
            CatalogueAction(
                "release-everything", "Let go of everything that is held", ["drag", "modifier", "stop"], action)
        case .nextProfile: CatalogueAction("next-profile", "Use the next profile", ["change", "switch"], action)
        case .nextPC: CatalogueAction("next-pc", "Use the next PC", ["change", "computer", "switch"], action)
        case .nothing: CatalogueAction("nothing", "Nothing", ["none", "cancel", "empty"], action)
        }
    }
}
