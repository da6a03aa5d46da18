#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Types what doc/tutorial.rst says, in its order and in one folder, with two seeds in place of five.

Every command has to end with status 0, and each plot has to leave its files. The exit status is 1 if
one does not.
"""

import argparse
import importlib.util
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def load_pages():
    """check-pages.py, which knows what a command of a page is."""
    path = pathlib.Path(__file__).with_name("check-pages.py")
    spec = importlib.util.spec_from_file_location("check_pages", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def translate(line, runner, folder):
    """What ./ai-fabric would start, as a list of words."""
    _, name, *words = shlex.split(line)
    if name == "plot":
        return [sys.executable, str(ROOT / "utils" / "plot.py"), *words]
    if name != "run":
        raise ValueError(f"{line}: neither run nor plot")
    known = ROOT / "examples" / "scenarios" / f"{words[0]}.json"
    words[0] = str(known) if known.exists() else words[0]
    if "--seeds" in words:
        words[words.index("--seeds") + 1] = "2"
    if "--load" in words:
        place = words.index("--load") + 1
        library = folder / f"{pathlib.Path(words[place]).stem}.so"
        if not library.exists():
            compiler = ["sh", runner.parent / "compile-library", "-o", library, words[place]]
            subprocess.run(compiler, check=True, cwd=folder)
        words[place] = str(library)
    return [str(runner), *words, "--no-figure"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", type=pathlib.Path, default=ROOT / "build" / "ai-fabric-run")
    runner = parser.parse_args().runner.resolve()
    pages = load_pages()
    texts = [text for _, text in pages.blocks(ROOT / "doc" / "tutorial.rst")]
    lines = [line for text in texts for line in pages.commands(text)]
    plots = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "examples").symlink_to(ROOT / "examples")
        for line in lines:
            done = subprocess.run(
                translate(line, runner, folder),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                cwd=folder,
            )
            drawn = [word for word in done.stdout.split() if word.endswith((".pdf", ".png"))]
            is_plot = line.startswith("./ai-fabric plot")
            plots += is_plot
            if is_plot and done.stdout.startswith("no plots: matplotlib is missing"):
                continue
            if done.returncode or (is_plot and len(drawn) < 2):
                print(f"{line}\nended with {done.returncode}:\n{done.stdout}")
                return 1
            missing = [path for path in drawn if not (folder / path).is_file()]
            if missing:
                print(f"{line}: there is no {missing[0]}")
                return 1
    print(f"{len(lines)} commands, {plots} of them plots")
    return 0 if plots and len(lines) > plots else 1


if __name__ == "__main__":
    sys.exit(main())
