# SPDX-License-Identifier: GPL-2.0-only
"""SimAI.conf, with a topology of its generator and a workload of AICB."""

import hpcc
from common import Place, describe_rate, describe_time, read_lines
from networks import Link, Network, read_network
from planes import Planes
from rdma import add_losses, tell_rest
from settings import HPCC_KEYS, SIMAI_KEYS, Settings

FIRST_LINE = ("nodes", "GPUs per server", "NVSwitches", "switches", "links", "GPU type")
#: Of a GPU: generation and number of NVLinks.
GPUS = {"A100": (3, 12), "A800": (3, 8), "H100": (4, 18), "H800": (4, 8)}
#: Payload rate of a link that the signalling leaves, by generation, in bit/s: 256/272 of 25 GB/s.
MOST = 25e9 * 8 * 256 / 272

#: Of a layer of a workload: where its three communications stand, and words that are none to SimAI.
COMMUNICATIONS = (3, 6, 9)
SILENT = ("BROADCAST", "REDUCE", "SEND", "RECV")


def add_options(parser):
    """The options of SimAI_simulator that name files."""
    parser.add_argument("-n", "--network-topo", required=True, metavar="FILE", help="topology, "
        "as SimAI's -n")
    parser.add_argument("-w", "--workload", required=True, metavar="FILE", help="workload, as "
        "SimAI's -w")


def split_network(path, knobs):
    """The network between servers, and what a server is."""
    whole, head = read_network(path, (FIRST_LINE,))
    inner = set(whole.order[: head["NVSwitches"]])
    place = Place(path, 1)
    gpus = [node for node in range(whole.nodes) if node not in whole.switches]
    size = head["GPUs per server"]
    if size < 1 or len(gpus) % max(1, size) != 0:
        place.fail("GPUs per server", f"is {size}; expected a divisor of the {len(gpus)} GPUs")
    nvlinks = [link for link in whole.links if link.a in inner or link.b in inner]
    others = [link for link in whole.links if link.a not in inner and link.b not in inner]
    kept = [node for node in range(whole.nodes) if node not in inner]
    renumbered = {node: number for number, node in enumerate(kept)}
    links = [
        Link(renumbered[link.a], renumbered[link.b], link.rate, link.delay_ps, link.error, link.line)
        for link in others
    ]
    order = [renumbered[node] for node in whole.order if node not in inner]
    network = Network(path, len(kept), order, links)
    network.nic_rate = whole.nic_rate  # if NVLinks come first, it is their rate
    knobs.same("nodes, switches, links", f"{len(gpus)} GPUs, {len(order)} switches", "topology.file")
    return network, make_server(path, knobs, head, inner, nvlinks, size)


