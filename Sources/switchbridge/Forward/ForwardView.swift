// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import PCProtocol
import Sentences
import SwitchCore

/// How the user of `forward` is told what happens.
protocol ForwardView: AnyObject {
    func happened(_ news: ForwardNews, _ forwarder: Forwarder) throws(Failure)
    /// A line was typed, which moved the cursor of a terminal.
    func lineTyped()
    /// An answer to a word that was typed.
    func replied(_ sentences: [Sentence], _ forwarder: Forwarder) throws(Failure)
    /// The program slept, and what its user sees may be another program's by now.
    func continued(_ forwarder: Forwarder) throws(Failure)
    /// The program ends now.
    func ended(_ forwarder: Forwarder) throws(Failure)
}

/// One JSON object a line, on standard output.
final class ForwardJSONView: ForwardView {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func lineTyped() {}

    func continued(_ forwarder: Forwarder) {}

    func ended(_ forwarder: Forwarder) {}

    func happened(_ news: ForwardNews, _ forwarder: Forwarder) throws(Failure) {
        try terminal.show(json: news.json)
    }

    func replied(_ sentences: [Sentence], _ forwarder: Forwarder) throws(Failure) {
        for sentence in sentences {
            try terminal.show(json: .object(["event": .string("reply"), "text": .string(sentence.description)]))
        }
    }
}

/// Sentences, and below them the present state: who is connected, what each switch does, what is pressed.
final class ForwardTextView: ForwardView {
    private let terminal: Terminal
    private var block: LiveBlock
    private var passing: Sentence?

    init(_ terminal: Terminal) {
        self.terminal = terminal
        block = LiveBlock(terminal.output, isDrawn: terminal.canMoveCursor)
    }

    func lineTyped() { block.lineTyped() }

    func happened(_ news: ForwardNews, _ forwarder: Forwarder) throws(Failure) {
        switch news.stay {
        case .lasting: break
        case .passing: passing = news.sentence
        case .ending: passing = nil
        }
        if let sentence = news.sentence, !(block.isDrawn && news.stay == .passing) {
            try say([sentence], news.style)
        }
        try draw(forwarder)
    }

    func replied(_ sentences: [Sentence], _ forwarder: Forwarder) throws(Failure) {
        try say(sentences, .plain)
        try draw(forwarder)
    }

    func continued(_ forwarder: Forwarder) throws(Failure) {
        block.forget()
        try draw(forwarder)
    }

    func ended(_ forwarder: Forwarder) throws(Failure) {
        passing = nil
        try block.update([""] + ForwardStatus(forwarder, isLast: true).lines)
    }

    private func say(_ sentences: [Sentence], _ style: TextStyle) throws(Failure) {
        try block.erase()
        for sentence in sentences { try terminal.show(sentence.description, style) }
    }

    private func draw(_ forwarder: Forwarder) throws(Failure) {
        try block.update([""] + ForwardStatus(forwarder).lines + (passing.map { [$0.description] } ?? []))
    }
}
