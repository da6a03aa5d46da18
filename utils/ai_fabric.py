# SPDX-License-Identifier: GPL-2.0-only
"""Runs scenarios and sweeps from Python and gives their tables.

    import ai_fabric

    results = ai_fabric.run("tiny", {"topology.hosts": 8}, seed=1)
    for row in results.table("summary"):
        print(row["fabric"], row["job"], row["completion_ns"])

    results = ai_fabric.sweep("tiny", {"workload.0.bytes": ["100kB", "1MB"]}, seeds=5)
    statistics = results.table("sweep-statistics")

Needs nothing but Python's own library. Where pandas is installed a table is a DataFrame, else a list
of dicts; `frames=False` of table() gives lists everywhere. A notebook shows results and tables as
tables.

A scenario is a name of examples/scenarios, the path of a file, or a dict with the same keys. The
program is the value of the environment variable AI_FABRIC_RUN, or build/ai-fabric-run of the clone in
which this file is, or ai-fabric-run of an installation, or `./ai-fabric run`, which builds it first.
"""

import csv
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
INPUT_IS_WRONG = 2  # exit status
MOST_ROWS = 20  # of a table in a notebook

# A text that a spreadsheet would take for a formula has an apostrophe before it.
GUARDED = re.compile(r"'+[=+\-@\t\r].", re.DOTALL)


class RunError(Exception):
    """The simulator did not run; the text is its message."""


class InputError(RunError):
    """The scenario or a key is wrong; the text is one line: file, line, key, what is allowed."""


class Table(list):
    """Rows as dicts, which a notebook shows as a table."""

    def _repr_html_(self):
        columns = list(dict.fromkeys(column for row in self for column in row))

        def line(cells, tag):
            texts = ("" if cell is None else html.escape(str(cell)) for cell in cells)
            return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"

        lines = [line(columns, "th")]
        lines += [line((row.get(column) for column in columns), "td") for row in self[:MOST_ROWS]]
        more = f"<p>{len(self)} rows, of which {MOST_ROWS} are shown</p>" if len(self) > MOST_ROWS else ""
        return f"<table>{''.join(lines)}</table>{more}"


class Results:
    """A folder of results.

    folder: pathlib.Path of it
    status: exit status of the run; 1 if a simulation stalled or left work undone, or if a run of a
        sweep failed
    messages: text of the run on stderr: warnings and problems
    """

    def __init__(self, folder, status=0, messages="", owner=None):
        """Results of an earlier run, perhaps of another program.

        folder: its folder
        status, messages: see above
        owner: keeps the folder for as long as these results exist
        """
        self.folder = pathlib.Path(folder)
        self.status = status
        self.messages = messages
        self._owner = owner
        if not self.is_sweep() and not (self.folder / "manifest.json").exists():
            raise RunError(f"{self.folder}: has no results of a run")

    def is_sweep(self):
        """Whether these are the results of a sweep."""
        return (self.folder / "sweep.json").exists()

    def manifest(self):
        """manifest.json or, of a sweep, sweep.json, as a dict."""
        name = "sweep.json" if self.is_sweep() else "manifest.json"
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def table(self, name, frames=True):
        """A table of the folder.

        name: file without ".csv", such as "summary", "flows", "sweep". A table that the folder does
            not have itself is put together from those of its runs that are complete, each row with
            columns for the draw ("seed") and, in a sweep, point and swept keys in front.
        frames: True: a pandas.DataFrame, if pandas is installed

        Returns a list of dicts (Table) with numbers as int or float and empty fields as None, or a
        DataFrame with NaN in their place. Raises KeyError if there is no such table.
        """
        path = self.folder / f"{name}.csv"
        parts = [({}, path)] if path.exists() else list(self._parts(name))
        if not parts:
            raise KeyError(f"no table {name} in {self.folder}")
        rows = Table()
        for columns, part in parts:
            rows += [{**columns, **row} for row in read_table(part)]
        if frames:
            try:
                import pandas  # here, as it takes half a second
            except ImportError:
                return rows
            return pandas.DataFrame(rows)
        return rows

    def __repr__(self):
        return f"<results in {self.folder}, status {self.status}>"

    def _repr_html_(self):
        """The summary, without columns that are empty."""
        rows = self.table("sweep" if self.is_sweep() else "summary", frames=False)
        used = {column for row in rows for column, cell in row.items() if cell is not None}
        shown = Table({column: cell for column, cell in row.items() if column in used} for row in rows)
        return f"<p>{html.escape(repr(self))}</p>{shown._repr_html_()}"

    def _parts(self, name):
        """Folders of single draws that have a table, with the columns that tell them apart."""
        if self.is_sweep():
            manifest = self.manifest()
            points = {point["point"]: point["values"] for point in manifest["points"]}
            for run in manifest["runs"]:
                path = self.folder / run["folder"] / f"{name}.csv"
                if run["status"] == "complete" and path.exists():
                    values = {key: to_number(text) for key, text in points[run["point"]].items()}
                    yield {"point": run["point"], **values, "seed": run["seed"]}, path
            return
        draws = self.folder.glob("seed-*")
        for folder in sorted(draws, key=lambda folder: int(folder.name[5:])):
            if (folder / f"{name}.csv").exists():
                yield {"seed": int(folder.name[5:])}, folder / f"{name}.csv"


def plain(text):
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return text[1:] if text[:1] == "'" and GUARDED.match(text) else text


