# SPDX-License-Identifier: GPL-2.0-only
"""Completion of an incast against its degree, the number of hosts that send to one, beside the ideal.

From the incasts of a scenario, or of a sweep of their sources. Mark: mean over the draws, whisker: its 95 %
interval (Student).

    --metric slowdown_p99   a column of summary.csv or a figure of figures.csv in place of the completion time
    --group fabric          what the lines are: fabric (the default), or a swept key
"""

import plot_style
import result_tables
from plots import metric as swept

NEEDS = "incasts of several degrees: --sweep workload.0.sources=2,4,8,16, or a job for each"


def read_degrees(results):
    """{(run, fabric, job): senders} of the jobs with one receiver."""
    ends = {}
    for run, fabric, job, source, dest in results.columns("flows.csv", ("fabric", "job", "source_host", "dest_host")):
        sources, dests = ends.setdefault((run.folder, fabric, job), (set(), set()))
        sources.add(source)
        dests.add(dest)
    return {place: len(sources) for place, (sources, dests) in ends.items() if len(dests) == 1}


def read(results, options, metric):
    """{group: {degree: values}}, {degree: ideals}, unit."""
    degrees = read_degrees(results)
    folders = {(run.seed, *run.point.items()): run.folder for run in results.runs}
    name_group = result_tables.groups_of(results, options.groups)
    groups, ideals, unit = {}, {}, ""
    for row, value, unit in result_tables.metric_values(results, metric):
        folder = folders[row["seed"], *((key, row[key]) for key in results.keys)]
        degree = degrees.get((folder, row["fabric"], row["job"]))
        if degree:
            groups.setdefault(name_group(row), {}).setdefault(str(degree), []).append(value)
            if metric == "completion_ns" and row["ideal_ns"]:
                ideals.setdefault(str(degree), set()).add(float(row["ideal_ns"]))
    return groups, ideals, unit


def draw(results, options):
    """One panel."""
    metric = options.metric("completion_ns")
    groups, ideals, unit = read(results, options, metric)
    if max((len(line) for line in groups.values()), default=0) < 2:
        raise result_tables.Missing(f"there are no incasts of several degrees; it takes {NEEDS}")
    largest = max(value for line in groups.values() for of in line.values() for value in of)
    shown = result_tables.scale(unit, largest)
    figure, (axes,) = plot_style.make_panels(options, 1)
    low, high = swept.draw_panel(axes, groups, shown, options)
    if ideals and all(len(values) == 1 for values in ideals.values()):
        x = sorted(ideals, key=int)
        y = [next(iter(ideals[degree])) / shown[1] for degree in x]
        axes.plot(list(map(int, x)), y, ":", color="black", label="ideal", zorder=1)
        low, high = min(low, *y), max(high, *y)
    axes.set_xlabel("degree (senders)")
    axes.set_ylabel(plot_style.label_of(metric, shown[0]))
    swept.set_values([axes], low, high)
    plot_style.add_legend(figure, [axes], options)
    counts = [len(values) for line in groups.values() for values in line.values()]
    plot_style.add_note(figure, options, result_tables.say_means(counts, "mark", "whisker"))
    return figure
