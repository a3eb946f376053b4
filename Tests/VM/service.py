# SPDX-License-Identifier: GPL-3.0-or-later
"""The service on a box, for scenarios with systemd: the package installed, a switch box plugged in, a PC paired over Bluetooth LE,
and somebody who listens to what the service tells. SWITCHBRIDGE_PACKAGE is the package's path."""
import fcntl
import json
import os
import socket
import subprocess
import threading
import time

from bluetooth import *
from bluetooth import LIMIT, PC, Bench, Peripheral, Switches, until

INSTALLED = "/usr/bin/switchbridge"
UNIT = "switchbridge.service"
CONTROL = "/run/switchbridge/control"
COMMANDS = "/run/switchbridge/commands"
MEMBER, STRANGER = "helper", "stranger"
EVIOCGRAB = 0x40044590
PROFILE = """schema: 1
name: Wheelchair box
devices:
  box: {vendor: 0x1209, product: 0x0002}
switches:
  - {name: Left, input: KEY_SPACE}
  - {name: Right, input: KEY_ENTER}
pc: {profile: builtin.keyboard}
# Longer than by default, since emulated machines are slow.
safety: {hold-to-stop: 6s}
idle: {start: {hold: 3s}}
"""


def run(*words, user=None, said="", limit=LIMIT * 2):
    """A command, as root or as somebody else."""
    before = ["runuser", "-u", user, "--"] if user else []
    return subprocess.run([*before, *words], input=said, capture_output=True, text=True, timeout=limit)


def bridge(*words, user=None, said=""):
    return run(INSTALLED, *words, user=user, said=said)


def answers(*words, user=None, said=""):
    """What a command prints, as JSON, and its exit status."""
    done = bridge(*words, "--json", user=user, said=said)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done.returncode


def property_of(unit, name):
    return run("systemctl", "show", "-P", name, unit).stdout.strip()


def pid():
    return int(property_of(UNIT, "MainPID"))


def is_free(devnode):
    """Whether another program can have the device for itself."""
    device = os.open(devnode, os.O_RDONLY | os.O_NONBLOCK)
    try:
        fcntl.ioctl(device, EVIOCGRAB, 1)
        return True
    except OSError:
        return False
    finally:
        os.close(device)


def commands_running():
    return run("systemctl", "list-units", "--all", "--plain", "--no-legend", "switchbridge-commands@*").stdout.split("\n")[:-1]


class Watcher:
    """A client of the service's stream. It comes back by itself when the service does. Each line has the time of its coming."""

    def __init__(self):
        self.lines = []
        self.wanted = True
        threading.Thread(target=self._follow, daemon=True).start()
        until(lambda: self.status())

    def _follow(self):
        while self.wanted:
            try:
                with socket.socket(socket.AF_UNIX) as control:
                    control.connect(CONTROL)
                    control.sendall(b'{"id":1,"request":"watch"}\n')
                    for line in control.makefile():
                        self.lines.append({**json.loads(line), "heardAt": time.monotonic_ns()})
            except (OSError, ValueError):
                pass
            time.sleep(0.05)

    def events(self, name):
        return [x for x in list(self.lines) if x.get("event") == name]

    def since(self, mark):
        """The names of what was told after so many lines."""
        return [x["event"] for x in self.lines[mark:] if "event" in x]

    def status(self):
        told = self.events("status")
        return told[-1]["status"] if told else None

    def comes_to(self, condition):
        """Waits for such a state, of the daemon that runs by now."""
        return until(lambda: self.status() and condition(self.status()))

    def is_ready(self):
        return self.comes_to(lambda x: x["pc"] and x["pc"]["ready"] and x["canStart"])

    def starts(self):
        return len(self.events("starting"))


def add_users():
    for name, groups in ((MEMBER, ["-G", "switchbridge"]), (STRANGER, [])):
        run("useradd", "--no-create-home", *groups, name)


def install():
    """The package, with a service that takes virtual devices too."""
    try:
        os.remove("/usr/sbin/policy-rc.d")  # containers have one that forbids to start services
    except FileNotFoundError:
        pass
    # The machine that this one sees the files of may have some of its own.
    run("rm", "-rf", "/etc/switchbridge", "/var/lib/switchbridge")
    os.makedirs(f"/etc/systemd/system/{UNIT}.d", exist_ok=True)
    with open(f"/etc/systemd/system/{UNIT}.d/virtual.conf", "w") as file:
        file.write(f"[Service]\nExecStart=\nExecStart={INSTALLED} daemon --system --virtual\n")
    done = dpkg("-i", os.environ["SWITCHBRIDGE_PACKAGE"])
    add_users()
    return done


def dpkg(*words):
    # Triggers are other packages' own work, which takes minutes when emulated.
    return run("dpkg", "--no-triggers", *words, limit=LIMIT * 5)


def purge():
    done = dpkg("-P", "switchbridge")
    run("rm", "-r", f"/etc/systemd/system/{UNIT}.d")
    run("systemctl", "daemon-reload")
    return done


class Box:
    """Installed, plugged in, paired and ready, or `problem` says what it lacks."""

    def __init__(self):
        self.bench = Bench()
        self.pc = PC()
        self.peripheral = Peripheral(self.bench, self.pc, "--name", "Desk PC")
        self.peripheral.is_advertising()
        self.problem = None
        if install().returncode != 0:
            self.problem = "the package was not installed"
            return
        self.switches = Switches("box")
        run("tee", "/etc/switchbridge/profiles/mine.yaml", user=MEMBER, said=PROFILE)
        self.watcher = Watcher()
        paired = bridge("pc", "pair", "simulated-pc", "--json", user=MEMBER)
        if paired.returncode != 0:
            self.problem = paired.stdout + paired.stderr
        elif not self.watcher.is_ready():
            self.problem = str(self.watcher.status())

    def start(self):
        """By switch, as the profile has it: held until it starts, and let go of. A hold right after a stop that its user may not
        have noticed is told that forwarding had stopped already, and the next one starts."""
        started = len(self.watcher.events("started"))
        for _ in range(2):
            mark = len(self.watcher.lines)
            self.switches.do("down KEY_SPACE")
            until(lambda: {"starting", "stoppedAlready"} & set(self.watcher.since(mark)))
            self.switches.do("up KEY_SPACE")
            if "stoppedAlready" not in self.watcher.since(mark):
                break
            time.sleep(1)  # a shorter gap counts as none
        return until(lambda: len(self.watcher.events("started")) > started) is not None

    def executed(self, what):
        return [x for x in self.pc.events("executed") if x["what"] == what]


__all__ = ["Box", "COMMANDS", "CONTROL", "INSTALLED", "MEMBER", "STRANGER", "PROFILE", "UNIT", "Watcher", "answers", "bridge",
           "commands_running", "dpkg", "install", "is_free", "pid", "property_of", "purge", "run",
           "socket"] + __import__("bluetooth").__all__
