#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks the packs of examples/reproduce: files, scenarios, formulas and one run.

The exit status is 1 if anything is wrong, and each mistake is a line. AI_FABRIC_RUN is the runner.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "utils"))

from reproduction_packs import CLASSES, FROZEN, PACKS, Pack, Work, read_packs, summarize  # noqa: E402
from validation_bench import ValidationError  # noqa: E402

RUNNER = os.environ.get("AI_FABRIC_RUN", str(ROOT / "build" / "ai-fabric-run"))
SMALL = "dcqcn-thresholds"  # a second


def reproduce(*arguments):
    """Runs the program."""
    program = [sys.executable, ROOT / "utils" / "reproduce.py", "--runner", RUNNER, "--no-plot"]
    return subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)


class Files(unittest.TestCase):
    """What each pack has to have."""

    def test_twelve(self):
        self.assertGreaterEqual(len(read_packs()), 12)

    def test_quantities(self):
        for name, pack in read_packs().items():
            quantities = pack.expectation["quantities"]
            with self.subTest(name):
                self.assertEqual({tuple(key.split(" | ")) for key in quantities}, pack.points.keys())
                for key, bounds in quantities.items():
                    point = pack.points[tuple(key.split(" | "))]
                    self.assertTrue(point["source"], key)
                    self.assertTrue(bounds.keys() & {"within", "low", "high", "judged"}, key)
                    if "within" in bounds:
                        float(point["published"])
                if "checks" not in pack.plan:
                    self.assertEqual(set(pack.plan["obtain"]), set(quantities))
                self.assertLessEqual(set(pack.findings), set(quantities) | {""})

    def test_parameters(self):
        for name, pack in read_packs().items():
            with self.subTest(name):
                self.assertTrue(pack.expectation["parameters"])
                for parameter in pack.expectation["parameters"]:
                    self.assertIn(parameter["class"], CLASSES)
                    self.assertTrue(parameter["source"], parameter["name"])

    def test_expectations_are_never_edited(self):
        log = ["git", "-C", ROOT, "log", "--format=%h", "--"]
        if subprocess.run([*log, "VERSION"], capture_output=True, check=False).returncode:
            self.skipTest("no history")
        for path in (PACKS / name / file for name in read_packs() for file in FROZEN):
            commits = subprocess.run([*log, path], capture_output=True, text=True, check=True)
            self.assertLessEqual(len(commits.stdout.split()), 1, f"{path} was edited after it was committed")

    def test_page(self):
        page = ROOT / "doc" / "reproduce.rst"
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy2(page, folder)
            self.assertEqual(reproduce("--page", copy).returncode, 0)
            self.assertEqual(pathlib.Path(copy).read_text(), page.read_text(), "run reproduce.py --page")


class Scenarios(unittest.TestCase):
    """The runner accepts every scenario, quick and full, and has nothing to warn of."""

    def check(self, run):
        pack, name, quick = run
        plan = pack.plan["runs"][name]
        with tempfile.TemporaryDirectory() as folder:
            command = [RUNNER, pack.scenario(plan), "--check", "--seed", "1", "--no-figure"]
            command += [word for text in pack.settings(plan, quick) for word in ("--set", text)]
            done = subprocess.run(
                [*command, "--output", folder], capture_output=True, text=True, check=False
            )
        return f"{pack.name}, {name}: {done.stderr}" if done.returncode or "warning" in done.stderr else ""

    def test_accepted(self):
        runs = [
            (pack, name, quick)
            for pack in read_packs().values()
            for name, plan in pack.plan.get("runs", {}).items()
            for quick in (True, False)
            if "scenario" in plan and (quick or "set" in plan.get("quick", {}))
        ]
        with concurrent.futures.ThreadPoolExecutor() as pool:
            self.assertEqual([line for line in pool.map(self.check, runs) if line], [])
        for pack in read_packs().values():
            for path in pack.scenario_files():
                self.assertTrue(path.exists(), path)


