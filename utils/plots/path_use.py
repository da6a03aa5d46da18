# SPDX-License-Identifier: GPL-2.0-only
"""Use of paths: how many each flow takes, and what the busiest one carries of it, from paths.csv.

A flow is all packets to one queue pair; flows between hosts of one switch, which have one path, are left out.
All draws together.

    --group fabric   what the lines are: fabric (the default), seed or a swept key
"""

import plot_style
import result_tables

NEEDS = "\"output\": {\"paths\": true}"
ONE_POINT = True  # of a sweep


def read(results, options):
    """{group: payload of each path, by flow}."""
    name_group = result_tables.groups_of(results, options.groups)
    groups = {}
    for row in results.rows("paths.csv"):
        if row["network"] != "north-south" and len(row["nodes"].split()) > 3:
            flow = tuple(row[k] for k in ("network", "source_host", "dest_host", "dest_queue_pair", "seed"))
            flow += row["fabric"], *(row[k] for k in results.keys)
            groups.setdefault(name_group(row), {}).setdefault(flow, []).append(int(row["payload_bytes"]))
    return {group: list(flows.values()) for group, flows in groups.items()}


def draw(results, options):
    """Two panels, a line per group in each."""
    groups = read(results, options)
    if not groups:
        raise result_tables.Missing(f"no paths between switches were recorded; the scenario needs {NEEDS}")
    figure, panels = plot_style.make_panels(options, 2, options.panel_height * 0.8)
    for i, (group, flows) in enumerate(groups.items()):
        look = plot_style.look(i)
        plot_style.draw_distribution(panels[0], sorted(map(len, flows)), group, **look)
        shares = sorted(100 * max(paths) / sum(paths) for paths in flows if sum(paths))
        plot_style.draw_distribution(panels[1], shares, group, **look)
    most = max(len(paths) for flows in groups.values() for paths in flows)
    panels[0].set_xlim(0, 1.04 * most)
    panels[0].xaxis.set_major_locator(plot_style.MaxNLocator(6, integer=True))
    panels[0].set_xlabel("paths of a flow (number)")
    panels[1].set_xlim(0, 104)
    panels[1].set_xlabel("payload on its busiest path (%)")
    for axes in panels:
        axes.set_ylabel("flows (%)")
        axes.set_ylim(0, 101)
    plot_style.add_legend(figure, panels, options)
    counts = list(map(len, groups.values()))
    plot_style.add_note(
        figure, options, f"n = {result_tables.span(counts, 'flows')} per line, of {results.say_together()}.",
        "Flows between hosts of one switch are left out; equal lines lie on each other.",
    )
    return figure
