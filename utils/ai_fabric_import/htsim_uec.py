# SPDX-License-Identifier: GPL-2.0-only
"""What the options of htsim's Ultra Ethernet program become: preset ultra-ethernet and numbers.

Facts are those of its sources: datacenter/main_uec.cpp reads the options; uec.cpp, uec_mp.cpp,
compositequeue.cpp and fat_tree_topology.cpp use them.
"""

import math

from common import describe_rate, describe_time
from htsim_options import FLOWLETS, PLACE, make_flowlets

#: The options and how many words follow.
OPTIONS = {
    "-topo": 1,
    "-tiers": 1,
    "-nodes": 1,
    "-planes": 1,
    "-linkspeed": 1,
    "-hop_latency": 1,
    "-switch_latency": 1,
    "-failed": 1,
    "-mtu": 1,
    "-q": 1,
    "-queue_size_bdp_factor": 1,
    "-queue_type": 1,
    "-ecn": 2,
    "-disable_trim": 0,
    "-trimsize": 1,
    "-sender_cc": 0,
    "-sender_cc_only": 0,
    "-sender_cc_algo": 1,
    "-receiver_cc": 0,
    "-receiver_cc_only": 0,
    "-target_q_delay": 1,
    "-qa_gate": 1,
    "-cwnd": 1,
    "-enable_accurate_base_rtt": 0,
    "-disable_base_rtt_update_on_nack": 0,
    "-oversubscribed_cc": 0,
    "-force_disable_oversubscribed_cc": 0,
    "-Ai": 1,
    "-Md": 1,
    "-alpha": 1,
    "-load_balancing_algo": 1,
    "-paths": 1,
    "-strat": 1,
    "-ar_sticky_delta": 1,
    "-ar_granularity": 1,
    "-ar_method": 1,
    "-sack_threshold": 1,
    "-sleek": 0,
    "-conn_reuse": 0,
    "-pcie": 1,
    "-host_queue_type": 1,
    "-end": 1,
    "-seed": 1,
    "-debug": 0,
    "-log": 1,
    "-logtime": 1,
    "-logtime_us": 1,
}
OPTIONAL = ()
CONNECTIONS = "a packet delivery context each"

HEADER_BYTES = 64  # of a packet, of its length on the wire
ACK_BYTES = 64
#: How many times a lossy queue that is full is longer than this part of the memory that is free.
LEAST_ALPHA = 1024
BITMAP = "There a path is also skipped 15 times after a timeout."
#: The oversubscription that has receivers grant a hundredth of their line at the least.
MOST_OVERSUBSCRIBED = 90

#: Who controls.
CONTROLS = ("-sender_cc", "-sender_cc_only", "-sender_cc_algo", "-receiver_cc", "-receiver_cc_only")
#: Congestion controls of senders.
SENDERS = ("nscc", "dctcp")
#: Path selectors by -strat, the entropies of a sender (0: -paths) and how they differ.
SELECTORS = {
    "ecmp_host": ("ecmp", 0, ""),
    "ecmp_rr": ({"type": "round-robin", "rounds": 1}, 1,
                "There a switch has one round-robin order for all packets, here one per receiver."),
    "ecmp_ar": ("adaptive", 1, "There ports are chosen by -ar_method, here by queue length; both per "
                               "packet."),
    "ecmp_host_ar": ("adaptive", 0, "There every other packet is placed by its entropy and the rest by "
                                    "-ar_method; here all by queue length."),
}


class Sizes:
    """What the program computes of round trip and bandwidth-delay product of the farthest hosts."""

    def __init__(self, options, tree):
        self.packet = options.whole("-mtu", 4150, 128, 65532)
        self.rate = tree.rates[0]
        gbps = self.rate / 10**9
        hops = 2 * tree.tiers
        sending = (self.packet + ACK_BYTES) * 8 / gbps * hops * 1000
        self.round_trip_ps = int(2 * tree.diameter_ps() + sending)
        self.bdp_packets = math.ceil(self.round_trip_ps / 10**12 * self.rate / 8 / self.packet)
        self.payload = self.packet - HEADER_BYTES

    def queue_packets(self, options):
        """Packets that a port holds before it trims or drops."""
        factor = 5 if options.has("-disable_trim") else 1
        factor = options.whole("-queue_size_bdp_factor", factor, 0, 2**10) or factor
        return options.whole("-q", self.bdp_packets * factor, 1, 2**20)


