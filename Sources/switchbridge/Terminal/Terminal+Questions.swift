// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Sentences

extension Terminal {
    /// Asks, and takes nothing but the whole word yes. Without anybody at a terminal nobody can have said it.
    func confirms(_ question: Sentence) -> Bool { answer(to: question) == "yes" }

    /// The line that is typed for an answer; nil without anybody at a terminal, and at the end of the input.
    func answer(to question: Sentence) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        say(question.description, .warning)
        // What was typed before the question is no answer to it (F38).
        tcflush(STDIN_FILENO, TCIFLUSH)
        return readLine()
    }
}
