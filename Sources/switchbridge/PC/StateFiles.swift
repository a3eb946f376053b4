// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// What the program keeps from one run to the next.
struct StateFiles {
    /// What a command does with PCs, which says what may go on beside it.
    enum Purpose {
        /// It only reads and writes the files.
        case bookkeeping
        /// It talks with a PC for a moment, which would end the session of a `forward` beside it.
        case visiting
        /// It has a PC hold something for a moment, which a visit beside it would end, or another one's click be done with.
        case sending
        case forwarding
    }

    private(set) var savedPCs: SavedPCs
    private(set) var journal: SessionJournal
    /// The watchdog had to end the last run of `forward`.
    let lastRunHung: Bool
    let directory: StateDirectory?
    /// For what the disk does not take.
    private let spare: StateDirectory?
    private let marker: FileDescriptor?

    /// In the environment of a command to which the daemon has lent the PC: it is the daemon that keeps others away.
    static let lentVariable = "SWITCHBRIDGE_PC_IS_LENT"

    /// - Parameter environment: says where the files are; nil keeps everything in memory.
    init(_ environment: [String: String]?, for purpose: Purpose = .forwarding) throws(Failure) {
        do throws(StateProblem) {
            let directory: StateDirectory?
            if let environment {
                directory = try StateDirectory(path: ServicePlaces(environment).stateDirectory)
            } else {
                directory = nil
            }
            self.directory = directory
            savedPCs = try SavedPCs(in: directory, newDeviceID: RandomText.deviceID())
            spare = purpose == .bookkeeping ? nil : environment.flatMap { Self.spare(ServicePlaces($0)) }
            journal = try SessionJournal(in: directory, spare: spare)
            let isLent = environment?[Self.lentVariable] != nil
            switch purpose {
            case .visiting where isLent, .sending where isLent, .bookkeeping:
                marker = nil
                lastRunHung = false
            case .visiting:
                marker = try directory?.shareMarker("hung")
                lastRunHung = false
            case .sending:
                marker = try directory?.takeMarker("hung")
                lastRunHung = false
            case .forwarding:
                let opened = try directory?.openMarker("hung")
                marker = opened?.file
                lastRunHung = opened?.wasWritten ?? false
            }
        } catch { throw .state(error) }
    }

    /// For a command, which says of pairings that could not be understood where they are kept.
    init(_ terminal: Terminal, for purpose: Purpose = .forwarding) throws(Failure) {
        try self.init(terminal.environment, for: purpose)
        if let problem = savedPCs.problem { terminal.say(problem.sentence.description, .warning) }
    }

    /// Nil where this session has no place of its own in memory.
    private static func spare(_ places: ServicePlaces) -> StateDirectory? {
        guard access(places.runtimeDirectory, W_OK) == 0 else { return nil }
        return try? StateDirectory(path: places.spareDirectory)
    }

    /// What this box is called on PCs.
    var deviceName: DeviceName { savedPCs.deviceName ?? BoxName.hostName }

    /// Reads the files anew, which other runs may have written meanwhile.
    mutating func reload() throws(Failure) {
        guard directory != nil else { return }
        do throws(StateProblem) {
            savedPCs = try SavedPCs(in: directory, newDeviceID: savedPCs.deviceID)
            journal = try SessionJournal(in: directory, spare: spare)
        } catch { throw .state(error) }
    }

    /// Writes something about the saved PCs.
    mutating func change(_ body: (inout SavedPCs) throws(StateProblem) -> Void) throws(Failure) {
        do throws(StateProblem) { try body(&savedPCs) } catch { throw .state(error) }
    }

    /// The largest file of paired PCs, in bytes.
    static let sizeLimit = StateDirectory.sizeLimit

    /// Takes over the paired PCs of another list, and says what came of it.
    mutating func adopt(_ bytes: [UInt8]) throws(Failure) -> Sentence {
        do throws(SavedPCs.AdoptionProblem) {
            try savedPCs.adopt(bytes)
            return Sentence(.importPairings, ["names": savedPCs.all.map(\.name).joined(separator: ", ")])
        } catch {
            switch error {
            case .unreadable: throw .other(Sentence(.importUnreadable))
            case .hasOwn: return Sentence(.importPairingsKept)
            case .nothing: return Sentence(.importPairingsNone)
            case .state(let problem): throw .state(problem)
            }
        }
    }

    func watchdog(_ loop: EventLoop) throws(Failure) -> Watchdog {
        do throws(SystemError) {
            return try Watchdog(loop: loop, marker: marker)
        } catch { throw .system(error) }
    }
}
