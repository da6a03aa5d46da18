# SPDX-License-Identifier: GPL-2.0-only
"""config.txt of the HPCC simulator, with its topology.txt and flow.txt."""

from common import Place, describe_time, expect_end, find_file, read_lines
from networks import read_network
from planes import Planes
from rdma import (
    NAMES,
    UNMARKED,
    add_losses,
    make_buffer,
    make_congestion_control,
    make_marker,
    make_nic,
    make_recovery,
    tell_rest,
)
from settings import HPCC_KEYS, Settings

MODES = "0 (none), 1 (DCQCN), 3 (HPCC), 7 (TIMELY), 8 (DCTCP), 10 (HPCC with PINT)"
LONGEST_S = 10**6
FLOW_WORDS = ("src", "dst", "priority", "dport", "bytes", "start")


def read_mode(settings):
    """The congestion control that the file asks for."""
    mode = settings.whole("CC_MODE", 1)
    if mode not in NAMES:
        settings.place("CC_MODE").fail("CC_MODE", f"is {mode}; expected one of {MODES}")
    return mode


def read_flows(path, words, network, numbers):
    """The flows of a file, as lists of (src, dst, priority, dport, bytes, start in ps), by start.

    numbers: of the nodes here by those in the file.
    """
    lines = read_lines(path)
    if not lines or len(lines[0].split()) != 1:
        Place(path, 1).fail("flows", "expected the number of flows, alone on the first line")
    count = Place(path, 1).whole("flows", lines[0].strip(), 1, 10**8)
    hosts = set(network.hosts())
    flows = []
    number = 1
    while len(flows) < count:
        if number >= len(lines):
            Place(path).fail("flows", f"the file ends after {len(flows)} of {count}, as its first "
                                      "line says")
        row = lines[number].split()
        number += 1
        if not row:
            continue
        place = Place(path, number)
        if len(row) != len(words):
            place.fail("flow", f"has {len(row)} words; expected {len(words)}: {' '.join(words)}")
        flow = dict(zip(words, row))
        ends = []
        for key in ("src", "dst"):
            ends.append(place.whole(key, flow[key], 0, network.nodes - 1))
            if ends[-1] not in hosts:
                place.fail(key, f"node {ends[-1]} is a switch; expected a host")
        if ends[0] == ends[1]:
            place.fail("dst", f"node {ends[0]} is the source, too; expected another host")
        flows.append(
            (
                *(numbers[end] for end in ends),
                place.whole("priority", flow["priority"], 0, 7),
                place.whole("dport", flow.get("dport", "100"), 0, 65535),
                place.whole("bytes", flow["bytes"], 1),
                round(place.real("start", flow["start"], 0, LONGEST_S) * 10**12),
            )
        )
    rest = [line.strip() for line in lines[number:] if line.strip()]
    if rest != [str(count)]:  # some generators say the number once more when they are done
        expect_end(path, lines, number, "flows", f"{count} flows, as its first line says")
    return sorted(flows, key=lambda flow: flow[5])


def format_flows(flows, since_ps):
    """The file, as ns3::HpccFlowWorkload reads it; starts are counted from a time in ps."""
    lines = [str(len(flows))]
    for *numbers, start in flows:
        seconds, rest = divmod(start - since_ps, 10**12)
        lines.append(" ".join(map(str, numbers)) + f" {seconds}.{rest:012d}".rstrip("0").rstrip("."))
    return "\n".join(lines) + "\n"


def tell_parallel(knobs, network, parallel):
    """The simulator keeps only one link between two nodes."""
    if parallel:
        first = parallel[0][0]
        knobs.differs(
            f"({len(parallel)} pairs of nodes with parallel links)",
            "",
            "all links carry traffic",
            f"There only the last link of a pair carries traffic: see line {first.line} of {network.path}.",
        )


def add_failure(settings, knobs, network, fabric, scenario):
    """LINK_DOWN: microseconds after 2 s, and the two nodes."""
    if not settings.has("LINK_DOWN"):
        return
    place = settings.place("LINK_DOWN")
    after, *ends = (place.whole("LINK_DOWN", word, 0, 2**40) for word in settings.text("LINK_DOWN").split())
    if after == 0:
        return
    if not any({link.a, link.b} == set(ends) for link in network.links):
        place.fail("LINK_DOWN", f"nodes {ends[0]} and {ends[1]} have no link; expected the ends of one")
    scenario["failures"] = {
        "type": "link",
        "from": f"node{ends[0]}",
        "to": f"node{ends[1]}",
        "start": describe_time(2 * 10**12 + after * 10**6),
    }
    fabric["routeManager"] = {"detectionTime": "0ns", "routingTime": "0ns"}
    knobs.same("LINK_DOWN", settings.text("LINK_DOWN"), "failures; routeManager without delay")


