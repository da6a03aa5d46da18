# SPDX-License-Identifier: GPL-2.0-only
"""Effect of each variant on the ratio of two fabrics, from ./ai-fabric run --what-decides.

A panel per job and pair of neighbours in the base's order. Variants that turn the order stand first, then those
that leave it open, then the others, in each the farthest from the base first; median and range over the draws. The
dashed line is the base, 0 is where both end together.

    --where job=incast      of one job; otherwise of all jobs that are not the same
    --where fabric=NAME     pairs of which this one is the first in the base
"""

import plot_style
import result_tables

NEEDS = "what-decides.csv, which './ai-fabric run SCENARIO --what-decides' writes"
MOST = 16  # variants of a panel
FIRST = ("turned", "decided", "open", "holds")
COLOURS = {"holds": "#0072B2", "turned": "#D55E00", "open": "#E69F00", "decided": "#009E73"}
WORDS = {"holds": "order holds", "turned": "turned", "open": "open", "decided": "order, none in the base"}


def read(results):
    """{(job, fabric, other): rows} of pairs that the base has as neighbours."""
    path = results.folder / "what-decides.csv"
    if not path.exists():
        raise result_tables.Missing(f"there is no what-decides.csv; it takes {NEEDS}")
    rows = [row for row in result_tables.read_table(path) if row["ratio"]]
    found = {}
    for job in result_tables.jobs_to_compare(rows):
        if results.where.get("job", job) != job:
            continue
        ahead = {}  # fabric: how many are behind it in the base
        for row in rows:
            if row["job"] == job and not row["variation"]:
                ahead[row["fabric"]] = ahead.get(row["fabric"], 0) + 1
                ahead.setdefault(row["other"], 0)
        for row in rows:
            pair = row["fabric"], row["other"]
            if row["job"] == job and results.where.get("fabric", pair[0]) == pair[0]:
                if abs(ahead[pair[0]] - ahead[pair[1]]) <= 1 or len(ahead) <= 3:
                    found.setdefault((job, *pair), []).append(row)
    return found


def percent(text):
    """A ratio minus one."""
    return 100 * (float(text) - 1)


def choose(rows):
    """Row of the base and the variants in the order in which they are shown."""
    base = [row for row in rows if not row["variation"]]
    middle = percent(base[0]["ratio"]) if base else 0.0
    rest = [row for row in rows if row["variation"]]
    rest.sort(key=lambda row: (FIRST.index(row["verdict"]), -abs(percent(row["ratio"]) - middle)))
    return (base[0] if base else None), rest


def draw_panel(axes, key, rows, options):
    """A line per variant."""
    base, variants = choose(rows)
    shown = variants[:MOST]
    for y, row in enumerate(shown):
        middle, least, most = (percent(row[k]) for k in ("ratio", "least_ratio", "greatest_ratio"))
        colour = COLOURS[row["verdict"]]
        axes.plot([least, most], [y, y], color=colour, linewidth=0.8)
        axes.plot([middle], [y], marker="o", linestyle="", color=colour, label=WORDS[row["verdict"]])
    if base:
        axes.axvline(percent(base["ratio"]), color="0.4", linewidth=0.8, linestyle="--", label="the base")
    axes.axvline(0, color="black", linewidth=0.8)
    names = [", ".join(p for p in (row["variation"], row["setting"]) if p) for row in shown]
    axes.set_yticks(range(len(shown)), [plot_style.shorten(name, 44) for name in names])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    job, fabric, other = key
    draws = base["draws"] if base else variants[0]["draws"]
    left = f"; {len(variants) - len(shown)} more variants" if len(variants) > MOST else ""
    axes.set_xlabel(f"{other} takes longer by (%)\nmedian, range of {draws} draws{left}")
    axes.set_title(f"{'all jobs' if job == 'all' else job}: {fabric} and {other}")


def draw(results, options):
    """A panel per job and pair."""
    found = {key: rows for key, rows in read(results).items() if choose(rows)[1]}
    if not found:
        raise result_tables.Missing("no variant has changed any fabric")
    step = options.letters / 72 * 1.5
    heights = [step * min(len(choose(rows)[1]), MOST) + 0.75 for rows in found.values()]
    figure, panels = plot_style.make_panels(options, len(found), heights, 1)
    for axes, (key, rows) in zip(panels, found.items()):
        draw_panel(axes, key, rows, options)
    plot_style.add_legend(figure, panels, options, most=3)
    return figure
