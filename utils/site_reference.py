# SPDX-License-Identifier: GPL-2.0-only
"""The reference of scenarios, from the types and attributes that the runner lists."""

import json
import re
import subprocess

TIMES = {10**12: "s", 10**9: "ms", 10**6: "us", 10**3: "ns", 1: "ps"}
RATES = {10**12: "Tbps", 10**9: "Gbps", 10**6: "Mbps", 10**3: "kbps", 1: "bps"}
WORDS = {  # how the runner says what it expects, and how a column of a table does
    r"a rate with a unit.*": "rate",
    r"a time with a unit[^(]*": "time",
    r"a whole number of bytes[^(]*(\((10|2)\^[^(]*)*": "bytes",
    r"a whole number\b": "whole number",
    r"a number\b": "number",
    r"a string": "text",
    r"TypeIdValue.*": "class",
}


def list_types(runner):
    """What the runner knows: from a role to an object of types."""
    done = subprocess.run([runner, "--list-json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def get_anchor(role):
    """The label of a role's section."""
    return f"role-{role.lower()}"


class Reference:
    """Writes sections of a page: a role each, with its types and their keys."""

    def __init__(self, types, level="-~"):
        self.types = types
        self.level = level

    def write(self, roles):
        """The text of some roles; those with the same family of classes share a section."""
        groups = []
        for role in roles:
            classes = {held["class"] for held in self.types[role].values()}
            # Two types that a role spells alike are one in the listing.
            group = next((g for g, known in groups if len(known & classes) > 0.9 * len(known)), None)
            if group:
                group.append(role)
            else:
                groups.append(([role], classes))
        return [line for group, _ in groups for line in self._role(group)]

    def _role(self, roles):
        known = self.types[roles[0]]
        lines = []
        for role in roles:
            lines += [f".. _{get_anchor(role)}:", ""]
        lines += [roles[0], self.level[0] * len(roles[0]), ""]
        if len(roles) > 1:
            others = ", ".join(f"``{role}``" for role in roles[1:])
            lines += [f"The same types may stand under {others}.", ""]
        keys = [_get_keys(held) for held in known.values()]
        common = [key for key in keys[0] if all(key in of_type for of_type in keys)]
        common = common if len(keys) > 1 else []
        if common:
            lines += ["Each type has", "", *_table(common)]
        for (name, held), of_type in zip(known.items(), keys):
            title = f"``{name}``"
            lines += [title, self.level[1] * len(title), "", f"``{held['class']}``", ""]
            own = [key for key in of_type if key not in common]
            lines += _table(own) if own else []
        return lines


def _get_keys(held):
    """The attributes of a type as rows of its table."""
    return [
        (a["name"], _spell_default(a), _spell_expected(a), a["help"], a.get("role"))
        for a in held["attributes"]
    ]


def _table(keys):
    lines = [".. list-table::", "   :header-rows: 1", "   :widths: 22 14 22 42", ""]
    rows = [["Key", "Default", "Takes", "Meaning"]]
    for name, default, expected, meaning, role in keys:
        default = f"``{default}``" if default else ""
        expected = f":ref:`{role} <{get_anchor(role)}>`" if role else expected
        meaning = re.sub(r"\b([a-z-]+)\.rst\b", r":doc:`\1`", _escape(meaning))
        rows.append([f"``{name}``", default, expected, meaning])
    for row in rows:
        lines += [f"   {'  -' if i else '* -'} {cell}".rstrip() for i, cell in enumerate(row)]
    return [*lines, ""]


def _escape(text):
    return re.sub(r"([*`|\\_])", r"\\\1", text)


def _scale(amount, units):
    unit = next((u for u in units if amount >= u and amount % u == 0), 1)
    return f"{amount // unit}{units[unit]}"


def _spell_default(attribute):
    """A default as a scenario writes it, with the largest unit that leaves a whole number."""
    match = re.fullmatch(r"\+?(\d+)(ps|bps)", attribute["initial"])
    if not match:
        return attribute["initial"] or ("" if "role" in attribute else '""')
    if int(match[1]) == 0:
        return "0s" if match[2] == "ps" else "0bps"
    return _scale(int(match[1]), TIMES if match[2] == "ps" else RATES)


def _spell_limit(text):
    """A limit of a range: times with their unit, the others with their digits in groups."""
    time = re.fullmatch(r"\+?(-?[0-9.e+]+)ns", text)
    if time:
        picoseconds = round(float(time[1]) * 1000)
        return _scale(picoseconds, TIMES) if picoseconds > 0 else "0"
    return f"{int(text):,}".replace(",", " ") if re.fullmatch(r"-?\d+", text) else text


def _spell_expected(attribute):
    """Type, unit and range in few words; a limit that is that of the C++ type is none."""
    text = attribute.get("expected", "")
    whole = re.fullmatch(r"(.*?)(?: \(([\w:]+) ([^ ()]+):([^ ():]+)\))?", text)
    words = whole[1]
    for pattern, short in WORDS.items():
        words = re.sub(f"^{pattern}$", short, words.strip())
    words = re.sub(r" \((u?int\d+_t|double|Time)\)$", "", words)
    if not whole[2]:
        return _escape(words)
    least, greatest = whole[3], whole[4]
    bits = re.search(r"32|64", whole[2])
    limit = str(2 ** (int(bits[0]) - (not whole[2].startswith("u"))) - 1) if bits else None
    from_least = not re.match(r"-.*e\+|\+9.22337e", least) and least != f"-{limit}"
    to_greatest = not re.search(r"e\+(18|308)", greatest) and greatest != limit
    if from_least and to_greatest:
        return f"{words}, {_spell_limit(least)} to {_spell_limit(greatest)}"
    if from_least:
        return f"{words}, from {_spell_limit(least)}"
    return f"{words}, to {_spell_limit(greatest)}" if to_greatest else words
