# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is measured: this bridge over its two links, those who do the nearest same job, and nobody at all.

Each has devices of its own, so that all of them stand ready at once and take turns. What counts as its cost is `own`, the
processes between the device and whoever receives."""
import json
import os
import re
import shutil
import subprocess
import sys

from bed import RowFile
from processes import Missing, Process, until

BUTTONS, FUNCTION_KEYS = 0x100, 183  # BTN_0 …, KEY_F13 … (linux/input-event-codes.h)
MOST = 8  # switches of a profile, and devices that it uses


class Candidate:
    name = title = does = ""
    needs = []  # commands
    code = BUTTONS
    pace = 1  # so many times slower, and so many times fewer, are its presses

    def __init__(self, bed, name, switches=2, devices=1):
        """With several devices each has one of the switches, as far as there are so many."""
        self.bed, self.label = bed, name
        self.used = min(devices, MOST)
        self.switches = self.used if devices > 1 else switches
        made = [bed.make_device(self.device(number), self.code, MOST) for number in range(devices)]
        self.first, self.nodes = made[0][0], [node for _, node in made[:self.used]]
        self.own, self.others = [], []
        self.file = RowFile(bed.path(f"{name}.rows"))
        self.offset = self.code  # what is taken off a received code, to have the number of the switch

    def device(self, number):
        return f"{self.label}-{number}"

    @classmethod
    def missing(cls):
        return [command for command in cls.needs if not shutil.which(command)]

    def begin(self):
        """Before presses."""

    def finish(self):
        """After them."""

    def said(self):
        """What it said of the presses since `begin`."""
        return ""

    def processes(self):
        return self.own

    def received(self, count):
        return [(moment, other, code - self.offset if code >= 0 else code, value)
                for moment, other, code, value in self.bed.gather(self.file, count)]

    def receive(self, *sources):
        self.others.append(self.bed.outside(
            Process([self.bed.ends, "receive", self.file.path, *sources], self.bed.directory, f"{self.label}-receiver")))

    def close(self):
        for process in [*self.own, *self.others]:
            process.end()


class Nobody(Candidate):
    name, title = "kernel", "nobody: the device itself"
    does = "the receiver reads the device; what remains is the kernel and the measuring itself"

    def start(self):
        self.receive(*self.nodes)


class Interception(Candidate):
    """Each device has a pipeline of its own, as udevmon would begin it."""
    needs = ["interception"]

    def pipe(self, number):
        path = self.bed.path(f"{self.label}-{number}.pipe")
        os.mkfifo(path)
        return path


class Piped(Interception):
    name, title = "interception-pipe", "interception-tools, a pipe"
    does = "`interception -g` copies each event into a pipe, and the receiver reads that"

    def start(self):
        pipes = [self.pipe(number) for number in range(self.used)]
        self.receive(*pipes)
        for number, (node, pipe) in enumerate(zip(self.nodes, pipes)):
            with open(pipe, "wb") as output:
                self.own.append(Process(["interception", "-g", node], self.bed.directory, f"{self.label}-{number}", output))


class Cloned(Candidate):
    """Those whose events come out of a device that they make."""

    def made(self, before, count=1):
        """The nodes that came since."""
        return until(lambda: sorted(nodes() - before) if len(nodes() - before) >= count else None, f"a device of {self.title}", 20)


class Intercepted(Interception, Cloned):
    name, title = "interception", "interception-tools, uinput"
    does = "`interception -g | uinput -d` copies each event through a pipe into a device that it makes"

    def start(self):
        before = nodes()
        for number, node in enumerate(self.nodes):
            ends = os.pipe()
            self.own.append(Process(["interception", "-g", node], self.bed.directory, f"{self.label}-{number}-from", ends[1]))
            self.own.append(Process(["uinput", "-d", node], self.bed.directory, f"{self.label}-{number}-to", source=ends[0]))
            for end in ends:
                os.close(end)
        self.receive(*self.made(before, len(self.nodes)))


class Keyd(Cloned):
    name, title, needs, code = "keyd", "keyd", ["keyd"], FUNCTION_KEYS
    does = "a daemon that remaps keys copies each into the keyboard that it makes"

    def start(self):
        os.makedirs("/etc/keyd", exist_ok=True)
        with open("/etc/keyd/default.conf", "w", encoding="utf-8") as file:
            file.write("[ids]\n1209:0002\n\n[main]\n")
        before = nodes()
        self.own.append(Process(["keyd"], self.bed.directory, self.label))
        self.receive(*self.made(before))


class Evsieve(Cloned):
    name, title, needs = "evsieve", "evsieve", ["evsieve"]
    does = "a mapper of events copies each into a device that it makes"

    def start(self):
        before = nodes()
        self.own.append(Process(["evsieve", "--input", *self.nodes, "grab", "--output"], self.bed.directory, self.label))
        self.receive(*self.made(before))


class Netevent(Cloned):
    name, title, needs = "netevent", "netevent, a pipe and uinput", ["netevent"]
    does = "`netevent cat | netevent create` passes each event on in a protocol of its own, here through a pipe"

    def start(self):
        before = nodes()
        for number, node in enumerate(self.nodes):
            ends = os.pipe()
            self.own.append(Process(["netevent", "cat", node], self.bed.directory, f"{self.label}-{number}-from", ends[1]))
            self.own.append(Process(["netevent", "create"], self.bed.directory, f"{self.label}-{number}-to", source=ends[0]))
            for end in ends:
                os.close(end)
        self.receive(*self.made(before, len(self.nodes)))


def nodes():
    return {f"/dev/input/{name}" for name in os.listdir("/dev/input") if re.fullmatch(r"event\d+", name)}


class Bridge(Candidate):
    """This program, with a PC in a process of its own."""
    name, title = "switchbridge", "switchbridge, socket"
    does = "each change becomes a message in JSON with an HMAC-SHA256 proof; the PC checks it, does it and acknowledges it; the next one waits for that"
    hops = False

    def start(self):
        self.offset = 1  # the PC numbers switches
        self.starts = self.stops = 0
        socket = self.bed.path(f"{self.label}.socket")
        self.others.append(self.bed.outside(Process([self.bed.ends, "pc", socket, self.file.path], self.bed.directory, f"{self.label}-pc")))
        until(lambda: os.path.exists(socket), "the PC")
        self.forward("unix:" + socket)

    def forward(self, pc):
        environment = {"XDG_STATE_HOME": self.bed.path(f"{self.label}-state")}
        if self.hops:
            self.hop_file = RowFile(self.bed.path(f"{self.label}.hops"))
            environment.update(LD_PRELOAD=self.bed.hops, BENCH_HOPS=self.hop_file.path)
        profile = self.bed.path(f"{self.label}.yaml")
        with open(profile, "w", encoding="utf-8") as file:
            file.write(self.profile())
        self.own.append(Process(
            [self.bed.program, "forward", profile, "--pc", pc, "--pc-profile", "bench", "--virtual"],
            self.bed.directory, self.label, **environment))
        self.own[0].await_line('"event":"pcProfile"')

    def profile(self):
        devices = "\n".join(f"  d{number}: {{name: {self.device(number)}}}" for number in range(self.used))
        inputs = [f"{{device: d{number if self.used > 1 else 0}, key: BTN_{number}}}" for number in range(self.switches)]
        switches = "\n".join(f"  - {{name: S{number}, input: {text}}}" for number, text in enumerate(inputs))
        # The others have no filters, and nobody rests for as long as a stop would take.
        return f"schema: 1\nname: Bench\ndevices:\n{devices}\nswitches:\n{switches}\n" \
            "timing: {debounce: 0ms}\nsafety: {hold-to-stop: 30s, idle-stop: 60min}\n"

    def begin(self):
        self.own[0].say("start")
        self.starts += 1
        self.own[0].await_line('"event":"started"', self.starts)
        self.heard = len(self.own[0].lines())

    def said(self):
        stops = [line for line in self.own[0].lines()[self.heard:] if '"event":"stopped"' in line]
        return json.loads(stops[0])["reason"] if stops else ""

    def finish(self):
        """It may have stopped by itself; there is one stop for each start."""
        self.own[0].say("stop")
        self.stops += 1
        self.own[0].await_line('"event":"stopped"', self.stops)


class TimedBridge(Bridge):
    """Once more, with the moments of its calls of the kernel noted."""
    name, title, hops = "switchbridge-timed", "switchbridge, socket, its calls noted", True
    does = "the same by itself, to see where the time goes"


class AirBridge(Bridge):
    name, title, pace = "switchbridge-le", "switchbridge, Bluetooth LE", 3
    does = "the same, three times as slowly, over a Bluetooth LE link of two virtual controllers, which has no air; the PC's Bluetooth is a program in Python"
    air = None

    @staticmethod
    def prepare(bed):
        """Controllers; true when there can be any."""
        if not bed.python:
            return "no Python packages for the PC's Bluetooth"
        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "VM"))
        os.environ["SWITCHBRIDGE_VM_PYTHON"] = bed.python
        import bluetooth
        AirBridge.air = bluetooth
        return ""

    def start(self):
        self.bench = self.air.Bench()
        super().start()

    def forward(self, pc):
        class Place:
            path = pc.removeprefix("unix:")

        peripheral = self.air.Peripheral(self.bench, Place())
        if not peripheral.is_advertising():
            raise Missing("the PC does not advertise")
        for process in (peripheral.process, self.bench.virtual):
            os.sched_setscheduler(process.pid, os.SCHED_RR, os.sched_param(2))
        self.peripheral = peripheral
        done = subprocess.run(
            [self.bed.program, "pc", "pair", "bench-pc"], input="", capture_output=True, text=True, timeout=120,
            env={**os.environ, "XDG_STATE_HOME": self.bed.path(f"{self.label}-state")})
        if done.returncode != 0:
            raise Missing(f"pairing over the air: {done.stdout} {done.stderr}")
        super().forward("bench-pc")

    def close(self):
        super().close()
        self.peripheral.process.kill()
        self.bench.close()


PEERS = [Piped, Intercepted, Keyd, Evsieve, Netevent]
