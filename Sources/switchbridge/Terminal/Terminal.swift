// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol

/// What a command has of the outside besides devices and PCs: results go to `output`, talk to `talk`.
struct Terminal {
    var environment: [String: String]
    /// Results. That they cannot be written is an error.
    var output: TextOutput
    /// Everything else. It is heard by whoever listens.
    var talk: TextOutput
    /// What a service does without for as long as the command runs.
    private(set) var loan: ServiceLoan?

    /// The process's own.
    static func standard() -> Terminal {
        // An output that nobody reads is then an error like others, and forwarding can stop in order.
        signal(SIGPIPE, SIG_IGN)
        let environment = processEnvironment()
        return Terminal(
            environment: environment, output: output(STDOUT_FILENO, environment),
            talk: output(STDERR_FILENO, environment))
    }

    /// With these variables instead of what the environment says.
    func with(_ variables: [String: String]) -> Terminal {
        var terminal = self
        terminal.environment.merge(variables) { $1 }
        return terminal
    }

    func with(_ loan: ServiceLoan) -> Terminal {
        var terminal = self
        terminal.loan = loan
        return terminal
    }

    /// Whether what stands on the screen can be written anew.
    var canMoveCursor: Bool { Self.canMoveCursor(environment) }

    func show(_ text: String = "", _ style: TextStyle = .plain, indent: Int = 0) throws(Failure) {
        do { try output.line(text, style, indent: indent) } catch { throw .output(error) }
    }

    func show(lines: [String]) throws(Failure) {
        do { try output.lines(lines) } catch { throw .output(error) }
    }

    func show(json: JSONValue) throws(Failure) {
        do { try output.json(json) } catch { throw .output(error) }
    }

    func say(_ text: String, _ style: TextStyle = .plain, indent: Int = 0) {
        try? talk.line(text, style, indent: indent)
    }

    private static func output(_ descriptor: CInt, _ environment: [String: String]) -> TextOutput {
        guard isatty(descriptor) == 1 else { return TextOutput(sink: DescriptorSink(descriptor)) }
        return TextOutput(
            sink: DescriptorSink(descriptor), terminalWidth: width(of: descriptor) ?? TextOutput.usualWidth,
            usesColour: wantsColour(environment))
    }

    /// The user's word first (no-color.org: any value but an empty one), then what the terminal can do.
    static func wantsColour(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && canMoveCursor(environment)
    }

    private static func canMoveCursor(_ environment: [String: String]) -> Bool {
        !["", "dumb"].contains(environment["TERM", default: ""])
    }

    private static func width(of descriptor: CInt) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static func processEnvironment() -> [String: String] {
        var variables: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return variables
    }
}
