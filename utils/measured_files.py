# SPDX-License-Identifier: GPL-2.0-only
"""Pieces of the tree's own files for pages, where an include directive would be empty on a code host."""

import pathlib
import re
import textwrap

from measured_text import PageError, cut

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = {".h": "cpp", ".cc": "cpp", ".py": "python"}


class SourceFiles:
    """What a block of the name `files` has: a file without the lines of its licence, or a part of it."""

    name = "files"
    tables = {}

    @staticmethod
    def get_expressions():
        """Nothing in a line."""
        return {}

    def get_paragraphs(self):
        """A file of its own."""
        return {"file": self._file}

    @staticmethod
    def _file(path, start=None, end=None):
        """From the first line that matches `start` to that before the next which matches `end`."""
        file = ROOT / path
        if not file.is_file():
            raise PageError(f"no file {path}")
        text = re.sub(r"\A((//|#).*(SPDX|Copyright).*\n)+\s*", "", file.read_text(encoding="utf-8"))
        if start or end:
            text = cut(text, path, start or ".", end)
        text = textwrap.indent(textwrap.dedent(text).strip("\n"), "   ")
        language = "cmake" if file.name == "CMakeLists.txt" else LANGUAGES.get(file.suffix, "none")
        return f".. code-block:: {language}\n\n{text}"
