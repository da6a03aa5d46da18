# SPDX-License-Identifier: GPL-2.0-only
"""Goodput of senders over time, a panel per fabric, from rates.csv: payload acknowledged between samples.

Up to eight senders are lines of their own; of more the median of those that have something to send, and
the band in which 80 % of them are.

    --metric rate_bps   what congestion control allows in place of what was acknowledged: several senders
                        that share a link may each be allowed all of it
    --where job=...     the senders of one job; --where seed=2 another draw than the typical one
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


def read_labels(results):
    """{sender: label} of the typical draw: names of flows; of others the hosts."""
    wanted = ("source_host", "dest_host", "queue_pair")
    rows = results.columns("rates.csv", wanted, [results.typical], optional=("flow",))
    return {(source, dest, pair): flow or f"host {source} to {dest}" for _, source, dest, pair, flow in rows}


def read_goodputs(results):
    """{fabric: {sender: [(begin, end, bit/s)]}} of the typical draw, and ns from one sample to the next."""
    fabrics = read(results, "acknowledged_bytes")
    times = [t for senders in fabrics.values() for points in senders.values() for t, _ in points]
    step = result_tables.step_of(times) if times else 0.0
    return {
        fabric: {sender: result_tables.goodputs(points, step) for sender, points in senders.items()}
        for fabric, senders in fabrics.items()
    }, step


def at_instants(fabrics):
    """Samples of an instant as draw_fabrics() takes them."""
    return {
        fabric: {sender: [(time, None, value) for time, value in points] for sender, points in senders.items()}
        for fabric, senders in fabrics.items()
    }


def to_steps(spans):
    """Points of a line that is 0 where nothing is under way. @param spans (begin, end or None, value)"""
    points = []
    last = None
    for begin, end, value in spans:
        if last is not None and begin > last:
            points.append((last, 0.0))
        points.append((begin, value))
        last = end
    return points + ([(last, 0.0)] if last is not None else [])


def draw_fabrics(fabrics, options, unit, label, labels):
    """A panel per fabric with the same axes.

    @param fabrics {fabric: {sender: [(begin, end or None, value)]}} @param unit of the values
    @param label without it @param labels {sender: label}
    """
    if len(fabrics) > MAX_FABRICS:
        raise result_tables.InputError(f"{len(fabrics)} fabrics: choose with --where fabric=NAME")
    everything = [span for senders in fabrics.values() for s in senders.values() for span in s]
    largest = max(value for _, _, value in everything)
    if largest <= 0:
        raise result_tables.Missing(f"{label} is 0 in all samples")
    time_unit, length = result_tables.scale("ns", max(end or begin for begin, end, _ in everything))
    shown, size = result_tables.scale(unit, largest)
    height = options.panel_height * 0.8
    figure, panels = plot_style.make_panels(options, len(fabrics), height)
    single = [senders for senders in fabrics.values() if len(senders) <= MAX_LINES]
    numbers = {sender: i for i, sender in enumerate(dict.fromkeys(s for each in single for s in each))}
    for axes, (fabric, senders) in zip(panels, fabrics.items()):
        if len(senders) <= MAX_LINES:
            for sender, spans in senders.items():
                points = to_steps(spans)
                x = [time / length for time, _ in points]
                y = [value / size for _, value in points]
                look = plot_style.look(numbers[sender])
                axes.step(x, y, where="post", label=labels[sender], linewidth=0.9, **look)
        else:
            at = {}
            for spans in senders.values():
                for begin, _, value in spans:
                    at.setdefault(begin / length, []).append(value / size)
            x = sorted(at)
            for values in at.values():
                values.sort()
            low, middle, high = (
                [result_tables.percentile(at[time], share) for time in x] for share in (0.1, 0.5, 0.9)
            )
            colour = plot_style.COLOURS[0]
            axes.fill_between(x, low, high, step="post", color=colour, alpha=0.25, linewidth=0)
            axes.step(x, middle, where="post", color=colour, label="median")
        axes.set_ylim(0, 1.08 * largest / size or 1)
        axes.set_title(f"{fabric}, {len(senders)} senders")
        axes.set_ylabel(f"{label} ({shown})")
        axes.set_xlabel(f"time ({time_unit})")
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    return figure


def add_note(figure, options, results, fabrics, what):
    """The draw, and the meaning of lines and bands."""
    many = any(len(senders) > MAX_LINES for senders in fabrics.values())
    band = "Line: median of the senders that have something to send; band: their 10th to 90th percentile."
    plot_style.add_note(figure, options, results.say_draw(), what, band if many else "")


def draw(results, options):
    """Acknowledged payload, or the rate allowed to senders."""
    if options.metric("goodput", ["goodput", "rate_bps"]) == "goodput":
        label = "goodput"
        fabrics, step = read_goodputs(results)
        unit, length = result_tables.scale("ns", step)
        what = f"Mean over {step / length:g} {unit} of the payload acknowledged."
    else:
        label = "allowed rate"
        fabrics = at_instants(read(results, "rate_bps"))
        what = "What congestion control allows: senders that share a link may each be allowed all of it."
    if not fabrics:
        raise result_tables.Missing(f"no rates were sampled; the scenario needs {NEEDS}")
    figure = draw_fabrics(fabrics, options, "bit/s", label, read_labels(results))
    add_note(figure, options, results, fabrics, what)
    return figure
