# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures switchbridge against a simulated PC in a process of its own, and writes what it found as JSON.

    measure.py idle PROGRAM RESULT               connected, without any device
    measure.py presses PROGRAM RESULT PRESSES    also with presses on a box made with uinput, which needs root
"""
import json
import os
import platform
import random
import sys
import tempfile
import time

from program import Program
from switch_box import PROFILE, SwitchBox

IDLE_SECONDS = 10
SETTLE_SECONDS = 3  # after a start or the last press, until what that set going has come to rest
WARMING_PRESSES = 20  # not measured: the first ones touch code that has to be read from the disk, slowly when emulated
ROUND_PRESSES = 100  # after as many it is seen whether there is still something to measure
SEED = 1


def edges(lines):
    return [(line["switch"], line["state"]) for line in lines]


def is_edge(line):
    return line["what"] == "edge"


def measure(program, directory, presses):
    """With `presses` 0 nothing is pressed and no device is made."""
    profile, socket = os.path.join(directory, "profile.yaml"), os.path.join(directory, "pc")
    with open(profile, "w", encoding="utf-8") as file:
        file.write(PROFILE)
    box = SwitchBox() if presses else None
    pc = Program([program, "simulated-pc", "--listen", socket, "--approve", "--json"], directory, "pc")
    pc.await_event("listening")
    forward = Program(
        [program, "forward", profile, "--pc", "unix:" + socket, "--virtual", "--verbose", "--json"], directory, "forward")
    try:
        forward.await_event("pcProfile")
        if box:
            forward.await_event("devices", among=lambda line: line["used"])
        time.sleep(SETTLE_SECONDS)
        result = {"system": system(), "idle": forward.wakeups_in(IDLE_SECONDS), "memoryIdle": forward.memory()}
        if box:
            forward.say("start")
            forward.await_event("started")
            result.update(measure_presses(forward, pc, box, presses))
        return result
    finally:
        forward.end()
        pc.end()


def measure_presses(forward, pc, box, presses):
    chance = random.Random(SEED)
    for number in range(1, WARMING_PRESSES + 1):
        box.press(1, chance)
        forward.await_event("answered", 2 * number)
    processor, woken, begun = forward.processor_seconds(), forward.wakeups(), time.monotonic()
    for done in range(0, presses, ROUND_PRESSES):
        box.press(min(ROUND_PRESSES, presses - done), chance)
        forward.require_forwarding()
    count = 2 * (WARMING_PRESSES + presses)
    took = time.monotonic() - begun
    processor, woken = forward.processor_seconds() - processor, forward.wakeups() - woken
    answered = forward.await_event("answered", count)
    executed = pc.await_event("executed", count, is_edge)
    time.sleep(SETTLE_SECONDS)
    active = forward.wakeups_in(IDLE_SECONDS)
    check(answered, executed, count)
    return {
        "presses": presses, "pressingSeconds": took, "active": active, "memory": forward.memory(),
        "processorMicrosecondsPerPress": processor * 1e6 / presses, "wakeupsPerPress": woken / presses,
        "latencies": latencies(answered[2 * WARMING_PRESSES:], executed[2 * WARMING_PRESSES:]),
    }


def check(answered, executed, count):
    """A latency is worth nothing if a press was lost, doubled or swapped."""
    if len(executed) != count or edges(executed) != edges(answered):
        raise SystemExit(f"{count} presses and releases were made; the PC executed {len(executed)}, not the same ones")
    refused = [line for line in answered if line["outcome"] != "acknowledged"]
    if refused:
        raise SystemExit(f"{len(refused)} of {count} were not acknowledged; the first: {refused[0]['outcome']}")


def latencies(answered, executed):
    """From the time that the kernel gave the event; both processes read the same clock, CLOCK_MONOTONIC."""
    result = {}
    for state in ("down", "up"):
        pairs = [(a, e) for a, e in zip(answered, executed) if a["state"] == state]
        result[state] = {
            "toPC": quantiles([e["nanoseconds"] - a["nanoseconds"] for a, e in pairs]),
            "toAnswer": quantiles([a["answeredNanoseconds"] - a["nanoseconds"] for a, e in pairs]),
        }
    return result


def quantiles(nanoseconds):
    """In microseconds; nearest rank."""
    ordered = sorted(nanoseconds)
    rank = lambda share: ordered[max(0, -(-len(ordered) * share // 100) - 1)] / 1000
    return {"count": len(ordered), "p50": rank(50), "p99": rank(99), "max": ordered[-1] / 1000}


def system():
    return {"kernel": platform.release(), "processors": os.cpu_count(), "loadAverage": os.getloadavg()[0]}


def main():
    kind, program, output = sys.argv[1:4]
    presses = int(sys.argv[4]) if kind == "presses" else 0
    with tempfile.TemporaryDirectory() as directory:
        result = measure(program, directory, presses)
    with open(output, "w", encoding="utf-8") as file:
        json.dump(result, file, indent=2)


main()
