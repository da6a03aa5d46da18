#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes the documentation as a site that opens from disk: the pages of doc/, the reference of scenarios
from what the runner knows, and the API from the comments of the headers. Prints where it starts."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def fail(text):
    """Ends with one line for the user."""
    print(f"docs: {text}", file=sys.stderr)
    sys.exit(2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":", maxsplit=1)[0] + ".")
    parser.add_argument("--runner", default=ROOT / "build" / "ai-fabric-run", type=pathlib.Path)
    parser.add_argument("--folder", default=ROOT / "build" / "docs", type=pathlib.Path)
    parser.add_argument("--ns3-include", metavar="DIR", help="folder of ns-3's headers")
    options = parser.parse_args()
    for tool in ("sphinx-build", "doxygen"):
        if not shutil.which(tool):
            fail(f"{tool} not found (Debian: python3-sphinx, doxygen)")
    if not options.runner.is_file():
        fail(f"{options.runner}: is not a file; './ai-fabric build' makes it")

    folder = options.folder.resolve()
    api = folder / "api"
    api.mkdir(parents=True, exist_ok=True)
    print("docs: API", file=sys.stderr, flush=True)
    command = [sys.executable, ROOT / "utils" / "doxygen.py", "--html", api]
    command += ["--ns3-include", options.ns3_include] if options.ns3_include else []
    if subprocess.run(command, check=False, stdout=sys.stderr).returncode:
        fail("comments of some headers are incomplete; see above")

    print("docs: pages", file=sys.stderr, flush=True)
    command = ["sphinx-build", "-q", "-n", "-W", "--keep-going", "-E", "-t", "api"]
    command += ["-d", folder.parent / "docs-trees", "-D", f"api={api}"]
    command += ["-D", f"runner={options.runner.resolve()}", ROOT / "doc", folder]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if subprocess.run(command, check=False, env=environment).returncode:
        fail("the pages have mistakes; see above")
    print(folder / "index.html")


if __name__ == "__main__":
    main()
