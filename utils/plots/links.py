# SPDX-License-Identifier: GPL-2.0-only
"""Utilization of links on a drawing of the topology, a panel per fabric, from links.csv.

Hosts at the bottom, switches by how far they are from the next host. A link has the colour of its busier
direction; parallel links that of the busiest.

    --metric busy_percent   or pfc_pause_ns, credit_stall_ns, largest_queue_bytes, lost_packets, packets
    --where fabric=NAME     one fabric; --where seed=2 another draw than the
                            typical one
"""

from matplotlib import cm, colors, patheffects
from matplotlib.collections import LineCollection

import plot_style
import result_tables

NEEDS = "links.csv, which every run writes"
ONE_DRAW = True  # of one point of a sweep, the typical one
MAX_NAMES = 20


def draw(results, options):
    """The same places and colours in all panels."""
    known = results.metrics("links.csv")
    metric = options.metric("busy_percent", list(known))
    networks = result_tables.read_links(results)
    if not networks or metric not in known:
        raise result_tables.Missing("there is no links.csv or columns.json; results of this version have both")
    values = {
        fabric: {l.number: max(float(row[metric]) for row in l.directions) for l in links}
        for fabric, links in networks.items()
    }
    label, unit, _ = known[metric]
    largest = max(max(of_link.values()) for of_link in values.values())
    unit, length = result_tables.scale(unit, largest)
    norm = colors.Normalize(0, largest / length or 1)
    colours = matplotlib_map()
    figure, panels = plot_style.make_panels(options, len(networks), options.panel_height * 0.85)
    for axes, (fabric, links) in zip(panels, networks.items()):
        places = result_tables.place_nodes(links)
        order = sorted(links, key=lambda link: values[fabric][link.number])
        lines = [[places[end] for end in link.ends] for link in order]
        shown = [values[fabric][link.number] / length for link in order]
        width = 1.6 if len(links) <= 100 else 0.6
        axes.add_collection(LineCollection(lines, array=shown, cmap=colours, norm=norm, linewidths=width))
        hosts = {e for link in links for e, h in zip(link.ends, link.hosts) if h}
        for nodes, marker, size in ((hosts, "o", 5), (set(places) - hosts, "s", 16)):
            x = [places[node][0] for node in nodes]
            y = [places[node][1] for node in nodes]
            few = 1 if len(places) <= 100 else 0.3
            axes.scatter(x, y, size * few, color="0.25", marker=marker, zorder=3, linewidths=0)
        name_nodes(axes, places, hosts)
        axes.set_axis_off()
        axes.margins(0.03, 0.12)
        axes.set_title(fabric)
    bar = figure.colorbar(
        cm.ScalarMappable(norm, colours), ax=panels, shrink=0.7, aspect=30, pad=0.02,
        orientation="horizontal", location="bottom",
    )
    bar.set_label(f"{label} ({unit})" if unit else label)
    plot_style.add_note(figure, options, results.say_draw(), "Of the whole run.")
    return figure


def matplotlib_map():
    """From light grey to dark red: seen in print, by the colour-blind, and on white."""
    return colors.LinearSegmentedColormap.from_list(
        "heat", ["#d9d9d9", "#9ecae1", "#E69F00", "#D55E00", "#7f0000"]
    )


def name_nodes(axes, places, hosts):
    """Names beside switches; beside hosts their numbers, if there is room."""
    rows = {}
    for node, (x, y) in places.items():
        rows.setdefault(round(y, 3), []).append(node)
    for y, nodes in rows.items():
        if len(nodes) > MAX_NAMES:
            continue
        for node in nodes:
            below = node in hosts
            text = node.removeprefix("host") if below else node
            if not below and len(nodes) > 8:
                text = "".join(c for c in node if c.isdigit()) or node
            axes.annotate(
                text,
                places[node],
                (0, -4 if below else 4),
                textcoords="offset points",
                ha="center",
                va="top" if below else "bottom",
                fontsize="x-small",
                path_effects=[patheffects.withStroke(linewidth=2, foreground="white")],  # over links
            )
