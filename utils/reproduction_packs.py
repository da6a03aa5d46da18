# SPDX-License-Identifier: GPL-2.0-only
"""Packs of examples/reproduce: published figures as data, see doc/reproduce.rst.

    expectation.json   what is expected and why, and the class of evidence of each parameter
    published.csv      the published value of each quantity, with its source and its place in the plot
    pack.json          how to obtain the quantities: runs and formulas, or checks of validate
    findings.json      after the runs: what does not come out, and why

The first two are committed before the first run of a pack and are not edited afterwards.
"""

import csv
import fnmatch
import functools
import json
import math
import re
import statistics
import subprocess

from validation_bench import ROOT, ValidationError

PACKS = ROOT / "examples" / "reproduce"
CLASSES = ("documented", "measured", "calibrated", "assumed")
FROZEN = ("expectation.json", "published.csv")
STATISTIC = re.compile(r"(\w+) (\w+) of ([\w.-]+)/(\w+)(?: where (.+))?")
CONDITION = re.compile(r"(\w+) ?(<=|>=|=|<|>) ?(.+)")
NUMBERS = re.compile(r"[-+*/()<=.,e\d ]+|(?:min|max)\(", re.ASCII)


def summarize(name, values):
    """A statistic by its name: mean, deviation, median, min, max, sum, count, or pN by nearest rank."""
    if name == "count":
        return len(values)
    if not values:
        raise ValidationError(f"no values for {name}")
    if re.fullmatch(r"p\d+", name):
        part = float(f"0.{name[1:]}")
        return sorted(values)[math.ceil(part * len(values) - 1e-9) - 1]
    known = {"mean": statistics.fmean, "deviation": statistics.pstdev, "median": statistics.median}
    return {**known, "min": min, "max": max, "sum": sum}[name](values)


def holds(condition, row):
    """Whether a row meets a condition such as fabric=roce* or size_bytes<=10000."""
    key, sign, wanted = CONDITION.fullmatch(condition).groups()
    if sign == "=":
        return fnmatch.fnmatchcase(row[key], wanted)
    left, right = float(row[key] or "nan"), float(wanted)
    return {"<=": left <= right, ">=": left >= right, "<": left < right, ">": left > right}[sign]


class Pack:
    """One folder of examples/reproduce."""

    def __init__(self, folder):
        self.folder = folder
        self.name = folder.name
        self.expectation = json.loads((folder / "expectation.json").read_text(encoding="utf-8"))
        with open(folder / "published.csv", newline="", encoding="utf-8") as file:
            self.points = {(row["case"], row["quantity"]): row for row in csv.DictReader(file)}
        self.plan = self._read("pack.json")
        self.findings = self._read("findings.json")

    def _read(self, name):
        path = self.folder / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def bounds(self, case, quantity, quick):
        """Bounds and published row of a quantity, or None if the pack has no such."""
        for key, bounds in self.expectation["quantities"].items():
            if fnmatch.fnmatchcase(f"{case} | {quantity}", key):
                more = bounds.get("quick", {}) if quick else {}
                return {**bounds, **more}, self.points[tuple(key.split(" | "))]
        return None

    def scenario(self, run):
        """The path of a run's scenario: a file of the pack, or one of examples/scenarios."""
        name = f"{run['scenario']}.json"
        own = self.folder / name
        return own if own.exists() else ROOT / "examples" / "scenarios" / name

    def scenario_files(self):
        """The scenarios of the pack."""
        named = [{"scenario": name} for name in self.plan.get("scenarios", [])]
        runs = [run for run in self.plan.get("runs", {}).values() if "scenario" in run]
        return sorted({self.scenario(run) for run in named + runs})

    def settings(self, run, quick):
        """The values that a run changes; $PACK is the folder of the pack."""
        texts = run.get("set", []) + (run.get("quick", {}).get("set", []) if quick else [])
        return [text.replace("$PACK", str(self.folder)) for text in texts]

    def check(self, bench, case=None):
        """Obtains the quantities and notes the verdicts. case: only of this case of validate."""
        work = Work(self, bench)
        for key, formula in self.plan["obtain"].items():
            number, quantity = key.split(" | ")
            bounds, _ = self.bounds(number, quantity, bench.quick)
            if case not in (None, number.split(",")[0]) or (bench.quick and bounds.get("full")):
                continue
            bench.judge(number, quantity, work.obtain(formula))


