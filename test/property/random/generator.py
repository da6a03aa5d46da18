# SPDX-License-Identifier: GPL-2.0-only
"""Random scenarios over every type and attribute that the runner lists (--list-json)."""

import math
import pathlib
import random
import re

PRESETS = pathlib.Path(__file__).resolve().parents[3] / "examples" / "presets"

# What bounds the work of a run, by attribute; everything else is drawn around its default and
# within the range that the runner gives.
SIZES = {
    "hosts": (2, 3, 4, 5, 8, 17), "targets": ("0", "0-1"), "leftHosts": (1, 2, 3), "rightHosts": (1, 2, 5),
    "leaves": (1, 2, 3, 4), "spines": (1, 2, 3), "hostsPerLeaf": (1, 2, 3, 5),
    "linksPerPair": (1, 2), "hostPorts": (1, 2), "k": (2, 4), "switches": (3, 4, 5), "hostsPerSwitch": (1, 2, 3),
    "racks": (1, 2), "sledsPerRack": (1, 2, 3), "chipsPerSled": (2, 3, 4),
    "degree": (2, 3), "groups": (0, 2, 3), "routersPerGroup": (1, 2, 3),
    "hostsPerRouter": (1, 2), "globalLinks": (1, 2), "servers": (1, 2, 3),
    "gpusPerServer": (1, 2, 4), "serversPerGroup": (0, 1, 2), "nicsPerGpu": (1, 2),
    "dimensions": ("2x2", "3x2", "3x3", "2x2x2", "5"), "oversubscription": (1, 2, 0.5),
    "coreOversubscription": (1, 2), "bytes": (1, 63, 1000, 4096, 4097, 65537, 100003, 300000),
    "requestBytes": (1, 64, 4097), "iterations": (1, 2, 3), "rounds": (1, 2),
    "flowsPerSource": (1, 2, 3), "flows": (1, 5, 20), "duration": ("10us", "50us", "200us"),
    "interval": ("5us", "20us"), "rateInterval": ("0us", "20us"), "onTime": ("1us", "20us"),
    "offTime": ("0us", "10us"), "load": (0.05, 0.3, 0.6, 0.9), "onLoad": (0.2, 0.9, 1.5),
    "sources": (1, 2, 3), "target": (-1, 0, 1), "gpus": (0, 2, 3, 4, 17), "queuePairs": (1, 2, 5),
    "sizes": ("WebSearch", "FbHdp", "AliStorage2019"), "interRack": (-1, 0.5),
    "channels": (1, 2, 3), "sliceBytes": (0, 1000, 65536), "layers": (1, 2), "hidden": (64, 256),
    "heads": (4,), "ffnHidden": (0, 512), "vocabulary": (1000,), "sequence": (16, 128),
    "requests": (1, 3), "promptTokens": ("30", "100"), "outputTokens": ("4",),
    "replicaGpus": (1, 2), "mtuBytes": (256, 1000, 1024, 2048, 4096), "packetBytes": (1400, 9000),
    "start": ("0us", "1us", "13us"), "stop": ("0us", "100us"), "host": (0, 1), "root": (0, 1), "staticThresholdBytes": (0, 100000), "dataLanes": (1, 2, 4, 8, 15),
    "chunks": (2,), "peakFlops": (0, 1e15), "tensor": (1, 2), "data": (0, 1, 2), "pipeline": (1, 2), "passes": (1,),
    "sizeBytes": ("8MB", "16MB", "32MiB", "64MiB"), "bufferBytes": (0, 65536, 1000000),
    "alpha": (0.03125, 0.125, 0.5, 1, 8), "trapDelay": ("5us", "50us"),
    "routingTime": ("20us", "100us"), "smpTime": ("1us", "10us"), "ackTimeout": ("500us", "4ms"),
    "globalBatch": (0, 4), "warmUp": (0,), "jitter": ("constant-random-variable",),
    "sweepInterval": ("1ms",), "messageTime": ("3us", "30us"), "eventTime": ("0us", "2us"),
    "computationTime": ("10us", "100us"), "ruleTime": ("0us", "1us", "10us"),
    "maxSwitches": (0, 1, 2), "timeout": ("10ms",), "maxDecrease": (0.3, 0.5),
    "detectionTime": ("200us", "1ms"), "restorationTime": ("200us", "1ms"),
    "pollInterval": ("100us",), "slToVl": ("",), "iterationOverhead": ("0us", "100us"),
    "segmentBytes": (536, 1400), "rails": (1, 2), "switchesBelow": ("2,0", "1,0", "3,0"),
    "switchesAbove": ("2,2", "1,2", "2,1"), "uplinkRates": ("", "100Gbps,200Gbps"),
    "leavesPerGroup": (1, 2), "spinesPerGroup": (1, 2), "cubes": ("1x1", "2x1", "1x1x1", "3"),
    "cubeSize": (3, 4), "cube": (0, 1),
    "shift": (1, 2, 3),
    "q": (3, 4), "dimensionRates": ("",),
    "upTime": ("20us", "150us"), "downTime": ("3us", "40us"), "lanes": (2, 4, 8), "lost": (1,),
    "linkRepair": ("20us", "1ms"), "switchRepair": ("20us", "1ms"), "nicRepair": ("20us", "1ms"),
    "serverRepair": ("20us", "1ms"), "gpuRepair": ("20us", "1ms"), "steps": (1, 2, 3),
    "checkpointSteps": (1, 2), "saveTime": ("0us", "10us"), "loadTime": ("50us", "1ms"),
    "mostRestarts": (0, 1, 5), "replayBufferBytes": (0, 20000, 100000),
    # Within reach of the ingress they would drop lossless packets.
    "egressPoolBytes": (0, "1GB"), "egressThresholdBytes": (0, "1GB"), "egressAlpha": (0,),
    "timeToLive": (0, 16, 64), "replayTimer": ("0us", "200us"), "ackSpacing": (64, 2048), "maxReplays": (1, 255),
}
DELAYS = ("10ns", "50ns", "333ns", "500ns", "1us", "2us")
RATES = ("10Gbps", "25Gbps", "40Gbps", "100Gbps", "200Gbps", "400Gbps", "800Gbps")

