# SPDX-License-Identifier: GPL-2.0-only
"""Cumulative distributions, a panel per job and point: of the slowdown of messages or of completion times.

    --metric fct_ns     completion times in place of slowdown
    --group fabric      what the lines are: fabric (the default), seed or a swept key
"""

import array

import plot_style
import result_tables

NEEDS = "flows.csv, which every run writes"


def read(results, options, metric, per_job=True):
    """{job: {group: values}} of the messages that succeeded, ascending; there may be millions."""
    name_group = result_tables.groups_of(results, options.groups)
    columns = ("fabric", "job", metric, "status")
    keys = results.panel_keys(options.groups)
    jobs = {}
    for run, fabric, job, value, status in results.columns("flows.csv", columns):
        if status == "success":
            group = name_group({"fabric": fabric, "job": job, "seed": run.seed, **run.point})
            place = results.title_panel(job if per_job else "all", result_tables.title_of(run.point, keys))
            groups = jobs.setdefault(place, {})
            groups.setdefault(group, array.array("d")).append(float(value))
    return {
        job: {group: sorted(values) for group, values in groups.items()}
        for job, groups in jobs.items()
    }


def draw_panel(axes, groups, metric, ends=None):
    """One distribution per group, with points enough for the tail.

    @param ends least and greatest value of all panels with this axis; None: of this one
    """
    unit = "ns" if metric.endswith("_ns") else ""
    least, largest = ends or find_ends([groups])
    unit, length = result_tables.scale(unit, largest)
    for i, (group, values) in enumerate(groups.items()):
        plot_style.draw_distribution(axes, [v / length for v in values], group, **plot_style.look(i))
    axes.set_xlabel("slowdown (FCT / ideal)" if metric == "slowdown" else f"completion time ({unit})")
    axes.set_ylabel("messages (%)")
    axes.set_ylim(0, 101)
    if metric == "slowdown" or plot_style.is_wide([least, largest]):
        plot_style.set_log(axes.xaxis)


def find_ends(panels):
    """Least and greatest value of several panels."""
    values = [values for groups in panels for values in groups.values()]
    return min(v[0] for v in values), max(v[-1] for v in values)


def say_count(results, panels):
    """How many messages a line is of."""
    counts = [len(values) for groups in panels for values in groups.values()]
    return f"n = {result_tables.span(counts, 'messages')} per line, of {results.say_together()}."


def draw(results, options):
    """A panel per job, all with the same axis."""
    metric = options.metric("slowdown", ["slowdown", "fct_ns", "one_way_ns"])
    jobs = read(results, options, metric)
    if not jobs:
        raise result_tables.Missing("no message succeeded; results of './ai-fabric run' have flows.csv")
    jobs, left_out = plot_style.pick_panels(jobs, has_points=plot_style.point_of if len(results.jobs) > 1 else None)
    figure, panels = plot_style.make_panels(options, len(jobs))
    for axes, (job, groups) in zip(panels, jobs.items()):
        draw_panel(axes, groups, metric, find_ends(jobs.values()))
        axes.set_title(job)
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    plot_style.add_note(figure, options, say_count(results, jobs.values()), left_out)
    return figure
