# SPDX-License-Identifier: GPL-3.0-or-later
"""What scenarios of the whole program share: a virtual device, a simulated PC and the program, each a process of its
own, and waiting for what they say. Emulation is slow: waits are generous and nothing is asserted about time."""
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

LIMIT = 60  # seconds that anything may take
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
failures = 0
children = []  # every process that was begun


def check(name, good, why=""):
    global failures
    print(f"ok {name}" if good else f"not ok {name}: {why}", flush=True)
    failures += not good


def finish():
    sys.exit(1 if failures else 0)


def until(condition, limit=LIMIT):
    """Waits until `condition` returns something true, and returns it; None when that takes too long."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.02)
    return None


class Child:
    """A process whose lines are read as they come."""

    def __init__(self, *words, **options):
        self.lines = []
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, **options)
        children.append(self)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self, number):
        self.process.send_signal(number)

    def ended(self):
        """The exit status, negative for a signal; None while it goes on."""
        return until(lambda: self.process.poll() is not None) and self.process.returncode


class Switches(Child):
    """A virtual device."""

    def __init__(self, *shape):
        super().__init__("virtual-switches")
        self.devnode = self.do("create " + " ".join(shape)).split()[-1]
        subprocess.run(["udevadm", "settle"])

    def do(self, line):
        """Says a word and waits for its answer."""
        before = len(self.lines)
        self.say(line)
        return until(lambda: next((x for x in self.lines[before:] if x.startswith(("ok", "error"))), None), 7200) or ""

    def edges(self):
        """What was done, as (input, value), in order."""
        return [tuple(x.split()[2:4]) for x in self.lines if x.startswith("edge ")]

    def edges_at(self):
        """When, in nanoseconds of the machine's monotonic clock, in the same order."""
        return [int(x.split()[1]) for x in self.lines if x.startswith("edge ")]


class PC(Child):
    """A simulated PC; `faults` are its flags."""

    def __init__(self, *faults, path="pc"):
        self.path = os.path.abspath(path)
        super().__init__("switchbridge", "simulated-pc", "--listen", self.path, "--approve", "--json", *faults)
        until(lambda: self.events("listening"))

    def events(self, name):
        return [x for x in map(json.loads, list(self.lines)) if x["event"] == name]

    def held(self):
        changes = self.events("held")
        return changes[-1]["outputs"] if changes else []

    def comes_to_hold(self, *outputs):
        return until(lambda: self.held() == list(outputs)) is not None

    def edges(self):
        return [(x["switch"], x["state"]) for x in self.events("executed") if x["what"] == "edge"]


class Program(Child):
    """`forward`, off a terminal, to a PC of the scenario or one named as the program takes it."""

    def __init__(self, profile, pc, *flags, pc_profile="builtin.keyboard", state="state"):
        if not os.path.exists(profile):
            profile = os.path.join(ROOT, "Profiles", profile)
        super().__init__(
            "switchbridge", "forward", profile, "--pc", pc if isinstance(pc, str) else f"unix:{pc.path}",
            "--pc-profile", pc_profile, "--virtual",
            *flags, env={**os.environ, "XDG_STATE_HOME": os.path.abspath(state)})

    def events(self, name):
        return [x for x in map(json.loads, list(self.lines)) if x["event"] == name]

    def event(self, name, count=1):
        """The count-th event of that name, once it has come."""
        return until(lambda: self.events(name)[count - 1:count])

    def ready(self):
        return self.event("pcProfile") is not None

    def start(self):
        """Asks for the start and waits for what comes of it: "started", or the reason why not."""
        before = len(self.events("started")) + len(self.events("stopped"))
        self.say("start")
        until(lambda: len(self.events("started")) + len(self.events("stopped")) > before)
        last = [x for x in map(json.loads, list(self.lines)) if x["event"] in ("started", "stopped")][-1]
        return last["event"] if last["event"] == "started" else last["reason"]

    def stopped(self, count=1):
        """The reason of the count-th stop."""
        found = self.event("stopped", count)
        return found[0]["reason"] if found else None


def profile(name, text):
    with open(name, "w") as file:
        file.write(text)
    return os.path.abspath(name)


def box_profile(extra=""):
    return profile("box.yaml", f"""schema: 1
name: Test box
devices:
  box: {{vendor: 0x1209, product: 0x0002}}
switches:
  - {{name: Left, input: KEY_SPACE}}
  - {{name: Right, input: KEY_ENTER}}
{extra}""")


__all__ = ["Child", "PC", "Program", "ROOT", "Switches", "box_profile", "check", "children", "finish", "os", "profile", "shutil",
           "signal", "subprocess", "sys", "time", "until"]
