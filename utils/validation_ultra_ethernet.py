# SPDX-License-Identifier: GPL-2.0-only
"""Validation of Ultra Ethernet: case 8."""

import json
import statistics

FABRICS = "NSCC", "RCCC"
FLOW = 2_000_000  # bytes


def incast(hosts, target, name="incast"):
    return {"type": "incast", "name": name, "hosts": hosts, "target": target, "bytes": FLOW}


def check_htsim_regression(bench):
    """Case 8: NSCC ends by the bound of each row of htsim's regression set. Credits are told too."""
    source = "uet-htsim, validate.txt"
    count = 3 if bench.quick else 20

    def longest_us(run, target=None):
        """Of all flows, or of those to one host."""
        rows = [row for row in run.flows if target is None or int(row["dest_host"]) == target]
        return max(float(row["fct_ns"]) for row in rows) / 1e3

    def row(label, quantity, bound, settings, target=None):
        """The median of the draws; of many hosts, NSCC alone is asked."""
        draws = bench.draws("htsim-regression", label, *settings, count=count)
        medians = {
            fabric: statistics.median(longest_us(draw(fabric), target) for draw in draws)
            for fabric in (FABRICS[:1] if settings[:1] == nscc_alone else FABRICS)
        }
        bench.check("8, NSCC", quantity, None, bound, medians["NSCC"], "us", source, 1)
        if "RCCC" in medians:
            told = f"at most {bound} us by one of both"
            bench.report("8, RCCC", quantity, told, medians["RCCC"], "us", source, 1)

    def traffic(*jobs):
        return f"workload={json.dumps(jobs)}"

    def fat_tree(k):
        return f"topology.k={k}"

    nscc_alone = [
        'fabric={"preset": "ultra-ethernet", "name": "NSCC", "switch": {"latency": "0ns"}}'
    ]
    one_path = [f'fabric.{i}.entropyPolicy={{"type": "fixed"}}' for i in range(len(FABRICS))]
    row("one", "one flow", 180, [traffic(incast("0", 13))])
    both_ways = incast("0", 13, "there"), incast("13", 0, "back")
    row("both-ways", "one flow each way", 190, [traffic(*both_ways)])
    row("incast-15", "15 to one", 2500, [traffic(incast("0-14", 15))])
    fan = [incast("1-3", 0)] + [incast("2", to, f"to {to}") for to in range(4, 13)]
    fan += [incast("3", to, f"to {to}") for to in range(13, 22)]
    row("outcast", "3 to one, two of which to nine others", 2500, [traffic(*fan), fat_tree(8)])
    row("permutation-16", "16 to 16, sprayed", 210, [])
    row("permutation-16-one", "16 to 16, one path each", 1300, one_path)
    if bench.quick:
        return
    many = [incast("0-32,34-37,39-127", 33), incast("38", 34, "victim")]
    row("incast-127", "126 to one", 23000, [traffic(*many), fat_tree(8)])
    row("victim", "victim of 126 to one", 220, [traffic(*many), fat_tree(8)], target=34)
    row("permutation-1024", "1024 to 1024, sprayed", 220, [*nscc_alone, fat_tree(16)])
    one = [*nscc_alone, fat_tree(16), 'fabric.entropyPolicy="fixed"']
    row("permutation-1024-one", "1024 to 1024, one path each", 1300, one)
    leaves = {
        "type": "leaf-spine",
        "leaves": 32,
        "spines": 8,
        "hostsPerLeaf": 32,
        "hostRate": "100Gbps",
        "uplinkRate": "100Gbps",
        "hostDelay": "1us",
        "uplinkDelay": "1us",
    }
    network = f"topology={json.dumps(leaves)}"
    row("oversubscribed", "1024 to 1024, 4:1", 880, [*nscc_alone, network])
