# SPDX-License-Identifier: GPL-2.0-only
"""Slowdown of messages against their size: p50, p95 and p99, a panel for each; of a sweep p99 at each point.

Messages of all jobs that succeeded are put into bins of equal numbers by size (at most 20; those of
one size stay together). A percentile is taken in every draw; the line is their mean, the band the
95 % interval of the mean over draws (Student), if there are several, above 1, the least there can be.
A p99 of a bin with fewer than 100 messages is the greatest of them.

    --metric p50,p999   other percentiles: p50, p90, p95, p99, p999, max or mean
    --group job         a line per fabric is the default; also job, seed or a swept key
"""

import bisect
import statistics

import plot_style
import result_tables

NEEDS = "flows.csv, which every run writes"
SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999, "max": 1.0, "mean": None}
BINS = 20


def bin_sizes(sizes):
    """The largest size of each bin of about equal numbers. @param sizes ascending"""
    ends = dict.fromkeys(sizes[max(0, len(sizes) * (i + 1) // BINS - 1)] for i in range(BINS))
    return list(ends)


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
    """A line and a band per group."""
    for i, (group, draws) in enumerate(groups.items()):
        bins = {}
        for messages in draws.values():
            found = {}
            for size, slowdown in messages:
                found.setdefault(bisect.bisect_left(ends, size), []).append(slowdown)
            for place, values in found.items():
                bins.setdefault(place, []).append(take(sorted(values), name))
        places = sorted(bins)
        middle, half = zip(*(result_tables.interval(bins[place]) for place in places))
        x = [ends[place] for place in places]
        look = plot_style.look(i)
        axes.plot(x, middle, marker=plot_style.MARKERS[i % 8], label=group, **look)
        if any(half):
            low = [max(m - h, min(1.0, m)) for m, h in zip(middle, half)]  # none is below 1
            high = [m + h for m, h in zip(middle, half)]
            axes.fill_between(x, low, high, color=look["color"], alpha=0.2, linewidth=0)
    axes.set_xscale("log")
    axes.set_ylabel(f"slowdown, {name}")
    axes.yaxis.get_view_interval()
    plot_style.set_log(axes.yaxis)
    if len(ends) <= 4:
        axes.set_xticks(ends, [plot_style.format_bytes(size) for size in ends])
        axes.xaxis.set_minor_locator(plot_style.matplotlib.ticker.NullLocator())
    else:
        axes.xaxis.set_major_formatter(lambda value, _: plot_style.format_bytes(value))


def draw(results, options):
    """A panel per point and percentile, a line per group."""
    points = read(results, options)
    if not points:
        raise result_tables.Missing("no message succeeded; results of './ai-fabric run' have flows.csv")
    names = options.metrics or (["p50", "p95", "p99"] if len(points) == 1 else ["p99"])
    for name in names:
        if name not in SHARES:
            raise result_tables.InputError(f"--metric {name}: expected one of {', '.join(SHARES)}")
    draws = [d for groups in points.values() for found in groups.values() for d in found.values()]
    ends = bin_sizes(sorted(size for messages in draws for size, _ in messages))
    height = options.panel_height * 0.85
    count = len(points) * len(names)
    # A row per point if there are several percentiles, else rows of the same length.
    most = options.columns if count <= 4 else max(options.columns, 2)  # one below the other must fit a page
    fit = [n for n in range(most, 1, -1) if (len(names) if len(names) > 1 else count) % n == 0]
    side_by_side = fit[0] if fit else most
    figure, panels = plot_style.make_panels(options, count, height, side_by_side, share_x=True)
    wanted = ((title, groups, name) for title, groups in points.items() for name in names)
    for axes, (title, groups, name) in zip(panels, wanted):
        draw_panel(axes, groups, ends, name)
        axes.set_title(title)
    for axes in panels[-min(side_by_side, count) :]:
        axes.set_xlabel("size of messages")
    plot_style.add_legend(figure, panels, options)
    return figure
