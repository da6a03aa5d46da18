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


def find_planes(network):
    """The switches of each of several networks that have every host in common and are alike.

    A plane is what can be reached without passing a host. Alike: its n-th switch, in the order of the
    file, has the same links to the same hosts and n-th switches. None unless all of that holds.
    """
    plane_of = {}
    near = {}
    for link in network.links:
        near.setdefault(link.a, []).append(link.b)
        near.setdefault(link.b, []).append(link.a)
    planes = []
    for first in network.order:
        if first in plane_of:
            continue
        plane_of[first] = len(planes)
        queue = [first]
        for node in queue:
            for other in near.get(node, []):
                if other in network.switches and other not in plane_of:
                    plane_of[other] = len(planes)
                    queue.append(other)
        planes.append([node for node in network.order if plane_of.get(node) == len(planes)])
    shapes = []
    for plane in planes:
        names = {node: ("switch", number) for number, node in enumerate(plane)}
        names.update((host, ("host", host)) for host in network.hosts())
        shapes.append(
            sorted(
                (*sorted((names[link.a], names[link.b])), link.rate, link.delay_ps, link.error)
                for link in network.links
                if link.a in names and link.b in names
            )
        )
    alike = len(planes) > 1 and all(shape == shapes[0] for shape in shapes)
    return planes if alike else None


def take_plane(network, server, knobs):
    """GPUs with a NIC on each of several planes: one of these, of which all are copies."""
    planes = find_planes(network) if server else None
    if not planes:
        return network
    kept = sorted([*network.hosts(), *planes[0]])
    number = {node: place for place, node in enumerate(kept)}
    links = [
        Link(number[link.a], number[link.b], link.rate, link.delay_ps, link.error, link.line)
        for link in network.links
        if link.a in number and link.b in number
    ]
    server["nicsPerGpu"] = len(planes)
    knobs.differs(
        f"({len(planes)} planes)",
        "",
        f"server.nicsPerGpu {len(planes)}",
        "There a flow takes the plane that its hash says, here channel c of a collective plane c modulo "
        f"{len(planes)}: give collectives so many channels, or one plane carries all.",
    )
    return Network(network.path, len(kept), [number[node] for node in planes[0]], links)


def convert(arguments, knobs, output):
    """The scenario of a SimAI.conf, a topology and a workload."""
    settings = Settings(output.reads(arguments.config), {**HPCC_KEYS, **SIMAI_KEYS})
    network, server = split_network(output.reads(arguments.network_topo), knobs)
    network = take_plane(network, server, knobs)
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
        "description": f"Imported from {settings.path} with {arguments.workload} on "
                       f"{arguments.network_topo} of SimAI",
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
