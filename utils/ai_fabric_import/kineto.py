# SPDX-License-Identifier: GPL-2.0-only
"""Traces of PyTorch's profiler (Kineto), one for each rank, as a Chakra trace.

The rules are those of MLCommons Chakra (trace_link and pytorch_converter), as far as Kineto alone
has the facts: host operations take their exclusive time, one after another in their thread; a
kernel waits for the operation that launches it and for the kernel before it on its stream.
"""

import bisect
import collections
import gzip
import json
import pathlib
import re

from chakra import COLLECTIVE, COMM_TYPES, COMP, GATHER, METADATA, RECV, SCATTER, SEND, Node, encode_rank
from common import MAX_BYTES, ImportProblem, Place

GPU = ("kernel", "gpu_memcpy", "gpu_memset")
RUNTIME = ("cuda_runtime", "cuda_driver", "hip_runtime")
THREAD_GAP_US = 1000  # of trace_link: after such a pause a thread waits for another one
DTYPE_BYTES = {
    **dict.fromkeys(("double", "float64", "long", "int64", "uint64", "complexfloat"), 8),
    **dict.fromkeys(("float", "float32", "int", "int32", "uint32"), 4),
    **dict.fromkeys(("half", "float16", "bfloat16", "short", "int16", "uint16"), 2),
    **dict.fromkeys(("byte", "char", "uint8", "int8", "bool"), 1),
    **dict.fromkeys(("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"), 1),
}


class Event:
    """An event with a begin and an end."""

    def __init__(self, place, number, raw):
        self.place, self.number = place, number
        self.name = str(raw.get("name", ""))
        self.args = raw.get("args") if isinstance(raw.get("args"), dict) else {}
        self.thread = (str(raw.get("pid")), str(raw.get("tid")))
        try:
            self.start = float(raw["ts"])
            self.end = self.start + float(raw.get("dur", 0))
        except (KeyError, TypeError, ValueError):
            self.fail("ts", "is not a time; expected microseconds in ts and dur")
        if not 0 <= self.start <= self.end < 1e18:
            self.fail("dur", "is not a time; expected microseconds in ts and dur")
        self.inner = 0.0  # time of events within it, and of waits for the GPU
        self.parent = None
        self.node = None

    def fail(self, key, problem):
        """Raises one line with the number of the event."""
        self.place.fail(f"traceEvents.{self.number}.{key}", problem)

    def count(self, key, low=0):
        """A whole number of the arguments."""
        value = self.args.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value < 2**62:
            self.fail(f"args.{key}", f"is {json.dumps(value)[:40]}; expected a whole number from {low}")
        return value


