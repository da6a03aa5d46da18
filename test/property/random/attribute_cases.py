# SPDX-License-Identifier: GPL-2.0-only
"""Small scenarios, each with a place for one object, in which its attributes have an effect.

A case without values is for every attribute of its types; one with values is for those alone that
it names, and is tried first.
"""

import json


class Refusal:
    """A value that is refused by a line that contains the text."""

    def __init__(self, value, text):
        self.value = value
        self.text = text


class Case:
    """Where an object of a role goes in a scenario.

    role: what the runner lists the object as; path: its place in the scenario, such as
    "workload.0.model"; base: the scenario, with or without something in that place; types: which
    ones go there, none: all; values: by attribute, others than the base has.
    """

    def __init__(self, role, path, base, types=None, values=None):
        self.role = role
        self.path = [int(key) if key.isdigit() else key for key in path.split(".")]
        self.base = base
        self.types = types
        self.values = values

    def fits(self, role, type_name, name):
        return self.role == role and (self.types is None or type_name in self.types) and \
            (self.values is None or name in self.values)

    def held(self, type_name, known):
        """What the base has in that place and the type knows."""
        held = self.base
        for key in self.path:
            held = held[key] if isinstance(held, list) else held.get(key, {})
            held = {"type": held} if isinstance(held, str) else held
        return {key: value for key, value in held.items() if key in known}

    def put(self, type_name, known, changes):
        """The scenario with an object of that type in its place."""
        made = json.loads(json.dumps(self.base))
        holder = made
        for key in self.path[:-1]:
            holder = holder.setdefault(key, {}) if isinstance(holder, dict) else holder[key]
        holder[self.path[-1]] = {"type": type_name, **self.held(type_name, known), **changes}
        return made


LEAF_SPINE = {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4,
              "hostDelay": "500ns"}
CUBES = {"type": "cube-torus", "cubes": "1x2", "cubeSize": 3, "spareCubes": 1}
SWITCHED = {"cube": 0, "cubes": "1x2", "twisted": True, "start": "1us", "controlTime": "2us",
            "switchingTime": "9us"}
RING = {"type": "ring", "switches": 4, "hostsPerSwitch": 1}
LEAVES = dict(LEAF_SPINE, linksPerPair=2)
REGIONS = {"site": {"type": "leaf-spine-topology", "leaves": 2, "spines": 2, "hostsPerLeaf": 2},
           "borderSwitches": 2, "kilometres": "0.1", "portRate": "40Gbps"}
LITTLE = {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 2}
STAR = {"type": "star", "hosts": 8, "rate": "400Gbps"}
SLOW = {"type": "star", "hosts": 4, "rate": "10Gbps"}
TORUS = {"type": "torus", "dimensions": "5", "hostsPerSwitch": 2, "delay": "100ns"}
# Nine groups of four hosts, of which each sends to the next one.
DRAGONFLY = {"type": "dragonfly", "hostsPerRouter": 1, "delay": "100ns", "globalDelay": "100ns"}
MIXED = [{"type": "incast", "bytes": "400KB"}, {"type": "all-to-all", "bytes": "20KB"}]
CROWD = [{"type": "incast", "bytes": "100KB"}, {"type": "permutation", "bytes": "100KB"}]


# What cases say nothing of: large memories, marks that grow with the rate, one path and one timeout.
PLAIN = {
    "roce": {"buffer": {"type": "shared", "sizeBytes": "32MiB", "alpha": 0.125},
             "marker": {"type": "red", "kminBytes": "400KB", "kmaxBytes": "1600KB", "pmax": 0.2,
                        "referenceRate": "100Gbps"},
             "retransmissionTimer": "local-ack-timer"},
    "infiniband": {"pathSelector": "ecmp", "lossRecovery": "go-back-n",
                   "retransmissionTimer": "local-ack-timer"},
}


def scenario(fabric="roce", workload=None, topology=None, **more):
    """A scenario, which means it if packets overtake each other. fabric: its type, or an object."""
    fabric = fabric if isinstance(fabric, dict) else {"type": fabric}
    plain = {} if "transport" in fabric else PLAIN.get(fabric.get("type"), {})
    fabric = {**{key: value for key, value in plain.items() if key not in fabric}, **fabric}
    if isinstance(fabric.get("buffer"), dict) and "preset" not in fabric:
        fabric["buffer"] = {"alpha": 0.125, **fabric["buffer"]} \
            if fabric["buffer"].get("type") in ("shared", "sonic") else fabric["buffer"]
    return {"topology": topology or LEAF_SPINE, "fabric": fabric, "workload": workload or MIXED,
            "lint": {"ignore": ["reordering-go-back"]}, **more}


def roce(**parts):
    return {"type": "roce", **parts}


def infiniband(**parts):
    return {"type": "infiniband", **parts}


LOSSY = roce(flowControl="none", buffer={"type": "shared", "sizeBytes": "300KB"},
             nic={"ackTimeout": "200us"})
FABRICS = (
    roce(buffer={"type": "shared", "sizeBytes": "1MB"}),
    LOSSY,
    infiniband(),
    infiniband(marker="fecn", congestionControl="infini-band"),
)
PARTS = ("flowControl", "arbiter", "inputArbiter", "buffer", "marker", "pathSelector", "stage",
         "framing", "congestionControl", "lossRecovery", "retransmissionTimer", "switch", "nic",
         "adapter", "channel")


def part(role, fabric, workload=None, values=None, types=None, **more):
    """A case of a part of the fabric."""
    return Case(role, "fabric." + role, scenario(fabric, workload, **more), types, values)


# Two priorities that share a port: 3 and 4 of hosts 0 and 1 to host 7.
TWO_PRIORITIES = [{"type": "incast", "hosts": "0-1", "target": 7, "bytes": "200KB", "priority": 3},
                  {"type": "incast", "hosts": "0-1", "target": 7, "bytes": "200KB", "priority": 4}]
ONE_FLOW = [{"type": "incast", "hosts": "0", "target": 7, "bytes": "20KB"}]
LONG_FLOWS = [{"type": "incast", "hosts": "0", "target": 7, "bytes": "2MB"},
              {"type": "incast", "hosts": "1", "target": 6, "bytes": "2MB"}]
LATE_FLOW = [dict(ONE_FLOW[0], start="3ms")]
DEAD = {"type": "link", "from": "host0", "to": "leaf0", "start": "1us"}
INCAST = [{"type": "incast", "bytes": "2MB"}]
VICTIM = [{"type": "incast", "hosts": "0-3", "target": 5, "bytes": "1MB"},
          {"type": "incast", "hosts": "4", "target": 6, "bytes": "4MB"}]
