# SPDX-License-Identifier: GPL-2.0-only
"""Random scenarios and damaged inputs against the scenario runner.

A scenario is a function of seed and number, so that one can be run again with --only. What fails
stays in the folder of --keep, with what is wrong in fault.txt.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import damage
import generator
import runs


def write_files(folder, files):
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="latin-1") as file:
            file.write(text)


def write_tables(runner, donor, folder):
    """Runs a scenario that writes forwarding tables, for a moment; if it is refused there are none."""
    write_files(folder, {"donor.json": json.dumps(dict(donor, until="1ns"), indent=1)})
    quietly = ["--seed", "1", "--quiet", "--no-figure", "--output", "donor"]
    outcome = runs.run(runner, ["donor.json", *quietly], folder)
    if outcome.status == 2:
        runs.check_refusal(outcome, ["donor.json", "topology.txt"])
    elif outcome.status == 1:
        raise runs.Fault("a donor of tables ends with status 1: " + outcome.last())


def one_random(runner, listing, key, folder):
    drawn = generator.Generator(listing, key)
    scenario = drawn.scenario()
    write_files(folder, dict(generator.FILES, **{"scenario.json": json.dumps(scenario, indent=1)}))
    if generator.reads_tables(scenario):
        write_tables(runner, drawn.donor(scenario), folder)
    return runs.check_scenario(runner, scenario, folder)


def one_damaged(runner, listing, key, folder):
    scenario = generator.Generator(listing, key).scenario()
    dice = random.Random(key)
    write_files(folder, generator.FILES)
    write_tables(runner, generator.DONOR_OF_HPCC, folder)
    with open(os.path.join(folder, generator.TABLES), encoding="ascii") as file:
        tables = file.read()
    files = dict(generator.FILES, **{"scenario.json": json.dumps(scenario, indent=1),
                                     generator.TABLES: tables})
    kind = dice.randrange(4)
    if kind == 0:
        files["scenario.json"] = damage.damage_text(files["scenario.json"], dice)
    elif kind == 1:
        files["scenario.json"] = damage.damage_value(scenario, dice)
    else:
        # A scenario that reads the file that is damaged.
        name = dice.choice(sorted([*generator.FILES, generator.TABLES]))
        files[name] = damage.damage_text(files[name], dice)
        plain = {"topology": {"type": "hpcc", "file": "topology.txt"}, "fabric": "roce",
                 "workload": {"type": "hpcc-flow", "file": "flows.txt"} if name != "schedule.goal"
                 else {"type": "goal", "file": "schedule.goal"}, "stopTime": "10ms"}
        if name == generator.TABLES:
            plain["fabric"] = {"type": "infini-band",
                               "routing": {"type": "table-file", "file": name}}
        files["scenario.json"] = json.dumps(plain, indent=1)
    write_files(folder, files)
    arguments = ["scenario.json", "--seed", "1"]
    outcome = runs.run(runner, [*arguments, "--check"], folder)
    if outcome.status == 2:
        runs.check_refusal(outcome, [*files])
    elif outcome.status == 1:
        raise runs.Fault("--check ends with status 1: " + outcome.last())
    return outcome.status


def main():
    parser = argparse.ArgumentParser(prog="./ai-fabric test --random", description=__doc__)
    parser.add_argument("--runner", required=True, help="the scenario runner")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="scenarios to run")
    parser.add_argument("--damaged", type=int, default=0, metavar="N", help="damaged inputs")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of all of them")
    parser.add_argument("--only", type=int, metavar="I", help="run this one of them alone")
    parser.add_argument("--keep", metavar="DIR", help="folder for what fails")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="J",
                        help="runs at one time")
    arguments = parser.parse_args()
    runner = os.path.abspath(arguments.runner)
    listing = json.loads(subprocess.run([runner, "--list-json"], check=True,
                                        capture_output=True).stdout)
    work = []
    for kind, one, count in (("random", one_random, arguments.random),
                             ("damaged", one_damaged, arguments.damaged)):
        work += [(kind, one, i) for i in range(count)
                 if arguments.only is None or i == arguments.only]
    counts = {}
    faults = []
    start = time.monotonic()

    def attempt(item):
        kind, one, index = item
        with tempfile.TemporaryDirectory() as folder:
            key = f"{kind} {arguments.seed} {index}"
            try:
                return kind, one(runner, listing, key, folder)
            except runs.Fault as fault:
                if arguments.keep:
                    kept = os.path.join(arguments.keep, f"{kind}-{arguments.seed}-{index}")
                    shutil.rmtree(kept, ignore_errors=True)
                    shutil.copytree(folder, kept)
                    write_files(kept, {"fault.txt": f"{fault}\n"})
                faults.append(f"--{kind} {index + 1} --seed {arguments.seed} --only {index}: "
                              f"{fault}")
                print(faults[-1], file=sys.stderr, flush=True)
                return kind, "faults"

    with ThreadPoolExecutor(arguments.jobs) as pool:
        for key in pool.map(attempt, work):
            counts[key] = counts.get(key, 0) + 1
    for kind, count in (("random", arguments.random), ("damaged", arguments.damaged)):
        parts = [f"{counts[k]} {'faults' if k[1] == 'faults' else f'with status {k[1]}'}"
                 for k in sorted(counts, key=str) if k[0] == kind]
        if parts:
            print(f"{kind}: " + ", ".join(parts) + f"; {time.monotonic() - start:.1f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
