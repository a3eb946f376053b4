// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Descriptors of others, who may wait: however many there are and whatever they do, a press waits for one of them at most, and
/// all together take a tenth of the time.
///
/// In a turn of the loop one of them is handled, the one that has waited longest; then all rest for nine times as long as that
/// took, up to a bound. So the same bound holds on a slow box and on a fast one.
package final class PatientGroup {
    /// They wait in a set of their own, which is ready for the loop when one of them is (epoll(7), nested sets).
    let epoll: FileDescriptor
    private var watch: Watch?
    private var timer: LoopTimer?

    package init(loop: EventLoop) throws(SystemError) {
        epoll = try EventLoop.newEpoll()
        timer = loop.makeTimer { [weak self] _ in self?.watch?.setInterest(.readable) }
        watch = try loop.watch(epoll.raw, for: .readable) { [weak self, loop] _ in self?.handleOne(loop) }
    }

    deinit {
        watch?.cancel()
        timer?.deadline = nil
    }

    private func handleOne(_ loop: EventLoop) {
        let began = loop.moment
        loop.handleOne(of: epoll)
        watch?.setInterest([])
        timer?.deadline = TimeShare.end(ofRestAfter: began, loop.moment)
    }
}