def plain_rows(file):
    """The rows of an open CSV file as dictionaries, see plain()."""
    for row in csv.DictReader(file):
        yield {key: plain(cell) if isinstance(cell, str) else cell for key, cell in row.items()}


def to_number(text):
    """A field of a table as int or float if it is one, as None if it is empty."""
    if not text:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def read_table(path):
    """A CSV file as a list of dicts, see to_number()."""
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {key: to_number(text) for key, text in row.items()} for row in plain_rows(file)
        ]


def find_runner():
    """The command that runs scenarios, as a list of words."""
    given = os.environ.get("AI_FABRIC_RUN")
    if given:
        return [given]
    built = ROOT / "build" / "ai-fabric-run"
    installed = shutil.which("ai-fabric-run")
    if built.exists():
        return [str(built)]
    if installed:
        return [installed]
    launcher = ROOT / "ai-fabric"
    if not launcher.exists():
        raise RunError("there is no ai-fabric-run: install ai-fabric, or set AI_FABRIC_RUN to its path")
    return [str(launcher), "run"]


def find_scenario(name, runner):
    """The path of a scenario.

    name: the path of a file, or a name of examples/scenarios of the clone or of the installation
        that runner (a list of words) belongs to
    """
    program = pathlib.Path(runner[0]).resolve().parent
    for folder in (ROOT, program.parent, program.parent / "share" / "ai-fabric"):
        shipped = folder / "examples" / "scenarios" / f"{name}.json"
        if not pathlib.Path(name).exists() and shipped.exists():
            return shipped
    return pathlib.Path(name)


def to_options(overrides):
    """Overrides, see run(), as a list of --set options; values of a dict are written as JSON."""
    if isinstance(overrides, dict):
        overrides = [f"{key}={json.dumps(value)}" for key, value in overrides.items()]
    return [word for setting in overrides or () for word in ("--set", setting)]


def to_draws(seeds):
    """How many draws, or their seeds, as options."""
    if isinstance(seeds, int):
        return ["--seeds", str(seeds)]
    seeds = list(seeds)
    # --seeds 7 would be seven draws.
    return ["--seeds" if len(seeds) > 1 else "--seed", ",".join(map(str, seeds))]


def run(scenario, overrides=None, **options):
    """Runs a scenario. Returns its Results.

    scenario: name, path or dict
    overrides: {key: value}, as {"fabric.0.congestionControl": "swift"}, or texts as --set takes
        them, as ["fabric.0.congestionControl=swift"]
    seed: of the only draw; or
    seeds: how many draws, or a list of seeds (default: those of the scenario, or 10)
    output: folder for the results (default: a temporary folder, deleted with the Results)
    load: shared libraries with classes of your own, a path or a list of them
    jobs: runs at once (default: the number of cores)
    arguments: more words for the command line, a list
    runner: the program, a path or a list of words (default: see find_runner())

    Raises InputError if the input is wrong, RunError if there are no results. A simulation that
    stalled has results, and 1 as status.
    """
    return _call(scenario, to_options(overrides), **options)


def sweep(scenario, axes=None, overrides=None, resume=False, **options):
    """Runs a scenario with every combination of some values. Returns its Results.

    axes: {key: values}: values are a list; or {"from": a, "to": b, "step": s}, both ends included;
        or {name: {key: value, ...}, ...}, levels with names that set several keys together. None:
        those of the scenario
    overrides: of all points, as in run()
    resume: continue the sweep in output; finished runs are not repeated

    Everything else as in run(). A run that failed does not end the others: status is 1 then,
    messages name it, and tables lack it.
    """
    words = to_options(overrides)
    for key, values in (axes or {}).items():
        if not isinstance(values, dict):
            values = list(values)
        words += ["--sweep", f"{key}={json.dumps(values)}"]
    return _call(scenario, words + (["--resume"] if resume else []), **options)


def _call(
    scenario,
    words,
    seed=None,
    seeds=None,
    output=None,
    load=(),
    jobs=None,
    arguments=(),
    runner=None,
):
    """Runs the program, see run()."""
    runner = runner or find_runner()
    runner = [str(word) for word in ([runner] if isinstance(runner, (str, os.PathLike)) else runner)]
    owner = None
    if output is None:
        owner = tempfile.TemporaryDirectory(prefix="ai-fabric-")
        output = owner.name
    with tempfile.TemporaryDirectory(prefix="ai-fabric-") as scratch:
        if isinstance(scenario, dict):
            path = pathlib.Path(scratch) / "scenario.json"
            path.write_text(json.dumps(scenario, indent=4), encoding="utf-8")
        else:
            path = find_scenario(scenario, runner)
        command = [*runner, str(path), "--quiet", "--no-figure", "--output", str(output), *words]
        if seed is not None:
            command += ["--seed", str(seed)]
        if seeds is not None:
            command += to_draws(seeds)
        if jobs is not None:
            command += ["--jobs", str(jobs)]
        for library in [load] if isinstance(load, (str, os.PathLike)) else load:
            command += ["--load", str(library)]
        done = subprocess.run(
            [*command, *arguments], stderr=subprocess.PIPE, text=True, check=False
        )
    if done.returncode == INPUT_IS_WRONG:
        raise InputError(done.stderr.strip())
    if done.returncode not in (0, 1):
        raise RunError(f"{' '.join(command)}: status {done.returncode}: {done.stderr.strip()}")
    try:
        return Results(output, done.returncode, done.stderr, owner)
    except RunError as error:
        raise RunError(done.stderr.strip() or str(error)) from error
