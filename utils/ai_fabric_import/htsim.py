# SPDX-License-Identifier: GPL-2.0-only
"""Connection matrices of htsim (csg-htsim, uet-htsim) with the options of its RoCE program."""

import collections
import json

from common import ImportProblem, Place, describe_rate, describe_time, read_lines, suggest
from htsim_topology import make_default, read_topology

#: Options of htsim_roce and how many words follow; those of its other programs have no counterpart.
OPTIONS = {
    "-topo": 1,
    "-tiers": 1,
    "-nodes": 1,
    "-linkspeed": 1,
    "-hop_latency": 1,
    "-switch_latency": 1,
    "-mtu": 1,
    "-q": 1,
    "-strat": 1,
    "-paths": 1,
    "-pfc_thresholds": 2,
    "-end": 1,
    "-seed": 1,
    "-conns": 1,
    "-queue_type": 1,
    "-host_queue_type": 1,
    "-log": 1,
    "-logtime": 1,
    "-start_delta": 1,
    "-ar_sticky_delta": 1,
    "-ar_method": 1,
}
#: Path selectors by -strat, and how they differ.
SELECTORS = {
    "single": ("ecmp", ""),
    "ecmp_host": ("ecmp", ""),
    "ecmp_rr": ("spray", "There switches take turns among their ports, here each packet draws one."),
    "ecmp_ar": ("adaptive", "There by flowlet and -ar_method, here packet by packet by the queue."),
    "ecmp_host_ar": ("adaptive", "There a share of the packets by flowlet, here each by the queue."),
}
LAST_PS = 10**18
ENDLESS_BYTES = 10**12  # of a flow of size 0


class Options:
    """What follows the matrix on the command line."""

    def __init__(self, words):
        self.values = {}
        words = list(words)
        place = Place("command line")
        while words:
            name = words.pop(0)
            if name == "-tm":
                place.fail(name, "the matrix comes first, without it: htsim MATRIX [OPTIONS]")
            if name not in OPTIONS:
                place.fail(name, "unknown option; expected one of "
                                 f"{', '.join(OPTIONS)}{suggest(name, OPTIONS)}")
            count = OPTIONS[name]
            if len(words) < count:
                place.fail(name, f"expected {count} values behind it")
            self.values[name] = [words.pop(0) for _ in range(count)]
            # htsim_roce reads the share of the packets behind this one.
            if self.values[name] == ["ecmp_host_ar"] and words and words[0] not in OPTIONS:
                self.values[name].append(words.pop(0))
                place.real(name, self.values[name][1], 0, 100)

    def has(self, name):
        """Whether an option is given."""
        return name in self.values

    def text(self, name, default=""):
        """The first value of an option."""
        return self.values.get(name, [default])[0]

    def whole(self, name, default, low=0, high=2**40, which=0):
        """A whole number."""
        if not self.has(name):
            return default
        return Place("command line").whole(name, self.values[name][which], low, high)

    def real(self, name, default, low=0.0, high=1e12):
        """A number."""
        if not self.has(name):
            return default
        return Place("command line").real(name, self.text(name), low, high)


def add_options(parser):
    """Those of the htsim program stand behind the matrix as they are."""
    parser.add_argument("--help", action="help", help="show this help message and exit")
    parser.usage = "./ai-fabric import htsim MATRIX [-o FILE] [-topo FILE] [-strat ecmp_host] [...]"
    parser.epilog = "Options of htsim_roce are understood as they are: " + ", ".join(OPTIONS) + "."


class Flow:
    """A connection of a matrix."""

    def __init__(self, place, source, dest):
        self.place = place
        self.ends = (source, dest)
        self.size = None
        self.start = None
        self.id = 0
        self.waits_for = 0
        self.fires_when_sent = 0
        self.fires_when_received = 0
        self.priority = False
        self.is_message = False


