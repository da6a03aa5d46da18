#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks that the documentation has every file of a results folder, and every column.

A page of doc/ describes a file in an entry that begins with its name, with a table of its columns:

    ``waits.csv``
        ====  ====  =====
        Column  Unit  Meaning
        ...

FABRIC, NODE and the like in a name stand for any text. Runs with all outputs switched on show which files
there are. Whatever has no entry, a column without a row, and a row of a table written by hand without a column
are an error. The exit status is 1 if there is one, and each is a line.
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIOS = ROOT / "examples" / "scenarios"
NAME = r"``([\w/.-]+(?:\.[a-z]+|/))``"
AXES = "one per axis"

# Everything that can be recorded, of jobs that compute, wait, stall each other and serve requests.
EVERYTHING = {
    "topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 8, "hostRate": "400Gbps"},
    "fabric": [
        {"type": "roce", "congestionControl": "none", "marker": "none"},
        {"type": "infiniband", "linkRetry": "go-back-n"},
    ],
    "workload": [
        {
            "type": "inference",
            "model": {"type": "transformer", "layers": 2, "hidden": 1024, "heads": 8, "ffnHidden": 4096},
            "arrivals": {"type": "poisson", "rate": 1e5, "requests": 3, "promptTokens": "64",
                         "outputTokens": "3"},
            "gpu": "h100",
            "replicas": 2,
            "replicaGpus": 4,
            "decodeReplicas": 1,
            "decodeGpus": 8,
        },
        {
            "type": "training",
            "model": {"type": "transformer", "layers": 2, "hidden": 256, "heads": 4, "ffnHidden": 1024},
            "globalBatch": 16,
            "gpu": "h100",
        },
        {"type": "incast", "sources": 12, "target": 0, "bytes": "1MB"},
    ],
    "failures": {"type": "bit-errors", "rate": 1e-9},
    "background": {"type": "udp", "pairs": "1>9", "rate": "1Gbps"},
    "cost": {},
    "measure": {"from": "1us"},
    "pfcTrace": True,
    "pcap": ["host 0"],
    "output": {
        "waits": True,
        "timeline": True,
        "samples": {"queues": "switch *->*", "interval": "10us", "rateInterval": "10us"},
        "hpcc": {"flow": True, "pfc": True, "qlen": {"interval": "10us"}},
    },
}


def read_table(lines):
    """The columns of the simple table in an entry."""
    found = set()
    rules = [i for i, line in enumerate(lines) if re.fullmatch(r" *=+( +=+)+ *", line)]
    for head, start, end in zip(rules[::3], rules[1::3], rules[2::3]):
        spans = [match.span() for match in re.finditer("=+", lines[head])]
        titles = [lines[head + 1][a:b].strip() for a, b in spans]
        if titles[0] != "Column":
            continue
        for line in lines[start + 1 : end]:
            cells = dict(zip(titles, (line[a:b].strip() for a, b in spans)))
            names = re.findall(r"``(\w+)``", cells["Column"])
            names += [AXES] if AXES in cells["Column"] else []
            found.update(names)
    return found


def read_entries():
    """From the name of a file to the place of its entry, its columns, and whether they are written by hand."""
    entries = {}
    for page in sorted((ROOT / "doc").glob("*.rst")):
        lines = page.read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines):
            if not re.fullmatch(rf" *{NAME}(, {NAME})*", line):
                continue
            indent = len(line) - len(line.lstrip())
            body = []
            for below in lines[i + 1 :]:
                if below.strip() and len(below) - len(below.lstrip()) <= indent:
                    break
                body.append(below)
            if body and body[0].strip():
                place = f"{page.relative_to(ROOT)}:{i + 1}"
                columns = read_table(body)
                by_hand = not any("{columns " in below for below in body)
                for name in re.findall(NAME, line):
                    # An entry without a table points to another page.
                    if columns or name not in entries:
                        entries[name] = (place, columns, by_hand)
    return entries


def match_entry(entries, name):
    """The name of the entry of a file, or None."""
    for entry in entries:
        pattern = re.sub(r"[A-Z]{4,}", "\0", entry)
        pattern = re.escape(pattern).replace("\0", ".+").replace(r"seed\-N", r"seed-\d+")
        if re.fullmatch(pattern + (".*" if entry.endswith("/") else ""), name):
            return entry
    return None


class Checker:
    """Runs scenarios, and compares what they leave with the entries."""

    def __init__(self, runner, folder):
        self.runner = runner
        self.folder = folder
        self.entries = read_entries()
        self.seen = {}  # columns by entry

    def run(self, name, scenario, *options, statuses=(0,)):
        """The files of a run."""
        if isinstance(scenario, dict):
            path = self.folder / f"{name}.json"
            path.write_text(json.dumps(scenario), encoding="utf-8")
        else:
            path = SCENARIOS / f"{scenario}.json"
        output = self.folder / name
        command = [self.runner, path, "--quiet", "--no-lint", "--output", output, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in statuses:
            return [f"run {name}: status {done.returncode}: {done.stderr.strip()}"]
        wrong = []
        for file in sorted(output.rglob("*")):
            if file.is_file():
                wrong += self._check(file, re.sub(r"^seed-\d+/", "", file.relative_to(output).as_posix()))
        return wrong

    def _check(self, file, name):
        inner = re.sub(r"^runs/[^/]+/seed-\d+/", "", name)  # a folder as of any run
        entry = match_entry(self.entries, inner)
        if not entry:
            return [f"{name}: has no entry in doc/"]
        columns = self.seen.setdefault(entry, set())
        if file.suffix != ".csv":
            return []
        with open(file, newline="", encoding="utf-8") as table:
            head = next(csv.reader(table))
        columns.update(head)
        place, known, _ = self.entries[entry]
        return [
            f"{place}: {entry}: no column {column}"
            for column in head
            if column not in known and not (AXES in known and "." in column)
        ]

    def check_entries(self):
        """Rows of columns that no run had."""
        wrong = []
        for entry, columns in self.seen.items():
            place, known, by_hand = self.entries[entry]
            if not entry.endswith(".csv") or not by_hand:
                continue
            stale = known - columns - {AXES}
            wrong += [f"{place}: {entry}: {column}: is in no run" for column in sorted(stale)]
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", type=pathlib.Path, default=ROOT / "build" / "ai-fabric-run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.runner.resolve(), pathlib.Path(folder))
        wrong = checker.run("everything", EVERYTHING, "--seed", "1")
        wrong += checker.run("draws", "tiny", "--seeds", "2")
        wrong += checker.run("sweep", "tiny", "--sweep", "topology.hosts=4,5", "--seeds", "2")
        wrong += checker.run("stall", "deadlock-ring", "--seed", "1", "--no-figure", statuses=(1,))
        wrong += checker.check_entries()
        columns = sum(len(held) for held in checker.seen.values())
        print("\n".join(sorted(set(wrong))))
        print(f"{len(checker.seen)} files, {columns} columns")
    return 1 if wrong or not columns else 0


if __name__ == "__main__":
    sys.exit(main())
