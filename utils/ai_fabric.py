# SPDX-License-Identifier: GPL-2.0-only
"""Runs scenarios and sweeps from Python and gives their tables.

    import ai_fabric

    results = ai_fabric.run("tiny", {"topology.hosts": 8}, seed=1)
    for row in results.table("summary"):
        print(row["fabric"], row["job"], row["completion_ns"])

    results = ai_fabric.sweep("tiny", {"workload.0.bytes": ["100kB", "1MB"]}, seeds=5)
    statistics = results.table("sweep-statistics")

Needs nothing but Python's own library. Where pandas is installed a table is a DataFrame, else a list
of dicts; `frames=False` of table() gives lists everywhere.

A scenario is a name of examples/scenarios, the path of a file, or a dict with the same keys. The
program is the value of the environment variable AI_FABRIC_RUN, or build/ai-fabric-run of this folder,
or `./ai-fabric run`, which builds it first.
"""

import json
import os
import pathlib
import subprocess
import tempfile

from result_tables import plain_rows

try:
    import pandas
except ImportError:
    pandas = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "examples" / "scenarios"
INPUT_IS_WRONG = 2  # exit status


class RunError(Exception):
    """The simulator did not run; the text is its message."""


class InputError(RunError):
    """The scenario or a key is wrong; the text is one line: file, line, key, what is allowed."""


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

        Returns a list of dicts with numbers as int or float and empty fields as None, or a
        DataFrame with NaN in their place. Raises KeyError if there is no such table.
        """
        path = self.folder / f"{name}.csv"
        parts = [({}, path)] if path.exists() else list(self._parts(name))
        if not parts:
            raise KeyError(f"no table {name} in {self.folder}")
        rows = []
        for columns, part in parts:
            rows += [{**columns, **row} for row in read_table(part)]
        return pandas.DataFrame(rows) if frames and pandas else rows

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
    return [str(built)] if built.exists() else [str(ROOT / "ai-fabric"), "run"]


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
    command = [str(word) for word in ([runner] if isinstance(runner, (str, os.PathLike)) else runner)]
    owner = None
    if output is None:
        owner = tempfile.TemporaryDirectory(prefix="ai-fabric-")
        output = owner.name
    with tempfile.TemporaryDirectory(prefix="ai-fabric-") as scratch:
        if isinstance(scenario, dict):
            path = pathlib.Path(scratch) / "scenario.json"
            path.write_text(json.dumps(scenario, indent=4), encoding="utf-8")
        else:
            path = pathlib.Path(scenario)
            shipped = SCENARIOS / f"{scenario}.json"
            if not path.exists() and shipped.exists():
                path = shipped
        command += [str(path), "--quiet", "--no-figure", "--output", str(output), *words]
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
