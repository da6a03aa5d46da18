#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks every command and every piece of a scenario in README.md and doc/*.rst.

A command of `./ai-fabric run` is given to the runner with --check, from the root of the clone; of the
other commands the options have to be known. A piece of JSON is put where it can stand in a scenario
that has all else, and the runner has to accept it in one of these places. Pieces with `...` are left
out. Each role that the runner lists is on one page of the scenario reference. The exit status is 1 if
anything is refused, and each refusal is a line.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "doc").glob("*.rst"))]
PROGRAMS = {
    "validate": "utils/validate.py",
    "reproduce": "utils/reproduce.py",
    "artifact": "utils/reproduce.py",
    "calibrate": "utils/calibrate.py",
    "bench": "utils/bench.py",
    "docs": "utils/docs.py",
    "plot": "utils/plot.py",
    "report": "utils/report.py",
    "import": "utils/ai_fabric_import",
    "test": "test/property/random/random_runs.py",
}
LAUNCHER = {"--debug", "--ns3", "--sanitize", "-R"}  # what ./ai-fabric itself understands
NO_CHECK = {"--list", "--list-json", "--list-presets", "--help"}

STAR = {"type": "star", "hosts": 64, "rate": "400Gbps"}
CLOS = {"type": "leaf-spine", "leaves": 8, "spines": 8, "hostsPerLeaf": 8, "hostRate": "100Gbps"}
SERVERS = {"type": "rail-optimized", "servers": 16}
BASES = [
    {"topology": STAR, "fabric": {"type": "roce"}},
    {"topology": STAR, "fabric": {"type": "infiniband"}},
    {"topology": CLOS, "fabric": {"type": "roce"}},
    {"topology": CLOS, "fabric": {"type": "infiniband"}},
    {"topology": CLOS, "fabric": {"preset": "infiniband-ndr"}},
    {"topology": SERVERS, "server": "dgx-h100", "fabric": {"type": "roce"}},
    {"topology": {"type": "dumbbell"}, "fabric": {"type": "roce"}},
    {"topology": {"type": "star", "hosts": 8}, "fabric": {"type": "roce"}},
    {"topology": {"type": "star", "hosts": 4}, "fabric": {"type": "roce"}},
    {"topology": {"type": "star", "hosts": 2}, "fabric": {"type": "roce"}},
]
TRAINING = {"type": "training", "model": "gpt-2", "globalBatch": 64, "gpu": "h100"}
# Where a piece may stand: under a key, or its own keys in an object.
OBJECTS = ("fabric", "workload", "topology", "failures", "server")
HOLDERS = ("", "fabric", "training")


def blocks(page):
    """The literal blocks of a page, with their first line."""
    lines = page.read_text(encoding="utf-8").splitlines()
    i = 0
    while i < len(lines):
        line = lines[i]
        opens = line.rstrip().endswith("::") and not line.lstrip().startswith(".. ")
        opens = opens or re.match(r"\s*\.\. code-block::", line)
        if page.suffix == ".md":
            opens = i > 0 and not lines[i - 1].strip() and line.startswith("    ")
            i -= 1 if opens else 0
        i += 1
        if not opens:
            continue
        indent = len(line) - len(line.lstrip()) if page.suffix == ".rst" else 3
        start = i
        while i < len(lines) and (
            not lines[i].strip() or len(lines[i]) - len(lines[i].lstrip()) > indent
        ):
            i += 1
        text = textwrap.dedent("\n".join(lines[start:i])).strip("\n")
        if text:
            yield start + 1, text


def inline_commands(page):
    """Those in the prose of a page, with their line."""
    text = page.read_text(encoding="utf-8")
    mark = "`" if page.suffix == ".md" else "``"
    for match in re.finditer(rf"{mark}(\./ai-fabric run [^`]*){mark}", text):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[1].split())


def commands(text):
    joined = re.sub(r"\\\n\s*", " ", text)
    return [line for line in joined.splitlines() if line.startswith("./ai-fabric ")]


def on_one_machine(arguments):
    """What is for several processes in one, as there may be no MPI."""
    for option in ("--hosts", "--ranks"):
        if option in arguments:
            place = arguments.index(option)
            del arguments[place : place + 2]


