#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks that sampling every queue and every queue pair at 10 us costs less than twice the time.

The CPU time of the default scenario with a shorter all-reduce, with and without, the least of three runs
each, and with all other records of what happens over time. The exit status is 1 if one costs twice.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIO = ROOT / "examples" / "scenarios" / "first-light.json"
SAMPLES = ["output.samples.queues=*->*", "output.samples.interval=10us",
           "output.samples.rateInterval=10us"]
RECORDS = ["output.timeline=true", "output.waits=true", "pfcTrace=true", "output.hpcc.flow=true",
           "output.hpcc.pfc=true", "output.hpcc.qlen.interval=10us"]


def measure(runner, folder, settings):
    """The CPU seconds of a run, at least of three."""
    command = [runner, SCENARIO, "--seed", "1", "--quiet", "--no-figure", "--output", folder]
    for setting in ["workload.0.bytes=16MiB", *settings]:
        command += ["--set", setting]
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", type=pathlib.Path, default=ROOT / "build" / "ai-fabric-run")
    runner = parser.parse_args().runner.resolve()
    with tempfile.TemporaryDirectory() as folder:
        off = measure(runner, folder, [])
        samples = measure(runner, folder, SAMPLES)
        records = measure(runner, folder, SAMPLES + RECORDS)
    print(f"{off:.2f} s without, {samples / off:.2f} times that with samples, "
          f"{records / off:.2f} times with all records")
    return 1 if max(samples, records) > 2 * off else 0


if __name__ == "__main__":
    sys.exit(main())
