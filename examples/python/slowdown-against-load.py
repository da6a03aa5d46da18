#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""How does the tail of the slowdown grow with the load, with and without DCQCN?

Runs a sweep over loads and prints the 99th percentile of the slowdown of Hadoop-like flows, as mean
over the draws and 95 % confidence interval. The first fifth of each run warms the network up and is
not measured, nor is the last.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "utils"))
import ai_fabric  # noqa: E402, the path comes first

DURATION_US = 1000

SCENARIO = {
    "topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4},
    "fabric": [
        {"type": "roce", "name": "PFC"},
        {"type": "roce", "name": "PFC DCQCN", "congestionControl": "dcqcn"},
    ],
    "workload": [{"type": "poisson", "name": "hadoop", "sizes": "FbHdp", "load": 0.3}],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loads", nargs="+", type=float, default=[0.2, 0.4, 0.6])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--duration", type=int, default=DURATION_US, help="of arrivals, in us")
    parser.add_argument("--output", help="folder; what it has is not run again (default: none)")
    options = parser.parse_args()
    overrides = {
        "workload.0.duration": f"{options.duration}us",
        "measure": {"from": f"{options.duration // 5}us", "until": f"{options.duration * 4 // 5}us"},
    }
    try:
        results = ai_fabric.sweep(
            SCENARIO,
            {"workload.0.load": options.loads},
            overrides,
            seeds=options.seeds,
            output=options.output,
            resume=options.output is not None,
        )
    except ai_fabric.InputError as error:
        print(error, file=sys.stderr)
        return 2
    print("load  fabric     p99 slowdown  95 % interval")
    for row in results.table("sweep-statistics", frames=False):
        if (row["metric"], row["job"]) == ("slowdown_p99", "hadoop"):
            interval = ""
            if row["ci95_low"] is not None:
                interval = f"{row['ci95_low']:.2f} to {row['ci95_high']:.2f}"
            print(f"{row['workload.0.load']:<4}  {row['fabric']:<9}  {row['mean']:12.2f}  {interval}")
    if results.status != 0:
        print(results.messages, file=sys.stderr)
    return results.status


if __name__ == "__main__":
    sys.exit(main())
