# SPDX-License-Identifier: GPL-2.0-only
"""Campaigns that record what a program says: its text, or the table of validate or bench."""

import csv
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from measured_libraries import Libraries
from measured_text import PageError, cut

ROOT = pathlib.Path(__file__).resolve().parent.parent


class RecordError(Exception):
    """A program did not run; the text is one line for the user."""


def run(command, statuses=(0,), **options):
    done = subprocess.run(command, text=True, check=False, cwd=ROOT, **options)
    if done.returncode not in statuses:
        raise RecordError(f"{' '.join(map(str, command))}: status {done.returncode}")
    return done


class Record:
    """What doc/measured/NAME.json asks a program for, and what it said.

    Keys of the file: `tested`, false if the test is to take the record for true, since it depends on
    the machine or takes too long; `byName`, true if it is made anew only when its name is given.
    """

    def __init__(self, path, runner, suffix):
        self.name = path.stem
        self.runner = runner
        self.file = path.with_suffix(suffix)
        with open(path, encoding="utf-8") as file:
            self.plan = json.load(file)
        self.tables = self.plan.get("tables", {})
        self.by_name = self.plan.get("byName", False)

    def recorded(self):
        return self.file.exists()

    def measure(self, say, jobs=None, anew=True):
        del jobs, anew  # one program
        say(self.name)
        self.file.write_text(self._obtain(), encoding="utf-8")

    def differences(self):
        if not self.recorded():
            return [f"{self.file}: is missing"]
        if not self.plan.get("tested", True) or self._obtain() == self._read():
            return []
        return [f"{self.file}: differs from the output of the program today"]

    def get_expressions(self):
        return {}

    def get_paragraphs(self):
        return {}

    def _read(self):
        if not self.recorded():
            raise PageError(f"{self.file}: is missing; ./ai-fabric docs --fill makes it")
        return self.file.read_text(encoding="utf-8")


class PrintedRecord(Record):
    """Output of a program, or a file that it writes.

    Keys: `prints`, its arguments; `program`, beside the runner (default: the runner itself, which
    gets a folder for its results); `load`, a list of sources that it needs; `file` of that folder in
    place of what is printed; `keeps`, an expression that the lines match which are kept (default: all);
    `errors`, true if what is on stderr counts too; `plots`, an object from
    a PNG file to the arguments of `./ai-fabric plot` that draw it from that folder, which `--check`
    leaves alone.
    """

    def __init__(self, path, runner):
        super().__init__(path, runner, ".txt")
        self.libraries = Libraries(runner, self.plan.get("load", []))

    def get_paragraphs(self):
        return {"printed": self._printed}

    def get_expressions(self):
        return {"line": self._line}

    def _printed(self, **options):
        return cut(self._read(), self.file.name, **options)

    def _line(self, start, after="."):
        """The first line that matches `start` behind the first one that matches `after`."""
        lines = cut(self._read(), self.file.name, start=after)
        return cut(lines, self.file.name, start=start).splitlines()[0]

    def measure(self, say, jobs=None, anew=True):
        say(self.name)
        self.file.write_text(self._obtain(is_drawn=True), encoding="utf-8")

    def _obtain(self, is_drawn=False):
        arguments = self.plan["prints"]
        with tempfile.TemporaryDirectory() as folder:
            program = self.runner
            if "program" in self.plan:
                program = self.runner.parent / self.plan["program"]
                if not program.exists():
                    raise RecordError(f"{program}: is not built; ./ai-fabric docs --fill builds it")
            else:
                arguments = [*arguments, "--output", folder, "--no-figure"]
                for path in self.libraries.paths():
                    arguments += ["--load", path]
            errors = subprocess.STDOUT if self.plan.get("errors") else subprocess.DEVNULL
            done = run([program, *arguments], (0, 1), stdout=subprocess.PIPE, stderr=errors)
            text = done.stdout
            if "file" in self.plan:
                text = (pathlib.Path(folder) / self.plan["file"]).read_text(encoding="utf-8")
            for target, words in self.plan.get("plots", {}).items() if is_drawn else ():
                run([sys.executable, ROOT / "utils" / "plot.py", folder, *words, "--output", target,
                     "--quiet"])
        lines = (line.rstrip() for line in text.splitlines())
        dropped = ("wall time", "results in", "figure in")
        kept = re.compile(self.plan.get("keeps", ""))
        chosen = (line for line in lines if not line.startswith(dropped) and kept.search(line))
        return "\n".join(chosen).strip() + "\n"


