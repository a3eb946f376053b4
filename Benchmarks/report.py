# SPDX-License-Identifier: GPL-3.0-or-later
"""Joins host.json and vm.json of a results directory into bench.json and bench.md, prints the table, and exits with 1
when a limit is passed.

    report.py DIRECTORY
"""
import json
import os
import sys

PEAK_KILOBYTES = 16 * 1024
IDLE_WAKEUPS = 0


def latency_table(latencies):
    rows = [("from the kernel's event time", "p50", "p99", "max", "p99 / p50")]
    for state, event in (("down", "press"), ("up", "release")):
        for way, end in (("toPC", "the PC has it"), ("toAnswer", "its answer is here")):
            q = latencies[state][way]
            rows.append((f"{event} until {end}", *(f"{q[key] / 1000:.2f} ms" for key in ("p50", "p99", "max")),
                         f"{q['p99'] / q['p50']:.1f}"))
    down = latencies["down"]
    ratios = [f"{down['toAnswer'][key] / down['toPC'][key]:.2f}" for key in ("p50", "p99", "max")]
    rows.append(("answer / receipt, of a press", *ratios, ""))
    return rows


def cost_table(vm, host):
    kilobytes = lambda value: f"{value / 1024:.1f} MB"
    idle, active = vm["idle"], vm["active"]
    return [
        ("cost of the process that forwards", "virtual machine", "this machine"),
        (f"wake-ups in {idle['seconds']} s, connected and idle", str(idle["wakeups"]), str(host["idle"]["wakeups"])),
        (f"wake-ups in {active['seconds']} s, forwarding, nothing pressed", str(active["wakeups"]), "–"),
        ("wake-ups a press, with its release", f"{vm['wakeupsPerPress']:.1f}", "–"),
        ("processor time a press, with its release", f"{vm['processorMicrosecondsPerPress'] / 1000:.2f} ms", "–"),
        ("peak resident memory", kilobytes(vm["memory"]["peakKilobytes"]),
         kilobytes(host["memoryIdle"]["peakKilobytes"]) + " (idle)"),
        ("of its own, not the program's file", kilobytes(vm["memory"]["privateKilobytes"]),
         kilobytes(host["memoryIdle"]["privateKilobytes"]) + " (idle)"),
    ]


def markdown(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    line = lambda cells: "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"
    return "\n".join([line(rows[0]), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows[1:])])


def notes(vm, host):
    return "\n".join([
        f"{vm['presses']} presses in {vm['pressingSeconds']:.0f} s, after some that are not counted; every one arrived once,"
        " in order, and was acknowledged.",
        "The virtual machine may be emulated, and then its times, those of the processor too, are many times real ones: compare"
        " them with other runs on the same machine and with each other, and take none for what a real box needs. Counts"
        " and memory are real.",
        f"This machine has {host['system']['processors']} processors and may be shared: its load average was"
        f" {host['system']['loadAverage']:.1f}. Other work on it shows most in p99 and max.",
    ])


def faults(vm, host):
    for place, result in (("the virtual machine", vm), ("this machine", host)):
        if result["idle"]["wakeups"] > IDLE_WAKEUPS:
            yield f"idle, it was woken {result['idle']['wakeups']} times in {place}; the limit is {IDLE_WAKEUPS}"
        peak = result.get("memory", result["memoryIdle"])["peakKilobytes"]
        if peak > PEAK_KILOBYTES:
            yield f"its peak memory was {peak} kB in {place}; the limit is {PEAK_KILOBYTES} kB"


def main():
    directory = sys.argv[1]
    read = lambda name: json.load(open(os.path.join(directory, name), encoding="utf-8"))
    vm, host = read("vm.json"), read("host.json")
    found = list(faults(vm, host))
    verdict = "\n".join(f"over the limit: {fault}" for fault in found) or "within the limits"
    text = "\n\n".join([markdown(latency_table(vm["latencies"])), markdown(cost_table(vm, host)), notes(vm, host), verdict])
    with open(os.path.join(directory, "bench.json"), "w", encoding="utf-8") as file:
        json.dump({"virtualMachine": vm, "host": host, "overTheLimit": found}, file, indent=2)
    with open(os.path.join(directory, "bench.md"), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)
    return 1 if found else 0


sys.exit(main())
