# SPDX-License-Identifier: GPL-2.0-only
"""Turns the blocks of a page into text with measured numbers; doc/measured.rst has the expressions."""

import itertools
import math
import re
import shlex
import statistics
import textwrap

WIDTH = 100
# What a number of summary.csv, in ns, bytes or percent, is multiplied by.
UNITS = {"s": 1e-9, "ms": 1e-6, "us": 1e-3, "ns": 1, "GB": 1e-9, "MB": 1e-6, "KB": 1e-3, "B": 1}
UNITS |= {"%": 1, "GB/s": 1, "": 1}

RST_BLOCK = re.compile(
    r"^(?P<indent> *)\.\. measured: (?P<name>\S+)\n"
    r"(?P<template>(?:(?P=indent)   .*\n|\n)+)"
    r"(?P<text>(?:.*\n)*?)"
    r"(?P<end>(?P=indent)\.\. measured end\n)",
    re.MULTILINE,
)
MARKDOWN_BLOCK = re.compile(
    r"^(?P<indent>)<!-- measured: (?P<name>\S+)\n"
    r"(?P<template>(?:.*\n)+?)-->\n"
    r"(?P<text>(?:.*\n)*?)"
    r"(?P<end><!-- measured end -->\n)",
    re.MULTILINE,
)


class PageError(Exception):
    """A block cannot be written; the text is one line for the user."""


def render(text, campaigns, page):
    """The text of a page, with all of its blocks written anew."""
    markdown = page.endswith(".md")

    def write(match):
        name = match["name"]
        if name not in campaigns:
            raise PageError(f"{page}: no campaign '{name}'; there are {', '.join(campaigns)}")
        try:
            written = _Writer(campaigns[name], markdown).block(textwrap.dedent(match["template"]))
        except (PageError, ValueError) as error:
            raise PageError(f"{page}: block of '{name}': {error}") from error
        written = textwrap.indent(written, match["indent"])
        start = match[0][: match.start("text") - match.start()].rstrip("\n")
        return f"{start}\n\n{written}\n\n{match['end']}"

    return (MARKDOWN_BLOCK if markdown else RST_BLOCK).sub(write, text)


class _Writer:
    def __init__(self, campaign, markdown):
        self.campaign = campaign
        self.markdown = markdown

    def block(self, template):
        paragraphs = re.split(r"\n\s*\n", template.strip())
        return "\n\n".join(self._paragraph(paragraph) for paragraph in paragraphs)

    def _paragraph(self, template):
        table = re.fullmatch(r"\{table (\S+)\}", template)
        if table:
            return self._table(table[1])
        if template == "{printed}":
            text = textwrap.indent(self.campaign.printed().rstrip("\n"), "    ")
            return text if self.markdown else f"::\n\n{text}"
        filled = self._fill(" ".join(template.split()))
        indent = "  " if filled.startswith("* ") else ""
        return "\n".join(
            textwrap.wrap(
                filled, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )
        )

    def _fill(self, template):
        return re.sub(r"\{([^{}]*)\}", lambda match: self._expression(match[1]), template)

    def _expression(self, text):
        verb, *words = shlex.split(text)
        options = dict(word.split("=", 1) for word in words if "=" in word)
        words = [word for word in words if "=" not in word]
        verbs = {
            "draws": self._draws,
            "median": self._median,
            "spread": self._spread,
            "before": self._before,
        }
        if verb not in verbs:
            raise PageError(f"no expression '{verb}'; there are {', '.join(verbs)}")
        try:
            return verbs[verb](*words, **options)
        except TypeError as error:
            raise PageError(f"{{{text}}}: wrong number of words, or an unknown option") from error

    def _values(self, fabric, job, column, run="", cable=None):
        """A number per draw, in order of cables and seeds; infinite where a job did not end."""
        cables = self.campaign.cables if cable == "all" else [cable or self.campaign.own_cable]
        rows = [
            row
            for row in self.campaign.rows()
            if (row["run"], row["fabric"], row["job"]) == (run, fabric, job)
            and row["cable"] in cables
        ]
        if len(rows) != len(cables) * self.campaign.draws:
            raise PageError(f"no rows of fabric '{fabric}', job '{job}', run '{run}', '{cables}'")
        if column not in rows[0]:
            raise PageError(f"no column '{column}' in {self.campaign.name}.csv")
        return [float(row[column]) if row[column] else math.inf for row in rows]

    @staticmethod
    def _number(value, unit, digits=3):
        if math.isinf(value):
            return "never"
        value *= UNITS[unit]
        if value == 0:
            return "0"
        decimals = max(0, int(digits) - 1 - math.floor(math.log10(abs(value))))
        return f"{value:.{decimals}f}"

    def _draws(self, *condition, **options):
        """The number of draws, or that of those in which a column is, or is not, a value."""
        if not condition:
            return str(self.campaign.draws)
        fabric, job, column, relation, limit = condition
        relations = {"is": lambda a, b: a == b, "below": lambda a, b: a < b}
        relations["above"] = lambda a, b: a > b
        if relation not in relations:
            raise PageError(f"no relation '{relation}'; there are {', '.join(relations)}")
        values = self._values(fabric, job, column, **options)
        return f"{sum(relations[relation](v, float(limit)) for v in values)} of {len(values)}"

    def _median(self, fabric, job, column, unit="", digits=3, **options):
        median = statistics.median_low(self._values(fabric, job, column, **options))
        return self._with_unit(self._number(median, unit, digits), unit)

    def _spread(self, fabric, job, column, unit="", digits=3, **options):
        """The median, and the range in brackets unless all draws are alike."""
        values = self._values(fabric, job, column, **options)
        median = self._number(statistics.median_low(values), unit, digits)
        low, high = (self._number(pick(values), unit, digits) for pick in (min, max))
        spread = "" if low == high else f" [{low} to {high}]"
        return self._with_unit(median, "" if median == "never" else unit) + spread

    @staticmethod
    def _with_unit(number, unit):
        return number if not unit or number == "never" else f"{number} {unit}"

    def _paired(self, first, second, job, column, options):
        other = {key[:-1]: options.pop(key) for key in ("run2", "cable2") if key in options}
        return zip(
            self._values(first, job, column, **options),
            self._values(second, job, column, **{**options, **other}),
        )

    def _before(self, first, second, job, column, **options):
        """In how many of the paired draws the first has less than the second."""
        pairs = list(self._paired(first, second, job, column, options))
        return f"{sum(a < b for a, b in pairs)} of {len(pairs)}"

    def _table(self, name):
        if name not in self.campaign.tables:
            raise PageError(f"no table '{name}' in {self.campaign.name}.json")
        table = self.campaign.tables[name]
        rows = [["", *table.get("head", table.get("over", []))]]
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
        lines[0] = "\\" + lines[0][1:]
        rule = "  ".join("=" * max(1, width) for width in widths)
        return "\n".join(itertools.chain([rule, lines[0], rule], lines[1:], [rule]))
