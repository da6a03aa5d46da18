# SPDX-License-Identifier: GPL-2.0-only
"""An InfraGraph infrastructure (github.com/Keysight/infragraph), in JSON or YAML."""

import collections
import re

from common import Place, describe_rate, describe_time
from jsonfile import Object, read_json_or_yaml
from networks import Link, Network
from planes import Planes
from simai import MOST

Edge = collections.namedtuple("Edge", "a b link entry")

BANDWIDTHS = {"gigabits_per_second": 10**9, "gigabytes_per_second": 8 * 10**9}
LATENCIES = {"ms": 10**9, "us": 10**6, "ns": 10**3}


def add_options(parser):
    """What a link that does not say it has."""
    parser.add_argument("--rate", metavar="RATE", help="of links without a bandwidth, such as 400Gbps")
    parser.add_argument("--delay", metavar="TIME", default="100ns", help="of links without a latency "
                                                                         "(default: 100ns)")


def by_name(parent, key):
    """The objects of a list by their name."""
    found = {}
    for entry in parent.children(key):
        name = entry.member("name", str, "a name")
        if name in found:
            entry.place("name").fail("name", f"'{name}' appears twice in {key}")
        found[name] = entry
    return found


def expand(place, key, text, count):
    """A name such as port[0:8:2] as the name and its numbers; all if there are no brackets."""
    match = re.fullmatch(r"([^\[\].]+)(?:\[([^\]]*)\])?", text)
    if not match or not match[1]:
        place.fail(key, f"is '{text}'; expected a name with a slice, such as port[0:8]")
    total = count(match[1])
    words = (match[2] or "").split(":")
    if len(words) > 3 or not all(re.fullmatch(r"[0-9]{0,9}", word) for word in words):
        place.fail(key, f"is '{text}'; expected a slice such as [2], [0:8] or [0:8:2]")
    if len(words) == 1 and words[0]:
        numbers = [int(words[0])]
    else:
        words += [""] * (3 - len(words))
        numbers = range(int(words[0] or 0), int(words[1] or total), int(words[2] or 1) or 1)
    if any(number >= total for number in numbers):
        place.fail(key, f"is '{text}'; there are {total} of {match[1]}, from 0")
    return match[1], numbers


class Infrastructure:
    """Devices with their components, and the edges between their instances."""

    def __init__(self, path):
        root = read_json_or_yaml(path)
        self.root = root.child("infrastructure") if "infrastructure" in root else root
        self.devices = by_name(self.root, "devices")
        self.instances = by_name(self.root, "instances")
        self.links = by_name(self.root, "links")
        self.components = {name: by_name(device, "components") for name, device in self.devices.items()}
        if not self.instances:
            self.root.place("instances").fail("instances", "is missing; expected a list of instances")
        for instance in self.instances.values():
            self.device_of(instance)

    def device_of(self, instance):
        """The name of the device of an instance."""
        name = instance.member("device", str, "the name of a device")
        if name not in self.devices:
            instance.place("device").fail("device", f"is '{name}'; devices has no such name")
        return name

    def count_of(self, place, device, component):
        """How many of a component a device has."""
        entry = self.components.get(device, {}).get(component)
        if entry is None:
            place.fail("component", f"device {device} has no component '{component}'")
        return entry.whole("count", 1, 10**6)

    def kinds(self, device, depth=0):
        """The kinds of components of a device and of the devices in it."""
        found = set()
        for name, component in self.components.get(device, {}).items():
            choice = str(component.get("choice"))
            if choice == "device" and depth < 8:
                found |= self.kinds(name, depth + 1)
            found.add(choice)
        return found

    def paths(self, entry, device, text):
        """The paths that the component of an endpoint names, each a tuple of name and number in turn."""
        found = [()]
        place = entry.place("component")
        for word in text.split("."):
            name, numbers = expand(place, "component", word,
                                   lambda name, device=device: self.count_of(place, device, name))
            found = [path + (name, number) for path in found for number in numbers]
            device = name
        return found

    def ends(self, entry, key, device=None):
        """The paths of an endpoint; with a device those inside of it, else behind instance and number."""
        end = entry.member(key, Object, "an endpoint, {...}")
        text = end.member("component", str, "the name of a component")
        if device is not None:
            outer = end.member("device", str, "the name of a device") + "." if "device" in end else ""
            return self.paths(end, device, outer + text)
        name = end.member("instance", str, "the name of an instance")
        place = end.place("instance")

        def count(name):
            if name not in self.instances:
                place.fail("instance", f"is '{name}'; instances has no such name")
            return self.instances[name].whole("count", 1, 10**7)

        instance, numbers = expand(place, "instance", name, count)
        inner = self.paths(end, self.device_of(self.instances[instance]), text)
        return [(instance, number) + path for number in numbers for path in inner]

    def edges(self, parent, device=None):
        """The edges of the infrastructure or of a device, one by one."""
        for entry in parent.children("edges"):
            first, second = self.ends(entry, "ep1", device), self.ends(entry, "ep2", device)
            scheme = entry.get("scheme")
            if scheme == "many2many":
                pairs = [(a, b) for a in first for b in second]
            elif scheme == "one2one":
                pairs = list(zip(first, second))
            else:
                entry.place("scheme").fail("scheme", f"is '{scheme}'; expected one2one or many2many")
            for a, b in pairs:
                if a != b:
                    yield Edge(a, b, entry.member("link", str, "the name of a link"), entry)


