// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ControlSocket

@Suite("Lines put together")
struct LineAssemblerTests {
    @Test("lines come whole, however they arrive")
    func wholeLines() {
        var assembler = LineAssembler(limit: 8)
        var lines: [[UInt8]?] = assembler.take(Array("ab".utf8))
        lines += assembler.take(Array("c\nd\n\ne".utf8))
        lines += assembler.take(Array("\n".utf8))
        #expect(lines == ["abc", "d", "", "e"].map { Array($0.utf8) })
    }

    @Test("a line at the limit is taken, one byte more is dropped whole, and the next is taken again")
    func overLimit() {
        var assembler = LineAssembler(limit: 3)
        let lines = assembler.take(Array("abc\nabcd\nxyz\n".utf8))
        #expect(lines == [Array("abc".utf8), nil, Array("xyz".utf8)])
    }
}
