// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences

/// A command that the service's user runs, with this process's input and outputs.
struct RemoteCommand {
    private let terminal: Terminal
    private let places: ServicePlaces

    init(_ terminal: Terminal, _ places: ServicePlaces) {
        self.terminal = terminal
        self.places = places
    }

    /// - Parameter input: what its standard input is.
    func run(_ words: [String], input: CInt = STDIN_FILENO) throws(Failure) -> Ending {
        guard let path = places.commandSocket else { throw ServiceLine(places).notRunning }
        let loop: EventLoop
        let channel: CommandChannel
        do throws(SystemError) {
            loop = try EventLoop()
            channel = try CommandChannel(path: path, loop: loop)
        } catch { throw failure(error) }
        var signal: CInt?
        var came: CommandSignal?
        channel.onNews = { news in
            if case .signalled(let found) = news { came = found }
            loop.stop()
        }
        do throws(SystemError) {
            try loop.onSignal(CommandSignal.passed) {
                signal = $0
                channel.send(.signal($0))
            }
            try channel.order(
                CommandOrder(words: words, environment: terminal.environment),
                [input, STDOUT_FILENO, STDERR_FILENO])
            try loop.run()
        } catch { throw failure(error) }
        switch came {
        case .ended(let status): return .status(status, after: signal)
        case .refused(let text): throw .other(Sentence(.serviceSays, ["text": text]))
        case .signal, nil: throw .other(Sentence(.serviceGone))
        }
    }

    private func failure(_ error: SystemError) -> Failure {
        switch error.code {
        case ENOENT, ECONNREFUSED: ServiceLine(places).notRunning
        case EACCES: ServiceLine.notPermitted
        case EMSGSIZE: .other(Sentence(.serviceTooLong))
        default: .system(error)
        }
    }
}

extension Ending {
    /// As the command ended that was run elsewhere.
    /// - Parameter signal: what this process was sent meanwhile.
    fileprivate static func status(_ status: CInt, after signal: CInt?) -> Ending {
        if let signal, status == 128 + signal { return .signal(signal) }
        return ExitCode(rawValue: status).map { .code($0) } ?? .code(.failed)
    }
}
