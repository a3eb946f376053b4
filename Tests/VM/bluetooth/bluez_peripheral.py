# SPDX-License-Identifier: GPL-3.0-or-later
"""A PC over the air on a third stack: the GATT server of the system's Bluetooth daemon, with the protocol's service registered
on D-Bus. That daemon lists one subscription, whoever it is from, so there is one connection to the simulated PC.

Events: advertising (with the controller's address), subscribed, unsubscribed, write (kind, length). Word: quit."""
# dbus_next reads D-Bus signatures from annotations, which are no Python types.
# ruff: noqa: F722, F821
import argparse
import asyncio

from bridge import Cutter, PCSocket, RECEIVE, SERVICE, STATUS, TRANSMIT, status_of, tell, words
from dbus_next import BusType, Variant
from dbus_next.aio import MessageBus
from dbus_next.service import PropertyAccess, ServiceInterface, dbus_property, method

ROOT = "/bench"
SMALLEST_MTU = 23
READ = PropertyAccess.READ


class Service(ServiceInterface):
    def __init__(self):
        super().__init__("org.bluez.GattService1")

    @dbus_property(access=READ)
    def UUID(self) -> "s":
        return SERVICE

    @dbus_property(access=READ)
    def Primary(self) -> "b":
        return True


class Characteristic(ServiceInterface):
    def __init__(self, uuid, flags, peripheral):
        super().__init__("org.bluez.GattCharacteristic1")
        self.uuid, self.flags, self.peripheral = uuid, flags, peripheral
        self.value = b""

    @dbus_property(access=READ)
    def UUID(self) -> "s":
        return self.uuid

    @dbus_property(access=READ)
    def Service(self) -> "o":
        return f"{ROOT}/service"

    @dbus_property(access=READ)
    def Flags(self) -> "as":
        return self.flags

    @dbus_property(access=READ)
    def Value(self) -> "ay":
        return self.value

    @method()
    def ReadValue(self, options: "a{sv}") -> "ay":
        offset = options["offset"].value if "offset" in options else 0
        return self.peripheral.status[offset:]

    @method()
    def WriteValue(self, value: "ay", options: "a{sv}"):
        self.peripheral.written(value, {name: each.value for name, each in options.items()})

    @method()
    def StartNotify(self):
        self.peripheral.join()

    @method()
    def StopNotify(self):
        self.peripheral.leave()

    def notify(self, value):
        self.value = value
        self.emit_properties_changed({"Value": value})


class Advertisement(ServiceInterface):
    def __init__(self, name):
        super().__init__("org.bluez.LEAdvertisement1")
        self.local_name = name

    @dbus_property(access=READ)
    def Type(self) -> "s":
        return "peripheral"

    @dbus_property(access=READ)
    def ServiceUUIDs(self) -> "as":
        return [SERVICE]

    @dbus_property(access=READ)
    def LocalName(self) -> "s":
        return self.local_name

    @method()
    def Release(self):
        tell("released")


class Peripheral:
    def __init__(self, options):
        self.options = options
        self.status = status_of(options.pc)
        self.mtu = SMALLEST_MTU
        self.cutter = Cutter()
        self.pc = None
        self.transmit = Characteristic(TRANSMIT, ["notify"], self)

    async def offer(self):
        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        bus.export(f"{ROOT}/service", Service())
        bus.export(f"{ROOT}/service/receive", Characteristic(RECEIVE, ["write", "write-without-response"], self))
        bus.export(f"{ROOT}/service/transmit", self.transmit)
        bus.export(f"{ROOT}/service/status", Characteristic(STATUS, ["read"], self))
        bus.export(f"{ROOT}/advertisement", Advertisement(self.options.name))
        path = f"/org/bluez/hci{self.options.adapter}"
        adapter = bus.get_proxy_object("org.bluez", path, await bus.introspect("org.bluez", path))
        properties = adapter.get_interface("org.freedesktop.DBus.Properties")
        await properties.call_set("org.bluez.Adapter1", "Powered", Variant("b", True))
        await adapter.get_interface("org.bluez.GattManager1").call_register_application(ROOT, {})
        await adapter.get_interface("org.bluez.LEAdvertisingManager1").call_register_advertisement(f"{ROOT}/advertisement", {})
        address = await properties.call_get("org.bluez.Adapter1", "Address")
        tell("advertising", address=address.value, name=self.options.name)

    def join(self):
        if not self.pc:
            self.pc = PCSocket(self.options.pc, self.frame_arrived, self.pc_left)
            tell("subscribed")

    def leave(self):
        if self.pc:
            self.pc.close()
            self.pc = None
            tell("unsubscribed")

    def pc_left(self):
        self.pc = None
        tell("lost", reason="the PC closed the connection")

    def written(self, value, options):
        self.mtu = options.get("mtu", self.mtu)
        tell("write", kind=options.get("type", "request"), length=len(value), mtu=self.mtu)
        if self.pc:
            self.pc.send(bytes(value))

    def frame_arrived(self, frame):
        for each in self.cutter.add(frame, self.mtu - 3):
            self.transmit.notify(each)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pc", required=True, help="socket of the simulated PC")
    parser.add_argument("--adapter", type=int, default=1)
    parser.add_argument("--name", default="BlueZ PC")
    peripheral = Peripheral(parser.parse_args())
    await peripheral.offer()
    async for word, *_ in words():
        if word == "quit":
            break


asyncio.run(main())
