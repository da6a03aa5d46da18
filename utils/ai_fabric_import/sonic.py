# SPDX-License-Identifier: GPL-2.0-only
"""config_db.json of a SONiC switch: buffers, PFC, ECN, scheduling and watchdog of its ports.

Facts are those of sonic-buildimage: src/sonic-yang-models and files/build_templates.
"""

import collections
import re

from common import describe_rate, describe_time
from sonic_config import PS_PER_METRE, Config, Ports, pick

PRIORITIES = range(8)
NIC_DSCP = 26  # of NVIDIA's RoCE profiles
CNP_DSCP = 48
FRAME_BYTES = 4352  # longest frame of RoCE, with room for its headers
UNLIMITED = 7  # dynamic_th of SONiC's templates for Spectrum

#: Fields that are read, by table. Others are told as dropped.
FIELDS = {
    "PORT": {"speed", "mtu", "admin_status", "role"},
    "CABLE_LENGTH": None,
    "BUFFER_POOL": {"size", "xoff", "type", "mode"},
    "BUFFER_PROFILE": {"pool", "size", "xoff", "xon_offset", "dynamic_th", "static_th"},
    "BUFFER_PG": {"profile"},
    "BUFFER_QUEUE": {"profile"},
    "PORT_QOS_MAP": {"pfc_enable", "dscp_to_tc_map", "tc_to_queue_map", "tc_to_pg_map"},
    "DSCP_TO_TC_MAP": None,
    "TC_TO_QUEUE_MAP": None,
    "TC_TO_PRIORITY_GROUP_MAP": None,
    "QUEUE": {"scheduler", "wred_profile"},
    "SCHEDULER": {"type", "weight"},
    "WRED_PROFILE": {
        *("green_min_threshold", "green_max_threshold", "green_drop_probability", "ecn"),
        *("ecn_green_min_threshold", "ecn_green_max_threshold", "ecn_green_mark_probability"),
        *("wred_green_enable", "wred_yellow_enable", "wred_red_enable"),
    },
    "PFC_WD": {"detection_time", "restoration_time", "action", "POLL_INTERVAL"},
    "DEVICE_METADATA": None,
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": {"default_dynamic_th", "over_subscribe_ratio"},
    "LOSSLESS_TRAFFIC_PATTERN": {"mtu", "small_packet_percentage"},
}

#: Why fields and tables that shape traffic are dropped.
WHY = {
    "xon": "A priority resumes xon_offset below its threshold, or when its lane is empty.",
    "pir": "Queues are not shaped.",
    "cir": "Queues are not shaped.",
    "packet_discard_action": "buffer.trimQueueTime trims packets.",
    "SWITCH_HASH": "pathSelector ecmp hashes addresses and ports.",
    "SWITCH_TRIMMING": "buffer.trimQueueTime, trimPriority and trimSizeBytes trim packets.",
    "MAP_PFC_PRIORITY_TO_QUEUE": "Priority, queue and priority group have one number here.",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": "Priority, queue and priority group have one number here.",
    "BUFFER_PORT_INGRESS_PROFILE_LIST": "A port has no limit over all its priorities.",
    "BUFFER_PORT_EGRESS_PROFILE_LIST": "A port has no limit over all its queues.",
    "DOT1P_TO_TC_MAP": "Packets are classified by DSCP.",
    "TC_TO_DSCP_MAP": "Switches do not change the DSCP.",
    "POLICER": "Traffic is not policed.",
}

#: The rows of BUFFER_PROFILE that ports of one rate share, as rows of buffer.profiles.
Row = collections.namedtuple("Row", "reserveBytes xonOffsetBytes headroomBytes alpha staticThresholdBytes")


