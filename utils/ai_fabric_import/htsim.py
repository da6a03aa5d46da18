# SPDX-License-Identifier: GPL-2.0-only
"""Connection matrices of htsim with the options of its RoCE or its Ultra Ethernet program."""

import htsim_roce
import htsim_uec
from common import describe_rate, describe_time
from htsim_matrix import ENDLESS_BYTES, make_graph, read_matrix
from htsim_options import PLACE, Options
from htsim_topology import make_default, read_topology

#: What the options of a program become, by the word behind import.
PROGRAMS = {"htsim": htsim_roce, "htsim_roce": htsim_roce, "htsim_uec": htsim_uec}
DEFAULT_END_US = 1000


def sort_words(words):
    """The command line with -o spelt out and the matrix first, as -tm MATRIX may be an option, too."""
    words = ["--output" if word == "-o" else word for word in words]
    if "-tm" not in words or words.index("-tm") + 1 == len(words):
        return words
    at = words.index("-tm")
    return [words[0], words[at + 1], *words[1:at], *words[at + 2 :]]


def add_options(parser, name):
    """Those of the htsim program stand behind the matrix as they are."""
    parser.add_argument("--help", action="help", help="show this help message and exit")
    parser.usage = f"./ai-fabric import {name} MATRIX [-o FILE] [-topo FILE] [-strat ecmp_host] [...]"
    program = "htsim_roce" if name == "htsim" else name
    parser.epilog = (f"Options of {program} are understood as they are, and -tm MATRIX, too: "
                     + ", ".join(PROGRAMS[name].OPTIONS) + ".")


def read_tree(options, nodes, knobs, output):
    """The network."""
    if options.has("-topo"):
        for option in ("-tiers", "-hop_latency", "-switch_latency"):
            if options.has(option):
                PLACE.fail(option, "has no effect beside -topo; leave one of them out")
        return read_topology(output.reads(options.text("-topo")), nodes, knobs, output)
    tiers = options.whole("-tiers", 3, 2, 3)
    rate = round(options.real("-linkspeed", 100000, 1) * 10**6)
    hop = round(options.real("-hop_latency", 1.0) * 10**6)
    latency = round(options.real("-switch_latency", 0.0) * 10**6)
    tree = make_default(nodes, tiers, rate, hop, latency)
    knobs.same("Nodes, -tiers", f"{nodes}, {tiers}", f"topology {tree.topology['type']}")
    knobs.same("-linkspeed", describe_rate(rate), "topology: rates")
    knobs.same("-hop_latency", describe_time(hop), "topology: delays")
    knobs.same("-switch_latency", describe_time(latency), "switch.latency")
    return tree


def convert(arguments, knobs, output):
    """The scenario of a connection matrix."""
    program = PROGRAMS[arguments.simulator]
    options = Options(arguments.rest, program.OPTIONS, program.OPTIONAL)
    nodes, flows, triggers = read_matrix(output.reads(arguments.config))
    if options.has("-nodes") and options.whole("-nodes", nodes) != nodes:
        PLACE.fail("-nodes", f"is {options.text('-nodes')}; the matrix has {nodes}")
    if options.has("-nodes"):
        knobs.same("-nodes", str(nodes), "the matrix has as many")
    tree = read_tree(options, nodes, knobs, output)
    program.check(options, tree, flows)
    fabric, more = program.make_fabric(options, knobs, tree)
    scenario = {
        "name": output.stem,
        "description": f"Imported from {arguments.config} of htsim",
        "topology": tree.topology,
        "fabric": fabric,
        "workload": {
            "type": "graph",
            "name": "connections",
            "file": output.add("graph.json", make_graph(nodes, flows, triggers)),
        },
        **more,
        "seeds": 1,
    }
    knobs.same("Connections", str(len(flows)), f"workload.file, {program.CONNECTIONS}")
    if triggers:
        knobs.same("Triggers", str(len(triggers)), "workload.file (after)")
    endless = any(flow.size == 0 for flow in flows)
    end = options.real("-end", DEFAULT_END_US if endless else 0.0)
    if endless:
        if end == 0:
            PLACE.fail("-end", "is 0, but a flow of size 0 never ends; expected microseconds")
        knobs.same("size 0", "", f"bytes {ENDLESS_BYTES}, and the run ends before")
    if end > 0:
        scenario["until"] = describe_time(round(end * 10**6))
        knobs.same("-end", f"{end:g}us", "until")
    else:
        knobs.differs("(-end 1000)", "", "", "There the run ends after 1000 us, finished or not; here "
                                             "it ends with the last connection. -end 1000 does the "
                                             "same here.")
    if options.has("-seed"):
        scenario["seed"] = max(1, options.whole("-seed", 1, 0, 2**32 - 1))
        knobs.differs("-seed", options.text("-seed"), "seed", "The random numbers differ.")
    if any(flow.priority for flow in flows):
        knobs.none("prio", "", "All flows have one priority.")
    program.tell_rest(options, knobs)
    return scenario