# Attributes that a scenario at random had better leave alone, and why.
LEFT_ALONE = {
    "name": "of tables only", "saveGraph": "writes a file",
    "dataRate": "the topology's", "errorRate": "the topology's", "seed": "the runner's",
    "headroomBytes": "whoever sets it may lose packets", "headroomOversubscription": "likewise",
    "macPhyBytes": "likewise", "peerResponseBytes": "likewise",
    "cellBytes": "likewise", "losslessMtuBytes": "likewise", "portMtuBytes": "likewise",
    "smallPacketPercentage": "likewise", "gearboxDelay": "likewise", "reaction": "likewise",
    "table": "a list of its own", "variant": "a TypeId",
    "northSouth": "needs such a network", "retryCount": "ends in an error", "blockBytes": "with its buffer", "pauseQuanta": "a lifetime",
}
# What a fabric is made of that a scenario may change.
PARTS = ("congestionControl", "lossRecovery", "retransmissionTimer", "pathSelector",
         "entropyPolicy", "nic", "arbiter", "marker", "flowControl", "buffer", "switch", "routing",
         "aggregation", "linkRetry", "adapter")
# What of an adapter serves Ultra Ethernet.
NIC_OF_UET = ("type", "mtuBytes", "priority", "priorityToDscp", "ackPriority", "sourcePorts",
              "cnpInterval", "ackTimeout", "receiveRate", "receiveBufferBytes", "receiveTrims")
# Types that need an input file, or no part of a fabric, or may well end in a deadlock.
# Servers with a topology, which has as many hosts as GPUs, or with GPUs that share NICs.
OF_FIXED_SIZE = {"mi300x-mesh", "dgx-1-v100", "nvl576", "p4d"}
NEED_FILE = {"chakra", "graph", "sim-ai", "collective-trace", "table-file",
             "trace", "msccl", "msccl-algorithm", "nvlink", "bridge", "error", "simple"}

# What routes around failures, by kind of fabric.
MANAGERS = {"roce": "routeManager", "infini-band": "subnetManager"}

# Routings whose forwarding tables a file may have, for any topology.
DONORS = ("min-hop", "up-down", "dfsssp")

# What optical switches do.
SWITCHED = ("cube-replacement", "optical-rewiring", "spare-cubes")

HPCC_TOPOLOGY = "7 2 8\n5 6\n" + "".join(
    f"{host} {5 + host % 2} 100Gbps {0.00001 * (host + 1):.5f}ms 0\n" for host in range(5)) + \
    "5 6 100Gbps 10ns 0\n5 6 100Gbps 10ns 0\n5 6 100Gbps 1us 0\n"
