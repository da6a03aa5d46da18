# SPDX-License-Identifier: GPL-2.0-only
"""The tables of a SONiC switch's config_db.json, and its ports."""

import collections
import re

from jsonfile import Object, read_json
from networks import Link, Network

PS_PER_METRE = 5000


class Config:
    """The tables of a file, with a port and a priority or queue as key where they have both."""

    def __init__(self, path):
        self.path = path
        self.tables = read_json(path)

    def table(self, name):
        """The entries of a table by name; none if there is no such table."""
        return self.tables.child(name)

    def entries(self, name):
        """The entries of a table with their names."""
        table = self.table(name)
        return [(key, table.child(key)) for key in table]

    def by_queue(self, name):
        """The entries of a table by port and number; a key such as Ethernet0,Ethernet4|3-4 has several."""
        found = {}
        for key, entry in self.entries(name):
            match = re.fullmatch(r"(?:.*\|)?([^|]+)\|([0-9]+)(?:-([0-9]+))?", key)
            if not match:
                self.table(name).place(key).fail(key, "expected ports and numbers, such as Ethernet0|3-4")
            first, last = int(match[2]), int(match[3] or match[2])
            for port in match[1].split(","):
                for number in range(first, last + 1):
                    found[port, number] = entry
        return found

    def follow(self, entry, field, table):
        """The entry of a table that a field names, and its name; older releases write [TABLE|NAME]."""
        name = entry.member(field, str, f"the name of an entry of {table}")
        name = name.strip("[]").split("|")[-1]
        if name not in self.table(table):
            entry.place(field).fail(field, f"is '{name}'; {table} has no such entry")
        return name, self.table(table).child(name)


class Ports:
    """The ports that are up, with speed, cable and lossless priorities."""

    def __init__(self, config):
        every = [(name, port) for name, port in config.entries("PORT")
                 if port.get("role", "Ext") == "Ext"]
        up = [entry for entry in every if entry[1].get("admin_status") == "up"]
        self.chosen = dict(up or every)
        self.path = config.path
        if len(self.chosen) < 2:
            config.tables.place("PORT").fail("PORT", f"has {len(self.chosen)} ports that are up; expected "
                                                     "two or more")
        self.rates = {name: port.whole("speed", 1, 10**7) * 10**6 for name, port in self.chosen.items()}
        self.metres = {}
        for _, cables in config.entries("CABLE_LENGTH"):
            for name in cables:
                text = str(cables[name])
                if not re.fullmatch(r"[0-9]{1,7}m", text):
                    cables.place(name).fail(name, f"is '{text}'; expected metres, such as 40m")
                self.metres[name] = int(text[:-1])

    def network(self):
        """A host for each port, with its rate and cable, and the switch."""
        hub = len(self.chosen)
        links = [Link(host, hub, self.rates[name], self.metres.get(name, 5) * PS_PER_METRE)
                 for host, name in enumerate(self.chosen)]
        return Network(self.path, hub + 1, [hub], links)


def pick(knobs, what, values):
    """The most frequent of the values by port, of which only one can be; tells of the others."""
    counted = collections.Counter(map(str, values.values()))
    value = max(values.values(), key=lambda value: counted[str(value)])
    others = [port for port in values if str(values[port]) != str(value)]
    if others:
        knobs.differs(what, f"{len(others)} of {len(values)} ports", f"{value} of the others",
                      f"All ports of a switch have one value here; {others[0]} has {values[others[0]]}.")
    return value
