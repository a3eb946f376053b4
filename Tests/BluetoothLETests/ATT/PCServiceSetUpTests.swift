// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("Reaching the PC's service")
struct PCServiceSetUpTests {
    private static func text(_ length: Int) -> [UInt8] { (0..<length).map { UInt8(0x20 + $0 % 0x5f) } }

    @Test("six requests lead to frames when the PC takes long packets")
    func wholeConversation() throws {
        var conversation = Conversation(.typical(fetched: true))
        try conversation.open()
        try conversation.subscribe()
        #expect(
            conversation.transcript == [
                "> 020502", "< 030502",
                "> 060100ffff0028f421dbd3891ff09e924d6d1de8f7787a", "< 0710001900",
                "> 08100019000328",
                "< 091511000c1200f421dbd3891ff09e924d6d1de9f7787a1300101400f421dbd3891ff09e924d6d1deaf7787a"
                    + "1600021700f421dbd3891ff09e924d6d1debf7787a1800021900f421dbd3891ff09e924d6d1decf7787a",
                "> 0a1700", "< 0b7b7d",
                "> 0415001900", "< 0501" + "15000229" + "16000328",
                "> 1215000100", "< 13",
            ])
        #expect(conversation.news == [.statusRead(Array("{}".utf8)), .subscribed(maximumFrameSize: 512)])
        #expect(conversation.machine.deadline == nil)
    }

    @Test(
        "at any MTU the status arrives whole and frames fit", arguments: [(23, 20), (100, 97), (185, 182), (517, 512)])
    func everyMTU(mtu: UInt16, frameSize: Int) throws {
        for length in [0, 1, Int(mtu) - 2, Int(mtu) - 1, Int(mtu), 400, 511, 512] where length <= 512 {
            var conversation = Conversation(.typical(mtu: mtu, status: Self.text(length)))
            try conversation.open()
            #expect(conversation.news == [.statusRead(Self.text(length))], "length \(length)")
            #expect(conversation.machine.maximumFrameSize == frameSize)
            try conversation.subscribe()
            #expect(conversation.news.last == .subscribed(maximumFrameSize: frameSize), "length \(length)")
        }
    }

    @Test("a status that fills its reads ends with whatever the PC says then", arguments: [0x07, 0x0b] as [UInt8])
    func endOfLongStatus(code: UInt8) throws {
        var server = FakeGATTServer.typical(mtu: 100, status: Self.text(99))
        server.refusals[0x0c] = ATTErrorCode(rawValue: code)
        var conversation = Conversation(server)
        try conversation.open()
        #expect(conversation.news == [.statusRead(Self.text(99))])
    }

    @Test("a status that never ends is a problem", arguments: [23, 65, 517] as [UInt16])
    func endlessStatus(mtu: UInt16) throws {
        var conversation = Conversation(.typical(mtu: mtu, status: Self.text(600)))
        try conversation.open()
        #expect(conversation.news == [.failed(.valueTooLong(.readingStatus))])
    }

    @Test("a PC that knows no MTU exchange is used with short packets")
    func noExchange() throws {
        var server = FakeGATTServer.typical(mtu: 23)
        server.refusals[0x02] = .requestNotSupported
        let conversation = try Conversation.opened(server)
        #expect(conversation.machine.maximumFrameSize == 20)
    }

    @Test("a PC whose answers are read needs no transmit characteristic and no subscription")
    func fetchedOnly() throws {
        var server = FakeGATTServer()
        server.addService(at: 0x10, [.receive, .status([1]), .response])
        var conversation = Conversation(server)
        try conversation.open()
        conversation.forget()
        try conversation.subscribe(fetching: true)
        #expect(conversation.transcript.isEmpty)
        #expect(conversation.news == [.subscribed(maximumFrameSize: 512)])
    }

    // MARK: What may be missing

    typealias Characteristic = FakeGATTServer.Characteristic
    private static let status = Characteristic.status([1])
    private static func without(_ properties: UInt8, _ characteristic: Characteristic) -> Characteristic {
        var changed = characteristic
        changed.properties &= ~properties
        return changed
    }

    static let incomplete: [(characteristics: [Characteristic], problem: PCServiceProblem)] = [
        ([], .characteristicMissing(.receive)),
        ([.transmit, status], .characteristicMissing(.receive)),
        ([.receive, .transmit], .characteristicMissing(.status)),
        ([.receive, status], .characteristicMissing(.transmit)),
        ([without(0x0c, .receive), .transmit, status], .characteristicUnusable(.receive)),
        ([.receive, .transmit, without(0x02, status)], .characteristicUnusable(.status)),
        ([.receive, without(0x10, .transmit), status], .characteristicUnusable(.transmit)),
    ]

    @Test("a service that lacks something is named with what it lacks", arguments: incomplete)
    func incompleteService(characteristics: [Characteristic], problem: PCServiceProblem) throws {
        for mtu in [23, 517] as [UInt16] {
            var server = FakeGATTServer(mtu: mtu)
            server.addService(at: 0x10, characteristics)
            var conversation = Conversation(server)
            try conversation.open()
            #expect(conversation.news == [.failed(problem)])
        }
    }

    @Test("a device without the service is none of ours")
    func serviceMissing() throws {
        var conversation = Conversation(FakeGATTServer())
        try conversation.open()
        #expect(conversation.news == [.failed(.serviceMissing)])
    }

    @Test("without the answers that the status promises, subscribing fails")
    func answersMissing() throws {
        var conversation = Conversation(.typical())
        try conversation.open()
        try conversation.subscribe(fetching: true)
        #expect(conversation.news.last == .failed(.characteristicMissing(.response)))
    }

    @Test(
        "a transmit characteristic without its descriptor is a problem, whatever comes after it",
        arguments: [23, 517] as [UInt16])
    func descriptorMissing(mtu: UInt16) throws {
        var transmit = Characteristic.transmit
        transmit.hasConfiguration = false
        var other = Characteristic.transmit
        other.uuid = .short(0x2a19)
        for characteristics in [[transmit], [transmit, other]] {
            var server = FakeGATTServer(mtu: mtu)
            server.addService(at: 0x10, [.receive, Self.status] + characteristics)
            var conversation = Conversation(server)
            try conversation.open()
            try conversation.subscribe()
            #expect(conversation.news.last == .failed(.subscriptionMissing))
        }
    }

    @Test("of several instances the first complete one is used", arguments: [23, 517] as [UInt16])
    func instances(mtu: UInt16) throws {
        var server = FakeGATTServer(mtu: mtu)
        server.addService(at: 0x10, [.receive])
        let handles = server.addService(at: 0x40, [.receive, .transmit, Self.status])
        server.addService(at: 0x60, [.receive, .transmit, .status([2])])
        var conversation = try Conversation.opened(server)
        #expect(try conversation.write([7], urgent: true))
        #expect(conversation.server.written.last?.handle == handles[0])
    }

    @Test("when none is complete, what the first lacks is told")
    func noCompleteInstance() throws {
        var server = FakeGATTServer()
        server.addService(at: 0x10, [.receive])
        server.addService(at: 0xfff0, [.transmit])
        var conversation = Conversation(server)
        try conversation.open()
        #expect(conversation.news == [.failed(.characteristicMissing(.status))])
    }

    @Test("a service at the very last handles is found without counting past them")
    func lastHandles() throws {
        var server = FakeGATTServer()
        server.addService(at: 0xfff9, [.receive, Self.status, .response])
        #expect(server.services.first?.last == 0xffff)
        let conversation = try Conversation.opened(server, fetching: true)
        #expect(conversation.machine.maximumFrameSize == 512)
    }

    // MARK: Refusals and nonsense

    static let steps: [(opcode: UInt8, step: PCServiceStep)] = [
        (0x02, .exchangingMTU), (0x06, .findingService), (0x08, .findingCharacteristics), (0x0a, .readingStatus),
        (0x04, .findingSubscription), (0x12, .subscribing),
    ]

    @Test("a refusal at any step is kept with its code, and a demand for pairing told apart", arguments: steps)
    func refused(opcode: UInt8, step: PCServiceStep) throws {
        for code in [0x02, 0x05, 0x0e, 0x0f, 0x80].map(ATTErrorCode.init(rawValue:)) {
            var server = FakeGATTServer.typical()
            server.refusals[opcode] = code
            var conversation = Conversation(server)
            try conversation.open()
            try conversation.subscribe()
            let demands = code == .insufficientAuthentication || code == .insufficientEncryption
            #expect(
                conversation.news.last
                    == .failed(demands ? .demandsBluetoothPairing(step) : .refused(code, during: step)))
            #expect(conversation.machine.deadline == nil)
        }
    }

    @Test("silence at any step ends after 30 seconds", arguments: steps)
    func silence(opcode: UInt8, step: PCServiceStep) throws {
        var machine = PCServiceMachine()
        var server = FakeGATTServer.typical()
        var now = Instant(nanoseconds: 5)
        var actions = machine.linkOpened(now: now)
        while case .send(let request)? = actions.first, request[0] != opcode {
            let answer = try #require(try server.answer(to: request))
            now = now + .seconds(1)
            actions = machine.packetArrived(answer, now: now)
            if case .statusRead? = actions.first { actions = machine.subscribe(fetchingAnswers: false, now: now) }
        }
        #expect(machine.deadline == now + .seconds(30))
        #expect(machine.timerFired(now: now + .seconds(29)).isEmpty)
        #expect(machine.timerFired(now: now + .seconds(30)) == [.failed(.unanswered(step))])
        #expect(machine.timerFired(now: now + .seconds(60)).isEmpty)
        #expect(machine.deadline == nil)
    }

    @Test(
        "services or characteristics that are not where they were asked for are no answer",
        arguments: [
            ("06", "07 2000 3000 1000 1900"), ("06", "07 1000 ffff 2000 3000"), ("06", "07 0000 1900"),
            ("08", "09 07 0500 0c 0600 e929"), ("08", "09 07 1100 0c 1100 e929"), ("08", "09 07 1100 0c 2000 e929"),
            ("08", "09 07 1300 0c 1400 e929 1100 0c 1200 e929"), ("08", "09 04 1100 0c12"),
            ("08", "09 06 1100 0c 1200 e9"),
            ("04", "05 01 1400 0229"), ("04", "05 01 1a00 0229"), ("04", "05 01 1500 0129 1500 0229"),
            ("04", "05 03 1500 0229"),
            ("04", "13"), ("0a", "0d 01"), ("12", "0b"),
        ])
    func nonsense(opcode: String, answer: String) throws {
        var machine = PCServiceMachine()
        var server = FakeGATTServer.typical(fetched: true)
        let now = Instant(nanoseconds: 0)
        var actions = machine.linkOpened(now: now)
        while case .send(let request)? = actions.first {
            let isStep = request[0] == bytes(opcode)[0]
            actions = machine.packetArrived(
                isStep ? bytes(answer) : try #require(try server.answer(to: request)), now: now)
            if case .statusRead? = actions.first { actions = machine.subscribe(fetchingAnswers: false, now: now) }
        }
        guard case .failed(.unusableAnswer)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
    }

    @Test("a PC that has ever more to tell is left")
    func endless() {
        var machine = PCServiceMachine()
        let now = Instant(nanoseconds: 0)
        _ = machine.linkOpened(now: now)
        _ = machine.packetArrived(bytes("03 1700"), now: now)
        var actions = machine.packetArrived(bytes("07 1000 ffff"), now: now)
        var handle: UInt16 = 0x11
        while case .send? = actions.first {
            let value = [0x02, UInt8(truncatingIfNeeded: handle + 1), UInt8((handle + 1) >> 8), 0x19, 0x2a]
            actions = machine.packetArrived(
                ATTPacket.readByTypeResponse([ATTAttribute(handle: handle, value: value)]).bytes, now: now)
            handle += 2
        }
        #expect(actions == [.failed(.endless(.findingCharacteristics))])
        #expect(handle < 0x100)
    }

    @Test("F33 requests, indications and notifications of the PC during set-up change nothing")
    func interrupted() throws {
        var machine = PCServiceMachine()
        var server = FakeGATTServer.typical(mtu: 100)
        let now = Instant(nanoseconds: 0)
        var actions = machine.linkOpened(now: now)
        var isOpen = false
        while case .send(let request)? = actions.first {
            #expect(machine.packetArrived(bytes("10 0100 ffff 0028"), now: now) == [.send(bytes("01 10 0100 0a"))])
            #expect(machine.packetArrived(bytes("1b 1400 7b7d"), now: now).isEmpty)
            #expect(machine.packetArrived(bytes("1d 1400 7b7d"), now: now) == [.send(bytes("1e"))])
            #expect(machine.channelEmptied().isEmpty)
            #expect(machine.write([1], isUrgent: true, now: now) == nil)
            actions = machine.packetArrived(try #require(try server.answer(to: request)), now: now)
            if case .statusRead? = actions.first { actions = machine.subscribe(fetchingAnswers: false, now: now) }
            if case .subscribed? = actions.first { isOpen = true }
        }
        #expect(isOpen)
        #expect(machine.packetArrived(bytes("1b 1400 7b7d"), now: now) == [.frameArrived(bytes("7b7d"))])
    }

    @Test("nothing happens before the link is open or after it failed")
    func inert() throws {
        var fresh = PCServiceMachine()
        var server = FakeGATTServer()
        server.refusals[0x06] = .unlikelyError
        var conversation = Conversation(server)
        try conversation.open()
        var failed = conversation.machine
        let now = Instant(nanoseconds: 0)
        #expect(failed.linkOpened(now: now).isEmpty)
        #expect(fresh.timerFired(now: now).isEmpty && failed.timerFired(now: now).isEmpty)
        #expect(fresh.packetArrived(bytes("02 1700"), now: now).isEmpty)
        #expect(failed.packetArrived(bytes("02 1700"), now: now).isEmpty)
        #expect(fresh.subscribe(fetchingAnswers: false, now: now).isEmpty)
        #expect(failed.subscribe(fetchingAnswers: false, now: now).isEmpty)
        #expect(fresh.write([1], isUrgent: true, now: now) == nil && failed.write([1], isUrgent: true, now: now) == nil)
        #expect(fresh.channelEmptied().isEmpty && failed.channelEmptied().isEmpty)
        #expect(fresh.deadline == nil && failed.deadline == nil)
    }
}
