# SPDX-License-Identifier: GPL-3.0-or-later
"""A run of switchbridge: its JSON lines, and what the kernel counts of its process."""
import glob
import json
import os
import re
import subprocess
import time

PATIENCE = 60  # seconds until something that must come is missing; emulation is slow


class Program:
    """Its output goes to a file, so that nobody has to read it while something is measured."""

    def __init__(self, command, directory, name):
        self.path = os.path.join(directory, name + ".jsonl")
        environment = dict(os.environ, XDG_STATE_HOME=os.path.join(directory, "state"))
        with open(self.path, "wb") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=output, stderr=output, env=environment)

    def say(self, word):
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()

    def lines(self):
        with open(self.path, encoding="utf-8") as file:
            whole = file.read().rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines() if line.startswith("{")]

    def await_event(self, name, count=1, among=lambda line: True):
        """Waits until `count` such lines are there, and returns them."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            lines = self.lines()
            found = [line for line in lines if line["event"] == name and among(line)]
            if len(found) >= count:
                return found
            if self.process.poll() is not None or any(line["event"] == "stopped" for line in lines):
                break
            time.sleep(0.2)
        raise SystemExit(f"waited for {count} × {name} and {len(found)} came; it ended so:\n{self._ending()}")

    def require_forwarding(self):
        with open(self.path, "rb") as file:
            if b'"event":"stopped"' in file.read():
                raise SystemExit(f"forwarding stopped while it was measured; it ended so:\n{self._ending()}")

    def _ending(self):
        """The last lines that are not of single presses."""
        with open(self.path, encoding="utf-8") as file:
            return "".join([line for line in file if '"edge"' not in line and '"answered"' not in line][-10:])

    def end(self):
        self.process.terminate()  # both end in order on this signal
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()

    # What the kernel counts: proc(5)

    def _threads(self, file):
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/{file}"):
            with open(path, encoding="ascii") as opened:
                yield opened.read()

    def wakeups(self):
        """How often its threads have slept, and so have been woken; preempted threads do not count."""
        return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[1]) for text in self._threads("status"))

    def processor_seconds(self):
        """Time on a processor, to the nanosecond; the ticks in `stat` would be 10 ms each."""
        return sum(int(text.split()[0]) for text in self._threads("schedstat")) / 1e9

    def memory(self):
        """Kilobytes: `peak` counts the pages of the program's own file, too; `private` is what is its alone, now."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            text = file.read()
        number = lambda field: int(re.search(rf"^{field}:\s+(\d+) kB", text, re.M)[1])
        return {"peakKilobytes": number("VmHWM"), "privateKilobytes": number("RssAnon")}

    def wakeups_in(self, seconds):
        before = self.wakeups()
        time.sleep(seconds)
        return {"seconds": seconds, "wakeups": self.wakeups() - before}
