# SPDX-License-Identifier: GPL-2.0-only
"""validate --jobs: published training and inference beside what the simulator obtains.

examples/jobs/rows.json has the rows by group. A row sets keys of its group's scenario, as --set does. Its
number is a figure of the job (the time of the step if it names none), or a sum of such figures: each term
is a factor and the keys of a run, and the sum is divided by "divide". With "amount" it is a rate: the
amount over that time. Figures of inference are columns of summary.csv, such as "ttft_p50", and the median
of "kv_transfer" of requests.csv.
"""

import concurrent.futures
import copy
import json
import os
import statistics

import ai_fabric
import result_tables
from validation_bench import ROOT, ValidationError

ROWS = ROOT / "examples" / "jobs" / "rows.json"
STEP = "iteration time"
MS = {"ms": 1, "s": 1e-3}  # of a figure in ms
SECONDS = 1e-3  # of a figure in ms


def read_groups(path=ROWS):
    return json.loads(path.read_text(encoding="utf-8"))


def get_terms(row):
    """Factors, and the keys of their runs."""
    return row.get("terms", [[1, row.get("set", {})]])


def settle(scenario, changes):
    """A copy of a scenario with other values, by keys with dots."""
    changed = copy.deepcopy(scenario)
    for key, value in changes.items():
        place = changed
        *path, last = key.split(".")
        for name in path:
            place = place.setdefault(name, {})
        place[last] = copy.deepcopy(value)
    return changed


def read_figures(folder):
    """Figures of the only job of a folder of results, by name; times in ms."""
    read = lambda name: result_tables.read_table(folder / name) if (folder / name).exists() else []
    figures = {row["figure"]: float(row["value"]) for row in read("figures.csv")}
    for row in read("summary.csv"):
        for column in ("completion_ns", "ttft_p50_ns", "tpot_p50_ns"):
            if row["job"] != "all" and row.get(column):
                figures[column[: -len("_ns")]] = float(row[column]) / 1e6
    transfers = [float(row["kv_transfer_ns"]) for row in read("requests.csv") if row["kv_transfer_ns"]]
    if transfers:
        figures["kv_transfer"] = statistics.median(transfers) / 1e6
    return figures


class JobRuns:
    """Figures of runs, each run once, as many at once as there are processors."""

    def __init__(self, runner):
        self.runner = runner
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        self.known = {}

    def begin(self, group, row):
        """Begins the runs of a row."""
        for _, changes in get_terms(row):
            self._begin(settle(group["scenario"], changes))

    def obtain(self, group, row):
        """The number of a row, in its unit."""
        figure = row.get("figure", STEP)
        total = sum(
            factor * self._begin(settle(group["scenario"], changes)).result()[figure]
            for factor, changes in get_terms(row)
        )
        total /= row.get("divide", 1)
        return row["amount"] / (total * SECONDS) if "amount" in row else total * MS[row["unit"]]

    def close(self):
        """Gives up runs that have not begun."""
        self.pool.shutdown(cancel_futures=True)

    def _begin(self, scenario):
        text = json.dumps({"name": "job", **scenario}, sort_keys=True)
        if text not in self.known:
            self.known[text] = self.pool.submit(self._run, text)
        return self.known[text]

    def _run(self, text):
        """The figures of the only job of a scenario, by name; times in ms."""
        try:
            results = ai_fabric.run(json.loads(text), seed=1, runner=self.runner)
        except (ai_fabric.InputError, ai_fabric.RunError) as error:
            raise ValidationError(f"jobs: {error}") from error
        return read_figures(results.folder)


def obtain_rows(runner, quick=False):
    """(group, row, obtained number) of all rows, or of those of small scenarios."""
    chosen = [
        (group, row) for group in read_groups() for row in group["rows"] if not quick or row.get("quick")
    ]
    runs = JobRuns(runner)
    try:
        for group, row in chosen:
            runs.begin(group, row)
        for group, row in chosen:
            yield group, row, runs.obtain(group, row)
    finally:
        runs.close()


def validate_jobs(runner, quick, out):
    """Prints the rows. Returns them as cases have them in validate.py, and how many are outside their
    bounds for no known reason."""
    rows = []
    unexplained = 0
    for group, row, value in obtain_rows(runner, quick):
        if not rows or rows[-1][0] != group["case"]:
            out.write(f"{group['case']}: {group['source']}\n  {group['assumptions']}\n")
        error = value / row["published"] - 1
        good = abs(error) <= row["within"]
        verdict = f"{100 * error:+.1f} %" + ("" if good else f", not within {100 * row['within']:.0f} %")
        show = lambda number: (f"{number:,.0f}" if number >= 1e4 else f"{number:.4g}") + f" {row['unit']}"
        out.write(
            f"  {row['quantity']:<72} published {show(row['published']):>9}  obtained {show(value):>9}  {verdict}\n"
        )
        if not good and "reason" in row:
            out.write(f"    {row['reason']}\n")
        elif not good:
            unexplained += 1
        out.flush()
        rows.append(
            (group["case"], row["quantity"], show(row["published"]), group["source"], show(value), verdict)
        )
    inside = sum("not within" not in row[-1] for row in rows)
    out.write(f"\n{inside} of {len(rows)} rows are within their bounds\n")
    return rows, unexplained