# Over a spine to hosts of one leaf.
TWO_INCASTS = [{"type": "incast", "hosts": "0-1", "target": 8, "bytes": "2MB"},
               {"type": "incast", "hosts": "4-5", "target": 9, "bytes": "2MB"}]
MIX_OF_SIZES = [{"type": "incast", "bytes": "400KB"},
                {"type": "incast", "bytes": "300", "queuePairs": 1, "rounds": 20}]

# A dead path, tries that end in less than a millisecond.
QUICK = {"ackTimeout": "50us", "retryCount": 3}
ALL_TO_ALL = [{"type": "all-to-all", "bytes": "400KB"}]
MARKED = {"type": "step", "thresholdBytes": 20000}
FAST_ACKS = {"ackInterval": 1}
TIMELY_FAST = {"lowThreshold": "3us", "highThreshold": "12us", "minRtt": "2us",
               "referenceRtt": "3us"}
DCQCN_FAST = {"alphaTimer": "4us", "increaseTimer": "4us", "byteCounter": 20000,
              "fastRecoverySteps": 1, "minRate": "10Mbps", "alphaGain": 0.00390625,
              "rateAi": "100Mbps",
              "rateHai": "200Mbps"}


def congestion(control, **more):
    marker = MARKED if control["type"].startswith("dc") else "none"
    return part("congestionControl", roce(congestionControl=control, marker=marker, nic=FAST_ACKS),
                more.pop("workload", INCAST), more.pop("values", None), (control["type"],),
                topology=SLOW, **more)


# One in six frames and one in forty ordered sets.
ERRORS = {"type": "codeword-errors", "rate": 1.7e-3}
FAILURE = {"type": "link", "from": "leaf0", "to": "spine1", "start": "5us"}
FAILING = ("link", "switch", "nic", "server", "gpu")
MANAGED = scenario(workload=[{"type": "permutation", "bytes": "2MB"}], failures=FAILURE)

LONG_CROWD = [{"type": "incast", "bytes": "400KB"}, {"type": "permutation", "bytes": "2MB"},
              {"type": "all-to-all", "bytes": "200KB", "start": "100us"}]


def sprayed(**parts):
    """A fabric that takes packets out of order, tells of each mark, and waits little."""
    return roce(marker={"type": "step", "thresholdBytes": 3000}, congestionControl="none",
                lossRecovery={"type": "selective-repeat", "reorderPackets": 64},
                nic={"ackInterval": 1, "ackTimeout": "50us"}, **parts)


def ultra_ethernet(**parts):
    """Ultra Ethernet on lossy switches that mark early."""
    return {"type": "roce", "transport": "ultra-ethernet", "framing": "uet",
            "flowControl": "none", "marker": {"type": "step", "thresholdBytes": 20000},
            "congestionControl": "nscc", "buffer": {"type": "shared", "sizeBytes": "1MB"},
            "retransmissionTimer": {"type": "adaptive-timer", "initialTimeout": "100us"},
            "nic": {"ackPriority": 6}, **parts}


TRIMMING = {"type": "shared", "sizeBytes": "1MB", "trimQueueTime": "1us"}


def mrc(**parts):
    """MRC on switches that mark early and trim, or drop."""
    return {"type": "roce", "transport": "mrc", "framing": "mrc", "flowControl": "none",
            "marker": {"type": "step", "thresholdBytes": 20000}, "congestionControl": "nscc",
            "buffer": TRIMMING, "pathSelector": "entropy-field",
            "retransmissionTimer": "linear-exponential-timer", "entropyPolicy": "mrc",
            "nic": {"ackPriority": 6, "ackTimeout": "131072ns", "retryCount": 21}, **parts}


# Nobody holds senders back, and what does not fit is dropped.
OVERRUN = ultra_ethernet(congestionControl="none", entropyPolicy="oblivious",
                         buffer={"type": "shared", "sizeBytes": "300KB"})

# Several queue pairs with several short messages each.
SHORT_MESSAGES = [{"type": "incast", "hosts": "0", "target": 7, "bytes": 1000,
                   "flowsPerSource": 4, "rounds": 20, "inFlight": 10}]
PCIE = {"type": "pcie", "postTime": "20ns", "blueFlame": False, "readLatency": "700ns",
        "cachedQueuePairs": 2}

