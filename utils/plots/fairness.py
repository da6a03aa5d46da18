# SPDX-License-Identifier: GPL-2.0-only
"""Jain's index of the goodputs of senders over time, a line per fabric, from rates.csv.

(sum x)^2 / (n sum x^2) of the senders that have something to send between two samples: 1 if all have the
same, 1/n if one has all. Senders that share no link differ without being unfair: choose those that do.

    --where job=...        the senders of one job; --where dest_host=4 those of one receiver
    --where seed=2         another draw than the typical one
"""

import plot_style
import result_tables
from plots import rate

NEEDS = rate.NEEDS
ONE_DRAW = True  # of one point of a sweep, the typical one


def index(values):
    """Jain's index; of values that are all 0 it is 1."""
    squares = sum(v * v for v in values)
    return sum(values) ** 2 / (len(values) * squares) if squares else 1.0


def read(results):
    """{fabric: [(ns, index, senders)]} by the end of the time they are of, and ns between samples."""
    fabrics, step = rate.read_goodputs(results)
    found = {}
    for fabric, senders in fabrics.items():
        at = {}
        for spans in senders.values():
            for _, end, value in spans:
                at.setdefault(end, []).append(value)
        points = [(end, index(at[end]), len(at[end])) for end in sorted(at) if len(at[end]) > 1]
        if points:
            found[fabric] = points
    return found, step


def draw(results, options):
    """One panel."""
    fabrics, step = read(results)
    if not fabrics:
        raise result_tables.Missing(f"no two senders were sampled together; the scenario needs {NEEDS}")
    unit, length = result_tables.scale("ns", max(points[-1][0] for points in fabrics.values()))
    figure, (axes,) = plot_style.make_panels(options, 1)
    for i, (fabric, points) in enumerate(fabrics.items()):
        x = [max(end - step, 0) / length for end, _, _ in points] + [points[-1][0] / length]
        y = [value for _, value, _ in points] + [points[-1][1]]
        axes.step(x, y, where="post", label=fabric, **plot_style.look(i))
    axes.set_ylim(0, 1.04)
    axes.set_xlim(left=0)
    axes.set_xlabel(f"time ({unit})")
    axes.set_ylabel("Jain's index (1 = equal)")
    plot_style.add_legend(figure, [axes], options)
    every, length = result_tables.scale("ns", step)
    counts = [count for points in fabrics.values() for _, _, count in points]
    plot_style.add_note(
        figure, options, results.say_draw(), f"Of goodputs over {step / length:g} {every} of",
        f"{result_tables.span(counts, 'senders')} that had something to send; drawn where there are two.",
    )
    return figure
