// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// The last lines of a terminal, drawn anew whenever something in them changes; lines of talk go above it. Where a
/// terminal cannot move its cursor, nothing is drawn at all: the talk alone says every change.
struct LiveBlock {
    private let output: TextOutput
    let isDrawn: Bool
    private var shown: [String] = []
    /// Lines that were typed below the block since it was drawn.
    private var typed = 0

    /// - Parameter isDrawn: whether the terminal can move its cursor and its user wants that.
    init(_ output: TextOutput, isDrawn: Bool) {
        self.output = output
        self.isDrawn = isDrawn && output.terminalWidth != nil
    }

    /// Draws `lines`, unless they stand there already.
    mutating func update(_ lines: [String]) throws(Failure) {
        guard isDrawn else { return }
        let wrapped = lines.flatMap {
            TextLayout.wrap(DisplayText.withoutControls($0), width: output.layoutWidth, hangingIndent: 4)
        }
        guard wrapped != shown else { return }
        try erase()
        try write(wrapped.map { $0 + "\n" }.joined())
        shown = wrapped
    }

    /// Takes the block away, so that a line can be written in its place.
    mutating func erase() throws(Failure) {
        guard !shown.isEmpty else { return }
        // CUU to the block's first line, CR, then ED from there on (ECMA-48, 8.3.22 and 8.3.39).
        try write("\u{1B}[\(shown.count + typed)A\r\u{1B}[J")
        shown = []
        typed = 0
    }

    /// Others have written to the terminal, so what stands there stays, and the block is drawn below it.
    mutating func forget() {
        shown = []
        typed = 0
    }

    /// Somebody typed a line and pressed Enter, so the cursor stands one line lower.
    mutating func lineTyped() {
        if !shown.isEmpty { typed += 1 }
    }

    private func write(_ text: String) throws(Failure) {
        do { try output.sink.write(text) } catch { throw .output(error) }
    }
}
