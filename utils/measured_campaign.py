# SPDX-License-Identifier: GPL-2.0-only
"""Runs a scenario over many draws and cable lengths and keeps what each run gave."""

import concurrent.futures
import csv
import functools
import hashlib
import itertools
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile

import ai_fabric
import result_tables
from measured_draws import DrawExpressions
from measured_libraries import Libraries
from measured_text import PageError, cut

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "doc" / "measured"
DRAWS = ROOT / "build" / "draws"
KEYS = ("run", "cable", "seed", "fabric", "job")
PLAN = "plan"
NO_PLAN = ("tables", "figure", "printed", "tested")


class CampaignError(Exception):
    """A campaign cannot be run or read; the text is one line for the user."""


class Campaign:
    """What doc/measured/NAME.json asks for, and what its runs gave.

    NAME.csv has the rows of the first draw of each run, NAME.numbers.csv the numbers that pages ask for, made
    of all draws. The rows of all draws are in build/draws, of which pages may ask for more.

    Keys of the file: `scenario`, a name in examples/scenarios; `load`, a list of sources that it
    needs; `draws`, seeds 1 to this; `columns`
    of summary.csv; `cables`, an object of `keys` (scenario keys that are a cable's delay),
    `lengths` (what they are set to, "" for nothing), `own` (which of them is the scenario's) and
    `draws` (of the others; default: as many); `runs`, an object from a name to a list of KEY=VALUE,
    "" being the scenario as it is (default); `tables`, see doc/measured.rst; `printed`, true if
    NAME.txt is to have what the runner prints of the scenario with the number of draws that it takes
    by itself; `figure`, where in the tree its figure goes; `tested`, false if the test is to take the
    recorded rows for true, as runs last too long for it; `table`, another one of the results than
    summary.csv with a row per fabric and job, of the rows that have the values of `where`; of
    figures.csv without `where`, `columns` are names of figures.
    """

    def __init__(self, path, runner):
        self.name = path.stem
        self.runner = runner
        self.table_file = path.with_suffix(".csv")
        self.text_file = path.with_suffix(".txt")
        self.numbers_file = path.with_suffix(".numbers.csv")
        self.draws_file = DRAWS / path.relative_to(FOLDER).with_suffix(".csv")
        with open(path, encoding="utf-8") as file:
            self.plan = json.load(file)
        self.scenario = ROOT / "examples" / "scenarios" / f"{self.plan['scenario']}.json"
        self.libraries = Libraries(runner, self.plan.get("load", []))
        self.draws = self.plan["draws"]
        cables = self.plan.get("cables", {"keys": [], "lengths": [""], "own": ""})
        self.cable_keys, self.cables, self.own_cable = (
            cables["keys"],
            cables["lengths"],
            cables["own"],
        )
        self.other_draws = cables.get("draws", self.draws)
        self.runs = self.plan.get("runs", {"": []})
        self.columns = self.plan["columns"]
        self.tables = self.plan.get("tables", {})
        self.is_printed = self.plan.get("printed", False)
        self.by_name = False
        self._rows = None
        self._numbers = None
        self._asked = {}

    def get_expressions(self):
        verbs = DrawExpressions(self).get_verbs()
        return {verb: functools.partial(self._answer, verb, verbs[verb]) for verb in verbs}

    def _answer(self, verb, find, *words, **options):
        """A number of all draws as text: of the recorded numbers, or of the draws if these are there."""
        called = shlex.join([verb, *words, *(f"{key}={options[key]}" for key in sorted(options))])
        if self.rows():
            self._asked[called] = find(*words, **options)
        elif called in self._known_numbers():
            self._asked[called] = self._known_numbers()[called]
        else:
            raise PageError(
                f"{{{called}}} is not in {self.numbers_file.name}; ./ai-fabric docs --update"
                f" {self.draws_file.relative_to(DRAWS).with_suffix('')} makes it"
            )
        return self._asked[called]

    def _known_numbers(self):
        """The recorded numbers by expression."""
        if self._numbers is None:
            rows = result_tables.read_table(self.numbers_file) if self.numbers_file.exists() else []
            self._numbers = {row["expression"]: row["text"] for row in rows}
        return self._numbers

    def has_other_numbers(self):
        """Whether pages that have been rendered asked for other numbers than those of the file."""
        return {**self._asked, PLAN: self._mark()} != self._known_numbers()

    def write_numbers(self):
        """Writes the numbers that pages asked for, after all pages have been rendered."""
        with open(self.numbers_file, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("expression", "text"))
            writer.writerows([(PLAN, self._mark()), *sorted(self._asked.items())])

    def _mark(self):
        """A digest of what the draws depend on."""
        plan = {key: value for key, value in self.plan.items() if key not in NO_PLAN}
        return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()[:16]

    def get_paragraphs(self):
        return {
            "printed": lambda **options: cut(self.printed(), self.text_file.name, **options)
        }

    def draws_at(self, cable):
        """Number of draws with cables of a given length."""
        return self.draws if cable == self.own_cable else self.other_draws

    def recorded(self):
        """Whether the numbers are those of this plan, and the first draws and the text are there."""
        return self.is_printed == self.text_file.exists() and self._is_of_plan()

    def _is_of_plan(self):
        if not self.table_file.exists():
            return False
        first = self._first_rows()
        found = {(row["run"], row["cable"], row["seed"]) for row in first}
        wanted = {(run, self.own_cable, "1") for run in self.runs}
        return (
            found == wanted
            and set(first[0]) == {*KEYS, *self.columns}
            and self._known_numbers().get(PLAN) == self._mark()
        )

    def _first_rows(self):
        return result_tables.read_table(self.table_file)

    def _is_first(self, row):
        return (row["cable"], row["seed"]) == (self.own_cable, "1")

    def rows(self):
        """
        The rows of all draws: a dictionary of text per run, cable, seed, fabric and job. Empty if
        the draws are not there, are of another plan, or differ from the recorded first draw.
        """
        if self._rows is None:
            self._rows = self._read_draws() if self.draws_file.exists() and self._is_of_plan() else []
        return self._rows

    def _read_draws(self):
        rows = result_tables.read_table(self.draws_file)
        found = {(row["run"], row["cable"], row["seed"]) for row in rows}
        wanted = {(run, cable, str(seed)) for run, cable, seed in self._all()}
        first = [row for row in rows if self._is_first(row)]
        return rows if found == wanted and first == self._first_rows() else []

    def measure(self, say, jobs=None, anew=True):
        """Runs all draws, as many at once as there are processors unless told otherwise, and writes
        the files. Draws of this plan that are there are taken if anew is false."""
        if anew or not self.rows():
            plan = list(self._all())
            say(f"{self.name}: {len(plan)} runs")
            self.libraries.paths()
            with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
                self._rows = list(itertools.chain.from_iterable(pool.map(self._one, plan)))
            self.draws_file.parent.mkdir(parents=True, exist_ok=True)
            first = [row for row in self._rows if self._is_first(row)]
            for path, rows in ((self.draws_file, self._rows), (self.table_file, first)):
                with open(path, "w", newline="", encoding="utf-8") as file:
                    writer = csv.DictWriter(file, [*KEYS, *self.columns], lineterminator="\n")
                    writer.writeheader()
                    writer.writerows(rows)
        if self.is_printed and (anew or not self.text_file.exists()):
            self.text_file.write_text(self._print(self.plan.get("figure")), encoding="utf-8")

    def printed(self):
        """What the runner prints, without where its results are and how long it took."""
        if not self.text_file.exists():
            raise PageError(f"{self.text_file}: is missing; ./ai-fabric docs --fill makes it")
        return self.text_file.read_text(encoding="utf-8")

    def differences(self):
        """Runs the first draw of each kind again; a line for each kind whose rows differ."""
        found = []
        if not self.recorded():
            return [f"{self.table_file}: is not of what {self.name}.json asks for"]
        if not self.plan.get("tested", True):
            return []
        for run in self.runs:
            rows = self._one((run, self.own_cable, 1))
            known = [row for row in self._first_rows() if row["run"] == run]
            if rows != known:
                place = f"{self.name}, run '{run}', seed 1"
                different = [
                    f"{new['fabric']}, {new['job']}: {column} is {new[column]}, recorded is {old[column]}"
                    for new, old in zip(rows, known)
                    for column in new
                    if new[column] != old[column]
                ]
                found += [f"{place}: {line}" for line in different[:3] or ["other rows"]]
        if self.is_printed and self._print(None) != self.printed():
            found.append(f"{self.text_file}: the runner prints something else")
        return found

    def _print(self, figure):
        with tempfile.TemporaryDirectory() as folder:
            command = [str(self.runner), str(self.scenario), "--output", folder]
            command += [] if figure else ["--no-figure"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode not in (0, 1):
                raise CampaignError(f"{' '.join(command)}: {done.stderr.strip()}")
            if figure:
                shutil.copy(pathlib.Path(folder) / "figure.png", ROOT / figure)
        lines = (line.rstrip() for line in done.stdout.splitlines())
        kept = [line for line in lines if not line.startswith(("wall time", "results in", "report:"))]
        return "\n".join(kept).strip() + "\n"

    @staticmethod
    def _join_figures(rows):
        """A row per fabric and job with a column per figure."""
        joined = {}
        for row in rows:
            names = {"fabric": row["fabric"], "job": row["job"]}
            joined.setdefault(tuple(names.values()), names)[row["figure"]] = row["value"]
        return list(joined.values())

    def _all(self):
        for run, cable in itertools.product(self.runs, self.cables):
            yield from ((run, cable, seed) for seed in range(1, self.draws_at(cable) + 1))

    def _one(self, draw):
        run, cable, seed = draw
        settings = [f"{key}={cable}" for key in self.cable_keys if cable] + self.runs[run]
        try:
            # With status 1 some job did not end, which is a result.
            results = ai_fabric.run(
                self.scenario, settings, seed=seed, runner=self.runner, load=self.libraries.paths()
            )
        except ai_fabric.RunError as error:
            raise CampaignError(f"{self.name}: {error}") from error
        table = self.plan.get("table", "summary.csv")
        where = self.plan.get("where", {})
        rows = [
            row
            for row in result_tables.read_table(results.folder / table)
            if all(row[key] == value for key, value in where.items())
        ]
        if table == "figures.csv" and not where:
            rows = self._join_figures(rows)
        unknown = [column for column in self.columns if column not in rows[0]]
        if unknown:
            raise CampaignError(f"{self.name}.json: {table} has no column {unknown[0]}")
        keys = {"run": run, "cable": cable, "seed": str(seed)}
        return [
            {**keys, **{column: row[column] for column in ("fabric", "job", *self.columns)}}
            for row in rows
        ]
