# SPDX-License-Identifier: GPL-2.0-only
"""Completion time of messages against a swept key, such as the load, by size: up to 100 kB, 1 MB, and larger.

The percentile of each draw; mark: geometric mean over the draws, whisker: its 95 % interval (Student,
of the logarithms). A hollow mark has too few messages in a draw for its percentile: it shows the greatest of them.

    --metric p50,p99        p50, p90, p95, p99, p999, max or mean: a panel for each
    --key workload.0.load   what the horizontal axis is: the first swept key otherwise
    --group fabric          what the lines are: the fabric and the other swept keys otherwise
    --where job=...         the messages of one job
"""

import plot_style
import result_tables
from plots import metric, slowdown

NEEDS = metric.NEEDS
CLASSES = ((1e5, "up to 100 kB"), (1e6, "100 kB to 1 MB"), (float("inf"), "above 1 MB"))


def read(results, key, name_group):
    """{size class: {group: {value of the key: {draw: fct in ns, ascending}}}}."""
    classes = {name: {} for _, name in CLASSES}
    wanted = ("fabric", "job", "size_bytes", "fct_ns", "status")
    for run, fabric, job, size, fct, status in results.columns("flows.csv", wanted):
        group = name_group({"fabric": fabric, "job": job, "seed": run.seed, **run.point})
        if status == "success" and group:
            name = next(name for most, name in CLASSES if int(size) <= most)
            values = classes[name].setdefault(group, {}).setdefault(run.point[key], {})
            values.setdefault(run.folder, []).append(float(fct))
    for groups in classes.values():
        for line in groups.values():
            for draws in line.values():
                for values in draws.values():
                    values.sort()
    return {name: groups for name, groups in classes.items() if groups}


def draw(results, options):
    """A row of panels per size class, a panel per percentile."""
    if not results.keys:
        raise result_tables.Missing(f"nothing was swept; it takes {NEEDS}")
    key = metric.find_key(results, options.key)
    held = plot_style.hold_keys(results, options, key)
    classes = read(results, key, result_tables.lines_of(results, options.groups, key))
    if not classes:
        raise result_tables.Missing("no message succeeded")
    percentiles = options.metrics or ["p50", "p99"]
    slowdown.check_names(percentiles)
    figure, panels = plot_style.make_panels(
        options, len(classes) * len(percentiles), options.panel_height * 0.6, len(percentiles)
    )
    rest, counts, draws, hollow = iter(panels), [], [], False
    for title, groups in classes.items():
        found = {}
        for name in percentiles:
            few = set()
            lines = found[name] = {}
            for group, line in groups.items():
                for x, values in line.items():
                    lines.setdefault(group, {})[x] = [slowdown.take(v, name) for v in values.values()]
                    counts += map(len, values.values())
                    draws.append(len(values))
                    if min(map(len, values.values())) < slowdown.count_needed(name):
                        few.add((group, x))
            found[name] = lines, few
        largest = max(v for lines, _ in found.values() for line in lines.values() for of in line.values() for v in of)
        shown = result_tables.scale("ns", largest)
        row, ends = [], []
        for name, (lines, few) in found.items():
            axes = next(rest)
            row.append(axes)
            ends += metric.draw_panel(axes, lines, shown, options, few, result_tables.interval_of_ratios)
            hollow = hollow or bool(few)
            axes.set_title(f"{title}: {name}")
            axes.set_xlabel(result_tables.name_key(results, key))
            axes.set_ylabel(f"FCT ({shown[0]})")
        metric.set_values(row, min(ends), max(ends))
    plot_style.share_axis(panels, "x")
    plot_style.add_legend(figure, panels, options)
    needs = ", ".join(f"{slowdown.count_needed(name)} for {name}" for name in percentiles)
    plot_style.add_note(
        figure, options, result_tables.say_means(draws, "mark", "whisker", geometric=True),
        f"{result_tables.span(counts, 'messages')} of a draw per mark.",
        f"Hollow: the greatest of fewer messages than needed ({needs})." if hollow else "", held,
    )
    return figure
