# SPDX-License-Identifier: GPL-2.0-only
"""Fat trees of htsim: those that it makes of a number of nodes, and those of its .topo files."""

from common import Place, describe_rate, describe_time, read_lines, suggest
from networks import Link, Network

HEAD = ("nodes", "tiers", "podsize")
TIER = (
    "downlink_speed_gbps",
    "radix_up",
    "radix_down",
    "queue_up",
    "queue_down",
    "oversubscribed",
    "bundle",
    "switch_latency_ns",
    "downlink_latency_ns",
)


class Tree:
    """A fat tree, as a topology of a scenario and as far as htsim's programs compute from it."""

    def __init__(self, topology, rates, delays_ps, switch_latency_ps):
        self.topology = topology
        self.rates = rates  # of the links below each tier, in bit/s
        self.delays_ps = delays_ps
        self.switch_latency_ps = switch_latency_ps
        self.oversubscription = 1
        self.tors = self.aggs = self.aggs_per_pod = self.uplinks = 0  # uplinks: cores of an agg
        self.core_of = None  # of the number of an agg and that of its uplink
        self.name = None  # what a switch is called: of "tor", "agg" or "core" and its number

    @property
    def tiers(self):
        """How many tiers of switches there are."""
        return len(self.rates)

    def diameter_ps(self):
        """The delays of cables and switches between the farthest hosts, one way."""
        return 2 * sum(self.delays_ps) + (2 * self.tiers - 1) * self.switch_latency_ps

    def slow_links(self, count):
        """The ends of the links that -failed slows down."""
        if self.tiers == 2:
            aggs = range(min(count, self.aggs))
            tors = range(self.tors)
            return [(self.name("agg", agg), self.name("tor", tor)) for agg in aggs for tor in tors]
        return [
            (self.name("agg", agg), self.name("core", self.core_of(agg, uplink)))
            for agg in range(self.aggs)
            for uplink in range(self.uplinks)
            if uplink + agg * self.aggs_per_pod < count
        ]

    def make_failures(self, count, knobs):
        """Keys of the scenario for -failed, which has a quarter of its rate left for each such link."""
        if count == 0:
            return {}
        rate = describe_rate(self.rates[-1] // 4)
        remark = "There the queue of such a port is shorter, too."
        if self.tiers == 3:
            remark = "There only from the core down and with a shorter queue, here both ways."
        knobs.differs("-failed", str(count), f"failures, {rate}", remark)
        return {
            "failures": [
                {"type": "degraded-link", "from": a, "to": b, "rate": rate}
                for a, b in self.slow_links(count)
            ]
        }


def make_default(nodes, tiers, rate, delay_ps, switch_latency_ps):
    """The fat tree without a file: K^3/4 hosts with three tiers, K^2/2 with two."""
    ports = 2
    while (ports**3 // 4 if tiers == 3 else ports**2 // 2) < nodes:
        ports += 2
    if (ports**3 // 4 if tiers == 3 else ports**2 // 2) != nodes:
        formula = "K^3/4" if tiers == 3 else "K^2/2"
        Place("command line").fail(
            "-tiers", f"{tiers} tiers cannot have the {nodes} nodes of the matrix; expected "
                      f"{formula} for an even K"
        )
    half = ports // 2
    if tiers == 3:
        topology = {
            "type": "fat-tree",
            "k": ports,
            "rate": describe_rate(rate),
            "delay": describe_time(delay_ps),
        }
    else:
        topology = {
            "type": "leaf-spine",
            "leaves": ports,
            "spines": half,
            "hostsPerLeaf": half,
            "hostRate": describe_rate(rate),
            "hostDelay": describe_time(delay_ps),
            "uplinkDelay": describe_time(delay_ps),
        }
    tree = Tree(topology, [rate] * tiers, [delay_ps] * tiers, switch_latency_ps)
    words = {"tor": "leaf", "agg": "spine"}
    if tiers == 3:
        words = {"tor": "edge", "agg": "aggregation", "core": "core"}
    tree.name = lambda kind, number: f"{words[kind]}{number}"
    tree.core_of = lambda agg, uplink: agg % half * half + uplink
    tree.tors = ports * half if tiers == 3 else ports
    tree.aggs = ports * half if tiers == 3 else half
    tree.aggs_per_pod = tree.uplinks = half
    return tree


class Description:
    """A .topo file: what it sets of the whole and of each tier, with lines."""

    def __init__(self, path):
        self.path = path
        self.head = {}
        self.tiers = {}
        tier = None
        for number, line in enumerate(read_lines(path), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            place = Place(path, number)
            key = words[0].lower()
            if len(words) != 2:
                place.fail(words[0], "expected one number behind it")
            if key == "tier":
                tier = place.whole(words[0], words[1], 0, 2)
                if tier in self.tiers:
                    place.fail("Tier", f"{tier} is listed twice")
                self.tiers[tier] = {}
                continue
            known = HEAD if tier is None else TIER
            values = self.head if tier is None else self.tiers[tier]
            if key not in known:
                place.fail(words[0], "unknown word; expected one of "
                                     f"{', '.join(known)}{suggest(key, known)}")
            if key in values:
                place.fail(words[0], "is listed twice")
            values[key] = place.whole(words[0], words[1], 0, 2**40)

    def get(self, tier, key, default=None):
        """A value of a tier."""
        if tier not in self.tiers:
            Place(self.path).fail(f"Tier {tier}", "is missing")
        value = self.tiers[tier].get(key, default)
        if value is None or (value == 0 and default is None):
            Place(self.path).fail(key, f"of tier {tier} is missing or 0; expected 1 or more")
        return value


def read_topology(path, nodes, knobs, output):
    """A .topo file as a topology file of HPCC's."""
    topo = Description(path)
    for key in HEAD:
        if topo.head.get(key, 0) == 0:
            Place(path).fail(key.capitalize(), "is missing or 0")
    if topo.head["nodes"] != nodes:
        Place(path).fail("Nodes", f"is {topo.head['nodes']}; the matrix has {nodes}")
    tiers = topo.head["tiers"]
    if tiers not in (2, 3):
        Place(path).fail("Tiers", f"is {tiers}; expected 2 or 3")
    latencies = [topo.get(tier, "switch_latency_ns", 0) for tier in range(tiers)]
    tree = build(topo, tiers, latencies[0] * 1000, output)
    if len(set(latencies)) > 1:
        Place(path).fail("Switch_Latency_ns", "differs between tiers; expected one for all")
    knobs.same("-topo", str(path), "topology.file")
    knobs.same("Radix_*, Bundle, Oversubscribed, ...", "", "topology.file")
    knobs.same("Switch_Latency_ns", str(latencies[0]), "switch.latency")
    if any(key in values for values in topo.tiers.values() for key in ("queue_up", "queue_down")):
        knobs.none("Queue_Up, Queue_Down", "", "A switch has one memory for all ports.")
    return tree


def build(topo, tiers, switch_latency_ps, output):
    """The links, as htsim connects them."""
    hosts, pod = topo.head["nodes"], topo.head["podsize"]
    down = [topo.get(tier, "radix_down") for tier in range(tiers)]
    up = [topo.get(tier, "radix_up") for tier in range(tiers - 1)]
    bundle = [topo.get(tier, "bundle", 1) or 1 for tier in range(tiers)]
    rate = [topo.get(tier, "downlink_speed_gbps") * 10**9 for tier in range(tiers)]
    delay = [topo.get(tier, "downlink_latency_ns") * 1000 for tier in range(tiers)]
    if hosts % pod or pod % down[0]:
        Place(topo.path).fail("Podsize", f"is {pod}; expected a divisor of {hosts} and a multiple "
                                         f"of {down[0]}")
    pods, tors = hosts // pod, pod // down[0]
    aggs, rest = divmod(up[0], bundle[1])
    if rest or aggs == 0 or tors * bundle[1] != down[1]:
        Place(topo.path).fail(
            "Radix_Down",
            f"of tier 1 is {down[1]}; {tors} switches below with bundles of {bundle[1]} need "
            f"{tors * bundle[1]}, "
            f"and Radix_Up of tier 0 ({up[0]}) has to be a multiple of the bundle",
        )
    if tiers == 2 and pods != 1:
        Place(topo.path).fail("Podsize", f"is {pod}; expected all {hosts} nodes with two tiers")
    oversubscribed = topo.get(0, "oversubscribed", 1) or 1
    if down[0] * rate[0] != up[0] * rate[1] * oversubscribed:
        Place(topo.path).fail(
            "Oversubscribed", f"of tier 0 is {oversubscribed}; radix and speed are another ratio"
        )
    first_tor = hosts
    first_agg = first_tor + pods * tors
    first_core = first_agg + pods * aggs
    links = [Link(host, first_tor + host // down[0], rate[0], delay[0]) for host in range(hosts)]
    for tor in range(pods * tors):
        for agg in range(aggs):
            other = first_agg + tor // tors * aggs + agg
            links += [Link(first_tor + tor, other, rate[1], delay[1]) for _ in range(bundle[1])]
    cores = uplinks = 0
    if tiers == 3:
        uplinks, rest = divmod(up[1], bundle[2])
        cores = aggs * uplinks
        if rest or pods * bundle[2] != down[2]:
            Place(topo.path).fail(
                "Radix_Down",
                f"of tier 2 is {down[2]}; {pods} pods with bundles of {bundle[2]} need "
                f"{pods * bundle[2]}",
            )
        for agg in range(pods * aggs):
            for uplink in range(uplinks):
                core = first_core + agg % aggs + aggs * uplink
                links += [Link(first_agg + agg, core, rate[2], delay[2]) for _ in range(bundle[2])]
    network = Network(topo.path, first_core + cores, range(hosts, first_core + cores), links)
    topology = {"type": "hpcc", "file": output.add("topology.txt", network.text())}
    tree = Tree(topology, rate, delay, switch_latency_ps)
    tree.oversubscription = oversubscribed
    if tiers == 3:
        tree.oversubscription *= topo.get(1, "oversubscribed", 1) or 1
    first = {"tor": first_tor, "agg": first_agg, "core": first_core}
    tree.name = lambda kind, number: f"node{first[kind] + number}"
    tree.core_of = lambda agg, uplink: agg % aggs + aggs * uplink
    tree.tors, tree.aggs, tree.aggs_per_pod, tree.uplinks = pods * tors, pods * aggs, aggs, uplinks
    return tree