def read_lossless(config, ports, knobs):
    """The lossless priorities, ascending."""
    enabled = {}
    maps = config.table("PORT_QOS_MAP")
    for port in ports.chosen:
        entry = maps.child(port)
        text = entry.get("pfc_enable", "")
        if not isinstance(text, str) or not re.fullmatch(r"([0-7](,[0-7])*)?", text):
            entry.place("pfc_enable").fail("pfc_enable", f"is '{text}'; expected priorities, such as 3,4")
        enabled[port] = tuple(sorted(set(map(int, text.split(","))))) if text else ()
    priorities = pick(knobs, "PORT_QOS_MAP.pfc_enable", enabled)
    key = f"flowControl.priorities {sum(1 << p for p in priorities)}" if priorities else "flowControl none"
    knobs.same("PORT_QOS_MAP.pfc_enable", ",".join(map(str, priorities)), key)
    return priorities


def read_row(config, name, profile):
    """A profile of a lossless priority group."""
    size, xoff = profile.whole("size", default=0), profile.whole("xoff", default=0)
    if "dynamic_th" not in profile and "static_th" not in profile:
        config.table("BUFFER_PROFILE").place(name).fail(name, "has neither dynamic_th nor static_th")
    static = "static_th" in profile
    return Row(
        size - xoff if size >= xoff else size,
        profile.whole("xon_offset", default=0),
        xoff,
        None if static else 2.0 ** profile.whole("dynamic_th", -8, UNLIMITED),
        profile.whole("static_th", 1) if static else None,
    )


def read_rows(config, ports, lossless, knobs):
    """The rows of lossless priority groups by rate, and the name of their pool.

    A rate whose headroom the switch computes itself ("NULL") has none.
    """
    groups = config.by_queue("BUFFER_PG")
    rows, names, pool = {}, {}, None
    computed = []
    for port in ports.chosen:
        for priority in lossless:
            entry = groups.get((port, priority))
            if entry is None or entry.get("profile") in ("NULL", ""):
                computed.append(port)
                continue
            name, profile = config.follow(entry, "profile", "BUFFER_PROFILE")
            pool, _ = config.follow(profile, "pool", "BUFFER_POOL")
            rows.setdefault(ports.rates[port], {})[name] = read_row(config, name, profile)
    chosen = {}
    for rate, found in rows.items():
        name = max(found, key=lambda name: found[name].headroomBytes)
        chosen[rate], names[rate] = found[name], name
        if len(found) > 1:
            knobs.differs("BUFFER_PG", f"{len(found)} profiles", f"{name} at {describe_rate(rate)}",
                          "Ports of one rate have one profile here: the one with the largest xoff.")
        else:
            knobs.same("BUFFER_PG", name, f"buffer and headroom of {describe_rate(rate)}")
    if computed:
        knobs.differs("BUFFER_PG", f"{len(set(computed))} ports", "flowControl.headroom sonic",
                      "These ports name no profile: SONiC's formula for Spectrum computes the headroom from "
                      "rate and cable.")
    return chosen, pool, bool(computed)


def make_computed(config, knobs, fabric):
    """What the switch computes headroom and thresholds of ports without a profile from."""
    headroom = fabric["flowControl"]["headroom"] = {"type": "sonic"}
    for name, entry in config.entries("LOSSLESS_TRAFFIC_PATTERN"):
        for field, key in (("mtu", "losslessMtuBytes"), ("small_packet_percentage", "smallPacketPercentage")):
            if field in entry:
                headroom[key] = entry.whole(field, 0, 65535)
                knobs.same(f"{name}.{field}", str(headroom[key]), f"flowControl.headroom.{key}")
    for name, entry in config.entries("DEFAULT_LOSSLESS_BUFFER_PARAMETER"):
        if "default_dynamic_th" in entry:
            fabric["buffer"]["alpha"] = 2.0 ** entry.whole("default_dynamic_th", -8, UNLIMITED)
            knobs.same(f"{name}.default_dynamic_th", str(entry["default_dynamic_th"]), "buffer.alpha")
        if "over_subscribe_ratio" in entry:
            ratio = fabric["buffer"]["headroomOversubscription"] = max(1, entry.whole("over_subscribe_ratio"))
            knobs.same(f"{name}.over_subscribe_ratio", str(ratio), "buffer.headroomOversubscription")