OF_FABRIC = [
    part("adapter", roce(adapter=PCIE), SHORT_MESSAGES),
    part("adapter", roce(adapter=PCIE), SHORT_MESSAGES, {"inlineBytes": [1000]}),
    part("transport", ultra_ethernet(buffer=TRIMMING), INCAST, {"mode": ["rod", "rudi"]},
         ("ultra-ethernet",)),
    part("transport", OVERRUN, INCAST, {"psnRange": [64], "bitmapPackets": [3]},
         ("ultra-ethernet",),
         topology=dict(LEAF_SPINE, spines=5)),
    part("transport", OVERRUN, INCAST, None, ("ultra-ethernet",),
         topology=dict(LEAF_SPINE, spines=5)),
    *(part("transport", mrc(buffer=buffer), workload, values, ("mrc",),
           topology=dict(LEAF_SPINE, spines=5, uplinkRate="50Gbps"))
      for buffer in (TRIMMING, {"type": "shared", "sizeBytes": "300KB"})
      for workload in (INCAST, LONG_CROWD)
      for values in (None, {"mpr": [1], "bitmapPackets": [3], "evProbeTime": ["3us"],
                           "evProbeGap": ["30us"]})),
    part("transport", mrc(), LONG_CROWD, {"portStatusTime": ["50us"]}, ("mrc",),
         server={"type": "custom", "gpusPerServer": 1, "nicsPerGpu": 2, "oneAdapter": True},
         failures={"type": "link", "from": "host0", "to": "leaf0", "start": "5us"}),
    part("transport", roce(transport={"type": "reliable-connection", "failoverTime": "1ms"}),
         LONG_CROWD, {"failoverTime": ["20us"]}, ("reliable-connection",),
         server={"type": "custom", "gpusPerServer": 1, "nicsPerGpu": 2, "oneAdapter": True},
         failures={"type": "link", "from": "host0", "to": "leaf0", "start": "5us"}),
    part("transport", {"preset": "sue", "transport": {"type": "packing", "failoverTime": "1ms"},
                       "nic": {"ackTimeout": "200us"}},
         LONG_CROWD, {"failoverTime": ["20us"]}, ("packing",),
         server={"type": "custom", "gpusPerServer": 1, "nicsPerGpu": 2, "oneAdapter": True},
         failures={"type": "link", "from": "host0", "to": "leaf0", "start": "5us"}),
    part("framing", mrc(), CROWD, {"encapsulation": ["udp", "structured"]}, ("mrc",)),
    part("framing", mrc(), CROWD, None, ("mrc",)),
    part("framing", roce(), CROWD, {"encapsulation": ["udp", "esun"]}, ("sue",)),
    part("framing", roce(), CROWD, None, ("sue", "ualink")),
    part("framing", {"preset": "ub"}, CROWD, {"transactionBytes": [64]}, ("ub",)),
    part("framing", {"type": "nvlink"}, CROWD, {"everyHeader": [True]}, ("nvlink",)),
    part("entropyPolicy", mrc(buffer={"type": "shared", "sizeBytes": "300KB"}), LONG_CROWD,
         {"values": [8], "denied": ["0,1,2"], "probeAnswers": [9]}, ("mrc",),
         topology=dict(LEAF_SPINE, spines=5, uplinkRate="50Gbps")),
    # Spares serve if half of the table is bad: here its only value.
    part("entropyPolicy", mrc(buffer={"type": "shared", "sizeBytes": "300KB"},
                              entropyPolicy={"type": "mrc", "values": 1, "spares": 8}),
         LONG_CROWD, {"spares": [0]}, ("mrc",),
         topology=dict(LEAF_SPINE, spines=5, uplinkRate="50Gbps")),
    part("marker", mrc(), INCAST, {"skipsHosts": [True]}),
    part("entropyPolicy", sprayed(), LONG_CROWD, {"maxSkips": [0]}, ("bitmap", "mixed"),
         topology=dict(LEAF_SPINE, spines=5)),
    *(part("framing", dict(ultra_ethernet(), framing=framing), CROWD, None, (framing,))
      for framing in ("uet", "htsim")),
    *(part("congestionControl", ultra_ethernet(buffer=buffer, congestionControl=control), workload,
           None, (control["type"],), topology=topology)
      for control in ({"type": "nscc"}, {"type": "nscc", "quickThreshold": 0.01},
                      {"type": "rccc"}, {"type": "rccc", "congestionControl": "nscc"},
                      {"type": "rccc", "oversubscription": 4},
                      {"type": "mp-rdma", "outOfOrderPackets": 2})
      for buffer in (TRIMMING, {"type": "shared", "sizeBytes": "1MB"})
      for workload, topology in ((INCAST, SLOW), (LONG_CROWD, LEAF_SPINE))),
    part("buffer", ultra_ethernet(buffer=TRIMMING), INCAST,
         {"trimQueueTime": ["3us"], "trimPriority": [3], "trimSizeBytes": [64, 9000]},
         ("shared", "sonic")),
    part("arbiter", roce(flowControl={"type": "priority", "priorities": 24},
                         arbiter={"weights": "1 1 1 1 2 1 0 0"}), TWO_PRIORITIES,
         {"quantumBytes": [50000], "weights": ["1 1 1 8 1 1 0 0"]}, ("dwrr",)),
    part("arbiter", infiniband(arbiter={"highTable": "0:4", "lowTable": "1:4"}),
         [dict(job, priority=lane) for lane, job in enumerate(TWO_PRIORITIES)],
         {"highLimit": [10], "highTable": ["0:4,1:200"], "lowTable": ["1:0"]}, ("vl",)),
    part("buffer", roce(buffer={"sizeBytes": "3MB", "alpha": 0.03125}), INCAST,
         {"reserveBytes": [20000], "cellBytes": [700], "profiles": [[
             {"rate": "100Gbps", "alpha": 0.5, "headroomBytes": "50KB"}]]}, ("shared", "sonic")),
    # Its memory is that of the ports otherwise, 32 MiB.
    part("buffer", roce(buffer={"alpha": 0.03125}), INCAST, {"chip": ["tomahawk-1"]},
         ("shared", "sonic")),
    part("marker", roce(congestionControl={"type": "dcqcn", **DCQCN_FAST}, nic=FAST_ACKS, marker={
        "kminBytes": 20000, "kmaxBytes": 200000}), INCAST, {"kmaxBytes": [100000]}, ("red",)),
    part("marker", roce(congestionControl={"type": "dcqcn", **DCQCN_FAST}, nic=FAST_ACKS), INCAST,
         {"profiles": [[{"rate": "100Gbps", "kminBytes": 3000, "kmaxBytes": 9000, "pmax": 1}]]},
         ("red",)),
    part("marker", roce(congestionControl={"type": "dcqcn", **DCQCN_FAST}, nic=FAST_ACKS), INCAST,
         {"profiles": [[{"rate": "100Gbps", "thresholdBytes": 3000}]]}, ("step",)),
    part("buffer", roce(buffer={"type": "sonic", "sizeBytes": "3MB"}), INCAST,
         {"egressPoolBytes": ["200KB"], "egressThresholdBytes": ["100KB"], "egressAlpha": [0.0625]},
         ("sonic",)),
    part("switch", roce(congestionControl="hpcc"), None, {"telemetry": [
        Refusal(False, "telemetry")]}),
    part("switch", roce(buffer={"sizeBytes": "1MB"}), INCAST, {"dscpToPriority": ["26:2"]}),
    part("switch", roce(buffer={"sizeBytes": "1MB"}), INCAST,
         {"classifier": [{"type": "dscp", "map": "26:2"}]}),
    part("switch", infiniband(arbiter={"lowTable": "3:1,4:200"}), TWO_PRIORITIES,
         {"slToVl": ["0,1,2,4,3"], "slToVlFile": ["lanes.txt"]}),
    part("marker", infiniband(congestionControl={"type": "infini-band"}, marker={
        "threshold": 15, "maxQueueBytes": 65536}), MIX_OF_SIZES,
         {"packetSize": [60], "victimMask": ["0x1FFFFFFFFE"]}, ("fecn",)),
    part("marker", infiniband(congestionControl={"type": "infini-band"}, marker={
        "threshold": 12, "packetSize": 8}), VICTIM, {"victimMask": ["0x1FFFFFFFFE"]},
         ("fecn",), topology={"type": "dumbbell", "leftHosts": 5, "rightHosts": 2,
                              "bottleneckRate": "400Gbps"}),
    part("flowControl", roce(buffer={"sizeBytes": "3MB"}), INCAST,
         {"headroom": ["sonic"], "priorities": [16]}, ("priority",)),
    part("flowControl", roce(congestionControl="none"), INCAST, {
        "priorities": [16], "bufferBytes": [9000], "creditBytes": [2048], "overheadBytes": [127],
        "updateBytes": [100], "maxUpdateBytes": [1000]}, ("credit-based",)),
    part("flowControl", roce(congestionControl="none", flowControl={"bufferBytes": 9000}), INCAST,
         None, ("credit-based",)),
    part("flowControl", roce(congestionControl="none", flowControl={"bufferBytes": 9000},
                             nic={"ackTimeout": "100us"}), ALL_TO_ALL,
         {"counterInterval": ["20us"]}, ("credit-based",), failures=ERRORS),
    part("flowControl", roce(congestionControl="none"), INCAST, {
        "priority": [4], "queues": [1], "virtualFlows": [1], "hopRtt": ["300ns"],
        "interval": ["5us"]}, ("backpressure",)),
    part("linkRetry", infiniband(), ALL_TO_ALL,
         {"replayBufferBytes": [9000], "replayTimer": ["100us"], "maxReplays": [1],
          "ackSpacing": [20000]}, ("go-back-n",), failures=ERRORS),
    part("linkRetry", infiniband(), ALL_TO_ALL, failures=ERRORS),
    Case("fabric", "fabric", scenario(infiniband(), ALL_TO_ALL, failures=ERRORS), None,
         {"linkRetry": ["go-back-n"]}),
    part("flowControl", infiniband(), None, {
        "dataLanes": [Refusal(2, "expected 0 to 1,")], "blockBytes": [1024], "bufferBytes": [9000]},
         ("credit",)),
    part("retransmissionTimer", dict(LOSSY, retransmissionTimer={
        "initialTimeout": "40us", "initialRange": "10us"}), ONE_FLOW,
         {"tries": [1], "initialTimeout": ["80us"], "initialRange": ["30us"]},
         ("adaptive-timer",), failures=dict(DEAD, stop="3ms")),
    part("retransmissionTimer", dict(LOSSY, retransmissionTimer="linear-exponential-timer",
                                     nic=QUICK), ONE_FLOW, {"linearRetries": [0]},
         ("linear-exponential-timer",), failures=dict(DEAD, stop="3ms")),
    part("nic", roce(nic=QUICK), ONE_FLOW, {"retryCount": [1]}, failures=DEAD),
    part("nic", roce(switch={"dscpToPriority": "26:3,48:6,*:0"}, marker=MARKED,
                     congestionControl={"type": "dcqcn", **DCQCN_FAST}), INCAST + ALL_TO_ALL,
         {"cnpDscp": [26]}),
    part("nic", roce(switch={"dscpToPriority": "26:3,48:6,*:0"}, buffer={"sizeBytes": "1MB"}),
         INCAST, {"priorityToDscp": ["3:48"]}),
    part("nic", infiniband(), TWO_PRIORITIES, {"slToVl": ["0,1,2,4,4"]}),
    part("nic", roce(marker=MARKED, congestionControl={"type": "dcqcn", **DCQCN_FAST}),
         INCAST + ALL_TO_ALL, {"cnpScope": ["host", "port"], "cnpDelay": ["3us"]}),
    part("nic", roce(nic={"receiveRate": "20Gbps"}), INCAST,
         {"receiveRate": ["5Gbps"], "receiveBufferBytes": [80000]}),
    part("nic", dict(LOSSY, nic={"receiveRate": "20Gbps", "receiveBufferBytes": 65536},
                     lossRecovery="selective-repeat"), INCAST, {"receiveTrims": [True]}),
    congestion({"type": "dcqcn", **DCQCN_FAST}),
    congestion({"type": "dcqcn-connect-x", **DCQCN_FAST}),
    congestion({"type": "dcqcn-plus", **DCQCN_FAST, "cnpInterval": "4us"}),
    congestion({"type": "hpcc-pint"}, values={"codeBase": [1.3]}),
    part("congestionControl", roce(marker="bolt", nic=FAST_ACKS), INCAST, None, ("bolt",),
         topology=SLOW),
    # Of so many flows the windows are less than a packet each, as long as none is added.
    part("congestionControl", roce(marker="bolt", nic=FAST_ACKS, congestionControl={
        "additiveIncrease": 0.01}),
         [dict(INCAST[0], queuePairs=8, splitMessages=True)],
         {"minWindow": [0.5], "maxDecrease": [0.1], "targetQueueBytes": [20000]}, ("bolt",),
         topology=SLOW),
    part("marker", roce(congestionControl="bolt", nic=FAST_ACKS), None, None, ("bolt",)),
    # Of many messages that end, a port counts more than one before a window grows.
    part("marker", roce(congestionControl="bolt", nic=FAST_ACKS), ALL_TO_ALL,
         {"maxPruTokens": [1]}, ("bolt",)),
    part("marker", roce(congestionControl="bolt", nic=FAST_ACKS, switch={
        "dscpToPriority": "26:3,48:6,*:0"}), CROWD, {"noticeDscp": [26]}, ("bolt",)),
    congestion({"type": "timely", **TIMELY_FAST}),
    congestion({"type": "patched-timely", **TIMELY_FAST}),
    congestion({"type": "timely", **TIMELY_FAST}, workload=[{"type": "incast", "bytes": "20KB"}]),
    congestion({"type": "patched-timely", **TIMELY_FAST},
               workload=[{"type": "incast", "bytes": "20KB"}]),
    congestion({"type": "swift", "baseTarget": "100ns", "pathScaling": 0.0, "flowScaling": "0us"},
               values={"minWindow": [0.5]}),
    congestion({"type": "swift", "baseTarget": "2us", "flowScaling": "0us"}),
    congestion({"type": "falcon", "baseTarget": "100ns", "pathScaling": 0.0, "flowScaling": "0us"},
               values={"minWindow": [0.5]}),
    congestion({"type": "falcon", "baseTarget": "2us", "flowScaling": "0us"}),
    # A host that is slow for a while, and far enough for a small window to matter.
    part("congestionControl", roce(congestionControl={"hostTarget": 4}, nic=FAST_ACKS),
         [{"type": "incast", "hosts": "0", "target": 3, "bytes": "8MB"}],
         {"hostTarget": [1], "hostIncrease": [4], "hostBeta": [0.2], "hostMaxDecrease": [0.05]},
         ("falcon",), topology=dict(SLOW, delay="20us"),
         failures={"type": "slow-receiver", "host": 3, "rate": "1Gbps", "stop": "3ms"}),
    congestion({"type": "rtt-cc"}, values={"minRate": [0.4]}),
    congestion({"type": "rtt-cc", "beta": 1.0}),
    part("congestionControl", infiniband(marker="fecn"), None,
         {"table": ["simula", "mellanox-llnl"]}, ("infini-band",)),
    part("pathSelector", sprayed(), CROWD, types=("drill",),
         topology=dict(LEAF_SPINE, spines=5)),
    part("pathSelector", sprayed(pathSelector={"gap": "0us"}), LONG_CROWD, {"aging": ["1us"]},
         ("conga",), topology=dict(LEAF_SPINE, spines=5)),
    part("pathSelector", sprayed(), LONG_CROWD, None, ("conweave",),
         topology=dict(LEAF_SPINE, spines=5)),
    part("stage", sprayed(), LONG_CROWD,
         {"queueBytes": [20000], "egressBytes": [1], "nearBytes": [0], "creditWatchdog": ["1ns"],
          "repeatTime": ["1us"], "reassemblyTime": ["1ns"], "speedUp": [1.2], "cellBytes": [256]},
         ("scheduled",), topology=dict(LEAF_SPINE, spines=5)),
    part("stage", sprayed(stage={"type": "scheduled", "cellBytes": 256}), LONG_CROWD, None,
         ("scheduled",),
         topology=dict(LEAF_SPINE, spines=5)),
    part("stage", sprayed(), LONG_CROWD,
         {"queueBytes": [20000], "egressBytes": [1], "nearBytes": [0], "speedUp": [1.2]},
         ("scheduled-box",), topology=dict(LEAF_SPINE, spines=5)),
    *(Case(tier, f"fabric.{tier}", scenario(roce(
        marker={"type": "step", "thresholdBytes": 3000},
        buffer={"type": "shared", "sizeBytes": "1600KB"}), workload, topology), None,
           {"buffer": [{"type": "shared", "sizeBytes": "4MB"}], "marker": ["none"],
            "pathSelector": ["round-robin"], "stage": ["scheduled-box"]})
      for tier, topology, workload in (
          ("leafSwitches", LEAF_SPINE, INCAST),
          ("spineSwitches", LEAVES, INCAST),
          ("spineSwitches", dict(LEAVES, leaves=3, spines=1, uplinkRate="50Gbps"), TWO_INCASTS),
          ("coreSwitches", {"type": "clos", "linksPerPair": "1,2"}, INCAST),
          ("borderSwitches", dict(REGIONS, type="regions"), INCAST))),
    *(part("entropyPolicy", sprayed(entropyPolicy=values), LONG_CROWD, None, (kind,),
           topology=dict(LEAF_SPINE, spines=5), failures=failures)
      for kind, values in (("bitmap", {}), ("delay", {}), ("mixed", {}), ("oblivious", {}),
                           ("plb", {"congestedRounds": 1, "idleRounds": 1}),
                           ("plb", {"suspendTime": "0us", "congestedRounds": 1, "idleRounds": 1}),
                           ("plb", {"suspendTime": "0us", "congestedRounds": 31, "idleRounds": 2}),
                           ("mp-rdma", {"probeProbability": 0.5}),
                           ("reps", {"freezeTime": "10us"}))
      for failures in ([], dict(FAILURE, stop="300us"))),
    *(part(role, fabric) for role in PARTS for fabric in FABRICS),
    part("pathSelector", infiniband(nic={"priority": 0}, switch={"classifier": "hop"}),
         [{"type": "shift", "shift": 4, "bytes": "200KB"}],
         {"weight": [1, 8], "biasBytes": [0, 65536]}, ("ugal-l", "ugal-g"), topology=DRAGONFLY),
    part("pathSelector", {"preset": "ub-mesh"}, [{"type": "shift", "shift": 1, "bytes": "200KB"}],
         {"weight": [1, 8], "biasBytes": [0, 65536]}, ("full-mesh",),
         topology={"type": "hyper-x", "dimensions": "3x3", "hostsPerSwitch": 1,
                   "rate": "400Gbps", "switchRate": "100Gbps"}),
    *(part(role, fabric, TWO_PRIORITIES) for role in ("inputArbiter", "switch", "nic")
      for fabric in FABRICS),
    Case("fabric", "fabric", scenario(roce(flowControl={"priorities": 24}), TWO_PRIORITIES),
         ("roce",), {"arbiter": ["dwrr"]}),
    Case("fabric", "fabric", scenario(roce(), INCAST), ("roce",),
         {"buffer": [{"type": "sonic", "egressThresholdBytes": 20000}]}),
    Case("fabric", "fabric", scenario("nvlink", CROWD), ("nvlink",)),
    Case("fabric", "fabric", scenario("infiniband", TWO_PRIORITIES), ("infini-band",),
         {"arbiter": ["strict"], "congestionControl": ["swift"]}),
]

