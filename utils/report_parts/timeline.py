# SPDX-License-Identifier: GPL-2.0-only
"""Over time: jobs, GPUs or hosts, the critical path and pauses, on one axis per fabric."""

import json

import result_tables
from report_parts.pieces import colour, cut, label, legend, number, panel, section, svg, tabs, text
from report_parts.pieces import tick, ticks_of

MAX_LANES = 32
MAX_PAUSED = 8
PIXELS = 1500
MAX_FILE = 200_000_000  # bytes of a timeline file that is read
LEFT, WIDTH, STEP = 170, 1200, 15


class Lane:
    """Slices of one row, by what they are of; those closer than a pixel are merged."""

    def __init__(self, name):
        self.name = name
        self.slices = {}

    def add(self, kind, begin, end):
        """@param begin ns @param end ns"""
        self.slices.setdefault(kind, []).append((begin, end))

    def merge(self, pixel):
        """{kind: slices} without those that cannot be told apart."""
        merged = {}
        for kind, slices in self.slices.items():
            slices.sort()
            out = [list(slices[0])]
            for begin, end in slices[1:]:
                if begin <= out[-1][1] + pixel:
                    out[-1][1] = max(out[-1][1], end)
                else:
                    out.append([begin, end])
            merged[kind] = out
        return merged


def read_flows(results):
    """{fabric: (jobs, hosts)}: lanes of when jobs and hosts had messages under way."""
    fabrics = {}
    wanted = ("fabric", "job", "source_host", "start_ns", "fct_ns")
    if not results.is_quick("flows.csv"):
        return {}
    runs = [results.typical]
    for _, fabric, job, host, start, fct in results.columns("flows.csv", wanted, runs, unmeasured=True):
        if not fct:
            continue
        jobs, hosts = fabrics.setdefault(fabric, ({}, {}))
        begin = float(start)
        end = begin + float(fct)
        for lanes, key, name in ((jobs, job, "{}"), (hosts, int(host), "host {} sends")):
            if key not in lanes:
                lanes[key] = Lane(name.format(key))
            lanes[key].add(job, begin, end)
    return fabrics


def read_gpus(run, slug):
    """Lanes of the streams of GPUs from timeline-FABRIC.json; none if there is none."""
    path = run.folder / f"timeline-{slug}.json"
    if not path.exists() or path.stat().st_size > MAX_FILE:
        return {}
    lanes = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if '"ph":"X"' not in line or '"cat":"pause"' in line:
                continue
            event = json.loads(line.rstrip().rstrip(",").removesuffix("]}"))
            rank = int(event["pid"]) - 1
            lane = lanes.setdefault(rank, Lane(f"GPU {rank}"))
            begin = 1e3 * event["ts"]
            lane.add(event["name"], begin, begin + 1e3 * event["dur"])
    return lanes


def read_path(run, fabric):
    """The critical path of the jobs, a lane each."""
    path = run.folder / "critical-path.csv"
    lanes = {}
    for row in result_tables.read_table(path) if path.exists() else []:
        if row["fabric"] == fabric:
            lane = lanes.setdefault(row["job"], Lane("critical path"))
            begin = float(row["start_ns"])
            lane.add(row["activity"], begin, begin + float(row["duration_ns"]))
    return list(lanes.values())


def read_pauses(run, slug):
    """The ports that were paused longest."""
    path = run.folder / f"pfc-pauses-{slug}.csv"
    lanes = {}
    for row in result_tables.read_table(path) if path.exists() else []:
        lane = lanes.setdefault(row["paused_port"], Lane(f"{row['paused_port']} paused"))
        begin = float(row["start_ns"])
        lane.add("PFC pause", begin, begin + float(row["duration_ns"]))

    def paused_ns(lane):
        return sum(end - begin for slices in lane.slices.values() for begin, end in slices)

    return sorted(lanes.values(), key=paused_ns, reverse=True)[:MAX_PAUSED]