def make_ingress(config, ports, lossless, knobs, fabric):
    """The buffer of lossless priorities at the ingress."""
    rows, pool_name, computed = read_rows(config, ports, lossless, knobs)
    buffer, flow = fabric["buffer"], fabric["flowControl"]
    if computed:
        make_computed(config, knobs, fabric)
    values = {rate: {key: value for key, value in row._asdict().items() if value is not None}
              for rate, row in rows.items()}
    if len(set(rows.values())) == 1 and len(rows) == len(set(ports.rates.values())) and not computed:
        row = dict(next(iter(values.values())))
        flow["headroomBytes"] = row.pop("headroomBytes")
        buffer.update(row)
    elif rows:
        buffer["profiles"] = [{"rate": describe_rate(rate), **row} for rate, row in values.items()]
    pools = config.table("BUFFER_POOL")
    pool_name = pool_name or "ingress_lossless_pool"
    pool = pools.child(pool_name)
    if "size" not in pool:
        knobs.none(f"{pool_name}", "size", "The switch computes it; here buffer.chip gives the size.")
        return
    lanes = collections.Counter(ports.rates.values())
    headroom = sum(lanes[rate] * len(lossless) * row.headroomBytes for rate, row in rows.items())
    reserve = sum(lanes[rate] * len(lossless) * row.reserveBytes for rate, row in rows.items())
    size, xoff = pool.whole("size", 1), pool.whole("xoff", default=0)
    if computed:
        buffer["sizeBytes"] = size + xoff
        knobs.differs(f"{pool_name}.size, xoff", f"{size}, {xoff}", f"buffer.sizeBytes {size + xoff}",
                      "The size holds all headrooms and reserves, too.")
        return
    shared = 0 < xoff < headroom
    buffer["sizeBytes"] = size + (xoff if shared else headroom) + reserve
    knobs.same(f"{pool_name}.size", str(size), f"buffer.sizeBytes {buffer['sizeBytes']}")
    if shared:
        buffer["headroomOversubscription"] = headroom / xoff
        knobs.same(f"{pool_name}.xoff", str(xoff),
                   f"buffer.headroomOversubscription {headroom / xoff:.4g}")
    elif xoff:
        knobs.none(f"{pool_name}.xoff", str(xoff), f"It holds all headrooms, {headroom} B.")
    knobs.differs("(pool and topology)", "", "buffer.sizeBytes",
                  f"The size holds the pool, headrooms and reserves of these {len(ports.chosen)} ports. In a "
                  "switch with other ports, the shared pool is what is left.")


def make_egress(config, ports, lossless, knobs, buffer):
    """The limits of egress queues."""
    queues = config.by_queue("BUFFER_QUEUE")
    chosen = {}
    for kind, numbers in (("lossless", lossless), ("lossy", set(PRIORITIES) - set(lossless))):
        named = {f"{port}|{number}": config.follow(queues[port, number], "profile", "BUFFER_PROFILE")[0]
                 for port in ports.chosen for number in sorted(numbers) if (port, number) in queues}
        if named:
            chosen[kind] = pick(knobs, f"BUFFER_QUEUE, {kind}", named)
    profiles = config.table("BUFFER_PROFILE")
    if "lossless" in chosen:
        name = chosen["lossless"]
        profile = profiles[name]
        pool_name, pool = config.follow(profile, "pool", "BUFFER_POOL")
        buffer["type"] = "sonic"
        if "size" in pool:
            buffer["egressPoolBytes"] = pool.whole("size", 1)
            knobs.same(f"{pool_name}.size", str(pool["size"]), "buffer.egressPoolBytes")
        reserve = profile.whole("size", default=0)
        if "static_th" in profile:
            buffer["egressThresholdBytes"] = profile.whole("static_th", 1) + reserve
            knobs.same(f"{name}.static_th", str(profile["static_th"]), "buffer.egressThresholdBytes, plus size")
        else:
            threshold = profile.whole("dynamic_th", -8, UNLIMITED)
            buffer["egressAlpha"] = 0 if threshold == UNLIMITED else 2.0**threshold
            knobs.same(f"{name}.dynamic_th", str(threshold), f"buffer.egressAlpha {buffer['egressAlpha']:g}")
    if "lossy" in chosen:
        name = chosen["lossy"]
        profile = profiles[name]
        pool_name, pool = config.follow(profile, "pool", "BUFFER_POOL")
        if "dynamic_th" in profile:
            buffer["lossyAlpha"] = 2.0 ** profile.whole("dynamic_th", -8, UNLIMITED)
            knobs.same(f"{name}.dynamic_th", str(profile["dynamic_th"]), f"buffer.lossyAlpha "
                       f"{buffer['lossyAlpha']:g}")
        else:
            knobs.none(f"{name}.static_th", str(profile.get("static_th")), "Lossy queues have a dynamic limit.")
        knobs.none(f"{pool_name}.size", str(pool.get("size", "")), "Lossy packets share the lossless pool.")


