# SPDX-License-Identifier: GPL-2.0-only
"""Case 15: what adapters take for messages, beside published tables of perftest."""

import json
import statistics

DEPTH = 128  # messages that ib_write_bw has in flight
GOAL_MEDIAN = 0.10
GOAL_WORST = 0.25
KIB = 1024
MIB = 1024 * KIB

ROCE = {"type": "roce", "name": "fabric", "congestionControl": "none", "marker": "none"}
# As in the scenario small-message, whose switch is calibrated.
ROCE_400G = {**ROCE, "switch": {"latency": "950ns"}, "channel": {"fecLatency": "90ns"}}
POWERS = [2**power for power in range(1, 21)]  # 2 B to 1 MiB


class Table:
    """
    Rows of one published table.

    kind is "latency" (us, ib_write_lat), "alone" (Gb/s, ib_write_bw with one message in flight) or
    "stream" (Gb/s, ib_write_bw with depth messages in flight). rows are by message size in bytes;
    those of fitted gave the adapter's constants, the others are predicted. settings are laid over
    the adapter: what the program did otherwise.
    """

    def __init__(self, name, kind, source, rows, fitted=(), depth=DEPTH, mtu=4096, **settings):
        self.name = name
        self.kind = kind
        self.source = source
        self.rows = rows
        self.fitted = fitted
        self.depth = depth
        self.mtu = mtu
        self.settings = settings


class Machine:
    """An adapter of the presets in a network, and what was published of it."""

    def __init__(self, adapter, link, rate, fabric, tables):
        self.adapter = adapter
        self.case = f"15, {adapter}, {link}"
        self.rate = rate
        self.fabric = fabric
        self.tables = tables


def of_mib(values):
    """MiB/s, as perftest prints them, in Gb/s."""
    return [value * MIB * 8 / 1e9 for value in values]


HACC = "HACC cluster, ConnectX-5 Ex, 100GbE"
OPERATOR = "NVIDIA GPU Operator, 100GbE"
FORUM = "NVIDIA forum 273376, EDR"
AMD = "two A100 hosts (virtual), ConnectX-6, HDR"
H100 = "H100 hosts, ConnectX-7, RoCE"
NCCL = "NVIDIA/nccl 2409, ConnectX-7, RoCE"
NDR = "two H100 hosts, ConnectX-7, NDR"
UCCL = "UCCL, figure 14, ConnectX-7"

MACHINES = [
    Machine(
        "connectx-5-edr",
        "RoCE",
        "100Gbps",
        ROCE,
        [
            Table("write latency", "latency", HACC, {2: 2.08}, (2,)),
            Table(
                "one write at a time",
                "alone",
                HACC,
                {
                    2: 0.0041,
                    64: 0.130,
                    128: 0.260,
                    256: 0.515,
                    512: 1.015,
                    KIB: 1.955,
                    2 * KIB: 3.71,
                    4 * KIB: 7.04,
                    8 * KIB: 12.965,
                    16 * KIB: 21.95,
                    32 * KIB: 33.485,
                    64 * KIB: 49.63,
                    128 * KIB: 65.93,
                    256 * KIB: 79.23,
                    512 * KIB: 87.355,
                },
                (2, 16 * KIB),
                inlineBytes=0,
            ),
            Table(
                "writes, 128 in flight",
                "stream",
                OPERATOR,
                dict(
                    zip(
                        POWERS,
                        (0.11, 0.22, 0.45, 0.90, 1.80, 3.59, 7.18, 14.98, 29.73, 58.81)
                        + (91.47, 92.06, 92.31, 92.46, 92.35, 92.38, 92.41, 92.44, 92.42, 92.40),
                    )
                ),
                (64,),
                mtu=1024,
            ),
        ],
    ),
    Machine(
        "connectx-5-edr",
        "EDR",
        "100Gbps",
        {"preset": "infiniband-edr", "name": "fabric"},
        [
            Table("write latency", "latency", FORUM, {2 * MIB: 176.0}),
            Table("writes, 128 in flight", "stream", FORUM, {MIB: 96.6}),
        ],
    ),
    Machine(
        "connectx-6-hdr",
        "HDR",
        "200Gbps",
        {"preset": "infiniband-hdr", "name": "fabric"},
        [
            Table(
                "write latency",
                "latency",
                AMD,
                dict(
                    zip(
                        POWERS,
                        (1.87, 1.85, 1.88, 1.88, 1.92, 1.91, 1.96, 2.87, 2.96, 3.05)
                        + (3.19, 3.85, 4.22, 4.39, 5.24, 6.76, 9.41, 14.92, 25.40, 46.92),
                    )
                ),
                (2, 256, 4 * KIB),
            ),
            Table(
                "writes, 128 in flight",
                "stream",
                AMD,
                dict(
                    zip(
                        POWERS,
                        of_mib(
                            (4.94, 9.90, 21.19, 39.53, 79.22, 158.25, 315.80, 632.53, 1255.66)
                            + (2506.75, 4939.87, 10281.32, 17540.85, 20503.19, 21969.46)
                            + (22714.61, 23105.45, 23106.48, 23300.33, 23296.34)
                        ),
                    )
                ),
                (64,),
            ),
        ],
    ),
    Machine(
        "connectx-7-ndr",
        "RoCE",
        "400Gbps",
        ROCE_400G,
        [
            Table("write latency", "latency", H100, {2: 2.4, 16 * KIB: 3.6}, (2, 16 * KIB)),
            Table("one write at a time", "alone", "half rate", {256 * KIB: 200.0}, (256 * KIB,)),
            Table("writes, 128 in flight", "stream", NCCL, {16 * KIB: 380.0, 128 * KIB: 392.1}),
            Table("peak of writes, 128 in flight", "stream", H100, {16 * KIB: 386.0}),
            Table("writes, 128 in flight", "stream", "RDMA101, ConnectX-7", {64 * KIB: 371.4}),
            # The program's software is slower than perftest: one more constant, of one row.
            Table(
                "chunks, 16 in flight",
                "stream",
                UCCL,
                {32 * KIB: 8 * 28.5, 64 * KIB: 8 * 45.0, 128 * KIB: 8 * 50.0},
                (32 * KIB,),
                depth=16,
                postTime="1.15us",
            ),
        ],
    ),
    Machine(
        "connectx-7-ndr",
        "NDR",
        "400Gbps",
        {"preset": "infiniband-ndr", "name": "fabric"},
        [Table("writes, 128 in flight", "stream", NDR, {64 * KIB: 392.34})],
    ),
]


