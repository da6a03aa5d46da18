# SPDX-License-Identifier: GPL-2.0-only
"""Validation of Ultra Ethernet: case 8."""

import json
import statistics

FABRICS = "NSCC", "RCCC"
FLOW = 2_000_000  # bytes
TOLERANCES = {"NSCC": 0.05, "RCCC": 0.06}
SOURCE = "uet-htsim, validate_uec_sender.out and _rcv.out"
RUNS = "uet-htsim, median of 20 of its runs"
BOUND = "uet-htsim, validate.txt"
# With two tiers the round trip is 8 us + 4 * (4150 + 64) * 8 / 100 ns: a queue of 29 packets of
# 4152 B, of which 6 to 24 are marked. A receiver looks every 1.5 of them.
SHORTER = ["fabric.0.congestionControl.networkRtt=9348480ps"] + [
    f"fabric.{number}.{key}"
    for number in range(len(FABRICS))
    for key in (
        "buffer.trimQueueTime=9632640ps",
        "marker.kminBytes=24912",
        "marker.kmaxBytes=99648",
    )
]


def incast(hosts, target, name="incast", size=FLOW):
    return {"type": "incast", "name": name, "hosts": hosts, "target": target, "bytes": size}


def check_htsim_regression(bench):
    """Case 8: the time of the longest flow is that which htsim has recorded for its regression set.

    Where each flow has one path, drawn for it, both are held against the bound of the set instead: a
    record is of one draw. For the neighbour of an incast the set has a bound alone, with credits of
    receivers, and no record; NSCC, which does not keep it there either, is held against runs of
    htsim.
    """
    count = 3 if bench.quick else 20

    def longest_us(run, flows):
        return max(float(row["fct_ns"]) for row in run.flows if flows(row)) / 1e3

    def run(label, *settings):
        return bench.draws("htsim-regression", label, *settings, count=count)

    def judge(draws, quantity, records, bound=None, source=SOURCE, flows=lambda row: True):
        """The median of the draws. records: of htsim in us, by fabric."""
        for fabric, record in records.items():
            case = f"8, {fabric}"
            obtained = statistics.median(longest_us(draw(fabric), flows) for draw in draws)
            if bound:
                bench.check(case, quantity, None, bound, obtained, "us", source, 1)
            else:
                bench.within(case, quantity, record, TOLERANCES[fabric], obtained, "us", source, 1)

    def row(label, quantity, records, *settings, **judged):
        judge(run(label, *settings), quantity, records, **judged)

    def both(nscc, rccc):
        return dict(zip(FABRICS, (nscc, rccc)))

    def traffic(*jobs):
        return f"workload={json.dumps(jobs)}"

    def fat_tree(k):
        return f"topology.k={k}"

    one_path = [f'fabric.{i}.entropyPolicy={{"type": "fixed"}}' for i in range(len(FABRICS))]
    row("one", "one flow", both(176.2, 177.4), traffic(incast("0", 13)))
    both_ways = incast("0", 13, "there"), incast("13", 0, "back")
    row("both-ways", "one flow each way", both(176.8, 178.2), traffic(*both_ways))
    row("incast-15", "15 to one", both(2478.5, 2464.4), traffic(incast("0-14", 15)))
    fan = [incast("1-3", 0)] + [incast("2", to, f"to {to}") for to in range(4, 13)]
    fan += [incast("3", to, f"to {to}") for to in range(13, 22)]
    draws = run("outcast", traffic(*fan), fat_tree(8))
    judge(draws, "3 to one, two of them to nine others", both(1638.1, 1637.8))
    alone = "of these the one to one alone"
    judge(draws, alone, both(208.0, 235.1), flows=lambda row: row["source_host"] == "1")
    row("permutation-16", "16 to 16, sprayed", both(194.0, 195.7))
    row("permutation-16-one", "16 to 16, one path each", both(527.8, 515.2), *one_path, bound=1300)
    if bench.quick:
        return
    many = traffic(incast("0-32,34-127", 33))
    row("incast-127", "127 to one", both(21029.3, 20891.4), many, fat_tree(8))
    jobs = incast("0-32,34-37,39-127", 33), incast("38", 34, "bystander")
    draws = run("collateral", traffic(*jobs), fat_tree(8))
    quantity = "one to a neighbour of 126 to one"
    bystander = lambda row: row["job"] == "bystander"
    judge(draws, quantity, {"NSCC": 282.3}, source=RUNS, flows=bystander)
    judge(draws, quantity, {"RCCC": 214.5}, bound=220, source=BOUND, flows=bystander)
    many = [traffic(incast("1-1023", 0, size=100_000)), fat_tree(16)]
    row("incast-1023", "1023 to one, 100 KB", both(10556.2, 8902.3), *many)
    row("permutation-1024", "1024 to 1024, sprayed", both(200.5, 203.4), fat_tree(16))
    one = [fat_tree(16), *one_path]
    quantity = "1024 to 1024, one path each"
    row("permutation-1024-one", quantity, both(889.9, 1063.0), *one, bound=1300)
    leaves = {
        "type": "leaf-spine",
        "leaves": 32,
        "hostsPerLeaf": 32,
        "hostRate": "100Gbps",
        "uplinkRate": "100Gbps",
        "hostDelay": "1us",
        "uplinkDelay": "1us",
    }
    for spines, ratio, nscc, rccc in ((8, 4, 785.8, 749.7), (4, 8, 1443.4, 1459.1)):
        network = f"topology={json.dumps(dict(leaves, spines=spines))}"
        # As that program does by itself where uplinks are oversubscribed.
        control = {"type": "rccc", "oversubscription": ratio, "reviewTime": "14022720ps"}
        aware = f"fabric.1.congestionControl={json.dumps(control)}"
        quantity = f"1024 to 1024, {ratio}:1"
        row(f"oversubscribed-{ratio}", quantity, both(nscc, rccc), network, aware, *SHORTER)
