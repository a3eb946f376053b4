# SPDX-License-Identifier: GPL-3.0-or-later
"""A remote as the phones do it, to compare with: identifiers of full length, so that an edge takes three frames, and each frame
a Write Request whose response is awaited before the next.

Pairs, starts a session and presses one switch. Events: connected, status, paired (with the code), started, edge (`ack`: the
milliseconds from the press to its answer), stopped, failed."""
import argparse
import asyncio
import base64
import hashlib
import hmac
import json
import time
import uuid

from bridge import RECEIVE, SERVICE, STATUS, TRANSMIT, cut, tell
from bumble.core import AdvertisingData, UUID
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import Address
from bumble.transport import open_transport

ANSWER_LIMIT = 30  # seconds; emulation is slow
MTU = 517


def code(*parts):
    """The six digits that both sides show: 32-bit FNV-1a over UTF-16 units."""
    value = 2166136261
    units = "\n".join(parts).encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2]):
        value = ((value ^ (low | high << 8)) * 16777619) & 0xFFFFFFFF
    signed = value - (1 << 32) if value >> 31 else value
    return f"{abs(signed) % 1_000_000:06}"


def long_id():
    return f"android-{uuid.uuid4()}"


class Failed(Exception):
    pass


class Phone:
    def __init__(self):
        self.device_id = long_id()
        self.token = None
        self.waiting = {}  # request id: future
        self.partials = {}

    async def connect(self, device, address):
        connection = await device.connect(address)
        tell("connected", interval=connection.parameters.connection_interval)
        peer = Peer(connection)
        await peer.request_mtu(MTU)
        service = (await peer.discover_service(UUID(SERVICE)))[0]
        found = {each.uuid: each for each in await service.discover_characteristics()}
        self.receive, transmit, status = (found[UUID(text)] for text in (RECEIVE, TRANSMIT, STATUS))
        await transmit.subscribe(self.notified)
        self.value_limit = min(connection.att_mtu - 3, 512)
        self.status = json.loads(await status.read_value())
        tell("status", mtu=connection.att_mtu, desktop=self.status["desktopId"])

    def notified(self, value):
        frame = json.loads(value)
        parts = self.partials.setdefault(frame["messageId"], {})
        parts[frame["sequence"]] = base64.b64decode(frame["payloadBase64"])
        message = b"".join(parts[n] for n in sorted(parts))
        if len(message) == frame["totalBytes"]:
            del self.partials[frame["messageId"]]
            answer = json.loads(message)
            if (future := self.waiting.pop(answer["id"], None)) and not future.done():
                future.set_result(answer)

    async def ask(self, message):
        future = self.waiting[message["id"]] = asyncio.get_running_loop().create_future()
        for frame in cut(str(uuid.uuid4()), json.dumps(message, separators=(",", ":")).encode(), self.value_limit):
            await self.receive.write_value(frame, with_response=True)
        answer = await asyncio.wait_for(future, ANSWER_LIMIT)
        if not answer.get("ok"):
            raise Failed(f'{message["type"]}: {answer["error"]["code"]}')
        return answer.get("payload")

    async def pair(self):
        nonce, desktop = str(uuid.uuid4()), self.status["desktopId"]
        payload = {"deviceId": self.device_id, "deviceName": "Bench phone", "desktopId": desktop, "requestNonce": nonce}
        answer = await self.ask({"version": 1, "id": long_id(), "type": "pairing.request", "payload": payload})
        self.token = answer["token"]
        tell("paired", code=code(desktop, self.device_id, nonce))

    async def command(self, kind, **payload):
        request, now = long_id(), time.time_ns() // 1_000_000
        canonical = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False).replace("/", "\\/")
        lines = "\n".join(["1", request, self.device_id, str(now), kind, canonical, "ack"])
        proof = hmac.new(self.token.encode(), lines.encode(), hashlib.sha256).digest()
        return await self.ask({
            "version": 1, "id": request, "deviceId": self.device_id, "timestamp": now, "type": kind, "payload": payload,
            "auth": base64.urlsafe_b64encode(proof).rstrip(b"=").decode()})

    async def press(self, presses, profile):
        session, sequence = str(uuid.uuid4()), 0
        profiles = (await self.command("switch.profile.list"))["profiles"]
        version = next(each["version"] for each in profiles if each["id"] == profile)
        await self.command("switch.session.start", sessionId=session, profileId=profile, profileVersion=version, switchCount=1)
        tell("started")
        for _ in range(presses):
            for state in ("down", "up"):
                sequence += 1
                pressed = time.monotonic()
                await self.command("switch.edge", sessionId=session, sequence=sequence, switchId=1, state=state)
                tell("edge", state=state, pressed=round(pressed, 6), ack=round((time.monotonic() - pressed) * 1000, 3))
        await self.command("switch.session.stop", sessionId=session, sequence=sequence + 1)
        tell("stopped")


async def find(device):
    """The first that advertises the service."""
    found = asyncio.get_running_loop().create_future()

    def advertised(advertisement):
        uuids = advertisement.data.get_all(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
        if any(UUID(SERVICE) in each for each in uuids) and not found.done():
            found.set_result(advertisement.address)
    device.on("advertisement", advertised)
    await device.start_scanning()
    address = await asyncio.wait_for(found, ANSWER_LIMIT)
    await device.stop_scanning()
    return address


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--adapter", type=int, default=0)
    parser.add_argument("--presses", type=int, default=5)
    parser.add_argument("--profile", default="builtin.keyboard")
    options = parser.parse_args()
    async with await open_transport(f"hci-socket:{options.adapter}") as transport:
        configuration = DeviceConfiguration(name="Bench phone", address=Address.generate_static_address())
        device = Device.from_config_with_hci(configuration, transport.source, transport.sink)
        await device.power_on()
        phone = Phone()
        await phone.connect(device, await find(device))
        await phone.pair()
        await phone.command("connection.ping")
        await phone.press(options.presses, options.profile)
        await phone.command("connection.disconnecting")
        for connection in list(device.connections.values()):
            await connection.disconnect()


if __name__ == "__main__":
    assert code("desktop-1", "android-1", "nonce-1") == "610717"
    try:
        asyncio.run(main())
    except (Failed, TimeoutError, asyncio.TimeoutError) as error:
        tell("failed", reason=str(error) or "no answer")
        raise SystemExit(1)
