# SPDX-License-Identifier: GPL-2.0-only
"""Hosts with several links: equal planes, in each of which a host has one link."""

from networks import Link, Network


def find_networks(network):
    """The switches of each of several networks that have no switch or link in common.

    One is what can be reached without passing a host.
    """
    near = {}
    for link in network.links:
        near.setdefault(link.a, []).append(link.b)
        near.setdefault(link.b, []).append(link.a)
    plane_of = {}
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
    return planes


def find_tors(network):
    """The switches of each of several planes of one network, with ToRs of their own.

    The n-th link of a host, in the order of the file, is that of plane n. All switches above are
    linked to ToRs only: each is in all planes, with its links to the ToRs of the plane. None if it
    is not so.
    """
    hosts = set(network.hosts())
    seen = dict.fromkeys(hosts, 0)
    plane_of = {}
    for link in network.links:
        host, tor = (link.a, link.b) if link.a in hosts else (link.b, link.a)
        if host not in hosts or tor in hosts:
            continue
        if plane_of.setdefault(tor, seen[host]) != seen[host]:
            return None
        seen[host] += 1
    count = max(seen.values(), default=0)
    if count < 2 or any(number != count for number in seen.values()):
        return None
    for link in network.links:
        ends = [end for end in (link.a, link.b) if end not in hosts]
        if len(ends) == 2 and sum(end in plane_of for end in ends) != 1:
            return None
    return [
        [node for node in network.order if plane_of.get(node, plane) == plane]
        for plane in range(count)
    ]


def are_alike(network, planes):
    """Whether the n-th switch of each has the same links to the same hosts and n-th switches."""
    hosts = {host: ("host", host) for host in network.hosts()}
    shapes = []
    for plane in planes:
        names = {**hosts, **{node: ("switch", number) for number, node in enumerate(plane)}}
        shapes.append(
            sorted(
                (*sorted((names[link.a], names[link.b])), link.rate, link.delay_ps, link.error)
                for link in network.links
                if link.a in names and link.b in names
            )
        )
    return all(shape == shapes[0] for shape in shapes)


class Planes:
    """What became of a network: one plane, of which the others are copies.

    number: of each node of that plane by its number in the file.
    """

    def __init__(self, network):
        self.count = 1
        self.network = network
        self.shared = False  # switches above ToRs are in all planes
        self.number = {node: node for node in range(network.nodes)}
        for shared in (False, True):
            planes = find_tors(network) if shared else find_networks(network)
            if planes and len(planes) > 1 and are_alike(network, planes):
                self._take(planes, shared)
                return

    def _take(self, planes, shared):
        network = self.network
        kept = sorted([*network.hosts(), *planes[0]])
        number = {node: place for place, node in enumerate(kept)}
        links = [
            Link(number[link.a], number[link.b], link.rate, link.delay_ps, link.error, link.line)
            for link in network.links
            if link.a in number and link.b in number
        ]
        order = [number[node] for node in planes[0]]
        self.count, self.shared, self.number = len(planes), shared, number
        self.network = Network(network.path, len(kept), order, links)
        self.network.nic_rate = network.nic_rate

    def add_nics(self, knobs, server, unit):
        """Tells of several planes and gives the server its NICs. Returns it, if there is any."""
        if self.count == 1:
            return server
        server = server or {"type": "custom", "gpusPerServer": 1}
        server["nicsPerGpu"] = self.count
        server["splitOverNics"] = False  # there a flow takes one link
        above = ""
        if self.shared:
            above = (
                " And there a switch above ToRs chooses the ToR of a host by a hash; here a packet "
                "stays in its plane. The number of links is the same."
            )
        knobs.differs(
            f"({self.count} {'ToRs of each host' if self.shared else 'planes'})",
            "",
            f"server.nicsPerGpu {self.count}",
            f"There a hash chooses the link of a flow, here {unit} modulo {self.count}."
            f"{above}",
        )
        return server

    def check_failure(self, settings):
        """Refuses a failure in planes, of which only the first one may have any."""
        fails = settings.has("LINK_DOWN") and settings.text("LINK_DOWN").split()[0] != "0"
        if fails and self.count > 1:
            settings.place("LINK_DOWN").fail(
                "LINK_DOWN", "cannot be imported if hosts have several links; expected 0 0 0"
            )
