// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import SwitchCore

/// What `forward` keeps from one run to the next.
struct StateFiles {
    let savedPCs: SavedPCs
    let journal: SessionJournal
    /// The watchdog had to end the last run.
    let lastRunHung: Bool
    private let marker: FileDescriptor?

    /// - Parameter environment: says where the files are; nil keeps everything in memory.
    init(_ environment: [String: String]?) throws(Failure) {
        do throws(StateProblem) {
            let directory: StateDirectory?
            if let environment {
                directory = try StateDirectory(path: StateDirectory.defaultPath(environment: environment))
            } else {
                directory = nil
            }
            savedPCs = try SavedPCs(in: directory, newDeviceID: RandomText.deviceID())
            journal = try SessionJournal(in: directory)
            let opened = try directory?.openMarker("hung")
            marker = opened?.file
            lastRunHung = opened?.wasWritten ?? false
        } catch { throw .state(error) }
    }

    func watchdog(_ loop: EventLoop) throws(Failure) -> Watchdog {
        do throws(SystemError) {
            return try Watchdog(loop: loop, marker: marker)
        } catch { throw .system(error) }
    }
}
