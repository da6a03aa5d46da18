# SPDX-License-Identifier: GPL-2.0-only
"""Queues over time, a panel per fabric, from queues.csv: those that were longest, the rest in grey.

    --metric utilization   how busy their links were in place of how long they were, in %
    --where seed=2         another draw than the first
    --where queue=...      one queue
"""

import plot_style
import result_tables

NEEDS = "\"output\": {\"samples\": {\"queues\": \"switch *->*\", \"interval\": \"10us\"}}"
NAMED = 5
MAX_FABRICS = 12


def read(results):
    """{fabric: {queue: [(ns, bytes, sent bytes)]}} of the first draw."""
    fabrics = {}
    first = None
    wanted = ("fabric", "time_ns", "queue", "link", "queue_bytes", "sent_frame_bytes")
    for run, fabric, time, queue, link, size, sent in results.columns("queues.csv", wanted):
        first = first or run
        if run is first:
            queues = fabrics.setdefault(fabric, {})
            series = queues.setdefault((queue, link), [])
            series.append((float(time), int(size), int(sent)))
    return fabrics


def rates_of_links(results):
    """bit/s by fabric and link."""
    return {
        (row["fabric"], row["link"]): float(row["rate_bps"])
        for row in results.rows("links.csv")
        if row["network"] == "fabric"
    }


def busy(series, rate):
    """Pairs (ns, %) of a link between samples."""
    pairs = zip(series, series[1:])
    return [(b[0], 800e9 * (b[2] - a[2]) / rate / (b[0] - a[0])) for a, b in pairs if b[0] > a[0]]


def draw(results, options):
    """A panel per fabric with the same axes."""
    metric = options.metric("queue_bytes", ["queue_bytes", "utilization"])
    fabrics = read(results)
    if not fabrics:
        raise result_tables.Missing(f"no queue was sampled; the scenario needs {NEEDS}")
    if len(fabrics) > MAX_FABRICS:
        raise result_tables.InputError(f"{len(fabrics)} fabrics: choose with --where fabric=NAME")
    rates = rates_of_links(results) if metric == "utilization" else {}
    lines = {}
    for fabric, queues in fabrics.items():
        for key, series in queues.items():
            points = [(s[0], s[1]) for s in series]
            if metric == "utilization":
                points = busy(series, rates[fabric, key[1]])
            lines.setdefault(fabric, {})[key] = points
    latest = max(points[-1][0] for line in lines.values() for points in line.values() if points)
    largest = max(y for line in lines.values() for points in line.values() for _, y in points)
    unit, length = result_tables.scale("ns", latest)
    size_unit, size = result_tables.scale("B", largest) if metric == "queue_bytes" else ("%", 1.0)
    height = options.panel_height * 0.8
    figure, panels = plot_style.make_panels(options, len(fabrics), height, share_x=True)
    for axes, (fabric, queues) in zip(panels, lines.items()):
        by_size = sorted(queues, key=lambda key: -max((y for _, y in queues[key]), default=0))
        for i, key in reversed(list(enumerate(by_size))):
            x = [time / length for time, _ in queues[key]]
            y = [value / size for _, value in queues[key]]
            if i < NAMED:
                axes.step(x, y, where="post", label=key[0], color=plot_style.COLOURS[i], linewidth=0.8)
            else:
                axes.step(x, y, where="post", color="0.8", linewidth=0.5)
        axes.set_title(fabric)
        axes.set_ylim(0, 1.4 * largest / size or 1)  # room for the names
        axes.set_ylabel(f"queue ({size_unit})" if metric == "queue_bytes" else "link busy (%)")
        handles, labels = axes.get_legend_handles_labels()
        axes.legend(handles[::-1], labels[::-1], loc="upper right", ncols=2 if len(labels) > 3 else 1)
        if axes in panels[-options.columns :]:
            axes.set_xlabel(f"time ({unit})")
    return figure
