# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the time of a press goes, from the calls of the kernel that Benchmarks/Hops noted."""
from quantiles import quantiles

READ, SEND, RECEIVE = 1, 2, 3
EVENT = 24  # bytes of a struct input_event
HOPS = [
    ("kernel", "the kernel has it → this program has read it"),
    ("bridge", "read → sent, all of it"),
    ("way", "sent → the PC has checked and done it"),
    ("answer", "done → its answer has come"),
]


def split(blocks):
    """Of each press or release, one after the other: the program sends nothing else meanwhile, or it is left out."""
    times, whole = {name: [] for name, _ in HOPS}, 0
    for pairs, rows in blocks:
        whole += len(pairs)
        for number, ((pressed, _, _, _), (done, *_)) in enumerate(pairs):
            following = pairs[number + 1][0][0] if number + 1 < len(pairs) else done + 1_000_000_000
            # Two at once cannot be told apart.
            if done > following:
                continue
            mine = [row for row in rows if pressed <= row[0] < following]
            read = next((row[0] for row in mine if row[2] == READ and row[3] % EVENT == 0), None)
            sent = max((row[1] for row in mine if row[2] == SEND), default=None)
            answer = next((row[0] for row in mine if row[2] == RECEIVE and row[0] > done), None)
            if read is None or sent is None or answer is None or not pressed <= read <= sent <= done:
                continue
            for name, time in zip(times, (read - pressed, sent - read, done - sent, answer - done)):
                times[name].append(time)
    return {"of": whole, "told": len(times["kernel"]), **{name: quantiles(found) for name, found in times.items()}}
