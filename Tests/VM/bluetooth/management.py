# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's management interface for Bluetooth, as far as the bench needs it (BlueZ's doc/mgmt-api.txt)."""
import ctypes
import select
import socket
import struct
import time

AF_BLUETOOTH, BTPROTO_HCI = 31, 1  # many a Python is built without these names
NO_CONTROLLER, CONTROL_CHANNEL = 0xFFFF, 3
READ_INDEX_LIST, READ_INFO, SET_POWERED, SET_LE, DISCONNECT = 0x0003, 0x0004, 0x0005, 0x000D, 0x0014
START_DISCOVERY, STOP_DISCOVERY = 0x0023, 0x0024
COMMAND_COMPLETE, COMMAND_STATUS, INDEX_ADDED, INDEX_REMOVED = 0x0001, 0x0002, 0x0004, 0x0005
DEVICE_CONNECTED, DEVICE_DISCONNECTED, DEVICE_FOUND = 0x000B, 0x000C, 0x0012
LE_ADDRESSES = 6  # public and random
PUBLIC, RANDOM = 1, 2


class Management:
    def __init__(self):
        self.socket = socket.socket(AF_BLUETOOTH, socket.SOCK_RAW | socket.SOCK_CLOEXEC, BTPROTO_HCI)
        # Python cannot name the channel in an address.
        address = struct.pack("<HHH", AF_BLUETOOTH, NO_CONTROLLER, CONTROL_CHANNEL)
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.bind(self.socket.fileno(), address, len(address)) != 0:
            raise OSError(ctypes.get_errno(), "bind")
        self.events = []  # (time, event, controller, parameters)

    def read(self, limit):
        """Waits for one packet and keeps it; None when none comes."""
        if not select.select([self.socket], [], [], max(0, limit))[0]:
            return None
        packet = self.socket.recv(4096)
        event, controller, _ = struct.unpack_from("<HHH", packet)
        self.events.append((time.monotonic(), event, controller, packet[6:]))
        return self.events[-1]

    def until(self, wanted, limit=30):
        """The first packet from now on of which `wanted` says something true, as it says."""
        end = time.monotonic() + limit
        while (packet := self.read(end - time.monotonic())) is not None:
            if found := wanted(*packet[1:]):
                return found
        return None

    def command(self, opcode, controller, parameters=b"", limit=30):
        """Its status and answer. Events that nobody read come first: when they fill the socket the kernel takes no command."""
        while self.read(0):
            pass
        self.socket.send(struct.pack("<HHH", opcode, controller, len(parameters)) + parameters)

        def answer(event, from_controller, data):
            if event in (COMMAND_COMPLETE, COMMAND_STATUS) and from_controller == controller \
                    and struct.unpack_from("<H", data)[0] == opcode:
                return (data[2], data[3:])
            return None
        return self.until(answer, limit) or (None, b"")

    def controllers(self):
        data = self.command(READ_INDEX_LIST, NO_CONTROLLER)[1]
        return sorted(struct.unpack_from(f"<{(len(data) - 2) // 2}H", data, 2))

    def set_powered(self, controller, is_on):
        return self.command(SET_POWERED, controller, bytes([is_on]))[0]

    def find(self, uuid, controller=0, limit=30):
        """The first peripheral found that advertises the service: its address as text, and the name it gives."""
        self.set_powered(controller, True)
        needle = bytes.fromhex(uuid.replace("-", ""))[::-1]
        addresses = {}

        def has_all(event, _, data):
            if event == DEVICE_FOUND:
                eir = data[14:]
                known = addresses.setdefault(data[:7], {})
                known["uuid"] = known.get("uuid") or needle in eir
                known["name"] = known.get("name") or name_in(eir)
                return known["uuid"] and known["name"] and (text(data[:6]), known["name"])
            return None
        try:
            while limit > 0:  # one discovery lasts about 10 s
                began = time.monotonic()
                self.command(START_DISCOVERY, controller, bytes([LE_ADDRESSES]))
                if found := self.until(has_all, min(limit, 12)):
                    return found
                limit -= time.monotonic() - began
            return None
        finally:
            self.command(STOP_DISCOVERY, controller, bytes([LE_ADDRESSES]))

    def disconnect(self, address, kind=RANDOM, controller=0):
        return self.command(DISCONNECT, controller, bytes.fromhex(address.replace(":", ""))[::-1] + bytes([kind]))[0]


def text(address):
    return ":".join(f"{byte:02X}" for byte in reversed(address))


def name_in(eir):
    while len(eir) > 1 and eir[0]:
        if eir[1] in (0x08, 0x09):
            return eir[2:eir[0] + 1].decode(errors="replace")
        eir = eir[eir[0] + 1:]
    return None
