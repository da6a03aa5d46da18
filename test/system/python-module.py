#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of utils/ai_fabric.py and of the example that uses it. AI_FABRIC_RUN names the runner."""

import importlib.util
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "utils"))
import ai_fabric  # noqa: E402, the path comes first

SCENARIO = {
    "topology": {"type": "star", "hosts": 4},
    "fabric": [{"type": "roce", "name": "RoCE, lossless"}],
    "workload": {"type": "poisson", "name": "load", "sizes": "FbHdp", "duration": "0s", "flows": 50},
}


def rows(results, name):
    return results.table(name, frames=False)


class ModuleTest(unittest.TestCase):
    def test_run_of_one_draw(self):
        results = ai_fabric.run(SCENARIO, {"workload.0.flows": 20}, seed=3)
        self.assertEqual(results.status, 0)
        self.assertEqual(results.manifest()["manifest"]["seed"], 3)
        flows = rows(results, "flows")
        self.assertEqual(len(flows), 20)
        self.assertEqual(flows[0]["fabric"], "RoCE, lossless")
        self.assertIsInstance(flows[0]["size_bytes"], int)
        self.assertIsInstance(flows[0]["slowdown"], float)
        total = next(row for row in rows(results, "summary") if row["job"] == "all")
        self.assertIsNone(total["busbw_GBps"])
        with self.assertRaises(KeyError):
            results.table("nothing")
        folder = results.folder
        self.assertTrue(folder.exists())
        del results
        self.assertFalse(folder.exists())

    def test_run_of_several_draws(self):
        results = ai_fabric.run(SCENARIO, ["workload.0.flows=20"], seeds=[4, 9])
        flows = rows(results, "flows")
        self.assertEqual([row["seed"] for row in flows], [4] * 20 + [9] * 20)
        one = ai_fabric.run(SCENARIO, {"workload.0.flows": 20}, seeds=[9])
        self.assertEqual([{"seed": 9, **row} for row in rows(one, "flows")], flows[20:])

    def test_notebooks_show_tables(self):
        results = ai_fabric.run(SCENARIO, {"workload.0.flows": 30}, seed=3)
        shown = results._repr_html_()
        self.assertIn("<th>completion_ns</th>", shown)
        self.assertNotIn("busbw_GBps", shown)  # empty in all rows
        self.assertIn("<td>RoCE, lossless</td>", shown)
        flows = rows(results, "flows")._repr_html_()
        self.assertEqual(flows.count("<tr>"), 1 + 20)
        self.assertIn("30 rows, of which 20 are shown", flows)
        self.assertIn("&lt;b&gt;", ai_fabric.Table([{"name": "<b>"}])._repr_html_())

    def test_module_alone_finds_an_installation(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            alone = folder / "site-packages"
            alone.mkdir()
            shutil.copy(ROOT / "utils" / "ai_fabric.py", alone)
            shipped = folder / "share" / "ai-fabric" / "examples" / "scenarios"
            shipped.mkdir(parents=True)
            (shipped / "four-hosts.json").write_text(json.dumps(SCENARIO), encoding="utf-8")
            (folder / "bin").mkdir()
            program = folder / "bin" / "ai-fabric-run"
            program.write_text(f"#!/bin/sh\nexec '{os.environ['AI_FABRIC_RUN']}' \"$@\"\n")
            program.chmod(0o755)
            clean = {key: value for key, value in os.environ.items() if key != "AI_FABRIC_RUN"}
            code = "import ai_fabric; print(ai_fabric.run('four-hosts', seed=1).status)"

            def call(path):
                return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True,
                                      env={**clean, "PYTHONPATH": str(alone), "PATH": path}, check=False)

            done = call(f"{folder / 'bin'}:{os.environ['PATH']}")
            self.assertEqual((done.stdout, done.stderr), ("0\n", ""))
            self.assertIn("there is no ai-fabric-run", call("/nowhere").stderr)

    def test_sweep(self):
        with tempfile.TemporaryDirectory() as folder:
            axes = {"workload.0.load": [0.2, 0.4], "part": {"as it is": {}}}
            results = ai_fabric.sweep(SCENARIO, axes, seeds=3, output=folder)
            self.assertTrue(results.is_sweep())
            flows = rows(results, "flows")
            self.assertEqual(len(flows), 2 * 3 * 50)
            self.assertEqual(
                sorted({(row["workload.0.load"], row["part"], row["seed"]) for row in flows}),
                [(load, "as it is", seed) for load in (0.2, 0.4) for seed in (1, 2, 3)],
            )
            values = [
                row["value"]
                for row in rows(results, "sweep")
                if (row["point"], row["job"], row["metric"]) == (2, "load", "slowdown_mean")
            ]
            # Of the same 50 messages; summary.csv and slowdown.csv have six decimals.
            for seed, value in enumerate(values, 1):
                own = [
                    row["slowdown"] for row in flows if (row["point"], row["seed"]) == (2, seed)
                ]
                self.assertAlmostEqual(value, statistics.mean(own), delta=1e-6)
            (group,) = (
                row
                for row in rows(results, "sweep-statistics")
                if (row["point"], row["job"], row["metric"]) == (2, "load", "slowdown_mean")
            )
            self.assertAlmostEqual(group["mean"], statistics.mean(values), places=8)
            self.assertAlmostEqual(group["sd"], statistics.stdev(values), places=8)
            # Student's t with two degrees of freedom: (2p - 1) / sqrt(2p(1 - p)), p = 0.975.
            half = 0.95 / math.sqrt(2 * 0.975 * 0.025) * statistics.stdev(values) / math.sqrt(3)
            self.assertAlmostEqual(group["ci95_high"] - group["mean"], half, places=6)

            with self.assertRaises(ai_fabric.InputError):
                ai_fabric.sweep(SCENARIO, axes, seeds=3, output=folder)
            again = ai_fabric.sweep(SCENARIO, axes, seeds=3, output=folder, resume=True)
            self.assertEqual(rows(again, "sweep"), rows(results, "sweep"))
            self.assertEqual(rows(ai_fabric.Results(folder), "sweep"), rows(results, "sweep"))

    def test_what_is_wrong(self):
        with self.assertRaisesRegex(ai_fabric.InputError, "expected one of"):
            ai_fabric.run(SCENARIO, {"workload.0.lod": 0.2}, seed=1)
        with self.assertRaisesRegex(ai_fabric.InputError, "no-such-scenario"):
            ai_fabric.run("no-such-scenario")
        with self.assertRaises(ai_fabric.RunError):
            ai_fabric.Results(ROOT)
        unfinished = ai_fabric.run(SCENARIO, {"stopTime": "1us"}, seed=1)
        self.assertEqual(unfinished.status, 1)
        self.assertIn("unfinished", unfinished.messages)
        self.assertEqual(rows(unfinished, "summary")[0]["complete"], 0)

    def test_shipped_scenario_by_name(self):
        results = ai_fabric.run("tiny", seed=1)
        self.assertEqual({row["fabric"] for row in rows(results, "summary")}, {"roce", "infini-band"})

    def test_frames(self):
        results = ai_fabric.run(SCENARIO, seed=1)
        table = results.table("flows")
        self.assertEqual(len(table), 50)
        if importlib.util.find_spec("pandas"):
            self.assertEqual(str(table["size_bytes"].dtype), "int64")
        else:
            self.assertIsInstance(table, list)

    def test_example(self):
        script = ROOT / "examples" / "python" / "slowdown-against-load.py"
        command = [sys.executable, str(script), "--loads", "0.2", "0.4", "--seeds", "2"]
        done = subprocess.run(
            [*command, "--duration", "200"], capture_output=True, text=True, check=False
        )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 1 + 2 * 2)
        self.assertRegex(lines[1], r"^0\.2 +PFC +\d+\.\d\d  -?\d+\.\d\d to \d+\.\d\d$")
        refused = subprocess.run([*command, "--duration", "-5"], capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 2)
        self.assertEqual(refused.stderr.count("\n"), 1)


if __name__ == "__main__":
    if "AI_FABRIC_RUN" not in os.environ:
        sys.exit("AI_FABRIC_RUN names no runner")
    unittest.main()
