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


def split(pairs, rows):
    """Of each press or release that was over before the next; two at once cannot be told apart."""
    times = {name: [] for name, _ in HOPS}
    nexts = [one[0] for one, _ in pairs[1:]] + [float("inf")]
    for ((pressed, *_), (done, *_)), following in zip(pairs, nexts):
        mine = [row for row in rows if pressed <= row[0] < following]
        read = next((row[0] for row in mine if row[2] == READ and row[3] % EVENT == 0), None)
        # The last one before it was done; what is sent later is the question whether the PC is there.
        sent = max((row[1] for row in mine if row[2] == SEND and row[1] < done), default=None)
        answer = next((row[0] for row in mine if row[2] == RECEIVE and row[0] > done), None)
        if read is None or sent is None or answer is None or not pressed <= read <= sent <= done:
            continue
        for name, time in zip(times, (read - pressed, sent - read, done - sent, answer - done)):
            times[name].append(time)
    return {"of": len(pairs), "told": len(times["kernel"]), **{name: quantiles(found) for name, found in times.items()}}