def make_marker(config, ports, lossless, knobs):
    """ECN of the lossless queues, by rate if ports differ; "none" if they do not mark."""
    queues = config.by_queue("QUEUE")
    by_rate = {}
    for port in ports.chosen:
        for number in lossless or PRIORITIES:
            entry = queues.get((port, number))
            if entry is not None and "wred_profile" in entry:
                name, _ = config.follow(entry, "wred_profile", "WRED_PROFILE")
                by_rate.setdefault(ports.rates[port], {})[f"{port}|{number}"] = name
    rows = {}
    for rate, named in by_rate.items():
        name = pick(knobs, "QUEUE.wred_profile", named)
        profile = config.table("WRED_PROFILE")[name]
        if profile.get("ecn", "ecn_none") not in ("ecn_all", "ecn_green", "ecn_green_yellow", "ecn_green_red"):
            knobs.none(f"{name}.ecn", str(profile.get("ecn")), "Lossless packets are not dropped early, so "
                                                               "nothing is marked.")
            continue
        own = "ecn_green_max_threshold" in profile
        prefix, probability = ("ecn_green", "mark") if own else ("green", "drop")
        low = profile.whole(f"{prefix}_min_threshold", 0, 2**40)
        high = profile.whole(f"{prefix}_max_threshold", low, 2**40)
        most = profile.whole(f"{prefix}_{probability}_probability", 0, 100, default=100)
        rows[rate] = {"kminBytes": low, "kmaxBytes": high, "pmax": most / 100}
        knobs.same(f"WRED_PROFILE {name}", f"{low} to {high}, {most} %", "marker kminBytes, kmaxBytes, pmax")
    if not rows:
        return "none"
    marker = {"type": "red", "referenceRate": "0bps"}
    if len(set(map(str, rows.values()))) > 1:
        marker["profiles"] = [{"rate": describe_rate(rate), **row} for rate, row in rows.items()]
        return marker
    return {**marker, **next(iter(rows.values()))}


