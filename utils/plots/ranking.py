# SPDX-License-Identifier: GPL-2.0-only
"""Ranks of the fabrics at each point of a sweep; the colour is how far each is from the best.

A fabric's rank is 1 + the number of fabrics that are better than it: by the 95 % interval of their ratio, taken
in each draw (Student, of the logarithms), so fabrics that no draw can tell apart share a rank. With one draw
the values themselves are compared.

    --metric completion_ns   a column of summary.csv or a figure of figures.csv
    --where job=...          of one job; otherwise of the whole, or a panel per job
"""

import math

import matplotlib
from matplotlib import cm, colors

import plot_style
import result_tables
from plots import metric as swept

NEEDS = swept.NEEDS
SHARE = 0.62  # of the width that the cells have
MORE = {"iteration time": False, "MFU": True, "tokens per second": True}  # figures: whether more is better


def read(results, metric):
    """{job: {point: {fabric: {seed: value}}}}."""
    jobs = {}
    for row, value, _ in result_tables.metric_values(results, metric):
        point = tuple(row[key] for key in results.keys)
        if value > 0:
            jobs.setdefault(row["job"], {}).setdefault(point, {}).setdefault(row["fabric"], {})[row["seed"]] = value
    return {"all": jobs["all"]} if "all" in jobs else jobs


def is_better(mine, other):
    """Whether the values of another fabric, by seed, are certainly less than mine."""
    logs = [math.log(mine[seed] / other[seed]) for seed in mine if seed in other]
    if not logs:
        return False
    mean, half = result_tables.interval(logs)
    return mean - half > 0


def rank(fabrics, more):
    """{fabric: (rank, ratio to the best mean)} of a point. @param more whether more is better"""
    signed = {f: {s: 1 / v if more else v for s, v in of.items()} for f, of in fabrics.items()}
    means = {f: math.exp(sum(map(math.log, of.values())) / len(of)) for f, of in signed.items()}
    best = min(means.values())
    return {
        f: (1 + sum(is_better(of, signed[other]) for other in signed if other != f), means[f] / best)
        for f, of in signed.items()
    }


def sort_points(points, keys):
    """Points by the values of their keys, numbers by size."""
    orders = [result_tables.sort_values(point[i] for point in points) for i in range(len(keys))]
    return sorted(points, key=lambda point: [order.index(value) for order, value in zip(orders, point)])


def set_names(axis, names, most, room):
    """A tick per name of at most so many letters. @param room points of a tick along a horizontal axis, or None"""
    names = [plot_style.shorten(name, most) for name in names]
    axis.set_ticks(range(len(names)), names)
    turned = room and max(map(len, names)) * 0.6 * matplotlib.rcParams["font.size"] > room
    axis.set_tick_params(length=0, rotation=90 if turned else 0)
    ends = (-0.5, len(names) - 0.5)
    axis.axes.set(**{f"{axis.axis_name}lim": ends if axis.axis_name == "x" else ends[::-1]})


def has_rows(points, options):
    """Whether so many points are rows, as their names do not fit side by side."""
    return len(points) * 1.2 * options.letters > SHARE * options.width * 72


def draw_panel(axes, points, fabrics, keys, more, norm, colours, options):
    """A column per point and a row per fabric, or the other way round for many points."""
    order = sort_points(points, keys)
    firsts = dict.fromkeys(fabrics, 0)
    upright = has_rows(points, options)
    for i, point in enumerate(order):
        for fabric, (place, ratio) in rank(points[point], more).items():
            firsts[fabric] += place == 1
            x, y = (fabrics.index(fabric), i) if upright else (i, fabrics.index(fabric))
            fill = colours(norm(ratio))
            axes.barh(y, 1, 1, x - 0.5, color=fill, edgecolor="white", linewidth=0.6)
            dark = 0.299 * fill[0] + 0.587 * fill[1] + 0.114 * fill[2] < 0.55
            axes.text(x, y, str(place), ha="center", va="center", fontsize="small", color="white" if dark else "black")
    columns, rows = [", ".join(point) for point in order], [f"{f} ({firsts[f]})" for f in fabrics]
    if upright:
        columns, rows = rows, columns
    set_names(axes.xaxis, columns, 30, SHARE * options.width * 72 / len(columns))
    set_names(axes.yaxis, rows, 26, None)
    axes.grid(visible=False)
    label = ", ".join(map(result_tables.short_key, keys))
    axes.set(**{"ylabel": label, "xlabel": "fabric"} if upright else {"xlabel": label})


def find_height(points, fabrics, options):
    """Height of a panel in inches."""
    longest = max(len(", ".join(point)) for point in points)
    lines = 1.7 * len(fabrics) + 0.5 * longest
    if has_rows(points, options):
        lines = 1.25 * len(points) + 0.5 * max(map(len, fabrics))
    return options.letters / 72 * (lines + 3)


def draw(results, options):
    """A panel per job."""
    if not results.keys:
        raise result_tables.Missing(f"nothing was swept; it takes {NEEDS}")
    metric = options.metric("completion_ns")
    jobs = read(results, metric)
    jobs = {job: points for job, points in jobs.items() if max(map(len, points.values())) > 1}
    if not jobs:
        raise result_tables.Missing(f"no two fabrics have a value of {metric} above 0 at any point")
    better = result_tables.METRICS[metric].better if metric in result_tables.METRICS else ""
    more = better == "more" or MORE.get(metric, False)
    ratios = [r for points in jobs.values() for of in points.values() for _, r in rank(of, more).values()]
    norm = colors.Normalize(1, max(*ratios, 1.05))
    colours = colors.LinearSegmentedColormap.from_list("far", ["#d7ebf7", "#56B4E9", "#0072B2", "#062b45"])
    fabrics = [f for f in results.fabrics if any(f in of for points in jobs.values() for of in points.values())]
    heights = [find_height(points, fabrics, options) for points in jobs.values()]
    figure, panels = plot_style.make_panels(options, len(jobs), heights, 1)
    for axes, (job, points) in zip(panels, jobs.items()):
        draw_panel(axes, points, fabrics, results.keys, more, norm, colours, options)
        axes.set_title("" if job == "all" else job)
    bar = figure.colorbar(cm.ScalarMappable(norm, colours), ax=panels, aspect=12, pad=0.02)
    name = result_tables.label_of(metric)
    bar.set_label("ratio to the best")
    counts = [len(of) for points in jobs.values() for f in points.values() for of in f.values()]
    several = max(counts) > 1
    plot_style.add_note(
        figure, options, f"n = {result_tables.span(counts, 'draws')} per cell. Number: rank by {name}, 1 + the fabrics",
        "that are better" + (" by the 95 % interval of the ratio of draws;" if several else ";"),
        "behind a name: points at which it has rank 1. Colour: ratio of geometric means, "
        + ("the best to this." if more else "this to the best."),
    )
    return figure