def read_trace(path):
    """The object of a trace, also if it is compressed by gzip."""
    place = Place(path)
    try:
        if path.stat().st_size > 16 * MAX_BYTES:
            place.fail("", f"has over {16 * MAX_BYTES} bytes")
        data = path.read_bytes()
        data = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except OSError as error:
        raise ImportProblem(f"{path}: cannot be read: {error.strerror or error}") from None
    except (EOFError, ValueError, RecursionError) as error:
        raise ImportProblem(f"{path}: is not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("traceEvents"), list):
        place.fail("traceEvents", "is missing; expected a trace of PyTorch's profiler")
    info = data.get("distributedInfo")
    if not isinstance(info, dict) or not isinstance(info.get("rank"), int):
        place.fail("distributedInfo.rank", "is missing; expected a trace of a distributed job")
    return data, info


class Rank:
    """The trace of a rank, as nodes."""

    def __init__(self, path, data, known):
        self.path = path
        self.known = known  # ranks of process groups by name
        self.nodes = []
        self.groups = {}  # those that are used
        self.dropped = collections.Counter()
        self.calls = {}  # runtime calls by correlation
        kinds = collections.defaultdict(list)
        for number, raw in enumerate(data["traceEvents"]):
            if isinstance(raw, dict) and raw.get("ph") == "X":
                category = str(raw.get("cat", ""))
                kind = "host" if category == "cpu_op" else "call" if category in RUNTIME else (
                    "gpu" if category in GPU else "sync" if category == "cuda_sync" else None)
                if kind:
                    kinds[kind].append(Event(Place(path), number, raw))
                else:
                    self.dropped[category or "no category"] += 1
        self.gpu = sorted(kinds["gpu"], key=lambda event: (event.start, event.number))
        self.syncs = [event for event in kinds["sync"] if event.name == "Stream Wait Event"]
        self.add_host(kinds["host"], kinds["call"])
        self.add_kernels()
        self.add_waits_of_streams()
        self.add_waits_of_host()

    def add(self, name, kind, event, duration_us=0.0):
        """Adds a node."""
        node = Node(len(self.nodes), name, kind, event.start, duration_us)
        self.nodes.append(node)
        event.node = node
        return node

    def add_host(self, host, calls):
        """Operations of the host, in the order of each thread."""
        threads = collections.defaultdict(list)
        for event in host + calls:
            threads[event.thread].append(event)
        called = {id(event) for event in calls}
        self.waits = []
        chains = []
        for events in threads.values():
            events.sort(key=lambda event: (event.start, -event.end, event.number))
            stack, chain = [], []
            for event in events:
                while stack and stack[-1].end <= event.start:
                    stack.pop()
                event.parent = stack[-1] if stack else None
                waits = "Synchronize" in event.name and id(event) in called
                if id(event) not in called or event.parent is None or waits:
                    chain.append(event)
                    if event.parent:
                        event.parent.inner += event.end - event.start
                if id(event) not in called:
                    stack.append(event)
                elif waits:
                    self.waits.append(event)
                if id(event) in called and "correlation" in event.args:
                    self.calls[str(event.args["correlation"])] = event
            chains.append(chain)
        waiting = {id(event) for event in self.waits}
        for chain in chains:
            for event in chain:
                own = max(0.0, event.end - event.start - event.inner)
                node = self.add(event.name, METADATA if id(event) in waiting or own == 0 else COMP, event,
                                0.0 if id(event) in waiting else own)
                node.attributes["is_cpu_op"] = True
        self.order_host(chains)

    def order_host(self, chains):
        """A thread's operations wait for each other, and after a pause for another thread's."""
        ended = sorted((event.end, event.node.number, event.thread) for chain in chains for event in chain)
        ends = [end for end, _, _ in ended]
        for chain in chains:
            latest = None
            for before, event in zip([None, *chain], chain):
                if before:
                    event.node.after.append(before.node.number)
                if latest is None or event.start - latest > THREAD_GAP_US:
                    at = bisect.bisect_right(ends, event.start) - 1
                    while at >= 0 and ended[at][2] == event.thread:
                        at -= 1
                    if at >= 0:
                        event.node.after.append(ended[at][1])
                latest = max(latest or 0.0, event.end)

    def launcher(self, event):
        """The operation of the host that launches a kernel, and when; None if it is not known."""
        call = self.calls.get(str(event.args.get("correlation")))
        if call is None:
            return None, event.start
        return (call if call.node else call.parent), call.end

    def add_kernels(self):
        """Kernels and copies, in the order of each stream, and waits of a stream for another one."""
        last = {}  # event by stream
        done = []  # (end, number) of all so far, ascending
        streams = {}
        for event in self.gpu:
            stream = str(event.args.get("stream"))
            launcher, launched = self.launcher(event)
            node = self.add_kernel(event, launcher)
            if node.kind == COMP:
                node.attributes["ai_fabric_stream"] = min(streams.setdefault(stream, len(streams)), 200)
            if launcher is not None and launcher.node is not None:
                node.after.append(launcher.node.number)
            before = last.get(stream)
            if before is not None:
                node.after.append(before.node.number)
            last[stream] = event
            if self.syncs:
                continue
            # It was launched and its stream was idle, and yet it did not begin: until when?
            ready = max(launched, before.end if before else 0.0)
            at = bisect.bisect_right(done, (event.start, len(self.nodes))) - 1
            if at >= 0 and done[at][0] > ready:
                node.after.append(done[at][1])
            bisect.insort(done, (event.end, node.number))

    def add_waits_of_streams(self):
        """Waits that the trace has: for the last kernel launched before an event was recorded."""
        streams = collections.defaultdict(list)
        for event in self.gpu:
            call = self.calls.get(str(event.args.get("correlation")))
            if call is not None:
                streams[str(event.args.get("stream"))].append((call.start, event.node))
        starts = {}  # of launches by stream
        for stream, queue in streams.items():
            queue.sort(key=lambda entry: entry[0])
            starts[stream] = [start for start, _ in queue]
        for sync in self.syncs:
            call = self.calls.get(str(sync.args.get("correlation")))
            record = self.calls.get(str(sync.args.get("wait_on_cuda_event_record_corr_id")))
            if call is None or record is None:
                self.dropped["waits for events that were recorded before: none"] += 1
                continue
            waiting, awaited = str(sync.args.get("stream")), str(sync.args.get("wait_on_stream"))
            after = bisect.bisect_right(starts.get(waiting, []), call.start)
            before = bisect.bisect_left(starts.get(awaited, []), record.start) - 1
            if after < len(starts.get(waiting, [])) and before >= 0:
                streams[waiting][after][1].after.append(streams[awaited][before][1].number)

    def add_kernel(self, event, launcher):
        """A kernel: a collective or half of a message if it is one of NCCL, else a computation."""
        facts = event.args
        while "Collective name" not in facts and launcher is not None:
            facts, launcher = launcher.args, launcher.parent
        name = str(facts.get("Collective name", "")).lower()
        duration = event.end - event.start
        if not re.match("(nccl|rccl)", event.name) or "Collective name" not in facts:
            if re.match("(nccl|rccl)", event.name):
                self.dropped["kernels of NCCL without a collective: computations"] += 1
            return self.add(event.name, COMP, event, duration)
        source = Event(event.place, event.number, {"ts": 0, "args": facts})
        if name in ("send", "recv"):
            return self.add_message(event, source, name == "send")
        if name not in COMM_TYPES:
            self.dropped[f"collectives '{name}': computations"] += 1
            return self.add(event.name, COMP, event, duration)
        kind = COMM_TYPES[name]
        node = self.add(event.name, COLLECTIVE, event, duration)
        elements = source.count("Out msg nelems" if kind == SCATTER else "In msg nelems")
        if name == "all_to_allv" and str(facts.get("In split size", "[]")) not in ("[]", ""):
            self.dropped["splits of all_to_allv: even"] += 1
        node.attributes.update(comm_type=kind, comm_size=elements * self.element_bytes(source),
                               pg_name=self.group(source))
        return node

    def add_message(self, event, source, sends):
        """Half of a message."""
        ranks = self.groups[self.group(source)]
        key = "Dst Rank" if sends else "Src Rank"
        peer = source.count(key)
        if peer not in ranks:  # a number within the group
            if peer >= len(ranks):
                event.fail(f"args.{key}", f"is {peer}, which is not in the group {ranks}")
            peer = ranks[peer]
        node = self.add(event.name, SEND if sends else RECV, event, event.end - event.start)
        size = source.count("In msg nelems" if sends else "Out msg nelems") * self.element_bytes(source)
        node.attributes.update(comm_size=size, **{"comm_dst" if sends else "comm_src": peer})
        return node

    def element_bytes(self, source):
        """Bytes of an element."""
        dtype = str(source.args.get("dtype", "")).lower().replace("c10::", "").replace("torch.", "")
        if dtype not in DTYPE_BYTES:
            source.fail("args.dtype", f"is '{dtype}'; expected one of {', '.join(DTYPE_BYTES)}")
        return DTYPE_BYTES[dtype]

    def group(self, source):
        """The name of the process group, whose ranks are noted."""
        name = str(source.args.get("Process Group Name", ""))
        ranks = source.args.get("Process Group Ranks")
        if isinstance(ranks, str):
            ranks = [int(word) for word in re.findall("[0-9]+", ranks)] if "..." not in ranks else None
        if not ranks and name in self.known:
            ranks = self.known[name]
        if not isinstance(ranks, list) or not ranks or not all(isinstance(rank, int) for rank in ranks):
            source.fail("args.Process Group Ranks", "has no ranks; expected a list such as [0, 1]")
        self.groups[name] = ranks
        return name

    def add_waits_of_host(self):
        """A call that waits for the GPU ends after the last kernel that ended while it waited."""
        ends = sorted((event.end, event.node.number) for event in self.gpu)
        for call in self.waits:
            at = bisect.bisect_right(ends, (call.end, len(self.nodes))) - 1
            if at >= 0 and ends[at][0] > call.start:
                call.node.after.append(ends[at][1])


def find_groups(info):
    """Ranks of process groups by name, of distributedInfo."""
    groups = {}
    for group in info.get("pg_config") or []:
        if isinstance(group, dict) and isinstance(group.get("ranks"), list):
            groups[str(group.get("pg_name"))] = group["ranks"]
    return groups


def convert(arguments, knobs, output):
    """The scenario of a folder of traces."""
    folder = pathlib.Path(arguments.config)
    if not folder.is_dir():
        raise ImportProblem(f"{folder}: is not a folder; expected one with the trace of each rank, *.json or "
                            "*.json.gz")
    paths = sorted([*folder.glob("*.json"), *folder.glob("*.json.gz")])
    ranks, world = {}, 0
    dropped, counts = collections.Counter(), collections.Counter()
    for path in paths:
        data, info = read_trace(output.reads(path))
        if info["rank"] in ranks:
            Place(path).fail("distributedInfo.rank", f"is {info['rank']}, as in {ranks[info['rank']].path}")
        rank = ranks[info["rank"]] = Rank(path, data, find_groups(info))
        world = max(world, info["rank"] + 1, int(info.get("world_size") or 0))
        dropped += rank.dropped
        counts += collections.Counter(node.kind for node in rank.nodes)
    missing = [rank for rank in range(world) if rank not in ranks]
    if not ranks or missing:
        raise ImportProblem(f"{folder}: has no trace of rank {missing[0] if missing else 0}; expected one "
                            f"of each of {world or 1} ranks")
    return finish(arguments, knobs, output, ranks, dropped, counts)


def finish(arguments, knobs, output, ranks, dropped, counts):
    """Writes the traces and the groups, and tells of them."""
    found = {(name, tuple(members)) for rank in ranks.values() for name, members in rank.groups.items()}
    uses = collections.Counter(name for name, _ in found)  # groups of one name may differ by rank
    names = {(name, members): name if uses[name] == 1 else f"{name}:{min(members)}"
             for name, members in sorted(found)}
    for rank in ranks.values():
        for node in rank.nodes:
            name = node.attributes.get("pg_name")
            if name is not None:
                node.attributes["pg_name"] = names[name, tuple(rank.groups[name])]
    for number, rank in sorted(ranks.items()):
        output.add(f"{number}.et", encode_rank(rank.nodes))
    groups = {unique: list(members) for (_, members), unique in names.items()}
    knobs.same("kernel, gpu_memcpy, gpu_memset", f"{counts[COMP]} COMP with cpu_op", "workload.file")
    knobs.same("nccl kernels", f"{counts[COLLECTIVE]}, {counts[SEND] + counts[RECV]} halves of messages",
               "workload.file; the algorithm is workload.allReduce, ...")
    knobs.same("process groups", str(len(groups)), "workload.groups")
    knobs.differs("cpu_op", "", "exclusive time", "One after another in each thread; the pauses between "
                  "them are left out, as in Chakra's converter.")
    if all(rank.syncs for rank in ranks.values()):
        knobs.same("cuda_sync", "", "dependencies of kernels")
    else:
        knobs.differs("(waits of streams)", "", "dependencies", "A kernel that was launched and whose stream "
                      "was idle, but which began only when a kernel of another stream ended, waits for that one.")
    for what, count in sorted(dropped.items()):
        knobs.none(what, f"{count} events", "Not in the graph." if ":" not in what else "")
    return {
        "name": output.stem,
        "description": f"Imported from {arguments.config} of PyTorch's profiler",
        "topology": {"type": "star", "hosts": len(ranks), "rate": "400Gbps"},
        "fabric": "roce",
        "workload": {
            "type": "chakra",
            "name": "training",
            "file": output.stem,
            **({"groups": output.add("groups.json", json.dumps(groups) + "\n")} if groups else {}),
        },
        "seeds": 1,
    }
