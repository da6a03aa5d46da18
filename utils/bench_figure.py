# SPDX-License-Identifier: GPL-2.0-only
"""The figure of ./ai-fabric bench --scale: how time, set-up and memory grow with a network."""

import plot_style

PANELS = (
    ("time per packet-hop (ns)", "ns_per_packet_hop", 1),
    ("set-up (s of CPU)", "setup_cpu_seconds", 1),
    ("memory (MB)", "memory_bytes", 1e-6),
)


def name_way(row):
    """Threads or ranks that did the work of a row."""
    threads, ranks = row["threads"], row["ranks"]
    if ranks > 1:
        return f"{ranks} processes"
    return f"{threads} thread" + ("s" if threads > 1 else "")


def draw(rows, path):
    """Draws the rows of networks into a file: CPU time of all threads and processes."""
    rows = [row for row in rows if row["hosts"]]
    options = plot_style.Options(style="page")
    plot_style.apply_style(options)
    figure, panels = plot_style.make_panels(options, len(PANELS))
    for axes, (title, column, factor) in zip(panels, PANELS):
        for i, way in enumerate(dict.fromkeys(map(name_way, rows))):
            of_way = [row for row in rows if name_way(row) == way]
            axes.plot(
                [row["hosts"] for row in of_way],
                [row[column] * factor for row in of_way],
                marker=plot_style.MARKERS[i % len(plot_style.MARKERS)],
                label=way,
                **plot_style.look(i),
            )
        plot_style.set_log(axes.xaxis)
        if column == "ns_per_packet_hop":
            axes.set_ylim(0)
        else:
            plot_style.set_log(axes.yaxis)
        axes.set_xlabel("hosts")
        axes.set_ylabel(title)
    plot_style.add_legend(figure, panels, options)
    figure.savefig(path, dpi=110)
