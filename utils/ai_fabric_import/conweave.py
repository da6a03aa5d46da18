# SPDX-License-Identifier: GPL-2.0-only
"""config.txt of ConWeave's simulator, an heir of HPCC's with another buffer, IRN and load balancers."""

import hpcc
from common import Place, describe_time, find_file
from networks import read_network
from planes import Planes
from rdma import (
    NAMES,
    UNMARKED,
    add_losses,
    make_congestion_control,
    make_headroom,
    make_marker,
    make_nic,
    make_recovery,
    tell_rest,
)
from settings import CONWEAVE_KEYS, HPCC_KEYS, Settings

FLOW_WORDS = ("src", "dst", "priority", "bytes", "start")
ACK_PRIORITY = 7  # the first one here
MTU_BYTES = 1048  # of their switch-mmu.h, whatever the payload is

#: By LB_MODE: the path selector here, and the difference; an empty text: none.
SELECTORS = {
    0: ({"type": "ecmp"}, ""),
    2: ({"type": "drill", "samples": 2, "memory": 1}, ""),
    3: ({"type": "conga", "gap": "100us", "interval": "50us", "discount": 0.2, "aging": "500us"},
        "There CONGA compares 4 random paths, here all uplinks of the leaf. There feedback travels "
        "with data only, here with acknowledgements too."),
    6: ({"type": "flowlet", "gap": "100us"}, ""),
    9: ({"type": "conweave"},
        "There a reply is late after the base round trip, here after the smallest measured one. "
        "There the leaf chooses the whole path, here switches hash beyond the uplink. There replies "
        "precede data, with acknowledgements; here they follow acknowledgements and may be lost."),
}
#: Those that let packets overtake each other.
OVERTAKING = (2, 3, 6)
#: The times of ConWeave, all in microseconds.
CONWEAVE_TIMES = {
    "CONWEAVE_REPLY_TIMEOUT_EXTRA": "extraReply",
    "CONWEAVE_PATH_PAUSE_TIME": "pathPause",
    "CONWEAVE_TX_EXPIRY_TIME": "inactive",
    "CONWEAVE_EXTRA_VOQ_FLUSH_TIME": "extraFlush",
    "CONWEAVE_DEFAULT_VOQ_WAITING_TIME": "defaultWait",
}
LEAST_TIMES = {"inactive": 1, "defaultWait": 1}
MONITORS = (
    "CNP_OUTPUT_FILE",
    "EST_ERROR_MON_FILE",
    "VOQ_MON_FILE",
    "VOQ_MON_DETAIL_FILE",
    "UPLINK_MON_FILE",
    "CONN_MON_FILE",
)


def make_losses(settings, knobs, network, fabric):
    """PFC, or IRN without it, and the buffer for that."""
    pauses = settings.flag("ENABLE_PFC", True)
    irn = settings.flag("ENABLE_IRN", False)
    if not pauses and not irn:
        settings.place("ENABLE_IRN").fail("ENABLE_IRN", "is 0, and so is ENABLE_PFC; expected one "
                                                        "of them to be 1")
    size = settings.whole("BUFFER_SIZE", 0, 0, 2**20)
    if size == 0:
        settings.place("BUFFER_SIZE").fail("BUFFER_SIZE", "is 0 or missing; expected 1 or more, "
                                                          "in 2^20 B")
    fabric["buffer"] = {"type": "shared", "sizeBytes": f"{size}MiB"}
    knobs.same("BUFFER_SIZE", f"{size} (2^20 B)", "buffer.sizeBytes")
    if pauses:
        fabric["flowControl"] = make_headroom(
            knobs,
            network,
            fabric["nic"]["mtuBytes"],
            lambda link: 2 * link.rate * link.delay_ps // 10**12 // 8 + 2 * MTU_BYTES,
            fabric["buffer"],
        )
        fabric["buffer"].update({"reserveBytes": MTU_BYTES, "alpha": 0.0625})
        knobs.same("ENABLE_PFC", "1", "flowControl priority")
        knobs.differs(
            "(IngressAlpha 1/16)",
            "",
            "buffer.alpha, reserveBytes",
            "There all eight priorities of a port have the reserve, here only lossless ones. XON is "
            "3 KB below.",
        )
    else:
        fabric["flowControl"] = "none"
        fabric["buffer"]["lossyAlpha"] = 1
        knobs.same("ENABLE_PFC", "0", "flowControl none")
        knobs.same("(EgressAlpha 1)", "", "buffer.lossyAlpha")
    if irn:
        fabric["lossRecovery"] = {"type": "selective-repeat", "windowBdps": 1, "detectLostRepeats": False}
        fabric["retransmissionTimer"] = {"type": "irn-timer", "low": "100us", "high": "320us"}
        knobs.differs(
            "ENABLE_IRN",
            "1",
            "lossRecovery selective-repeat, retransmissionTimer",
            "Here the window is the bandwidth-delay product of each path, there a constant per topology.",
        )
    else:
        fabric["lossRecovery"] = make_recovery(settings, knobs)


def read_times(settings, knobs):
    """The attributes of a conweave path selector that the file sets."""
    times = {}
    for key, attribute in CONWEAVE_TIMES.items():
        if settings.has(key):
            times[attribute] = f"{settings.whole(key, 0, LEAST_TIMES.get(attribute, 0), 10**6)}us"
            knobs.same(key, times[attribute], f"pathSelector.{attribute}")
    return times


