# SPDX-License-Identifier: GPL-2.0-only
"""Tables of attributes for pages, from what the runner lists."""

import json
import pathlib
import re
import subprocess
import textwrap

from measured_text import PageError

ROOT = pathlib.Path(__file__).resolve().parent.parent
PRESETS = ROOT / "examples" / "presets" / "fabrics"
SOURCES = ROOT / "doc" / "measured" / "sources.json"
# Random variables of ns-3 3.37: a page names what every release has.
OLDEST_VARIABLES = {
    f"{name}-random-variable"
    for name in (
        "constant deterministic empirical erlang exponential gamma log-normal normal pareto "
        "sequential triangular uniform weibull zeta zipf"
    ).split()
}
PREFIXES = {1e12: "T", 1e9: "G", 1e6: "M", 1e3: "k", 1: ""}
PAGE = re.compile(r"\b[a-z-]+\.rst\b")
NAME = re.compile(r"\b\w+(?:_\w+)+\b|\b[\w-]+\.csv\b")  # of a column or table
TABLE_WIDTH = 100
TIMES = {10**12: "s", 10**9: "ms", 10**6: "us", 10**3: "ns", 1: "ps"}


class AttributeTables:
    """Expressions of a block named `types`: types, presets, and attributes with their sources.

    A source is that of a preset where the preset's value is the default, or of sources.json.
    """

    name = "types"
    tables = {}
    by_name = True

    def __init__(self, runner):
        self.runner = runner
        self._types = None

    def get_expressions(self):
        return {"names": self._names}

    def get_paragraphs(self):
        return {
            "attributes": self._attributes,
            "columns": self._columns,
            "keys": self._keys,
            "presets": self._presets,
        }

    def _names(self, role):
        """The types of a role."""
        if role not in self._list():
            raise PageError(f"no role '{role}'; there are {', '.join(self._list())}")
        later = {name for name in self._list()[role] if name.endswith("-random-variable")}
        later -= OLDEST_VARIABLES
        return ", ".join(f"``{name}``" for name in self._list()[role] if name not in later)

    @staticmethod
    def _presets():
        """A list table of the presets and what they are."""
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 24 76", ""]
        lines += _row(["Preset", "What it is"])
        for path in sorted(PRESETS.glob("*.json"), key=lambda path: path.stem):
            about = json.loads(path.read_text(encoding="utf-8"))["about"]
            lines += _row([f"``{path.stem}``", _escape(about)])
        return "\n".join(lines)

    def _list(self):
        if self._types is None:
            done = subprocess.run(
                [self.runner, "--list-json"], capture_output=True, text=True, check=True
            )
            self._types = json.loads(done.stdout)
        return self._types

    def _columns(self, table):
        """A simple table of the columns of a table of results, with their units if there are any."""
        command = [self.runner, "--list-json", "columns"]
        tables = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        if table not in tables:
            raise PageError(f"no table '{table}' of results; there are {', '.join(tables)}")
        rows = [("Column", "Unit", "Meaning")]
        for name, column in tables[table].items():
            meaning = PAGE.sub(_link, NAME.sub(r"``\g<0>``", _escape(column["help"])))
            rows.append((f"``{name}``", column["unit"], meaning))
        if not any(unit for _, unit, _ in rows[1:]):
            rows = [(name, meaning) for name, _, meaning in rows]
        widths = [max(len(row[i]) for row in rows) + 2 for i in range(len(rows[0]) - 1)]
        left = TABLE_WIDTH - sum(widths)
        rule = "".join(f"{'=' * (width - 2)}  " for width in widths) + "=" * left
        lines = [rule]
        for number, (*cells, meaning) in enumerate(rows):
            first = "".join(map(str.ljust, cells, widths))
            indent = " " * len(first)
            lines += textwrap.wrap(
                first + meaning, TABLE_WIDTH, subsequent_indent=indent, break_long_words=False,
                break_on_hyphens=False, drop_whitespace=True,
            )
            lines += [rule] if number == 0 else []
        return "\n".join([*lines, rule])

    def _keys(self, role, name):
        """A list table of the keys of a type and what they take; required ones first."""
        lines = [".. list-table::", "   :header-rows: 1", "   :widths: 14 12 24 50", ""]
        lines += _row(["Key", "Default", "Takes", "Meaning"])
        keys = self._list()[role][name]["attributes"]
        for key in sorted(keys, key=lambda key: key["initial"] != "required"):
            takes = _escape(key["expected"]) if "expected" in key else f"``{key['role']}``"
            meaning = PAGE.sub(_link, _escape(key["help"]))
            lines += _row([f"``{key['name']}``", _escape(key["initial"] or "empty"), takes, meaning])
        return "\n".join(lines)

    def _attributes(self, role, *types, preset=None):
        """A list table with a row for each attribute, and a column of defaults for each type."""
        known = self._list().get(role, {})
        missing = [name for name in types if name not in known]
        if missing:
            raise PageError(f"no type '{missing[0]}' of {role}; there are {', '.join(known)}")
        defaults = [{a["name"]: a for a in known[name]["attributes"]} for name in types]
        sources = _Sources(role, types, preset)
        heads = ["Default"] if len(types) == 1 else [f"``{name}``" for name in types]
        widths = [22, *[12] * len(types), 38, 28]
        lines = [".. list-table::", "   :header-rows: 1"]
        lines += [f"   :widths: {' '.join(map(str, widths))}", ""]
        lines += _row(["Attribute", *heads, "Meaning", "Source"])
        for name in dict.fromkeys(name for of_type in defaults for name in of_type):
            attributes = [of_type.get(name) for of_type in defaults]
            shown = [_default(attribute) if attribute else "-" for attribute in attributes]
            meaning = next(attribute["help"] for attribute in attributes if attribute)
            lines += _row([f"``{name}``", *shown, _escape(meaning), sources.find(name, shown)])
        return "\n".join(lines)


