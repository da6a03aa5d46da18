# SPDX-License-Identifier: GPL-2.0-only
"""Common parts of the HPCC simulator and its derivatives: switches, NICs, congestion control.

Facts are those of their sources: scratch/third.cc reads the settings; switch-mmu.cc, switch-node.cc,
rdma-hw.cc and qbb-net-device.cc use them.
"""

from common import describe_rate, describe_time

MODES = {1: "DCQCN", 3: "HPCC", 7: "TIMELY", 8: "DCTCP", 10: "HPCC with PINT"}
NAMES = {0: "none", 1: "dcqcn", 3: "hpcc", 7: "timely", 8: "dctcp", 10: "hpcc-pint"}
UNMARKED = (3, 7, 10)  # modes that use no marks
FRAME_BYTES = 48  # PPP 14, IPv4 20, UDP 8, sequence and priority 6


def microseconds(settings, key, default):
    """A time that the file has in microseconds, at least 1 ns, as a time of a scenario."""
    value = settings.real(key, default, 0.001, 1e9)
    return describe_time(round(value * 10**6))


def make_nic(settings, knobs, network, mode):
    """The keys of the NIC, the round trip that windows are computed from in ns, and the window.

    The window is one that falls with the rate of the congestion control: its bytes at line rate, 0
    for those of each path; None: there is no such window.
    """
    payload = settings.whole("PACKET_PAYLOAD_SIZE", 1000, 64, 65532)
    knobs.same("PACKET_PAYLOAD_SIZE", str(payload), "nic.mtuBytes")
    nic = {"mtuBytes": payload, "ackInterval": 1}
    interval = settings.whole("L2_ACK_INTERVAL", 0, 0, 2**31)
    if interval == 0:
        settings.place("L2_ACK_INTERVAL").fail(
            "L2_ACK_INTERVAL", "is 0, without acknowledgements no flow ends; expected 1 or more"
        )
    knobs.differs(
        "L2_ACK_INTERVAL",
        str(interval),
        "nic.ackInterval 1",
        "There it counts bytes; a value up to a packet means one acknowledgement per packet.",
    )
    if interval > payload:
        knobs.none("L2_ACK_INTERVAL", str(interval), "Only the first packets are not "
                                                     "acknowledged there.")
    if mode == 1:
        nic["cnpOnAck"] = True
        nic["cnpInterval"] = "0ns"
    rtt, bdp = network.round_trips(payload)
    window = settings.flag("HAS_WIN", True)
    varies = settings.flag("VAR_WIN", False)
    everyone = settings.flag("GLOBAL_T", True)
    falling = None
    if mode in (3, 10):
        if not window:
            knobs.none("HAS_WIN", "0", "Here HPCC always has a window, which follows its rate.")
        else:
            knobs.same("HAS_WIN, VAR_WIN", f"1, {int(varies)}", "congestionControl")
    elif mode == 8:
        knobs.same("HAS_WIN, VAR_WIN", f"{int(window)}, {int(varies)}", "congestionControl")
    elif window and varies and mode != 0:
        falling = bdp if everyone else 0
        became = f"congestionControl rate-window, windowBytes {falling}"
        if everyone:
            knobs.same("HAS_WIN, VAR_WIN", "1, 1", became)
        else:
            knobs.differs(
                "HAS_WIN, VAR_WIN, GLOBAL_T",
                "1, 1, 0",
                became,
                "Bandwidth-delay product of each pair of hosts; here it counts headers and "
                "acknowledgements, too.",
            )
    elif window:
        # There a packet is sent while less than the window is unacknowledged.
        nic["windowBytes"] = bdp + payload - 1
        knobs.same("HAS_WIN, VAR_WIN", f"1, {int(varies)}", f"nic.windowBytes {nic['windowBytes']}")
        if not everyone:
            knobs.differs(
                "GLOBAL_T", "0", "nic.windowBytes",
                "All pairs have the window of the farthest pair of hosts."
            )
    else:
        knobs.same("HAS_WIN", "0", "nic: no window")
    return nic, rtt, falling


