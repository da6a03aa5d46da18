# SPDX-License-Identifier: GPL-2.0-only
"""Runs validation scenarios, reads their results and collects verdicts."""

import functools
import pathlib

import ai_fabric
import result_tables

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "examples" / "scenarios" / "validation"

LINK_BPS = 40e9  # of DCQCN's experiments
GAP_BYTES = 20  # preamble and gap between frames


class ValidationError(Exception):
    """A scenario did not run; the text is one line for the user."""


class Run:
    """The results of one fabric of a scenario."""

    def __init__(self, folder, fabric):
        def own_rows(name):
            path = folder / name
            rows = result_tables.read_table(path) if path.exists() else []
            return [row for row in rows if row["fabric"] == fabric]

        summary = own_rows("summary.csv")
        self.totals = next(row for row in summary if row["job"] == "all")
        self.job = next(row for row in summary if row["job"] != "all")
        self.queue = [
            (float(row["time_ns"]) / 1e9, int(row["queue_bytes"]), row)
            for row in own_rows("queues.csv")
        ]
        self.rates = own_rows("rates.csv")

    def count(self, name):
        """A column of summary.csv."""
        return int(self.totals[name])

    def queue_from(self, start):
        """Queued bytes, from a time in s on."""
        return [queue for time, queue, _ in self.queue if time >= start]

    def utilisation_from(self, start):
        """Share of the time in which the link of the first queue was busy."""
        rows = [(time, row) for time, _, row in self.queue if time >= start]
        (first_time, first), (last_time, last) = rows[0], rows[-1]
        packets = int(last["sent_packets"]) - int(first["sent_packets"])
        frames = int(last["sent_frame_bytes"]) - int(first["sent_frame_bytes"])
        return 8 * (frames + GAP_BYTES * packets) / (last_time - first_time) / LINK_BPS

    def shares_from(self, start):
        """Payload that each flow moved, over the mean of all flows."""
        ends = {}
        for row in self.rates:
            if float(row["time_ns"]) / 1e9 >= start:
                flow = row["source_host"], row["queue_pair"]
                ends.setdefault(flow, []).append(int(row["acknowledged_bytes"]))
        moved = [values[-1] - values[0] for values in ends.values()]
        return [bytes_ * len(moved) / sum(moved) for bytes_ in moved]


class Bench:
    """Runs scenarios and collects the verdicts."""

    def __init__(self, runner, folder, quick, expect):
        """expect: a function from case, quantity and quick to the bounds and the published row."""
        self.runner = runner
        self.folder = folder
        self.quick = quick
        self.expect = expect
        self.rows = []
        self.obtained = {}  # numbers by case and quantity

    def run(self, scenario, label, *settings, seed=1):
        """Runs a scenario of the folder once. Returns a function from a fabric to its Run."""
        self._run(SCENARIOS / f"{scenario}.json", label, settings, seed=seed)
        return functools.partial(Run, self.folder / label)

    def folders(self, path, label, settings, count):
        """Runs a scenario with seeds from 1 on. Returns the folders of the draws."""
        if count == 1:
            self._run(path, label, settings, seed=1)
            return [self.folder / label]
        self._run(path, label, settings, seeds=count)
        return [self.folder / label / f"seed-{seed}" for seed in range(1, count + 1)]

    def _run(self, path, label, settings, **draws):
        try:
            done = ai_fabric.run(
                path,
                settings,
                output=self.folder / label,
                runner=self.runner,
                **draws,
            )
        except ai_fabric.RunError as error:
            raise ValidationError(f"{path.stem}: {error}") from error
        if done.status != 0:
            raise ValidationError(f"{path.stem}: {done.messages.strip()}")

    def judge(self, case, quantity, obtained):
        """Notes whether a number is as a pack expects it."""
        bounds, point = self.expect(case, quantity, self.quick)
        unit, source = point["unit"], point["source"]
        decimals = bounds.get("decimals", 2)
        if bounds.get("judged") is False:
            self.report(case, quantity, point["published"], obtained, unit, source)
        elif "within" in bounds:
            value = float(point["published"])
            self.within(case, quantity, value, bounds["within"], obtained, unit, source, decimals)
        else:
            low, high = bounds.get("low"), bounds.get("high")
            self.check(case, quantity, low, high, obtained, unit, source, decimals)

    def check(self, case, quantity, low, high, obtained, unit, source, decimals=2):
        """Notes whether a number lies in a range; either end may be None."""
        good = (low is None or obtained >= low) and (high is None or obtained <= high)
        show = lambda value: f"{value:.{decimals}f}"
        if low is None:
            expected = f"at most {show(high)}"
        elif high is None:
            expected = f"at least {show(low)}"
        else:
            expected = show(low) if low == high else f"{show(low)} to {show(high)}"
        unit = f" {unit}" if unit else ""
        row = (case, quantity, expected + unit, source, show(obtained) + unit)
        self.rows.append((*row, "ok" if good else "WRONG"))
        self.obtained[case, quantity] = obtained

    def report(self, case, quantity, expected, obtained, unit, source, decimals=2):
        """As check(), for statements of the source without numbers: nothing is judged."""
        row = (case, quantity, expected, source, f"{obtained:.{decimals}f} {unit}")
        self.rows.append((*row, "not judged"))
        self.obtained[case, quantity] = obtained

    def within(self, case, quantity, value, tolerance, obtained, unit, source, decimals=2):
        """As check(), for a value and the part of it that may be missing or too much."""
        low, high = value * (1 - tolerance), value * (1 + tolerance)
        self.check(case, quantity, low, high, obtained, unit, source, decimals)
