# SPDX-License-Identifier: GPL-2.0-only
"""Share of the run in which ports were paused, a bar per fabric: mean of all ports, and the port paused most.

From links.csv: pfc_pause_ns / time_ns of each sending port, a sum over its priorities. Medians of the draws
(by nearest rank) with their range.

    --metric credit_stall_ns   time without credits in place of PFC pauses
    --group fabric             what the bars are: fabric (the default) or a swept key
"""

import plot_style
import result_tables
from plots import completion

NEEDS = "links.csv, which every run writes"
NAMES = {"pfc_pause_ns": "paused by PFC", "credit_stall_ns": "without credits"}


def read(results, options, metric):
    """{panel: {group: shares of each draw, in %}}, and how many ports a mean is of."""
    name_group = result_tables.groups_of(results, options.groups)
    keys = results.panel_keys(options.groups)
    ports = {}
    for row in results.rows("links.csv"):
        if row["network"] != "nvlink" and float(row["time_ns"]) > 0:
            place = result_tables.title_of(row, keys), name_group(row), row["seed"]
            ports.setdefault(place, []).append(100 * float(row[metric]) / float(row["time_ns"]))
    panels = {}
    for (title, group, _), shares in ports.items():
        for what, value in (("mean of all ports", sum(shares) / len(shares)), ("port with most", max(shares))):
            name = ", ".join(filter(None, [what, title]))
            panels.setdefault(name, {}).setdefault(group, []).append(value)
    return dict(sorted(panels.items())), list(map(len, ports.values()))


def draw(results, options):
    """A panel for the mean and one for the port with the largest share; at each point of a sweep."""
    metric = options.metric("pfc_pause_ns", list(NAMES))
    found, ports = read(results, options, metric)
    if not found:
        raise result_tables.Missing("there is no links.csv; results of this version have it")
    if not any(completion.find_values(found.values())):
        raise result_tables.Missing(f"no port was {NAMES[metric]}; --metric: {' or '.join(NAMES)}")
    groups = list(dict.fromkeys(group for of in found.values() for group in of))
    height = options.letters / 72 * 1.55 * len(groups) + 0.5
    side_by_side = 1 if options.style == "column" else 2
    figure, panels = plot_style.make_panels(options, len(found), height, side_by_side)
    for kind in ("mean", "port"):
        alike = {title: of for title, of in found.items() if title.startswith(kind)}
        shared = completion.find_values(alike.values())
        for axes, title in zip(panels, found):
            if title in alike:
                completion.draw_panel(axes, groups, found[title], metric, "", options, None, shared)
                axes.set_title(title)
                axes.set_xlabel(f"time {NAMES[metric]} (% of the run)")
    plot_style.add_note(
        figure, options, completion.say_count(found.values()), f"{result_tables.span(ports, 'sending ports')}.",
        "Sum over priorities.",
    )
    return figure