def measure(links, edge, rate=None, delay=5000):
    """The rate in bit/s and the delay in ps of an edge's link; those given if it has none."""
    if edge.link not in links:
        edge.entry.place("link").fail("link", f"is '{edge.link}'; links has no such name")
    physical = links[edge.link].child("physical")
    values = {}
    for key, units in (("bandwidth", BANDWIDTHS), ("latency", LATENCIES)):
        entry = physical.child(key)
        if not entry:
            continue
        unit = next((unit for unit in units if unit in entry), None)
        if unit is None:
            entry.place().fail(key, f"expected one of {', '.join(units)}")
        values[key] = round(entry.place(unit).real(unit, str(entry[unit]), 0, 10**9) * units[unit])
    return values.get("bandwidth", rate), values.get("latency", delay)


def make_server(infra, device, xpus, knobs):
    """The server of a device with several xpus."""
    server = {"type": "custom", "gpusPerServer": xpus}
    uses = collections.defaultdict(list)
    kinds = {name: str(entry.get("choice")) for name, entry in infra.components[device].items()}
    for edge in infra.edges(infra.devices[device], device):
        uses[edge.link].append(edge)
    found = []
    for link, edges in uses.items():
        ends = [{kinds.get(edge.a[0]), kinds.get(edge.b[0])} for edge in edges]
        if all("xpu" in kind and kind <= {"xpu", "switch"} for kind in ends):
            found.append((link, edges, any("switch" in kind for kind in ends)))
    if not found:
        knobs.none(f"(links inside {device})", "", "None joins xpus only, so messages of one server cross the "
                                                   "network.")
        return server
    link, edges, switched = found[0]
    rate, delay = measure(by_name(infra.devices[device], "links"), edges[0])
    per_xpu = collections.Counter(end for edge in edges for end in (edge.a, edge.b) if kinds[end[0]] == "xpu")
    each = set(per_xpu.values())
    if rate is None or not switched or len(each) != 1 or len(per_xpu) != xpus:
        why = ("has no bandwidth" if rate is None else "joins xpus without a switch" if not switched else
               "joins xpus differently")
        knobs.none(f"{device}: {link}", "", f"The link {why}; set \"server\" to a preset, such as dgx-h100 or "
                                            "mi300x-mesh.")
        return server
    total = rate * each.pop()
    count = -(-total // int(MOST))
    server.update(nvlinks=count, nvlinkGeneration=4, nvlinkRate=describe_rate(total // count),
                  nvlinkDelay=describe_time(delay), nvSwitchLatency="0ns")
    knobs.differs(f"{device}: {link}", f"{describe_rate(total)} an xpu", f"server.nvlinks {count}, nvlinkRate",
                  "All links of an xpu and all inner switches are one, with credits.")
    return server


class Wiring:
    """The network of an infrastructure: numbers of hosts and switches, and links."""

    def __init__(self, infra, arguments, knobs):
        self.infra = infra
        edges = list(infra.edges(infra.root))
        if not edges:
            infra.root.place("edges").fail("edges", "is missing or empty; expected edges between instances")
        hosts = [name for name, instance in infra.instances.items()
                 if infra.kinds(infra.device_of(instance)) & {"xpu", "nic"}]
        self.order = list(infra.instances)
        ends = {}
        for edge in edges:
            for end, key in ((edge.a, "ep1"), (edge.b, "ep2")):
                if end in ends and end[0] in hosts:
                    instance, number, *path = end
                    port = " ".join(map(str, path))
                    edge.entry[key].place("component").fail(
                        "component", f"{port} of {instance} {number} has two edges; expected one")
                ends[end] = True
        self.ports = collections.defaultdict(list)  # of each host, in the order of their numbers
        for end in sorted((end for end in ends if end[0] in hosts), key=self.sort_key):
            self.ports[end[:2]].append(end)
        if not self.ports:
            infra.root.place("edges").fail("edges", "join no device with an xpu or nic; expected hosts")
        self.number = {}
        self.xpus = {infra.device_of(infra.instances[name]): self.count_xpus(infra.device_of(
            infra.instances[name])) for name, _ in self.ports}
        self.number_hosts(knobs)
        self.hosts = len(set(self.number.values()))
        self.switches = {}
        for end in sorted((end[:2] for end in ends if end[0] not in hosts), key=self.sort_key):
            self.switches.setdefault(end, self.hosts + len(self.switches))
        self.links = []
        command = Place("command line")
        given = (command.rate("--rate", arguments.rate, low=1000) if arguments.rate else None,
                 command.duration_ps("--delay", arguments.delay))
        for edge in edges:
            a, b = (self.number.get(end, self.switches.get(end[:2])) for end in (edge.a, edge.b))
            rate, delay = measure(infra.links, edge, *given)
            if rate is None:
                infra.links[edge.link].place("name").fail(
                    edge.link, "has no physical.bandwidth; set it, or --rate for all such links")
            self.links.append(Link(a, b, rate, delay, 0.0, edge.entry.place("link").line))

    def sort_key(self, end):
        """The order of an end: instances as in the file, then numbers."""
        return (self.order.index(end[0]), *end[1:2], *(str(word).zfill(9) for word in end[2:]))

    def count_xpus(self, device):
        """How many xpus a device has."""
        return sum(entry.whole("count", 1, 10**6) for entry in self.infra.components[device].values()
                   if entry.get("choice") == "xpu")

    def number_hosts(self, knobs):
        """Gives each port its host: an xpu with as many ports as each has, else the port alone."""
        shared = False
        first = 0
        for (instance, index), ports in self.ports.items():
            xpus = self.xpus[self.infra.device_of(self.infra.instances[instance])]
            each = len(ports) // xpus if xpus and len(ports) % xpus == 0 else 1
            shared = shared or (xpus and len(ports) % xpus != 0)
            for place, port in enumerate(ports):
                self.number[port] = first + place // each
            first += len(ports) // each
        if shared:
            knobs.differs("(xpus and NICs)", "", "a host for each NIC",
                          "The NICs of a device cannot be shared out evenly to its xpus.")

    def network(self):
        """The network."""
        order = list(self.switches.values())
        return Network(self.infra.root.path, self.hosts + len(order), order, self.links)


def convert(arguments, knobs, output):
    """The scenario of an infrastructure."""
    infra = Infrastructure(output.reads(arguments.config))
    wiring = Wiring(infra, arguments, knobs)
    whole = wiring.network()
    planes = Planes(whole)
    planes.network.check()
    knobs.same("instances, edges", f"{wiring.hosts} hosts, {len(wiring.switches)} switches", "topology.file")
    sizes = {wiring.xpus[infra.device_of(infra.instances[name])] for name, _ in wiring.ports}
    server = None
    if len(sizes) == 1 and 1 < min(sizes) and wiring.hosts == min(sizes) * len(wiring.ports):
        device = infra.device_of(infra.instances[next(iter(wiring.ports))[0]])
        server = make_server(infra, device, min(sizes), knobs)
        knobs.same(f"{device}: xpu", str(min(sizes)), "server.gpusPerServer; xpu n has NIC n")
    elif len(sizes) > 1:
        knobs.none("(servers)", "", "Devices have different numbers of xpus; servers here are alike, so "
                                    "there are none.")
    server = planes.add_nics(knobs, server, "channel c of a collective NIC c")
    tell_rest(infra, wiring, arguments, knobs)
    return {
        "name": output.stem,
        "description": f"Imported from {infra.root.path} of InfraGraph",
        "topology": {"type": "hpcc", "file": output.add("topology.txt", planes.network.text())},
        **({"server": server} if server else {}),
        "fabric": "roce",
        "workload": {"type": "collective", "bytes": "1MiB", "algorithm": "ring-all-reduce"},
        "seeds": 1,
    }


def tell_rest(infra, wiring, arguments, knobs):
    """What is dropped."""
    silent = [name for name, link in infra.links.items() if "latency" not in link.child("physical")]
    if silent:
        knobs.differs("links", ", ".join(silent)[:24], f"delay {arguments.delay}",
                      "These links have no latency: --delay of the command line.")
    inner = sorted({str(kind) for device in infra.devices for kind in infra.kinds(device)} -
                   {"xpu", "nic", "port", "switch", "device"})
    if inner:
        knobs.none("components", ", ".join(inner), "Inside a device only xpus, their links and network ports "
                                                   "have an effect.")
    linked = {end[:2] for end in wiring.ports} | set(wiring.switches)
    counts = {name: instance.whole("count", 1, 10**7) for name, instance in infra.instances.items()}
    unused = sum(counts.values()) - len(linked)
    if unused:
        knobs.none("instances", f"{unused} of {sum(counts.values())}", "They have no edge.")