def get_job(size, start_us, depth):
    """A job between the two hosts: one message, or as many as show the rate of depth of them."""
    job = {"type": "incast", "name": str(size), "hosts": "0", "target": 1, "bytes": size}
    rounds = 3 * depth if depth else 1
    return {**job, "rounds": rounds, "inFlight": max(depth, 1), "start": f"{start_us:.0f}us"}


def measure(bench, label, machine, table):
    """What the table's rows are here, by size, in its unit."""
    depth = table.depth if table.kind == "stream" else 0
    bits_per_us = float(machine.rate.removesuffix("Gbps")) * 1e3
    jobs = []
    start_us = 0
    for size in table.rows:
        jobs.append(get_job(size, start_us, depth))
        start_us += 100 + 3 * max(depth, 1) * (2 + 2 * 8 * size / bits_per_us)
    adapter = {"preset": machine.adapter, **table.settings}
    nic = {"type": "rdma-nic", "mtuBytes": table.mtu}
    settings = (
        f"topology.rate={machine.rate}",
        "fabric=" + json.dumps({**machine.fabric, "nic": nic, "adapter": adapter}),
        "workload=" + json.dumps(jobs),
    )
    flows = bench.run("perftest", label, *settings)("fabric").flows
    found = {}
    for size in table.rows:
        rows = [row for row in flows if row["job"] == str(size)]
        if table.kind == "latency":
            found[size] = float(rows[0]["one_way_ns"]) / 1e3
            continue
        if table.kind == "alone":
            found[size] = 8 * size / float(rows[0]["fct_ns"])
            continue
        ends = sorted(float(row["start_ns"]) + float(row["fct_ns"]) for row in rows)
        found[size] = 8 * size * (len(ends) - depth) / (ends[-1] - ends[depth - 1])
    return found


def show_size(size):
    """As tables of perftest have it."""
    for unit, name in ((MIB, "MiB"), (KIB, "KiB")):
        if size >= unit:
            return f"{size // unit} {name}"
    return f"{size} B"


def check_adapters(bench):
    """Case 15: messages by size, one set of constants for each adapter."""
    errors = {"fitted": [], "predicted": []}
    for number, machine in enumerate(MACHINES):
        for index, table in enumerate(machine.tables):
            found = measure(bench, f"perftest-{number}-{index}", machine, table)
            unit = "us" if table.kind == "latency" else "Gb/s"
            for size, published in table.rows.items():
                kind = "fitted" if size in table.fitted else "predicted"
                errors[kind].append(abs(found[size] / published - 1))
                bench.within(
                    machine.case,
                    f"{kind}: {table.name}, {show_size(size)}",
                    published,
                    GOAL_WORST,
                    found[size],
                    unit,
                    table.source,
                    3 if published < 1 else 2,
                )
    for kind, values in errors.items():
        percent = [100 * value for value in values]
        median, greatest = statistics.median(percent), max(percent)
        bench.report("15", f"{kind}: rows", "", len(values), "", "all tables", 0)
        goal = 100 * GOAL_MEDIAN
        bench.check("15", f"{kind}: median error", None, goal, median, "%", "goal", 1)
        goal = 100 * GOAL_WORST
        bench.check("15", f"{kind}: greatest error", None, goal, greatest, "%", "goal", 1)
