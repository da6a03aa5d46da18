# SPDX-License-Identifier: GPL-2.0-only
"""Shared libraries of the classes that scenarios of examples/ bring in with --load."""

import pathlib
import subprocess
import tempfile

from measured_text import PageError

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Libraries:
    """Libraries that are compiled at first use, by a script of the runner's build.

    runner: the program that loads them
    sources: paths from the top of the clone
    """

    def __init__(self, runner, sources):
        self.runner = pathlib.Path(runner)
        self.sources = sources
        self._folder = None
        self._paths = None

    def paths(self):
        """The libraries, in the order of the sources."""
        if self._paths is None:
            self._folder = tempfile.TemporaryDirectory(prefix="ai-fabric-")
            self._paths = [self._compile(source) for source in self.sources]
        return self._paths

    def _compile(self, source):
        library = pathlib.Path(self._folder.name) / f"{pathlib.Path(source).stem}.so"
        command = ["sh", self.runner.parent / "compile-library", "-o", library, ROOT / source]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise PageError(f"{source}: does not compile: {done.stderr.strip()}")
        return str(library)
