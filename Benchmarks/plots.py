# SPDX-License-Identifier: GPL-3.0-or-later
"""Plots of what was measured, as SVG, by gnuplot."""
import collections
import csv
import os
import subprocess

HEAD = """set terminal svg size 860,480 dynamic font "sans-serif,12" background "white"
set output "{file}"
set key outside right top
set grid
set title "{title}"
"""


def plot_all(directory, found, title):
    """Pairs of words and file."""
    with open(os.path.join(directory, "latencies.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    pictures = []
    if any(row["section"] == "quiet" for row in rows):
        pictures.append(distribution(directory, rows, title))
    if found["sections"]:
        pictures.append(sections(directory, found, title))
    for what, words in (("switches", "switches of one device"), ("devices", "devices plugged in"), ("rates", "changes a second")):
        points = [x for x in found["scaling"] if x["what"] == what]
        if points:
            pictures.append(scaling(directory, points, what, words, title))
    return pictures


def draw(directory, file, heading, commands, curves):
    """Each curve is its name and its data, with `commands` between the heading and the plot."""
    script = HEAD.format(file=file, title=heading) + commands + "\n"
    for number, (_, points) in enumerate(curves):
        script += f"$data{number} << EOD\n" + "\n".join(" ".join(str(x) for x in point) for point in points) + "\nEOD\n"
    script += "plot " + ", ".join(f'$data{number} {style_of(commands)} title "{name}"' for number, (name, _) in enumerate(curves)) + "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True, cwd=directory)
    return heading, file


def style_of(commands):
    if "style histogram" in commands:
        return "using 2:xtic(1)"
    return "using 1:2 with linespoints" if "set logscale xy" in commands else "using 1:2 with steps"


def distribution(directory, rows, title):
    times = collections.defaultdict(list)
    for row in rows:
        if row["section"] == "quiet":
            times[row["candidate"]].append((int(row["received ns"]) - int(row["kernel ns"])) / 1e6)
    curves = []
    for name in (name for name in title if name in times):
        values = sorted(times[name])
        curves.append((title[name], [(value, 100 * (index + 1) / len(values)) for index, value in enumerate(values)]))
    commands = 'set logscale x\nset xlabel "milliseconds from the kernel to who receives"\nset ylabel "% that took no longer"'
    return draw(directory, "distribution.svg", "Nothing else to do: how long presses and releases take", commands, curves)


def sections(directory, found, title):
    names = [name for name in title if any(name in x for x in found["sections"].values())]
    curves = [
        (section, [(f'"{title[name]}"', x[name]["latency"].get("p99", 0) / 1000) for name in names if name in x])
        for section, x in found["sections"].items()]
    commands = 'set style data histogram\nset style histogram clustered\nset style fill solid 0.7\nset logscale y\n' \
        'set ylabel "p99, milliseconds"\nset xtics rotate by -25\nset bmargin 7\nset rmargin 24'
    return draw(directory, "p99.svg", "p99 from the kernel to who receives", commands, curves)


def scaling(directory, points, what, words, title):
    curves = collections.defaultdict(list)
    for x in sorted(points, key=lambda x: x["point"]):
        # Of one that stopped there is too little to say what a press costs.
        if x["latency"]["count"] and not x["said"]:
            curves[title[x["candidate"]]].append((x["point"], 1000 * x["processorPerPress"]))
    commands = f'set logscale xy\nset xlabel "{words}"\nset ylabel "processor time a press, milliseconds"'
    return draw(directory, f"{what}.svg", f"What a press costs, by {words}", commands, list(curves.items()))
