# SPDX-License-Identifier: GPL-2.0-only
"""Tables of measurements: reads them, runs their rows and says how far off the results are.

A table is a CSV file. Lines `# KEY: VALUE` come first, then a row of names, then a row per
measurement. doc/validation.rst says what the keys and columns are.
"""

import concurrent.futures
import csv
import dataclasses
import io
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import tempfile

import ai_fabric
import result_tables

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "examples" / "measured"
PLATFORMS = FOLDER / "platforms"
KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB

# Of --nccl-tests.
COLLECTIVES = (
    "all_reduce",
    "all_gather",
    "reduce_scatter",
    "broadcast",
    "reduce",
    "alltoall",
    "gather",
    "scatter",
    "sendrecv",
)
# write_lat and write_bw are as perftest has them: time of one write, rate of writes with some of them
# in flight. job is the scenario's first job with so many bytes.
UNITS = {  # by column: what is printed
    "us": "us",
    "busbw_GBps": "GB/s bus",
    "algbw_GBps": "GB/s",
    "Gbps": "Gb/s",
}
UNITS_OF = {name: ("us", "busbw_GBps", "algbw_GBps") for name in (*COLLECTIVES, "job")}
UNITS_OF.update({"write_lat": ("us",), "write_bw": ("Gbps",)})
TEXTS = ("machine", "source", "differs", "assumed")
KEYS = (*TEXTS, "scenario", "operation", "platform", "in flight", "set")
USES = ("", "fitted")
SIZE = re.compile(r"([1-9][0-9]*) ?(?:B|([KMG])(?:iB)?)?")


class TableError(Exception):
    """A table is wrong; the text is one line: file, line, key, what is allowed."""


@dataclasses.dataclass(frozen=True)
class Row:
    """A measurement: bytes, the value in the table's unit, whether it gave a constant, settings."""

    size: int
    value: float
    fitted: bool
    settings: tuple


@dataclasses.dataclass(frozen=True)
class Table:
    """
    Measurements of one machine.

    texts are what TEXTS names; scenario is a path; unit is one of UNITS; inFlight is how many
    writes are under way; settings are as of --set, for all rows.
    """

    name: str
    texts: dict
    scenario: pathlib.Path
    operation: str
    unit: str
    in_flight: int
    settings: tuple
    rows: tuple


def to_bytes(text):
    """A size such as 8, 64KiB or 64K as bytes; None if the text is not a size."""
    found = SIZE.fullmatch(text.strip())
    if not found:
        return None
    return int(found[1]) * {None: 1, "K": KIB, "M": MIB, "G": GIB}[found[2]]


