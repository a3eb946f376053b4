// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences
import SwitchCore

/// One command run for somebody else: who may ask, which commands, what the daemon lends for it, and how it ends.
final class ServedCommand {
    /// How long a command has to end in order once whoever asked for it has gone.
    static let endLimit = Duration.seconds(5)
    /// Whoever connects sends the command at once. Connections that say nothing would keep others from theirs.
    static let orderLimit = Duration.seconds(5)

    private let loop: EventLoop
    private let channel: CommandChannel
    private let places: ServicePlaces
    private var descriptors: [FileDescriptor] = []
    private var order: CommandOrder?
    private var daemon: ControlClient?
    private var child: ChildProcess?
    private var killTimer: LoopTimer?
    private var orderTimer: LoopTimer?
    private var failure: Failure?

    init(_ loop: EventLoop, _ channel: CommandChannel, _ places: ServicePlaces) {
        self.loop = loop
        self.channel = channel
        self.places = places
        killTimer = loop.makeTimer { [weak self] _ in self?.child?.signal(SIGKILL) }
        orderTimer = loop.makeTimer { [loop] _ in loop.stop() }
    }

    func run() throws(Failure) -> Ending {
        guard channel.peer.isTrusted(ownUID: geteuid()) || channel.peer.groups.contains(getegid()) else {
            throw ServiceLine.notPermitted
        }
        channel.onNews = { [weak self] in self?.came($0) }
        orderTimer?.deadline = loop.now + Self.orderLimit
        do throws(SystemError) {
            try loop.onSignal([SIGTERM]) { [weak self] _ in self?.endChild() }
            try loop.run()
        } catch { throw .system(error) }
        if let failure { throw failure }
        return .code(.done)
    }

    private func came(_ news: CommandChannel.News) {
        switch news {
        case .ordered(let order, let descriptors):
            orderTimer?.deadline = nil
            self.order = order
            self.descriptors = descriptors
            ordered(order)
        case .signalled(.signal(let number)): signalled(number)
        case .signalled(.ended), .signalled(.refused): break
        case .gone: endChild()
        }
    }

    /// While the PC is still being borrowed there is nothing to send it to, and nothing to wait for any more.
    private func signalled(_ number: CInt) {
        if let child { return child.signal(number) }
        channel.send(.ended(status: 128 + number))
        loop.stop()
    }

    private func ordered(_ order: CommandOrder) {
        do throws(Failure) {
            switch try Self.need(of: order.words) {
            case .pc: try borrowPC()
            case .pairings: try begin()
            case .nothing, .switches: refuse(Sentence(.serviceNotServed))
            }
        } catch { refuse(error.shortSentence) }
    }

    /// Only what needs the service's pairings is run by it, and nothing that names a place of the file system: it would be
    /// looked at with the service's rights.
    static func need(of words: [String]) throws(Failure) -> ServiceNeed {
        do throws(UsageProblem) {
            guard case .run(let command, let arguments) = try Invocation(words) else { return .nothing }
            guard !words.contains(where: { $0.contains(PCTarget.socketPrefix) && !Self.isTyped($0) }) else {
                return .nothing
            }
            return try command.init(arguments).need
        } catch { throw .usage(error) }
    }

    /// A text to type is no place, whatever stands in it.
    private static func isTyped(_ word: String) -> Bool { word.hasPrefix("text") }

    private func borrowPC() throws(Failure) {
        let line = ServiceLine(places)
        guard let client = try line.connect(loop) else { return try begin() }
        daemon = client
        client.onGone = { [weak self] in self?.endChild() }
        // A link may take some time to end.
        client.call(.lend(.pc), isQuick: false) { [weak self] answer in
            guard let self else { return }
            do throws(Failure) {
                _ = try line.fields(of: answer)
                try begin()
            } catch { refuse(error.shortSentence) }
        }
    }

    private func begin() throws(Failure) {
        guard let order, child == nil else { return }
        var environment = order.environment
        environment["LANG"] = "C.UTF-8"
        environment["HOME"] = places.stateDirectory
        environment[ServicePlaces.variable] = places.kind.rawValue
        environment[StateFiles.lentVariable] = "1"
        do throws(SystemError) {
            child = try ChildProcess(
                "/proc/self/exe", ["switchbridge"] + order.words, environment, descriptors.map(\.raw), loop: loop
            ) { [weak self] status in
                self?.channel.send(.ended(status: status))
                self?.loop.stop()
            }
        } catch { throw .system(error) }
        descriptors = []
    }

    private func refuse(_ sentence: Sentence) {
        channel.send(.refused(text: sentence.description))
        loop.stop()
    }

    private func endChild() {
        guard let child else { return loop.stop() }
        child.signal(SIGTERM)
        killTimer?.deadline = loop.now + Self.endLimit
    }
}
