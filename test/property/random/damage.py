# SPDX-License-Identifier: GPL-2.0-only
"""Damaged inputs: scenarios, topologies and traces with cut, changed, doubled or missing parts."""

import json

# Values that no attribute is meant for, or at the end of what its type holds.
ODD = ('""', "null", "[]", "{}", "-1", "0", "1e308", "-1e308", "1e-308", "18446744073709551615",
       "18446744073709551616", "9223372036854775807", '"0"', '"-1us"', '"1e30s"', '"0bps"',
       '"1e30Gbps"', '"nan"', '"inf"', '"\\u0000"', '"x"', "true", '[[]]', '{"type": "x"}',
       '{"type": {}}', '"ns3::Node"', '"ns3::Object"', '"ns3::"', '"["', '"a[b"', '"a[b=c|d=e]"',
       '" "', '"100"', "100000", "0.5", '"1us"', '"1Gbps"')


def damage_text(text, dice):
    place = dice.randrange(max(1, len(text)))
    length = 1 + dice.randrange(12)
    kind = dice.randrange(5)
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + chr(dice.randrange(256)) + text[place + 1:]
    if kind == 2:
        return text[:place] + text[place + length:]
    if kind == 3:
        return text[:place] + text[place:place + length] + text[place:]
    numbers = [i for i, c in enumerate(text) if c.isdigit()]
    if not numbers:
        return text[:place]
    place = dice.choice(numbers)
    return text[:place] + dice.choice(("9" * 20, "-", ".", "", "e9", "0")) + text[place + 1:]


def scalars(value, path, found):
    """Collects the places of all members and elements."""
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        found.append((value, key))
        scalars(child, path + [key], found)
    return found


def damage_value(scenario, dice):
    """Replaces one value by something odd, or one key by another, and returns the text."""
    made = json.loads(json.dumps(scenario))
    holder, key = dice.choice(scalars(made, [], []))
    if isinstance(key, str) and dice.random() < 0.15:
        holder[key + dice.choice("sx_")] = holder.pop(key)
        return json.dumps(made, indent=1)
    holder[key] = "@@"
    return json.dumps(made, indent=1).replace('"@@"', dice.choice(ODD))