# Nothing arrives for a millisecond, and the first timeout is of 3 ms or less.
AWAY = {"type": "link", "from": "leaf1", "to": "host3", "start": "1us", "stop": "1ms"}
QUIET = {"nic": {"ackTimeout": "9ms"}, "lossRecovery": "selective-repeat"}
NVLINK = {"type": "nvlink"}
OF_NVLINK = [
    Case("fabric", "fabric", scenario(NVLINK, TWO_PRIORITIES), ("nvlink",),
         {"arbiter": ["dwrr", "vl"], "congestionControl": ["swift"]}),
    Case("fabric", "fabric", scenario(dict(NVLINK, flowControl="none"), INCAST), ("nvlink",),
         {"buffer": [{"type": "shared", "sizeBytes": "300KB"}]}),
    Case("fabric", "fabric", scenario(dict(NVLINK, **QUIET), [dict(ONE_FLOW[0], target=3)],
                                      LITTLE, failures=AWAY), ("nvlink",),
         {"retransmissionTimer": ["adaptive-timer"]}),
    Case("fabric", "fabric", scenario(NVLINK), ("nvlink",), {
        "channel": [Refusal("error", "ns3::FabricChannel of the fabric: is ns3::ErrorChannel")]}),
]
for KIND, FABRIC, MANAGER, OTHER in (
        ("roce", roce(), "routeManager", "subnet-manager"),
        ("infini-band", infiniband(routing="min-hop"), "subnetManager", "ethernet-route-manager")):
    OF_FABRIC += [
        Case("fabric", "fabric", scenario(dict(FABRIC, **QUIET), [dict(ONE_FLOW[0], target=3)],
                                          LITTLE, failures=AWAY), (KIND,),
             {"retransmissionTimer": ["adaptive-timer"]}),
        Case("fabric", "fabric", dict(MANAGED, fabric=dict(FABRIC, nic={"ackTimeout": "500us"})),
             (KIND,), {MANAGER: [{"type": OTHER, "detectionTime": "10us", "routingTime": "20us"}]}),
        Case("fabric", "fabric", scenario(FABRIC), (KIND,), {
            "name": ["other"],
            "channel": [Refusal("error", "ns3::FabricChannel of the fabric: is ns3::ErrorChannel")]}),
        Case("fabric", "fabric", scenario(dict(FABRIC, flowControl="none"), INCAST), (KIND,),
             {"buffer": [{"type": "shared", "sizeBytes": "300KB"}]}),
        Case("fabric", "fabric", scenario(KIND), (KIND,)),
    ]