def make_pint(settings, knobs, control):
    """Adds what PINT has beside HPCC."""
    control["type"] = "hpcc-pint"
    control["codeBase"] = settings.real("PINT_LOG_BASE", 1.05, 1.0002, 2)
    control["sampledShare"] = settings.real("PINT_PROB", 1.0, 0.0001, 1)
    knobs.same("PINT_LOG_BASE", f"{control['codeBase']:g}", "congestionControl.codeBase")
    knobs.same("PINT_PROB", f"{control['sampledShare']:g}", "congestionControl.sampledShare")
    knobs.differs(
        "(what switches compute)",
        "",
        "exact numbers",
        "There logarithms have 16 bits, queues are in units of 256 B, and a code of one byte takes "
        "two bytes in a packet. After an idle round trip the last packet counts as sent within one.",
    )


def make_congestion_control(settings, knobs, mode, rtt, falling):
    """The congestion control that CC_MODE chooses, with the window that falls with its rate."""
    control = make_own_control(settings, knobs, mode, rtt)
    if falling is None:
        return control
    return {"type": "rate-window", "windowBytes": falling, "congestionControl": control}


def make_own_control(settings, knobs, mode, rtt):
    """As make_congestion_control(), without a window of VAR_WIN."""
    additive = settings.rate("RATE_AI", "5Mb/s")
    hyper = settings.rate("RATE_HAI", "50Mb/s")
    least = settings.rate("MIN_RATE", "100Mb/s")
    gain = settings.real("EWMA_GAIN", 0.0, 0, 1)
    if mode == 0:
        knobs.same("CC_MODE", "0", "congestionControl none")
        return "none"
    unused = set()
    if mode == 1:
        knobs.same("CC_MODE", "1 (DCQCN)", "congestionControl dcqcn-connect-x")
        control = {
            "type": "dcqcn-connect-x",
            "alphaTimer": microseconds(settings, "ALPHA_RESUME_INTERVAL", 55),
            "alphaGain": gain,
            "initialAlpha": 1,
            "periodicAlpha": True,
            "decreaseInterval": microseconds(settings, "RATE_DECREASE_INTERVAL", 4),
            "clampTargetRate": settings.flag("CLAMP_TARGET_RATE", False),
            "rateOnFirstCnp": 1,
            "increaseTimer": microseconds(settings, "RP_TIMER", 1500),
            "byteCounter": 0,
            "fastRecoverySteps": settings.whole("FAST_RECOVERY_TIMES", 5, 0, 2**31),
            "scaleHyperIncrease": False,
            "rateAi": describe_rate(additive),
            "rateHai": describe_rate(hyper),
            "minRate": describe_rate(least),
        }
        for key, ours in (
            ("ALPHA_RESUME_INTERVAL", "alphaTimer"),
            ("RATE_DECREASE_INTERVAL", "decreaseInterval"),
            ("CLAMP_TARGET_RATE", "clampTargetRate"),
            ("RP_TIMER", "increaseTimer"),
            ("EWMA_GAIN", "alphaGain"),
            ("FAST_RECOVERY_TIMES", "fastRecoverySteps"),
            ("RATE_AI", "rateAi"),
            ("RATE_HAI", "rateHai"),
            ("MIN_RATE", "minRate"),
        ):
            if settings.has(key):
                knobs.same(key, settings.text(key), f"congestionControl.{ours}")
        unused = {"DCTCP_RATE_AI", "U_TARGET", "MI_THRESH", "FAST_REACT", "MULTI_RATE", "SAMPLE_FEEDBACK"}
    elif mode in (3, 10):
        knobs.same("CC_MODE", f"{mode} ({MODES[mode]})", f"congestionControl {NAMES[mode]}")
        control = {
            "type": "hpcc",
            "targetUtilization": settings.real("U_TARGET", 0.95, 0.01, 1),
            "maxStage": settings.whole("MI_THRESH", 5, 0, 2**31),
            "increaseBytes": max(1, round(additive * rtt / 8 / 10**9)),
            "fastReact": mode == 10 or settings.flag("FAST_REACT", True),
        }
        knobs.same("U_TARGET", f"{control['targetUtilization']:g}", "congestionControl.targetUtilization")
        knobs.same("MI_THRESH", str(control["maxStage"]), "congestionControl.maxStage")
        if settings.flag("FAST_REACT", True) == control["fastReact"]:
            knobs.same("FAST_REACT", str(int(control["fastReact"])), "congestionControl.fastReact")
        else:
            knobs.none("FAST_REACT", "0", "There it has no effect with PINT, either.")
        knobs.differs(
            "RATE_AI",
            settings.text("RATE_AI", "5Mb/s"),
            f"congestionControl.increaseBytes {control['increaseBytes']}",
            "There it is added to a rate, here to the window: rate times round trip, in whole bytes.",
        )
        if settings.flag("GLOBAL_T", True):
            control["baseRtt"] = f"{rtt}ns"
            knobs.same("GLOBAL_T", "1", f"congestionControl.baseRtt {rtt}ns")
        else:
            knobs.same("GLOBAL_T", "0", "congestionControl.baseRtt 0: base RTT of the path")
        knobs.none("MIN_RATE", settings.text("MIN_RATE", "100Mb/s"), "A window is at least one packet.")
        if mode == 10:
            make_pint(settings, knobs, control)
            unused = {"MULTI_RATE", "SAMPLE_FEEDBACK", "INT_MULTI"}
        else:
            if settings.flag("MULTI_RATE", True):
                knobs.none("MULTI_RATE", "1", "One window for the most loaded hop, as MULTI_RATE "
                                              "0 and the paper.")
            if settings.flag("SAMPLE_FEEDBACK", False):
                knobs.none("SAMPLE_FEEDBACK", "1", "Every packet's telemetry counts.")
            knobs.none(
                "INT_MULTI",
                settings.text("INT_MULTI", "1"),
                "Here telemetry has exact bytes and is not rounded.",
            )
        unused |= {"RATE_HAI", "DCTCP_RATE_AI", "CLAMP_TARGET_RATE", "RP_TIMER", "EWMA_GAIN"}
        unused |= {"ALPHA_RESUME_INTERVAL", "RATE_DECREASE_INTERVAL", "FAST_RECOVERY_TIMES"}
    elif mode == 7:
        control = {
            "type": "timely",
            "rateAi": describe_rate(additive),
            "hyperFactor": max(1, round(hyper / max(1, additive))),
            "minRate": describe_rate(least),
        }
        knobs.differs(
            "CC_MODE",
            "7 (TIMELY)",
            "congestionControl timely",
            "The constants are the same. There the rate changes once per round trip, here after "
            "each segmentBytes acknowledged, as in the paper.",
        )
        knobs.same("RATE_AI", settings.text("RATE_AI", "5Mb/s"), "congestionControl.rateAi")
        knobs.same(
            "RATE_HAI",
            settings.text("RATE_HAI", "50Mb/s"),
            f"congestionControl.hyperFactor {control['hyperFactor']}",
        )
        knobs.same("MIN_RATE", settings.text("MIN_RATE", "100Mb/s"), "congestionControl.minRate")
        unused = {"DCTCP_RATE_AI", "U_TARGET", "MI_THRESH", "FAST_REACT", "MULTI_RATE", "SAMPLE_FEEDBACK"}
        unused |= {"EWMA_GAIN", "CLAMP_TARGET_RATE", "RP_TIMER", "FAST_RECOVERY_TIMES"}
        unused |= {"ALPHA_RESUME_INTERVAL", "RATE_DECREASE_INTERVAL"}
    else:
        control = {"type": "dctcp", "gain": gain}
        knobs.same("CC_MODE", "8 (DCTCP)", "congestionControl dctcp")
        knobs.same("EWMA_GAIN", f"{gain:g}", "congestionControl.gain")
        knobs.none(
            "DCTCP_RATE_AI",
            settings.text("DCTCP_RATE_AI", "1000Mb/s"),
            "The window grows by a packet per round trip; run.py of the simulator computes the "
            "value from that.",
        )
        unused = {"RATE_AI", "RATE_HAI", "U_TARGET", "MI_THRESH", "FAST_REACT", "MULTI_RATE"}
        unused |= {"SAMPLE_FEEDBACK", "CLAMP_TARGET_RATE", "RP_TIMER", "FAST_RECOVERY_TIMES"}
        unused |= {"ALPHA_RESUME_INTERVAL", "RATE_DECREASE_INTERVAL"}
    rest = [key for key in sorted(unused) if settings.has(key)]
    if rest:
        knobs.none(", ".join(rest[:3]) + (", ..." if len(rest) > 3 else ""), "", "Not used by "
            f"{MODES[mode]}.")
    return control


