# SPDX-License-Identifier: GPL-2.0-only
"""PFC pauses over time, a row per paused port, a panel per fabric, from pfc-pauses-FABRIC.csv.

The 16 ports that were paused longest; the colour tells whether the root is congestion, a storm or a slow receiver.

    --where fabric=NAME   one fabric; --where seed=2 another draw than the typical one
"""

import plot_style
import result_tables

NEEDS = "\"pfcTrace\": true, or --pfc-trace"
ONE_DRAW = True  # of one point of a sweep, the typical one
MAX_PORTS = 16
COLOURS = {
    "congestion": plot_style.COLOURS[0],
    "storm": plot_style.COLOURS[5],
    "receiver": plot_style.COLOURS[1],
}


def read(results):
    """{fabric: {port: [(start ns, duration ns, root)]}} of the typical draw; those without are left out."""
    fabrics = {}
    traced = False
    for fabric, path in results.files_of_fabrics("pfc-pauses", ".csv"):
        traced = True
        for row in result_tables.read_table(path):
            ports = fabrics.setdefault(fabric, {})
            pause = float(row["start_ns"]), float(row["duration_ns"]), row["root"]
            ports.setdefault(row["paused_port"], []).append(pause)
    if not fabrics:
        raise result_tables.no_pauses(results, traced, NEEDS)
    return fabrics


def draw(results, options):
    """A panel per fabric with the same time."""
    fabrics = read(results)
    ends = (s + d for ports in fabrics.values() for p in ports.values() for s, d, _ in p)
    unit, length = result_tables.scale("ns", max(ends))
    step = options.letters / 72 * 1.35
    shown = {
        fabric: sorted(ports, key=lambda port: -sum(d for _, d, _ in ports[port]))[:MAX_PORTS]
        for fabric, ports in fabrics.items()
    }
    heights = [step * len(names) + 0.45 for names in shown.values()]
    figure, panels = plot_style.make_panels(options, len(fabrics), heights, 1)
    for axes, (fabric, names) in zip(panels, shown.items()):
        ports = fabrics[fabric]
        names = sorted(names, key=lambda port: ports[port][0][0])
        for root, colour in COLOURS.items():
            for i, port in enumerate(names):
                spans = [(s / length, d / length) for s, d, kind in ports[port] if kind == root]
                label = root if spans else None
                # A pause shorter than a dot is still to be seen.
                axes.broken_barh(
                    spans, (i - 0.38, 0.76), color=colour, linewidth=0.3, edgecolor=colour, label=label
                )
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.grid(axis="y", visible=False)
        total, size = result_tables.scale("ns", sum(d for p in ports.values() for _, d, _ in p))
        whole = sum(d for p in ports.values() for _, d, _ in p) / size
        count = sum(map(len, ports.values()))
        axes.set_title(f"{fabric}: {count} pauses, {whole:.3g} {total} in all")
    for axes in panels:
        axes.set_xlabel(f"time ({unit})")
    plot_style.share_axis(panels, "x")
    plot_style.add_legend(figure, panels, options)
    plot_style.add_note(figure, options, results.say_draw())
    return figure
