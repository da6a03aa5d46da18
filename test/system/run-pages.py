#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs every command `./ai-fabric ...` of README.md and doc/*.rst, at small size.

The commands of a page run in its order and in a folder of its own, as its reader would run them, so that
a plot finds the results of the run above it. What makes them small and what is put in a reader's place
stands at the top of this file, and so does what is not run, with the reason; whatever stands there and is
in no page is an error. The exit status is 1 if a command fails, and each one that does is a line.
"""

import argparse
import concurrent.futures
import importlib.util
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SPEC = importlib.util.spec_from_file_location("check_pages", ROOT / "test/system/check-pages.py")
PAGES = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(PAGES)

SEEDS = "2"  # of those that ask for several
LARGEST = "1M"  # of the sizes of nccl-tests
# Scenarios and options of which a run takes seconds, and how much of it is enough.
SMALLER = {
    "training": "until=5ms",
    "llama-layers": "until=20ms",
    "validation/dcqcn-fixed-point": "until=2ms",
    "questions/inference-latency-load": "workload.arrivals.requests=40",
    "reinforcement": "workload.iterations=1",
    "--pcap": "until=100us",
    "--what-decides": 'variations={"*": "none"}',
}
# What a reader has of his own.
OWN = {
    "FILE.cc": "examples/own-congestion-control/own-congestion-control.cc",
    "SCENARIO": "tiny",
    "SimAI.conf": "test/system/imports/simai/SimAI.conf",
    "Spectrum-X_8g_8gps_400Gbps_H100": "test/system/imports/simai/topology.txt",
    "microAllReduce.txt": "test/system/imports/simai/workload.txt",
    "incast.cm": "test/system/imports/htsim/triggers.cm",
    "leaf_spine.topo": "test/system/imports/htsim/leaf-spine.topo",
    "./my-slowdown.py": "utils/plots/slowdown.py",
}
# The beginning of what is not run here, and why.
NOT_RUN = {
    "test": "runs this test",
    "build": "continuous integration builds alone, in a tree of ns-3 and for a debugger",
    "reproduce all": "takes six minutes; Python.Reproduction runs a pack",
    "package": ".ci/full makes one and installs it",
    "install": "continuous integration installs and uses what it has installed",
    "docs": "continuous integration makes the site; Documentation.Numbers is --check; the others write",
}


def collect(page):
    """The commands of a page in its order, with their lines; those in prose if they are whole."""
    found = [
        (line, command)
        for line, text in PAGES.blocks(page)
        for command in PAGES.commands(text)
    ]
    return sorted(found + list(PAGES.inline_commands(page)), key=lambda item: item[0])


class Runner:
    """Runs commands of pages. runner: the program, in the folder of its build"""

    def __init__(self, runner, folder):
        self.runner = runner
        self.folder = folder
        self.used = set()
        self.done = set()
        self.count = 0

    def run_page(self, page):
        """The commands of a page that failed, a line each."""
        folder = self.folder / page.name
        folder.mkdir()
        for name in ("doc", "examples", "test", "utils"):
            (folder / name).symlink_to(ROOT / name)
        wrong = []
        for line, command in collect(page):
            words = shlex.split(command, comments=True)[1:]
            left_out = {start for start in NOT_RUN if words[: len(start.split())] == start.split()}
            if not words or left_out:
                self.used |= left_out
                continue
            # What leaves nothing behind that is named runs once.
            key = (page if {"--output", "plot", "report"} & set(words) else None, *words)
            if key not in self.done:
                self.done.add(key)
                problem = self._run(words, folder)
                wrong += [f"{page.relative_to(ROOT)}:{line}: {command}: {problem}"] if problem else []
        return wrong

    def _run(self, words, folder):
        """What is wrong with a command; nothing if it succeeds."""
        name, *arguments = words
        for i, word in enumerate(arguments):
            if word in OWN:
                self.used.add(word)
                arguments[i] = OWN[word]
        if name == "cost":
            command = self._small([*arguments, "--cost"])
        elif name == "run":
            command = self._small(arguments)
        elif name == "list":
            command = [self.runner, "--list-presets", *arguments]
        elif name == "topology":
            command = [self.runner, "--topology", *arguments]
        elif name == "artifact":
            command = [sys.executable, ROOT / PAGES.PROGRAMS[name], "--artifact", *arguments]
        elif name in PAGES.PROGRAMS:
            command = [sys.executable, ROOT / PAGES.PROGRAMS[name], *arguments]
        else:
            return f"no command {name}"
        self.count += 1
        environment = {**os.environ, "AI_FABRIC_RUN": str(self.runner), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode == 0 and "--commands" in arguments:
            file = folder / arguments[arguments.index("--commands") + 1]
            done = subprocess.run(["sh", "-e", file], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return None
        return f"status {done.returncode}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"

    def _small(self, arguments):
        """The command of the runner for `./ai-fabric run`, with less to do."""
        command = [str(self.runner)]
        if "--list" not in arguments and "--help" not in arguments:
            if not arguments or arguments[0].startswith("-"):
                arguments.insert(0, "first-light")
            scenario = arguments[0]
            known = ROOT / "examples" / "scenarios" / f"{scenario}.json"
            arguments[0] = str(known) if known.exists() else scenario
            for name in sorted({scenario, *arguments} & SMALLER.keys()):
                self.used.add(name)
                arguments += ["--set", SMALLER[name]]
            for option, small in (("--seeds", SEEDS), ("-e", LARGEST)):
                if option in arguments:
                    arguments[arguments.index(option) + 1] = small
            if not {"--seed", "--seeds", "--nccl-tests"} & set(arguments):
                arguments += ["--seeds", SEEDS] if "--sweep" in arguments else ["--seed", "1"]
            arguments += ["--no-figure", "--jobs", "1"]
        PAGES.on_one_machine(arguments)
        if "--load" in arguments:
            place = arguments.index("--load") + 1
            arguments[place] = self._compile(ROOT / arguments[place])
        return command + arguments

    def _compile(self, source):
        """The library of a source: that of the build, or a new one."""
        library = self.runner.parent / f"{source.stem}.so"
        if not library.exists():
            library = self.folder / f"{source.stem}.so"
        if not library.exists():
            script = self.runner.parent / "compile-library"
            subprocess.run(["sh", script, "-o", library, source], check=True)
        return str(library)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", type=pathlib.Path, default=ROOT / "build" / "ai-fabric-run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("page", nargs="*", type=pathlib.Path, help="only these (default: all)")
    options = parser.parse_args()
    pages = [page.resolve() for page in options.page] or PAGES.PAGES
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(options.runner.resolve(), pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            wrong = [line for lines in pool.map(runner.run_page, pages) for line in lines]
    if not options.page:
        stale = {*SMALLER, *OWN, *NOT_RUN} - runner.used
        wrong += [f"{pathlib.Path(__file__).name}: {name} is in no page" for name in sorted(stale)]
    print("\n".join(wrong))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{runner.count} commands, {used.ru_utime + used.ru_stime:.0f} s of CPU")
    return 1 if wrong or not runner.count else 0


if __name__ == "__main__":
    sys.exit(main())
