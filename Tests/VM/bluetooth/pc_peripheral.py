# SPDX-License-Identifier: GPL-3.0-or-later
"""A PC over the air on a stack that is not the kernel's: Google's bumble on a virtual controller offers the service of the
protocol and passes each subscribed central on to a simulated PC, by a connection of its own.

Events: powered, advertising, stopped-advertising, connected (with the link's parameters), parameters, mtu, request, write
(one per packet: its kind, handle and length), subscribed, unsubscribed, refused, disconnected (with the reason), failed.
Words: disconnect [REASON], lose, advertise, stop-advertising, rotate, silent, second, second-leave, notify HEX, again FLAGS (as another PC, sparing a start of
Python, which takes seconds when emulated), quit."""
import argparse
import asyncio
import errno
import json
import os
import sys

from bridge import (Cutter, PCSocket, READ_V1_LIMIT, RECEIVE, RESPONSE, SERVICE, STATUS, TRANSMIT, cut, status_of, tell, words)
from bumble import att
from bumble.core import AdvertisingData, UUID
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicDeclaration, CharacteristicValue, Service
from bumble.hci import Address, HCI_LE_Set_Advertising_Enable_Command, HCI_LE_Set_Random_Address_Command
from bumble.transport import open_transport
from management import Management

PROPERTIES = Characteristic.Properties
READABLE, WRITEABLE = Characteristic.READABLE, Characteristic.WRITEABLE
VALUE_LIMIT = 512  # Bluetooth Core, Vol 3, Part F, 3.2.9
ADVERTISING_INTERVAL = 50  # ms
REPORT_INTERVAL = 0.3  # seconds
BUSY_TRIES = 40  # of half a second
CONNECTION_TIMEOUT = 0x08  # what a host is told when the other side went out of reach (Vol 1, Part F, 2.8)
USER_ENDED = 0x13


def arguments(flags):
    parser = argparse.ArgumentParser()
    parser.add_argument("--pc", required=True, help="socket of the simulated PC")
    parser.add_argument("--adapter", type=int, default=1)
    parser.add_argument("--name", default="Bench PC")
    parser.add_argument("--address", help="random static; another one at every start without it")
    parser.add_argument("--rotate", type=float, metavar="SECONDS", help="a new private address so often")
    parser.add_argument("--mtu", type=int, default=517)
    parser.add_argument("--frame-bytes", type=int, default=VALUE_LIMIT, help="longest notification")
    parser.add_argument("--no-write-command", action="store_true")
    parser.add_argument("--without", action="append", default=[], choices=["receive", "transmit", "status", "cccd"])
    parser.add_argument("--other-uuids", action="store_true", help="what it advertises is not what it offers")
    parser.add_argument("--status-bytes", type=int, default=0, help="pad the status to this")
    parser.add_argument("--status-flips", action="store_true", help="every other status is another PC's")
    parser.add_argument("--read-v1", action="store_true")
    parser.add_argument("--silent", action="store_true", help="answer nothing")
    parser.add_argument("--flood", action="store_true", help="notifications without end")
    parser.add_argument("--early-notifications", action="store_true", help="before anybody subscribed")
    parser.add_argument("--notifications", action="append", default=[],
                        choices=["duplicated", "truncated", "reversed", "foreign"])
    return parser.parse_args(flags)


class Remote:
    """A central that is connected."""

    def __init__(self, connection):
        self.connection = connection
        self.pc = None
        self.cutter = Cutter()
        self.waiting = []  # frames to be read, for read-v1
        self.reading = b""
        self.flood = None


