# SPDX-License-Identifier: GPL-2.0-only
"""What ./ai-fabric bench --scale measures: how set-up, memory and time grow with a network.

A permutation on a three-tier Clos network, at several numbers of hosts, of threads and of processes that
have a part of the network each (ranks), and the memory of one object of each kind: the difference of two
checks or runs, divided by the difference in the number of these objects. A check builds everything and
simulates nothing.
"""

import csv
import json
import os
import pathlib
import tempfile

HOSTS_PER_LEAF = 16
AGGREGATIONS = 8  # per pod
CORES_PER_AGGREGATION = 4
OVERSUBSCRIPTION = 7  # of aggregation switches towards the core
LINK_MBPS = 100_000
MESSAGE_BYTES = 400_000  # of each host, and more in networks of less than FEW_HOSTS
FEW_HOSTS = 2048  # with less the run would be too short for its CPU time
COLUMNS = (
    "case",
    "hosts",
    "threads",
    "ranks",
    "setup_cpu_seconds",
    "run_cpu_seconds",
    "wall_seconds",
    "ns_per_packet_hop",
    "packet_hops",
    "memory_bytes",
    "bytes_per_host",
)


def leaves_per_pod(leaves):
    """As many leaves in a pod as there are pods, or half as many."""
    return 2 ** ((leaves.bit_length() - 1) // 2)


def write_clos(path, hosts, chain=0):
    """Writes a three-tier Clos network as an HPCC topology file.

    Leaves of 16 hosts have as much to 8 aggregation switches as to their hosts; these have a seventh
    of that to the core. A chain of so many more switches hangs on the first leaf.
    """
    leaves = -(-hosts // HOSTS_PER_LEAF)
    per_pod = leaves_per_pod(leaves)
    pods = -(-leaves // per_pod)
    first_aggregation = hosts + leaves
    first_core = first_aggregation + pods * AGGREGATIONS
    first_extra = first_core + AGGREGATIONS * CORES_PER_AGGREGATION
    switches = first_extra - hosts + chain
    up = LINK_MBPS * HOSTS_PER_LEAF // AGGREGATIONS
    core = up * per_pod // OVERSUBSCRIPTION // CORES_PER_AGGREGATION
    links = [(host, hosts + host // HOSTS_PER_LEAF, LINK_MBPS) for host in range(hosts)]
    for leaf in range(leaves):
        first = first_aggregation + leaf // per_pod * AGGREGATIONS
        links += [(hosts + leaf, first + i, up) for i in range(AGGREGATIONS)]
    for aggregation in range(pods * AGGREGATIONS):
        first = first_core + aggregation % AGGREGATIONS * CORES_PER_AGGREGATION
        links += [
            (first_aggregation + aggregation, first + i, core) for i in range(CORES_PER_AGGREGATION)
        ]
    links += [(first_extra + i - 1 if i else hosts, first_extra + i, up) for i in range(chain)]
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{hosts + switches} {switches} {len(links)}\n")
        file.write(" ".join(str(hosts + i) for i in range(switches)) + "\n")
        for a, b, rate in links:
            file.write(f"{a} {b} {rate}Mbps 1us 0\n")


class ScaleBench:
    """Runs scenarios of many sizes."""

    def __init__(self, runner, settings, fabric, execute):
        self.runner = runner  # the program
        self.settings = dict(settings)
        self.settings["fabric"] = [f for f in settings["fabric"] if f["name"] == fabric]
        self.fabric = fabric
        self.execute = execute  # runs a command: usage and peak memory in bytes

    def run(self, changes, name, threads=1, ranks=1, check=False):
        """Runs a scenario. Returns CPU seconds, bytes and the row of its summary."""
        with tempfile.TemporaryDirectory(prefix="ai-fabric-scale-") as text:
            folder = pathlib.Path(text)
            scenario = {**self.settings, "name": "scale", **changes(folder)}
            path = folder / "scenario.json"
            path.write_text(json.dumps(scenario), encoding="utf-8")
            command = [str(self.runner), str(path), "--output", str(folder / "results"), "--quiet"]
            command += ["--no-figure", "--no-lint", "--seed", "1", "--threads", str(threads)]
            command += ["--ranks", str(ranks)] if ranks > 1 else []
            command += ["--check"] if check else []
            usage, memory = self.execute(command, folder / "log", name)
            row = {}
            if not check:
                with open(folder / "results" / "summary.csv", newline="", encoding="utf-8") as file:
                    row = next(row for row in csv.DictReader(file) if row["job"] == "all")
            return usage.ru_utime + usage.ru_stime, memory, row

    @staticmethod
    def permutation(hosts, size, chain=0):
        """Changes that make a permutation on a Clos network."""

        def changes(folder):
            write_clos(folder / "topology.txt", hosts, chain)
            return {
                "topology": {"type": "hpcc", "file": str(folder / "topology.txt")},
                "workload": {"type": "permutation", "bytes": size},
            }

        return changes

    def measure(self, hosts, threads, ranks):
        """One row: a network of so many hosts, set up and run."""
        name = f"{hosts} hosts"
        setup = self.run(self.permutation(hosts, 1), name, threads, ranks)
        size = MESSAGE_BYTES * max(1, FEW_HOSTS // hosts)
        cpu, memory, row = self.run(self.permutation(hosts, size), name, threads, ranks)
        hops = int(row["packet_hops"])
        run_cpu = max(cpu - setup[0], 0)
        return {
            "case": name,
            "hosts": hosts,
            "threads": threads,
            "ranks": ranks,
            "setup_cpu_seconds": setup[0],
            "run_cpu_seconds": run_cpu,
            "wall_seconds": float(row["wall_s"]),
            "ns_per_packet_hop": 1e9 * run_cpu / hops,
            "packet_hops": hops,
            "memory_bytes": memory,
            "bytes_per_host": memory / hosts,
        }

    def measure_thing(self, thing, few, many, count, check=True):
        """One row: memory of one object; the second scenario has `count` more of these objects."""
        memory = [self.run(changes, thing, check=check)[1] for changes in (few, many)]
        return self.make_row(thing, (memory[1] - memory[0]) / count)

    @staticmethod
    def make_row(thing, memory_bytes):
        """A row with the memory of one object."""
        return {**dict.fromkeys(COLUMNS, ""), "case": thing, "memory_bytes": memory_bytes}

    def measure_things(self):
        """Rows of bytes: per host, port, route, queue pair, graph node, message and packet."""
        leaves, spines, ring = 64, 16, 64
        nodes = ring * (ring - 1) * 5 + ring  # sends, receives, half as many sums; joins
        sent = 2 * ring * (ring - 1)
        return [
            self.measure_thing("host", self.permutation(1024, 1), self.permutation(4096, 1), 3072),
            # Cables side by side: two ports each, and one route, which all of them share.
            self.measure_thing(
                "port", parallel_links(leaves, spines, 1), parallel_links(leaves, spines, 4),
                2 * 3 * leaves * spines,
            ),
            self.measure_route(),
            # Two queue pairs at a time; the messages are as many.
            self.measure_thing(
                "queue pair", star(1024, queuePairs=1), star(1024, queuePairs=9), 2 * 8 * 1024,
                check=False,
            ),
            self.measure_thing(
                "graph node", star(ring, **ring_of(10)), star(ring, **ring_of(110)), 100 * nodes
            ),
            self.measure_thing(
                "graph node like no other", star(ring, **flows(10_000)), star(ring, **flows(110_000)),
                2 * 100_000,
            ),
            # With its nodes and its row in tables, over one link and back.
            self.measure_thing(
                "message", star(ring, **ring_of(2)), star(ring, **ring_of(22)), 20 * sent,
                check=False,
            ),
            self.measure_thing(
                "packet", self.long_cables(100), self.long_cables(20_100), 2 * 20_000, check=False
            ),
        ]

    def measure_route(self):
        """What a switch keeps per host, at switches in a chain that nobody uses.

        The chain costs the same in a small and in a large network but for the routes.
        """
        chain, few, many = 512, 256, 4096
        memory = [
            self.run(self.permutation(hosts, 1, chain), "route", check=True)[1]
            for hosts, chain in ((few, 0), (few, chain), (many, 0), (many, chain))
        ]
        more = (memory[3] - memory[2]) - (memory[1] - memory[0])
        return self.make_row("route", more / chain / (many - few))

    def long_cables(self, packets):
        """Changes that have all packets of two hosts in flight at once: 2 ms of cable, twice."""
        fabric = {
            "type": "roce",
            "name": self.fabric,
            "nic": {"mtuBytes": 1000},
            "congestionControl": "none",
            "marker": "none",
            "flowControl": "none",
        }
        return lambda folder: {
            "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "2ms"},
            "workload": {"type": "permutation", "bytes": packets * 1000},
            "fabric": fabric,
        }


def star(hosts, **workload):
    """Changes that make hosts at one switch."""
    return lambda folder: {
        "topology": {"type": "star", "hosts": hosts, "rate": "100Gbps", "delay": "1us"},
        "workload": workload if "type" in workload else {"type": "permutation", "bytes": 1, **workload},
    }


def ring_of(iterations):
    """A ring all-reduce of a packet per message, so often."""
    return {
        "type": "collective",
        "algorithm": "ring-all-reduce",
        "bytes": 64_000,
        "iterations": iterations,
    }


def flows(count):
    """Flows at random: no two nodes of the graph are alike."""
    return {"type": "poisson", "load": 0.5, "duration": "0s", "flows": count}


def parallel_links(leaves, spines, links):
    """Changes that make a network of several cables between each leaf and each spine."""
    return lambda folder: {
        "topology": {
            "type": "leaf-spine",
            "leaves": leaves,
            "spines": spines,
            "hostsPerLeaf": 2,
            "linksPerPair": links,
        },
        "workload": {"type": "permutation", "bytes": 1},
    }


def find_threads():
    """Numbers of threads worth a look: powers of two up to the cores."""
    cores = len(os.sched_getaffinity(0))
    return [2**i for i in range(cores.bit_length()) if 2**i <= cores]


def format_row(row):
    """One line of the table of networks."""
    return (
        f"{row['hosts']:>6,}  {row['threads']:>7}  {row['ranks']:>5}  {row['setup_cpu_seconds']:>9.2f}  "
        f"{row['run_cpu_seconds']:>9.2f}  {row['wall_seconds']:>8.2f}  "
        f"{row['ns_per_packet_hop']:>14.0f}  {row['packet_hops']:>12,}  "
        f"{row['memory_bytes'] / 1e6:>9.1f}  {row['bytes_per_host'] / 1e3:>7.1f}"
    )


def measure_scale(bench, hosts, threads, ranks):
    """Measures all sizes, with one process and each number of threads, and with each number of processes
    of one thread, and prints a row for each as soon as it is known. Returns the rows."""
    ways = list(dict.fromkeys([(number, 1) for number in threads] + [(1, number) for number in ranks]))
    print(
        f"{bench.fabric}: permutation of {MESSAGE_BYTES / 1000:.0f} KB per host (more in networks of less "
        f"than {FEW_HOSTS} hosts), three-tier Clos, {HOSTS_PER_LEAF} hosts per leaf, "
        f"{OVERSUBSCRIPTION}:1 towards the core.\n"
        "Set-up is a run with a byte per host; CPU time of all threads and processes, memory of the "
        "largest process.\n"
    )
    header = (
        " hosts  threads  ranks   set-up s  run CPU s    wall s   ns/packet-hop   packet-hops  memory MB  KB/host"
    )
    print(header)
    print("-" * len(header), flush=True)
    rows = []
    for count in hosts:
        for way in ways:
            rows.append(bench.measure(count, *way))
            print(format_row(rows[-1]), flush=True)
    print("\nbytes of one more")
    for row in bench.measure_things():
        rows.append(row)
        print(f"{row['case']:<26}{row['memory_bytes']:>10,.0f}", flush=True)
    return rows


def write_rows(path, rows):
    """Writes rows as CSV."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
