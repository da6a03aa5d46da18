# SPDX-License-Identifier: GPL-2.0-only
"""Distribution of queue lengths, a line per fabric, a panel per point, from the samples of queues.csv.

Samples of all draws together, without the queues that were empty in all of them. The left end of the axis
has all samples up to 1 kB; shares below the least of these are not drawn.

    --where "queue=leaf0->host3"   one queue
    --group fabric                 what the lines are: fabric (the default), seed or a swept key
"""

import bisect
import math

import plot_style
import result_tables

NEEDS = "\"output\": {\"samples\": {\"queues\": \"switch *->*\", \"interval\": \"10us\"}}"
LEAST = 1000  # bytes at the left end


def read(results, options):
    """{point: {group: bytes of each sample, ascending}}, and how many queues they are of."""
    name_group = result_tables.groups_of(results, options.groups)
    keys = results.panel_keys(options.groups)
    queues, used = {}, set()
    for run, fabric, queue, size in results.columns("queues.csv", ("fabric", "queue", "queue_bytes")):
        place = result_tables.title_of(run.point, keys), name_group({"fabric": fabric, "seed": run.seed, **run.point})
        queues.setdefault((place, queue), []).append(int(size))
        if size != "0":
            used.add(queue)
    points = {}
    for ((title, group), queue), sizes in queues.items():
        if queue in used:
            points.setdefault(title, {}).setdefault(group, []).extend(sizes)
    for groups in points.values():
        for sizes in groups.values():
            sizes.sort()
    return points, len(used)


def draw(results, options):
    """A panel per point with the same axes."""
    if not results.has("queues.csv"):
        raise result_tables.Missing(f"no queue was sampled; the scenario needs {NEEDS}")
    points, queues = read(results, options)
    if not points:
        raise result_tables.Missing("all queues were empty in all samples")
    points, left_out = plot_style.pick_panels(points)
    lines = [sizes for groups in points.values() for sizes in groups.values()]
    largest = max(sizes[-1] for sizes in lines)
    least = min(LEAST, largest)
    short = min(100 * bisect.bisect_right(sizes, least) / len(sizes) for sizes in lines)
    figure, panels = plot_style.make_panels(options, len(points))
    for axes, (title, groups) in zip(panels, points.items()):
        for i, (group, sizes) in enumerate(groups.items()):
            shown = [max(size, least) for size in sizes]
            plot_style.draw_distribution(axes, shown, group, **plot_style.look(i))
        axes.set_title(title)
        axes.set_xlabel("queue, up to")
        axes.set_ylabel("samples (%)")
        plot_style.set_bytes(axes.xaxis)
        axes.set_xlim(least, 1.1 * largest)
        axes.set_ylim(max(0, 10 * math.floor(short / 10) - 10), 101)
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    counts = list(map(len, lines))
    plot_style.add_note(
        figure, options, f"n = {result_tables.span(counts, 'samples')} per line,",
        f"of {queues} queues that had a packet in any of them, of {results.say_together()}.",
        "Left end: all samples up to 1 kB.", left_out,
    )
    return figure
