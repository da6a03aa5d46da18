# SPDX-License-Identifier: GPL-2.0-only
"""Time of a GPU by activity: computing, waiting by cause, idling. A panel per job.

Means over the ranks of a job and over the draws, from waits.csv; where that is missing, computing and
idling from the figures of a training step.

    --group fabric   what the bars are: fabric (the default), seed or a swept key
"""

import plot_style
import result_tables

NEEDS = "jobs that compute (such as training), or \"output\": {\"waits\": true}"
ONE_POINT = True  # of a sweep


def read(results, options):
    """{job: {group: {activity: ms of a GPU}}}."""
    name_group = result_tables.groups_of(results, options.groups)
    sums = {}
    ranks = {}
    for row in results.rows("waits.csv"):
        key = row["job"], name_group(row)
        parts = sums.setdefault(key, {})
        shown = float(row["exposed_ns"] or row["time_ns"]) / 1e6
        parts[row["activity"]] = parts.get(row["activity"], 0.0) + shown
        point = tuple(row[k] for k in results.keys)
        ranks.setdefault(key, set()).add((row["rank"], row["fabric"], row["seed"], point))
    if not sums:
        for row in results.rows("figures.csv"):
            if row["figure"] in ("iteration time", "compute"):
                key = row["job"], name_group(row)
                sums.setdefault(key, {}).setdefault(row["figure"], []).append(float(row["value"]))
        for key, parts in sums.items():
            compute = result_tables.median(parts.get("compute", [])) or 0.0
            whole = result_tables.median(parts.get("iteration time", [])) or 0.0
            sums[key] = {"compute": compute, "idle": whole - compute}
    jobs = {}
    for (job, group), parts in sums.items():
        count = len(ranks.get((job, group), [0]))
        jobs.setdefault(job, {})[group] = {name: total / count for name, total in parts.items()}
    return jobs


def list_activities(panels):
    """Activities that occur in any panel: computing first, idling last."""
    bars = [parts for groups in panels for parts in groups.values()]
    names = dict.fromkeys(["compute", *(n for parts in bars for n, ms in parts.items() if ms > 0)])
    return sorted(names, key=lambda name: (name != "compute", name == "idle"))


def find_end(panels):
    """The longest time of a GPU in several panels, in ms."""
    return max(sum(parts.values()) for groups in panels for parts in groups.values())


def say_count(results):
    """Number of GPUs and draws in the mean of a bar."""
    ranks = {(row["job"], row["rank"]) for row in results.rows("waits.csv")}
    counts = [sum(job == other for other, _ in ranks) for job in {job for job, _ in ranks}]
    draws = f"{len(results.seeds)} draw{'s' if len(results.seeds) > 1 else ''}"
    if not counts:
        return f"GPU time: median of n = {draws}; no interval."
    return f"GPU time: mean of n = {result_tables.span(counts, 'GPUs')} in {draws}; no interval."


def draw_panel(axes, groups, options, panels, names=None):
    """Stacked bars, one per group. @param panels groups of all panels, which have the same axis and colours"""
    names = names or list(groups)
    bottoms = [0.0] * len(names)
    for i, activity in enumerate(list_activities(panels)):
        widths = [groups.get(name, {}).get(activity, 0.0) for name in names]
        if not any(widths):
            continue
        colour = "0.82" if activity == "idle" else plot_style.COLOURS[(i + 2) % 8]
        label = {"compute": "computes", "idle": "idle otherwise"}.get(activity, activity)
        axes.barh(range(len(names)), widths, 0.72, bottoms, color=colour, label=label)
        bottoms = [left + width for left, width in zip(bottoms, widths)]
    for i, name in enumerate(names):
        if bottoms[i]:
            share = 100 * groups[name].get("compute", 0.0) / bottoms[i]
            axes.text(bottoms[i], i, f" {share:.0f} %", va="center", fontsize="small")
        else:
            axes.text(0, i, " not complete", va="center", fontsize="small")
    axes.set_xlim(0, 1.14 * find_end(panels) or 1)
    axes.set_yticks(range(len(names)), [plot_style.shorten(name, 26) for name in names])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("time of a GPU (ms), and share of it that computes")


def draw(results, options):
    """A panel per job."""
    jobs = read(results, options)
    if not jobs:
        raise result_tables.Missing(f"there is no waits.csv; it takes {NEEDS}")
    step = options.letters / 72 * 1.6
    heights = [step * len(groups) + 0.5 for groups in jobs.values()]
    figure, panels = plot_style.make_panels(options, len(jobs), heights, 1)
    for axes, (job, groups) in zip(panels, jobs.items()):
        draw_panel(axes, groups, options, jobs.values())
        axes.set_title(job)
    plot_style.add_legend(figure, panels, options, most=2 if options.style == "column" else 4)
    plot_style.add_note(figure, options, say_count(results))
    return figure