def check(options, tree, flows):
    """Refuses options that the program treats in an unexpected way."""
    if options.has("-topo") and options.real("-linkspeed", 100000, 1) * 10**6 != tree.rates[0]:
        PLACE.fail(
            "-linkspeed",
            f"is {options.text('-linkspeed', '100000 by default')}, but hosts of the topology have "
            f"{describe_rate(tree.rates[0])}; expected -linkspeed {tree.rates[0] / 10**6:g}",
        )
    options.whole("-planes", 1, 1, 1)
    if not options.has("-conn_reuse"):
        for flow in flows:
            if flow.is_message:
                flow.place.fail("msg", "is for -conn_reuse; expected that option or no msg")
        return
    for flow in flows:
        if not flow.id:
            flow.place.fail("id", "is missing; with -conn_reuse it is that of the connection")
        flow.is_message = True
        if flow.start is not None:
            flow.start = flow.start * 10**6


def choose_control(options, knobs, sizes):
    """The congestion control and the name of the fabric."""
    sender, receiver = True, False
    for option in options.order:
        if option == "-sender_cc_only":
            sender, receiver = True, False
        elif option == "-receiver_cc_only":
            sender, receiver = False, True
        elif option in ("-sender_cc", "-sender_cc_algo"):
            sender = True
        elif option == "-receiver_cc":
            receiver = True
    given = [
        f"{name} {options.text(name)}" if OPTIONS[name] else name
        for name in options.order
        if name in CONTROLS
    ]
    algorithm = options.choice("-sender_cc_algo", "nscc", SENDERS)
    control = {"type": algorithm}
    if algorithm == "nscc":
        scale = 1 if options.has("-disable_trim") else 0.75
        target = round(options.real("-target_q_delay", 0.0, 0, 10**6) * 10**6)
        control["networkRtt"] = describe_time(sizes.round_trip_ps)
        control["targetDelay"] = describe_time(target or round(sizes.round_trip_ps * scale))
        gate = options.whole("-qa_gate", 3, 0, 31)
        if options.has("-qa_gate"):
            control["quickGate"] = gate
        packets = options.whole("-cwnd", 0)
        if packets:
            control["initialWindow"] = packets
    if not sender:
        knobs.same(", ".join(given), "", "congestionControl rccc")
        return "rccc", "rccc"
    if algorithm == "nscc":
        knobs.same("-target_q_delay", options.text("-target_q_delay"),
                   f"congestionControl.targetDelay {control['targetDelay']}")
        if options.has("-qa_gate"):
            knobs.same("-qa_gate", options.text("-qa_gate"), "congestionControl.quickGate")
        if options.has("-cwnd"):
            knobs.same("-cwnd", f"{packets} packets", "congestionControl.initialWindow")
    else:
        knobs.differs(
            "-sender_cc_algo",
            algorithm,
            "congestionControl dctcp",
            "There the window shrinks with every marked packet, here once per window.",
        )
    if not receiver:
        knobs.same(", ".join(given) or "(-sender_cc_only)", "", f"congestionControl {algorithm}")
        return control, algorithm
    knobs.same(", ".join(given), "", f"congestionControl rccc with {algorithm}")
    return {"type": "rccc", "congestionControl": control}, f"rccc and {algorithm}"


