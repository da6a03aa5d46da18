# SPDX-License-Identifier: GPL-2.0-only
"""Finds matplotlib for programs that draw only if they are asked to."""

import os
import pathlib
import sys

DEBIAN_PYTHON = "/usr/bin/python3"


def find_matplotlib(program):
    """Debian's packages belong to Debian's Python, which another one may hide."""
    try:
        import matplotlib
    except ImportError:
        debian = pathlib.Path(DEBIAN_PYTHON)
        if debian.exists() and not debian.samefile(sys.executable):
            os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])
        sys.exit(f"{program}: figures need matplotlib (Debian: python3-matplotlib)")
    matplotlib.use("Agg")