def pieces(text):
    """The values of a block of JSON; None if it is none."""
    stripped = text.strip()
    if not stripped.startswith(("{", '"')) or "..." in stripped or "=" in stripped.split("\n")[0]:
        return []
    for parts in ([stripped], re.split(r"\n\s*\n", stripped), stripped.split("\n")):
        try:
            return [json.loads(p if p.startswith("{") else f"{{{p.rstrip(',')}}}") for p in parts]
        except json.JSONDecodeError:
            continue
    return [None]


def places(piece):
    """Scenarios with a piece in each of the places where it could stand."""
    fill = {"workload": {"type": "incast", "sources": 1, "target": 0, "bytes": 1000}}
    if {"about", "fabric"} <= piece.keys():
        yield {**BASES[0], **fill, "fabric": {"preset": "piece.json"}}
        return
    if {"about", "server"} <= piece.keys():
        yield {**BASES[0], **fill, "server": "piece.json"}
        return
    for kind in ("model", "gpu"):
        if {"about", kind} <= piece.keys():
            held = {**TRAINING, "globalBatch": 0, "memoryShare": 0, "layersPerKernel": 8}
            yield {**BASES[-1], "workload": {**held, kind: "piece.json"}}
            return
    if piece.get("format") == "ai-fabric-graph":
        yield {**BASES[0], "workload": {"type": "graph", "file": "piece.json"}}
        return
    for base in BASES:
        if "type" not in piece:
            yield {**base, **fill, **piece}
    for base, key in itertools.product(BASES, OBJECTS):
        if "type" in piece or "preset" in piece:
            yield {**base, **fill, key: piece}
    for base in BASES:
        if "fabric" not in piece and "topology" not in piece:
            yield {**base, **fill, "fabric": {**base["fabric"], **piece}}
            yield {**base, "workload": {**TRAINING, **piece}}
    if piece.get("type") == "hpcc":
        yield {**piece, **fill}