def add_oversubscription(control, options, knobs, sizes, tree):
    """The congestion control with what receivers do where uplinks are oversubscribed."""
    asked = False
    for option in options.order:
        if option == "-oversubscribed_cc":
            asked = True
        elif option in ("-sender_cc", "-sender_cc_only", "-receiver_cc_only") or "force" in option:
            asked = False
    alone = control == "rccc" and not options.has("-force_disable_oversubscribed_cc")
    by_itself = alone and tree.oversubscription > 1
    credits = control == "rccc" or control["type"] == "rccc"
    if not credits or not (asked or by_itself):
        return control
    ratio = tree.oversubscription if by_itself else MOST_OVERSUBSCRIBED
    knobs.same(
        "-oversubscribed_cc" if asked else "(-oversubscribed_cc)",
        f"{tree.oversubscription}:1",
        f"congestionControl.oversubscription {ratio:g}",
    )
    return {
        "type": "rccc",
        **(control if isinstance(control, dict) else {}),
        "oversubscription": float(ratio),
        "reviewTime": describe_time(sizes.round_trip_ps * 3 // 2),
    }


def tell_windows(options, knobs, control):
    """How windows and credits differ."""
    if not options.has("-enable_accurate_base_rtt"):
        knobs.differs(
            "(base round trip)",
            "",
            "congestionControl.networkRtt, and the idle round trip of each pair of hosts for windows",
            "There all windows start with the value of the farthest pair; with "
            "-enable_accurate_base_rtt as here.",
        )
    else:
        knobs.same("-enable_accurate_base_rtt", "", "the idle round trip of each pair of hosts")
    if options.has("-cwnd") and "nscc" not in control:
        knobs.none("-cwnd", f"{options.whole('-cwnd', 0)} packets",
                   "It applies to NSCC; others keep their own initial window.")
    if control not in SENDERS:
        knobs.differs(
            "(marks)",
            "",
            "marker",
            "There ports to hosts do not mark if receivers control the rate, here they do.",
        )


def choose_entropies(options, knobs):
    """Path selector and entropy policy."""
    strategy = options.choice("-strat", "ecmp_host", SELECTORS)
    selector, paths, remark = SELECTORS[strategy]
    if options.choice("-ar_granularity", "packet", ("packet", "flow")) == "flow" and strategy == "ecmp_ar":
        selector, remark = make_flowlets(options), FLOWLETS
    kind = selector if isinstance(selector, str) else selector["type"]
    if remark:
        knobs.differs("-strat", strategy, f"pathSelector {kind}", remark)
    else:
        knobs.same("-strat", strategy, f"pathSelector {kind}")
    given = options.whole("-paths", 64, 1, 10000)
    paths = paths or given
    names = ("bitmap", "reps", "reps_legacy", "oblivious", "mixed")
    algorithm = options.choice("-load_balancing_algo", "mixed", names)
    if paths == 1:
        knobs.same("-paths", str(given), "entropyPolicy fixed")
        return selector, "fixed"
    if algorithm in ("bitmap", "oblivious", "mixed") and paths & (paths - 1):
        PLACE.fail(
            "-paths", f"is {paths}; expected a power of 2 with -load_balancing_algo {algorithm}"
        )
    if algorithm in ("reps", "reps_legacy"):
        policy = {"type": "reps", "entropies": paths}
        knobs.same("-paths", str(paths), "entropyPolicy.entropies")
    else:
        policy = {"type": algorithm, "pathBits": paths.bit_length() - 1}
        knobs.same("-paths", str(paths), f"entropyPolicy.pathBits {policy['pathBits']}")
    became = f"entropyPolicy {policy['type']}"
    remark = {
        "bitmap": BITMAP,
        "mixed": BITMAP,
        "reps_legacy": "There any number of returned entropies is stored, here eight.",
    }.get(algorithm)
    if remark:
        knobs.differs("-load_balancing_algo", algorithm, became, remark)
    else:
        knobs.same("-load_balancing_algo", algorithm, became)
    return selector, policy


def make_queues(options, knobs, sizes, tree):
    """Buffer and marker."""
    packets = sizes.queue_packets(options)
    frame = (sizes.payload + 3) // 4 * 4 + HEADER_BYTES
    queue = packets * frame
    buffer = {"type": "shared"}
    if options.has("-queue_size_bdp_factor"):
        what = "buffer" if not options.has("-q") else "-q has it"
        knobs.same("-queue_size_bdp_factor", options.text("-queue_size_bdp_factor"), what)
    if options.has("-disable_trim"):
        buffer["trimQueueTime"] = "0ns"
        buffer["lossyAlpha"] = 1 / LEAST_ALPHA
        buffer["sizeBytes"] = queue * (LEAST_ALPHA + 1)
        knobs.differs(
            "-disable_trim, -q",
            f"{packets} packets",
            "buffer.sizeBytes, lossyAlpha",
            "There each port has its own queue, here a share of one memory. There the first or the "
            "last packet is dropped, here the last.",
        )
    else:
        fastest = max(tree.rates)
        time_ps = -(-queue * 8 * 10**12 // fastest)
        buffer["trimQueueTime"] = describe_time(time_ps)
        knobs.differs(
            "-q",
            f"{packets} packets",
            f"buffer.trimQueueTime {buffer['trimQueueTime']}",
            "There the first or the last packet of a full queue is trimmed, here the last.",
        )
        buffer["trimSizeBytes"] = options.whole("-trimsize", 64, 64, sizes.packet)
        size = buffer["trimSizeBytes"]
        if size > HEADER_BYTES:
            knobs.differs("-trimsize", f"{size} B", "buffer.trimSizeBytes",
                          f"Here a trimmed packet keeps no payload, so {HEADER_BYTES} B.")
        else:
            knobs.same("-trimsize", f"{size} B", "buffer.trimSizeBytes")
    if options.has("-ecn"):
        low, high = (options.whole("-ecn", 0, 0, 2**20, which) for which in (0, 1))
        if low > high or high > packets:
            PLACE.fail(
                "-ecn", f"{low} {high}: expected the lower one first, and at most the {packets} "
                        "packets of the queue"
            )
    else:
        low, high = (math.ceil(sizes.bdp_packets * share) for share in (0.2, 0.8))
    knobs.same("-ecn", f"{low}, {high} packets", "marker.kminBytes, kmaxBytes")
    same = len(set(tree.rates)) == 1
    marker = {
        "type": "red",
        "kminBytes": low * frame,
        "kmaxBytes": high * frame,
        "pmax": 1,
        # Thresholds of slowed links are lower there, too.
        "referenceRate": describe_rate(tree.rates[0]) if same else "0bps",
    }
    return buffer, marker


def make_fabric(options, knobs, tree):
    """The fabric, and keys of the scenario beside it."""
    sizes = Sizes(options, tree)
    options.choice("-queue_type", "composite", ("composite",))
    knobs.same("-mtu", str(sizes.packet), f"nic.mtuBytes {sizes.payload}")
    knobs.same("(header bytes)", f"{HEADER_BYTES} per packet", "framing htsim")
    control, name = choose_control(options, knobs, sizes)
    control = add_oversubscription(control, options, knobs, sizes, tree)
    tell_windows(options, knobs, name)
    ack_bytes = options.whole("-sack_threshold", 16384, 1, 2**31)
    selector, policy = choose_entropies(options, knobs)
    buffer, marker = make_queues(options, knobs, sizes, tree)
    queue_bytes = sizes.queue_packets(options) * sizes.packet
    timeout_ps = round(15 * 10**6 + 6 * queue_bytes * 8 * 10**12 / sizes.rate)
    knobs.same("(least timeout)", f"{timeout_ps / 10**6:.1f}us", "retransmissionTimer.initialTimeout")
    knobs.same("-sack_threshold", str(ack_bytes), "transport.ackBytes")
    if options.has("-sleek"):
        knobs.same("-sleek", "", "transport: losses by later packets, and probes")
    elif options.has("-disable_trim"):
        knobs.differs(
            "(no -sleek)",
            "",
            "transport",
            "There only a timeout detects a lost packet, here also later packets and probes.",
        )
    return {
        "preset": "ultra-ethernet",
        "name": name,
        "framing": "htsim",
        "transport": {"type": "ultra-ethernet", "ackBytes": ack_bytes},
        "buffer": buffer,
        "marker": marker,
        "congestionControl": control,
        "retransmissionTimer": {
            "type": "adaptive-timer",
            "initialTimeout": describe_time(timeout_ps),
            "initialRange": "0ns",
            "tries": 2,
        },
        "pathSelector": selector,
        "entropyPolicy": policy,
        "switch": {"latency": describe_time(tree.switch_latency_ps)},
        "nic": {"mtuBytes": sizes.payload},
    }, tree.make_failures(options.whole("-failed", 0, 0, 2**16), knobs)


def tell_rest(options, knobs):
    """What has no counterpart."""
    for option, key in (("-planes", "one network"), ("-queue_type", "buffer shared")):
        if options.has(option):
            knobs.same(option, options.text(option), key)
    if options.has("-topo") and options.has("-linkspeed"):
        knobs.same("-linkspeed", options.text("-linkspeed"), "topology: rates of hosts")
    if options.has("-force_disable_oversubscribed_cc"):
        knobs.same("-force_disable_oversubscribed_cc", "", "congestionControl rccc")
    if options.has("-conn_reuse"):
        knobs.same("-conn_reuse", "", "messages of one id are one channel; starts are in us")
    if options.has("-pcie"):
        knobs.none(
            "-pcie",
            options.text("-pcie"),
            "There a receiver grants less if its bus is full; here nic.receiveRate drops or trims "
            "packets that do not fit its buffer.",
        )
    for option in ("-Ai", "-Md", "-alpha"):
        if options.has(option):
            knobs.none(option, options.text(option), "It belongs to the receivers' oversubscribed CC.")
    if options.has("-disable_base_rtt_update_on_nack"):
        knobs.none("-disable_base_rtt_update_on_nack", "", "The idle round trip is known.")
    for option in ("-host_queue_type", "-debug", "-log", "-logtime", "-logtime_us"):
        if options.has(option):
            value = options.text(option) if OPTIONS[option] else ""
            knobs.none(option, value, "Has no effect here.")
    for option in ("-ar_sticky_delta", "-ar_granularity", "-ar_method"):
        if options.has(option):
            knobs.none(option, options.text(option), "See -strat above.")