class TableRecord(Record):
    """A table of a program of utils, as CSV.

    Keys: `validate` or `bench`, the options of that program; `figure`, where bench --scale draws.
    """

    def __init__(self, path, runner):
        super().__init__(path, runner, ".csv")

    def get_expressions(self):
        if "bench" in self.plan:
            return {"bench": self._bench, "scale": self._scale}
        return {"obtained": self._obtained, "expected": self._expected, "worst": self._worst,
                "verdict": self._verdict}

    def differences(self):
        # validate compares by itself, in a test of its own.
        return [] if self.recorded() else super().differences()

    def _obtain(self):
        with tempfile.TemporaryDirectory() as folder:
            result = pathlib.Path(folder) / "table"
            program = "bench" if "bench" in self.plan else "validate"
            command = [sys.executable, ROOT / "utils" / f"{program}.py", "--runner", self.runner]
            command += self.plan[program]
            command += ["--json" if program == "bench" else "--csv", result]
            command += ["--figure", ROOT / self.plan["figure"]] if "figure" in self.plan else []
            # A folder without workloads: bench then generates workloads, the same on every machine.
            environment = {**os.environ, "AI_FABRIC_WORKLOADS": folder}
            # 1: some quantity is not as expected, which is a result.
            run(command, (0, 1), stdout=subprocess.DEVNULL, env=environment)
            text = result.read_text(encoding="utf-8")
        if program == "validate":
            return text
        rows = json.loads(text)
        lines = [",".join(self.plan["columns"])]
        lines += [",".join(str(row[column]) for column in self.plan["columns"]) for row in rows]
        return "\n".join(lines) + "\n"

    def _rows(self):
        return list(csv.DictReader(self._read().splitlines()))

    def _find(self, case, quantity):
        found = [
            row
            for row in self._rows()
            if row["case"] == case and fnmatch.fnmatchcase(row["quantity"], quantity)
        ]
        if not found:
            raise PageError(f"no case '{case}' with quantity '{quantity}' in {self.file.name}")
        return found

    def _obtained(self, case, quantity, unit="yes"):
        text = self._find(case, quantity)[0]["obtained"]
        return text if unit == "yes" else text.split()[0]

    def _expected(self, case, quantity):
        return self._find(case, quantity)[0]["expected"]

    def _verdict(self, case, quantity):
        return self._find(case, quantity)[0]["verdict"]

    def _worst(self, case, quantity, kind):
        """The greatest or least of the quantities that match."""
        texts = [row["obtained"] for row in self._find(case, quantity)]
        return {"greatest": max, "least": min}[kind](texts, key=lambda text: float(text.split()[0]))

    def _scale(self, hosts, threads, ranks, column, unit=""):
        """Of the networks of bench --scale; a ratio to that of one thread with `unit` times."""
        found = {
            (row["threads"], row["ranks"]): float(row[column])
            for row in self._rows()
            if row["hosts"] == hosts
        }
        if (threads, ranks) not in found:
            raise PageError(f"no {hosts} hosts, {threads} threads, {ranks} ranks in {self.file.name}")
        value = found[threads, ranks]
        if unit == "faster":
            return f"{found['1', '1'] / value:.2f}"
        return f"{value / 1e6:,.0f} MB" if unit == "MB" else f"{value:,.{unit or 0}f}"

    def _bench(self, workload, fabric, engine, column, unit=""):
        for row in self._rows():
            if (row["workload"], row["fabric"], row["engine"]) == (workload, fabric, engine):
                value = float(row[column])
                return f"{value / 1e6:.1f} MB" if unit == "MB" else f"{value:,.{unit or 0}f}"
        raise PageError(f"no {workload}, {fabric}, {engine} in {self.file.name}")
