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
    ("dgx-a100", "nvls"): "NVLink 4: its NVSwitches sum nothing",
    ("dgx-a100", "nvlsEfficiency"): "NVLink 4: its NVSwitches sum nothing",
    ("dimension-order", "lmc"): "a grid with links side by side",
    ("switch", "maxLowLatencyTrees"): "more jobs than trees",
    ("switch", "maxStreamingTrees"): "more jobs than trees",
    ("switch", "maxStreamingTreesPerPort"): "more jobs than trees",
    ("switch", "timeout"): "a sum that loses packets",
    ("switch", "broadcastToRoot"): "sharp-broadcast",
    # Of the profile's XON and size, which the switch of a scenario does not go by: a known gap.
    ("sonic", "pipelineBytes"): "SonicHeadroom::GetProfile()",
    ("sonic", "eightLanesFrom"): "SonicHeadroom::GetProfile()",
    ("head-of-queue-lifetime", "leafHoqLife"): "a host that takes no packets",
    ("head-of-queue-lifetime", "vlStallCount"): "a lane in which nothing goes for long",
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

# What stands elsewhere in a scenario than the parts above: what the object is, where it goes,
# its types (none: all) and the scenarios that it goes into. What a scenario holds at that place
# is given beside the type.
LEAVES = dict(TOPOLOGY, linksPerPair=2)
PLAIN = {"topology": LEAVES, "fabric": {"type": "roce"}, "workload": WORKLOAD}
SMALL = {"bytes": "20KB", "duration": "50us", "load": 0.4, "sources": 3, "hosts": "0-5",
         "sizes": "20000", "targets": "0"}
TORUS = {"type": "torus", "dimensions": "5", "hostsPerSwitch": 2, "delay": "100ns"}
CROWD = [{"type": "incast", "bytes": "100KB"}, {"type": "permutation", "bytes": "100KB"}]
SERVERS = dict(PLAIN, topology={"type": "star", "hosts": 8, "rate": "400Gbps"})
SUM = {"type": "collective", "bytes": "200KB"}


def in_place(base, **changes):
    return dict(json.loads(json.dumps(base)), **changes)


PLACES = (
    ("topology", ("topology",), None, (in_place(PLAIN, topology={}, workload=[
        {"type": "incast", "sources": 3, "bytes": "100KB"},
        {"type": "permutation", "bytes": "20KB"}]),)),
    ("workload", ("workload", 0),
     ("all-to-all", "incast", "permutation", "poisson", "periodic-incast", "storage", "on-off"),
     (in_place(PLAIN, workload=[SMALL]),
      in_place(PLAIN, workload=[dict(SMALL, queuePairs=3, splitMessages=True, bytes="100KB",
                                     sizes="100000")]))),
    ("server", ("server",), None,
     (in_place(SERVERS, server={"gpusPerServer": 4}, workload=dict(SUM, algorithm="ring-all-reduce")),
      in_place(SERVERS, server={"gpusPerServer": 4}, workload=dict(SUM, gpus=4, algorithm="nvls-all-reduce")),
      in_place(SERVERS, server={"gpusPerServer": 4, "nvlinks": 4},
               workload=dict(SUM, gpus=4, algorithm="nvls-all-reduce")))),
    ("failure", ("failures",), ("bit-errors", "degraded-link", "link", "nic", "pause-storm", "switch"),
     (in_place(PLAIN, failures={"from": "leaf0", "to": "spine1", "start": "5us"}),
      in_place(PLAIN, failures={"from": "leaf0", "to": "spine1", "start": "5us", "stop": "20us",
                                "rate": "1Gbps"}),
      in_place(PLAIN, failures={"from": "leaf0", "to": "spine1", "rate": 1e-6}),
      in_place(PLAIN, failures={"switch": "spine1", "start": "5us", "stop": "50us"}))),
    ("watchdog", ("fabric", "switch", "watchdog"), None,
     (in_place(PLAIN, fabric={"type": "roce", "switch": {"watchdog": {
         "detectionTime": "20us", "restorationTime": "20us", "pollInterval": "5us"}}},
               failures={"type": "pause-storm", "host": 0, "start": "5us", "stop": "300us"}),)),
    ("headOfQueue", ("fabric", "switch", "headOfQueue"), None,
     (in_place(PLAIN, fabric={"type": "infiniband", "switch": {"headOfQueue": {
         "hoqLife": 1, "leafHoqLife": 1}}}, workload=CROWD),)),
    ("routing", ("fabric", "routing"), ("dimension-order", "fat-tree", "lash", "min-hop", "up-down"),
     (in_place(PLAIN, fabric={"type": "infiniband"}),
      in_place(PLAIN, topology=TORUS, fabric={"type": "infiniband"}, workload=CROWD))),
    ("headroom", ("fabric", "flowControl", "headroom"), None,
     tuple(in_place(PLAIN, fabric={"type": "roce", "buffer": {"sizeBytes": "3MB"},
                                   "flowControl": {"type": "priority", "headroom": headroom}},
                    workload=[{"type": "incast", "bytes": "4MB"}])
           for headroom in ({}, {"quantaTable": False}))),
    ("aggregation", ("fabric", "aggregation"), None,
     tuple(in_place(PLAIN, fabric={"type": "infiniband"},
                    workload=dict(SUM, bytes=size, algorithm="sharp-all-reduce"))
           for size in ("4KB", "1MB"))),
)


