# SPDX-License-Identifier: GPL-2.0-only
"""What the options of htsim's RoCE program become: PFC by thresholds, and DCQCN if it is wanted."""

from common import describe_rate, describe_time
from htsim_options import FLOWLETS, PLACE, make_flowlets

#: The options and how many words follow.
OPTIONS = {
    "-topo": 1,
    "-tiers": 1,
    "-nodes": 1,
    "-linkspeed": 1,
    "-hop_latency": 1,
    "-switch_latency": 1,
    "-mtu": 1,
    "-q": 1,
    "-strat": 1,
    "-paths": 1,
    "-pfc_thresholds": 2,
    "-dcqcn": 1,
    "-out_of_order": 0,
    "-failed": 1,
    "-nic_burst": 1,
    "-end": 1,
    "-seed": 1,
    "-conns": 1,
    "-queue_type": 1,
    "-host_queue_type": 1,
    "-log": 1,
    "-logtime": 1,
    "-start_delta": 1,
    "-ar_sticky_delta": 1,
    "-ar_method": 1,
}
#: The share of the packets may stand behind this one.
OPTIONAL = ("ecmp_host_ar",)
#: Path selectors by -strat, and how they differ.
SELECTORS = {
    "single": ("ecmp", ""),
    "ecmp_host": ("ecmp", ""),
    "ecmp_rr": ("round-robin", "There a switch has one round-robin order for all packets, here "
                               "one per receiver."),
    "ecmp_ar": ("flowlet", FLOWLETS),
    "ecmp_host_ar": ("adaptive", "There a share of the packets avoids the worst port by -ar_method and "
                                 "the others are hashed; here each packet is placed by queue length."),
}
#: Those that let packets of a connection overtake each other.
OVERTAKING = ("ecmp_rr", "ecmp_ar", "ecmp_host_ar")
CONNECTIONS = "a queue pair each"


def check(options, tree, flows):
    """Refuses options that the program treats in an unexpected way."""
    if options.has("-topo") and options.has("-linkspeed"):
        PLACE.fail("-linkspeed", "has no effect beside -topo; leave one of them out")


def make_control(options, knobs, tree, payload):
    """Keys of the fabric for congestion control, as -dcqcn has it, or none."""
    if not options.has("-dcqcn"):
        knobs.same("(no congestion control)", "", "congestionControl none, marker none")
        return {"marker": "none", "congestionControl": "none"}
    packets = options.whole("-dcqcn", 0, 0, 2**20)
    knobs.differs(
        "-dcqcn",
        f"{packets} packets",
        "congestionControl dcqcn, marker.thresholdBytes",
        "There all flows have one alpha.",
    )
    return {
        "marker": {"type": "step", "thresholdBytes": packets * payload, "referenceRate": "0bps"},
        "congestionControl": {
            "type": "dcqcn",
            "alphaTimer": "55us",
            "increaseTimer": "55us",
            # It counts packets in place of bytes, 10^7, which no flow sends between two notifications.
            "byteCounter": 0,
            "rateAi": describe_rate(tree.rates[0] // 20),
            "rateHai": describe_rate(tree.rates[0] // 10),
        },
    }


def make_recovery(options, knobs):
    """Keys of the fabric for packets out of order."""
    if not options.has("-out_of_order"):
        knobs.same("(packets out of order)", "", "lossRecovery go-back-n")
        return {"lossRecovery": "go-back-n"}
    knobs.same("-out_of_order", "64 packets", "lossRecovery.reorderPackets")
    return {"lossRecovery": {"type": "selective-repeat", "windowBdps": 0, "reorderPackets": 64}}


def make_lint(options, strategy, knobs):
    """What says that packets may overtake each other with go-back-N, where there they do."""
    if strategy not in OVERTAKING or options.has("-out_of_order"):
        return {}
    knobs.same("(go-back-N takes packets out of order for lost)", "", "lint.ignore: reordering is intended")
    return {"lint": {"ignore": ["reordering-go-back"]}}


def make_fabric(options, knobs, tree):
    """The fabric, and keys of the scenario beside it."""
    payload = options.whole("-mtu", 9000, 64, 65532)
    knobs.same("-mtu", str(payload), "nic.mtuBytes")
    strategy = options.choice("-strat", "ecmp_host", SELECTORS)
    selector, remark = SELECTORS[strategy]
    if strategy == "ecmp_ar" and options.has("-out_of_order"):
        selector, remark = "adaptive", (
            "There ports are chosen by -ar_method, here by queue length; both per packet."
        )
    if remark:
        knobs.differs("-strat", strategy, f"pathSelector {selector}", remark)
    else:
        knobs.same("-strat", strategy, f"pathSelector {selector}")
    if selector == "flowlet":
        selector = make_flowlets(options)
    low = options.whole("-pfc_thresholds", 12, 1, 2**20)
    high = options.whole("-pfc_thresholds", 15, 1, 2**20, which=1)
    if low > high:
        PLACE.fail("-pfc_thresholds", f"{low} {high}: expected the lower one first")
    kind = options.choice("-queue_type", "lossless_input", ("lossless_input", "lossless"))
    knobs.same("-queue_type", kind, "flowControl priority")
    knobs.same(
        "-pfc_thresholds", f"{low} {high} packets", "buffer.staticThresholdBytes, xonOffsetBytes"
    )
    knobs.differs(
        "-q",
        options.text("-q"),
        "buffer.sizeBytes 0, the default",
        "There each port has its own buffer in packets, here all ports share one memory.",
    )
    knobs.differs("(64 B around a packet)", "", "framing roce-v2", "Here 82 B with preamble and gap.")
    knobs.same("(retransmission timeout 1 ms)", "", "nic.ackTimeout")
    nic = {"mtuBytes": payload, "ackInterval": 1, "ackTimeout": "1ms"}
    if options.has("-dcqcn"):
        nic["cnpInterval"] = "50us"
    return {
        "type": "roce",
        "name": "roce",
        "flowControl": {"type": "priority", "priorities": 8},
        "buffer": {
            "type": "shared",
            "staticThresholdBytes": high * payload,
            "xonOffsetBytes": (high - low) * payload,
        },
        **make_control(options, knobs, tree, payload),
        **make_recovery(options, knobs),
        "pathSelector": selector,
        "switch": {"latency": describe_time(tree.switch_latency_ps)},
        "nic": nic,
    }, {
        **tree.make_failures(options.whole("-failed", 0, 0, 2**16), knobs),
        **make_lint(options, strategy, knobs),
    }


def tell_rest(options, knobs):
    """What has no counterpart."""
    if options.has("-nic_burst"):
        knobs.none("-nic_burst", options.text("-nic_burst"), "Here a sender paces each packet.")
    for option in ("-paths", "-conns", "-host_queue_type", "-log", "-logtime"):
        if options.has(option):
            knobs.none(option, options.text(option), "Has no effect here.")
    if options.has("-start_delta"):
        knobs.none(
            "-start_delta",
            f"{options.real('-start_delta', 0.0):g}us",
            "There each connection starts later by a random time up to this value, here as in the matrix.",
        )
    for option in ("-ar_sticky_delta", "-ar_method"):
        if options.has(option):
            knobs.none(option, options.text(option), "See -strat above.")
