# SPDX-License-Identifier: GPL-3.0-or-later
"""What the peripherals of the bench share: the way to the simulated PC, frames cut to what the air allows, words on standard
input and events, as lines of JSON, on standard output."""
import asyncio
import base64
import json
import shlex
import socket
import sys
import time

SERVICE = "7a78f7e8-1d6d-4d92-9ef0-1f89d3db21f4"
RECEIVE = "7a78f7e9-1d6d-4d92-9ef0-1f89d3db21f4"
TRANSMIT = "7a78f7ea-1d6d-4d92-9ef0-1f89d3db21f4"
STATUS = "7a78f7eb-1d6d-4d92-9ef0-1f89d3db21f4"
RESPONSE = "7a78f7ec-1d6d-4d92-9ef0-1f89d3db21f4"

CHUNK_LIMIT = 160  # bytes of a message in one frame
PACKET_LIMIT = 4096  # more than any packet of the simulated PC
READ_V1_LIMIT = 180  # bytes of a frame that is fetched by reading


def tell(event, **fields):
    """`at` are seconds of the clock that all processes of the machine share."""
    print(json.dumps({"event": event, "at": round(time.monotonic(), 6), **fields}), flush=True)


async def words():
    """The lines of standard input, each as a list of words, until its end."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        if said := shlex.split(line.decode()):
            yield said


class PCSocket:
    """One remote's connection to the simulated PC. Its first packet is the status, every other is a frame."""

    def __init__(self, path, frame_arrived, closed):
        self.status = None
        self.frame_arrived, self.closed = frame_arrived, closed
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(path)
        self.status = self.socket.recv(PACKET_LIMIT)
        self.socket.setblocking(False)
        asyncio.get_running_loop().add_reader(self.socket, self._read)

    def _read(self):
        while self.socket.fileno() >= 0:
            try:
                frame = self.socket.recv(PACKET_LIMIT)
            except BlockingIOError:
                return
            except OSError:
                frame = b""
            if not frame:
                self.close()
                return self.closed()
            self.frame_arrived(frame)

    def send(self, frame):
        try:
            self.socket.send(frame)
        except OSError as error:
            tell("lost", reason=str(error), length=len(frame))

    def close(self):
        if self.socket.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self.socket)
            self.socket.close()


def status_of(path):
    """The PC's status; asking costs a connection that comes and goes."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as pc:
        pc.connect(path)
        return pc.recv(PACKET_LIMIT)


def cut(message_id, message, limit):
    """Frames of at most `limit` bytes; none when that is too little for any."""
    if len(frame(message_id, 0, False, len(message), b"x")) > limit:
        return []
    for chunk in range(CHUNK_LIMIT, 0, -1):
        parts = [message[at:at + chunk] for at in range(0, len(message), chunk)] or [b""]
        frames = [frame(message_id, n, n == len(parts) - 1, len(message), part) for n, part in enumerate(parts)]
        if max(map(len, frames)) <= limit:
            return frames
    return []


def frame(message_id, sequence, is_final, total, part):
    return json.dumps({
        "version": 1, "messageId": message_id, "sequence": sequence, "isFinal": is_final, "totalBytes": total,
        "payloadBase64": base64.b64encode(part).decode()}, separators=(",", ":")).encode()


class Cutter:
    """Cuts the simulated PC's messages anew for a link that carries less than its socket."""

    def __init__(self):
        self.message_id, self.frames = None, []

    def add(self, data, limit):
        """The frames that can leave now that `data` has come. They come in order, one message after another."""
        try:
            fields = json.loads(data)
            is_new = fields["messageId"] != self.message_id
            is_final, payload = fields["isFinal"], base64.b64decode(fields["payloadBase64"])
        except (ValueError, TypeError, KeyError):
            return [data[:limit]]  # a fault of the simulated PC, which is meant to be seen
        if is_new:
            self.message_id, self.frames = fields["messageId"], []
        self.frames.append((data, payload))
        if not is_final:
            return []
        frames, self.frames = self.frames, []
        if all(len(whole) <= limit for whole, _ in frames):
            return [whole for whole, _ in frames]
        return cut(self.message_id, b"".join(part for _, part in frames), limit)