HPCC_FLOWS = "3\n0 1 3 100 20001 0\n2 1 3 100 300 0.000001\n1 0 3 100 4097 0.000002\n"
GOAL = ("num_ranks 3\n\nrank 0 {\nl1: calc 100\nl2: send 4096b to 1 tag 7\nl3: recv 100b from 2 "
        "tag 8\nl2 requires l1\n}\n\nrank 1 {\nl1: recv 4096b from 0 tag 7\nl2: send 5000b to 2 "
        "tag 9\nl2 requires l1\n}\n\nrank 2 {\nl1: recv 5000b from 1 tag 9\nl2: send 100b to 0 "
        "tag 8\nl2 requires l1\n}\n")
TABLES = "tables.txt"
DONOR_OF_HPCC = {"topology": {"type": "hpcc", "file": "topology.txt"},
                 "fabric": {"type": "infini-band",
                            "routing": {"type": "min-hop", "tablesFile": TABLES}},
                 "workload": {"type": "permutation", "bytes": 1}}
FILES = {"topology.txt": HPCC_TOPOLOGY, "flows.txt": HPCC_FLOWS, "schedule.goal": GOAL}


def is_number(text):
    return re.fullmatch(r"-?[0-9.]+(e[+-]?[0-9]+)?", text) is not None


def reads_tables(scenario):
    """Whether a scenario has its forwarding tables from a file."""
    return scenario["fabric"].get("routing", {}).get("type") == "table-file"


def preset_names(folder):
    """Names of the presets of a kind, such as models."""
    return [path.stem for path in (PRESETS / folder).glob("*.json")]


