// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension ActionCatalogue {
    static let clicks: [CatalogueAction] = [
        CatalogueAction("click", "Click", .click, ["left", "mouse", "select", "press"], .instant, .click(.left)),
        CatalogueAction(
            "double-click", "Double click", .click, ["left", "mouse", "open", "twice"], .instant, .doubleClick(.left)),
        CatalogueAction("right-click", "Right click", .click, ["mouse", "context", "menu"], .instant, .rightClick),
        CatalogueAction("middle-click", "Middle click", .click, ["mouse", "wheel"], .instant, .click(.middle)),
        CatalogueAction(
            "double-right-click", "Double right click", .click, ["mouse", "twice"], .instant, .doubleClick(.right)),
        CatalogueAction(
            "double-middle-click", "Double middle click", .click, ["mouse", "twice"], .instant, .doubleClick(.middle)),
    ]

    static let drags: [CatalogueAction] = [
        (MouseButton.left, "drag", "Drag"), (.right, "right-drag", "Drag with the right button"),
        (.middle, "middle-drag", "Drag with the middle button"),
    ].flatMap { button, id, name in
        let keywords = ["mouse", "button", "move", "select", "draw", button.rawValue]
        return [
            CatalogueAction(id, "\(name) while held", .drag, keywords, .held, .startDrag(button)),
            CatalogueAction(
                "\(id)-toggle", "\(name), on until done again", .drag, keywords + ["lock"], .toggled, .startDrag(button)
            ),
        ]
    }

    // MARK: Movement

    /// Directions as the screen has them: x to the right, y down.
    private struct Way {
        let id: String
        let name: String
        let dx: Double
        let dy: Double

        func movement(by distance: Double) -> Command.Movement {
            Command.Movement(dx: dx * distance, dy: dy * distance)
        }
    }

    private static let fourWays = [
        Way(id: "left", name: "left", dx: -1, dy: 0), Way(id: "right", name: "right", dx: 1, dy: 0),
        Way(id: "up", name: "up", dx: 0, dy: -1), Way(id: "down", name: "down", dx: 0, dy: 1),
    ]

    private static let eightWays =
        fourWays + [
            Way(id: "up-left", name: "up and left", dx: -1, dy: -1),
            Way(id: "up-right", name: "up and right", dx: 1, dy: -1),
            Way(id: "down-left", name: "down and left", dx: -1, dy: 1),
            Way(id: "down-right", name: "down and right", dx: 1, dy: 1),
        ]

    static let movements: [CatalogueAction] = eightWays.flatMap { way in
        let id = "move-\(way.id)"
        let name = "Move pointer \(way.name)"
        let keywords = ["mouse", "cursor"]
        func action(
            _ ending: String, _ words: String, _ size: MoveDistances.Size, _ manner: ActionManner = .instant
        ) -> CatalogueAction {
            let movement = way.movement(by: MoveDistances.standard[size])
            return CatalogueAction(
                id + ending, name + words, .pointer, keywords, manner,
                manner.isRepeat ? .startRepeat(.moveMouse(movement)) : .moveMouse(movement), fitting: .distance(size))
        }
        return [
            action("", "", .medium), action("-little", " a little", .small), action("-far", " far", .large),
            action("-while-held", " while held", .medium, .repeating),
            action("-on", " until the next press", .medium, .repeatingOn),
        ]
    }

    static let pointerSettings: [CatalogueAction] =
        [Direction.left, .right, .up, .down].map { direction in
            let place =
                switch direction {
                case .left: "on the left"
                case .right: "on the right"
                case .up: "above"
                case .down: "below"
                }
            return CatalogueAction(
                "monitor-\(direction.rawValue)", "Pointer to the monitor \(place)", .pointer,
                ["display", "screen", "mouse", "cursor"], .instant, .moveToDisplay(direction))
        } + stride(from: 25, through: 225, by: 25).map(pointerSpeed)

    static let pointerSpeedPrefix = "pointer-speed-"

    static func pointerSpeed(percent: Int) -> CatalogueAction {
        let keywords = ["mouse", "cursor", percent < 100 ? "slow" : percent > 100 ? "fast" : "normal"]
        return CatalogueAction(
            "\(pointerSpeedPrefix)\(percent)", "Pointer speed \(percent) %", .pointer, keywords, .instant,
            .setPointerSpeed(percent: percent))
    }

    // MARK: Scrolling

    /// Wheel steps at a time, as the known clients of these PCs scroll.
    private static let scrollSteps = 5.0

    static let scrolls: [CatalogueAction] = fourWays.flatMap { way in
        // Up is positive, as with a wheel turned away from its user and other than for the pointer.
        let movement = Command.Movement(dx: way.dx * scrollSteps, dy: -way.dy * scrollSteps)
        let id = "scroll-\(way.id)"
        let name = "Scroll \(way.name)"
        let keywords = ["wheel", "page", "mouse"]
        return [
            CatalogueAction(id, name, .scroll, keywords, .instant, .scroll(movement)),
            CatalogueAction(
                "\(id)-while-held", "\(name) while held", .scroll, keywords, .repeating,
                .startRepeat(.scroll(movement))),
            CatalogueAction(
                "\(id)-on", "\(name) until the next press", .scroll, keywords, .repeatingOn,
                .startRepeat(.scroll(movement))),
        ]
    }
}