class Checker:
    def __init__(self, runner, folder):
        self.runner = runner
        self.folder = folder
        self.compiling = threading.Lock()
        for file in (ROOT / "examples" / "traces").iterdir():
            shutil.copy(file, folder)
        # Files that pieces name: routes are those of the page, tables those that an engine writes.
        texts = [text for page in PAGES for _, text in blocks(page)]
        routes = next(text for text in texts if text.startswith("# switch  destination"))
        (folder / "routes.txt").write_text(routes + "\n", encoding="utf-8")
        tables = {**BASES[1], "workload": {"type": "all-to-all", "bytes": 1}}
        tables["fabric"] = {
            "type": "infiniband",
            "routing": {"type": "min-hop", "tablesFile": "lfts.txt"},
        }
        (folder / "tables.json").write_text(json.dumps(tables), encoding="utf-8")
        results = str(folder / "tables-results")
        self.run(
            [str(folder / "tables.json"), "--seed", "1", "--quiet", "--no-figure", "--output", results], folder
        )

    def run(self, arguments, cwd):
        done = subprocess.run(
            [self.runner, *arguments], capture_output=True, text=True, check=False, cwd=cwd
        )
        return done.returncode, done.stderr.strip().splitlines()

    def check_command(self, line):
        """What is wrong with a command; nothing if it is right."""
        words = shlex.split(line, comments=True)[1:]
        name, *arguments = words
        if name == "cost":
            name, arguments = "run", [*arguments, "--cost"]
        if name == "run":
            listing = "--list" in arguments  # what is behind it is no scenario
            if not listing and (not arguments or arguments[0].startswith("-")):
                arguments.insert(0, "first-light")
            known = ROOT / "examples" / "scenarios" / f"{arguments[0]}.json"
            if known.exists() and not listing:
                arguments[0] = str(known)
            if {"SCENARIO", "FILE.cc"} & set(arguments):
                return None  # stands for what the reader has
            on_one_machine(arguments)
            if "--load" in arguments:
                index = arguments.index("--load")
                source = ROOT / arguments[index + 1]
                if not source.exists():
                    return f"{source} does not exist"
                library = self.folder / f"{source.stem}.so"
                with self.compiling:
                    if not library.exists():
                        subprocess.run(
                            ["sh", self.runner.parent / "compile-library", "-o", library, source], check=True
                        )
                arguments[index + 1] = str(library)
            if not NO_CHECK & set(arguments):
                arguments.append("--check")
            status, errors = self.run(arguments, ROOT)
            return None if status == 0 else (errors or ["status " + str(status)])[-1]
        if name == "list":
            kind = [f"--list-presets={arguments[0]}"] if arguments else ["--list-presets"]
            status, errors = self.run(kind, ROOT)
            return None if status == 0 else errors[-1]
        if name == "topology":
            with tempfile.TemporaryDirectory(dir=self.folder) as place:  # for the files it writes
                status, errors = self.run(["--topology", *arguments], pathlib.Path(place))
            return None if status == 0 else errors[-1]
        if name not in PROGRAMS:
            return None if name in ("help", "build", "install", "package", "clean") else f"no command {name}"
        kind = arguments[:1] if name == "import" else []  # each simulator has options of its own
        done = subprocess.run(
            [sys.executable, ROOT / PROGRAMS[name], *kind, "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        known = set(re.findall(r"--?[a-zA-Z][a-z_-]*", done.stdout)) | LAUNCHER
        unknown = [word for word in arguments if word.startswith("-") and word not in known]
        return f"no option {unknown[0]}" if unknown else None

    def check_piece(self, piece):
        if piece is None:
            return "is not JSON"
        first = None
        for scenario in places(piece):
            with tempfile.TemporaryDirectory(dir=self.folder) as name:
                folder = pathlib.Path(name)
                for file in self.folder.glob("*.*"):
                    (folder / file.name).symlink_to(file)
                (folder / "piece.json").write_text(json.dumps(piece), encoding="utf-8")
                path = folder / "scenario.json"
                path.write_text(json.dumps(scenario), encoding="utf-8")
                status, errors = self.run([str(path), "--check", "--no-lint"], folder)
            if status == 0:
                return None
            first = first or (errors or [f"status {status}"])[-1].replace(f"{folder}/", "")
        return first or "stands nowhere"


def check_reference(runner):
    """Roles that are not on exactly one page of the scenario reference, and keys that it leaves open."""
    done = subprocess.run([runner, "--list-json"], capture_output=True, text=True, check=True)
    roles = json.loads(done.stdout)
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    listed = " ".join(re.findall(r"^\.\. types:: (.*)$", "\n".join(texts), re.MULTILINE)).split()
    wrong = [f"role {role}: on {listed.count(role)} pages" for role in roles if listed.count(role) != 1]
    for role, types in roles.items():
        for name, held in types.items():
            keys = [a["name"] for a in held["attributes"] if ("role" in a) == bool(a.get("expected"))]
            wrong += [f"role {role}: {name}.{key}: takes nothing that is said" for key in keys]
    return wrong + [f"role {role}: is unknown" for role in listed if role not in roles]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", type=pathlib.Path, default=ROOT / "build" / "ai-fabric-run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.runner.resolve(), pathlib.Path(folder))
        found = []
        for page in PAGES:
            for line, command in inline_commands(page):
                found.append((f"{page.relative_to(ROOT)}:{line}", checker.check_command, command))
            for line, text in blocks(page):
                place = f"{page.relative_to(ROOT)}:{line}"
                found += [(place, checker.check_command, command) for command in commands(text)]
                found += [(place, checker.check_piece, piece) for piece in pieces(text)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            wrong = list(pool.map(lambda item: item[1](item[2]), found))
    missing = check_reference(options.runner.resolve())
    for line in missing:
        print(f"doc/reference*.rst: {line}")
    kinds = [check == checker.check_command for _, check, _ in found]
    for (place, _, what), problem in zip(found, wrong):
        if problem:
            print(f"{place}: {str(what)[:80]}: {problem}")
    print(f"{sum(kinds)} commands, {len(kinds) - sum(kinds)} pieces of scenarios")
    return 1 if any(wrong) or missing or not all((any(kinds), not all(kinds))) else 0


if __name__ == "__main__":
    sys.exit(main())
