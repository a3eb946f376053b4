// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import InputDevices
import Testing

@Suite("Finding devices")
struct DeviceMonitorTests {
    @Test("looking for devices works on any machine, also where there are none")
    func anyMachine() throws {
        let loop = try EventLoop()
        let monitor = try DeviceMonitor(loop: loop, includesVirtual: true)
        for node in monitor.nodes { #expect(node.devnode.hasPrefix("/dev/input/event")) }
        try loop.turn(waiting: false)
    }
}