def managed(**parts):
    return dict(MANAGED, fabric=dict(parts, nic={"ackTimeout": "100us"}))


WATCHED = {"detectionTime": "20us", "restorationTime": "20us", "pollInterval": "5us"}
SOON = {"detectionTime": "5us", "routingTime": "10us", "trapDelay": "5us", "smpTime": "2us",
        "sweepInterval": "30us"}
TOLD = {"detectionTime": "5us", "messageTime": "3us", "eventTime": "2us",
        "computationTime": "10us", "ruleTime": "2us"}
OF_NETWORK = [
    Case("topology", "topology", scenario(topology=LEAVES, workload=[
        {"type": "incast", "sources": 3, "bytes": "100KB"},
        {"type": "permutation", "bytes": "20KB"}])),
    Case("topology", "topology", scenario(topology={"file": "topology.txt"}), ("hpcc",),
         {"file": ["topology2.txt"], "routesFile": [Refusal("routes.txt", "routes.txt:1")]}),
    Case("topology", "topology", scenario(topology={"servers": 2, "gpusPerServer": 4}),
         ("rail-optimized",), {"railMap": ["0,0,1,1"]}),
    Case("topology", "topology", scenario(
        topology={"servers": 4, "gpusPerServer": 2}),
         ("rail-optimized",), {"railOnly": [Refusal(True, "stays within rails")]}),
    Case("topology", "topology", scenario(
        topology={"servers": 8, "gpusPerServer": 2, "serversPerGroup": 1}),
         ("clos",), {"gpusPerServer": [4], "linksPerPair": ["2,1"], "oversubscription": ["4,1"],
                     "rails": [2]}),
    Case("topology", "topology", scenario(
        topology={"servers": 8, "gpusPerServer": 2, "serversPerGroup": 1}), ("clos",)),
    Case("topology", "topology", scenario(topology={"servers": 8, "gpusPerServer": 2, "rails": 2}),
         ("clos",), {"railOnly": [Refusal(True, "stays within rails")]}),
    Case("topology", "topology", scenario(topology=REGIONS, workload=INCAST), ("regions",)),
    Case("topology", "topology", scenario(topology=dict(REGIONS, planes=2), workload=INCAST),
         ("regions",), {"planes": [1]}),
    Case("topology", "topology", scenario(topology={"q": 3}), ("slim-fly",), {"q": [4]}),
    Case("topology", "topology", scenario(
        workload=CROWD, topology=CUBES, failures={"type": "cube-replacement"}),
         ("cube-torus",), {"spareCubes": [
             Refusal(0, "expected SpareCubes of the topology to be more than 0")]}),
    Case("topology", "topology", scenario(topology={"cubes": "1x2", "cubeSize": 3}),
         ("cube-torus",), {"twisted": [True]}),
    Case("failure", "failures", scenario(workload=CROWD, topology=CUBES, failures=SWITCHED),
         ("cube-replacement", "optical-rewiring"),
         {"cube": [1], "start": ["20us"], "controlTime": ["11us"], "switchingTime": ["90us"],
          "twisted": [Refusal(False, "the wiring is already the same")], "cubes": ["2x1"],
          "stop": [Refusal("90us", "expected nothing, since the switching ends")]}),
    Case("failure", "failures", scenario(
        roce(routeManager={"detectionTime": "1us", "routingTime": "1us"}), LONG_CROWD, CUBES,
        failures=dict(SWITCHED, controlTime="30us")), ("optical-rewiring",), {"drain": [True]}),
    Case("failure", "failures", scenario(
        roce(routeManager={"detectionTime": "1us", "routingTime": "1us"}), LONG_CROWD, CUBES,
        failures=dict(SWITCHED, drain=True, controlTime="90us")), ("optical-rewiring",),
         {"drainInterval": ["11us"]}),
    Case("failure", "failures.1", scenario(workload=CROWD, topology=CUBES, failures=[
        {"type": "cube", "start": "1us"}, {"controlTime": "11us", "detectionTime": "5us",
                                           "switchingTime": "9us"}]), ("spare-cubes",),
         {"start": ["20us"], "detectionTime": ["50us"], "controlTime": ["50us"],
          "switchingTime": ["90us"],
          "stop": [Refusal("90us", "expected nothing, since spare cubes exist")]}),
    Case("failure", "failures", scenario(workload=CROWD, topology=CUBES, failures={
        "cube": 0, "start": "1us", "stop": "30us"}), ("cube",),
         {"cube": [1], "start": ["9us"], "stop": ["90us"]}),
    Case("failure", "failures", scenario(workload=CROWD, topology=LEAVES, failures=dict(
        FAILURE, rate=1e-5)), ("bit-errors",)),
    Case("failure", "failures", scenario(workload=CROWD, topology=LEAVES, failures=dict(
        FAILURE, stop="60us")), ("black-hole",), {"from": [Refusal("host3", "is a host")]}),
    Case("failure", "failures", scenario(workload=CROWD, failures=dict(
        FAILURE, rate=1e-5)), ("bit-errors",)),
    Case("failure", "failures", scenario(workload=CROWD, topology=LEAVES, failures=FAILURE)),
    Case("failure", "failures", scenario(workload=CROWD, topology=LEAVES, failures=dict(
        FAILURE, stop="20us", rate="1Gbps"))),
    Case("failure", "failures", scenario(workload=CROWD, failures={
        "switch": "spine1", "start": "5us", "stop": "50us"})),
    Case("failure", "failures", scenario(workload=[{"type": "collective", "bytes": "200KB"}],
                                            failures={"host": 0, "factor": 100}), ("slow-gpu",),
         {"host": [3], "factor": [200], "start": ["20us"], "stop": ["20us"]}),
    Case("failure", "failures", scenario(
        roce(switch={"timeToLive": 16}), LONG_FLOWS,
        failures={"host": 7, "switches": "leaf0,spine0", "start": "2us", "stop": "90us"}),
         ("routing-loop",), {"host": [6], "switches": ["leaf0,spine1"], "start": ["20us"],
                             "stop": ["300us"]}),
    Case("failure", "failures", scenario(workload=[{"type": "collective", "bytes": "200KB"}],
                                            failures={"host": 0, "rate": "1Gbps"}),
         ("slow-receiver",),
         {"host": [3], "rate": ["2Gbps"], "start": ["20us"], "stop": ["20us"]}),
    Case("failure", "failures", scenario(workload=CROWD, topology=LEAVES, failures=dict(
        FAILURE, stop="200us", upTime="9us", downTime="3us")), ("link-flap",)),
    Case("failure", "failures", scenario(workload=CROWD, topology=LEAVES, failures=dict(
        FAILURE, rate=1.5e-3)), ("codeword-errors",)),
    Case("failure", "failures", scenario(workload=[{"type": "collective", "bytes": "200KB"}],
                                            failures={"host": 0, "start": "1us", "stop": "30us"}),
         ("gpu", "server"), {"host": [3], "start": ["9us"], "stop": ["90us"]}),
    Case("failure", "failures", scenario(
        workload=[{"type": "collective", "bytes": "200KB"}], failures=dict(
            {one + "PerMonth": 1 for one in FAILING}, **{one + "Repair": "7us" for one in FAILING},
            factor=1.2e10)), ("failure-rates",),
         dict({one + "PerMonth": [3] for one in FAILING},
              **{one + "Repair": ["11us"] for one in FAILING},
              factor=[3e10], drawnRepairs=[True], start=["20us"], stop=["40us"])),
    Case("onFailure", "workload.0.onFailure", scenario(
        roce(nic={"ackTimeout": "20us", "retryCount": 1}),
        [{"type": "collective", "bytes": "200KB", "onFailure": {
            "steps": 4, "checkpointSteps": 2, "loadTime": "100us", "saveTime": "10us"}}],
        failures={"type": "nic", "host": 1, "start": "100us", "stop": "220us"}), ("restart",),
         {"steps": [6], "checkpointSteps": [1], "saveTime": ["30us"], "loadTime": ["300us"],
          "checkpointBytes": ["200MB"],
          "mostRestarts": [0]}),
    Case("onFailure", "workload.0.onFailure", scenario(workload=[
        {"type": "collective", "bytes": "200KB", "onFailure": {
            "steps": 4, "loadTime": "100us", "checkpointBytes": "200MB"}}]), ("restart",),
         {"storageRate": ["100Gbps", Refusal("0bps", "expected more")]}),
    Case("sampler", "output.samples", scenario(output={"samples": {"queues": "leaf0->host0"}}),
         values={"interval": ["3us"], "queues": ["leaf0->host1"], "rateInterval": ["5us"]}),
    Case("histogram", "output.hpcc.qlen", scenario(
        output={"hpcc": {"qlen": {"interval": "1us", "start": "1us", "stop": "30us"}}}),
         values={"interval": ["3us"], "start": ["5us"], "stop": ["10us"], "dumpInterval": ["7us"]}),
    Case("background", "background", scenario(
        roce(buffer={"sizeBytes": "1MB", "lossyAlpha": 0.0625}, marker=MARKED), LATE_FLOW,
        background={"pairs": "0-2>7", "bytes": 1000000, "minRto": "300us",
                    "delayedAckTimeout": "20us"}),
         ("tcp",), {"ecn": [True], "variant": ["ns3::TcpVegas"], "bufferBytes": [16384],
                    "segmentBytes": [500], "bytes": [500000]}),
    Case("background", "background", scenario(
        roce(buffer={"sizeBytes": "1MB", "lossyAlpha": 0.0078125}), LATE_FLOW, background={
            "pairs": "0-6>7", "bytes": 20000, "minRto": "300us", "delayedAckTimeout": "20us"}),
         ("tcp",)),
    Case("background", "background", scenario(background={"stop": "30us"})),
    Case("background", "background", scenario(
        ultra_ethernet(), LATE_FLOW, background={"type": "uud", "pairs": "0-2>7"}), ("uud",)),
    Case("watchdog", "fabric.switch.watchdog", scenario(
        roce(switch={"watchdog": WATCHED}, nic={"ackTimeout": "50us"}),
        [{"type": "incast", "target": 0, "bytes": "400KB"}],
        failures={"type": "pause-storm", "host": 0, "start": "5us", "stop": "60us"}), None,
         {"restorationTime": ["60us"]}),
    Case("watchdog", "fabric.switch.watchdog", scenario(
        roce(switch={"watchdog": WATCHED}), failures={
            "type": "pause-storm", "host": 0, "start": "5us", "stop": "300us"})),
    Case("classifier", "fabric.switch.classifier",
         scenario(roce(buffer={"sizeBytes": "1MB"}), INCAST), ("dscp",), {"map": ["26:2"]}),
    Case("classifier", "fabric.switch.classifier",
         scenario(infiniband(arbiter={"lowTable": "3:1,4:200"}), TWO_PRIORITIES), ("sl-to-vl",),
         {"map": ["0,1,2,4,3"]}),
    *(Case("headOfQueue", "fabric.switch.headOfQueue", scenario(
        infiniband(switch={"headOfQueue": {"hoqLife": 3, "leafHoqLife": 3}},
                   flowControl={"bufferBytes": 8192}), CROWD, dict(LEAF_SPINE, **{name: "200us"})))
      for name in ("hostDelay", "uplinkDelay")),
    Case("transport", "fabric.transport",
         scenario({"type": "roce", "transport": "reliable-connection"})),
    Case("transport", "fabric.transport",
         scenario(roce(transport="law"), {"type": "collective", "bytes": "1GB", "onFailure": {
             "type": "restart", "steps": 40, "checkpointSteps": 9}},
                  stopTime="1000s",
                  failures={"type": "nic", "host": 3, "start": "2s", "stop": "2500ms"}), ("law",),
         {"abortTime": ["100ms"]}),
    Case("routing", "fabric.routing", scenario("infiniband", topology=LEAVES)),
    Case("routing", "fabric.routing", scenario("infiniband", CROWD, TORUS)),
    Case("routing", "fabric.routing", scenario(
        infiniband(routing="full-mesh", nic={"priority": 0}), CROWD,
        {"type": "hyper-x", "dimensions": "3x3", "linksPerPair": 2}), ("full-mesh",)),
    Case("routing", "fabric.routing", scenario(infiniband(routing={"file": "tables.txt"}), CROWD,
                                               LITTLE), ("table-file",),
         {"file": ["tables2.txt"]}),
    Case("routing", "fabric.routing", scenario(infiniband(routing={"file": "ring.txt"}), CROWD,
                                               RING), ("table-file",), {"maxLayers": [4]}),
    Case("routing", "fabric.routing", scenario("infiniband", CROWD, TORUS), ("lash", "dfsssp"),
         {"maxLayers": [Refusal(1, "MaxLayers")]}),
    *(Case("headroom", "fabric.flowControl.headroom", scenario(
        roce(buffer={"sizeBytes": "3MB"}, flowControl={"type": "priority", "headroom": headroom}),
        [{"type": "incast", "bytes": "4MB"}])) for headroom in ({}, {"quantaTable": False})),
    *(Case(role, "fabric." + role, managed(type=kind, **more, **{role: dict(SOON, traps=traps)}))
      for role, kind, more in (("routeManager", "roce", {}),
                               ("routeManager", "roce", {"routing": "min-hop"}),
                               ("subnetManager", "infiniband", {}),
                               ("subnetManager", "infiniband", {"routing": "min-hop"}))
      for traps in (True, False)),
    *(Case(role, "fabric." + role, managed(type=kind, **more, **{role: dict(TOLD, type=name)}),
           (name,))
      for role, kind, name, more in (
          ("routeManager", "roce", "controller", {}),
          ("routeManager", "roce", "controller", {"routing": "min-hop"}),
          ("subnetManager", "infiniband", "controller-route-manager", {}))),
]

