# SPDX-License-Identifier: GPL-2.0-only
"""Goes through every attribute of the parts of a fabric and shows that it changes the results.

An attribute that a scenario accepts and that changes nothing is worse than none. Each one that the
runner lists is given other values in some small scenarios, until the results differ or the value
is refused. What needs more than these scenarios stands in ELSEWHERE, with what it needs.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import generator
import runs

PARTS = ("flowControl", "arbiter", "buffer", "marker", "pathSelector", "framing",
         "congestionControl", "lossRecovery", "retransmissionTimer", "switch", "nic", "channel")

# Class and attribute, and what shows its effect: a condition that these scenarios do not meet.
ELSEWHERE = {
    ("dwrr", "quantumBytes"): "two priorities at one port",
    ("vl", "highLimit"): "lanes in both tables",
    ("shared", "reserveBytes"): "a reserve of packets, not of bytes",
    ("fabric", "telemetry"): "a congestion control that needs it is refused without",
    ("fecn", "packetSize"): "packets of several sizes in a marked queue",
    ("adaptive-timer", "tries"): "several timeouts of one packet",
    ("dcqcn", "alphaTimer"): "several notifications of one flow",
    ("dcqcn", "alphaGain"): "several notifications of one flow",
    ("dcqcn", "periodicAlpha"): "several notifications of one flow",
    ("dcqcn", "rateHai"): "hyper increase",
    ("dcqcn", "scaleHyperIncrease"): "hyper increase",
    ("dcqcn-connect-x", "fastRecoverySteps"): "flows of milliseconds",
    ("dcqcn-connect-x", "rateAi"): "flows of milliseconds",
    ("dcqcn-connect-x", "rateHai"): "flows of milliseconds",
    ("dcqcn-connect-x", "scaleHyperIncrease"): "flows of milliseconds",
    ("patched-timely", "segmentBytes"): "completions of less than a segment",
    ("patched-timely", "minRate"): "rates near the least",
    ("swift", "minWindow"): "windows near the least",
    ("timely", "highThreshold"): "round trips above it",
    ("timely", "segmentBytes"): "completions of less than a segment",
    ("timely", "hyperFactor"): "hyper increase",
    ("timely", "hyperSteps"): "hyper increase",
    ("credit", "managementBytes"): "packets of lane 15",
    ("rdma", "cnpDscp"): "a switch that maps DSCP to priority",
    ("rdma", "retryCount"): "a path that is dead",
    ("rdma", "rnrRetryCount"): "a receiver without requests",
    ("rdma", "rnrTimer"): "a receiver without requests",
    ("rdma", "maxOutstandingReads"): "READs",
}

TOPOLOGY = {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4, "hostDelay": "500ns"}
WORKLOAD = [{"type": "incast", "bytes": "400KB"}, {"type": "all-to-all", "bytes": "20KB"}]
FABRICS = (
    {"type": "roce", "buffer": {"type": "shared", "sizeBytes": "1MB"}},
    {"type": "roce", "flowControl": "none", "buffer": {"type": "shared", "sizeBytes": "300KB"},
     "nic": {"ackTimeout": "200us"}},
    {"type": "infiniband"},
    {"type": "infiniband", "marker": "fecn", "congestionControl": "infini-band"},
)


def other_values(attribute):
    """Some values that are not the default, within the range."""
    kind = attribute["value"].split("::")[-1]
    initial = attribute["initial"]
    if kind in ("UintegerValue", "IntegerValue", "DoubleValue"):
        whole = kind != "DoubleValue"
        low, high = generator.Generator.range_of(attribute)
        now = int(initial) if whole else float(initial)
        some = (now * 2 or 3, 1 if now != 1 else 2, now // 8, now + 1) if whole else \
            (now * 2 or 0.5, now / 4, now / 2)
        return [value for value in some if low <= value <= min(high, 1e15) and value != now]
    if kind == "BooleanValue":
        return [initial != "true"]
    if kind == "TimeValue":
        now = int(initial[:-2])
        return [f"{now // 5}ps", f"{now * 5}ps"] if now else ["1us", "50us"]
    if kind == "DataRateValue":
        return ["20Gbps", "1Gbps"]
    if kind == "EnumValue":
        return [value for value in attribute["range"].split("|") if value != initial]
    return []  # texts have forms of their own


def results(runner, fabric):
    """What a run of a fabric leaves, without the time that it took."""
    scenario = {"topology": TOPOLOGY, "fabric": fabric, "workload": WORKLOAD,
                "stopTime": "20ms", "stallTime": "5ms"}
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "scenario.json"), "w", encoding="ascii") as file:
            json.dump(scenario, file)
        outcome = runs.run(runner, ["scenario.json", "--quiet", "--no-figure", "--no-lint",
                                    "--seed", "1", "--output", "out"], folder)
        if outcome.status == 2:
            return None
        with open(os.path.join(folder, "out", "summary.csv"), encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.pop("wall_s")
        return runs.flows(os.path.join(folder, "out")), rows


def with_value(fabric, part, type_name, name=None, value=None):
    made = json.loads(json.dumps(fabric))
    held = made.get(part, {})
    held = held if isinstance(held, dict) else {"type": held}
    made[part] = held if held.get("type", type_name) == type_name else {}
    made[part]["type"] = type_name
    if name:
        made[part][name] = value
    return made


def has_effect(runner, part, type_name, attribute, plain):
    """Whether a value changes the results or is refused; None: there is none to try, of a text
    or of a part that fits no fabric alone. plain: results without, a cache."""
    tried = False
    for number, fabric in enumerate(FABRICS):
        key = (part, type_name, number)
        if key not in plain:
            plain[key] = results(runner, with_value(fabric, part, type_name))
        if plain[key] is None:
            continue
        for value in other_values(attribute):
            tried = True
            changed = with_value(fabric, part, type_name, attribute["name"], value)
            if results(runner, changed) != plain[key]:
                return True
    return False if tried else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runner", required=True, help="the scenario runner")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="J")
    arguments = parser.parse_args()
    runner = os.path.abspath(arguments.runner)
    listing = json.loads(subprocess.run([runner, "--list-json"], check=True,
                                        capture_output=True).stdout)
    plain = {}
    work = [(part, type_name, attribute)
            for part in PARTS
            for type_name, entry in listing[part].items() if type_name not in generator.NEED_FILE
            for attribute in entry["attributes"]
            if "role" not in attribute and (type_name, attribute["name"]) not in ELSEWHERE]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        shown = list(pool.map(lambda item: has_effect(runner, *item, plain), work))
    faults = [f"{part} {type_name}: {attribute['name']} changes nothing"
              for (part, type_name, attribute), effect in zip(work, shown) if effect is False]
    print("\n".join(faults + [f"{shown.count(True)} attributes have an effect, {len(faults)} none; "
                              f"{shown.count(None)} are not tried, {len(ELSEWHERE)} need other "
                              "scenarios"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
