# SPDX-License-Identifier: GPL-2.0-only
"""Charts of a run: completion, slowdown, time of GPUs, queues, rates, bandwidth against size."""

import array

import result_tables
from report_parts.pieces import HOW_TO_USE, bar_chart, line_chart, panel, section, stacked_bars, tabs, text

MAX_POINTS = 200  # of a distribution, that can be hovered
MAX_SAMPLES = 300  # of a queue or rate over time


def chart_completion(results):
    """A panel of bars per job."""
    panels = []
    times = {}
    ideals = result_tables.find_ideals(results, lambda row: row["job"])
    for row in results.rows("summary.csv"):
        times.setdefault((row["job"], row["fabric"]), []).append(row["completion_ns"])
    for job in results.jobs:
        bars = []
        for fabric in results.fabrics:
            found = times.get((job, fabric), [])
            ended = sorted((t for t in found if t), key=float)
            if not ended:
                bars.append((fabric, None, 0, 0, "not complete"))
                continue
            values = [float(t) for t in ended]
            middle = values[(len(values) - 1) // 2]
            tip = f"{fabric}: {ended[(len(values) - 1) // 2]} ns"
            tip += f", {ended[0]} to {ended[-1]} ns in {len(values)} draws" if len(values) > 1 else ""
            bars.append((fabric, middle, values[0], values[-1], tip))
        chart = bar_chart(bars, "ns", ideals.get(job))
        dotted = "; line: the ideal" if job in ideals else ""
        panels.append(panel(f"{job}: completion time{dotted}", chart))
    return panels


def read_slowdowns(results):
    """{fabric: slowdowns} of all jobs, ascending; none if there are too many to read in a moment."""
    found = {}
    if not results.is_quick("flows.csv"):
        return {}
    for _, fabric, slowdown, status in results.columns("flows.csv", ("fabric", "slowdown", "status")):
        if status == "success":
            found.setdefault(fabric, array.array("d")).append(float(slowdown))
    return {fabric: sorted(values) for fabric, values in results.in_order(found).items()}


def chart_distribution(results):
    """Slowdown of the messages of all jobs."""
    series = {}
    for fabric, values in read_slowdowns(results).items():
        last = len(values) - 1
        count = min(len(values), MAX_POINTS)
        # Half of the points are for the upper tenth.
        shares = [k / (count // 2) * 0.9 for k in range(count // 2)]
        shares += [0.9 + 0.1 * k / max(count - count // 2 - 1, 1) for k in range(count - count // 2)]
        places = sorted({round(share * last) for share in shares})
        series[fabric] = [(values[k], 100 * (k + 1) / len(values)) for k in places]
    if not series:
        return []
    chart = line_chart(
        series,
        "slowdown",
        "messages (%)",
        log_y=False,
        steps=True,
        dots=False,
    )
    return [panel("Slowdown of the messages of all jobs", chart)]


def chart_sizes(results):
    """Slowdown against size, per job whose messages differ in size; from slowdown.csv, typical draw."""
    jobs = {}
    for row in results.rows("slowdown.csv", [results.typical]):
        if row["bin"] == "all":
            continue
        fabrics = jobs.setdefault(row["job"], {})
        for column in ("slowdown_p50", "slowdown_p99"):
            point = int(row["max_bytes"]), float(row[column])
            fabrics.setdefault(column, {}).setdefault(row["fabric"], []).append(point)
    panels = []
    for job, columns in jobs.items():
        sizes = [size for points in columns["slowdown_p99"].values() for size, _ in points]
        if max(sizes) < 1.1 * min(sizes):
            continue
        parts = {}
        for column, series in columns.items():
            name = column.removeprefix("slowdown_")
            parts[name] = line_chart(
                results.in_order(series),
                "size of messages, up to (B)",
                f"slowdown, {name}",
            )
        which = f", seed {results.typical.seed}" if len(results.runs) > 1 else ""
        group = f"sizes{len(panels)}"
        parts = dict(reversed(parts.items()))  # the tail first
        panels.append(panel(f"{job}: slowdown against size{which}", tabs(group, parts)))
    return panels


def chart_gpus(results):
    """Time of a GPU by activity, per job that computes."""
    jobs = {}
    ranks = {}
    for row in results.rows("waits.csv"):
        parts = jobs.setdefault(row["job"], {}).setdefault(row["fabric"], {})
        shown = float(row["exposed_ns"] or row["time_ns"])
        parts[row["activity"]] = parts.get(row["activity"], 0.0) + shown
        ranks.setdefault((row["job"], row["fabric"]), set()).add((row["rank"], row["seed"]))
    panels = []
    computing = result_tables.find_computing(results)
    for job in filter(computing.__contains__, jobs):
        groups = jobs[job]
        means = {
            fabric: {name: total / len(ranks[job, fabric]) for name, total in parts.items()}
            for fabric, parts in groups.items()
        }
        names = dict.fromkeys(n for parts in means.values() for n, value in parts.items() if value > 0)
        names = sorted(names, key=lambda name: (name != "compute", name == "idle"))
        chart = stacked_bars(means, names, "ns")
        panels.append(panel(f"{job}: what the time of a GPU was made of, mean of all", chart))
    return panels


def thin(points):
    """At most MAX_SAMPLES points, the largest of each group, so that peaks stay."""
    if len(points) <= MAX_SAMPLES:
        return points
    step = -(-len(points) // MAX_SAMPLES)
    return [max(points[i : i + step], key=lambda p: p[1]) for i in range(0, len(points), step)]


def read_over_time(results, file, column):
    """{fabric: {ns: values}} of the typical draw."""
    at = {}
    runs = [results.typical]
    for _, fabric, time, value in results.columns(file, ("fabric", "time_ns", column), runs):
        if value:
            at.setdefault(fabric, {}).setdefault(float(time), []).append(float(value))
    return at


def read_goodputs(results):
    """{fabric: {ns: bit/s of each sender}} of the typical draw, by the beginning of the time they are of."""
    senders = {}
    wanted = ("fabric", "source_host", "dest_host", "queue_pair", "time_ns", "acknowledged_bytes")
    for _, *sender, time, total in results.columns("rates.csv", wanted, [results.typical]):
        senders.setdefault(tuple(sender), []).append((float(time), float(total)))
    at = {}
    step = result_tables.step_of(t for points in senders.values() for t, _ in points) if senders else 0.0
    for (fabric, *_), points in senders.items():
        for begin, _, rate in result_tables.goodputs(points, step):
            at.setdefault(fabric, {}).setdefault(begin, []).append(rate)
    return at


def chart_over_time(results, at, title, unit, combine):
    """A value over time per fabric. @param at {fabric: {ns: values}} @param combine values to one"""
    if not at:
        return []
    at = results.in_order(at)
    raw = {fabric: [(t, combine(v)) for t, v in sorted(times.items())] for fabric, times in at.items()}
    time_unit, length = result_tables.scale("ns", max(p[0] for points in raw.values() for p in points))
    largest = max(p[1] for points in raw.values() for p in points)
    if largest <= 0:
        return []
    shown, factor = result_tables.scale(unit, largest)
    series = {f: [(t / length, v / factor) for t, v in thin(points)] for f, points in raw.items()}
    chart = line_chart(
        series,
        f"time ({time_unit})",
        shown,
        log_x=False,
        log_y=False,
        dots=False,
        steps=True,
    )
    return [panel(title, chart)]


def chart_bandwidth(results):
    """Of --nccl-tests."""
    path = results.folder / "nccl-tests.json"
    if not path.exists():
        return []
    tests = result_tables.read_json(path)
    series = {
        fabric["fabric"]: [(row["size"], row["bus_bw_GBps"]) for row in fabric["results"]]
        for fabric in tests["fabrics"]
    }
    series = {name: points for name, points in series.items() if points}
    if not series:
        return []
    chart = line_chart(
        series,
        "size (B)",
        "bus bandwidth (GB/s)",
        log_y=False,
    )
    return [panel(f"{tests['operation']}: bus bandwidth against size", chart, wide=True)]


def build(results):
    """The section."""
    panels = chart_bandwidth(results)
    if results.runs:
        panels += chart_completion(results) + chart_distribution(results) + chart_sizes(results)
        panels += chart_gpus(results)
        panels += chart_over_time(
            results, read_over_time(results, "queues.csv", "queue_bytes"),
            "Longest of the sampled queues over time", "B", max,
        )
        panels += chart_over_time(
            results, read_goodputs(results), "Median goodput of those that send over time", "bit/s",
            result_tables.median,
        )
        panels += chart_over_time(
            results, read_over_time(results, "rates.csv", "window_bytes"),
            "Median window of those that send over time", "B", result_tables.median,
        )
    body = f"<div class=panels>{''.join(panels)}</div>" if panels else ""
    intro = HOW_TO_USE
    if len(results.runs) > 1:
        which = text(results.say_typical())
        intro += f" Over time and against size: {which[0].lower()}{which[1:]}"
    return section("plots", "Plots", body, intro)