class Peripheral:
    def __init__(self, options, transport):
        self.options = options
        self.status = json.loads(status_of(options.pc))
        self.status_reads = 0
        self.remotes = {}
        self.seconds = []
        self.is_silent = options.silent
        self.is_in_reach = True
        self.advertising = asyncio.Lock()  # one change of it at a time
        address = Address(options.address) if options.address else Address.generate_static_address()
        self.device = Device.from_config_with_hci(
            DeviceConfiguration(name=options.name, address=address, irk=os.urandom(16)),
            transport.source, transport.sink)
        self.device.gatt_server.max_mtu = options.mtu
        self.add_service()
        self.unawaited = 0  # answers to commands that are not the host's
        self.pass_answer_on = self.device.host.on_command_processed
        self.device.host.on_command_processed = self.command_answered
        self.pass_pdu_on = self.device.gatt_server.on_gatt_pdu
        self.device.gatt_server.on_gatt_pdu = self.pdu_arrived
        self.device.on("connection", self.connected)

    # What it offers

    def uuid(self, text):
        return UUID(text[:-4] + "0000" if self.options.other_uuids else text)

    def add_service(self):
        without = self.options.without
        write = PROPERTIES.WRITE if self.options.no_write_command else PROPERTIES.WRITE | PROPERTIES.WRITE_WITHOUT_RESPONSE
        receive = Characteristic(self.uuid(RECEIVE), write, WRITEABLE, CharacteristicValue(write=self.written))
        # Without the property bumble makes no descriptor.
        self.transmit = Characteristic(self.uuid(TRANSMIT), PROPERTIES(0) if "cccd" in without else PROPERTIES.NOTIFY, READABLE)
        self.transmit.on("subscription", self.subscription_changed)
        status = Characteristic(self.uuid(STATUS), PROPERTIES.READ, READABLE, CharacteristicValue(read=self.read_status))
        response = Characteristic(self.uuid(RESPONSE), PROPERTIES.READ, READABLE, CharacteristicValue(read=self.read_response))
        offered = {"receive": receive, "transmit": self.transmit, "status": status}
        kept = [characteristic for name, characteristic in offered.items() if name not in without]
        self.device.add_service(Service(self.uuid(SERVICE), kept + [response] * self.options.read_v1))
        for attribute in self.device.gatt_server.attributes:
            if isinstance(attribute, CharacteristicDeclaration) and attribute.characteristic is self.transmit:
                attribute.value = bytes([PROPERTIES.NOTIFY]) + attribute.value[1:]  # declared all the same

    def read_status(self, _connection):
        status = dict(self.status)
        self.status_reads += self.offset == 0
        if self.options.status_flips and self.status_reads % 2 == 0:
            status["desktopId"] += "-other"
        if self.options.read_v1:
            status["responseTransport"] = "read-v1"
        value = json.dumps(status, separators=(",", ":")).encode()
        missing = self.options.status_bytes - len(value) - len(',"padding":""')
        return value if missing < 0 else value[:-1] + b',"padding":"' + b"x" * missing + b'"}'

    # Words

    async def perform(self, word, *rest):
        if word == "disconnect":
            await self.disconnect(int(rest[0], 0) if rest else USER_ENDED)
        elif word == "lose":
            # A virtual link has no time-out, and a killed peripheral is never missed. Giving the time-out's reason looks the
            # same to the central's host as going out of reach; `advertise` is coming back.
            await self.stop_advertising()
            await self.disconnect(CONNECTION_TIMEOUT)
        elif word == "advertise":
            await self.advertise()
        elif word == "stop-advertising":
            await self.stop_advertising()
        elif word == "rotate":
            await self.rotate()
        elif word == "silent":
            self.is_silent = not self.is_silent
        elif word == "second":
            self.seconds.append(PCSocket(self.options.pc, lambda _: None, lambda: None))
        elif word == "second-leave":
            self.seconds.pop().close()
        elif word == "notify":
            for remote in self.remotes.values():
                self.notify(remote, bytes.fromhex(rest[0]))
        tell("done", word=word)

    async def advertise(self):
        async with self.advertising:
            await self.begin_advertising()

    async def stop_advertising(self):
        self.is_in_reach = False
        async with self.advertising:
            await self.device.stop_advertising()
        tell("stopped-advertising")

    async def begin_advertising(self):
        self.is_in_reach = True
        if self.device.is_advertising:
            await self.device.stop_advertising()
        await self.stop_beginning_again()
        flags = (AdvertisingData.FLAGS, bytes([AdvertisingData.LE_GENERAL_DISCOVERABLE_MODE_FLAG
                                               | AdvertisingData.BR_EDR_NOT_SUPPORTED_FLAG]))
        uuids = (AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, UUID(SERVICE).to_bytes(force_128=True))
        name = (AdvertisingData.COMPLETE_LOCAL_NAME, self.options.name.encode()[:29])
        await self.device.start_advertising(
            advertising_data=bytes(AdvertisingData([flags, uuids])), scan_response_data=bytes(AdvertisingData([name])),
            advertising_interval_min=ADVERTISING_INTERVAL, advertising_interval_max=ADVERTISING_INTERVAL)
        tell("advertising", address=self.device.random_address.to_string(False), name=self.options.name)

    async def keep_advertising(self):
        """A virtual controller tells scanners of an advertiser once, when either begins, and the kernel ignores what comes
        before its discovery has quite begun. So it begins again and again."""
        while True:
            await asyncio.sleep(REPORT_INTERVAL)
            async with self.advertising:
                if self.device.legacy_advertiser and not self.remotes:
                    await self.begin_again()

    async def begin_again(self):
        """Off and on in one breath: a central that connected in between would fail, and the kernel's connection hang. The host
        sends one command at a time, so its turn is taken until both are answered."""
        host = self.device.host
        await host.command_semaphore.acquire()
        self.unawaited = 2
        for is_on in (False, True):
            host.send_hci_packet(HCI_LE_Set_Advertising_Enable_Command(advertising_enable=is_on))

    async def stop_beginning_again(self):
        """A central that connected while it began again left the controller advertising, of which the host knows nothing."""
        await self.device.send_command(HCI_LE_Set_Advertising_Enable_Command(advertising_enable=False))  # it may not be

    def command_answered(self, event):
        if not self.unawaited:
            return self.pass_answer_on(event)
        self.unawaited -= 1
        if not self.unawaited:
            self.device.host.command_semaphore.release()

    async def disconnect(self, reason):
        for remote in list(self.remotes.values()):
            await remote.connection.disconnect(reason)

    async def rotate(self):
        """A controller keeps its address while it advertises, so this is two advertisers in a row."""
        async with self.advertising:
            await self.device.stop_advertising()
            self.device.random_address = Address.generate_private_address(self.device.irk)
            await self.device.send_sync_command(
                HCI_LE_Set_Random_Address_Command(random_address=self.device.random_address))
            await self.begin_advertising()

    async def rotate_for_ever(self):
        while True:
            await asyncio.sleep(self.options.rotate)
            if not self.remotes:
                await self.rotate()

    # The link

    def connected(self, connection):
        remote = self.remotes[connection] = Remote(connection)
        tell("connected", peer=connection.peer_address.to_string(False), **self.parameters(connection))
        connection.on("disconnection", lambda reason: self.disconnected(remote, reason))
        connection.on("connection_parameters_update", lambda: tell("parameters", **self.parameters(connection)))
        connection.on("connection_att_mtu_update", lambda: tell("mtu", mtu=connection.att_mtu))
        if self.options.early_notifications:
            self.notify(remote, b'{"version":1}')

    @staticmethod
    def parameters(connection):
        parameters = connection.parameters
        return {"interval": parameters.connection_interval, "latency": parameters.peripheral_latency,
                "timeout": parameters.supervision_timeout}

    def disconnected(self, remote, reason):
        del self.remotes[remote.connection]
        self.leave(remote)
        tell("disconnected", reason=reason)
        if self.is_in_reach:
            asyncio.create_task(self.advertise())

    def pdu_arrived(self, connection, pdu):
        if pdu.op_code in (att.Opcode.ATT_WRITE_REQUEST, att.Opcode.ATT_WRITE_COMMAND):
            tell("write", kind="request" if pdu.op_code == att.Opcode.ATT_WRITE_REQUEST else "command",
                 handle=pdu.attribute_handle, length=len(pdu.attribute_value))
        else:
            tell("request", name=pdu.name)
        if self.options.early_notifications and not self.remotes[connection].pc:
            self.notify(self.remotes[connection], b'{"version":1}')
        self.offset = getattr(pdu, "value_offset", 0)
        if not self.is_silent:
            self.pass_pdu_on(connection, pdu)

    # Between the link and the PC

    def subscription_changed(self, connection, is_subscribed, _indicate):
        remote = self.remotes[connection]
        if is_subscribed:
            self.join(remote)
        else:
            self.leave(remote)
            tell("unsubscribed")

    def join(self, remote):
        if remote.pc:
            return
        try:
            remote.pc = PCSocket(
                self.options.pc, lambda frame: self.frame_arrived(remote, frame), lambda: self.pc_left(remote))
        except OSError as error:
            tell("refused", reason=str(error))
            return self.pc_left(remote)
        self.status = json.loads(remote.pc.status)
        tell("subscribed")
        if self.options.flood:
            remote.flood = asyncio.create_task(self.flood(remote))

    def leave(self, remote):
        if remote.pc:
            remote.pc.close()
            remote.pc = None
        if remote.flood:
            remote.flood.cancel()

    def pc_left(self, remote):
        """A PC that is gone keeps no link."""
        remote.pc = None
        asyncio.create_task(remote.connection.disconnect())

    def written(self, connection, value):
        remote = self.remotes[connection]
        if self.options.read_v1:
            self.join(remote)
        if remote.pc:
            remote.pc.send(bytes(value))
        else:
            tell("lost", reason="nobody subscribed", length=len(value))

    def frame_arrived(self, remote, frame):
        if self.options.read_v1:
            remote.waiting += remote.cutter.add(frame, READ_V1_LIMIT)
            return
        limit = min(remote.connection.att_mtu - 3, self.options.frame_bytes)
        frames = remote.cutter.add(frame, limit)
        for each in self.mangled(frames, limit):
            self.notify(remote, each)

    def mangled(self, frames, limit):
        how = self.options.notifications
        if "reversed" in how:
            frames = frames[::-1]
        if "duplicated" in how:
            frames = [each for each in frames for _ in range(2)]
        if "truncated" in how:
            frames = [each for whole in frames for each in (whole[:len(whole) // 2], whole)]
        if "foreign" in how and frames:
            foreign = b'{"version":1,"id":"another-remote","type":"ack","ok":true,"error":null}'
            frames = cut("another-message", foreign, limit) + frames
        return frames

    def notify(self, remote, value):
        """Whether or not anybody subscribed."""
        pdu = att.ATT_Handle_Value_Notification(attribute_handle=self.transmit.handle, attribute_value=value)
        self.device.gatt_server.send_gatt_pdu(remote.connection, bytes(pdu))

    def read_response(self, connection):
        remote = self.remotes[connection]
        if self.offset == 0:
            remote.reading = remote.waiting.pop(0) if remote.waiting else b""
        return remote.reading

    async def flood(self, remote):
        while True:
            self.notify(remote, b"x" * min(160, remote.connection.att_mtu - 3))
            await remote.connection.drain()
            await asyncio.sleep(0)  # drained already, it goes on at once and would leave nobody a turn


def failed(_loop, context):
    """The controller was unplugged, or a fault of ours: neither leaves a peripheral that pretends to be there."""
    tell("failed", reason=repr(context.get("exception") or context["message"]))
    os._exit(1)


async def own_controller(adapter):
    """The daemon, where it runs, switches on every controller that comes back, and one that is on cannot be had."""
    management = Management()
    for _ in range(BUSY_TRIES):
        management.set_powered(adapter, False)
        try:
            return await open_transport(f"hci-socket:{adapter}")
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            await asyncio.sleep(0.5)
    raise TimeoutError(f"hci{adapter} is busy")


async def serve(options, said):
    """One PC, until a word makes an end of it; the flags of the next one, or None."""
    async with await own_controller(options.adapter) as transport:
        peripheral = Peripheral(options, transport)
        await peripheral.device.power_on()
        tell("powered")
        await peripheral.advertise()
        tasks = [asyncio.create_task(peripheral.keep_advertising())]
        if options.rotate:
            tasks.append(asyncio.create_task(peripheral.rotate_for_ever()))
        flags = None
        async for word, *rest in said:
            if word in ("quit", "again"):
                flags = rest if word == "again" else None
                break
            await peripheral.perform(word, *rest)
        async with peripheral.advertising:  # so that no command is under way
            for task in tasks:
                task.cancel()
        await peripheral.disconnect(USER_ENDED)
        return flags


async def main():
    asyncio.get_running_loop().set_exception_handler(failed)
    said, flags = words(), sys.argv[1:]
    while flags is not None:
        flags = await serve(arguments(flags), said)


asyncio.run(main())
