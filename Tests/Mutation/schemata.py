# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads mutants, and writes all of a file's into it at once: each place becomes a choice on one number, so that a single build
holds them all (mutant schemata: Untch, Offutt and Harrold, 1993).

A file of mutants is a list of these; `#` begins a comment, and blank lines mean nothing:

    file Sources/Room/File.swift        (holds for all that follow)

    [what is broken, in words]
    = guard {{count < limit => count <= limit}} else {

    [the same where statements take the place of statements, in their surroundings where these are needed]
      case .one:
    - one
    - or more statements
    + others, or none

What stands there must stand in its file exactly once, however it is indented. `=` is an expression with what stands around it, `-`
and `+` are statements, a space what stands around these; several lines of a kind belong together. A declaration
and a `defer` are not to be replaced as statements: they would end with the branch that they are in."""
import re

NUMBER = "activeMutant"  # Declared in the module of this name's capital: see run.
EXPRESSION = re.compile(r"\{\{(.*?) => (.*?)\}\}(?!\})", re.DOTALL)


class Unfit(Exception):
    """A mutant that cannot be used, and why."""


class Mutant:
    def __init__(self, name, file, place):
        self.name, self.file, self.place = name, file, place
        self.number = 0
        self.lines = []  # Each with its first character.

    def check(self):
        if not self.file:
            raise Unfit(f"{self.place}: no file is named")
        shape = re.sub(r"(.)\1*", r"\1", "".join(line[0] for line in self.lines))
        if not re.fullmatch(r"=| ?-\+? ?", shape):
            raise Unfit(f"{self.place}: either one expression, or statements and what takes their place")
        if shape == "=" and len(EXPRESSION.findall(_joined(self.lines))) != 1:
            raise Unfit(f"{self.place}: one expression has to be in {{{{original => mutated}}}}")

    def edit(self, text):
        """Where in the text, and what takes its place."""
        kinds = "".join(line[0] for line in self.lines)
        if kinds[0] == "=":
            whole = _joined(self.lines)
            inner = EXPRESSION.search(whole)
            before, original, after, new = whole[: inner.start()], inner[1], whole[inner.end():], inner[2]
        else:
            removed, added = kinds.count("-"), kinds.count("+")
            first = kinds.index("-")
            before, original = _joined(self.lines[:first]), _joined(self.lines[first: first + removed])
            new = _joined(self.lines[first + removed: first + removed + added])
            after = _joined(self.lines[first + removed + added:])
        before, original, after = map(self._pattern, (before, original, after))
        match = self._only(rf"{before}\s*(?P<here>{original})\s*{after}", text)
        return Edit(self, match.start("here"), match.end("here"), new, is_expression=kinds[0] == "=")

    @staticmethod
    def _pattern(text):
        """However it is indented and broken into lines."""
        return r"\s+".join(map(re.escape, re.split(r"\s+", text)))

    def _only(self, pattern, text):
        matches = list(re.finditer(pattern, text))
        if len(matches) != 1:
            found = "is not there any more" if not matches else f"is there {len(matches)} times"
            raise Unfit(f"{self.place}: “{self.name}”: what it breaks {found} in {self.file}")
        return matches[0]


def _joined(lines):
    """Without their first characters."""
    return "\n".join(line[1:].strip() for line in lines)


class Edit:
    def __init__(self, mutant, start, end, mutated, is_expression):
        self.mutant, self.start, self.end = mutant, start, end
        self.mutated, self.is_expression = mutated, is_expression

    def choice(self, original):
        condition = f"{NUMBER} == {self.mutant.number}"
        if self.is_expression:
            return f"({condition} ? ({self.mutated}) : ({original}))"
        return f"if {condition} {{\n{self.mutated}\n}} else {{\n{original}\n}}"


def read(path):
    """The mutants of one file of them."""
    mutants, broken = [], None
    with open(path, encoding="utf-8") as lines:
        for index, line in enumerate(lines, 1):
            line, place = line.rstrip("\n"), f"{path}:{index}"
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith("[") and line.endswith("]"):
                mutants.append(Mutant(line[1:-1], broken, place))
            elif line.startswith("file "):
                broken = line[5:].strip()
            elif mutants and line[0] in "=-+ ":
                mutants[-1].lines.append(line)
            else:
                raise Unfit(f"{place}: not understood: {line}")
    for mutant in mutants:
        mutant.check()
    return mutants


def mutated(text, mutants):
    """The text of a file with all these mutants of it; those that do not fit, apart."""
    edits, unfit = [], []
    for mutant in mutants:
        try:
            edits.append(mutant.edit(text))
        except Unfit as problem:
            unfit.append(problem)
    # The outer before the inner, so that the inner ones are written into what the outer leaves as it is.
    edits.sort(key=lambda edit: (edit.start, -edit.end, edit.is_expression))
    return _written(text, 0, len(text), edits), unfit


def _written(text, start, end, edits):
    parts, at, rest = [], start, list(edits)
    while rest:
        outer, *rest = rest
        inner = [edit for edit in rest if edit.start < outer.end]
        rest = rest[len(inner):]
        late = next((edit for edit in inner if edit.end > outer.end), None)
        if late:
            raise Unfit(f"{late.mutant.place}: lies partly in what {outer.mutant.place} breaks")
        parts += [text[at: outer.start], outer.choice(_written(text, outer.start, outer.end, inner))]
        at = outer.end
    return "".join(parts) + text[at:end]
