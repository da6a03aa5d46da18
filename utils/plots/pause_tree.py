# SPDX-License-Identifier: GPL-2.0-only
"""Trees of PFC pauses from pause-tree-FABRIC.txt, from their roots to the ports that they reached.

A row per port: the indentation is the distance from the root, the bar is the time paused.

    --where fabric=NAME   one fabric; --where seed=2 another draw than the typical one
"""

import re

import plot_style
import result_tables

NEEDS = "\"pfcTrace\": true, or --pfc-trace"
ONE_DRAW = True  # of one point of a sweep, the typical one
MAX_ROWS = 30
ROOT = re.compile(r"^(?P<name>\S.*?), priority \d+: (?P<count>\d+) pauses?, (?P<us>[\d.]+) us in all")
NODE = re.compile(r"^(?P<indent> +)(?P<name>\S+->\S+) paused, (?P<count>\d+) pauses?, (?P<us>[\d.]+) us")


def read_tree(path):
    """Rows (depth, name, pauses, us) of a file; the depth of a root is 0."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            root = ROOT.match(line)
            node = NODE.match(line)
            if root:
                rows.append((0, root["name"], int(root["count"]), float(root["us"])))
            elif node:
                depth = len(node["indent"]) // 2
                rows.append((depth, node["name"], int(node["count"]), float(node["us"])))
    return rows


def read(results):
    """{fabric: rows} of the typical draw; fabrics without pauses are left out."""
    trees = {}
    traced = False
    for fabric, path in results.files_of_fabrics("pause-tree", ".txt"):
        traced = True
        rows = read_tree(path)
        if rows:
            trees[fabric] = rows
    if not trees:
        raise result_tables.no_pauses(results, traced, NEEDS)
    return trees


def draw(results, options):
    """A panel per fabric: names on the left, bars on the right."""
    trees = read(results)
    step = options.letters / 72 * 1.4
    heights = [step * min(len(rows), MAX_ROWS) + 0.45 for rows in trees.values()]
    figure, panels = plot_style.make_panels(options, len(trees), heights, 1)
    bars = [us for rows in trees.values() for depth, _, _, us in rows[:MAX_ROWS] if depth > 0]
    largest = max(bars, default=1.0)  # the same scale in all panels
    for axes, (fabric, rows) in zip(panels, trees.items()):
        left_out = len(rows) - MAX_ROWS
        rows = rows[:MAX_ROWS]
        _, length = result_tables.scale("ns", largest * 1e3)
        scale = 0.42 / (largest * 1e3 / length)
        for i, (depth, name, count, us) in enumerate(rows):
            indent = 0.022 * depth
            weight = "normal" if depth else "bold"
            axes.text(indent, i, plot_style.shorten(name, 42), va="center", fontweight=weight)
            if depth > 1:
                axes.plot([indent - 0.014] * 2, [i - 0.5, i], color="0.6", linewidth=0.7)
                axes.plot([indent - 0.014, indent - 0.004], [i, i], color="0.6", linewidth=0.7)
            shown, factor = result_tables.scale("ns", us * 1e3)
            text = f" {us * 1e3 / factor:.3g} {shown}, {count}x"
            value = us * 1e3 / length
            if depth:
                axes.barh(i, value * scale, 0.6, 0.42, color=plot_style.COLOURS[min(depth - 1, 7)])
                axes.text(0.42 + value * scale, i, text, va="center", fontsize="small")
            else:
                axes.text(0.6, i, text, va="center", fontsize="small")
        axes.set_xlim(0, 1.08)
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_axis_off()
        more = f", {left_out} rows more in the file" if left_out > 0 else ""
        axes.set_title(f"{fabric}: time paused, by cause{more}", loc="left")
    plot_style.add_note(figure, options, results.say_draw())
    return figure
