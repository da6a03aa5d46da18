# SPDX-License-Identifier: GPL-2.0-only
"""JSON files whose objects know their line, for messages."""

import json
import json.decoder
import json.scanner
import re

from common import MAX_DIGITS, Place, read_lines


class Object(dict):
    """An object of a JSON file."""

    def __init__(self, path, text, begin, pairs=(), lines=None):
        super().__init__(pairs)
        self.path = path
        self.text = text
        self.begin = begin  # index of its first character in the text
        self.lines = lines  # by key, if they are known

    def place(self, key=""):
        """The line of a key; of the object if it has no such key."""
        if self.lines and key in self.lines:
            return Place(self.path, self.lines[key])
        at = self.text.find(json.dumps(key), self.begin) if key in self else -1
        return Place(self.path, self.text.count("\n", 0, max(at, self.begin)) + 1)

    def member(self, key, kind, what):
        """The value of a key, an Object, list or text that must be there; what: a name of the kind."""
        value = self.get(key)
        if not isinstance(value, kind):
            problem = f"is {json.dumps(value)[:40]}" if key in self else "is missing"
            self.place(key).fail(key, f"{problem}; expected {what}")
        return value

    def child(self, key):
        """The Object of a key, an empty one if there is none."""
        return self.member(key, Object, "an object, {...}") if key in self else Object(self.path, "", 0)

    def children(self, key):
        """The Objects of a list, none if there is no such key."""
        values = self.member(key, list, "a list, [...]") if key in self else []
        for value in values:
            if not isinstance(value, Object):
                self.place(key).fail(key, f"has {json.dumps(value)[:40]}; expected objects, {{...}}")
        return values

    def whole(self, key, low=0, high=2**63 - 1, default=None):
        """A whole number, as a number or as text."""
        if key not in self and default is not None:
            return default
        if isinstance(self.get(key), (dict, list)) or key not in self:
            self.member(key, int, "a whole number")
        text = str(self[key])
        if re.fullmatch(r"-?[0-9]+", text) and len(text) <= MAX_DIGITS and low <= int(text) <= high:
            return int(text)
        return self.place(key).fail(key, f"is '{text}'; expected a whole number from {low} to {high}")


class _Decoder(json.JSONDecoder):
    """Makes an Object of each object. The scanner in Python, not in C, tells where they begin."""

    def __init__(self, path, text):
        super().__init__()
        self.path, self.text = path, text
        self.parse_object = self._parse
        self.scan_once = json.scanner.py_make_scanner(self)

    def _parse(self, place, strict, scan_once, _hook, _pairs_hook, memo):
        pairs, end = json.decoder.JSONObject(place, strict, scan_once, None, list, memo)
        return Object(self.path, self.text, place[1] - 1, pairs), end


def read_json(path):
    """The object of a JSON file."""
    text = "\n".join(read_lines(path))
    try:
        value = _Decoder(path, text).decode(text)
    except json.JSONDecodeError as error:
        Place(path, error.lineno).fail("", f"is not JSON: {error.msg}")
    except RecursionError:
        Place(path).fail("", "is nested too deeply")
    if not isinstance(value, Object):
        Place(path, 1).fail("", "expected an object, {...}")
    return value


def read_json_or_yaml(path):
    """The object of a file, in YAML if its name ends so."""
    if not str(path).endswith((".yaml", ".yml")):
        return read_json(path)
    try:
        import yaml
    except ImportError:
        Place(path).fail("", "is YAML, which needs Python's yaml (Debian: python3-yaml); expected JSON")
    text = "\n".join(read_lines(path))

    seen = {}  # an anchor is read once

    def convert(node, depth=0):
        if id(node) not in seen:
            seen[id(node)] = read(node, depth)
        return seen[id(node)]

    def read(node, depth):
        if depth > 64:
            Place(path, node.start_mark.line + 1).fail("", "is nested too deeply")
        if isinstance(node, yaml.SequenceNode):
            return [convert(element, depth + 1) for element in node.value]
        if isinstance(node, yaml.MappingNode):
            pairs = [(key.value, convert(value, depth + 1)) for key, value in node.value]
            lines = {key.value: key.start_mark.line + 1 for key, _ in node.value}
            return Object(path, text, node.start_mark.index, pairs, lines)
        return None if node.tag.endswith(":null") else node.value

    try:
        value = convert(yaml.compose(text, yaml.SafeLoader))
    except yaml.YAMLError as error:
        line = error.problem_mark.line + 1 if getattr(error, "problem_mark", None) else 0
        Place(path, line).fail("", f"is not YAML: {getattr(error, 'problem', error)}")
    if not isinstance(value, Object):
        Place(path, 1).fail("", "expected an object")
    return value
