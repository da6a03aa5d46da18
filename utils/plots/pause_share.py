# SPDX-License-Identifier: GPL-2.0-only
"""Share of the run in which ports were paused: mean of all ports, and the port paused most.

From links.csv: pfc_pause_ns / time_ns of each sending port, a sum over its priorities. Of a run bars: medians
of the draws (by nearest rank) with their range. Of a sweep a line per fabric against a swept key: mean of the
draws and its 95 % interval (Student).

    --metric credit_stall_ns   time without credits in place of PFC pauses
    --key workload.0.load      what the horizontal axis is: the first swept key otherwise
    --group fabric             what bars and lines are: the fabric and other swept keys otherwise
"""

import plot_style
import result_tables
from plots import completion
from plots import metric as swept

NEEDS = "links.csv, which every run writes"
NAMES = {"pfc_pause_ns": "paused by PFC", "credit_stall_ns": "without credits"}


def read(results, metric, name_group, key):
    """{panel: {group: {value of the key or nothing: shares of each draw, in %}}}, and how many ports they are of."""
    ports = {}
    for row in results.rows("links.csv"):
        if row["network"] != "nvlink" and float(row["time_ns"]) > 0:
            group = name_group(row)
            if group:
                place = group, row.get(key, ""), row["seed"]
                ports.setdefault(place, []).append(100 * float(row[metric]) / float(row["time_ns"]))
    panels = {"all ports, mean": {}, "one port, most": {}}
    for (group, x, _), shares in ports.items():
        for groups, value in zip(panels.values(), (sum(shares) / len(shares), max(shares))):
            groups.setdefault(group, {}).setdefault(x, []).append(value)
    return panels, list(map(len, ports.values()))


def draw(results, options):
    """A panel for the mean and one for the port with the largest share."""
    metric = options.metric("pfc_pause_ns", list(NAMES))
    key = swept.find_key(results, options.key) if results.keys else None
    held = plot_style.hold_keys(results, options, key) if key else ""
    found, ports = read(results, metric, result_tables.lines_of(results, options.groups, key), key)
    if not ports:
        raise result_tables.Missing("there is no links.csv; results of this version have it")
    if not any(swept.find_values(found.values())):
        raise result_tables.Missing(f"no port was {NAMES[metric]}; --metric: {' or '.join(NAMES)}")
    note = f"{result_tables.span(ports, 'sending ports')}; sum over priorities, of the whole run."
    if key:
        figure, panels = plot_style.make_panels(options, 2, options.panel_height * 0.8)
        for axes, (title, groups) in zip(panels, found.items()):
            low, high = swept.draw_panel(axes, groups, ("%", 1), options)
            axes.set_xlabel(result_tables.name_key(results, key))
            axes.set_title(title)
            axes.set_ylabel(f"{title.split()[-1]} {NAMES[metric]} (%)")
            swept.set_values([axes], low, high)
        plot_style.share_axis(panels, "x")
        plot_style.add_legend(figure, panels, options)
        counts = [len(values) for groups in found.values() for line in groups.values() for values in line.values()]
        plot_style.add_note(figure, options, result_tables.say_means(counts, "mark", "whisker"), note, held)
        return figure
    groups = list(found["all ports, mean"])
    height = options.letters / 72 * 1.55 * len(groups) + 0.5
    figure, panels = plot_style.make_panels(options, 2, height, 1 if options.style == "column" else 2)
    bars = [{group: line[""] for group, line in of.items()} for of in found.values()]
    for axes, title, of in zip(panels, found, bars):
        completion.draw_panel(axes, groups, of, metric, "", options)
        axes.set_xlabel(f"{title}, time {NAMES[metric]} (%)")
    plot_style.add_note(figure, options, completion.say_count(bars), note)
    return figure
