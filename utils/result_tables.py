# SPDX-License-Identifier: GPL-2.0-only
"""Reads a folder of results: of one run, of several draws or of a sweep. Python alone is enough.

    results = result_tables.open_results("results/first-light")
    for row in results.rows("summary.csv"):
        print(row["fabric"], row["job"], row["seed"], row["completion_ns"])

Every row of a sweep has the swept keys, too. doc/usage.rst says what the files and their columns are.
"""

import bisect
import collections
import csv
import json
import math
import operator
import pathlib
import re
import statistics

from ai_fabric import plain, plain_rows

QUICK_BYTES = 100_000_000
# Student's t for a two-sided interval of 95 %, by degrees of freedom.
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179]
STUDENT += [2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064]
STUDENT += [2.060, 2.056, 2.052, 2.048, 2.045, 2.042]

# What columns.json says of a column: its name in reports and plots, its unit there, and "less" or "more"
# if one fabric is better than another by it.
Metric = collections.namedtuple("Metric", "label unit better")
# Columns of summary.csv and slowdown.csv with a label, by name, of the folder that was opened last.
METRICS = {}
# Of quantities in scenarios: to B, bit/s and ns.
FACTORS = {"": 1, "B": 1, "KB": 1e3, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}
FACTORS |= {"bps": 1, "kbps": 1e3, "Kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "Tbps": 1e12}
FACTORS |= {"ps": 1e-3, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
UNITS = {"bytes": "B", "1": ""}  # as reports and plots have it


class InputError(Exception):
    """The input is wrong; the text is one line."""


class Missing(Exception):
    """Data for a plot are missing; the text says which key of the scenario makes them."""


def no_pauses(results, traced, needs):
    """Missing for plots of pauses: no port was paused, or the scenario lacks the key in needs."""
    if traced:
        which = f" with seed {results.typical.seed}" if len(results.seeds) > 1 else ""
        return Missing(f"no port was paused{which}")
    return Missing(f"no pauses were recorded; the scenario needs {needs}")


class Run:
    """A folder with the tables of one draw: of one seed, at one point of a sweep."""

    def __init__(self, folder, seed, point):
        self.folder = folder
        self.seed = seed
        self.point = point  # swept key: value, as text


class Results:
    """All that was found below a folder."""

    def __init__(self, folder, manifest, runs, keys):
        self.folder = folder
        self.manifest = manifest.get("manifest", {})
        self.scenario = manifest.get("scenario", {})
        self.runs = runs
        self.keys = keys
        described = runs and runs[0].folder / "columns.json"
        self.described = read_json(described) if described and described.exists() else {}
        METRICS.update(self.metrics("slowdown.csv") | self.metrics("summary.csv"))
        self.where = {}
        self.fabrics = self.find("fabric", self.fabrics_of_manifest())
        self.jobs = [job for job in self.find("job", []) if job != "all"]
        self.seeds = list(dict.fromkeys(run.seed for run in runs))

    def metrics(self, name):
        """{column: Metric} of the columns of a file that have a label, in their order."""
        return {
            column: Metric(has["label"], UNITS.get(has["unit"], has["unit"]), has.get("better", ""))
            for column, has in self.described.get(name, {}).items()
            if "label" in has
        }

    def fabrics_of_manifest(self):
        """Names in the order of the scenario."""
        return [fabric["fabric"] for fabric in self.manifest.get("fabrics", [])]

    @property
    def where(self):
        """{column or swept key: value}; only rows with these values are kept."""
        return self._where

    @where.setter
    def where(self, conditions):
        self._where = conditions
        self._typical = None  # until somebody has asked

    @property
    def typical(self):
        """The typical run, shown where only one run can be shown; the same draw for all fabrics.

        Its completion times are nearest to the medians of the fabrics, by the sum of the distances in
        ranks. Jobs that did not complete rank behind all others.
        """
        if self._typical is None:
            times = {}
            for run, path in self.paths("summary.csv"):
                for row in read_table(path):
                    if row["job"] == "all" and self.where.get("fabric", row["fabric"]) == row["fabric"]:
                        times.setdefault(row["fabric"], {})[run] = float(row["completion_ns"] or "inf")
            runs = [run for run, _ in self.paths("summary.csv")] or self.runs
            self._typical = min(
                runs, key=lambda run: sum(ranks_off_median(found, run) for found in times.values())
            )
        return self._typical

    def at(self, conditions):
        """The results at one point of a sweep, like those of a run. @param conditions {key: value}"""
        runs = [run for run in self.runs if all(run.point[k] == v for k, v in conditions.items())]
        manifest = read_json(runs[0].folder / "manifest.json") if runs else {}
        return Results(self.folder, manifest, runs, [])

    def say_typical(self):
        """Which run that is, in a sentence; nothing if there is one run."""
        if len(self.runs) < 2:
            return ""
        whose = "the medians of the fabrics" if len(self.fabrics) > 1 else "the median"
        return f"The draw whose completion times are nearest to {whose}: seed {self.typical.seed}."

    def say_draw(self):
        """How many draws there are, and which one is shown where one is."""
        known = self.say_typical()
        if not known or len(self.seeds) < 2:
            return f"n = 1 draw, seed {self.typical.seed}."
        return f"n = 1 draw of {len(self.seeds)}: seed {self.typical.seed}, nearest to the medians."

    def say_together(self):
        """How many draws there are, of a figure that has them all."""
        return f"{len(self.seeds)} draws together" if len(self.seeds) > 1 else "1 draw"

    def in_order(self, found):
        """What there is by fabric in the order of the scenario, as colours and panels are given out."""
        return {fabric: found[fabric] for fabric in self.fabrics if fabric in found}

    def find(self, column, first):
        """The values of a column of the summary, those of first before the others."""
        found = dict.fromkeys(row[column] for row in self.rows("summary.csv"))
        return [value for value in first if value in found] + [v for v in found if v not in first]

    def paths(self, name, runs=None):
        """Pairs (run, path) of the runs that have this file. @param runs only these; None: all"""
        for run in self.runs if runs is None else runs:
            if not all(run.point.get(k, v) == v for k, v in self.where.items()):
                continue
            if self.where.get("seed", run.seed) != run.seed:
                continue
            path = run.folder / name
            if path.exists():
                yield run, path

    def has(self, name):
        """Whether any run has this file."""
        return next(self.paths(name), None) is not None

    def is_quick(self, name):
        """Whether the tables of this name can be read in a few seconds, as the end of a run requires."""
        return sum(path.stat().st_size for _, path in self.paths(name)) <= QUICK_BYTES

    def columns(self, name, wanted, runs=None, unmeasured=False, optional=()):
        """Tuples (run, value, ...) of some columns: the fast way through a table of millions.

        @param runs only these; None: all
        @param optional columns behind those, with "" in tables that have no such column
        @param unmeasured messages outside of a measuring window, too
        """
        for run, path in self.paths(name, runs):
            with open(path, newline="", encoding="utf-8") as file:
                reader = csv.reader(file)
                header = next(reader, [])
                missing = [column for column in wanted if column not in header]
                if missing:
                    raise InputError(f"{path}: has no column {missing[0]}")
                places = [header.index(column) for column in wanted]
                known = [header.index(column) if column in header else None for column in optional]
                tests = [(header.index(k), v) for k, v in self.where.items() if k in header]
                if "measured" in header and not unmeasured:
                    tests.append((header.index("measured"), "1"))
                if not optional and len(places) > 1 and not is_guarded(path):
                    pick = operator.itemgetter(*places)
                    for row in reader:
                        if all(row[place] == value for place, value in tests):
                            yield (run, *pick(row))
                    continue
                for row in reader:
                    if all(plain(row[place]) == value for place, value in tests):
                        more = ("" if place is None else plain(row[place]) for place in known)
                        yield (run, *(plain(row[place]) for place in places), *more)

    def rows(self, name, runs=None):
        """Rows as dictionaries, with the seed and the swept keys. @param runs only these; None: all"""
        for run, path in self.paths(name, runs):
            with open(path, newline="", encoding="utf-8") as file:
                for row in plain_rows(file):
                    row = {**row, "seed": run.seed, **run.point}
                    if all(row.get(key, value) == value for key, value in self.where.items()):
                        yield row

    def files_of_fabrics(self, stem, extension):
        """Pairs (fabric, path) of files of the typical run such as pfc-pauses-FABRIC.csv."""
        for fabric in self.manifest.get("fabrics", []):
            if self.where.get("fabric", fabric["fabric"]) == fabric["fabric"]:
                for _, path in self.paths(f"{stem}-{fabric['slug']}{extension}", [self.typical]):
                    yield fabric["fabric"], path

    def find_column(self, name):
        """A column of any table by its name, or a swept key by its name or the end of it."""
        ends = [key for key in self.keys if short_key(key) == name]
        if name in self.keys or name == "seed":
            return name
        if len(ends) == 1:
            return ends[0]
        paths = (path for run in self.runs[:1] for path in sorted(run.folder.glob("*.csv")))
        columns = dict.fromkeys(column for path in paths for column in read_header(path))
        if name not in columns:
            expected = ", ".join(dict.fromkeys([*self.keys, "seed", *columns]))
            raise InputError(f"--where {name}: is unknown; expected one of {expected}")
        return name

    def check_value(self, name, value):
        """Whether any run has this value of a swept key, or of what the summary is divided by."""
        known = {"fabric": self.fabrics, "job": ["all", *self.jobs], "seed": self.seeds}.get(name, [])
        if name in self.keys:
            known = sort_values(run.point[name] for run in self.runs)
        if known and value not in known:
            raise InputError(f"--where {name}={value}: expected one of {', '.join(known)}")

    def title_panel(self, job, point):
        """Title of a panel: its job, but a job alone is not named beside a point of a sweep."""
        return ", ".join(filter(None, [job if len(self.jobs) > 1 or not point else "", point]))

    def panel_keys(self, groups=()):
        """The swept keys, but for those of groups, of which several values are left."""
        found = [run.point for run, _ in self.paths("summary.csv")]
        return [k for k in self.keys if k not in groups and len({p[k] for p in found}) > 1]

    def points(self, groups=()):
        """The points of a sweep that are left, but for the keys of groups: {title: conditions}.

        The title is empty for a single point and for results that are not a sweep.
        """
        keys = self.panel_keys(groups)
        found = (run.point for run, _ in self.paths("summary.csv"))
        return {title_of(point, keys): {k: point[k] for k in keys} for point in found}

    def keep(self, conditions):
        """From now on only rows with these values.

        @param conditions column or swept key, or the end of one: value
        """
        conditions = {self.find_column(name): value for name, value in conditions.items()}
        for name, value in conditions.items():
            self.check_value(name, value)
        self.where = conditions
        self.fabrics = self.find("fabric", self.fabrics)
        self.jobs = [job for job in self.find("job", self.jobs) if job != "all"]
        self.seeds = list(dict.fromkeys(run.seed for run, _ in self.paths("summary.csv")))


def is_guarded(path):
    """Whether any cell of a table may have the apostrophe that plain() takes off."""
    with open(path, encoding="utf-8") as file:
        return any("'" in block for block in iter(lambda: file.read(1 << 20), ""))


def read_json(path):
    """The object in a file that the runner has written."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error


def read_table(path):
    """All rows of a CSV file as dictionaries."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(plain_rows(file))


def read_header(path):
    """The names of the columns of a CSV file."""
    with open(path, newline="", encoding="utf-8") as file:
        return next(csv.reader(file), [])


def find_draws(folder, point):
    """The runs of a folder that is not a sweep."""
    if (folder / "summary.csv").exists() and not (folder / "flows.csv").exists():
        seeds = dict.fromkeys(row["seed"] for row in read_table(folder / "summary.csv"))
        draws = [Run(folder / f"seed-{seed}", seed, point) for seed in seeds]
        return [run for run in draws if (run.folder / "summary.csv").exists()]
    summary = folder / "summary.csv"
    rows = read_table(summary) if summary.exists() else []
    return [Run(folder, rows[0]["seed"] if rows else "1", point)] if summary.exists() else []


def find_points(folder):
    """The runs of a sweep that are there and its keys, from sweep.json."""
    sweep = read_json(folder / "sweep.json")
    points = {point["point"]: point["values"] for point in sweep["points"]}
    runs = [
        Run(folder / run["folder"], str(run["seed"]), points[run["point"]])
        for run in sweep["runs"]
        if run["status"] != "missing" and (folder / run["folder"] / "summary.csv").exists()
    ]
    return runs, sweep["axes"]


def open_results(path):
    """What is in a folder, or InputError."""
    folder = pathlib.Path(path)
    if not folder.is_dir():
        raise InputError(f"{path}: is not a folder; expected a folder written by './ai-fabric run'")
    manifest = {}
    if (folder / "manifest.json").exists():
        manifest = read_json(folder / "manifest.json")
    if (folder / "sweep.json").exists():
        runs, keys = find_points(folder)
        if not runs:
            raise InputError(f"{path}: none of the runs of this sweep has results yet")
        manifest = read_json(runs[0].folder / "manifest.json")
        return Results(folder, manifest, runs, keys)
    runs = find_draws(folder, {})
    if not runs and not (folder / "nccl-tests.json").exists():
        raise InputError(f"{path}: has no results; expected summary.csv or sweep.json in it")
    return Results(folder, manifest, runs, [])


def jobs_to_compare(rows):
    """Jobs of what-decides.csv; all together only if in the base it is not one of them."""
    bases = {}
    for row in rows:
        if row["state"] == "run" and not row["variation"]:
            bases.setdefault(row["job"], set()).add((row["fabric"], row["other"], row["ratio"]))
    return [job for job in bases if job != "all" or list(bases.values()).count(bases["all"]) == 1]


def find_ideals(results, name_row):
    """The ideal completion times that are the same in all draws, by what name_row calls their rows."""
    ideals = {}
    for row in results.rows("summary.csv"):
        if row["ideal_ns"]:
            ideals.setdefault(name_row(row), set()).add(float(row["ideal_ns"]))
    return {name: values.pop() for name, values in ideals.items() if len(values) == 1}


def type_name(text):
    """A TypeId as scenarios have it: ns3::LeafSpineTopology is leaf-spine-topology."""
    name = text.split("::")[-1]
    return "".join(
        ("-" if i and c.isupper() and not name[i - 1].isupper() else "") + c.lower()
        for i, c in enumerate(name)
    )


def ranks_off_median(values, key):
    """How many ranks the value of a key is away from the median of all; of equal ones the nearest.

    @param values {key: number}; a key without one is further away than all others
    """
    if key not in values:
        return len(values)
    ascending = sorted(values.values())
    middle = (len(ascending) - 1) // 2
    first = bisect.bisect_left(ascending, values[key])
    last = bisect.bisect_right(ascending, values[key]) - 1
    return max(first - middle, middle - last, 0)


def median(values):
    """By nearest rank, as the runner's own tables have it; None without values."""
    return statistics.median_low(values) if values else None


def percentile(ascending, share):
    """By nearest rank. @param ascending values, at least one @param share in [0, 1]"""
    return ascending[max(0, math.ceil(share * len(ascending)) - 1)]


def interval(values):
    """Mean and half the width of its 95 % interval (Student); 0 of a single value."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return mean, 0.0
    t = STUDENT[len(values) - 2] if len(values) - 2 < len(STUDENT) else 1.96
    return mean, t * statistics.stdev(values) / math.sqrt(len(values))


def interval_of_means(values):
    """Mean and the ends of its 95 % interval, see interval()."""
    mean, half = interval(values)
    return mean, mean - half, mean + half


def span(counts, what):
    """A number or a range with its noun: "3 draws", "1 to 3 draws"."""
    low, high = min(counts), max(counts)
    if low == high == 1:
        return f"1 {what.removesuffix('s')}"
    return f"{low} {what}" if low == high else f"{low} to {high} {what}"


def say_means(counts, mark, interval_name, geometric=False):
    """How many values each mean is of, and what is drawn around it. @param geometric see interval_of_ratios()"""
    if max(counts) == 1:
        return f"n = 1 draw per {mark}: no interval."
    kind, of_logs = ("geometric mean", ", of logarithms") if geometric else ("mean", "")
    around = f"{mark.capitalize()}: {kind}; {interval_name}: its 95 % interval (Student{of_logs})."
    return f"n = {span(counts, 'draws')} per {mark}. {around}"


def goodputs(points, step):
    """Mean rates in bit/s between samples of a running total of bytes: [(begin, end, rate)].

    A sender has samples only while it has something to send. So what a first sample has, or the first
    one behind a gap, was sent in the step before it.

    @param points (ns, bytes), ascending @param step ns from one look at the senders to the next
    """
    spans = []
    last, before = None, 0.0
    for time, total in points:
        begin = max(time - step, 0.0 if last is None else last)
        if time > begin:
            spans.append((begin, time, 8e9 * (total - before) / (time - begin)))
        last, before = time, total
    return spans


def step_of(times):
    """The time from one look to the next: the least between two samples, or before the only one."""
    ascending = sorted(set(times))
    steps = [b - a for a, b in zip(ascending, ascending[1:])]
    return min(steps, default=ascending[-1])


def interval_of_ratios(values):
    """Geometric mean and the ends of its 95 % interval: Student's of the logarithms, so it is positive."""
    mean, half = interval([math.log(value) for value in values])
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def scale(unit, largest):
    """The unit in which a number is best shown, and its size in the first unit."""
    largest = abs(largest)
    if unit == "ns":
        steps = (("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1.0))
    elif unit == "B":
        steps = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0))
    elif unit == "bit/s":
        steps = (("Tb/s", 1e12), ("Gb/s", 1e9), ("Mb/s", 1e6), ("b/s", 1.0))
    else:
        return unit, 1.0
    for name, factor in steps:
        if largest >= factor:
            return name, factor
    return steps[-1]


def figures_of(results):
    """Names of the figures that jobs are judged by besides, with their units."""
    return {row["figure"]: row["unit"] for row in results.rows("figures.csv")}


def metric_values(results, metric):
    """Triples (row, value, unit) of a column of summary.csv or a figure of figures.csv."""
    if not results.has("summary.csv"):
        return []
    first = next(results.rows("summary.csv"), {})
    if metric in first:
        unit = METRICS[metric].unit if metric in METRICS else ""
        rows = results.rows("summary.csv")
        return [(row, float(row[metric]), unit) for row in rows if row[metric]]
    if metric in results.metrics("slowdown.csv"):
        rows = results.rows("slowdown.csv")
        return [(r, float(r[metric]), "") for r in rows if r["bin"] == "all"]
    figures = figures_of(results)
    if metric in figures:
        rows = results.rows("figures.csv")
        return [(r, float(r["value"]), r["unit"]) for r in rows if r["figure"] == metric]
    known = [n for n in METRICS if n in first or n in results.metrics("slowdown.csv")] + list(figures)
    raise InputError(f"--metric {metric}: is unknown; expected one of {', '.join(known)}")


def find_computing(results):
    """The jobs whose GPUs compute for at least 1 % of their time: of others an idle GPU says nothing."""
    sums = {}
    for row in results.rows("waits.csv"):
        parts = sums.setdefault(row["job"], [0.0, 0.0])
        shown = float(row["exposed_ns"] or row["time_ns"])
        parts[0] += shown if row["activity"] == "compute" else 0.0
        parts[1] += shown
    return {job for job, (compute, whole) in sums.items() if compute >= 0.01 * whole > 0}


def groups_of(results, names):
    """A function from a row to the name of its group. @param names of --group, or none"""
    allowed = ["fabric", "job", "seed", *results.keys]
    names = names or ["fabric"]
    for name in names:
        if name not in allowed:
            raise InputError(f"--group {name}: is unknown; expected one of {', '.join(allowed)}")

    def name_group(row):
        parts = [row[n] if n in ("fabric", "job") else f"{short_key(n)} {row[n]}" for n in names]
        return ", ".join(parts)

    return name_group


def lines_of(results, names, key):
    """A function from a row to the name of its line in a figure against a swept key.

    A swept key of one fabric alone, such as fabric.0.congestionControl.beta, leaves the others as they are: these
    have one line, and it is None for their rows at other values of that key.

    @param names of --group; none: the fabric and the other swept keys of which --where keeps several values
    """
    if names:
        return groups_of(results, names)
    others = [k for k in results.keys if k != key and k not in results.where]
    fabrics = results.fabrics_of_manifest()
    owners = {}  # fabric by the key that changes it alone
    for other in others if set(results.fabrics) <= set(fabrics) else []:  # a sweep may change their names
        match = re.match(r"fabric\.(\d+)\.", other)
        if match and int(match[1]) < len(fabrics):
            owners[other] = fabrics[int(match[1])]
    shown = [run.point for run, _ in results.paths("summary.csv")][:1]

    def name_line(row):
        foreign = [k for k, fabric in owners.items() if fabric != row["fabric"]]
        if any(row[k] != shown[0][k] for k in foreign):
            return None
        parts = [f"{short_key(k)} {row[k]}" for k in others if k not in foreign]
        return ", ".join([row["fabric"], *parts])

    return name_line


def short_key(key):
    """The end of a swept key: workload.0.load is load."""
    return key.split(".")[-1]


def title_of(point, keys):
    """What a panel is called that shows these keys of a point; empty without keys."""
    return ", ".join(f"{short_key(key)} {point[key]}" for key in keys)


def label_of(metric):
    """The name of a column or figure in reports and plots."""
    return METRICS[metric].label if metric in METRICS else metric


def is_number(text):
    """Whether a value can be placed on an axis."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def to_number(text):
    """A number, or a quantity as scenarios have it (16MiB, 100Gbps, 10us) in B, bit/s or ns; else None."""
    text = str(text).strip()
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    factor = FACTORS.get(text[len(digits) :].strip())
    return float(digits) * factor if factor and is_number(digits) else None


def sort_values(values):
    """Numbers and quantities by size, other texts as they came."""
    values = list(dict.fromkeys(values))
    return values if None in map(to_number, values) else sorted(values, key=to_number)


def name_key(results, key):
    """A swept key at an axis: its end, unless two keys have the same."""
    short = short_key(key)
    return key if [short_key(k) for k in results.keys].count(short) > 1 else short


Link = collections.namedtuple("Link", "number ends hosts directions")


def read_links(results):
    """The network of each fabric in the typical run: {fabric: [Link]}; both directions."""
    networks = {}
    for _, path in results.paths("links.csv", [results.typical]):
        for row in read_table(path):
            fabric = row["fabric"]
            if row["network"] != "fabric" or results.where.get("fabric", fabric) != fabric:
                continue
            links = networks.setdefault(fabric, {})
            number = int(row["link"])
            if number not in links:
                ends = row["from"], row["to"]
                links[number] = Link(number, ends, (row["from_host"], row["to_host"]), [])
            links[number].directions.append(row)
    return results.in_order({fabric: list(links.values()) for fabric, links in networks.items()})


def place_nodes(links):
    """Where to draw nodes: {name: (x, y)} in [0, 1]; hosts at the bottom, or around a ring.

    The height of a switch is how many links it is from the next host. Switches that are all next
    to hosts and joined to each other, as in a torus, are put on a circle with their hosts outside.
    """
    neighbours = {}
    hosts = {}
    for link in links:
        for end, host, other in zip(link.ends, link.hosts, reversed(link.ends)):
            neighbours.setdefault(end, []).append(other)
            if host:
                hosts[end] = int(host)
    height = dict.fromkeys(sorted(hosts, key=hosts.get), 0)
    queue = collections.deque(height)
    while queue:
        node = queue.popleft()
        for other in neighbours[node]:
            if other not in height:
                height[other] = height[node] + 1
                queue.append(other)
    top = max(height.values(), default=0)
    rows = [[node for node in height if height[node] == h] for h in range(top + 1)]
    if top == 1 and len(rows[1]) > 2 and any(o in rows[1] for n in rows[1] for o in neighbours[n]):
        return place_on_circle(rows[1], neighbours, hosts)
    places = {}
    for h, row in enumerate(rows):
        for i, node in enumerate(row):
            places[node] = ((i + 0.5) / len(row), h / max(top, 1))
    return places


def place_on_circle(switches, neighbours, hosts):
    """Switches in the order of their names around a circle, hosts outside of theirs."""
    places = {}
    for i, node in enumerate(switches):
        angle = 2 * math.pi * i / len(switches)
        places[node] = (0.5 + 0.32 * math.sin(angle), 0.5 + 0.32 * math.cos(angle))
        own = sorted({o for o in neighbours[node] if o in hosts}, key=hosts.get)
        for k, host in enumerate(own):
            spread = 1.6 * math.pi / len(switches) * ((k + 0.5) / len(own) - 0.5)
            places[host] = (0.5 + 0.48 * math.sin(angle + spread), 0.5 + 0.48 * math.cos(angle + spread))
    return places