def read_flow(place, words, nodes):
    """A line such as 0->13 id 1 start 0 size 2000000."""
    ends = words[0].split("->")
    if len(ends) != 2:
        place.fail("connection", f"is '{words[0]}'; expected SOURCE->DESTINATION")
    flow = Flow(place, *(place.whole("connection", end, 0, nodes - 1) for end in ends))
    if flow.ends[0] == flow.ends[1]:
        place.fail("connection", f"node {flow.ends[0]} sends to itself; expected another node")
    words = words[1:]
    known = ("start", "size", "id", "msg", "trigger", "send_done_trigger", "recv_done_trigger", "prio")
    while words:
        key = words.pop(0)
        if key not in known:
            place.fail(key, f"unknown word; expected one of {', '.join(known)}{suggest(key, known)}")
        if key == "msg":
            # A message of the connection with this id; its own number may stand behind it.
            flow.is_message = True
            if words and words[0] not in known:
                place.whole(key, words.pop(0), 1, 2**31)
            continue
        if not words:
            place.fail(key, "expected a number behind it")
        word = words.pop(0)
        if key == "start":
            flow.start = round(place.real(key, word, 0, LAST_PS))
        elif key == "size":
            flow.size = place.whole(key, word, 0, 2**62)
        elif key == "id":
            flow.id = place.whole(key, word, 1, 2**31)
        elif key == "prio":
            flow.priority = True
            place.whole(key, word, 0)
        else:
            number = place.whole(key, word, 1, 2**31)
            name = {"trigger": "waits_for", "send_done_trigger": "fires_when_sent"}
            setattr(flow, name.get(key, "fires_when_received"), number)
    if flow.is_message and not flow.id:
        place.fail("msg", "expected an id as well, that of its connection")
    if flow.size is None:
        place.fail("size", "is missing; expected bytes, 0 for a flow without end")
    if (flow.start is None) == (flow.waits_for == 0):
        place.fail("start", "expected either a start in ps or a trigger")
    if flow.size == 0 and (flow.fires_when_sent or flow.fires_when_received):
        place.fail("size", "is 0, a flow without end, so its trigger never fires")
    return flow


def read_trigger(place, words):
    """A line such as trigger id 1 oneshot. Returns number, kind and count."""
    number = count = 0
    kind = ""
    words = words[1:]
    while words:
        key = words.pop(0)
        if key in ("oneshot", "multishot", "barrier"):
            kind = key
        elif key in ("id", "count") and words:
            value = place.whole(key, words.pop(0), 1, 2**31)
            number, count = (value, count) if key == "id" else (number, value)
        else:
            place.fail(key, "expected id N, count N, oneshot, multishot or barrier")
    if not number or not kind:
        place.fail("trigger", "expected an id and one of oneshot, multishot, barrier")
    return number, (kind, count, place)


def read_matrix(path):
    """The matrix: number of nodes, flows, triggers by number."""
    counts = {"Nodes": None, "Connections": None, "Triggers": 0, "Failures": 0}
    flows, triggers = [], {}
    for number, line in enumerate(read_lines(path), 1):
        words = line.split()
        place = Place(path, number)
        if not words or words[0].startswith("#"):
            continue
        if words[0] in counts:
            if len(words) != 2:
                place.fail(words[0], "expected one number behind it")
            counts[words[0]] = place.whole(words[0], words[1], 0, 2**31)
        elif words[0] == "trigger":
            name, trigger = read_trigger(place, words)
            if name in triggers:
                place.fail("trigger", f"{name} is on line {triggers[name][2].line}, too")
            triggers[name] = trigger
        elif words[0] == "failure":
            place.fail("failure", "cannot be imported; write it into the scenario as \"failures\"")
        elif counts["Nodes"] is None:
            place.fail(words[0], "expected Nodes N first")
        else:
            flows.append(read_flow(place, words, counts["Nodes"]))
    for key, found in (("Nodes", None), ("Connections", len(flows)), ("Triggers", len(triggers))):
        if counts[key] is None:
            Place(path).fail(key, "is missing; expected a line with a number")
        if found is not None and counts[key] != found:
            Place(path).fail(key, f"is {counts[key]}; there are {found}")
    if counts["Failures"]:
        Place(path).fail("Failures", "cannot be imported; write them into the scenario as \"failures\"")
    if not flows:
        Place(path).fail("Connections", "are none; expected one at least")
    return counts["Nodes"], flows, triggers