def make_marker(settings, knobs, network):
    """ECN marking; their thresholds are by the rate of the port, in KB of 1000 B."""
    if not settings.flag("ENABLE_QCN", True):
        knobs.same("ENABLE_QCN", "0", "marker none")
        return "none"
    knobs.same("ENABLE_QCN", "1", "marker red")
    low, high, most = (settings.by_rate(key) for key in ("KMIN_MAP", "KMAX_MAP", "PMAX_MAP"))
    rates = {}
    for link in network.links:
        for end in (link.a, link.b):
            if end in network.switches:
                rates.setdefault(link.rate, link)
    for rate, link in rates.items():
        for key, values in (("KMIN_MAP", low), ("KMAX_MAP", high), ("PMAX_MAP", most)):
            if rate not in values:
                settings.place(key).fail(
                    key, f"has no value for {rate}, the rate of the link on line {link.line} of "
                         f"{network.path}"
                )
        if high[rate] < low[rate]:
            settings.place("KMAX_MAP").fail(
                "KMAX_MAP", f"is {high[rate]:g} KB at {rate} bit/s, less than KMIN_MAP has: "
                            f"{low[rate]:g} KB"
            )
        if most[rate] > 1:
            settings.place("PMAX_MAP").fail("PMAX_MAP", f"is {most[rate]:g}; expected 0 to 1")
    if not rates:
        return "none"
    reference = max(rates)
    marker = {
        "type": "red",
        "kminBytes": round(low[reference] * 1000),
        "kmaxBytes": round(high[reference] * 1000),
        "pmax": most[reference],
    }
    keys = "KMIN_MAP, KMAX_MAP, PMAX_MAP"
    values = f"{low[reference]:g}, {high[reference]:g} KB, {most[reference]:g}"

    def agrees(scale):
        return all(
            low[rate] == low[reference] * scale(rate)
            and high[rate] == high[reference] * scale(rate)
            and most[rate] == most[reference]
            for rate in rates
        )

    if agrees(lambda rate: 1):
        marker["referenceRate"] = "0bps"
        knobs.same(keys, values, "marker.kminBytes, kmaxBytes, pmax")
        return marker
    if agrees(lambda rate: rate / reference):
        marker["referenceRate"] = describe_rate(reference)
        ours = f"marker.kminBytes, kmaxBytes, pmax at {describe_rate(reference)}"
        knobs.same(keys, values, ours)
        return marker
    rows = [
        {
            "rate": describe_rate(rate),
            "kminBytes": round(low[rate] * 1000),
            "kmaxBytes": round(high[rate] * 1000),
            "pmax": most[rate],
        }
        for rate in sorted(rates)
    ]
    knobs.same(keys, f"of {len(rows)} rates", "marker.profiles")
    return {"type": "red", "profiles": rows}


