# SPDX-License-Identifier: GPL-2.0-only
"""Turns the blocks of a page into text with measured numbers; doc/measured.rst has the expressions."""

import itertools
import re
import shlex
import textwrap

WIDTH = 100

RST_BLOCK = re.compile(
    r"^(?P<indent> *)\.\. measured: (?P<name>\S+)\n"
    r"(?P<template>(?:(?P=indent)   .*\n|\n)+)"
    r"(?P<text>(?:.*\n)*?)"
    r"(?P<end>(?P=indent)\.\. measured end\n)",
    re.MULTILINE,
)
MARKDOWN_BLOCK = re.compile(
    r"^(?P<indent>)<!-- measured: (?P<name>\S+) -->\n"
    r"(?P<text>(?:.*\n)*?)"
    r"(?P<end><!-- measured end -->\n)",
    re.MULTILINE,
)


class PageError(Exception):
    """A block cannot be written; the text is one line for the user."""


def read_templates(text):
    """Templates by name, of a file that has each below its `.. measured: NAME`."""
    parts = re.split(r"^\.\. measured: (\S+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def render(text, sources, page, templates):
    """The text of a page, with all of its blocks written anew.

    Blocks of a page in Markdown have their templates in `templates`, by name.
    `sources` is an object from a name to what has tables, and the methods get_expressions() and
    get_paragraphs(): objects from a verb to what makes text of its words and options.
    """
    markdown = page.endswith(".md")

    def write(match):
        name = match["name"]
        if markdown and name not in templates:
            raise PageError(f"{page}: no template '{name}'; there are {', '.join(templates)}")
        if name not in sources:
            raise PageError(f"{page}: no campaign '{name}'; there are {', '.join(sources)}")
        try:
            template = templates[name] if markdown else match["template"]
            written = _Writer(sources[name], markdown).block(textwrap.dedent(template))
        except (PageError, ValueError) as error:
            raise PageError(f"{page}: block of '{name}': {error}") from error
        written = textwrap.indent(written, match["indent"])
        start = match[0][: match.start("text") - match.start()].rstrip("\n")
        return f"{start}\n\n{written}\n\n{match['end']}"

    return (MARKDOWN_BLOCK if markdown else RST_BLOCK).sub(write, text)


def wrap(text, indent=""):
    """Text in lines of the width of a page; the lines after the first one are indented."""
    return "\n".join(
        textwrap.wrap(
            text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    )


def cut(text, name, start=".", end=None, width=None):
    """Of what a program printed, the lines from the first that matches `start` to that before the
    next that matches `end`; lines longer than `width` are folded."""
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if re.search(start, line)), None)
    if first is None:
        raise PageError(f"no line of {name} matches '{start}'")
    rest = range(first + 1, len(lines))
    last = next((i for i in rest if end and re.search(end, lines[i])), len(lines))
    chosen = [line.rstrip() for line in lines[first:last]]
    if width:
        chosen = [part for line in chosen for part in _fold(line, int(width))]
    return "\n".join(chosen).strip("\n")


def _fold(line, width):
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    ) or [""]


def _call(verbs, text):
    verb, *words = shlex.split(text)
    options = dict(word.split("=", 1) for word in words if re.match(r"[a-z]+2?=", word))
    words = [word for word in words if not re.match(r"[a-z]+2?=", word)]
    if verb not in verbs:
        raise PageError(f"no expression '{verb}'; there are {', '.join(verbs)}")
    try:
        return verbs[verb](*words, **options)
    except TypeError as error:
        raise PageError(f"{{{text}}}: wrong number of words, or an unknown option") from error


class _Writer:
    def __init__(self, source, markdown):
        self.source = source
        self.markdown = markdown

    def block(self, template):
        paragraphs = re.split(r"\n\s*\n", template.strip())
        return "\n\n".join(self._paragraph(paragraph) for paragraph in paragraphs)

    def _paragraph(self, template):
        whole = re.fullmatch(r"\{([^{}]*)\}", template)
        words = shlex.split(whole[1]) if whole else [""]
        if words[0] == "table":
            return self._table(*words[1:])
        if words[0] == "printed":
            text = _call(self.source.get_paragraphs(), whole[1]).rstrip("\n")
            text = textwrap.indent(text, "    ")
            return text if self.markdown else f"::\n\n{text}"
        if words[0] in self.source.get_paragraphs():
            return _call(self.source.get_paragraphs(), whole[1])
        filled = self._fill(" ".join(template.split()))
        return wrap(filled, "  " if filled.startswith("* ") else "")

    def _fill(self, template):
        verbs = self.source.get_expressions()
        return re.sub(r"\{([^{}]*)\}", lambda match: _call(verbs, match[1]), template)

    def _table(self, name):
        if name not in self.source.tables:
            raise PageError(f"no table '{name}' in {self.source.name}.json")
        table = self.source.tables[name]
        rows = [[table.get("corner", ""), *table.get("head", table.get("over", []))]]
        for title, *cells in table["rows"]:
            if "over" in table:
                cells = [cells[0].replace("@", item) for item in table["over"]]
            rows.append([title, *map(self._fill, cells)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        if self.markdown:
            lines = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows]
            rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
            return "\n".join([lines[0], rule, *lines[1:]])
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        # A row without a first cell would continue the row above.
        lines[0] = lines[0] if rows[0][0] else "\\" + lines[0][1:]
        rule = "  ".join("=" * max(1, width) for width in widths)
        return "\n".join(itertools.chain([rule, lines[0], rule], lines[1:], [rule]))