def show_size(size):
    """Bytes with the largest unit that leaves a whole number."""
    for unit, name in ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def show_number(value):
    """Four digits, without an exponent."""
    if value == 0:
        return "0"
    text = f"{value:.{max(0, 3 - math.floor(math.log10(abs(value))))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def read_overlay(path):
    """
    A file that has an object of keys and values, as settings of --set.

    The object is the file's own or its "values", beside "about" and "source".
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TableError(f"{path}: {error}") from error
    if not isinstance(values, dict):
        raise TableError(f"{path}: is not an object of keys and values")
    if "values" in values:
        unknown = sorted(set(values) - {"about", "source", "values"})
        if unknown or not isinstance(values["values"], dict):
            key = unknown[0] if unknown else "values"
            raise TableError(f"{path}: {key}: expected about, source and an object values")
        values = values["values"]
    return tuple(
        f"{key}={value if isinstance(value, str) else json.dumps(value)}"
        for key, value in values.items()
    )


def find_scenario(name, folder):
    """The path of a scenario: a file beside the table, or one of examples/scenarios; or None."""
    for path in (folder / name, ai_fabric.ROOT / "examples" / "scenarios" / f"{name}.json"):
        if path.is_file():
            return path
    return None


class Reader:
    """Reads one table."""

    def __init__(self, path):
        self.path = path
        self.header = {}

    def fail(self, line, text):
        raise TableError(f"{self.path}:{line}: {text}")

    def read_header(self, number, line):
        """Notes a line `# KEY: VALUE`; the values of a key that comes again are put together."""
        key, colon, value = line[1:].partition(":")
        key, value = key.strip(), value.strip()
        if not colon or key not in KEYS or not value:
            self.fail(number, f'"{line}" should be "# KEY: VALUE" with one of {", ".join(KEYS)}')
        if key not in ("set", *TEXTS) and key in self.header:
            self.fail(number, f'there are two lines "{key}"')
        self.header.setdefault(key, []).append(value)

    def get(self, key, default=None):
        if key not in self.header and default is None:
            raise TableError(f'{self.path}: lacks a line "# {key}: ..."')
        return " ".join(self.header.get(key, [default]))

    def read(self, **given):
        """
        The table. given has values by key that replace those of the file: a user's table has none.
        """
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise TableError(f"{self.path}: {error}") from error
        first = 0
        while first < len(lines) and lines[first].startswith("#"):
            self.read_header(first + 1, lines[first])
            first += 1
        self.header.update({key: [value] for key, value in given.items() if value})
        operation = self.get("operation")
        if operation not in UNITS_OF:
            raise TableError(f'{self.path}: operation is one of {", ".join(UNITS_OF)}')
        scenario = find_scenario(self.get("scenario"), self.path.parent)
        if not scenario:
            raise TableError(f'{self.path}: there is no scenario "{self.get("scenario")}"')
        in_flight = self.get("in flight", "1")
        if not in_flight.isdigit() or int(in_flight) < 1:
            raise TableError(f'{self.path}: "in flight" is a number of messages, 1 or more')
        settings = tuple(self.header.get("set", ()))
        if "platform" in self.header:
            settings += read_overlay(PLATFORMS / f'{self.get("platform")}.json')
        unit, rows = self.read_rows(first, lines[first:], UNITS_OF[operation])
        return Table(
            name=self.path.stem,
            texts={key: self.get(key) for key in TEXTS if key in self.header},
            scenario=scenario,
            operation=operation,
            unit=unit,
            in_flight=int(in_flight),
            settings=settings,
            rows=rows,
        )

    def read_rows(self, first, lines, units):
        names = next(csv.reader(lines[:1]), [])
        found = [name for name in names if name in units]
        if "size" not in names or len(found) != 1 or len(set(names)) != len(names):
            self.fail(first + 1, f'needs columns "size" and one of {", ".join(units)}')
        unit = found[0]
        wrong = [name for name in names if name in UNITS and name != unit]
        if wrong:
            self.fail(first + 1, f'column "{wrong[0]}" is not of this operation')
        keys = [name for name in names if name not in ("size", "use", unit)]
        rows = []
        for number, fields in enumerate(csv.reader(io.StringIO("\n".join(lines[1:]))), first + 2):
            if len(fields) != len(names):
                self.fail(number, f"has {len(fields)} fields, the first row {len(names)}")
            cells = dict(zip(names, fields))
            size = to_bytes(cells["size"])
            if not size:
                self.fail(number, f'size "{cells["size"]}" should be such as 8, 64KiB or 1GiB')
            try:
                value = float(cells[unit])
            except ValueError:
                value = -1
            if not 0 < value < float("inf"):
                self.fail(number, f'{unit} "{cells[unit]}" should be a number above 0')
            use = cells.get("use", "")
            if use not in USES:
                self.fail(number, f'use "{use}" should be empty or "fitted"')
            settings = tuple(f"{key}={cells[key]}" for key in keys if cells[key])
            rows.append(Row(size, value, use == "fitted", settings))
        if not rows:
            raise TableError(f"{self.path}: has no measurements")
        return unit, tuple(rows)


def read_table(path, **given):
    """A table; see Reader.read(). Raises TableError."""
    return Reader(pathlib.Path(path)).read(**given)


def read_tables(patterns=("*",)):
    """Those of examples/measured whose names match, in the order of their names."""
    paths = {path for pattern in patterns for path in FOLDER.glob(f"{pattern}.csv")}
    if not paths:
        raise TableError(f'{FOLDER}: has no table "{", ".join(patterns)}"')
    return [read_table(path) for path in sorted(paths)]


class Runs:
    """
    Runs rows of tables, as many at a time as jobs, each with one thread.

    settings are laid over those of the table and of the row.
    """

    def __init__(self, runner, jobs):
        self.runner = runner
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)

    def close(self):
        self.pool.shutdown(cancel_futures=True)

    def start(self, table, row, settings=()):
        """A future of what a row is here, in the table's unit."""
        return self.pool.submit(self.obtain, table, row, settings)

    def obtain(self, table, row, settings):
        with tempfile.TemporaryDirectory(prefix="ai-fabric-row-") as folder:
            self.run(table, row, settings, folder)
            read = {"job": read_job, "write_lat": read_writes, "write_bw": read_writes}
            return read.get(table.operation, read_collective)(pathlib.Path(folder), table, row)

    def run(self, table, row, settings, folder):
        """Leaves the results of a row in a folder."""
        command = [str(self.runner), str(table.scenario), "--quiet", "--no-figure", "--no-lint"]
        command += ["--seed", "1", "--jobs", "1", "--threads", "1", "--output", folder]
        settings = [*table.settings, *row.settings, *settings]
        if table.operation in COLLECTIVES:
            command += ["--nccl-tests", table.operation]
            command += ["-b", str(row.size), "-e", str(row.size)]
        else:
            settings.append(f"workload.bytes={row.size}")
        if table.operation in ("write_lat", "write_bw"):
            rounds = 3 * table.in_flight if table.in_flight > 1 else 1
            settings += [f"workload.rounds={rounds}", f"workload.inFlight={table.in_flight}"]
        command += [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.strip() or f"status {done.returncode}"
            raise TableError(f"{table.name}, {show_size(row.size)}: {said}")


def obtain_all(tables, runner, jobs=None):
    """Pairs of a table and what its rows are here, in order, each as soon as it is known."""
    runs = Runs(runner, jobs or os.cpu_count() or 1)
    try:
        started = [(table, [runs.start(table, row) for row in table.rows]) for table in tables]
        for table, futures in started:
            yield table, [future.result() for future in futures]
    finally:
        runs.close()


def read_collective(folder, table, _):
    """What nccl-tests.json has of its one size."""
    fabrics = json.loads((folder / "nccl-tests.json").read_text(encoding="utf-8"))["fabrics"]
    names = {"us": "time_us", "busbw_GBps": "bus_bw_GBps", "algbw_GBps": "alg_bw_GBps"}
    return fabrics[0]["results"][0][names[table.unit]]


def read_job(folder, table, _):
    """What summary.csv has of the first job."""
    rows = result_tables.read_table(folder / "summary.csv")
    job = next(row for row in rows if row["job"] != "all")
    if table.unit == "us":
        return float(job["completion_ns"]) / 1e3
    if not job[table.unit]:
        raise TableError(f"{table.name}: the job has no {table.unit}; take us")
    return float(job[table.unit])


def read_writes(folder, table, row):
    """As perftest: half a round trip; or the rate, without the first messages in flight."""
    flows = result_tables.read_table(folder / "flows.csv")
    if table.operation == "write_lat":
        return float(flows[0]["one_way_ns"]) / 1e3
    if table.in_flight == 1:
        return 8 * row.size / float(flows[0]["fct_ns"])
    ends = sorted(float(flow["start_ns"]) + float(flow["fct_ns"]) for flow in flows)
    first = table.in_flight
    return 8 * row.size * (len(ends) - first) / (ends[-1] - ends[first - 1])


def get_errors(values):
    """Median and greatest of the absolute values, in per cent."""
    percent = [100 * abs(value) for value in values]
    return statistics.median(percent), max(percent)