def make_buffer(settings, knobs, network):
    """Buffer and PFC of the HPCC simulator. Returns both."""
    size = settings.whole("BUFFER_SIZE", 16, 1, 2**20)
    knobs.same("BUFFER_SIZE", f"{size} (2^20 B)", "buffer.sizeBytes")
    buffer = {
        "type": "shared",
        "sizeBytes": f"{size}MiB",
        "reserveBytes": 4096,
        "xonOffsetBytes": 3072,
        "alpha": 0.125,
    }
    knobs.same("(pfc_a_shift 3)", "", "buffer.alpha 0.125")
    nic = network.nic_rate
    if max((link.rate for link in network.links), default=0) > nic:
        buffer["alphaRate"] = describe_rate(nic)
        knobs.same(f"(pfc_a_shift of ports above {describe_rate(nic)}, less)", "", "buffer.alphaRate")
    knobs.same("(reserve, resume_offset)", "", "buffer.reserveBytes 4096, xonOffsetBytes 3072")
    if not settings.flag("USE_DYNAMIC_PFC_THRESHOLD", True):
        knobs.none("USE_DYNAMIC_PFC_THRESHOLD", "0", "There it has no effect, either: thresholds are "
                                                     "dynamic.")
    payload = settings.whole("PACKET_PAYLOAD_SIZE", 1000)
    return buffer, make_headroom(
        knobs, network, payload, lambda link: 3 * link.rate * link.delay_ps // 10**12 // 8, buffer
    )


