// SPDX-License-Identifier: GPL-3.0-or-later
import CSystemd
package import EventLoop
import Glibc
import SwitchCore

/// Tells the service manager that started us how we are (sd_notify(3)). Where nothing waits for that, it does nothing.
///
/// libsystemd's sd_notify would wait when the manager's socket is full, and this program waits for nobody; so the datagram
/// is sent here. The sign of life comes from a timer of the loop: a loop that no longer turns is missed, and the manager
/// begins the program anew.
package final class ServiceNotice {
    /// Bytes of a status text.
    static let statusLimit = 256
    /// What could not be said at once is said again after this.
    static let resendWait = Duration.seconds(1)

    private let loop: EventLoop
    private let address: NotifyAddress?
    private let interval: Duration?
    private var socket: FileDescriptor?
    private var pingTimer: LoopTimer?
    private var resendTimer: LoopTimer?
    /// What the manager's full socket did not take, by the word before "=": the newest of each.
    private var unsaid: [(word: String, text: String)] = []
    private var status = ""

    /// From the variables that the manager sets, `NOTIFY_SOCKET` and `WATCHDOG_USEC`.
    package convenience init(loop: EventLoop) {
        var microseconds: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
        self.init(
            loop: loop, socket: getenv("NOTIFY_SOCKET").map { String(cString: $0) },
            watchdog: isWatched ? .microseconds(Int64(clamping: microseconds)) : nil)
    }

    /// - Parameters:
    ///   - socket: the path of the manager's socket, with "@" before the name of an abstract one; nil for no manager.
    ///   - watchdog: after how long without a sign of life the manager ends the program.
    package init(loop: EventLoop, socket: String?, watchdog: Duration?) {
        self.loop = loop
        address = socket.flatMap(NotifyAddress.init)
        interval = watchdog.map { max($0 / 3, .milliseconds(1)) }
        pingTimer = loop.makeTimer { [weak self] _ in self?.ping() }
        resendTimer = loop.makeTimer { [weak self] _ in self?.resend() }
    }

    deinit {
        pingTimer?.deadline = nil
        resendTimer?.deadline = nil
    }

    /// Everything is held ready. Signs of life begin.
    package func ready() {
        say("READY", "1")
        ping()
    }

    /// One line for `systemctl status`; the same twice is said once.
    package func status(_ text: String) {
        let line = Self.oneLine(text)
        guard line != status else { return }
        status = line
        say("STATUS", line)
    }

    package func stopping() { say("STOPPING", "1") }

    private func ping() {
        guard address != nil, let interval else { return }
        say("WATCHDOG", "1")
        pingTimer?.deadline = loop.now + interval
    }

    private func say(_ word: String, _ text: String) {
        guard let address else { return }
        unsaid.removeAll { $0.word == word }
        unsaid.append((word, text))
        send(to: address)
    }

    private func resend() {
        if let address { send(to: address) }
    }

    /// One datagram for each, so that none is too long. Any failure but a full socket is the manager's own affair.
    private func send(to address: NotifyAddress) {
        if socket == nil { socket = try? NotifyAddress.makeSocket() }
        guard let socket else { return }
        while let next = unsaid.first {
            let outcome = try? address.send("\(next.word)=\(next.text)", over: socket)
            if case .wouldBlock? = outcome {
                resendTimer?.deadline = loop.now + Self.resendWait
                return
            }
            unsaid.removeFirst()
        }
    }

    /// Without line ends and controls, which would begin another assignment.
    private static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let shown = scalar.properties.generalCategory == .control ? " " : scalar
            guard line.utf8.count + UTF8.width(shown) <= statusLimit else { break }
            line.unicodeScalars.append(shown)
        }
        return line
    }
}