def other_values(attribute):
    """Some values that are not the default, within the range."""
    kind = attribute["value"].split("::")[-1]
    initial = attribute["initial"]
    if kind in ("UintegerValue", "IntegerValue", "DoubleValue"):
        whole = kind != "DoubleValue"
        low, high = generator.Generator.range_of(attribute)
        now = int(initial) if whole else float(initial)
        some = (now * 2 or 3, 1 if now != 1 else 2, now // 8, now + 1, now - 1) if whole else \
            (now * 2 or 0.5, now / 4, now / 2, 0.5)
        return [value for value in some if low <= value <= min(high, 1e15) and value != now]
    if kind == "BooleanValue":
        return [initial != "true", initial == "true"]  # a scenario may have the other
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
    return results_of(runner, {"topology": TOPOLOGY, "fabric": fabric, "workload": WORKLOAD})


def results_of(runner, scenario):
    """What a run of a scenario leaves, without the time that it took; None: it is refused."""
    scenario = dict(scenario, stopTime="20ms", stallTime="5ms")
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


def put(base, path, type_name, known, changes):
    """The scenario with an object of that type in its place. known: the attributes it has."""
    made = json.loads(json.dumps(base))
    holder = made
    for key in path[:-1]:
        holder = holder.setdefault(key, {}) if isinstance(holder, dict) else holder[key]
    held = holder[path[-1]] if not isinstance(holder, dict) or path[-1] in holder else {}
    kept = {key: value for key, value in held.items() if key in known}
    holder[path[-1]] = {"type": type_name, **kept, **changes}
    return made


def has_effect_in_place(runner, path, bases, type_name, known, attribute, plain):
    """As has_effect(), of an object elsewhere in a scenario."""
    tried = False
    for number, base in enumerate(bases):
        key = (path, type_name, number)
        if key not in plain:
            plain[key] = results_of(runner, put(base, path, type_name, known, {}))
        if plain[key] is None:
            continue
        for value in other_values(attribute):
            tried = True
            changed = put(base, path, type_name, known, {attribute["name"]: value})
            if results_of(runner, changed) != plain[key]:
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
    elsewhere = [(path, bases, type_name,
                  {one["name"] for one in listing[role][type_name]["attributes"]}, attribute)
                 for role, path, types, bases in PLACES
                 for type_name in types or listing[role] if type_name not in generator.NEED_FILE
                 for attribute in listing[role][type_name]["attributes"]
                 if "role" not in attribute and (type_name, attribute["name"]) not in ELSEWHERE]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        shown = list(pool.map(lambda item: has_effect(runner, *item, plain), work))
        shown += list(pool.map(lambda item: has_effect_in_place(runner, *item, plain), elsewhere))
    named = work + [("/".join(map(str, path)), type_name, attribute)
                    for path, _, type_name, _, attribute in elsewhere]
    faults = [f"{part} {type_name}: {attribute['name']} changes nothing"
              for (part, type_name, attribute), effect in zip(named, shown) if effect is False]
    print("\n".join(faults + [f"{shown.count(True)} attributes have an effect, {len(faults)} none; "
                              f"{shown.count(None)} are not tried, {len(ELSEWHERE)} need other "
                              "scenarios"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