class Generator:
    """Draws a scenario. listing: what --list-json prints; key: text that the draws depend on.

    Each draw depends on the key and on what it is for, so that a new type or attribute changes no
    other draw.
    """

    def __init__(self, listing, key):
        self.listing = listing
        self.key = key

    def dice(self, purpose):
        return random.Random(f"{self.key} {purpose}")

    def pick(self, purpose, some):
        """One of some names or values, the same if others join that are not picked."""
        return min(some, key=lambda one: self.dice(f"{purpose}={one}").random())

    def chance(self, purpose, share):
        return self.dice(purpose + "?").random() < share

    @staticmethod
    def range_of(attribute):
        """The least and the greatest that the runner accepts, or nothing."""
        found = re.search(r"([-+.0-9e]+):([-+.0-9e]+)$", attribute["range"])
        return (float(found.group(1)), float(found.group(2))) if found else None

    def number(self, attribute, whole, path):
        low, high = self.range_of(attribute) or (0, 1e6)
        if attribute["name"].endswith("Efficiency"):
            low = max(low, 0.01)  # with less, kernels last longer than the run
        high = min(high, 1e18)
        if attribute["initial"] == str(2**64 - 1):  # without a limit
            return self.pick(path, (4096, 20000, 100000))
        initial = attribute["initial"]
        initial = float(initial) if is_number(initial) else 1
        if self.chance(path + " end", 0.1):
            value = self.pick(path, (low, min(high, 4 * abs(initial) + 1)))
        elif initial == 0:
            value = self.pick(path, (0, 1, min(high, 8)))
        else:
            value = initial * math.exp(self.dice(path).uniform(-1.4, 1.4))
        value = min(max(value, low), high)
        return int(value) if whole else float(f"{value:.6g}")

    def value(self, attribute, path, depth):
        """A value that the attribute's range allows; None: leave it."""
        name = attribute["name"]
        path = f"{path}.{name}"
        kind = attribute["value"].split("::")[-1]
        if name in LEFT_ALONE or name.endswith("File") or name == "file":
            return None
        if name == "hosts" and kind == "StringValue":
            return self.pick(path, ("", "0-1", "1,0"))
        if name in ("gpus", "oversubscription") and self.chance(path + " left", 0.7):
            return None
        if name in SIZES:
            return self.pick(path, SIZES[name])
        if "role" in attribute:
            if attribute["role"] in ("channel", "jitter", "increment", "gpuFactor",
                                     "kernelFactor") or depth > 2:
                return None
            return self.object(attribute["role"], path, None, 0.15, depth=depth + 1)
        initial = attribute["initial"]
        if kind == "DataRateValue":
            return self.pick(path, RATES) if initial != "0bps" or self.chance(path, 0.5) else None
        if kind == "TimeValue":
            if name.lower().endswith("delay"):
                return self.pick(path, DELAYS)
            factor = math.exp(self.dice(path).uniform(-1, 1))
            return f"{int(float(initial[:-2]) * factor)}ps" if initial != "0ps" else None
        if kind in ("UintegerValue", "IntegerValue"):
            return self.number(attribute, True, path)
        if kind == "DoubleValue":
            return self.number(attribute, False, path)
        if kind == "BooleanValue":
            return self.chance(path, 0.5)
        if kind == "EnumValue":
            return self.pick(path, attribute["range"].split("|"))
        return None

    def object(self, role, path, type_name, share, always=(), depth=1):
        """An object of that role. share: of its attributes that are given."""
        types = self.listing[role]
        if type_name is None:
            type_name = self.pick(path, [name for name in types if name not in NEED_FILE])
        made = {"type": type_name}
        for attribute in types[type_name]["attributes"]:
            name = attribute["name"]
            if name in always or self.chance(f"{path}.{name}", share):
                value = self.value(attribute, path, depth)
                if value is not None:
                    made[name] = value
        return made

    def topology(self):
        name = self.pick("topology", self.listing["topology"])
        if name == "hpcc":
            return {"type": "hpcc", "file": "topology.txt"}
        attributes = [entry["name"] for entry in self.listing["topology"][name]["attributes"]]
        made = self.object("topology", "topology", name, 0.6, SIZES)
        delay = self.pick("cable", DELAYS)  # one length, unless drawn apart
        for key in attributes:
            if key.lower().endswith("delay") and self.chance(f"cable {key}", 0.8):
                made[key] = delay
        if "uplinkRate" in made:
            made.pop("oversubscription", None)
        if made.get("twisted"):
            made["cubes"] = self.pick("twisted cubes", ("1x2", "2x1"))
        if name == "leaf-spine" and made.get("hostPorts", 1) > 1:
            made["leaves"] = 2 * made.get("leaves", 1)
        if name == "clos":  # its numbers by tier are lists
            made["linksPerPair"] = self.pick("clos links", ("", "1,2", "2,1"))
            made["oversubscription"] = self.pick("clos ratios", ("", "1,2", "0.5,1"))
            if made.get("uplinkRates"):
                made.pop("oversubscription")
            if made.get("gpusPerServer", 1) % made.get("rails", 1):
                made["rails"] = 1
            if made.get("rails", 1) == 1:
                made.pop("railOnly", None)
            if made.get("railOnly"):
                made.pop("hostPorts", None)
        return made

    def workload(self, path):
        name = self.pick(path, [one for one in self.listing["workload"] if one not in NEED_FILE])
        if name == "hpcc-flow":
            return {"type": name, "file": "flows.txt"}
        if name == "flows":
            terms = ({}, {"rate": "2Gbps"}, {"name": "one", "rate": "30Gbps"}, {"start": "7us"})
            return {"type": name, "flows": [
                {"from": i % 2, "to": 1 - i % 2, "bytes": self.pick(f"{path} {i} bytes", ("1", "4097", "300KB")),
                 **self.pick(f"{path} {i} terms", terms)} for i in range(self.pick(path + " flows", (1, 2, 5)))]}
        if name == "goal":
            return {"type": name, "file": "schedule.goal"}
        made = self.object("workload", path, name, 0.2,
                           {"bytes", "duration", "flows", "requests", "targets"})
        if name == "periodic-incast":
            made.update(sources=self.pick(path + " sources", (1, 2)), load=0.3)
        if name == "training":
            made["model"] = {"type": "transformer", "layers": 2, "hidden": 128, "sequence": 32}
            if self.chance(path + " known", 0.3):
                made["model"].update(type=self.pick(path + " model", preset_names("models")),
                                     heads=4, kvHeads=0, headSize=0, vocabulary=1000, layers=4)
                if made["model"]["type"] == "deep-seek-v3":
                    made["model"].update(experts=8, activeExperts=2, expertGroups=4, activeGroups=2,
                                         expertHidden=64, ffnHidden=256, queryRank=64,
                                         keyValueRank=32)
                made["gpu"] = self.pick(path + " gpu", preset_names("gpus"))
            made["parallel"] = {"tensor": self.pick(path + " tensor", (1, 2)),
                                "pipeline": self.pick(path + " pipeline", (1, 2))}
            if made["model"]["type"] == "transformer" and self.chance(path + " experts", 0.3):
                made["model"].update(experts=4, activeExperts=2, expertHidden=64)
                made["parallel"] = {"expert": 2}
                made["expertRouter"] = {
                    "copies": self.pick(path + " copies", ("per-server", "per-expert")),
                    "skew": self.pick(path + " skew", (0, 0.8))}
        if name == "reinforcement":
            for key in ("globalBatch", "workers", "innerSteps", "outerBytes", "replicaTensor",
                        "rewardTime", "overlapWeights"):
                made.pop(key, None)
            apart = self.chance(path + " apart", 0.8)
            made.update(
                model={"type": "transformer", "layers": 2, "hidden": 128, "heads": 4,
                       "vocabulary": 1000, "sequence": 32},
                parallel={"tensor": self.pick(path + " tensor", (1, 2))}, trainingGpus=2,
                replicas=self.pick(path + " replicas", (1, 2)), replicaGpus=1, rewardGpus=1,
                rewardReplicas=self.pick(path + " rewards", (0, 1)), colocated=not apart,
                staleness=self.pick(path + " staleness", (0, 1)) if apart else 0,
                weightSync=self.pick(path + " weights", (
                    "direct", "shard-broadcast", "model-broadcast")) if apart else "direct",
                prompts=self.pick(path + " prompts", (2, 3)), samples=2, promptTokens=20,
                responseTokens=5, maxResponseTokens=9, iterations=2, kernelOverhead="0s",
                iterationOverhead="1us", collectiveLatency="1us")
            if apart and self.chance(path + " spare", 0.3):
                made["overlapWeights"] = True
        if name == "inference":
            made["model"] = {"type": "transformer", "layers": 2, "hidden": 256, "heads": 4,
                             "vocabulary": 1000}
            made["arrivals"] = {"type": "poisson", "rate": 50000, "requests": 3,
                                "promptTokens": "30", "outputTokens": "4"}
        return made

    def split(self, workload, path):
        """Messages in parts, some of a collective: what waits for one shows when it has arrived."""
        known = self.listing["workload"][workload["type"]]["attributes"]
        if self.chance(path + " collective", 0.5):
            workload.clear()
            workload.update(self.object("workload", path, "collective", 0.1, {"bytes"}))
        elif not any(attribute["name"] == "splitMessages" for attribute in known):
            return
        workload.update(queuePairs=self.pick(path, (2, 3, 5)), splitMessages=True)

    def be_late(self, made):
        """A training job of which one GPU is slow, so its rank enters each collective late."""
        job = self.object("workload", "late", "training", 0.1)
        job.update(model={"type": "transformer", "layers": 2, "hidden": 128, "sequence": 32},
                   parallel={"tensor": self.pick("late tensor", (1, 2))},
                   bucketBytes=self.pick("late bucket", ("4KB", "100KB", "1GiB")))
        made["workload"][0] = job
        made["failures"] = [{"type": "slow-gpu", "host": self.pick("late host", (0, 1)),
                             "factor": self.pick("late factor", (2, 8, 50, 1000))}]

    def fabric(self, place="fabric"):
        """One of the kinds with some of its parts changed, such that most fit each other."""
        kind = self.pick(place, self.listing["fabric"])
        made = {"type": kind}
        for attribute in self.listing["fabric"][kind]["attributes"]:
            part = attribute["name"]
            path = f"{place}.{part}"
            if part not in PARTS or not self.chance(path, 0.2):
                continue
            # What needs its counterpart is mostly of the kind's own type.
            same = part in ("flowControl", "buffer", "arbiter") and self.chance(path + " own", 0.8)
            own = attribute["initial"] if same else None
            made[part] = self.object(part, path, own, 0.3)
        control = made.get("congestionControl", {}).get("type", "")
        if control == "infini-band":
            made["marker"] = self.object("marker", f"{place}.marker", "fecn", 0.2)
        elif control in ("dcqcn", "dcqcn-connect-x", "dcqcn-plus", "dctcp", "mp-rdma", "rate-window"):
            marker = self.pick(f"{place} marker", ("red", "step"))
            made["marker"] = self.object("marker", f"{place}.marker", marker, 0.2)
        elif control == "bolt" or made.get("marker", {}).get("type") == "bolt":
            control = f"{place}.congestionControl"
            made["congestionControl"] = self.object("congestionControl", control, "bolt", 0.3)
            made["marker"] = self.object("marker", f"{place}.marker", "bolt", 0.2)
            made["marker"].pop("atEnqueue", None)
            made["marker"].pop("skipsHosts", None)
            made["marker"].pop("noticePriority", None)  # a lossy one
        elif made.get("entropyPolicy", {}).get("type") in ("bitmap", "mixed", "plb", "reps"):
            made["marker"] = self.object("marker", f"{place}.marker", "step", 0.2)
        elif control in ("hpcc", "hpcc-pint", "power-tcp"):
            made.setdefault("switch", {})["telemetry"] = True
        if kind == "infini-band" and self.chance("lanes", 0.4):
            lanes = self.pick("lanes", (1, 2, 4, 8, 15))
            made["flowControl"] = {"type": "credit", "dataLanes": lanes}
            made.setdefault("nic", {}).update(priority=self.pick("lane", range(lanes)),
                                              cnpPriority=self.pick("cnp lane", range(lanes)))
        if kind == "roce" and self.chance("ultra ethernet", 0.15):
            self.make_ultra_ethernet(made)
        if kind == "roce" and self.chance(f"{place} tier", 0.1):
            tier = self.pick(f"{place} tier", ("leafSwitches", "spineSwitches"))
            made.pop("pathSelector", None)
            made[tier] = {"stage": self.object("stage", f"{place}.{tier}.stage", "scheduled-box",
                                               0.3)}
        elif kind == "roce" and self.chance(f"{place} stage", 0.1):
            made.pop("pathSelector", None)
            made["stage"] = self.object("stage", f"{place}.stage", None, 0.3)
        if kind == "roce" and self.chance("backpressure", 0.15):
            self.make_backpressure(made)
        self.add_cells_and_profiles(made, kind, place)
        return made

    def add_cells_and_profiles(self, made, kind, place):
        """Memories of cells, and what is by rate of port. Rows for all rates: one will fit."""
        buffer = made.get("buffer", {"type": "shared"})
        if kind == "roce" and buffer["type"] in ("shared", "sonic"):
            counts = made.get("flowControl", {"type": "priority"})["type"].startswith("credit")
            if self.chance(f"{place} cells", 0.3) and not counts:
                buffer["cellBytes"] = self.pick(f"{place} cells", (1, 96, 144, 208, 254))
            if self.chance(f"{place} buffer profiles", 0.25):
                buffer["profiles"] = [
                    {"rate": rate, **self.pick(f"{place} {rate} buffer", (
                        {"alpha": 0.25}, {"alpha": 1, "reserveBytes": "10KB"},
                        {"staticThresholdBytes": 60000, "xonOffsetBytes": 5000}))}
                    for rate in RATES]
            if len(buffer) > 1:
                made["buffer"] = buffer
        marker = made.get("marker", {"type": "red"})
        keys = {"red": ("kminBytes", "kmaxBytes"), "step": ("thresholdBytes",)}
        if kind == "roce" and marker.get("type") in keys and \
                self.chance(f"{place} marker profiles", 0.25):
            first = self.pick(f"{place} marker rows", (0, 5000, 100000))
            names = keys[marker["type"]]
            marker["profiles"] = [
                {"rate": rate, **{key: first * (1 + i) for i, key in enumerate(names)}}
                for rate in RATES]
            made["marker"] = marker

    def make_backpressure(self, made):
        """Flows are paused hop by hop; what has the same place in switches goes."""
        path = "fabric.backpressure"
        made["flowControl"] = self.object("flowControl", path, "backpressure", 0.3)
        made["flowControl"]["queues"] = self.pick("queues", (1, 2, 8, 32, 1024))
        for other in ("inputArbiter", "pathSelector", "stage", "leafSwitches", "spineSwitches"):
            made.pop(other, None)

    def make_ultra_ethernet(self, made):
        """The fabric carries messages by UET; what is of queue pairs goes."""
        made["framing"] = self.pick("uet framing", ("uet", "uet", "htsim"))
        made["transport"] = self.object("transport", "fabric.transport", "ultra-ethernet", 0.3)
        mode = made["transport"]["mode"] = self.pick("delivery", ("rud", "rod", "rudi"))
        controls = ("nscc", "swift", "mp-rdma", "dcqcn", "none")
        if mode == "rudi":
            for name in ("ackTime", "bitmapPackets", "probeTime"):
                made["transport"].pop(name, None)
        else:
            controls += ("rccc", "falcon", "dcqcn-plus")
        control = self.pick("uet control", controls)
        path = "fabric.uet.control"
        made["congestionControl"] = self.object("congestionControl", path, control, 0.3)
        made["congestionControl"].pop("congestionControl", None)
        if control == "rccc" and self.chance("uet window", 0.7):
            made["congestionControl"]["congestionControl"] = \
                self.pick("uet window", ("nscc", "swift"))
        made["marker"] = self.object("marker", "fabric.marker", "step", 0.2)
        for part in ("lossRecovery", "aggregation", "adapter"):
            made.pop(part, None)
        if mode == "rod":
            made.pop("entropyPolicy", None)
        if "nic" in made:
            made["nic"] = {key: value for key, value in made["nic"].items() if key in NIC_OF_UET}
        if made.get("buffer", {"type": "shared"})["type"] in ("shared", "sonic") and \
                self.chance("trims", 0.5):
            made.setdefault("buffer", {"type": "shared"})["trimQueueTime"] = \
                self.pick("trim time", ("1us", "12us"))

    def failure(self, path):
        """Something that goes wrong, in a leaf-spine if it is of certain links or switches."""
        made = self.object("failure", path, None, 0.5, ("start",))
        of_type = self.listing["failure"][made["type"]]["attributes"]
        if any(attribute["name"] == "from" for attribute in of_type):
            made.update({"from": "leaf0", "to": "spine1"})
            made.pop("number", None)
        if made["type"] == "switch":
            made["switch"] = "spine0"
        elif made["type"] == "routing-loop":
            made["switches"] = self.pick(path + " loop", ("leaf0,spine0", "spine1,leaf1",
                                                          "leaf0,spine0,leaf1,spine1"))
        elif made["type"] == "degraded-link":
            made["rate"] = "5Gbps"
        elif made["type"] == "slow-receiver":
            made["rate"] = self.pick(path + " rate", ("1Gbps", "20Gbps"))
        elif made["type"] == "codeword-errors":
            made["rate"] = self.pick(path + " rate", (2.4e-4, 1e-3, 1.5e-3))
        elif made["type"] == "failure-rates":
            made["factor"] = self.pick(path + " factor", (1e9, 3e10))
            made["drawnRepairs"] = True
        elif made["type"] in SWITCHED:
            made.pop("stop", None)
            made["controlTime"] = self.pick(path + " control", ("0us", "20us"))
            made["switchingTime"] = self.pick(path + " mirrors", ("5us", "90us"))
            if made["type"] == "optical-rewiring":
                made.update(self.pick(path + " torus", ({"cubes": "1x2", "twisted": True},
                                                        {"cubes": "2x1", "twisted": False})))
        return made

    def manager(self, role):
        """What routes around failures, soon enough for it to happen in the run."""
        made = self.object(role, "manager", None, 0.7)
        made["detectionTime"] = self.pick("manager detection", ("0us", "5us", "200us"))
        if "interval" in made:
            made["interval"] = self.pick("manager interval", ("0us", "70us"))
        return made

    def scenario(self):
        made = {"name": "random", "topology": self.topology(), "fabric": self.fabric(),
                "workload": [self.workload(f"workload.{job}")
                             for job in range(self.pick("jobs", (1, 2, 3)))],
                "stallTime": "5ms", "stopTime": "100ms"}
        if self.chance("late", 0.1):
            self.be_late(made)
        for job, workload in enumerate(made["workload"]):
            if "transport" not in made["fabric"] and self.chance(f"split {job}", 0.15):
                self.split(workload, f"split {job}")
        if self.chance("server", 0.15):
            made["server"] = self.object("server", "server", None, 0.2)
            if self.chance("server known", 0.5):
                made["server"]["type"] = self.pick(
                    "known server", [name for name in preset_names("servers")
                                     if name not in OF_FIXED_SIZE])
            made["server"]["gpusPerServer"] = self.pick("server gpus", (1, 2))
            for part in ("topology", "fabric", "serverSizes", "gpusPerNic"):
                made["server"].pop(part, None)
            if self.chance("server links", 0.2):
                made["server"] = {
                    "type": "custom", "gpusPerServer": 2,
                    "topology": {"type": "direct-link", "hosts": 2,
                                 "rate": self.pick("server link", ("50Gbps", "3Tbps"))}}
                if self.chance("server fabric", 0.5):
                    made["server"]["fabric"] = self.pick("server parts", (
                        "sue", "sue-lite", "esun", "ualink", "nvlink-flits"))
            made["topology"] = self.object("topology", "star", "star", 0.5)
            hosts = made["topology"]["hosts"] = self.pick("server hosts", (2, 4, 8))
            if self.chance("server shared", 0.2):
                made["server"] = {"type": "custom", "nvlinks": 4, "gpusPerNic": 2,
                                  "gpusPerServer": self.pick("shared gpus", (2, 4))}
                if self.chance("shared ports", 0.3):
                    made["server"].update(nicsPerGpu=2, oneAdapter=True)
            elif self.chance("server sizes", 0.2):
                made["server"] = {"type": "custom", "nvlinks": 4,
                                  "serverSizes": {2: "2", 4: "1, 3", 8: "4, 2x2"}[hosts]}
        if self.chance("north-south", 0.1):
            made["northSouth"] = {
                "topology": {"type": "star", "hosts": self.pick("north-south hosts", (9, 17, 33)),
                             "delay": self.pick("north-south delay", ("10ns", "2us"))},
                "fabric": self.fabric("northSouth.fabric")}
            for job, workload in enumerate(made["workload"]):
                if self.chance(f"north-south {job}", 0.5):
                    workload["northSouth"] = True
        if self.chance("failures", 0.15):
            made["failures"] = [self.failure(f"failures.{number}")
                                for number in range(self.pick("failures", (1, 1, 2)))]
            kind = made["fabric"]["type"]
            if kind in MANAGERS and self.chance("manager", 0.5):
                made["fabric"][MANAGERS[kind]] = self.manager(MANAGERS[kind])
            if any("from" in one or one["type"] in ("switch", "routing-loop")
                   for one in made["failures"]):
                made["topology"] = {"type": "leaf-spine", "leaves": 2, "spines": 2,
                                    "hostsPerLeaf": self.pick("failure hosts", (1, 2, 3)),
                                    "hostPorts": self.pick("failure ports", (1, 1, 2))}
            ofCubes = [one for one in made["failures"] if one["type"] in ("cube", *SWITCHED)]
            if ofCubes:
                made["topology"] = {"type": "cube-torus", "cubes": "1x2", "cubeSize": 3,
                                    "spareCubes": 2}
                made["failures"] = ofCubes[:1] if ofCubes[0]["type"] == "optical-rewiring" else \
                    [one for one in ofCubes if one["type"] != "optical-rewiring"]
        if self.chance("background", 0.1):
            uet = made["fabric"].get("framing") in ("uet", "htsim", {"type": "uet"})
            background = self.object("background", "background", "uud" if uet else self.pick(
                "background kind", ("tcp", "udp")), 0.2)
            if uet:
                background.pop("packetBytes", None)
            background.update({"bytes": 20000} if background["type"] == "tcp" else
                              {"stop": "50us"})
            made["background"] = background
        if self.chance("samples", 0.1):
            made["output"] = {"samples": {"interval": "5us"}}
        if self.chance("table file", 0.07):
            self.read_tables(made["fabric"])
        return made

    def read_tables(self, fabric):
        """Tables of a file, which TABLES is and donor() makes; with layers, or as they are."""
        fabric["routing"] = {"type": "table-file", "file": TABLES}
        layers = self.pick("table layers", (0, 1, 2, 8))
        if layers:
            fabric["routing"]["maxLayers"] = layers
        for part in ("pathSelector", "entropyPolicy", "leafSwitches", "spineSwitches"):
            fabric.pop(part, None)

    def donor(self, made):
        """A scenario of the same network whose routing writes the tables that another one reads."""
        routing = {"type": self.pick("table donor", DONORS), "tablesFile": TABLES,
                   "lmc": self.pick("table lmc", (0, 0, 1, 2))}
        shared = {key: made[key] for key in ("topology", "server") if key in made}
        return {"name": "donor", **shared, "fabric": {"type": "infini-band", "routing": routing},
                "workload": {"type": "permutation", "bytes": 1}}