class _Sources:
    """Sources of the defaults of types."""

    def __init__(self, role, types, preset):
        self.role = role
        with open(SOURCES, encoding="utf-8") as file:
            listed = json.load(file)
        self.listed = {}
        for name in types:
            self.listed.update(listed.get(f"{role}.{name}", {}))
        self.preset = {"fabric": {}, "source": {}}
        if preset:
            with open(PRESETS / f"{preset}.json", encoding="utf-8") as file:
                self.preset = json.load(file)

    def find(self, name, shown):
        if name in self.listed:
            return _escape(self.listed[name])
        value = self.preset["fabric"].get(self.role, {}).get(name)
        of_preset = self.preset["source"]
        source = of_preset.get(f"{self.role}.{name}", of_preset.get(self.role))
        if value is not None and source and _same(value, shown[0]):
            # A preset's source of many values names them all: which is meant stands in its row.
            one = f"{self.role}.{name}" in of_preset
            return _escape(source if one else source.split(": ", 1)[0])
        raise PageError(f"no source of {self.role}.{name}, default {shown[0]}, in {SOURCES.name}")


def _row(cells):
    lines = []
    for i, cell in enumerate(cells):
        lines.append(f"   {'* -' if i == 0 else '  -'} {cell}".rstrip())
    return lines


def _link(page):
    """A link to a page, with its title."""
    title = re.search(r"^(.+)\n==+$", (ROOT / "doc" / page[0]).read_text("utf-8"), re.MULTILINE)
    return f"`{title[1]} <{page[0]}>`__"


def _escape(text):
    return re.sub(r"([*`|\\])", r"\\\1", text)


def _scaled(value, factors, unit):
    factor = next(f for f in factors if value >= f)
    return f"{value / factor:g} {factors[factor]}{unit}"


def _default(attribute):
    """The default with its unit."""
    value, name = attribute["initial"], attribute["name"]
    number = re.fullmatch(r"\+?([0-9.e+-]+)(ps|bps|)", value)
    if not number:
        return value
    amount, unit = float(number[1]), number[2]
    if amount == 0 and unit:
        return "0 s" if unit == "ps" else "0 b/s"
    if unit == "ps":
        return _scaled(amount, TIMES, "")
    if unit == "bps":
        return _scaled(amount, PREFIXES, "b/s")
    if amount > 0 and "byte" in name.lower():
        return f"{amount:,.0f} B"
    if 0 < amount < 0.1 and (1 / amount).is_integer():
        return f"1/{1 / amount:.0f}"
    return f"{amount:g}" if "." in value or "e" in value else value


def _same(value, shown):
    """Whether a value of a preset is a default that is shown."""
    if isinstance(value, bool):
        return str(value).lower() == shown
    return _parse(str(value)) == _parse(shown)


def _parse(text):
    """A number in seconds, bit/s, bytes or 1; other text as it is."""
    text = text.replace(",", "").replace(" ", "").replace("b/s", "bps")
    if re.fullmatch(r"1/\d+", text):
        return 1 / int(text[2:])
    match = re.fullmatch(r"([0-9.e+-]+)([A-Za-z]*)", text)
    if not match:
        return text
    units = {"": 1, "B": 1, "s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "ps": 1e-12}
    units |= {f"{p}bps": f for p, f in (("", 1), ("k", 1e3), ("M", 1e6), ("G", 1e9))}
    units |= {"KB": 1e3, "MB": 1e6, "KiB": 1024, "MiB": 1 << 20}
    return round(float(match[1]) * units[match[2]], 15)
