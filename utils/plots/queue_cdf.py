# SPDX-License-Identifier: GPL-2.0-only
"""Distribution of queue lengths, a line per fabric, a panel per point, from the samples of queues.csv.

Samples of all draws together; of the queues that were empty in all samples of all fabrics none. The axis
begins at the least share of empty samples.

    --where "queue=leaf0->host3"   one queue
    --group fabric                 what the lines are: fabric (the default), seed or a swept key
"""

import math

import plot_style
import result_tables

NEEDS = "\"output\": {\"samples\": {\"queues\": \"switch *->*\", \"interval\": \"10us\"}}"


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
    lines = [sizes for groups in points.values() for sizes in groups.values()]
    unit, length = result_tables.scale("B", max(sizes[-1] for sizes in lines))
    empty = min(100 * sizes.count(sizes[0]) / len(sizes) for sizes in lines)
    figure, panels = plot_style.make_panels(options, len(points))
    for axes, (title, groups) in zip(panels, points.items()):
        for i, (group, sizes) in enumerate(groups.items()):
            plot_style.draw_distribution(axes, [s / length for s in sizes], group, **plot_style.look(i))
        axes.set_title(title)
        axes.set_xlabel(f"queue ({unit})")
        axes.set_ylabel("samples (%)")
        axes.set_ylim(max(0, 10 * math.floor(empty / 10) - 10), 101)
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    counts = list(map(len, lines))
    plot_style.add_note(
        figure, options, f"n = {result_tables.span(counts, 'samples')} per line,",
        f"of {queues} queues that had a packet in any of them, of {results.say_together()}.",
    )
    return figure
