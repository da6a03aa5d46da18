# SPDX-License-Identifier: GPL-2.0-only
"""Connection matrices of htsim (csg-htsim, uet-htsim) as communication graphs."""

import collections
import json

from common import Place, read_lines, suggest

LAST_PS = 10**18
ENDLESS_BYTES = 10**12  # of a flow of size 0


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