def pick(lanes):
    """Evenly, if they are many."""
    numbers = sorted(lanes)
    if len(numbers) <= MAX_LANES:
        return [lanes[k] for k in numbers]
    return [lanes[numbers[i * len(numbers) // MAX_LANES]] for i in range(MAX_LANES)]


def draw(groups, end, kinds):
    """Rows of slices. @param groups lists of lanes @param end ns @param kinds in the order of colours"""
    rows = [lane for group in groups for lane in group]
    height = STEP * len(rows) + 8 * len(groups) + 34
    unit, length = result_tables.scale("ns", end)
    span = WIDTH - LEFT - 20
    parts = []
    for mark in ticks_of(0, end / length):
        x = LEFT + mark * length / end * span
        parts.append(f'<line class=grid x1={x:.1f} x2={x:.1f} y1=4 y2={height - 30} />')
        parts.append(tick(x, height - 16, f"{mark:g}"))
    parts.append(label(LEFT + span / 2, height - 2, f"time ({unit})"))
    y = 4
    for group in groups:
        for lane in group:
            parts.append(tick(LEFT - 6, y + 11, cut(lane.name, 26), "end"))
            for kind, slices in lane.merge(end / PIXELS).items():
                k = kinds.index(kind)
                fill = "#c00000" if kind == "PFC pause" else colour(k)
                for begin, stop in slices:
                    x = LEFT + begin / end * span
                    width = max((stop - begin) / end * span, 0.6)
                    tip = f"{lane.name}: {kind}, {number(begin, 'ns')} to {number(stop, 'ns')}"
                    parts.append(
                        f"<rect class=s{k} x={x:.1f} y={y} width={width:.1f} height={STEP - 3} "
                        f'fill="{fill}" data-tip="{text(tip)}" />'
                    )
            y += STEP
        y += 8
    return f'<div class=scroll>{svg(WIDTH, height, "".join(parts), "timeline", "timeline")}</div>'


def draw_fabric(run, fabric, slug, flows):
    """The picture of one fabric, or nothing."""
    jobs, hosts = flows.get(fabric, ({}, {}))
    gpus = read_gpus(run, slug)
    groups = [list(jobs.values())[:MAX_LANES], read_path(run, fabric), pick(gpus or hosts)]
    groups = [group for group in [*groups, read_pauses(run, slug)] if group]
    end = max((e for g in groups for lane in g for s in lane.slices.values() for _, e in s), default=0)
    if not end:
        return ""
    # Jobs first: they have the same colours as in the other pictures.
    kinds = list(dict.fromkeys(k for group in groups for lane in group for k in lane.slices))
    if "PFC pause" in kinds:
        kinds.remove("PFC pause")
        kinds.append("PFC pause")
    chips = legend(kinds, "area")
    if kinds[-1] == "PFC pause":
        head, mark, tail = chips.rpartition(f'fill="{colour(len(kinds) - 1)}"')
        chips = head + 'fill="#c00000"' + tail if mark else chips
    whose = gpus or hosts
    few = f" {MAX_LANES} of {len(whose)} are shown." if len(whose) > MAX_LANES else ""
    note = "A row of a job is when any of its messages was under way." + few
    if not gpus:
        note += " Streams of GPUs need &quot;output&quot;: {&quot;timeline&quot;: true}."
    return chips + draw(groups, end, kinds) + f"<p class=note>{note}</p>"


def build(results):
    """The section: of the typical draw."""
    flows = read_flows(results)
    parts = {}
    for fabric in results.manifest.get("fabrics", []):
        body = draw_fabric(results.typical, fabric["fabric"], fabric["slug"], flows)
        if body:
            parts[fabric["fabric"]] = body
    title = "Jobs, GPUs or hosts, critical path and pauses"
    body = panel(title, tabs("time", parts), wide=True) if parts else ""
    return section("timeline", "Timeline", body, text(results.say_typical()))
