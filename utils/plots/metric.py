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
        groups = jobs.setdefault(row["job"], {})
        groups.setdefault(name_group(row), {}).setdefault(row[key], []).append(value)
    return ({"all": jobs["all"]} if "all" in jobs else jobs), unit


def find_values(panels):
    """All values of several panels, ascending."""
    return sorted(v for groups in panels for line in groups.values() for of_x in line.values() for v in of_x)


def draw_panel(axes, groups, metric, unit, key, values):
    """A line per group. @param values those of all panels with this axis, ascending"""
    shown, length = result_tables.scale(unit, values[-1])
    xs = result_tables.sort_values(x for line in groups.values() for x in line)
    numbers = all(map(result_tables.is_number, xs))
    for i, (group, line) in enumerate(groups.items()):
        names = [x for x in xs if x in line]
        x = [float(name) if numbers else xs.index(name) for name in names]
        middle, half = zip(*(result_tables.interval(line[name]) for name in names))
        look = plot_style.look(i)
        axes.errorbar(
            x,
            [m / length for m in middle],
            [h / length for h in half] if any(half) else None,
            marker=plot_style.MARKERS[i % 8],
            label=group,
            capsize=1.5,
            elinewidth=0.7,
            **look,
        )
    if not numbers:
        axes.set_xticks(range(len(xs)), [plot_style.shorten(x, 14) for x in xs])
    elif plot_style.is_wide([float(x) for x in xs]):
        plot_style.set_log(axes.xaxis)
    if plot_style.is_wide(values):
        plot_style.set_log(axes.yaxis)
    else:
        axes.set_ylim(0)
    axes.set_xlabel(key)
    axes.set_ylabel(plot_style.label_of(metric, shown))


def draw(results, options):
    """A panel per metric and job."""
    if not results.keys:
        raise result_tables.Missing(f"nothing was swept; it takes {NEEDS}")
    key = find_key(results, options.key)
    names = options.groups or ["fabric"] + [k for k in results.keys if k != key]
    name_group = result_tables.groups_of(results, names)
    panels_of = []
    for metric in options.metrics or ["completion_ns", "slowdown_p99"]:
        jobs, unit = read(results, metric, key, name_group)
        panels_of += [(metric, job, groups, unit) for job, groups in jobs.items()]
    if not panels_of:
        raise result_tables.Missing("no draw has a value of it")
    figure, panels = plot_style.make_panels(options, len(panels_of))
    short = result_tables.short_key(key)
    ends = [result_tables.short_key(k) for k in results.keys]
    same = {}
    for axes, (metric, job, groups, unit) in zip(panels, panels_of):
        values = find_values(of for name, _, of, _ in panels_of if name == metric)
        draw_panel(axes, groups, metric, unit, key if ends.count(short) > 1 else short, values)
        same.setdefault(metric, []).append(axes)
        if job != "all":
            axes.set_title(job)
    for alike in same.values():
        plot_style.share_axis(alike, "y")
    plot_style.share_axis(panels, "x")
    plot_style.add_legend(figure, panels, options)
    counts = [len(v) for _, _, groups, _ in panels_of for line in groups.values() for v in line.values()]
    plot_style.add_note(figure, options, result_tables.say_means(counts, "mark", "whisker"))
    return figure
