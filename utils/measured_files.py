# SPDX-License-Identifier: GPL-2.0-only
"""Parts of files for pages, so that pages show them without includes, as on a code host."""

import pathlib
import textwrap

from measured_text import PageError, cut

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = {".cc": "cpp", ".h": "cpp", ".py": "python", ".sh": "sh"}


class FileTexts:
    """Expressions of a block named `files`."""

    name = "files"
    tables = {}

    def get_expressions(self):
        return {}

    def get_paragraphs(self):
        return {"text": self._text}

    @staticmethod
    def _text(path, **options):
        """A file of the tree, or the lines of it that cut() chooses, as they are."""
        file = ROOT / path
        if not file.is_file():
            raise PageError(f"no file {path}")
        text = textwrap.dedent(cut(file.read_text(encoding="utf-8"), path, **options))
        language = LANGUAGES.get(file.suffix, "text")
        return f".. code:: {language}\n\n" + textwrap.indent(text, "    ")
