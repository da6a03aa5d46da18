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
import operator
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
    if re.fullmatch(r"p\d+", name):
        part = float(f"0.{name[1:]}")
        return sorted(values)[math.ceil(part * len(values) - 1e-9) - 1]
    known = {"mean": statistics.fmean, "deviation": statistics.pstdev, "median": statistics.median}
    return {**known, "min": min, "max": max, "sum": sum}[name](values)


def to_test(condition):
    """A function that tells whether a row meets a condition such as fabric=roce* or size_bytes<=10000."""
    key, sign, wanted = CONDITION.fullmatch(condition).groups()
    if sign == "=":
        matches = re.compile(fnmatch.translate(wanted)).match
        return lambda row: matches(row[key]) is not None
    compare = {"<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt}[sign]
    right = float(wanted)
    return lambda row: compare(float(row[key] or "nan"), right)


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
        self.known = {}  # values of each draw by statistic
        self.draws = functools.lru_cache(maxsize=None)(self._draws)

    def _draws(self, name):
        """The folders of the draws of a run."""
        run = self.pack.plan["runs"][name]
        settings = self.pack.settings(run, self.bench.quick)
        count = run.get("seeds", 1)
        if self.bench.quick:
            count = run.get("quick", {}).get("seeds", count)
        return self.bench.folders(self.pack.scenario(run), f"{self.pack.name}-{name}", settings, count)

    def tables(self, name, table):
        """The rows of a table, an iterator for each draw of a run."""
        run = self.pack.plan["runs"][name]
        if "topology" in run:
            yield read_topology(self.bench.runner, run)
            return
        for folder in self.draws(name):
            with open(folder / f"{table}.csv", newline="", encoding="utf-8") as file:
                yield csv.DictReader(line for line in file if not line.startswith("#"))

    def expand(self, formula):
        """The text of a formula with braces around statistics, and none left of [names]."""
        text = formula if isinstance(formula, str) else formula["formula"]
        values = self.pack.plan.get("values", {})
        while "[" in text:
            text = re.sub(r"\[([^]]+)\]", lambda name: f"({values[name[1]]})", text)
        return text if "{" in text else "{" + text + "}"

    def parse(self, text):
        """Parts of a statistic: its name, column, run, table and conditions."""
        match = STATISTIC.fullmatch(text)
        if not match:
            raise ValidationError(f"{self.pack.name}: {text}: expected STATISTIC COLUMN of RUN/TABLE")
        *parts, conditions = match.groups()
        return (*parts, [to_test(one) for one in conditions.split(" and ")] if conditions else [])

    def values(self, text):
        """A statistic such as "p99 slowdown of load/flows where fabric=roce", of each draw.

        Tables may be larger than memory: one pass serves all statistics of the same table.
        """
        if text not in self.known:
            _, _, run, table, _ = self.parse(text)
            formulas = map(self.expand, self.pack.plan.get("obtain", {}).values())
            texts = {text}.union(*(re.findall(r"\{([^}]*)\}", formula) for formula in formulas))
            wanted = {one: self.parse(one) for one in texts}
            wanted = {one: parts for one, parts in wanted.items() if parts[2:4] == (run, table)}
            self.known.update({one: [] for one in wanted})
            for rows in self.tables(run, table):
                found = {one: [] for one in wanted}
                for row in rows:
                    for one, (_, column, _, _, tests) in wanted.items():
                        if all(test(row) for test in tests) and row[column] != "":
                            found[one].append(float(row[column]))
                for one, parts in wanted.items():
                    empty = not found[one] and parts[0] != "count"
                    self.known[one].append(None if empty else summarize(parts[0], found[one]))
        if None in self.known[text]:
            raise ValidationError(f"{self.pack.name}: {text}: no values")
        return self.known[text]

    def obtain(self, formula):
        """The number that a formula stands for.

        A text is a statistic, or arithmetic with {statistics}, each the median of the draws, and
        with [names] of other formulas. {"draws": "mean", "formula": ...} does the arithmetic in each
        draw.
        """
        plain = isinstance(formula, str)
        parts = re.split(r"\{([^}]*)\}", self.expand(formula))
        columns = [self.values(part) for part in parts[1::2]]
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
