# SPDX-License-Identifier: GPL-2.0-only
"""SimAI.conf, with a topology of its generator and a workload of AICB."""

import pathlib

import hpcc
from common import Place, describe_rate, describe_time
from networks import Link, Network, read_network
from rdma import add_losses, tell_rest
from settings import HPCC_KEYS, SIMAI_KEYS, Settings

FIRST_LINE = ("nodes", "GPUs per server", "NVSwitches", "switches", "links", "GPU type")
#: Of a GPU: generation and number of NVLinks.
GPUS = {"A100": (3, 12), "A800": (3, 8), "H100": (4, 18), "H800": (4, 8)}
#: Payload rate of a link that the signalling leaves, by generation, in bit/s: 256/272 of 25 GB/s.
MOST = 25e9 * 8 * 256 / 272


def add_options(parser):
    """The options of SimAI_simulator that name files."""
    parser.add_argument("-n", "--network-topo", required=True, metavar="FILE", help="topology, "
        "as SimAI's -n")
    parser.add_argument("-w", "--workload", required=True, metavar="FILE", help="workload, as "
        "SimAI's -w")


def split_network(path, knobs):
    """The network between servers, and what a server is."""
    whole, head = read_network(path, FIRST_LINE)
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
        "There it also chooses algorithms of collectives; times of computation are in the workload.",
    )
    knobs.differs(
        "(NVSwitch)",
        "",
        "server",
        "There a switch with PFC and the congestion control of the NICs, here credits and no "
        "congestion control.",
    )
    return server


def convert(arguments, knobs, output):
    """The scenario of a SimAI.conf, a topology and a workload."""
    settings = Settings(output.reads(arguments.config), {**HPCC_KEYS, **SIMAI_KEYS})
    network, server = split_network(output.reads(arguments.network_topo), knobs)
    hpcc.tell_parallel(knobs, network, network.check())
    add_losses(settings, knobs, network)
    fabric = hpcc.make_fabric(settings, knobs, network)
    priority = 3
    fabric["flowControl"]["priorities"] = 1 << priority
    fabric["nic"]["priority"] = priority
    try:
        workload = pathlib.Path(output.reads(arguments.workload)).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        Place(arguments.workload).fail("--workload", "is no text file that can be read")
    if len(workload.splitlines()) < 3:
        Place(arguments.workload).fail("--workload", "expected two lines and one for each layer")
    scenario = {
        "name": output.stem,
        "description": f"Imported from {settings.path} of SimAI",
        "topology": {"type": "hpcc", "file": output.add("topology.txt", network.text())},
        **({"server": server} if server else {}),
        "fabric": fabric,
        "workload": {
            "type": "sim-ai",
            "name": "training",
            "file": output.add("workload.txt", workload),
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
               "AS_PXN_ENABLE", "", "Of the environment; they are not read.")
    knobs.none("SIMULATOR_STOP_TIME", settings.text("SIMULATOR_STOP_TIME", ""), "A run ends with "
        "its job.")
    knobs.same("PFC_OUTPUT_FILE, FCT_OUTPUT_FILE", "", "pfc-FABRIC.txt, fct-FABRIC.txt of the results")
    monitors = [key for key in SIMAI_KEYS if settings.has(key)]
    if monitors or settings.has("QLEN_MON_FILE"):
        knobs.none(
            "*_MON_FILE, MON_START, ...", "", "\"samples\" of the output gives queues.csv and rates.csv."
        )
    if settings.has("FLOW_FILE"):
        knobs.none("FLOW_FILE", settings.text("FLOW_FILE"), "Nor is it read there: the workload "
            "has the flows.")
    tell_rest(settings, knobs)
    return scenario