def put_acks_first(fabric, knobs):
    """Acknowledgements, which their switches neither queue behind data nor drop."""
    fabric["nic"]["ackPriority"] = ACK_PRIORITY
    became = f"nic.ackPriority {ACK_PRIORITY}"
    if fabric["flowControl"] != "none":
        fabric["flowControl"]["priorities"] |= 1 << ACK_PRIORITY
        became += f", flowControl.priorities {fabric['flowControl']['priorities']}"
    knobs.same("(acknowledgements go first)", "", became)


def choose_control(settings, flows):
    """The highest priority without flows, since messages between leaves may be lost."""
    used = {flow[2] for flow in flows} | {ACK_PRIORITY}
    free = [priority for priority in range(8) if priority not in used]
    if not free:
        settings.place("FLOW_FILE").fail(
            "FLOW_FILE", "has flows of priorities 0 to 6; leave one of them for ConWeave's replies"
        )
    return free[-1]


def convert(arguments, knobs, output):
    """The scenario of a config.txt."""
    settings = Settings(output.reads(arguments.config), {**HPCC_KEYS, **CONWEAVE_KEYS})
    for key in ("TOPOLOGY_FILE", "FLOW_FILE"):
        if not settings.has(key):
            Place(settings.path).fail(key, "is not set; expected the name of a file")
    topology = find_file(settings.place("TOPOLOGY_FILE"), "TOPOLOGY_FILE", settings.text("TOPOLOGY_FILE"))
    whole, _ = read_network(output.reads(topology))
    planes = Planes(whole)
    network = planes.network
    hpcc.tell_parallel(knobs, network, network.check())
    server = planes.add_nics(knobs, None, "flow number c NIC c")
    planes.check_failure(settings)
    path = find_file(settings.place("FLOW_FILE"), "FLOW_FILE", settings.text("FLOW_FILE"))
    flows = hpcc.read_flows(output.reads(path), FLOW_WORDS, whole, planes.number)
    add_losses(settings, knobs, network)
    mode = hpcc.read_mode(settings)
    nic, rtt, falling = make_nic(settings, knobs, network, mode)
    chosen = settings.whole("LB_MODE", 0)
    if chosen not in SELECTORS:
        settings.place("LB_MODE").fail(
            "LB_MODE", f"is {chosen}; expected 0 (ECMP), 2 (DRILL), 3 (CONGA), 6 (LetFlow) or 9 "
                       "(ConWeave)"
        )
    selector, remark = SELECTORS[chosen]
    if selector["type"] == "conweave":
        selector = {
            **selector,
            "controlPriority": choose_control(settings, flows),
            **read_times(settings, knobs),
        }
    fabric = {
        "type": "roce",
        "name": NAMES[mode] if mode else "no congestion control",
        "framing": "hpcc",
        "switch": {"latency": "0ns"},
        "marker": make_marker(settings, knobs, network) if mode not in UNMARKED else "none",
        "congestionControl": make_congestion_control(settings, knobs, mode, rtt, falling),
        "pathSelector": selector["type"] if len(selector) == 1 else selector,
        "nic": nic,
    }
    if remark:
        knobs.differs("LB_MODE", str(chosen), f"pathSelector {selector['type']}", remark)
    else:
        knobs.same("LB_MODE", str(chosen), f"pathSelector {selector['type']}")
    make_losses(settings, knobs, network, fabric)
    start = hpcc.add_flows(fabric, knobs, flows)
    put_acks_first(fabric, knobs)
    scenario = {
        "name": output.stem,
        "description": f"Imported from {settings.path} of ConWeave's simulator",
        "topology": {"type": "hpcc", "file": output.add("topology.txt", network.text())},
        **({"server": server} if server else {}),
        "fabric": fabric,
        "workload": {
            "type": "hpcc-flow",
            "name": "flows",
            "file": output.add("flow.txt", hpcc.format_flows(flows, start)),
            "start": describe_time(start),
        },
        "seeds": 1,
        "seed": max(1, settings.whole("RANDOM_SEED", 1, 0, 2**32 - 1)),
    }
    if chosen in OVERTAKING and not settings.flag("ENABLE_IRN", False):
        scenario["lint"] = {"ignore": ["reordering-go-back"]}
        knobs.same(
            "(go-back-N takes packets out of order for lost)", "", "lint.ignore: reordering is intended"
        )
    knobs.same("TOPOLOGY_FILE", settings.text("TOPOLOGY_FILE"), "topology.file")
    knobs.same("FLOW_FILE", settings.text("FLOW_FILE"), "workload.file")
    if settings.has("RANDOM_SEED"):
        knobs.differs("RANDOM_SEED", settings.text("RANDOM_SEED"), "seed", "The random numbers differ.")
    hpcc.add_failure(settings, knobs, network, fabric, scenario)
    hpcc.add_outputs(settings, knobs, scenario, in_seconds=True)
    knobs.none("(fct.txt)", "", "There the file has node numbers, here addresses in hexadecimal as HPCC's.")
    knobs.none("(an arrival out of order)", "", "There the NIC answers it with a notification, "
                                                "here it does not.")
    knobs.none("FLOWGEN_START_TIME, _STOP_TIME, LOAD", "", "What was made with them is in the "
                                                           "flow file.")
    monitors = [key for key in MONITORS if settings.has(key)]
    if monitors:
        knobs.none(", ".join(monitors[:2]) + ", ...", "", "\"samples\" and summary.csv tell what "
                                                          "there is.")
    tell_rest(settings, knobs)
    return scenario