class Work:
    """The runs of a pack, each done when a formula first needs it."""

    def __init__(self, pack, bench):
        self.pack = pack
        self.bench = bench
        self.tables = functools.lru_cache(maxsize=None)(self._tables)
        self.draws = functools.lru_cache(maxsize=None)(self._draws)

    def _draws(self, name):
        """The folders of the draws of a run."""
        run = self.pack.plan["runs"][name]
        settings = self.pack.settings(run, self.bench.quick)
        count = run.get("seeds", 1)
        if self.bench.quick:
            count = run.get("quick", {}).get("seeds", count)
        return self.bench.folders(self.pack.scenario(run), f"{self.pack.name}-{name}", settings, count)

    def _tables(self, name, table):
        """Rows of a table, a list for each draw of a run."""
        run = self.pack.plan["runs"][name]
        if "topology" in run:
            return [read_topology(self.bench.runner, run)]
        found = []
        for folder in self.draws(name):
            with open(folder / f"{table}.csv", newline="", encoding="utf-8") as file:
                lines = (line for line in file if not line.startswith("#"))
                found.append(list(csv.DictReader(lines)))
        return found

    def _values(self, text):
        """A statistic such as "p99 slowdown of load/flows where fabric=roce", of each draw."""
        match = STATISTIC.fullmatch(text)
        if not match:
            raise ValidationError(f"{self.pack.name}: {text}: expected STATISTIC COLUMN of RUN/TABLE")
        name, column, run, table, conditions = match.groups()
        wanted = conditions.split(" and ") if conditions else []
        return [
            summarize(
                name,
                [
                    float(row[column])
                    for row in rows
                    if row[column] != "" and all(holds(one, row) for one in wanted)
                ],
            )
            for rows in self.tables(run, table)
        ]

    def obtain(self, formula):
        """The number that a formula stands for.

        A text is a statistic, or arithmetic with {statistics}, each the median of the draws, and
        with [names] of other formulas. {"draws": "mean", "formula": ...} does the arithmetic in each
        draw.
        """
        plain = isinstance(formula, str)
        text = formula if plain else formula["formula"]
        values = self.pack.plan.get("values", {})
        while "[" in text:
            text = re.sub(r"\[([^]]+)\]", lambda name: f"({values[name[1]]})", text)
        text = text if "{" in text else "{" + text + "}"
        parts = re.split(r"\{([^}]*)\}", text)
        columns = [self._values(part) for part in parts[1::2]]
        if plain:
            columns = [[statistics.median(column)] for column in columns]
        results = []
        for draw in zip(*columns):
            filled = "".join(
                part if i % 2 == 0 else repr(draw[i // 2]) for i, part in enumerate(parts)
            )
            if not re.fullmatch(f"(?:{NUMBERS.pattern})*", filled):
                raise ValidationError(f"{self.pack.name}: {filled}: is not arithmetic")
            results.append(eval(filled, {"__builtins__": {}, "min": min, "max": max}))
        return summarize("median" if plain else formula["draws"], results)


def read_topology(runner, run):
    """Parts of a network: the first number of each line of --topology, and the cost per endpoint."""
    command = [str(runner), "--topology", run["topology"]]
    command += [word for text in run.get("set", []) for word in ("--set", text)]
    command += ["--prices", run["prices"]] if "prices" in run else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValidationError(done.stderr.strip())
    rows = []
    for line in done.stdout.splitlines():
        match = re.match(r" +(\S.*?) {2,}([\d,.]+)", line)
        if match:
            rows.append({"part": match[1], "number": match[2].replace(",", "")})
        match = re.search(r"([\d.]+) kUSD per endpoint", line)
        if match:
            rows.append({"part": "cost per endpoint", "number": match[1]})
    return rows


@functools.lru_cache(maxsize=None)
def read_packs():
    """All packs by name."""
    return {path.parent.name: Pack(path.parent) for path in sorted(PACKS.glob("*/expectation.json"))}


def find_bounds(case, quantity, quick):
    """Bounds and published row of a quantity of any pack."""
    for pack in read_packs().values():
        found = pack.bounds(case, quantity, quick)
        if found:
            return found
    raise ValidationError(f"{case}: {quantity}: no pack expects it")
