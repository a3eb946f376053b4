# SPDX-License-Identifier: GPL-3.0-or-later
"""A process that is measured or that measures, its lines, and what the kernel counts of it (proc(5))."""
import glob
import os
import re
import subprocess
import time

PATIENCE = 45  # seconds until something that must come is missing; emulation is slow


class Missing(Exception):
    """Something did not come, and how it ended."""


def until(condition, what, limit=PATIENCE):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    raise Missing(f"waited {limit} s for {what}")


class Process:
    """Its output goes to a file, so that nobody has to read it while something is measured."""

    def __init__(self, command, directory, name, output=None, source=None, **environment):
        self.name = name
        self.path = os.path.join(directory, f"{name}.out")
        with open(self.path, "wb") as file:
            self.process = subprocess.Popen(
                command, stdin=source or subprocess.PIPE, stdout=output or file, stderr=file, cwd=directory,
                env={**os.environ, **environment})

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def lines(self):
        with open(self.path, encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()

    def count(self, words):
        return sum(words in line for line in self.lines())

    def await_line(self, words, count=1, limit=PATIENCE):
        def has_come():
            found = [line for line in self.lines() if words in line]
            if len(found) < count and self.process.poll() is not None:
                raise Missing(f"{self.name} ended: " + " / ".join(self.lines()[-5:]))
            return found[count - 1:]

        try:
            return until(has_come, f"“{words}” of {self.name}", limit)[0]
        except Missing as problem:
            raise Missing(f"{problem}; it said: " + " / ".join(self.lines()[-5:])) from None

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    # What the kernel counts

    def _threads(self, file):
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/{file}"):
            try:
                with open(path, encoding="ascii") as opened:
                    yield opened.read()
            except OSError:  # it has ended
                pass

    def wakeups(self):
        """How often its threads have slept, and so have been woken; preempted threads do not count."""
        return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[1]) for text in self._threads("status"))

    def processor_seconds(self):
        """Time on a processor, to the nanosecond; the ticks in `stat` would be 10 ms each."""
        return sum(int(text.split()[0]) for text in self._threads("schedstat")) / 1e9

    def memory(self):
        """Kilobytes: `peak` counts the pages of the program's own file, too; `private` is what is its alone, now."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
                text = file.read()
        except OSError:
            return {"peak": 0, "private": 0}
        number = lambda field: int((re.search(rf"^{field}:\s+(\d+) kB", text, re.M) or [0, 0])[1])
        return {"peak": number("VmHWM"), "private": number("RssAnon")}

    def schedule(self, policy, priority):
        """All its threads."""
        for task in glob.glob(f"/proc/{self.process.pid}/task/*"):
            os.sched_setscheduler(int(os.path.basename(task)), policy, os.sched_param(priority))


def cost(processes):
    return {"processor": sum(x.processor_seconds() for x in processes), "wakeups": sum(x.wakeups() for x in processes)}


def memory(processes):
    found = [x.memory() for x in processes]
    return {key: sum(x[key] for x in found) for key in ("peak", "private")}
