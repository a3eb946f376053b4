# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what callgrind wrote (valgrind's manual, "Callgrind Format Specification"), with names and positions written out."""
import re
import subprocess


class Profile:
    """By function: instructions of its own, those with all that it called, and how often it was called."""

    def __init__(self, path):
        self.own, self.whole, self.calls = {}, {}, {}
        self.objects = {}
        self._read(path)
        self.total = sum(self.own.values())

    def _read(self, path):
        function = callee = object_ = callee_object = None
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                key, is_assignment, value = line.rstrip("\n").partition("=")
                if line[0].isdigit() or line[0] in "+-*":
                    cost = int(line.split()[1])
                    self.whole[function] = self.whole.get(function, 0) + cost
                    if callee is None:
                        self.own[function] = self.own.get(function, 0) + cost
                    callee = None
                elif not is_assignment:
                    continue
                elif key == "ob":
                    object_ = value
                elif key == "fn":
                    function = value
                    self.objects[value] = object_
                elif key == "cob":
                    callee_object = value
                elif key == "cfn":
                    callee = value
                    self.objects.setdefault(value, callee_object or object_)
                    callee_object = None
                elif key == "calls":
                    # Of a function that calls itself each call would be counted within the one before.
                    self.calls[callee] = self.calls.get(callee, 0) + int(value.split()[0])

    def readable(self):
        """The names as they stand in the source, by the names of the linker."""
        names = sorted(set(self.whole) | set(self.calls))
        # callgrind tells the depths of a recursion apart.
        plain = [re.sub(r"'\d+$", "", name) for name in names]
        command = ["swift", "demangle", "--simplified"]
        shown = subprocess.run(command, input="\n".join(plain), text=True, capture_output=True, check=True)
        return dict(zip(names, shown.stdout.splitlines()))


class Difference(Profile):
    """What `more` has above `less`, for one of `count` presses."""

    def __init__(self, more, less, count):
        difference = lambda one, other: {name: (value - other.get(name, 0)) / count for name, value in one.items()}
        self.own, self.whole = difference(more.own, less.own), difference(more.whole, less.whole)
        self.calls, self.objects = difference(more.calls, less.calls), more.objects
        self.total = sum(self.own.values())
