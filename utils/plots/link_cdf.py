# SPDX-License-Identifier: GPL-2.0-only
"""Distribution of the utilization of links, a line per fabric: links between switches and links of hosts.

Each direction of a link counts once, over the whole run, from links.csv; all draws together.

    --metric busy_percent   or pfc_pause_ns, credit_stall_ns, largest_queue_bytes, lost_packets, packets
    --group fabric          what the lines are: fabric (the default), seed or a swept key
"""

import plot_style
import result_tables

NEEDS = "links.csv, which every run writes"


def read(results, options, metric):
    """{panel: {group: values, ascending}}."""
    name_group = result_tables.groups_of(results, options.groups)
    keys = results.panel_keys(options.groups)
    panels = {}
    for row in results.rows("links.csv"):
        if row["network"] == "nvlink":
            continue
        kind = "to and from hosts" if row["from_host"] or row["to_host"] else "between switches"
        title = ", ".join(filter(None, [kind, result_tables.title_of(row, keys)]))
        panels.setdefault(title, {}).setdefault(name_group(row), []).append(float(row[metric]))
    for groups in panels.values():
        for values in groups.values():
            values.sort()
    return dict(sorted(panels.items(), key=lambda panel: panel[0].partition(", ")[0]))  # points in their order


def draw(results, options):
    """A panel per kind of link and point, with the same axes."""
    known = results.metrics("links.csv")
    metric = options.metric("busy_percent", list(known))
    panels_of = read(results, options, metric)
    if not panels_of or metric not in known:
        raise result_tables.Missing("there is no links.csv or columns.json; results of this version have both")
    panels_of, left_out = plot_style.pick_panels(panels_of, has_points=plot_style.point_of)
    points = set(map(plot_style.point_of, panels_of))
    lines = [values for groups in panels_of.values() for values in groups.values()]
    largest = max(values[-1] for values in lines)
    if largest <= 0:
        raise result_tables.Missing(f"{metric} is 0 on all links")
    label, unit, _ = known[metric]
    unit, length = result_tables.scale(unit, largest)
    row = len(points) if options.columns == 3 and len(points) > 1 else None  # a row for each kind of link
    figure, panels = plot_style.make_panels(options, len(panels_of), None, row)
    for axes, (title, groups) in zip(panels, panels_of.items()):
        for i, (group, values) in enumerate(groups.items()):
            plot_style.draw_distribution(axes, [v / length for v in values], group, **plot_style.look(i))
        axes.set_title(title)
        axes.set_xlabel(f"{label} ({unit})" if unit else label)
        axes.set_ylabel("directions of links (%)")
        axes.set_ylim(0, 101)
        axes.set_xlim(left=-0.02 * largest / length)
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    counts = list(map(len, lines))
    plot_style.add_note(
        figure, options, f"n = {result_tables.span(counts, 'directions')} per line, of {results.say_together()}.",
        "Of the whole run.", left_out,
    )
    return figure
