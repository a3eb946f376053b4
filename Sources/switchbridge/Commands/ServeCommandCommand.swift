// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences

/// `serve-command`: run by systemd for each connection to the service's second socket; runs one command for a member of the
/// service's group, in a process of its own beside the daemon.
struct ServeCommandCommand: Command {
    static let description = CommandDescription(
        name: "serve-command", group: .testing,
        summary: "run one command for a member of the service's group; systemd starts it",
        details: ["Its standard input is the connection over which the command and its terminal come."], isHidden: true)

    init(_ arguments: Arguments) {}

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let places = ServicePlaces(.system, terminal.environment)
        guard places.isInstalled else { throw ServiceLine(places).notRunning }
        let session: ServedCommand
        do throws(SystemError) {
            let loop = try EventLoop()
            let socket = FileDescriptor(owning: try SystemCall.run("dup") { dup(STDIN_FILENO) })
            session = ServedCommand(
                loop, try CommandChannel(socket, takesOrder: true, loop: loop), places)
        } catch { throw .system(error) }
        return try session.run()
    }
}
