# SPDX-License-Identifier: GPL-2.0-only
"""Code shared by importers: lines of text files, knobs with their counterparts, files of the scenario."""

import json
import os
import pathlib
import re
import textwrap

WIDTH = 100
MAX_BYTES = 2**28  # of a file
MAX_DIGITS = 20  # of a whole number
MAX_BPS = 10**15
MAX_PS = 10**18


class ImportProblem(Exception):
    """An input that cannot be imported; the text is one line for the user."""


class Place:
    """A line of a file, for messages."""

    def __init__(self, path, line=0):
        self.path = path
        self.line = line

    def fail(self, key, problem):
        """Raises one line that names file, line and key."""
        line = f":{self.line}" if self.line else ""
        what = f"{key}: {problem}" if key else problem
        raise ImportProblem(f"{self.path}{line}: {what}")

    def whole(self, key, text, low=0, high=2**63 - 1):
        """Parses a word as a whole number."""
        if re.fullmatch(r"[0-9]+", text) and len(text) <= MAX_DIGITS and low <= int(text) <= high:
            return int(text)
        return self.fail(key, f"is '{text}'; expected a whole number from {low} to {high}")

    def real(self, key, text, low=0.0, high=1e15):
        """Parses a word as a number."""
        if re.fullmatch(r"[0-9.]+([eE][-+]?[0-9]+)?", text):
            try:
                if low <= float(text) <= high:
                    return float(text)
            except ValueError:
                pass
        return self.fail(key, f"is '{text}'; expected a number from {low:g} to {high:g}")

    def rate(self, key, text, unit="", low=0):
        """The bit/s that a word such as 50Mb/s or 100Gbps is, as ns-3 reads it.

        unit: of a word that has none. low: the least that is allowed.
        """
        if re.fullmatch(r"[0-9.]+", text):
            text += unit
        match = re.fullmatch(r"([0-9.]+)(|[kKMGT]i?)(bps|b/s|Bps|B/s)", text)
        if not match or match[1].count(".") > 1 or match[1] == ".":
            return self.fail(key, f"is '{text}'; expected a rate with a unit, such as 50Mb/s or 100Gbps")
        power = "kMGT".find(match[2][:1].replace("K", "k")) + 1 if match[2] else 0
        scale = (1024 if match[2].endswith("i") else 1000) ** power
        bps = float(match[1]) * scale * (8 if match[3].startswith("B") else 1)
        if not low <= bps <= MAX_BPS:
            self.fail(key, f"is '{text}'; expected {describe_rate(low)} to {describe_rate(MAX_BPS)}")
        return round(bps)

    def duration_ps(self, key, text):
        """The picoseconds that a word such as 0.001ms is, as ns-3 reads it."""
        match = re.fullmatch(r"([0-9.]+)(s|ms|us|ns|ps)", text)
        if not match or match[1].count(".") > 1 or match[1] == ".":
            return self.fail(key, f"is '{text}'; expected a time with a unit, such as 0.001ms or 1us")
        ps = float(match[1]) * {"s": 1e12, "ms": 1e9, "us": 1e6, "ns": 1e3, "ps": 1}[match[2]]
        if ps > MAX_PS:
            self.fail(key, f"is '{text}'; expected at most {describe_time(MAX_PS)}")
        return round(ps)


def read_lines(path):
    """The lines of a text file. A device may have no end, so only regular files are opened."""
    path = pathlib.Path(path)
    try:
        if path.exists() and not path.is_file():
            raise ImportProblem(f"{path}: is not a regular file; expected a text file")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ImportProblem(f"{path}: is {size} bytes long; at most {MAX_BYTES} are read")
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise ImportProblem(f"{path}: is not text; expected a text file in ASCII or UTF-8") from None
    except OSError as error:
        raise ImportProblem(f"{path}: cannot be read: {error.strerror}") from None


def expect_end(path, lines, number, key, promised):
    """Refuses data behind what a file promises. Prose is not data: files of HPCC end in a legend.

    number: of the lines before. promised: such as "2 flows, as its first line says".
    """
    for line in lines[number:]:
        number += 1
        word = line.split()[:1]
        if word:
            if word[0][0] in "0123456789+-":
                Place(path, number).fail(key, f"unexpected '{word[0]}' after {promised}")
            return


def find_file(place, key, name, folders=()):
    """A file that another one names; it is looked for where their programs run from and beside it."""
    beside = pathlib.Path(place.path).resolve().parent
    tried = [pathlib.Path(name)]
    tried += [folder / name for folder in (beside, *beside.parents, *folders)]
    tried.append(beside / pathlib.Path(name).name)
    for candidate in tried:
        if candidate.is_file():
            return candidate
    return place.fail(key, f"no file '{name}' here, beside {place.path} or in a folder above that")