def add_outputs(settings, knobs, scenario, in_seconds=False):
    """Files in their formats."""
    output = {"pfc": True}
    knobs.same("FCT_OUTPUT_FILE", settings.text("FCT_OUTPUT_FILE"), "fct-FABRIC.txt of the results")
    knobs.same("PFC_OUTPUT_FILE", settings.text("PFC_OUTPUT_FILE"), "pfc-FABRIC.txt (output.hpcc.pfc)")
    if settings.has("QLEN_MON_FILE"):
        unit = 10**12 if in_seconds else 1000
        start = round(settings.real("QLEN_MON_START", 2 if in_seconds else 2 * 10**9) * unit)
        stop = round(settings.real("QLEN_MON_END", 2.1 if in_seconds else 2.1 * 10**9) * unit)
        if stop <= start:
            settings.place("QLEN_MON_END").fail("QLEN_MON_END", "is not after QLEN_MON_START")
        output["qlen"] = {"interval": "100ns", "start": describe_time(start), "stop": describe_time(stop)}
        knobs.same("QLEN_MON_FILE, _START, _END", "", "qlen-FABRIC.txt (output.hpcc.qlen)")
    scenario["output"] = {"hpcc": output}


def make_fabric(settings, knobs, network):
    """The fabric of the HPCC simulator, as SimAI has it, too."""
    mode = read_mode(settings)
    nic, rtt, falling = make_nic(settings, knobs, network, mode)
    buffer, flow_control = make_buffer(settings, knobs, network)
    fabric = {
        "type": "roce",
        "name": NAMES[mode] if mode else "no congestion control",
        "framing": "hpcc",
        "switch": {"latency": "0ns"},
        "flowControl": flow_control,
        "buffer": buffer,
        "marker": make_marker(settings, knobs, network) if mode not in UNMARKED else "none",
        "congestionControl": make_congestion_control(settings, knobs, mode, rtt, falling),
        "lossRecovery": make_recovery(settings, knobs),
        "nic": nic,
    }
    if mode in UNMARKED:
        knobs.none("ENABLE_QCN, KMIN_MAP, ...", "", f"Marks are not used by {NAMES[mode].upper()}.")
    return fabric


def add_flows(fabric, knobs, flows):
    """Which priorities are lossless. Returns the time of the first flow."""
    used = sorted({flow[2] for flow in flows})
    mask = sum(1 << priority for priority in used)
    if fabric["flowControl"] != "none":
        fabric["flowControl"]["priorities"] = mask
    fabric["nic"]["priority"] = used[0]
    knobs.same("(priority of the flows)", ", ".join(map(str, used)), f"flowControl.priorities {mask}")
    if 0 in used:
        knobs.differs(
            "(priority 0)", "", "a priority as others", "There priority 0 has no limit, no marks, and "
                                                        "comes first."
        )
    return flows[0][5]


def convert(arguments, knobs, output):
    """The scenario of a config.txt."""
    settings = Settings(output.reads(arguments.config), HPCC_KEYS)
    for key in ("TOPOLOGY_FILE", "FLOW_FILE"):
        if not settings.has(key):
            Place(settings.path).fail(key, "is not set; expected the name of a file")
    topology = find_file(settings.place("TOPOLOGY_FILE"), "TOPOLOGY_FILE", settings.text("TOPOLOGY_FILE"))
    whole, _ = read_network(output.reads(topology))
    planes = Planes(whole)
    network = planes.network
    tell_parallel(knobs, network, network.check())
    server = planes.add_nics(knobs, None, "flow number c NIC c")
    planes.check_failure(settings)
    path = find_file(settings.place("FLOW_FILE"), "FLOW_FILE", settings.text("FLOW_FILE"))
    flows = read_flows(output.reads(path), FLOW_WORDS, whole, planes.number)
    add_losses(settings, knobs, network)
    fabric = make_fabric(settings, knobs, network)
    start = add_flows(fabric, knobs, flows)
    scenario = {
        "name": output.stem,
        "description": f"Imported from {settings.path} of the HPCC simulator",
        "topology": {"type": "hpcc", "file": output.add("topology.txt", network.text())},
        **({"server": server} if server else {}),
        "fabric": fabric,
        "workload": {
            "type": "hpcc-flow",
            "name": "flows",
            "file": output.add("flow.txt", format_flows(flows, start)),
            "start": describe_time(start),
        },
        "seeds": 1,
    }
    knobs.same("TOPOLOGY_FILE", settings.text("TOPOLOGY_FILE"), "topology.file")
    knobs.same("FLOW_FILE", settings.text("FLOW_FILE"), "workload.file")
    stop = settings.real("SIMULATOR_STOP_TIME", 3.01, 1e-9, 1e30)
    if stop <= LONGEST_S:
        scenario["until"] = describe_time(round(stop * 10**12))
        knobs.same("SIMULATOR_STOP_TIME", f"{stop:g}", "until")
    else:
        knobs.none("SIMULATOR_STOP_TIME", f"{stop:g}", "A run ends with its last flow.")
    add_failure(settings, knobs, network, fabric, scenario)
    add_outputs(settings, knobs, scenario)
    tell_rest(settings, knobs)
    knobs.differs(
        "(paths)", "", "pathSelector ecmp", "A different hash of the same fields: flows "
                                            "collide elsewhere."
    )
    return scenario
