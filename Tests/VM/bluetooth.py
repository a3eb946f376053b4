# SPDX-License-Identifier: GPL-3.0-or-later
"""Bluetooth without radio, for scenarios: virtual controllers that hear each other, peripherals that bridge to simulated PCs, and
the system's Bluetooth daemon when it is asked for. Controller 0 is the program's, the others are the peripherals'.

Nothing here takes time on air: packets and round trips can be counted, milliseconds say nothing."""
import atexit
import json
import os
import shlex
import subprocess
import sys

from program import *
from program import Child, LIMIT, ROOT, until

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "bluetooth"))
from management import Management  # noqa: E402

HERE = os.path.join(ROOT, "Tests", "VM", "bluetooth")
PYTHON = os.environ.get("SWITCHBRIDGE_VM_PYTHON")  # from fetch-python, on the host
DAEMON = "/usr/libexec/bluetooth/bluetoothd"
BUS = "/run/dbus/system_bus_socket"
SERVICE = "7a78f7e8-1d6d-4d92-9ef0-1f89d3db21f4"


class Events(Child):
    """A process whose lines are JSON."""

    def events(self, name):
        return [x for x in map(json.loads, list(self.lines)) if x["event"] == name]

    def event(self, name, count=1):
        """The count-th event of that name, once it has come."""
        found = until(lambda: self.events(name)[count - 1:count])
        return found[0] if found else None


class Bench:
    """Virtual controllers, plugged in. With SWITCHBRIDGE_BLUETOOTHD=1 the system's daemon runs beside the program."""

    def __init__(self, controllers=2):
        if not PYTHON:
            print("skipped: the Bluetooth tests have no Python packages", flush=True)
            sys.exit(77)
        subprocess.run(["modprobe", "hci_vhci"], check=True)
        self.count, self.virtual, self.daemon, self.bus = controllers, None, None, None
        self.management = Management()
        self.plug_in()
        atexit.register(self.close)
        if os.environ.get("SWITCHBRIDGE_BLUETOOTHD") == "1":
            self.start_daemon()

    def close(self):
        """Leaves nothing running, for the next scenario's sake."""
        for process in (self.daemon, self.bus, self.virtual):
            if process:
                process.kill()
                process.wait()

    def plug_in(self):
        """True once the kernel has set them all up; before that they are busy. It gives up on a controller that does not
        answer within 2 s, which a machine with much else to do can take: then another try is made."""
        for _ in range(3):
            self.virtual = subprocess.Popen(
                ["btvirt", "-L", f"-l{self.count}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if until(lambda: self.management.controllers() == list(range(self.count)), 10):
                return True
            self.unplug()
        return False

    def unplug(self):
        """All controllers at once."""
        self.virtual.kill()
        self.virtual.wait()
        return until(lambda: not os.listdir("/sys/class/bluetooth"))

    def start_daemon(self):
        """There is no init system that would start it, or the bus it speaks on."""
        if not self.bus:
            os.makedirs("/run/dbus", exist_ok=True)
            if os.path.exists(BUS):
                os.remove(BUS)  # an earlier one's: the daemon would find nobody there, and end
            self.bus = subprocess.Popen(["dbus-daemon", "--system", "--nofork", "--nopidfile"], stderr=subprocess.DEVNULL)
            until(lambda: os.path.exists(BUS))
        self.daemon = subprocess.Popen([DAEMON, "--nodetach"], stderr=subprocess.DEVNULL)
        return until(self.daemon_answers) is not None

    @staticmethod
    def daemon_answers():
        call = ["dbus-send", "--system", "--print-reply", "--dest=org.bluez", "/org/bluez/hci0",
                "org.freedesktop.DBus.Introspectable.Introspect"]
        return "org.bluez.Adapter1" in subprocess.run(call, capture_output=True, text=True).stdout

    def stop_daemon(self):
        self.daemon.terminate()
        self.daemon.wait()
        self.daemon = None


class Peripheral(Events):
    """A PC over the air; see bluetooth/pc_peripheral.py for its flags and words."""

    def __init__(self, bench, pc, *flags, adapter=1):
        bench.management.set_powered(adapter, False)  # the daemon may have it on, and it must be nobody's
        self.always = ["--pc", pc.path, "--adapter", str(adapter)]
        super().__init__(PYTHON, os.path.join(HERE, "pc_peripheral.py"), *self.always, *flags)

    def again(self, *flags):
        """Becomes another PC, with these flags only. True once that advertises."""
        before = len(self.events("powered"))
        self.say("again " + shlex.join([*self.always, *flags]))
        return until(lambda: len(self.events("powered")) > before and self.events("advertising")[-1]["at"]
                     > self.events("powered")[-1]["at"]) is not None

    def is_advertising(self):
        return self.event("advertising") is not None

    def address(self):
        return self.events("advertising")[-1]["address"]

    def do(self, word):
        """Says a word and waits until it is done."""
        before = len(self.events("done"))
        self.say(word)
        return until(lambda: len(self.events("done")) > before)

    def packets(self, kind=None):
        """The writes that came: of one kind, or all."""
        return [x for x in self.events("write") if kind in (None, x["kind"])]


class BlueZPeripheral(Events):
    """The same by the system's daemon, which must run; see bluetooth/bluez_peripheral.py. It has a public address."""

    def __init__(self, pc, *flags, adapter=1):
        super().__init__(PYTHON, os.path.join(HERE, "bluez_peripheral.py"), "--pc", pc.path, "--adapter", str(adapter), *flags)

    def is_advertising(self):
        return self.event("advertising") is not None

    def address(self):
        return self.events("advertising")[-1]["address"]


class Phone(Events):
    """A remote that does as the phones do; see bluetooth/phone_client.py. It takes the whole controller for itself."""

    def __init__(self, bench, *flags, adapter=0):
        bench.management.set_powered(adapter, False)
        super().__init__(PYTHON, os.path.join(HERE, "phone_client.py"), "--adapter", str(adapter), *flags)


__all__ = ["Bench", "BlueZPeripheral", "Events", "HERE", "PYTHON", "Peripheral", "Phone", "SERVICE", "LIMIT",
           "json"] + __import__("program").__all__
