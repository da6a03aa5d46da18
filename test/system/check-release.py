#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks what a release consists of: one version everywhere, changes that are read in two minutes, and
what ns-3's App Store asks for.

The exit status is 1 if anything is wrong, and each mistake is a line. With --runner the program has to
print that version as well.
"""

import argparse
import importlib.util
import json
import pathlib
import re
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-rc\.[1-9]\d*)?")
MOST_WORDS = 500  # of one release in CHANGES.md, two minutes to read
SECTIONS = ("New", "Changed results", "Removed and renamed")
# Sections of a module's page in ns-3's order; the references are the last section of all.
MODULE_SECTIONS = (
    "Scope and Limitations",
    "Usage",
    "Helpers",
    "Attributes",
    "Traces",
    "Examples and Tests",
    "Validation",
    "References",
)
NAME = "ai-fabric"
IN_TREE = f"../../contrib/{NAME}/"  # the module, from where test.py runs programs


def read(name):
    """A file of the tree."""
    return (ROOT / name).read_text(encoding="utf-8")


def check_version(runner):
    """VERSION, and the files that repeat it."""
    version = read("VERSION").strip()
    if not VERSION.fullmatch(version):
        yield f"VERSION: {version!r} is not MAJOR.MINOR.PATCH, with -rc.N behind it or without"
    cited = re.search(r"^version: (.*)$", read("CITATION.cff"), re.M)
    if not cited or cited[1].strip("\"'") != version:
        yield f"CITATION.cff: the version is not {version}"
    first = re.search(r"^## (\S+) \((not yet released|\d{4}-\d\d-\d\d)\)$", read("CHANGES.md"), re.M)
    if not first or first[1] != version:
        yield f"CHANGES.md: the first release is not '## {version} (DATE or not yet released)'"
    if runner:
        done = subprocess.run([runner, "--version"], capture_output=True, text=True, check=False)
        if done.returncode or not done.stdout.startswith(f"{NAME} {version}, ns-3 "):
            yield f"{runner} --version: {done.stdout.strip() or done.stderr.strip()!r}"


def check_changes(text):
    """The page of each release."""
    for page in re.split(r"^## ", text, flags=re.M)[1:]:
        name = page.split("\n", 1)[0]
        words = len(page.split())
        if words > MOST_WORDS:
            yield f"CHANGES.md: {name} has {words} words, {MOST_WORDS} at most"
        found = tuple(re.findall(r"^### (.*)$", page, re.M))
        if found != SECTIONS:
            yield f"CHANGES.md: {name} has the headings {found}, expected {SECTIONS}"


def check_presets():
    """CMakePresets.json builds what ./ai-fabric builds, where it does."""
    launcher = read(NAME)
    for preset in json.loads(read("CMakePresets.json"))["configurePresets"]:
        if preset.get("hidden"):
            continue
        folder = preset["binaryDir"].rsplit("/", 1)[-1]
        options = " ".join(f"-D{key}={value}" for key, value in preset["cacheVariables"].items())
        start = rf"(?:dir={folder}\n *build \$dir|build {folder})"
        if not re.search(rf"{start} \S+ {re.escape(options)}$", launcher, re.M):
            yield f"CMakePresets.json: {preset['name']}: no 'build {folder} ... {options}' in ./{NAME}"


def list_programs():
    """The programs of examples/, as examples/CMakeLists.txt finds them."""
    examples = ROOT / "examples"
    return {path.stem for path in examples.glob("*.cc")} | {
        path.parent.name for path in examples.glob("*/main.cc")
    }


def check_store():
    """What ns-3's App Store asks of a module."""
    file = ROOT / "test" / "examples-to-run.py"
    spec = importlib.util.spec_from_file_location("examples_to_run", file)
    listed = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(listed)
    commands = [command.split() for command, *_ in listed.cpp_examples]
    # The runner of several machines is not built in a tree.
    for program in sorted(list_programs() ^ {words[0] for words in commands} ^ {f"{NAME}-mpi"}):
        yield f"{file.relative_to(ROOT)}: {program}: is not both here and in examples/"
    for word in (word for words in commands for word in words if "/" in word):
        if not word.startswith(IN_TREE) or not (ROOT / word.removeprefix(IN_TREE)).is_file():
            yield f"{file.relative_to(ROOT)}: {word}: no such file"

    page = read(f"doc/{NAME}.rst")
    titles = re.findall(r"^(\S.*)\n[-~]{4,}$", page, re.M)
    if [title for title in titles if title in MODULE_SECTIONS] != list(MODULE_SECTIONS):
        yield f"doc/{NAME}.rst: expected the sections {', '.join(MODULE_SECTIONS)}, in this order"
    elif titles[-1] != MODULE_SECTIONS[-1]:
        yield f"doc/{NAME}.rst: {MODULE_SECTIONS[-1]} is not the last section"

    icon = (ROOT / "doc" / "figures" / "app-store-icon.png").read_bytes()
    if struct.unpack(">II", icon[16:24]) != (100, 100) or icon[25] not in (4, 6):
        yield "doc/figures/app-store-icon.png: expected 100 x 100 pixels with transparency"
    if f'TestSuite("{NAME}")' not in read("test/ns3-test-bridge.cc"):
        yield f"test/ns3-test-bridge.cc: no suite {NAME}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--runner", help="ai-fabric-run of this tree")
    options = parser.parse_args()
    wrong = [
        *check_version(options.runner),
        *check_changes(read("CHANGES.md")),
        *check_presets(),
        *check_store(),
    ]
    print("\n".join(wrong or ["version, changes, presets and store agree"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
