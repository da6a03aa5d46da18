#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Checks that every public and protected member of the module has a comment that Doxygen understands.

Prints Doxygen's warnings about the module's files and exits with 1 if there are any, with 2 if it
cannot be run. What overrides a function of ns-3 is documented there, so the headers of ns-3 that
are derived from are read too; their own warnings are left out."""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent

# Classes whose functions are overridden without a comment of their own.
NS3_BASES = ["application", "channel", "header", "net-device", "object", "scheduler",
             "simulator-impl"]


def find_ns3(given):
    """The folder of ns-3's headers: the one that was given, or that of an installation."""
    for folder in [given] if given else ["/usr/include/ns3", "/usr/local/include/ns3"]:
        if (pathlib.Path(folder) / "net-device.h").is_file():
            return pathlib.Path(folder)
    problem = f"doxygen.py: no headers of ns-3 in {given or '/usr/include/ns3'}"
    print(problem + "; name their folder with --ns3-include", file=sys.stderr)
    sys.exit(2)


def find_unknown_groups():
    """A line for each group of classes that doc/api.dox does not define: Doxygen would drop it without a word."""
    defined = set(re.findall(r"@defgroup (\S+)", (TOP / "doc" / "api.dox").read_text(encoding="utf-8")))
    for path in sorted(path for room in ("model", "helper") for path in (TOP / room).rglob("*.h")):
        for name in sorted(set(re.findall(r"@ingroup (ai-fabric\S*)", path.read_text(encoding="utf-8"))) - defined):
            yield f"{path.relative_to(TOP)}: doc/api.dox defines no group {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--ns3-include", metavar="DIR", help="folder of ns-3's headers")
    parser.add_argument("--html", metavar="DIR", help="also write the pages to this folder")
    arguments = parser.parse_args()
    if not shutil.which("doxygen"):
        print("doxygen.py: doxygen not found (Debian: doxygen)", file=sys.stderr)
        sys.exit(2)
    ns3 = find_ns3(arguments.ns3_include)
    with tempfile.TemporaryDirectory() as scratch:
        log = pathlib.Path(scratch) / "warnings"
        settings = (TOP / "doc" / "Doxyfile").read_text()
        settings += f"INPUT += {' '.join(str(ns3 / (base + '.h')) for base in NS3_BASES)}\n"
        settings += f"WARN_LOGFILE = {log}\nOUTPUT_DIRECTORY = {arguments.html or scratch}\n"
        settings += f"GENERATE_HTML = {'YES' if arguments.html else 'NO'}\nHTML_OUTPUT = .\n"
        settings += f"GENERATE_XML = {'NO' if arguments.html else 'YES'}\n"
        subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=TOP, check=True,
                       stdout=subprocess.DEVNULL)
        warnings = list(find_unknown_groups())
        ours = False
        for line in log.read_text().splitlines():
            if not line.startswith(" "):  # a line that is indented belongs to the one before
                ours = line.startswith(str(TOP) + "/")
            if ours:
                warnings.append(line.replace(str(TOP) + "/", ""))
    print("\n".join(sorted(set(warnings), key=warnings.index)))
    print(f"{len(warnings)} lines of warnings", file=sys.stderr)
    return 1 if warnings else 0


if __name__ == "__main__":
    sys.exit(main())
