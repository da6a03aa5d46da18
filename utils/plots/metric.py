# SPDX-License-Identifier: GPL-2.0-only
"""Any metric against any swept key, from a sweep: mean and 95 % interval over the draws.

    --metric slowdown_p99   a column of summary.csv or a figure of figures.csv, or several: a panel each
    --key workload.0.load   what the horizontal axis is: the first swept key otherwise
    --group fabric          what the lines are: the fabric and the other swept keys otherwise
    --where job=incast      of one job; otherwise of the whole ("all"), or a panel per job
"""

import plot_style
import result_tables

NEEDS = "a sweep: \"sweep\": {\"workload.0.load\": [0.3, 0.5, 0.7]}, or --sweep workload.0.load=0.3,0.5,0.7"


def find_key(results, wanted):
    """A swept key by its name or the end of it."""
    if wanted is None:
        return results.keys[0]
    found = [k for k in results.keys if wanted in (k, result_tables.short_key(k))]
    if len(found) != 1:
        expected = ", ".join(results.keys)
        raise result_tables.InputError(f"--key {wanted}: expected one of {expected}")
    return found[0]


def read(results, metric, key, name_group):
    """{job: {group: {x: values}}}, and the unit."""
    jobs = {}
    unit = ""
    for row, value, unit in result_tables.metric_values(results, metric):
        group = name_group(row)
        if group:
            jobs.setdefault(row["job"], {}).setdefault(group, {}).setdefault(row[key], []).append(value)
    return ({"all": jobs["all"]} if "all" in jobs else jobs), unit


def find_values(panels):
    """All values of several panels, ascending."""
    return sorted(v for groups in panels for line in groups.values() for of_x in line.values() for v in of_x)


def draw_panel(axes, groups, shown, options, few=(), interval=result_tables.interval_of_means):
    """A line per group. @param shown unit and its size @param few (group, x) whose mark is hollow
    @param interval from values to the mark and the ends of its whisker

    @return least and greatest end of all intervals
    """
    places = plot_style.place_values(axes, [x for line in groups.values() for x in line], options)
    lows, highs = [], []
    for i, (group, line) in enumerate(groups.items()):
        names = [x for x in places if x in line]
        middle, low, high = zip(*(interval([v / shown[1] for v in line[x]]) for x in names))
        several = low != high
        lows += low
        highs += high
        beside = len(groups) if several else 1
        x = dict(zip(places, plot_style.dodge(list(places.values()), i, beside, axes.get_xscale() == "log")))
        axes.errorbar(
            [x[name] for name in names],
            middle,
            [[m - a for m, a in zip(middle, low)], [b - m for m, b in zip(middle, high)]] if several else None,
            marker=plot_style.MARKERS[i % 8],
            label=group,
            capsize=1.5,
            elinewidth=0.7,
            **plot_style.look(i),
        )
        plot_style.mark_few(axes, i, [(x[n], m) for n, m in zip(names, middle) if (group, n) in few])
    return min(lows), max(highs)


def set_values(panels, low, high):
    """The vertical axis of panels of one metric, of which no interval is cut. @param low least end of all"""
    if low > 0 and high > plot_style.WIDE_RANGE * low:
        for axes in panels:
            plot_style.set_log(axes.yaxis)
    else:
        for axes in panels:
            axes.set_ylim(bottom=0 if low > 0 else min(1.05 * low, -0.03 * high))
    plot_style.share_axis(panels, "y")


def draw(results, options):
    """A panel per metric and job."""
    if not results.keys:
        raise result_tables.Missing(f"nothing was swept; it takes {NEEDS}")
    key = find_key(results, options.key)
    held = plot_style.hold_keys(results, options, key)
    name_group = result_tables.lines_of(results, options.groups, key)
    panels_of, zeros = [], []
    for metric in options.metrics or ["completion_ns", "slowdown_p99"]:
        jobs, unit = read(results, metric, key, name_group)
        if jobs and not any(find_values(jobs.values())):
            zeros.append(result_tables.label_of(metric))
            continue
        panels_of += [(metric, job, groups, unit) for job, groups in jobs.items()]
    no_value = f"{', '.join(zeros)}: 0 in all draws." if zeros else ""
    if not panels_of:
        raise result_tables.Missing(no_value or "no draw has a value of it")
    figure, panels = plot_style.make_panels(options, len(panels_of))
    same = {}
    for axes, (metric, job, groups, unit) in zip(panels, panels_of):
        shown = result_tables.scale(unit, find_values(of for name, _, of, _ in panels_of if name == metric)[-1])
        low, high = draw_panel(axes, groups, shown, options)
        same.setdefault(metric, []).append((axes, low, high))
        axes.set_xlabel(result_tables.name_key(results, key))
        axes.set_ylabel(plot_style.label_of(metric, shown[0]))
        if job != "all":
            axes.set_title(job)
    for alike in same.values():
        alike, lows, highs = zip(*alike)
        set_values(alike, min(lows), max(highs))
    plot_style.share_axis(panels, "x")
    plot_style.add_legend(figure, panels, options)
    counts = [len(v) for _, _, groups, _ in panels_of for line in groups.values() for v in line.values()]
    plot_style.add_note(figure, options, result_tables.say_means(counts, "mark", "whisker"), no_value, held)
    return figure