def _count_edits(a, b):
    """Letters to insert, remove, replace or swap with the next one to get from a to b."""
    rows = [list(range(len(b) + 1))]
    for i, letter in enumerate(a):
        row = [i + 1]
        for j, other in enumerate(b):
            edits = [rows[-1][j + 1] + 1, row[j] + 1, rows[-1][j] + (letter != other)]
            if i and j and letter == b[j - 1] and a[i - 1] == other:
                edits.append(rows[-2][j - 1] + 1)
            row.append(min(edits))
        rows.append(row)
    return rows[-1][-1]


def suggest(word, known):
    """A suggestion of a word with one edit per three letters, at most two, as the end of a message."""
    counted = ((_count_edits(word.lower(), name.lower()), name) for name in known)
    edits, nearest = min(counted, default=(3, ""))
    return f"; did you mean {nearest}?" if edits <= min(max(len(word) // 3, 1), 2) else ""


class Knobs:
    """The table of the settings of the other simulator and their counterparts here."""

    SAME, DIFFERS, NONE = "became", "became, but is not the same", "has no counterpart"

    def __init__(self):
        self.rows = []

    def same(self, knob, value, key):
        """Notes a knob with an equal key."""
        self.rows.append((self.SAME, knob, value, key, ""))

    def differs(self, knob, value, key, remark):
        """Notes a knob with a key that differs; the remark says how."""
        self.rows.append((self.DIFFERS, knob, value, key, remark))

    def none(self, knob, value, remark):
        """Notes a knob without a key; the remark says what that means."""
        self.rows.append((self.NONE, knob, value, "", remark))

    def text(self):
        """The table."""
        lines = []
        for group in (self.SAME, self.DIFFERS, self.NONE):
            rows = [row for row in self.rows if row[0] == group]
            if not rows:
                continue
            lines += ["" if lines else None, f"{group}:"]
            knobs = min(30, max(len(row[1]) for row in rows))
            values = min(24, max(len(row[2]) for row in rows))
            for _, knob, value, key, remark in rows:
                head = f"  {knob:{knobs}}  {value:{values}}  "
                lines.append((head + key).rstrip())
                indent = " " * 6
                lines += textwrap.wrap(
                    remark, WIDTH, initial_indent=indent, subsequent_indent=indent
                )
        return "\n".join(line for line in lines if line is not None)


class Output:
    """Where a scenario and the files that it names are written: STEM.json, STEM.flow.txt and so on.

    A name that the user did not choose is not that of what another input has become.
    """

    def __init__(self, path, named=True):
        self.path = pathlib.Path(path)
        self.named = named
        if self.path.suffix != ".json":
            raise ImportProblem(f"{path}: --output: expected the name of a scenario, such as "
                                f"{path}.json")
        if not self.path.parent.is_dir():
            raise ImportProblem(f"{path}: --output: there is no folder {self.path.parent}")
        self.files = {}
        self.inputs = []

    @property
    def stem(self):
        """What the files are called, without what tells them apart."""
        return self.path.name[: -len(".json")]

    def reads(self, path):
        """Notes an input, so that it is not overwritten. Returns it."""
        self.inputs.append(pathlib.Path(path))
        return path

    def add(self, suffix, text):
        """Adds a data file of text or bytes. Returns its name, as the scenario has it."""
        name = f"{self.stem}.{suffix}"
        self.files[name] = text
        return name

    def check_name(self, scenario):
        """Refuses to overwrite files that are not from the same input."""
        if self.named or not self.path.exists():
            return
        try:
            before = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            before = None
        if not isinstance(before, dict) or before.get("description") != scenario["description"]:
            raise ImportProblem(f"{self.path}: exists already and is from another input; choose a name "
                                "with --output")

    def write(self, scenario):
        """Writes all of it, the scenario last. Returns the paths."""
        self.check_name(scenario)
        self.files[self.path.name] = json.dumps(scenario, indent=4) + "\n"
        paths = [self.path.parent / name for name in self.files]
        for path in paths:
            for source in self.inputs:
                if path.exists() and path.samefile(source):
                    raise ImportProblem(f"{path}: --output: would overwrite an input; "
                                        "choose another name")
        for path, text in zip(paths, self.files.values()):
            partial = path.with_name(path.name + ".partial")
            try:
                partial.write_bytes(text.encode() if isinstance(text, str) else text)
                os.replace(partial, path)
            except OSError as error:
                raise ImportProblem(f"{path}: cannot be written: {error.strerror}") from None
        return paths


def describe_time(ps):
    """Picoseconds as a time of a scenario, in the largest unit that keeps it whole."""
    for unit, size in (("s", 10**12), ("ms", 10**9), ("us", 10**6), ("ns", 10**3)):
        if ps % size == 0:
            return f"{ps // size}{unit}"
    return f"{ps}ps"


def describe_rate(bps):
    """bit/s as a rate of a scenario."""
    for unit, size in (("Gbps", 10**9), ("Mbps", 10**6), ("kbps", 10**3)):
        if bps % size == 0:
            return f"{bps // size}{unit}"
    return f"{bps}bps"
