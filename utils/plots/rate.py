# SPDX-License-Identifier: GPL-2.0-only
"""Rates of senders over time, a panel per fabric, from rates.csv.

Up to eight senders are lines of their own; of more the median of those that have something to send, and
the band in which 80 % of them are.

    --metric goodput   what was acknowledged between samples in place of what may be sent
    --where job=...    the senders of one job; --where seed=2 another draw than the typical one
"""

import plot_style
import result_tables

NEEDS = "\"output\": {\"samples\": {\"rateInterval\": \"10us\"}}"
ONE_DRAW = True  # of one point of a sweep, the typical one
MAX_LINES = 8
MAX_FABRICS = 12


def read(results, column):
    """{fabric: {sender: [(ns, value)]}} of the typical draw; samples without a value are left out."""
    fabrics = {}
    wanted = ("fabric", "time_ns", "source_host", "dest_host", "queue_pair", column)
    runs = [results.typical]
    for _, fabric, time, source, dest, pair, value in results.columns("rates.csv", wanted, runs):
        if value:
            senders = fabrics.setdefault(fabric, {})
            senders.setdefault((source, dest, pair), []).append((float(time), float(value)))
    return fabrics


def differ(points):
    """Mean rates in bit/s between samples of a running total of bytes."""
    pairs = zip([(0.0, 0.0)] + points, points)
    return [(b[0], 8e9 * (b[1] - a[1]) / (b[0] - a[0])) for a, b in pairs if b[0] > a[0]]


def draw_fabrics(fabrics, options, unit, label):
    """A panel per fabric with the same axes. @param unit of the values @param label without it"""
    if len(fabrics) > MAX_FABRICS:
        raise result_tables.InputError(f"{len(fabrics)} fabrics: choose with --where fabric=NAME")
    everything = [point for senders in fabrics.values() for s in senders.values() for point in s]
    largest = max(value for _, value in everything)
    time_unit, length = result_tables.scale("ns", max(time for time, _ in everything))
    shown, size = result_tables.scale(unit, largest)
    height = options.panel_height * 0.8
    figure, panels = plot_style.make_panels(options, len(fabrics), height, share_x=True)
    single = [senders for senders in fabrics.values() if len(senders) <= MAX_LINES]
    numbers = {sender: i for i, sender in enumerate(dict.fromkeys(s for each in single for s in each))}
    for axes, (fabric, senders) in zip(panels, fabrics.items()):
        if len(senders) <= MAX_LINES:
            for sender, points in senders.items():
                source, dest, _ = sender
                x = [time / length for time, _ in points]
                y = [value / size for _, value in points]
                look = plot_style.look(numbers[sender])
                axes.step(x, y, where="post", label=f"{source} to {dest}", linewidth=0.9, **look)
        else:
            at = {}
            for points in senders.values():
                for time, value in points:
                    at.setdefault(time / length, []).append(value / size)
            x = sorted(at)
            for values in at.values():
                values.sort()
            low, middle, high = (
                [result_tables.percentile(at[time], share) for time in x] for share in (0.1, 0.5, 0.9)
            )
            colour = plot_style.COLOURS[0]
            axes.fill_between(x, low, high, color=colour, alpha=0.25, linewidth=0, label="80 % of them")
            axes.plot(x, middle, color=colour, label=f"median of {len(senders)} senders")
        axes.set_ylim(0, 1.08 * largest / size)
        axes.set_title(fabric)
        axes.set_ylabel(f"{label} ({shown})")
        if axes in panels[-options.columns :]:
            axes.set_xlabel(f"time ({time_unit})")
    plot_style.add_legend(figure, panels, options)
    return figure


def draw(results, options):
    """What senders may send, or what was acknowledged."""
    metric = options.metric("rate_bps", ["rate_bps", "goodput"])
    if metric == "goodput":
        fabrics = read(results, "acknowledged_bytes")
        for senders in fabrics.values():
            senders.update({key: differ(points) for key, points in senders.items()})
    else:
        fabrics = read(results, "rate_bps")
    if not fabrics:
        raise result_tables.Missing(f"no rates were sampled; the scenario needs {NEEDS}")
    return draw_fabrics(fabrics, options, "bit/s", "rate" if metric == "rate_bps" else "goodput")
