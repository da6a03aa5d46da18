# SPDX-License-Identifier: GPL-2.0-only
"""Slowdown of messages against their size: p50, p95 and p99, a panel for each; of a sweep one at each point.

Messages of all jobs that succeeded are put into bins of equal numbers by size: at most 20, and as many as
leave each bin what its percentile needs in a draw, 100 messages for p99; those of one size stay together. The
points of a sweep show p99, or p95 or p50 if only that has 4 bins. A
percentile is taken in every draw; the line is their geometric mean, the band its 95 % interval (Student, of
the logarithms, as the axis is logarithmic), if there are several draws. With few draws it may reach below 1.
A hollow mark had fewer messages than that in a draw: what it shows is the greatest of them.

    --metric p50,p999   other percentiles: p50, p90, p95, p99, p999, max or mean
    --group job         a line per fabric is the default; also job, seed or a swept key
"""

import bisect
import math
import statistics

import plot_style
import result_tables

NEEDS = "flows.csv, which every run writes"
SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999, "max": 1.0, "mean": None}
MOST_BINS = 20
FEW_BINS = 4
LEAST_MESSAGES = 10  # of a bin, whatever is taken of it


def check_names(names):
    """Ends with a message at a name that is not a percentile, the greatest or the mean."""
    for name in names:
        if name not in SHARES:
            raise result_tables.InputError(f"--metric {name}: expected one of {', '.join(SHARES)}")


def count_needed(name):
    """Messages of which a percentile is not simply the greatest."""
    share = SHARES[name]
    return LEAST_MESSAGES if share in (None, 1.0) else max(LEAST_MESSAGES, round(1 / (1 - share)))


def bin_sizes(sizes, bins):
    """The largest size of each bin of about equal numbers; sizes that differ by 0.1 % share one.

    @param sizes ascending
    """
    ends = list(dict.fromkeys(sizes[max(0, len(sizes) * (i + 1) // bins - 1)] for i in range(bins)))
    return [end for end, after in zip(ends, [*ends[1:], math.inf]) if after > 1.001 * end]


def find_bins(points, name):
    """The bins for a percentile: in each draw of each group a bin has enough messages, as far as there are."""
    draws = [
        sorted(size for size, _ in draw)
        for groups in points.values()
        for found in groups.values()
        for draw in found.values()
    ]
    needed = count_needed(name)
    sizes = sorted(size for draw in draws for size in draw)
    for bins in range(min(MOST_BINS, min(map(len, draws)) // needed), 1, -1):
        ends = bin_sizes(sizes, bins)
        places = [[0, *(bisect.bisect_right(draw, end) for end in ends)] for draw in draws]
        if all(b - a >= needed for of_draw in places for a, b in zip(of_draw, of_draw[1:])):
            return ends
    return bin_sizes(sizes, 1)


def find_tail(points):
    """The highest of p99, p95 and p50 for which each point has a few bins, or p99."""
    for name in ("p99", "p95", "p50"):
        if all(len(find_bins({title: groups}, name)) >= FEW_BINS for title, groups in points.items()):
            return name
    return "p99"


def take(values, name):
    """One percentile, or the mean. @param values ascending"""
    if name == "mean":
        return statistics.fmean(values)
    return result_tables.percentile(values, SHARES[name])


def read(results, options):
    """{point: {group: {draw: [(size, slowdown)]}}} of the messages that succeeded."""
    name_group = result_tables.groups_of(results, options.groups)
    keys = results.panel_keys(options.groups)
    columns = ("fabric", "job", "size_bytes", "slowdown", "status")
    points = {}
    for run, fabric, job, size, slowdown, status in results.columns("flows.csv", columns):
        if status == "success":
            group = name_group({"fabric": fabric, "job": job, "seed": run.seed, **run.point})
            groups = points.setdefault(result_tables.title_of(run.point, keys), {})
            draws = groups.setdefault(group, {})
            draws.setdefault(run.folder, []).append((int(size), float(slowdown)))
    return points


def draw_panel(axes, groups, ends, name):
    """A line and a band per group. @return how many messages the marks had in a draw"""
    counts = []
    for i, (group, draws) in enumerate(groups.items()):
        bins = {}
        least = {}
        for messages in draws.values():
            found = {}
            for size, slowdown in messages:
                found.setdefault(bisect.bisect_left(ends, size), []).append(slowdown)
            for place, values in found.items():
                bins.setdefault(place, []).append(take(sorted(values), name))
                least[place] = min(least.get(place, len(values)), len(values))
                counts.append(len(values))
        places = sorted(bins)
        middle, low, high = zip(*(result_tables.interval_of_ratios(bins[place]) for place in places))
        x = [ends[place] for place in places]
        look = plot_style.look(i)
        axes.plot(x, middle, marker=plot_style.MARKERS[i % 8], label=group, **look)
        few = [(a, b) for a, b, place in zip(x, middle, places) if least[place] < count_needed(name)]
        plot_style.mark_few(axes, i, few)
        if high != low:
            axes.fill_between(x, low, high, color=look["color"], alpha=0.2, linewidth=0)
    axes.set_ylabel(f"slowdown, {name}")
    axes.set_xlabel("message size, up to")
    plot_style.set_log(axes.yaxis)
    return counts


def draw(results, options):
    """A panel per point and percentile, a line per group."""
    points = read(results, options)
    if not points:
        raise result_tables.Missing("no message succeeded; results of './ai-fabric run' have flows.csv")
    names = options.metrics or (["p50", "p95", "p99"] if len(points) == 1 else [find_tail(points)])
    check_names(names)
    points, left_out = plot_style.pick_panels(points)
    count = len(points) * len(names)
    # A row per point if there are several percentiles and room for them.
    row = len(names) if len(points) > 1 and 1 < len(names) <= max(options.columns, 2) else None
    figure, panels = plot_style.make_panels(options, count, options.panel_height * 0.85, row)
    wanted = ((title, groups, name) for title, groups in points.items() for name in names)
    counts, shown = [], []
    for axes, (title, groups, name) in zip(panels, wanted):
        shown.append(find_bins(points, name))
        counts += draw_panel(axes, groups, shown[-1], name)
        axes.set_title(title)
    plot_style.share_axis(panels, "y")
    for axes in panels:
        plot_style.set_bytes(axes.xaxis, [end for ends in shown for end in ends])
    plot_style.share_axis(panels, "x")
    plot_style.add_legend(figure, panels, options)
    draws = [len(found) for groups in points.values() for found in groups.values()]
    lines = "Line: geometric mean over draws of the percentile in each; band: 95 % interval of that mean."
    needs = ", ".join(f"{count_needed(name)} for {name}" for name in names)
    few = min(counts) < max(map(count_needed, names))
    plot_style.add_note(
        figure, options, f"n = {result_tables.span(draws, 'draws')},",
        f"{result_tables.span(counts, 'messages')} of a draw per mark.",
        lines if max(draws) > 1 else "",
        f"Hollow: the greatest of fewer messages than needed ({needs})." if few else "", left_out,
    )
    return figure