def make_graph(nodes, flows, triggers):
    """The flows as a communication graph: a send and a receive each, a channel each connection."""
    graph = []
    connections = {}
    fired = {number: [] for number in triggers}
    for index, flow in enumerate(flows):
        send, receive = 2 * index, 2 * index + 1
        source, dest = flow.ends
        graph.append({"kind": "send", "rank": source, "peer": dest, "bytes": flow.size or ENDLESS_BYTES})
        graph[send]["channel"] = index
        if flow.is_message:
            first, ends = connections.setdefault(flow.id, (index, flow.ends))
            if ends != flow.ends:
                flow.place.fail("id", f"{flow.id} is a connection of other nodes")
            graph[send]["channel"] = first
        if flow.start:
            graph[send]["timePs"] = flow.start
        graph.append({"kind": "recv", "rank": dest, "match": send})
        for number, node in ((flow.fires_when_sent, send), (flow.fires_when_received, receive)):
            if number:
                if number not in fired:
                    flow.place.fail("trigger", f"{number} is nowhere; expected a line: trigger id "
                                               f"{number} ...")
                fired[number].append(node)
    targets = collections.Counter(flow.waits_for for flow in flows)
    for number, (kind, count, place) in triggers.items():
        if kind == "barrier" and count not in (0, len(fired[number])):
            place.fail("count", f"is {count}, but {len(fired[number])} connections fire it")
        if kind == "multishot" and max(len(fired[number]), targets[number]) > 1:
            place.fail(kind, "has no counterpart: each time that it fires the next one of several "
                             "connections starts; expected oneshot or barrier")
        if kind != "barrier" and len(fired[number]) > 1:
            place.fail(kind, "several connections fire it, and each alone starts others; "
                             "expected one, or a barrier")
        if not fired[number]:
            place.fail("trigger", "no connection fires it")
    for index, flow in enumerate(flows):
        if flow.waits_for:
            if flow.waits_for not in fired:
                flow.place.fail("trigger", f"{flow.waits_for} is nowhere; expected a line with that id")
            graph[2 * index]["after"] = fired[flow.waits_for]
    rows = ",\n".join(json.dumps(node) for node in graph)
    return f'{{"format": "ai-fabric-graph", "version": 1, "ranks": {nodes}, "nodes": [\n{rows}\n]}}\n'


def make_fabric(options, knobs):
    """RoCE with PFC by a static threshold and no congestion control, as htsim_roce has it."""
    payload = options.whole("-mtu", 9000, 64, 65532)
    knobs.same("-mtu", str(payload), "nic.mtuBytes")
    strategy = options.text("-strat", "ecmp_host")
    if strategy not in SELECTORS:
        Place("command line").fail("-strat", f"is {strategy}; expected one of {', '.join(SELECTORS)}")
    selector, remark = SELECTORS[strategy]
    if remark:
        knobs.differs("-strat", strategy, f"pathSelector {selector}", remark)
    else:
        knobs.same("-strat", strategy, f"pathSelector {selector}")
    low = options.whole("-pfc_thresholds", 12, 1, 2**20)
    high = options.whole("-pfc_thresholds", 15, 1, 2**20, which=1)
    if low > high:
        Place("command line").fail("-pfc_thresholds", f"{low} {high}: expected the lower one first")
    kind = options.text("-queue_type", "lossless_input")
    if kind not in ("lossless_input", "lossless"):
        Place("command line").fail("-queue_type", f"is {kind}; expected lossless_input or lossless")
    knobs.same(
        "-pfc_thresholds", f"{low} {high} packets", "buffer.staticThresholdBytes, xonOffsetBytes"
    )
    latency = options.real("-switch_latency", 0.0)
    knobs.differs(
        "-q",
        options.text("-q"),
        "buffer.sizeBytes 0, the default",
        "There packets of one port, here one memory for all ports.",
    )
    knobs.differs("(64 B around a packet)", "", "framing roce-v2", "Here 82 B with preamble and gap.")
    knobs.same("(retransmission timeout 1 ms)", "", "nic.ackTimeout")
    knobs.same("(no congestion control)", "", "congestionControl none, marker none")
    return {
        "type": "roce",
        "name": "roce",
        "flowControl": {"type": "priority", "priorities": 8},
        "buffer": {
            "type": "shared",
            "staticThresholdBytes": high * payload,
            "xonOffsetBytes": (high - low) * payload,
        },
        "marker": "none",
        "congestionControl": "none",
        "pathSelector": selector,
        "switch": {"latency": describe_time(round(latency * 10**6))},
        "nic": {"mtuBytes": payload, "ackInterval": 1, "ackTimeout": "1ms"},
    }