def make_arbiter(config, ports, knobs):
    """The weights of the queues."""
    queues = config.by_queue("QUEUE")
    by_port = {}
    kinds, named = set(), set()
    for port in ports.chosen:
        weights = []
        for number in PRIORITIES:
            entry = queues.get((port, number), {})
            if "scheduler" not in entry:
                weights.append(1)  # SAI's default: a share of weight 1
                continue
            _, scheduler = config.follow(entry, "scheduler", "SCHEDULER")
            kind = scheduler.get("type", "WRR")
            if kind not in ("STRICT", "DWRR", "WRR"):
                scheduler.place("type").fail("type", f"is '{kind}'; expected DWRR, WRR or STRICT")
            kinds.add(kind)
            weights.append(0 if kind == "STRICT" else scheduler.whole("weight", 1, 100, default=1))
            named.add(weights[-1])
        by_port[port] = " ".join(map(str, weights))
    if not kinds:
        knobs.none("SCHEDULER", "", "No queue has one, so arbiter is that of the preset.")
        return None
    weights = pick(knobs, "QUEUE.scheduler", by_port)
    knobs.same("QUEUE.scheduler, SCHEDULER", weights, "arbiter.weights; 0 is strict")
    if "WRR" in kinds:
        knobs.differs("SCHEDULER.type", "WRR", "arbiter dwrr", "There packets take turns, here bytes.")
    named.discard(0)
    if not named:
        return "strict"
    # A turn of the smallest weight is a frame, so turns are as short as they can be.
    return {"type": "dwrr", "weights": weights, "quantumBytes": -(-FRAME_BYTES // min(named))}


def make_classes(config, ports, lossless, knobs, fabric):
    """The map from DSCP to priority, and the DSCP that NICs set for it."""
    maps = config.table("PORT_QOS_MAP")
    named = {}
    for port in ports.chosen:
        entry = next((maps[key] for key in (port, "global") if "dscp_to_tc_map" in maps.child(key)), None)
        if entry is not None:
            named[port] = config.follow(entry, "dscp_to_tc_map", "DSCP_TO_TC_MAP")[0]
    for field, table in (("tc_to_queue_map", "TC_TO_QUEUE_MAP"), ("tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP")):
        for port in ports.chosen:
            if field in maps.child(port):
                name, entry = config.follow(maps[port], field, table)
                moved = [tc for tc in lossless if str(entry.get(str(tc), tc)) != str(tc)]
                if moved:
                    knobs.differs(f"{table} {name}", f"{moved[0]} to {entry[str(moved[0])]}", "one number",
                                  "A traffic class, its queue and its priority group have one number here.")
                break
    if not named:
        knobs.none("DSCP_TO_TC_MAP", "", "No port has one, so priorities are those of the NICs.")
        return
    name = pick(knobs, "PORT_QOS_MAP.dscp_to_tc_map", named)
    table = config.table("DSCP_TO_TC_MAP")[name]
    classes = {dscp: 0 for dscp in range(64)}
    for dscp in table:
        if not re.fullmatch(r"[0-9]{1,2}", dscp) or int(dscp) > 63:
            table.place(dscp).fail(dscp, "expected a DSCP from 0 to 63")
        classes[int(dscp)] = table.whole(dscp, 0, 7)
    rest = collections.Counter(classes.values()).most_common(1)[0][0]
    fabric["switch"]["dscpToPriority"] = ",".join(
        [f"{dscp}:{tc}" for dscp, tc in classes.items() if tc != rest] + [f"*:{rest}"])
    first = {}
    for dscp, tc in classes.items():
        first.setdefault(tc, dscp)
    fabric["nic"] = {"priorityToDscp": ",".join(f"{tc}:{first[tc]}" for tc in sorted(first))}
    fabric["nic"]["cnpPriority"] = classes[CNP_DSCP]
    knobs.same(f"DSCP_TO_TC_MAP {name}", "", "switch.dscpToPriority")
    here = first.get(lossless[0]) if lossless else first[rest]
    if lossless and here is None:
        table.place().fail(name, f"maps no DSCP to the lossless class {lossless[0]}")
    knobs.differs("(NICs)", f"DSCP {here}", "nic.priorityToDscp",
                  f"NICs set the lowest DSCP of each class. NVIDIA's default for RoCE, {NIC_DSCP}, has class "
                  f"{classes[NIC_DSCP]} in this map; notifications, DSCP {CNP_DSCP}, have class "
                  f"{classes[CNP_DSCP]}.")


def make_watchdog(config, ports, knobs):
    """The watchdog of the ports, or None."""
    table = config.table("PFC_WD")
    named = {}
    for port in ports.chosen:
        if port in table:
            entry = table.child(port)
            named[port] = (entry.whole("detection_time", 1, 10**6),
                           entry.whole("restoration_time", 0, 10**6, 0), str(entry.get("action", "drop")))
    if not named:
        return None
    detection, restoration, action = pick(knobs, "PFC_WD", named)
    if action not in ("drop", "forward"):
        knobs.none("PFC_WD.action", action, "The watchdog here drops or forwards, so it is off.")
        return None
    watchdog = {"detectionTime": f"{detection}ms", "discard": action == "drop"}
    if restoration:
        watchdog["restorationTime"] = f"{restoration}ms"
    known = table.child("GLOBAL")
    if "POLL_INTERVAL" in known:
        watchdog["pollInterval"] = f"{known.whole('POLL_INTERVAL', 1, 10**6)}ms"
    knobs.same("PFC_WD", f"{detection} ms, {restoration} ms, {action}", "switch.watchdog")
    if len(named) < len(ports.chosen):
        knobs.differs("PFC_WD", f"{len(named)} of {len(ports.chosen)} ports", "all ports",
                      "The watchdog of a switch watches all its ports here.")
    return watchdog


def tell_rest(config, knobs):
    """The fields and tables that are dropped."""
    for name, fields in FIELDS.items():
        if fields is None:
            continue
        found = collections.Counter(field for _, entry in config.entries(name) for field in entry
                                    if field not in fields)
        for field in found:
            if name in ("PORT", "PORT_QOS_MAP") and field not in WHY:
                continue
            if re.match("yellow|red|ecn_yellow|ecn_red", field):
                continue
            knobs.none(f"{name}.{field}", f"{found[field]} entries", WHY.get(field, "It is not modelled."))
    if any("yellow_min_threshold" in entry for _, entry in config.entries("WRED_PROFILE")):
        knobs.none("WRED_PROFILE.yellow_*, red_*", "", "All packets are green.")
    rest = [name for name in config.tables if name not in FIELDS]
    for name in [name for name in rest if name in WHY]:
        knobs.none(name, "", WHY[name])
    others = sorted(name for name in rest if name not in WHY)
    if others:
        knobs.none(f"({len(others)} tables)", "", ", ".join(others) + ".")


def convert(arguments, knobs, output):
    """The scenario of a config_db.json: the switch with a host at each port that is up."""
    config = Config(output.reads(arguments.config))
    ports = Ports(config)
    metadata = config.table("DEVICE_METADATA").child("localhost")
    lossless = read_lossless(config, ports, knobs)
    fabric = {
        "preset": "roce-deployed",
        "name": re.sub(r"[^A-Za-z0-9._-]", "-", str(metadata.get("hostname", "sonic"))),
        "flowControl": {"priorities": sum(1 << p for p in lossless)} if lossless else "none",
        "buffer": {"type": "shared"},
        "switch": {},
    }
    if lossless:
        make_ingress(config, ports, lossless, knobs, fabric)
    make_egress(config, ports, lossless, knobs, fabric["buffer"])
    fabric["marker"] = make_marker(config, ports, lossless, knobs)
    if fabric["marker"] == "none":
        fabric["congestionControl"] = "none"
        knobs.none("WRED_PROFILE", "", "Nothing is marked, so there is no congestion control.")
    arbiter = make_arbiter(config, ports, knobs)
    if arbiter:
        fabric["arbiter"] = arbiter
    make_classes(config, ports, lossless, knobs, fabric)
    watchdog = make_watchdog(config, ports, knobs) if lossless else None
    if watchdog:
        fabric["switch"]["watchdog"] = watchdog
    network = ports.network()
    rates = collections.Counter(ports.rates.values())
    knobs.same("PORT.speed", ", ".join(f"{count} x {describe_rate(rate)}" for rate, count in rates.items()),
               "topology: a host for each port")
    lengths = sorted({ports.metres.get(name, 5) for name in ports.chosen})
    knobs.same("CABLE_LENGTH", ", ".join(f"{metres}m" for metres in lengths),
               f"topology: {describe_time(PS_PER_METRE)} a metre")
    tell_rest(config, knobs)
    return {
        "name": output.stem,
        "description": f"Imported from {config.path} of SONiC: one switch with a host at each port",
        "topology": {"type": "hpcc", "file": output.add("topology.txt", network.text())},
        "fabric": fabric,
        "workload": {"type": "incast", "target": 0, "bytes": "1MB"},
        "seeds": 1,
    }