class Formulas(unittest.TestCase):
    """Two draws with flows of 10, 20 and 30 us; in the second all take twice as long."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.folder.name)
        draws = []
        for factor in (1, 2):
            draw = folder / f"draw-{factor}"
            draw.mkdir()
            rows = [f"a,{size},{factor * 10 * size}" for size in (1, 2, 3)] + ["b,9,"]
            (draw / "flows.csv").write_text("\n".join(["fabric,size,fct", *rows]) + "\n")
            draws.append(draw)
        pack = Pack.__new__(Pack)
        pack.name, pack.folder = "pack", folder
        pack.plan = {"runs": {"x": {"scenario": "s"}}, "values": {"longest": "{max fct of x/flows}"}}
        self.work = Work(pack, None)
        self.work.draws = lambda name: draws

    def tearDown(self):
        self.folder.cleanup()

    def test_statistic(self):
        self.assertEqual(self.work.obtain("sum fct of x/flows where fabric=a and size<=2"), 45)  # of 30, 60
        self.assertEqual(self.work.obtain("count fct of x/flows where fabric=b"), 0)  # empty: unfinished
        self.assertEqual(summarize("p90", list(range(1, 11))), 9)
        self.assertEqual(summarize("p99", list(range(1, 101))), 99)

    def test_arithmetic(self):
        self.assertEqual(self.work.obtain("[longest] / {min fct of x/flows}"), 3)  # medians 45 and 15
        each = {"draws": "mean", "formula": "{min fct of x/flows} * {max fct of x/flows}"}
        self.assertEqual(self.work.obtain(each), 750)  # of 300 and 1200
        before = {"draws": "sum", "formula": "{min fct of x/flows} < 15"}
        self.assertEqual(self.work.obtain(before), 1)

    def test_refused(self):
        for formula in ("p99 of x/flows", "{max fct of x/flows} + print(1)", "most fct of x/flows"):
            with self.assertRaises((ValidationError, KeyError), msg=formula):
                self.work.obtain(formula)


class Run(unittest.TestCase):
    """A small pack passes, and fails if it expects something else."""

    def test_small(self):
        with tempfile.TemporaryDirectory() as folder:
            done = reproduce(SMALL, "--output", folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("8 of 8 quantities are as expected", done.stdout)

    def test_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            own = shutil.copytree(PACKS / SMALL, pathlib.Path(folder) / "own")
            path = own / "expectation.json"
            expected = json.loads(path.read_text())
            expected["quantities"]["4, 2 to 1 | PFC first: pause frames"] = {"high": 0, "decimals": 0}
            path.write_text(json.dumps(expected))
            done = reproduce(own, "--output", folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn("7 of 8 quantities are as expected", done.stdout)

    def test_artifact(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "artifact"
            done = reproduce("--artifact", made, SMALL)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            checked = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=made, check=False)
            self.assertEqual(checked.returncode, 0)
            for name in ("run.sh", "versions.json", "source/helper/results/csv-table.h"):
                self.assertTrue((made / name).exists(), name)
            self.assertIn(f"reproduce {SMALL} ", (made / "run.sh").read_text())
            copied = json.loads((made / "packs" / SMALL / "expectation.json").read_text())
            self.assertEqual(copied, read_packs()[SMALL].expectation)
            # The copy runs by itself.
            program = made / "source" / "utils" / "reproduce.py"
            again = [sys.executable, program, SMALL, "--runner", RUNNER, "--no-plot", "--output", folder]
            self.assertEqual(subprocess.run(again, capture_output=True, check=False).returncode, 0)
        inside = reproduce("--artifact", ROOT / "doc" / "artifact", SMALL)
        self.assertEqual(inside.returncode, 2)
        self.assertIn("lies in the sources", inside.stderr)

    def test_unknown(self):
        done = reproduce("dcqn")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^reproduce.py: no pack dcqn; there are bfc, ")

    def test_list(self):
        done = reproduce()
        self.assertIn(f"{SMALL}: Congestion Control for Large-Scale RDMA Deployments", done.stdout)


if __name__ == "__main__":
    unittest.main()
