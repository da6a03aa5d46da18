#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Tests of tables of measurements and of what is fitted to them. AI_FABRIC_RUN names the runner."""

import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "utils"))
import published_tables  # noqa: E402, the path comes first
from calibrate import leave_out, minimize  # noqa: E402
from published_tables import Runs, TableError, read_table, read_tables  # noqa: E402
from validation_measured import print_totals  # noqa: E402

RUNNER = pathlib.Path(os.environ["AI_FABRIC_RUN"])
# Two servers of two GPUs: 60 ms a run.
NCCL = """# scenario: nccl
# operation: all_reduce
# set: topology.gpusPerServer=2
# set: server={"type": "dgx-h100", "gpusPerServer": 2}
# set: fabric=infiniband-ndr
"""
WRITES = """# scenario: validation/perftest
# operation: write_lat
# set: fabric={"type": "roce", "name": "fabric", "switch": {"cutThrough": false}}
"""


class TablesTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="ai-fabric-tables-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.runs = Runs(RUNNER, os.cpu_count() or 1)
        self.addCleanup(self.runs.close)

    def write(self, text):
        path = self.folder / "table.csv"
        path.write_text(text, encoding="utf-8")
        return path

    def read(self, text):
        return read_table(self.write(text))

    def obtain(self, table, *settings):
        futures = [self.runs.start(table, row, settings) for row in table.rows]
        return [future.result() for future in futures]

    def calibrate(self, text, *words):
        command = [sys.executable, ROOT / "utils" / "calibrate.py", "--runner", RUNNER]
        command += [self.write(text), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)


