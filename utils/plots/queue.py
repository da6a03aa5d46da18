# SPDX-License-Identifier: GPL-2.0-only
"""Queues over time from queues.csv: a panel per fabric, with those that were longest, the rest in grey.

A single queue is drawn in one panel, with a line per fabric.

    --metric utilization   how busy their links were in place of how long they were, in %
    --where seed=2         another draw than the typical one
    --where "queue=leaf0->host3"   one queue
"""

import plot_style
import result_tables

NEEDS = "\"output\": {\"samples\": {\"queues\": \"switch *->*\", \"interval\": \"10us\"}}"
ONE_DRAW = True  # of one point of a sweep, the typical one
NAMED = 5
MAX_FABRICS = 12


def read(results):
    """{fabric: {queue: [(ns, bytes, sent bytes)]}} of the typical draw."""
    fabrics = {}
    wanted = ("fabric", "time_ns", "queue", "link", "queue_bytes", "sent_frame_bytes")
    runs = [results.typical]
    for _, fabric, time, queue, link, size, sent in results.columns("queues.csv", wanted, runs):
        series = fabrics.setdefault(fabric, {}).setdefault((queue, link), [])
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
    """Pairs (ns, %) of a link: the mean from a sample to the next one."""
    pairs = zip(series, series[1:])
    return [(a[0], 800e9 * (b[2] - a[2]) / rate / (b[0] - a[0])) for a, b in pairs if b[0] > a[0]]


def draw_queues(axes, queues, named):
    """A line per queue; only those that are named have a colour."""
    for i, key in enumerate(named):
        points = queues.get(key)
        if points:
            look = {**plot_style.look(i), "linewidth": 0.8, "zorder": 2 + len(named) - i}
            axes.step(*zip(*points), where="post", label=key[0], **look)
    others = "the others"
    for key, points in queues.items():
        x, y = zip(*points) if points else ((), ())
        if key not in named:
            axes.step(x, y, where="post", color="0.8", linewidth=0.5, zorder=1, label=others)
            others = None


def draw(results, options):
    """A panel per fabric with the same axes, or one panel if there is one queue."""
    metric = options.metric("queue_bytes", ["queue_bytes", "utilization"])
    fabrics = read(results)
    if not fabrics:
        raise result_tables.Missing(f"no queue was sampled; the scenario needs {NEEDS}")
    step = result_tables.step_of(s[0] for queues in fabrics.values() for of in queues.values() for s in of)
    rates = rates_of_links(results) if metric == "utilization" else {}
    lines = {}
    for fabric, queues in fabrics.items():
        for key, series in queues.items():
            points = [(s[0], s[1]) for s in series]
            if metric == "utilization":
                points = busy(series, rates[fabric, key[1]])
            lines.setdefault(fabric, {})[key] = points
    points = [point for line in lines.values() for of_queue in line.values() for point in of_queue]
    largest = max(y for _, y in points)
    if largest <= 0:
        raise result_tables.Missing(f"{metric} is 0 in all samples")
    # Behind that there is nothing to be seen.
    end = max(time for time, y in points if y > 0)
    unit, length = result_tables.scale("ns", end)
    size_unit, size = result_tables.scale("B", largest) if metric == "queue_bytes" else ("%", 1.0)
    peaks = {}
    for queues in lines.values():
        for key, points in queues.items():
            points[:] = [(time / length, value / size) for time, value in points]
            peaks[key] = max(peaks.get(key, 0), max((y for _, y in points), default=0))
    single = len(peaks) == 1
    if not single and len(fabrics) > MAX_FABRICS:
        raise result_tables.InputError(f"{len(fabrics)} fabrics: choose with --where fabric=NAME")
    named = sorted(peaks, key=lambda key: -peaks[key])[:NAMED]
    height = options.panel_height * (1 if single else 0.6)
    figure, panels = plot_style.make_panels(options, 1 if single else len(lines), height)
    if single:
        for i, (fabric, queues) in enumerate(lines.items()):
            look = {**plot_style.look(i), "linewidth": 0.8}
            x, y = zip(*queues[named[0]]) if queues[named[0]] else ((), ())
            panels[0].step(x, y, where="post", label=fabric, **look)
        panels[0].set_title(named[0][0])
    for axes, (fabric, queues) in zip(panels, [] if single else lines.items()):
        draw_queues(axes, queues, named)
        axes.set_title(fabric)
    for axes in panels:
        axes.set_ylim(0, 1.05 * largest / size or 1)
        axes.set_xlim(-0.02 * end / length, 1.02 * end / length)
        axes.set_ylabel(f"queue ({size_unit})" if metric == "queue_bytes" else "link busy (%)")
        axes.set_xlabel(f"time ({unit})")
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    every, length = result_tables.scale("ns", step)
    how = "looked at every" if metric == "queue_bytes" else "mean over"
    plot_style.add_note(
        figure, options, results.say_draw(),
        f"{result_tables.span([len(peaks)], 'queues')}, {how} {step / length:g} {every}.",
    )
    return figure