def make_headroom(knobs, network, payload, compute, buffer):
    """The flow control, with their headroom where that is the same for all ports, and enough; else
    the buffer has it, where it is the same for all ports of a rate, and enough."""
    sizes = {compute(link) for link in network.links}
    # What a pause needs at the least: a round trip of wire, a packet at each end and one on the way.
    needs = {link: 2 * link.rate * link.delay_ps // 10**12 // 8 + 3 * (payload + 100)
             for link in network.links}
    needed = max(needs.values(), default=0)
    of_rate = {}
    for link in network.links:
        of_rate.setdefault(link.rate, set()).add(compute(link))
    enough = all(compute(link) >= needs[link] for link in network.links)
    control = {"type": "priority"}
    access = max((link.rate for link in network.links), default=0)
    slowest = min((link.rate for link in network.links), default=0)
    if len(sizes) == 1 and min(sizes) >= needed:
        control["headroomBytes"] = min(sizes)
        knobs.same("(headroom)", "", f"flowControl.headroomBytes {min(sizes)}")
    elif enough and len(of_rate) > 1 and all(len(some) == 1 for some in of_rate.values()):
        buffer["profiles"] = [
            {"rate": describe_rate(rate), "headroomBytes": min(of_rate[rate])}
            for rate in sorted(of_rate)
        ]
        knobs.same("(headroom)", f"of {len(of_rate)} rates", "buffer.profiles")
    else:
        knobs.differs(
            "(headroom)",
            "",
            "flowControl.headroomBytes 0",
            f"Computed for each link. There the headroom of {min(sizes, default=0)} B and more "
            f"differs between ports or is less than a pause needs ({needed} B), and would lose packets.",
        )
    if access > slowest and "alphaRate" not in buffer:
        knobs.differs(
            "(pfc_a_shift)",
            "",
            "buffer.alpha 0.125",
            "There ports faster than the NICs have more, in proportion.",
        )
    return control


def add_losses(settings, knobs, network):
    """ERROR_RATE_PER_LINK counts where the topology has none."""
    rate = settings.real("ERROR_RATE_PER_LINK", 0.0, 0, 1)
    if rate > 0:
        for link in network.links:
            link.error = link.error or rate
        knobs.same("ERROR_RATE_PER_LINK", f"{rate:g}", "error rate of each link of the topology")


def make_recovery(settings, knobs):
    """What senders do about losses."""
    if not settings.flag("L2_BACK_TO_ZERO", False):
        knobs.same("L2_BACK_TO_ZERO", "0", "lossRecovery go-back-n")
        return "go-back-n"
    knobs.differs(
        "L2_BACK_TO_ZERO",
        "1",
        "lossRecovery go-back-zero",
        f"There to the last multiple of L2_CHUNK_SIZE {settings.text('L2_CHUNK_SIZE', '0')}, here "
        "to the "
        "first byte of the message.",
    )
    return "go-back-zero"


def tell_rest(settings, knobs):
    """Knobs without an effect on the model."""
    if settings.flag("ACK_HIGH_PRIO", False):
        knobs.none(
            "ACK_HIGH_PRIO",
            "1",
            "There a paused host still sends acknowledgements. Switches queue acknowledgements with "
            "the data, as here.",
        )
    if not settings.flag("RATE_BOUND", True):
        knobs.none("RATE_BOUND", "0", "Senders are always paced here.")
    if settings.flag("ENABLE_TRACE", True) and settings.has("TRACE_FILE"):
        knobs.none(
            "TRACE_FILE, TRACE_OUTPUT_FILE", "", "Packets are recorded in pcap files "
                                                 "(\"pcap\"), elsewhere."
        )
    for key in ("PAUSE_TIME", "DATA_RATE", "LINK_DELAY"):
        if settings.has(key):
            knobs.none(key, settings.text(key), "It has no effect there, either.")
    knobs.same("(header bytes)", f"{FRAME_BYTES} per packet", "framing hpcc")
    knobs.same("(switches take no time)", "", "switch.latency 0ns")