class ReadTest(TablesTest):
    def test_what_is_refused(self):
        rows = "size,us\n8,1\n"
        cases = {
            "# operation: all_reduce\n" + rows: 'lacks a line "# scenario',
            "# scenario: nccl\n" + rows: 'lacks a line "# operation',
            NCCL + "# machine\n" + rows: 'table.csv:6: "# machine" should be "# KEY: VALUE"',
            NCCL + "# gpu: A100\n" + rows: 'with one of machine, source, differs',
            NCCL + "# scenario: nccl\n" + rows: 'two lines "scenario"',
            NCCL.replace("nccl", "nothing") + rows: 'no scenario "nothing"',
            NCCL.replace("all_reduce", "sum") + rows: "operation is one of all_reduce",
            NCCL + "# platform: none\n" + rows: "none.json",
            NCCL + "# in flight: 0\n" + rows: '"in flight" is a number',
            NCCL: 'table.csv:6: needs columns "size"',
            NCCL + "us\n1\n": 'table.csv:6: needs columns "size"',
            NCCL + "size,Gbps\n8,1\n": "one of us, busbw_GBps, algbw_GBps",
            NCCL + "size,us,busbw_GBps\n8,1,1\n": "one of us, busbw_GBps, algbw_GBps",
            NCCL + "size,us,Gbps\n8,1,1\n": 'column "Gbps" is not of this operation',
            NCCL + "size,us\n": "has no measurements",
            NCCL + rows + "16\n": "table.csv:8: has 1 fields, the first row 2",
            NCCL + "size,us\n8kB,1\n": 'table.csv:7: size "8kB"',
            NCCL + "size,us\n0,1\n": 'size "0"',
            NCCL + "size,us\n8,0\n": 'us "0" should be a number above 0',
            NCCL + "size,us\n8,nan\n": 'us "nan"',
            NCCL + "size,us\n8,inf\n": 'us "inf"',
            NCCL + "size,us,use\n8,1,guessed\n": 'use "guessed"',
        }
        for text, said in cases.items():
            with self.subTest(said=said), self.assertRaisesRegex(TableError, ".*") as caught:
                self.read(text)
            self.assertIn(said, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_rows(self):
        table = self.read(NCCL + "size,us,use,topology.servers\n8,1.5,fitted,\n64KiB,2,,4\n1G,3,,8\n")
        self.assertEqual([row.size for row in table.rows], [8, 65536, 1 << 30])
        self.assertEqual([row.fitted for row in table.rows], [True, False, False])
        self.assertEqual(table.rows[0].settings, ())
        self.assertEqual(table.rows[1].settings, ("topology.servers=4",))

    def test_shipped_tables_say_where_they_are_from(self):
        tables = read_tables()
        for table in tables:
            self.assertLessEqual({"machine", "source"}, table.texts.keys(), table.name)
        self.assertGreaterEqual(len(tables), 20)
        self.assertGreaterEqual(sum(len(table.rows) for table in tables), 150)

    def test_totals(self):
        """Of errors of 1, 2, 3 and 30 %, the last two fitted."""
        table = self.read(NCCL + "size,us,use\n8,1,\n16,1,\n32,1,fitted\n64,1,fitted\n")
        errors = [0.01, -0.02, 0.03, -0.30]
        found = [(row, 1 + error, error) for row, error in zip(table.rows, errors)]
        out = io.StringIO()
        print_totals([(table, found)], out)
        lines = out.getvalue().splitlines()
        self.assertRegex(lines[1], r"all +4: median +2.5 %, worst +30.0 %")
        self.assertRegex(lines[2], r"fitted +2: median +16.5 %, worst +30.0 %")
        self.assertRegex(lines[3], r"predicted +2: median +1.5 %, worst +2.0 %")
        self.assertEqual(lines[4:], ["above 25 %: 1 rows", "  table, 64 B: -30.0 %"])


class RunTest(TablesTest):
    def test_host_latency_adds_to_every_collective(self):
        table = self.read(NCCL + "size,us\n8,1\n64KiB,1\n4MiB,1\n")
        without = self.obtain(table)
        for before, after in zip(without, self.obtain(table, "workload.algorithm.hostLatency=20us")):
            self.assertAlmostEqual(after - before, 20, delta=0.001)

    def test_a_packet_more_takes_its_time_on_the_link(self):
        """Full packets of 4096 B are 4178 B on the wire: 64 of them take 5.348 us at 400 Gb/s."""
        table = self.read(WRITES + "size,us\n256KiB,1\n512KiB,1\n")
        first, second = self.obtain(table)
        self.assertAlmostEqual(second - first, 64 * 4178 * 8 / 400e3, delta=0.001)

    def test_units_are_those_of_one_run(self):
        """Of n = 4 ranks that all-reduce S in T: S/T, and 2(n - 1)/n as much on the bus."""
        found = {}
        for unit in ("us", "algbw_GBps", "busbw_GBps"):
            found[unit] = self.obtain(self.read(NCCL + f"size,{unit}\n4MiB,1\n"))[0]
        rate = (4 << 20) / found["us"] / 1e3
        self.assertAlmostEqual(found["algbw_GBps"] / rate, 1, delta=1e-5)
        self.assertAlmostEqual(found["busbw_GBps"] / rate, 1.5, delta=1e-5)

    def test_job_of_a_scenario(self):
        """By summary.csv, as the library of nccl-tests has it."""
        text = NCCL + "size,us\n4MiB,1\n"
        there, here = (self.obtain(self.read(t)) for t in (text, text.replace("all_reduce", "job")))
        self.assertAlmostEqual(there[0], here[0], delta=0.01 * there[0])

    def test_what_the_runner_refuses(self):
        table = self.read(NCCL + "# set: topology.servers=none\nsize,us\n8,1\n")
        with self.assertRaisesRegex(TableError, "table, 8 B: .*topology.servers"):
            self.obtain(table)


class CalibrateTest(TablesTest):
    def test_minimum_of_a_quadratic(self):
        point, value = minimize(lambda p: (p[0] - 1) ** 2 + 10 * (p[1] + 2) ** 2, [3, 3], 200)
        self.assertAlmostEqual(point[0], 1, delta=0.02)
        self.assertAlmostEqual(point[1], -2, delta=0.02)
        self.assertLess(value, 0.001)

    def test_rows_left_out(self):
        text = NCCL + "size,us,use\n1,1,\n2,1,\n3,1,\n4,1,\n5,1,\n6,1,\n"
        used = lambda table: [row.size for row in table.rows if row.fitted]
        self.assertEqual(used(leave_out(self.read(text), 3)), [1, 2, 4, 5])
        self.assertEqual(used(leave_out(self.read(text), 0)), [1, 2, 3, 4, 5, 6])
        marked = text.replace("5,1,", "5,1,fitted")
        self.assertEqual(used(leave_out(self.read(marked), 3)), [5])

    def test_constants_of_a_table_of_our_own(self):
        """A table that was simulated with 17 us and 2.2 us gives these back, to a per cent."""
        head = NCCL + "# set: workload.algorithm.tuner.algorithms=ring\n"
        head += "# set: workload.algorithm.tuner.protocols=LL\n"
        sizes = (8, 65536, 1 << 20, 2 << 20, 4 << 20)
        true = ("workload.algorithm.hostLatency=17us", "workload.algorithm.stepLatency=2.2 1.4 2.9")
        table = self.read(head + "size,us\n" + "".join(f"{size},1\n" for size in sizes))
        rows = zip(sizes, self.obtain(table, *true))
        text = head + "size,us\n" + "".join(f"{size},{value}\n" for size, value in rows)
        second = self.folder / "second.csv"  # the last size alone, and marked: it is fitted to
        second.write_text(head + f"size,us,use\n{text.splitlines()[-1]},fitted\n", encoding="utf-8")
        text = text.rsplit("\n", 2)[0] + "\n"
        keys = "workload.algorithm.hostLatency=10us,workload.algorithm.stepLatency[0]=1"
        output = self.folder / "values.json"
        done = self.calibrate(text, second, "--free", keys, "--output", output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 rows left out", done.stdout)
        found = json.loads(output.read_text(encoding="utf-8"))
        host = float(found["workload.algorithm.hostLatency"].removesuffix("us"))
        step = float(found["workload.algorithm.stepLatency"].split()[0])
        self.assertAlmostEqual(host / 17, 1, delta=0.01)
        self.assertAlmostEqual(step / 2.2, 1, delta=0.02)
        # They can be laid over any scenario: --set as they are, and a platform of a table.
        settings = [f"{key}={value}" for key, value in found.items()]
        self.assertEqual(list(published_tables.read_overlay(output)), settings)
        for value, row in zip(self.obtain(table, *settings), self.read(text).rows):
            self.assertAlmostEqual(value / row.value, 1, delta=0.01)

    def test_what_is_refused(self):
        rows = "size,us\n8,1\n64,1\n128,1\n"
        free = {
            "workload.algorithm.hostLatency": "is 0ps; give a start",
            "workload.algorithm.stepLatency[3]": 'the value is "0.1 1.4 2.9"',
            "workload.algorithm.operation": "is not a number",
            "workload.algorithm": "is not a number",
            "workload.nothing": "the scenario has no such value",
            "[2]": "expected KEY, KEY=START or KEY[2]",
            # The kernel of Simple does not run with 8 B.
            "workload.algorithm.launchLatency[2]": "does not change any of the",
            "topology.hostRate,topology.hostDelay,topology.uplinkDelay": "2 rows to fit 3 keys to",
        }
        for keys, said in free.items():
            with self.subTest(keys=keys):
                done = self.calibrate(NCCL + rows, "--free", keys)
                self.assertEqual(done.returncode, 2, done.stderr)
                line = done.stderr.splitlines()[-1]
                self.assertTrue(line.startswith("calibrate: "), done.stderr)
                self.assertIn(said, line)


if __name__ == "__main__":
    unittest.main()
