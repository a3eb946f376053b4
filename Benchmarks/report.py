# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes bench.md and its plots of what measure.py found, prints the report, and exits with 1 when something that can be measured was
not, or this program passed a limit.

    report.py DIRECTORY LOAD ACCELERATION    LOAD is words: how busy the machine around it was"""
import json
import os
import sys

from hops import HOPS
from plots import plot_all

PEAK_KILOBYTES = 20 * 1024
IDLE_WAKEUPS = 4  # in 10 s: of half a minute without a word one question whether the PC is there, and its answer
OURS, AIR, NOBODY = "switchbridge", "switchbridge-le", "kernel"
SECTIONS = {
    "quiet": "Nothing else to do",
    "busy": "Every processor busy: a loop on each",
    "priority": "Every processor busy, and everybody measured has the priority of this program's unit (`CPUSchedulingPolicy=rr`, 1)",
}


def markdown(rows):
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    line = lambda cells: "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"
    return "\n".join([line(rows[0]), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows[1:])])


def ms(microseconds):
    return "–" if microseconds is None else f"{microseconds / 1000:.2f} ms"


def times(value, other):
    return f"{value / other:.2f} ×" if value is not None and other else "–"


# What SWITCHBRIDGE_VM_ACCEL can be: see Tests/VM/boot-vm.
EMULATED = {
    "counted": "emulation whose clock goes by the instructions that it executes, two nanoseconds each, whatever else the machine"
               " around it has to do",
    "tcg": "plain emulation, so that its times are many times real ones",
    "kvm": "the processor's own virtualisation",
}


class Report:
    def __init__(self, found, load, acceleration):
        self.found, self.load, self.acceleration = found, load, acceleration
        self.title = {name: x["title"] for name, x in found["candidates"].items()}

    def peers(self, section):
        return [name for name in self.found["sections"].get(section, {}) if name not in (OURS, AIR, NOBODY)]

    def p99(self, section, name):
        return self.found["sections"].get(section, {}).get(name, {}).get("latency", {}).get("p99")

    def best_peer(self, section):
        return min(self.peers(section), key=lambda name: self.p99(section, name) or float("inf"), default=None)

    # Parts

    def compared(self):
        lines = [f"- **{x['title']}**: {x['does']}." for x in self.found["candidates"].values()]
        absent = [f"{name}: {why}" for name, why in self.found["failed"].items()]
        text = ["## What is compared", "", *lines]
        if absent:
            text += ["", "Not measured: " + "; ".join(absent) + "."]
        return "\n".join(text)

    def conditions(self):
        system = self.found["system"]
        least, most = system["gaps"]
        emulated = EMULATED.get(self.acceleration, EMULATED["counted"])
        return "\n".join([
            f"One run of {system['seconds'] / 60:.0f} minutes in a virtual machine by {emulated}; kernel {system['kernel']},"
            f" processors: {system['processors']}. The machine around it may be shared: its load average was {self.load}."
            " One process presses for all of them. A time begins with the kernel's time of the event (CLOCK_MONOTONIC) and ends when"
            " the process that receives has read it; for this program, when the PC has also checked and done it. Those who press and"
            " receive have a real-time priority always, since they stand for a person and another machine. Everybody is ready all"
            f" the time and takes turns in blocks, in an order that is shuffled for each round. Changes come {least / 1000:.0f} to"
            f" {most / 1000:.0f} ms apart, {system['slower']} times that where the processors are busy, and filters are off, since the others"
            " have none.",
            "",
            "**They do not do the same.** The others copy an event to this machine's own input, unchecked and unanswered. This program"
            " tells another machine, with a proof of who it is, waits until each change is acknowledged before it sends the next, and"
            " stops when that takes too long. What it costs more is the price of that, not a fault of either.",
            "",
            "What cannot be concluded: how many milliseconds any of them takes on a real box; anything about real radios, since the"
            " virtual link has no air and the PC's Bluetooth is a program in Python; small differences, since p99.9 and the maximum of"
            " so few presses are a handful of values, and show the machine around as much as those that are measured.",
        ])

    def latency(self, section):
        best = self.best_peer(section)
        rows = [("", "p50", "p99", "p99.9", "max", "p99 to the best peer's", "of", "lost", "said")]
        for name, x in sorted(self.found["sections"][section].items(), key=lambda item: item[1]["latency"].get("p50", 0)):
            q = x["latency"]
            rows.append((self.title[name], *(ms(q.get(key)) for key in ("p50", "p99", "p99.9", "max")),
                         times(q.get("p99"), best and self.p99(section, best)), q["count"], x["lost"], ", ".join(x["said"])))
        return f"## {SECTIONS[section]}\n\n{markdown(rows)}"

    def verdict(self):
        best, ours = self.best_peer("quiet"), self.p99("quiet", OURS)
        if not best or ours is None:
            return ""
        ratio = ours / self.p99("quiet", best)
        text = f"p99 from the kernel to who receives: this program over its socket takes **{ratio:.2f} times** as long as" \
            f" {self.title[best]}, the best of the others."
        x = self.found["sections"]["quiet"][OURS]
        if x["lost"]:
            text += f" **This says too little**: forwarding stopped ({', '.join(x['said']) or 'for no reason that it gave'}), and the" \
                f" {x['lost']} of {x['pressed']} changes that came too late or never are not in its figures. This machine was too busy."
        if ratio <= 1:
            return text
        return text + "\n\n" + self.hops()

    def hops(self):
        hops = self.found.get("hops")
        if not hops or not hops["told"]:
            return "Where its time goes was not measured (`ONLY=hops`)."
        whole = sum(hops[name]["p50"] for name, _ in HOPS)
        rows = [("where its time goes", "p50", "p99", "share of the p50s")]
        rows += [(words, ms(hops[name]["p50"]), ms(hops[name]["p99"]), f"{100 * hops[name]['p50'] / whole:.0f} %") for name, words in HOPS]
        return markdown(rows) + f"\n\nOf {hops['told']} presses and releases among {hops['of']}, those that did not overlap with the next;" \
            " measured by themselves, with each call of the kernel noted, which takes some time as well. The others have the first of" \
            " these hops and an event to write. `make bench-check` says which instructions the second one is made of."

    def busy(self):
        rows = [("p99 as against nothing else to do", *(name for name in SECTIONS if name != "quiet"))]
        for name in self.found["sections"].get("quiet", {}):
            rows.append((self.title[name], *(times(self.p99(section, name), self.p99("quiet", name)) for section in SECTIONS if section != "quiet")))
        return markdown(rows)

    def costs(self):
        idle, rows = self.found["idle"], [(
            "", "processor time a press", "to the best peer's", "wake-ups a press", "wake-ups in 10 s, ready", "the same, forwarding",
            "peak memory", "of its own")]
        quiet = self.found["sections"].get("quiet", {})
        cheapest = min((quiet[name]["processorPerPress"] for name in self.peers("quiet")), default=None)
        for name, x in quiet.items():
            if name == NOBODY:
                continue
            memory = self.found["memory"][name]
            woken = [idle[state][name]["wakeups"] if state in idle else "–" for state in ("ready", "forwarding")]
            rows.append((self.title[name], ms(x["processorPerPress"] * 1e6), times(x["processorPerPress"], cheapest), f"{x['wakeupsPerPress']:.1f}",
                         *woken, *(f"{memory[key] / 1024:.1f} MiB" for key in ("peak", "private"))))
        return "## What it costs\n\nA press with its release; all processes between the device and who receives, without the kernel's own." \
            " Ready, this program asks its PC after half a minute of silence whether it is there, and forwarding each second; the others have" \
            " nobody to ask.\n\n" + markdown(rows)

    def scaling(self, what):
        words = {"switches": "switches of one device", "devices": "devices plugged in", "rates": "changes a second"}[what]
        rows = [(words, "", "reached", "p50", "p99", "processor time a press", "wake-ups a press", "processes", "peak memory", "arrived", "what happened")]
        for x in [x for x in self.found["scaling"] if x["what"] == what]:
            q = x["latency"]
            happened = [f"stopped: {words} after {q['count']}" for words in x["said"]]
            if x["dropped"]:
                happened.append(f"the kernel dropped events {x['dropped']} times")
            elif x["lost"] and not x["said"]:
                happened.append(f"{x['lost']} lost")
            rows.append((x["point"], self.title[x["candidate"]], f"{x['rate']:.0f}/s", ms(q.get("p50")), ms(q.get("p99")),
                         *(("–", "–") if x["said"] else (ms(x["processorPerPress"] * 1e6), f"{x['wakeupsPerPress']:.1f}")), x["processes"], f"{x['memory']['peak'] / 1024:.1f} MiB",
                         f"{x['received']} of {x['pressed']}", "; ".join(happened)))
        return markdown(rows)

    def scaled(self):
        if not self.found["scaling"]:
            return ""
        notes = {
            "switches": "",
            "devices": "A profile uses eight devices at most; of more, eight are used, by everybody, and the others are only plugged in.",
            "rates": "This link acknowledges each change before the next. What comes faster than that waits, and when 64 wait or one has waited"
            " for a second, forwarding stops: a late press is worse than none. That is its design and no failure. The others drop events when"
            " the kernel's buffer is full.",
        }
        parts = ["## As it grows"]
        for what in notes:
            if any(x["what"] == what for x in self.found["scaling"]):
                parts += [notes[what], self.scaling(what)]
        return "\n\n".join(part for part in parts if part)

    def faults(self):
        for name, why in self.found["failed"].items():
            if "not installed" not in why:
                yield f"{name} could not be measured: {why}"
        for name in (OURS, AIR):
            quiet = self.found["sections"].get("quiet", {}).get(name)
            if quiet and quiet["lost"]:
                yield f"with nothing else to do, {self.title[name]} did not get {quiet['lost']} of {quiet['pressed']} changes across:" \
                    f" {', '.join(quiet['said']) or 'no reason'}; was this machine busy?"
            peak = self.found["memory"].get(name, {}).get("peak", 0)
            if peak > PEAK_KILOBYTES:
                yield f"the peak memory of {self.title[name]} was {peak} kB; the limit is {PEAK_KILOBYTES} kB"
            woken = self.found["idle"].get("ready", {}).get(name, {}).get("wakeups", 0)
            if woken > IDLE_WAKEUPS:
                yield f"idle, {self.title[name]} was woken {woken} times in 10 s; the limit is {IDLE_WAKEUPS}"

    def text(self, pictures):
        sections = [name for name in SECTIONS if name in self.found["sections"]]
        parts = ["# This program beside others", self.conditions(), self.compared()]
        for name in sections:
            parts.append(self.latency(name))
            if name == "quiet":
                parts.append(self.verdict())
        if len(sections) > 1 and "quiet" in sections:
            parts.append(self.busy())
        if "quiet" in sections:
            parts.append(self.costs())
        parts += [self.scaled(), *(f"![{words}]({file})" for words, file in pictures)]
        parts.append("Raw numbers: `bench.json`, `latencies.csv`.")
        return "\n\n".join(part for part in parts if part)


def main():
    directory, load, acceleration = sys.argv[1:4]
    with open(os.path.join(directory, "bench.json"), encoding="utf-8") as file:
        report = Report(json.load(file), load, acceleration)
    found = list(report.faults())
    text = report.text(plot_all(directory, report.found, report.title))
    text += "\n\n" + ("\n".join(f"not as it should be: {fault}" for fault in found) or "All was measured, and within the limits.")
    with open(os.path.join(directory, "bench.md"), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)
    return 1 if found else 0


sys.exit(main())
