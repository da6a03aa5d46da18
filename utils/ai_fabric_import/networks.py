# SPDX-License-Identifier: GPL-2.0-only
"""The topology files of the HPCC simulator and its heirs, as data, and what they compute from them."""

from common import ImportProblem, Place, describe_rate, describe_time, expect_end, read_lines

LEAST_BPS = 1000  # of a link, as topologies here have it


class Link:
    """A line of a topology file."""

    def __init__(self, a, b, rate, delay_ps, error=0.0, line=0):
        self.a = a
        self.b = b
        self.rate = rate
        self.delay_ps = delay_ps
        self.error = error
        self.line = line


class Network:
    """Hosts, switches and links; nodes are numbers."""

    def __init__(self, path, nodes, switches, links):
        self.path = path
        self.nodes = nodes
        self.switches = set(switches)
        self.links = links
        self.order = list(switches)
        # The HPCC simulator takes the first link of the first host for that of all NICs.
        first = next(iter(self.hosts()), None)
        self.nic_rate = next((link.rate for link in links if first in (link.a, link.b)), 0)

    def hosts(self):
        """The nodes that are not switches."""
        return [node for node in range(self.nodes) if node not in self.switches]

    def text(self):
        """The file, as ns3::HpccTopology reads it."""
        lines = [f"{self.nodes} {len(self.order)} {len(self.links)}", " ".join(map(str, self.order))]
        for link in self.links:
            lines.append(
                f"{link.a} {link.b} {describe_rate(link.rate)} {describe_time(link.delay_ps)} "
                f"{link.error:g}"
            )
        return "\n".join(lines) + "\n"

    def check(self):
        """Refuses what a scenario cannot have."""
        degree = {}
        pairs = {}
        for link in self.links:
            place = Place(self.path, link.line)
            if link.a == link.b:
                place.fail("link", f"joins node {link.a} with itself")
            for node, other in ((link.a, link.b), (link.b, link.a)):
                degree.setdefault(node, []).append(link)
                if node not in self.switches and other not in self.switches:
                    place.fail("link", f"joins hosts {link.a} and {link.b}; expected a switch at "
                                       "one end")
            pairs.setdefault(frozenset((link.a, link.b)), []).append(link)
        for node in self.hosts():
            links = degree.get(node, [])
            if len(links) != 1:
                place = Place(self.path, links[1].line if links else 0)
                place.fail("link", f"host {node} has {len(links)} links to switches; a host here "
                                   "has one")
        return [links for links in pairs.values() if len(links) > 1]

    def round_trips(self, payload):
        """The largest round trip in ns and bandwidth-delay product in bytes, as they compute them.

        Twice the delay of a path with the fewest hops, and what a packet's payload takes on each
        link, in whole ns.
        """
        near = {}
        for link in self.links:
            near.setdefault(link.a, []).append((link.b, link))
            near.setdefault(link.b, []).append((link.a, link))
        hosts = self.hosts()
        edges = {}  # the distinct kinds of access links of each edge switch
        for host in hosts:
            switch, link = near[host][0]
            edges.setdefault(switch, {}).setdefault((link.rate, link.delay_ps), []).append(host)
        largest_rtt = largest_bdp = 0

        def cost(link):
            return link.delay_ps // 1000, payload * 8 * 10**9 // link.rate

        for source in edges:
            found = {source: (0, 0, 2**63)}
            queue = [source]
            for node in queue:
                delay, sending, rate = found[node]
                for other, link in near[node]:
                    if other in self.switches and other not in found:
                        more_delay, more_sending = cost(link)
                        found[other] = (delay + more_delay, sending + more_sending, min(rate, link.rate))
                        queue.append(other)
            for target, (delay, sending, rate) in found.items():
                for first in edges[source]:
                    for last in edges.get(target, {}):
                        if source == target and first == last and len(edges[source][first]) < 2:
                            continue
                        rtt = 2 * (delay + (first[1] + last[1]) // 1000) + sending
                        rtt += sum(payload * 8 * 10**9 // access[0] for access in (first, last))
                        largest_rtt = max(largest_rtt, rtt)
                        slowest = min(rate, first[0], last[0])
                        largest_bdp = max(largest_bdp, rtt * slowest // 10**9 // 8)
        return largest_rtt, largest_bdp


#: The first line of HPCC's files, of PowerTCP's and of Reverie's.
FIRST_LINES = (
    ("nodes", "switches", "links"),
    ("nodes", "switches", "ToRs", "links"),
    ("nodes", "switches", "ToRs", "links", "host rate", "ToR rate"),
)


def read_network(path, first_lines=FIRST_LINES):
    """Reads a topology file. Returns it and the words of the first line by name."""
    lines = read_lines(path)

    def words(number, what):
        if number >= len(lines):
            raise ImportProblem(f"{path}: the file ends before {what}")
        return lines[number].split()

    place = Place(path, 1)
    head = words(0, "its first line")
    first_line = next((line for line in first_lines if len(line) == len(head)), None)
    if not first_line:
        allowed = ", or ".join(f"{len(line)}: {' '.join(line)}" for line in first_lines)
        place.fail("", f"has {len(head)} words; expected {allowed}")
    values = dict(zip(first_line, head))
    counts = {
        key: place.whole(key, value, 0, 2**31) for key, value in values.items() if key != "GPU type"
    }
    place = Place(path, 2)
    total = counts["switches"] + counts.get("NVSwitches", 0)
    switches = [place.whole("switch", word, 0, counts["nodes"] - 1) for word in words(1, "its switches")]
    if len(switches) != total:
        place.fail("switches", f"names {len(switches)}; expected {total}, as the first line says")
    if len(set(switches)) != total:
        place.fail("switches", "names one twice")
    links = []
    number = 2
    while len(links) < counts["links"]:
        row = words(number, f"link {len(links) + 1} of {counts['links']}, which its first line promises")
        number += 1
        if not row:
            continue
        place = Place(path, number)
        if len(row) != 5:
            place.fail("link", f"has {len(row)} words; expected five: node node rate delay error")
        links.append(
            Link(
                place.whole("node", row[0], 0, counts["nodes"] - 1),
                place.whole("node", row[1], 0, counts["nodes"] - 1),
                place.rate("rate", row[2], "bps", LEAST_BPS),
                place.duration_ps("delay", row[3]),
                place.real("error rate", row[4], 0, 1),
                number,
            )
        )
    expect_end(path, lines, number, "links", f"{counts['links']} links, as its first line says")
    return Network(path, counts["nodes"], switches, links), {**values, **counts}
