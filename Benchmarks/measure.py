# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures all candidates in one virtual machine, and writes what it found as JSON and each latency as CSV.

    measure.py PROGRAM ENDS HOPS OUTPUT PRESSES ONLY [PYTHON]

They stand ready at once and take turns in short blocks, in an order that is shuffled anew for each round, so that whatever else the
machine does hits all of them alike. ONLY is a regular expression that picks sections: idle, quiet, hops, busy, priority, switches,
devices, rates."""
import csv
import json
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time

from bed import Bed, match
from candidates import AirBridge, Bridge, Nobody, PEERS, Piped, TimedBridge
from hops import split
from processes import Missing, cost, memory
from quantiles import quantiles

SEED = 1
GAPS = (40_000, 80_000)  # µs from one change to the next: as fast as a person hardly can
SLOWER = 2  # so many times slower where the processors are busy or calls are noted, so that one change does not wait for another
BLOCK = 50  # presses
WARMING = 25  # presses: the first ones touch code that has to be read from the disk, slowly when emulated
SHARE = 0.2  # of the presses, where the processors are busy
IDLE_SECONDS = 10
SETTLE = 0.3  # seconds
SCALING_PRESSES, SCALING_ROUNDS, SCALING_WARMING = 15, 2, 10
SWITCHES, DEVICES = (1, 2, 4, 8), (1, 4, 16, 32)
RATES = ((10, 4), (100, 2), (1000, 2), (5000, 1))  # changes a second, and for how many seconds
PRIORITY = 1  # of the unit: CPUSchedulingPolicy=rr, CPUSchedulingPriority=1


def scaled_kinds():
    """Those with a receiver that a program would have: a pipe alone is none."""
    return [kind for kind in (*PEERS, Bridge) if kind is not Piped and not kind.missing()]


def say(words):
    print(f"{time.monotonic():6.0f} s  {words}", flush=True)


class Busy:
    """A loop for each processor."""

    def __enter__(self):
        self.loops = [
            subprocess.Popen(["taskset", "--cpu-list", str(number), "sh", "-c", "while :; do :; done"])
            for number in range(os.cpu_count())]

    def __exit__(self, *_):
        for loop in self.loops:
            loop.kill()
            loop.wait()


class Measuring:
    def __init__(self, bed, output, only):
        self.bed, self.output, self.only = bed, output, only
        self.random = random.Random(SEED)
        self.latencies, self.blocks = [], 0
        self.result = {"candidates": {}, "failed": {}, "sections": {}, "idle": {}, "memory": {}, "scaling": []}

    def wants(self, section):
        return re.search(self.only, section) is not None

    # Candidates

    def started(self, kind, name=None, warming=WARMING, **shape):
        """None, and why, when it cannot be measured."""
        candidate = kind(self.bed, name or kind.name, **shape)
        try:
            candidate.start()
            self.block(candidate, 2 * warming // kind.pace)
        except (Missing, OSError, subprocess.SubprocessError) as problem:
            say(f"{kind.name}: {problem}")
            self.result["failed"].setdefault(kind.name, str(problem)[:300])
            self.closed(candidate)
            return None
        self.result["candidates"][kind.name] = {"title": kind.title, "does": kind.does}
        return candidate

    @staticmethod
    def closed(candidate):
        try:
            candidate.close()
        except (OSError, AttributeError) as problem:
            say(f"{candidate.label}: {problem}")

    def kinds(self):
        """Those that can be had here; the others are named."""
        kinds = [Nobody]
        for kind in PEERS:
            missing = kind.missing()
            if missing:
                self.result["failed"][kind.name] = f"{' and '.join(missing)} not installed"
            else:
                kinds.append(kind)
        kinds.append(Bridge)
        if self.wants("hops"):
            kinds.append(TimedBridge)
        problem = AirBridge.prepare(self.bed)
        if problem:
            self.result["failed"][AirBridge.name] = problem
        else:
            kinds.append(AirBridge)
        return kinds

    # Blocks

    def block(self, candidate, changes, gaps=GAPS, slower=1):
        """What one candidate makes of so many changes. One whose link is slow is given more time for each."""
        gaps = tuple(gap * slower * (candidate.pace if gaps is GAPS else 1) for gap in gaps)
        candidate.begin()
        time.sleep(SETTLE)
        before = cost(candidate.processes())
        self.blocks += 1
        code = candidate.code
        pressed = self.bed.press(changes, gaps, self.blocks, candidate.first, code, candidate.switches, candidate.used)
        received = candidate.received(changes)
        time.sleep(SETTLE)
        after = cost(candidate.processes())
        said = candidate.said()
        candidate.finish()
        pairs, lost = match(pressed, received)
        seconds = (pressed[-1][0] - pressed[0][0]) / 1e9 if len(pressed) > 1 else 0
        return {
            "pairs": pairs, "lost": lost, "said": said, "dropped": sum(row[2] < 0 for row in received), "received": len(received),
            "rate": (len(pressed) - 1) / seconds if seconds else 0, "pressed": len(pressed),
            **{key: after[key] - before[key] for key in after},
        }

    def section(self, name, all_of_them, presses, slower=1):
        found = {candidate.name: [] for candidate in all_of_them}
        rounds = -(-presses // BLOCK)
        each = -(-presses // rounds)
        say(f"{name}: {rounds} rounds of {len(all_of_them)} blocks")
        for number in range(rounds):
            self.random.shuffle(all_of_them)
            for candidate in all_of_them:
                block = self.tried(candidate, name, 2 * max(1, each // candidate.pace), GAPS, slower)
                if not block:
                    continue
                found[candidate.name].append(block)
                for (moment, planned, index, value), row in block["pairs"]:
                    self.latencies.append((name, candidate.name, number, index, value, moment, row[0], row[1]))
        self.result["sections"][name] = {key: summary(blocks) for key, blocks in found.items() if blocks}

    def measure_latencies(self, presses):
        all_of_them = [x for x in (self.started(kind) for kind in self.kinds()) if x]
        say("ready: " + ", ".join(x.name for x in all_of_them))
        try:
            if self.wants("idle"):
                self.measure_idle(all_of_them)
            if self.wants("quiet"):
                self.section("quiet", [x for x in all_of_them if x.name != TimedBridge.name], presses)
            timed = [x for x in all_of_them if x.name == TimedBridge.name]
            if timed:
                self.measure_hops(timed[0], max(1, round(presses * SHARE)))
            rest = [x for x in all_of_them if x not in timed]
            few = max(1, round(presses * SHARE))
            if self.wants("busy"):
                with Busy():
                    self.section("busy", rest, few, SLOWER)
            if self.wants("priority"):
                for process in [process for x in rest for process in x.own]:
                    process.schedule(os.SCHED_RR, PRIORITY)
                with Busy():
                    self.section("priority", rest, few, SLOWER)
            for candidate in rest:
                self.result["memory"][candidate.name] = memory(candidate.own)
        finally:
            for candidate in all_of_them:
                self.closed(candidate)

    def measure_idle(self, all_of_them):
        """Nothing is pressed; then once more for those that can be on or off, while they are on."""
        time.sleep(2)

        def woken():
            before = {x.name: cost(x.own) for x in all_of_them}
            time.sleep(IDLE_SECONDS)
            after = {x.name: cost(x.own) for x in all_of_them}
            return {name: {key: after[name][key] - before[name][key] for key in before[name]} for name in before}

        self.result["idle"]["ready"] = woken()
        for candidate in all_of_them:
            candidate.begin()
        self.result["idle"]["forwarding"] = woken()
        for candidate in all_of_them:
            candidate.finish()

    def measure_hops(self, timed, presses):
        timed.hop_file.take()
        say("hops")
        pairs = self.block(timed, 2 * presses, GAPS, SLOWER)["pairs"]
        self.result["hops"] = split(pairs, timed.hop_file.take())

    # Scaling

    def measure_scaling(self, what, points, shape):
        """At each point all of them stand ready and take turns."""
        for point in points:
            say(f"{what} {point}")
            ready = [x for x in (self.started(kind, f"{kind.name}-{what}-{point}", SCALING_WARMING, **shape(point)) for kind in scaled_kinds()) if x]
            blocks = {x: [] for x in ready}
            for _ in range(SCALING_ROUNDS):
                self.random.shuffle(ready)
                for candidate in ready:
                    block = self.tried(candidate, f"{what} {point}", 2 * SCALING_PRESSES)
                    blocks[candidate] += [block] if block else []
            for candidate, found in blocks.items():
                self.scaled(what, point, candidate, found)
                self.closed(candidate)
            self.bed.take_devices_away()

    def measure_rates(self):
        ready = [x for x in (self.started(kind, f"{kind.name}-rates") for kind in scaled_kinds()) if x]
        for rate, seconds in RATES:
            say(f"rate {rate}")
            gap = 1_000_000 // rate
            for candidate in ready:
                block = self.tried(candidate, f"rate {rate}", rate * seconds, (gap, gap))
                self.scaled("rates", rate, candidate, [block] if block else [])
        for candidate in ready:
            self.closed(candidate)

    def tried(self, candidate, where, *how):
        """A block, or none when something that must come did not."""
        try:
            return self.block(candidate, *how)
        except Missing as problem:
            say(f"{where}: {candidate.name}: {problem}")
            self.result["failed"][f"{candidate.name}, {where}"] = str(problem)[:300]
            return None

    def scaled(self, what, point, candidate, blocks):
        if not blocks:
            return
        self.result["scaling"].append({
            "what": what, "point": point, "candidate": candidate.name, "used": candidate.used, **summary(blocks),
            "memory": memory(candidate.own), "processes": len(candidate.own)})

    def write(self):
        with open(os.path.join(self.output, "bench.json"), "w", encoding="utf-8") as file:
            json.dump(self.result, file, indent=2)
        with open(os.path.join(self.output, "latencies.csv"), "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["section", "candidate", "round", "switch", "value", "kernel ns", "received ns", "other ns"])
            writer.writerows(self.latencies)


def summary(blocks):
    pairs = [pair for block in blocks for pair in block["pairs"]]
    # Of what was lost some was worked on; of what came after a stop nothing.
    presses = max(1, max(len(pairs), sum(block["received"] for block in blocks)) / 2)
    total = lambda key: sum(block[key] for block in blocks)
    return {
        "pressed": total("pressed"), "received": total("received"), "lost": total("lost"), "dropped": total("dropped"),
        "said": sorted({block["said"] for block in blocks if block["said"]}),
        "rate": total("rate") / len(blocks), "latency": quantiles([row[0] - one[0] for one, row in pairs]),
        "processorPerPress": total("processor") / presses, "wakeupsPerPress": total("wakeups") / presses,
    }


def main():
    program, ends, hops, output, presses, only = sys.argv[1:7]
    python = sys.argv[7] if len(sys.argv) > 7 else ""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as directory:
        os.chdir(directory)
        measuring = Measuring(Bed(directory, ends, program, hops, python), output, only or ".")
        measuring.result["system"] = {
            "kernel": platform.release(), "processors": os.cpu_count(), "presses": int(presses), "only": only, "gaps": GAPS,
            "slower": SLOWER}
        if any(map(measuring.wants, ("idle", "quiet", "hops", "busy", "priority"))):
            measuring.measure_latencies(int(presses))
        if measuring.wants("switches"):
            measuring.measure_scaling("switches", SWITCHES, lambda count: {"switches": count})
        if measuring.wants("devices"):
            measuring.measure_scaling("devices", DEVICES, lambda count: {"devices": count})
        if measuring.wants("rates"):
            measuring.measure_rates()
        measuring.result["system"]["seconds"] = time.monotonic() - began
        measuring.write()
        measuring.bed.close()


main()
