#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Fits keys of a scenario to tables of measurements.

A table is a CSV file with a column of sizes and one of times or rates; doc/measured-machines.rst says
what else it may have. Some rows are left out of the fit and show how well the fitted values predict.
"""

import argparse
import dataclasses
import json
import math
import os
import pathlib
import re
import sys
import tempfile

from published_tables import (
    COLLECTIVES,
    ROOT,
    Runs,
    TableError,
    get_errors,
    read_table,
    show_number,
)
from validation_measured import print_table

STEP = 0.4  # of the first simplex, in logarithms of the values
NARROW = 0.01  # a simplex of so many logarithms is a point
NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
# What the manifest has, in units that are read more easily.
READABLE = {"ps": ((1e6, "us"), (1e3, "ns")), "bps": ((1e9, "Gbps"),)}


class Free:
    """
    A key whose value is fitted: a number with or without a unit, or one of several numbers.

    text is KEY, KEY=START, KEY[2] or KEY[2]=START: of a value such as "0.1 1.4 2.9" the brackets
    choose a number, from 0 on.
    """

    def __init__(self, text):
        found = re.fullmatch(r"([^=\[\]]+)(?:\[([0-9]+)\])?(?:=(.+))?", text)
        if not found:
            raise TableError(f'--free {text}: expected KEY, KEY=START or KEY[2]')
        self.key = found[1]
        self.index = int(found[2] or 0)
        self.name = self.key + (f"[{self.index}]" if found[2] else "")
        self.given = found[3]
        self.words = None

    def begin(self, scenario):
        """Takes the value in effect from the scenario of a manifest. Returns the start."""
        value = self.find(scenario)
        self.words = str(value).split()
        if self.index >= len(self.words):
            raise TableError(f'--free {self.name}: the value is "{value}"')
        word = self.given or self.words[self.index]
        number = NUMBER.match(word)
        if not number:
            raise TableError(f'--free {self.name}: "{word}" is not a number with or without a unit')
        start, self.unit = float(number[0]), word[number.end() :]
        for factor, unit in READABLE.get(self.unit, ()):
            if start >= factor:
                start, self.unit = start / factor, unit
                break
        if start <= 0:
            raise TableError(f"--free {self.name}: is {word}; give a start, as in {self.name}=10us")
        return start

    def find(self, scenario):
        value = scenario
        for step in self.key.split("."):
            if isinstance(value, list) and not step.isdigit() and len(value) == 1:
                value = value[0]
            try:
                value = value[int(step)] if isinstance(value, list) else value[step]
            except (KeyError, IndexError, TypeError, ValueError):
                raise TableError(f"--free {self.key}: the scenario has no such value") from None
        if isinstance(value, (bool, dict, list)):
            raise TableError(f"--free {self.key}: is not a number")
        return value

    def put(self, number, values):
        """Sets the key in an object of keys and values."""
        words = str(values.get(self.key, " ".join(self.words))).split()
        words[self.index] = show_number(number) + self.unit
        values[self.key] = " ".join(words)


def minimize(function, start, most):
    """
    The point with the least value that Nelder and Mead's method finds, and that value, with at most
    so many calls of the function.
    """
    calls = 0

    def call(point):
        nonlocal calls
        calls += 1
        return function(point), point

    corners = [call(start)]
    for axis in range(len(start)):
        corners.append(call([x + STEP * (i == axis) for i, x in enumerate(start)]))
    while calls < most:
        corners.sort(key=lambda corner: corner[0])
        best, worst = corners[0], corners[-1]
        if max(abs(a - b) for _, p in corners for a, b in zip(p, best[1])) < NARROW:
            break
        middle = [sum(x) / len(start) for x in zip(*(point for _, point in corners[:-1]))]

        def along(share):
            return call([m + share * (w - m) for m, w in zip(middle, worst[1])])

        new = along(-1)
        if new[0] < best[0]:
            new = min(new, along(-2), key=lambda corner: corner[0])
        elif new[0] >= corners[-2][0]:
            new = min(new, along(0.5 if new[0] >= worst[0] else -0.5), key=lambda corner: corner[0])
        if new[0] < worst[0]:
            corners[-1] = new
        else:
            corners = [best] + [
                call([(x + b) / 2 for x, b in zip(point, best[1])]) for _, point in corners[1:]
            ]
    return min(corners, key=lambda corner: corner[0])[::-1]


class Fit:
    """Looks for values of keys with which the rows of tables that are to be fitted come out."""

    def __init__(self, tables, free, runs):
        self.rows = [(table, row) for table in tables for row in table.rows]
        self.fitted = [(table, row) for table, row in self.rows if row.fitted]
        self.free = free
        self.runs = runs
        self.refused = None  # messages of the runner about values that it refuses
        self.calls = 0

    def values(self, point):
        """Keys and values of a point, which has logarithms."""
        values = {}
        for free, number in zip(self.free, point):
            free.put(math.exp(number), values)
        return values

    def obtain(self, rows, point):
        settings = [f"{key}={value}" for key, value in self.values(point).items()]
        futures = [self.runs.start(table, row, settings) for table, row in rows]
        return [future.result() for future in futures]

    def error(self, point):
        """Root of the mean square of logarithms of obtained over published."""
        try:
            obtained = self.obtain(self.fitted, point)
        except TableError as error:
            if not self.calls:
                raise
            self.refused = error
            return math.inf
        squares = [math.log(value / row.value) ** 2 for value, (_, row) in zip(obtained, self.fitted)]
        error = math.sqrt(sum(squares) / len(squares))
        self.calls += 1
        values = " ".join(f"{key}={value}" for key, value in self.values(point).items())
        print(f"{self.calls:4}: off by {100 * error:.2f} %  {values}", file=sys.stderr, flush=True)
        return error

    def run(self, start, most):
        """The point that was found."""
        known = {}

        def function(point):
            key = tuple(point)
            if key not in known:
                known[key] = self.error(point)
            return known[key]

        for axis, free in enumerate(self.free):
            moved = [x + STEP * (i == axis) for i, x in enumerate(start)]
            if function(start) == function(moved):
                raise TableError(f"--free {free.name}: does not change any of the fitted rows")
        point, _ = minimize(function, start, most)
        return point


def leave_out(table, every):
    """
    The table with rows marked: those that are fitted to are those with "fitted" in its column "use",
    or, where it marks none, all but each so-manieth, the first one kept.
    """
    if any(row.fitted for row in table.rows):
        return table
    rows = tuple(
        dataclasses.replace(row, fitted=not every or number % every != every - 1)
        for number, row in enumerate(table.rows)
    )
    return dataclasses.replace(table, rows=rows)


def read_values(table, row, runs):
    """The scenario of a row with every value in effect."""
    with tempfile.TemporaryDirectory(prefix="ai-fabric-calibrate-") as folder:
        runs.run(table, row, (), folder)
        manifest = json.loads((pathlib.Path(folder) / "manifest.json").read_text(encoding="utf-8"))
    return manifest["scenario"]


def positive(text):
    """An argparse type."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number above 0')
    return int(text)