ALL_REDUCE = {"type": "collective", "bytes": "200KB"}
GPU = {"type": "gpu", "smsPerChannel": 4, "reduceRate": "400Gbps", "copyRate": "400Gbps"}
SHARP = {"type": "collective", "algorithm": "sharp-all-reduce"}
ANY_TREES = infiniband(aggregation={"maxStreamingTreesPerPort": 0})
WRONG_BITS = {"type": "bit-errors", "from": "host0", "to": "leaf0", "rate": 1e-4}
OF_HOSTS = [
    *(Case("aggregation", "fabric.aggregation", scenario("infiniband", dict(SHARP, bytes=size)))
      for size in ("4KB", "1MB")),
    *(Case("aggregation", "fabric.aggregation",
           scenario(ANY_TREES, [dict(SHARP, bytes=size, hosts="0,4"),
                                dict(SHARP, bytes=size, hosts=others)]),
           values={name: [Refusal(1, "trees already")]})
      for name, size, others in (("maxLowLatencyTrees", "4KB", "1,5"),
                                 ("maxStreamingTrees", "1MB", "1,5"),
                                 ("maxStreamingTreesPerPort", "1MB", "0,5"))),
    Case("aggregation", "fabric.aggregation", scenario("infiniband", dict(SHARP, bytes="1MB"),
                                                            failures=WRONG_BITS),
         values={"timeout": ["100us"]}),
    Case("aggregation", "fabric.aggregation", scenario("infiniband", dict(SHARP, bytes="1MB")),
         values={"maxStreamingMessageBytes": [Refusal(65536, "expected at most 65536")]}),
    Case("aggregation", "fabric.aggregation", scenario("infiniband", {
        "type": "collective", "algorithm": "sharp-broadcast", "bytes": "100KB"}),
         values={"broadcastToRoot": [True]}),
    *(Case("server", "server", scenario(topology=STAR, server=server, workload=dict(
        ALL_REDUCE, algorithm=algorithm)), None, values) for server, algorithm, values in (
            ({"gpusPerServer": 4}, "ring-all-reduce",
             {"topology": [{"type": "direct-link", "hosts": 4, "rate": "20Gbps"}]}),
            ({"gpusPerServer": 4, "nvlinks": 4}, "ring-all-reduce", {"fabric": ["infiniband"]}),
            ({"gpusPerServer": 2}, {"type": "ring-all-reduce", "channels": 2}, {"nicsPerGpu": [2]}),
            ({"gpusPerServer": 4, "nvlinks": 4}, "pairwise-all-to-all", {"gpusPerNic": [2]}),
            ({"nvlinks": 4}, "pairwise-all-to-all", {"serverSizes": ["6,2"]}),
            ({"gpusPerServer": 8, "nvlinks": 4, "nvlinkGeneration": 4}, "nvls-all-reduce",
             {"nvls": [Refusal(False, "needs NVSwitches that reduce")]}))),
    *(Case("server", "server", scenario(topology=STAR, server=server, workload=dict(
        ALL_REDUCE, algorithm=algorithm))) for server, algorithm in (
            ({"gpusPerServer": 4}, "ring-all-reduce"),
            ({"gpusPerServer": 4, "nvlinks": 4}, "ring-all-reduce"),
            ({"gpusPerServer": 8, "nvlinks": 4}, "nvls-all-reduce"),
            ({"gpusPerServer": 8, "nvlinks": 4, "nvlinkGeneration": 4}, "nvls-all-reduce"))),
    Case("gpu", "fabric.gpu", scenario(roce(gpu=GPU), [
        {"type": "chakra", "file": "trace", "opsPerSecond": 1e11}, dict(ALL_REDUCE)])),
    Case("gpu", "fabric.gpu", scenario(roce(gpu=GPU), {"type": "graph", "file": "graph.json"}),
         None, {"copyRate": ["1Gbps"]}),
    Case("gpu", "fabric.gpu", scenario(roce(gpu=GPU), [
        {"type": "chakra", "file": "trace", "opsPerSecond": 1e11},
        {"type": "collective", "bytes": "200KB", "algorithm": {"type": "two-level-all-to-all"}}],
                                            server={"type": "custom", "gpusPerServer": 4})),
    Case("jitter", "fabric.gpu.jitter", scenario(roce(gpu=dict(GPU, jitter={"n": 5})),
                                                          ALL_REDUCE)),
    Case("jitter", "fabric.gpu.jitter", scenario(roce(gpu=dict(GPU, jitter={})), ALL_REDUCE),
         ("pareto-random-variable",), {"bound": [1.5]}),
    Case("increment", "fabric.gpu.jitter.increment", scenario(
        roce(gpu=dict(GPU, jitter={"type": "sequential-random-variable", "max": 9.0})),
        ALL_REDUCE)),
]

CASES = OF_FABRIC + OF_NETWORK + OF_HOSTS + OF_NVLINK
