// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// Whether anything runs that forwards.
extension Doctor {
    var serviceFindings: [Finding] { [service, version].compactMap(\.self) }

    private var service: Finding {
        let isSystem = facts.places == .system
        let unit = isSystem ? "sudo systemctl" : "systemctl --user"
        switch facts.service.answer {
        case .answered:
            let isForBoot = !isSystem || facts.service.isEnabled
            return Finding(
                check: .service, verdict: isForBoot ? .pass : .warn,
                sentence: Sentence(isForBoot ? .doctorService : .doctorServiceNotAtBoot),
                commands: isForBoot ? [] : ["sudo systemctl enable switchbridge"])
        case .notRunning where isSystem:
            return Finding(
                check: .service, verdict: .fail, sentence: Sentence(.doctorNoService),
                commands: ["sudo systemctl enable --now switchbridge", "sudo journalctl -u switchbridge -n 20"])
        case .notRunning:
            return Finding(
                check: .service, verdict: .warn, sentence: Sentence(.doctorNoDaemon), commands: ["switchbridge daemon"])
        case .hung:
            return Finding(
                check: .service, verdict: .fail, sentence: Sentence(.doctorHung),
                commands: ["\(unit) restart switchbridge"])
        case .notPermitted:
            return Finding(check: .service, verdict: .warn, sentence: Sentence(.doctorServiceClosed))
        case .failed(let sentence):
            return Finding(
                check: .service, verdict: .fail, sentence: sentence, commands: ["\(unit) status switchbridge"])
        }
    }

    /// Nil where none runs.
    private var version: Finding? {
        guard let running = diagnosis?.version else { return nil }
        let words = ["running": running, "version": facts.version]
        guard running != facts.version else {
            return Finding(check: .version, verdict: .pass, sentence: Sentence(.doctorVersion, words))
        }
        let unit = facts.places == .system ? "sudo systemctl" : "systemctl --user"
        return Finding(
            check: .version, verdict: .warn, sentence: Sentence(.doctorOtherVersion, words),
            commands: ["\(unit) restart switchbridge"])
    }
}