def make_server(path, knobs, head, inner, nvlinks, size):
    """The server: its NVSwitches are one, and the links of a GPU one link."""
    if not nvlinks:
        knobs.same("NVSwitches", "0", "no server")
        return None
    rates = {}
    for link in nvlinks:
        gpu = link.b if link.a in inner else link.a
        rates[gpu] = rates.get(gpu, 0) + link.rate
    if len(set(rates.values())) != 1 or len({link.delay_ps for link in nvlinks}) != 1:
        Place(path, nvlinks[0].line).fail("rate", "NVLinks differ; expected the same of every GPU")
    rate = next(iter(rates.values()))
    kind = str(head["GPU type"]).upper()
    generation, count = GPUS.get(kind, (4, 18))
    while rate / count > MOST:
        count += 1
    server = {
        "type": "custom",
        "gpusPerServer": size,
        "nvlinkGeneration": generation,
        "nvlinks": count,
        "nvlinkRate": describe_rate(rate // count),
        "nvlinkDelay": describe_time(nvlinks[0].delay_ps),
        "nvSwitchLatency": "0ns",
    }
    knobs.same("GPUs per server", str(size), "server.gpusPerServer")
    knobs.same("NVLinks", f"{describe_rate(rate)} a GPU", f"server.nvlinks {count}, nvlinkRate")
    knobs.differs(
        "GPU type",
        kind,
        f"server.nvlinkGeneration {generation}",
        "There it also chooses the algorithms of collectives. Computation times are in the workload.",
    )
    knobs.differs(
        "(NVSwitch)",
        "",
        "server",
        "There NVLink has a switch with PFC and the congestion control of the NICs, here credits and no "
        "congestion control.",
    )
    return server


def take_workload(path, knobs):
    """The workload, with what its reader there makes of words that the one here does not know."""
    lines = read_lines(path)
    if len(lines) < 3:
        Place(path).fail("--workload", "expected two lines and one for each layer")
    layers = Place(path, 2).whole("layers", lines[1].strip(), 1, 10**7)
    there = [number for number, line in enumerate(lines[2:], 3) if line.strip()]
    if len(there) < layers:
        Place(path, 2).fail("layers", f"is {layers}; there are {len(there)}")
    if len(there) > layers:
        promised = f"{layers} layers, as the second line says"
        Place(path, there[layers]).fail("layers", f"more lines follow after {promised}")
    if lines[0].split()[:1] == ["MICRO"]:
        lines[0] = lines[0].replace("MICRO", "DATA", 1)
        knobs.differs(
            "MICRO",
            "",
            "workload.file DATA",
            "There only the collective of the first layer runs; here the collectives of all layers "
            "run, from the last on.",
        )
    silent = {}
    for at, line in enumerate(lines[2:], 2):
        words = line.split()
        for column in COMMUNICATIONS:
            if len(words) > column and words[column] in SILENT:
                silent[words[column]] = silent.get(words[column], 0) + 1
                words[column] = "NONE"
                lines[at] = "\t".join(words)
    for word, count in silent.items():
        knobs.same(word, f"{count} of a layer", "workload.file NONE, as their reader takes it")
    return "\n".join(lines) + "\n"


def make_collectives(planes):
    """Keys of the workload: collectives with as many channels as a GPU has NICs."""
    if planes == 1:
        return {}
    rings = ("allReduce", "allGather", "reduceScatter")
    return {key: {"type": "ring", "channels": planes} for key in rings} | {
        "allToAll": {"type": "direct", "channels": planes}
    }


def convert(arguments, knobs, output):
    """The scenario of a SimAI.conf, a topology and a workload."""
    settings = Settings(output.reads(arguments.config), {**HPCC_KEYS, **SIMAI_KEYS})
    network, server = split_network(output.reads(arguments.network_topo), knobs)
    planes = Planes(network)
    network = planes.network
    server = planes.add_nics(knobs, server, "channel c of a collective NIC c")
    planes.check_failure(settings)
    hpcc.tell_parallel(knobs, network, network.check())
    add_losses(settings, knobs, network)
    fabric = hpcc.make_fabric(settings, knobs, network)
    priority = 3
    fabric["flowControl"]["priorities"] = 1 << priority
    fabric["nic"]["priority"] = priority
    workload = take_workload(output.reads(arguments.workload), knobs)
    scenario = {
        "name": output.stem,
        "description": f"Imported from {settings.path} with {arguments.workload} on "
                       f"{arguments.network_topo} of SimAI",
        "topology": {"type": "hpcc", "file": output.add("topology.txt", network.text())},
        **({"server": server} if server else {}),
        "fabric": fabric,
        "workload": {
            "type": "sim-ai",
            "name": "training",
            "file": output.add("workload.txt", workload),
            **make_collectives(planes.count),
        },
        "seeds": 1,
        "output": {"hpcc": {"pfc": True}},
    }
    knobs.same("--workload", str(arguments.workload), "workload.file")
    knobs.differs(
        "(collectives)",
        "",
        "workload.allReduce ring, ...",
        "There NCCL's rings and trees by a model of its channels; set allReduce and others, such as "
        "{\"type\": \"ring\", \"channels\": 8}.",
    )
    knobs.none("AS_SEND_LAT, AS_NVLS_ENABLE, "
               "AS_PXN_ENABLE", "", "Environment variables; they are not read.")
    knobs.none("SIMULATOR_STOP_TIME", settings.text("SIMULATOR_STOP_TIME", ""), "A run ends with "
        "its job.")
    knobs.same("PFC_OUTPUT_FILE, FCT_OUTPUT_FILE", "", "pfc-FABRIC.txt, fct-FABRIC.txt of the results")
    monitors = [key for key in SIMAI_KEYS if settings.has(key)]
    if monitors or settings.has("QLEN_MON_FILE"):
        knobs.none(
            "*_MON_FILE, MON_START, ...", "", "\"samples\" of the output gives queues.csv and rates.csv."
        )
    if settings.has("FLOW_FILE"):
        knobs.none("FLOW_FILE", settings.text("FLOW_FILE"), "It is not read there, either: the workload "
            "has the flows.")
    tell_rest(settings, knobs)
    return scenario
