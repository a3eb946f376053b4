# SPDX-License-Identifier: GPL-3.0-or-later
"""Where candidates are measured: the hand that presses, files of rows, and how what was pressed finds what was received."""
import collections
import os
import struct
import time

from processes import Missing, Process, until

ROW = struct.Struct("=qqii")  # see Benchmarks/Ends/Rows.swift
LATEST = 10  # seconds after the last press in which something may still come
QUIET = 1.5  # seconds after which nothing comes any more
OUTSIDE = 2  # real-time priority of those at the ends: they stand for other machines, and for people


class RowFile:
    def __init__(self, path):
        self.path, self.taken = path, 0

    def count(self):
        return os.path.getsize(self.path) // ROW.size if os.path.exists(self.path) else 0

    def take(self):
        """The rows since the last time."""
        count = self.count()
        if count == self.taken:
            return []
        with open(self.path, "rb") as file:
            file.seek(self.taken * ROW.size)
            data = file.read((count - self.taken) * ROW.size)
        self.taken = count
        return list(ROW.iter_unpack(data))


class Bed:
    def __init__(self, directory, ends, program, hops, python):
        self.directory, self.ends, self.program, self.hops, self.python = directory, ends, program, hops, python
        self.hand = self.outside(Process([ends, "hand"], directory, "hand"))
        self.answers = self.devices = self.presses = 0

    def path(self, name):
        return os.path.join(self.directory, name)

    def outside(self, process):
        """On a machine with nothing to do in between it would be as quick."""
        process.schedule(os.SCHED_RR, OUTSIDE)
        return process

    def ask(self, words, limit=60):
        self.hand.say(words)
        self.answers += 1
        answer = until(lambda: self.hand.lines()[self.answers - 1:], f"the hand to {words}", limit)[0]
        if not answer.startswith("ok"):
            raise Missing(f"the hand could not {words}: {answer}")
        return answer.removeprefix("ok").strip()

    def make_device(self, name, code, buttons):
        """Its number and node."""
        node = self.ask(f"device {name} {code} {buttons}")
        self.devices += 1
        until(lambda: os.path.exists(node), node)
        return self.devices - 1, node

    def take_devices_away(self):
        self.ask("gone")
        self.devices = 0

    def press(self, changes, gaps, seed, first, code, switches, devices):
        """What was pressed: rows of (moment, planned, index of the switch, value)."""
        self.presses += 1
        file = RowFile(self.path(f"pressed-{self.presses}"))
        self.ask(f"press {file.path} {changes} {gaps[0]} {gaps[1]} {seed} {first} {code} {switches} {devices}",
                 30 + changes * gaps[1] / 1e6)
        rows = [(moment, planned, number - code, value) for moment, planned, number, value in file.take()]
        os.remove(file.path)
        return rows

    @staticmethod
    def gather(file, count):
        """Up to so many rows: until they are there, or nothing comes any more."""
        rows, last, end = file.take(), time.monotonic(), time.monotonic() + LATEST
        while len([row for row in rows if row[2] >= 0]) < count and time.monotonic() < end:
            more = file.take()
            if more:
                rows, last = rows + more, time.monotonic()
            elif time.monotonic() - last > (QUIET if rows else LATEST):
                break
            time.sleep(0.02)
        return rows

    def close(self):
        self.hand.end()


def match(pressed, received):
    """Pairs of (pressed, received) and how many were lost. Where none was, the changes of each switch are in order, whatever
    happened between switches; where some were, only what came before the first of them is certain."""
    arrived = [row for row in received if row[2] >= 0]
    lost = len(pressed) - len(arrived)
    if lost == 0:
        queues = collections.defaultdict(collections.deque)
        for row in arrived:
            queues[row[2:]].append(row)
        if all(len(queues[key]) == count for key, count in collections.Counter(row[2:] for row in pressed).items()):
            return [(row, queues[row[2:]].popleft()) for row in pressed], 0
    pairs = []
    for one, other in zip(pressed, arrived):
        if one[2:] != other[2:]:
            break
        pairs.append((one, other))
    return pairs, max(lost, 0)