def parse():
    parser = argparse.ArgumentParser(prog="./ai-fabric calibrate", description=__doc__)
    parser.add_argument("tables", type=pathlib.Path, metavar="TABLE.csv", nargs="+")
    parser.add_argument(
        "--free",
        metavar="KEY,KEY",
        required=True,
        help="keys to fit, spelled as for --set: times, rates and other numbers that need not be "
        "whole; KEY=10us starts the search at 10us, KEY[2] is the third of several numbers",
    )
    parser.add_argument("--scenario", metavar="SCENARIO", help="scenario, if a table does not name one")
    parser.add_argument(
        "--operation",
        metavar="NAME",
        help=f"operation, if a table does not name one: {', '.join(COLLECTIVES)} of nccl-tests; "
        "write_lat or write_bw of perftest; job, the scenario's own job with the sizes as its bytes",
    )
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="change a key of the scenario; any number of times",
    )
    parser.add_argument(
        "--leave-out",
        metavar="N",
        type=int,
        default=3,
        help="every N-th row only checks the fit (default: 3; 0: none), unless a table marks the "
        'rows to fit with "fitted" in its column "use"',
    )
    parser.add_argument(
        "--most",
        metavar="N",
        type=positive,
        default=80,
        help="largest number of points to try (default: 80)",
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=pathlib.Path,
        help="write the fitted values to this file, as an object of keys and values",
    )
    parser.add_argument(
        "--runner",
        metavar="FILE",
        type=pathlib.Path,
        default=ROOT / "build" / "ai-fabric-run",
        help="path of ai-fabric-run",
    )
    return parser.parse_args()


def main():
    options = parse()
    given = {"scenario": options.scenario, "operation": options.operation}
    tables = []
    for path in options.tables:
        table = leave_out(read_table(path, **given), options.leave_out)
        tables.append(dataclasses.replace(table, settings=(*table.settings, *options.set)))
    free = [Free(text) for text in options.free.split(",")]
    fitted = sum(row.fitted for table in tables for row in table.rows)
    if fitted < len(free):
        raise TableError(f"{fitted} rows to fit {len(free)} keys to")
    runs = Runs(options.runner.resolve(), os.cpu_count() or 1)
    try:
        scenario = read_values(tables[0], tables[0].rows[0], runs)
        start = [math.log(each.begin(scenario)) for each in free]
        fit = Fit(tables, free, runs)
        point = fit.run(start, options.most)
        before = fit.obtain(fit.rows, start)
        after = fit.obtain(fit.rows, point)
    finally:
        runs.close()
    report(tables, fit, (start, before), (point, after))
    if options.output:
        text = json.dumps(fit.values(point), indent=4) + "\n"
        options.output.write_text(text, encoding="utf-8")
        print(f"written to {options.output}")
    return 0


def report(tables, fit, start, end):
    """Prints rows, what was fitted, and the errors before and after; start and end are points with
    what the rows are there."""
    obtained = iter(end[1])
    for table in tables:
        print_table(table, [next(obtained) for _ in table.rows], sys.stdout)
    print(f"fitted to the rows with *, with {fit.calls} points:")
    for each, old, new in zip(fit.free, start[0], end[0]):
        old, new = (show_number(math.exp(number)) + each.unit for number in (old, new))
        print(f"  {each.name}: {new}, from {old}")
    for name, wanted in (("fitted", True), ("left out", False)):
        chosen = [number for number, (_, row) in enumerate(fit.rows) if row.fitted == wanted]
        if not chosen:
            continue
        texts = []
        for _, values in (start, end):
            median, worst = get_errors(values[i] / fit.rows[i][1].value - 1 for i in chosen)
            texts.append(f"median {median:.1f} %, worst {worst:.1f} %")
        print(f"{len(chosen)} rows {name}: {texts[1]}; before: {texts[0]}")
    if fit.refused:
        print(f"some points were refused, the last one: {fit.refused}")
    for key, value in fit.values(end[0]).items():
        print(f"--set '{key}={value}'")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (TableError, OSError) as error:
        print(f"calibrate: {error}", file=sys.stderr)
        sys.exit(2)