def convert(arguments, knobs, output):
    """The scenario of a connection matrix."""
    options = Options(arguments.rest)
    nodes, flows, triggers = read_matrix(output.reads(arguments.config))
    if options.has("-nodes") and options.whole("-nodes", nodes) != nodes:
        Place("command line").fail("-nodes", f"is {options.text('-nodes')}; the matrix has {nodes}")
    fabric = make_fabric(options, knobs)
    rate = round(options.real("-linkspeed", 100000, 1) * 10**6)
    hop = round(options.real("-hop_latency", 1.0) * 10**6)
    if options.has("-topo"):
        text, latency = read_topology(output.reads(options.text("-topo")), nodes, knobs)
        topology = {"type": "hpcc", "file": output.add("topology.txt", text)}
        fabric["switch"]["latency"] = describe_time(latency)
        for option in ("-tiers", "-linkspeed", "-hop_latency", "-switch_latency"):
            if options.has(option):
                Place("command line").fail(option, "has no effect beside -topo; leave one of them out")
    else:
        topology = make_default(nodes, options.whole("-tiers", 3, 2, 3), rate, hop)
        tiers = options.whole("-tiers", 3)
        knobs.same("Nodes, -tiers", f"{nodes}, {tiers}", f"topology {topology['type']}")
        knobs.same("-linkspeed", describe_rate(rate), "topology: rates")
        knobs.same("-hop_latency", describe_time(hop), "topology: delays")
        knobs.same("-switch_latency", fabric["switch"]["latency"], "switch.latency")
    scenario = {
        "name": output.stem,
        "description": f"Imported from {arguments.config} of htsim",
        "topology": topology,
        "fabric": fabric,
        "workload": {
            "type": "graph",
            "name": "connections",
            "file": output.add("graph.json", make_graph(nodes, flows, triggers)),
        },
        "seeds": 1,
    }
    knobs.same("Connections", str(len(flows)), "workload.file, a queue pair each")
    if triggers:
        knobs.same("Triggers", str(len(triggers)), "workload.file (after)")
    end = options.real("-end", 0.0)
    if any(flow.size == 0 for flow in flows):
        if end == 0:
            raise ImportProblem("command line: -end: a flow of size 0 never ends; expected -end "
                                "MICROSECONDS")
        knobs.same("size 0", "", f"bytes {ENDLESS_BYTES}, and the run ends before")
    if end > 0:
        scenario["until"] = describe_time(round(end * 10**6))
        knobs.same("-end", f"{end:g}us", "until")
    else:
        knobs.differs("(-end 1000)", "", "", "There the run ends after 1000 us, finished or not, here with "
                                             "the last connection; -end 1000 does the same.")
    if options.has("-seed"):
        scenario["seed"] = max(1, options.whole("-seed", 1, 0, 2**32 - 1))
        knobs.differs("-seed", options.text("-seed"), "seed", "It draws something else.")
    if any(flow.priority for flow in flows):
        knobs.none("prio", "", "All flows have one priority.")
    for option in ("-paths", "-conns", "-host_queue_type", "-log", "-logtime"):
        if options.has(option):
            knobs.none(option, options.text(option), "Has no effect here.")
    if options.has("-start_delta"):
        knobs.none("-start_delta", f"{options.real('-start_delta', 0.0):g}us",
                   "There each connection starts up to so much later, drawn at random, here as in the matrix.")
    for option in ("-ar_sticky_delta", "-ar_method"):
        if options.has(option):
            knobs.none(option, options.text(option), "Packets choose by the queue, each for itself.")
    return scenario
