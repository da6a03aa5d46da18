#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draws the comparison of a folder of results: report.py DIR writes DIR/figure.png and .pdf.

Of several draws it shows medians (by nearest rank) with ranges, and the messages of all of them.
"""

import array
import csv
import os
import pathlib
import statistics
import sys

# Okabe and Ito's colours, which most colour-blind people tell apart.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000"]
DEBIAN_PYTHON = "/usr/bin/python3"
MAX_POINTS = 20_000
LINES = ["-", "--", "-.", ":"]


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read_slowdowns(paths):
    """By fabric, of the messages that succeeded, ascending; there may be millions."""
    slowdowns = {}
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["status"] == "success" and row.get("measured", "1") == "1":
                    values = slowdowns.setdefault(row["fabric"], array.array("d"))
                    values.append(float(row["slowdown"]))
    return {fabric: array.array("d", sorted(values)) for fabric, values in slowdowns.items()}


def median_of(rows, column):
    """The median of the draws that have a value, or None."""
    values = [float(row[column]) for row in rows if row[column]]
    return statistics.median_low(values) if values else None


def scale_time(largest_ns):
    """The unit in which the largest time is at least 1."""
    for unit, length_ns in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if largest_ns >= length_ns:
            return unit, length_ns
    return "ns", 1.0


def draw_completion(axes, summary, fabrics):
    """Bars of completion time, by job, with the range of the draws; the ideal as a line across."""
    rows = {}
    for row in summary:
        rows.setdefault((row["fabric"], row["job"]), []).append(row)
    jobs = list(dict.fromkeys(row["job"] for row in summary if row["job"] != "all"))
    times = [row[key] for row in summary for key in ("completion_ns", "ideal_ns")]
    unit, length_ns = scale_time(max(float(time or 0) for time in times))
    width = 0.8 / len(fabrics)
    for f, fabric in enumerate(fabrics):
        heights, labels, ranges = [], [], ([], [])
        for job in jobs:
            draws = rows.get((fabric, job), [])
            ended = [float(row["completion_ns"]) / length_ns for row in draws if row["completion_ns"]]
            height = statistics.median_low(ended) if ended else 0.0
            heights.append(height)
            ranges[0].append(height - min(ended, default=height))
            ranges[1].append(max(ended, default=height) - height)
            if not ended:
                label = "not\ncomplete"
            elif median_of(draws, "busbw_GBps") is not None:
                label = f"{median_of(draws, 'busbw_GBps'):.1f}\nGB/s"
            else:
                label = f"{median_of(draws, 'percent_of_ideal'):.0f} %"
            if 0 < len(ended) < len(draws):
                label += f"\n{len(ended)} of {len(draws)}"
            labels.append(label)
        several = any(len(draws) > 1 for draws in rows.values())
        bars = axes.bar(
            [j - 0.4 + width * (f + 0.5) for j in range(len(jobs))],
            heights,
            0.92 * width,
            yerr=ranges if several else None,
            error_kw={"elinewidth": 1, "capsize": 2},
            color=COLOURS[f % len(COLOURS)],
            label=fabric,
        )
        axes.bar_label(bars, labels, padding=2, fontsize=7)
    for j, job in enumerate(jobs):
        ideal = median_of(rows[fabrics[0], job], "ideal_ns") / length_ns
        axes.plot(
            [j - 0.42, j + 0.42],
            [ideal, ideal],
            color="black",
            linewidth=1.2,
            label="ideal" if j == 0 else None,
        )
    axes.set_xticks(range(len(jobs)), jobs)
    axes.set_ylabel(f"completion time ({unit})")
    draws = len({row["seed"] for row in summary})
    ranges = f", median and range of {draws}" if draws > 1 else ""
    axes.set_title(f"Jobs, with bus bandwidth or share of the ideal{ranges}", fontsize=10)
    axes.margins(y=0.15)
    axes.legend(fontsize=8)


def draw_slowdown(axes, slowdowns, fabrics):
    """The share of messages up to each slowdown, with points enough for the tail."""
    for f, fabric in enumerate(fabrics):
        values = slowdowns.get(fabric)
        if values:
            last = len(values) - 1
            points = min(len(values), MAX_POINTS)
            places = [last * i // max(points - 1, 1) for i in range(points)]
            axes.step(
                [values[i] for i in places],
                [100 * (i + 1) / len(values) for i in places],
                where="post",
                color=COLOURS[f % len(COLOURS)],
                linestyle=LINES[f % len(LINES)],
                label=fabric,
            )
    axes.set_xscale("log")
    axes.set_xlabel("slowdown: completion time / that on an idle network")
    axes.set_ylabel("messages (%)")
    axes.set_ylim(0, 101)
    axes.set_title("Messages of all jobs", fontsize=10)
    axes.legend(fontsize=8, loc="lower right")


def read_steps(folders):
    """Medians of the figures of each job that has an iteration time, by job and fabric."""
    found = {}
    for path in (folder / "figures.csv" for folder in folders):
        for row in read_table(path) if path.exists() else []:
            key = row["job"], row["fabric"], row["figure"]
            found.setdefault(key, []).append(float(row["value"]))
    steps = {}
    for (job, fabric, figure), values in found.items():
        figures = steps.setdefault(job, {}).setdefault(fabric, {})
        figures[figure] = statistics.median_low(values)
    return {
        job: fabrics
        for job, fabrics in steps.items()
        if any("iteration time" in figures for figures in fabrics.values())
    }


def read_waits(folders):
    """What the time of a GPU was made of, mean of all in ms: {(job, fabric): {activity: ms}}."""
    waits = {}
    ranks = {}
    for path in (folder / "waits.csv" for folder in folders):
        for row in read_table(path) if path.exists() else []:
            key = row["job"], row["fabric"]
            shown = row["exposed_ns"] or row["time_ns"]
            parts = waits.setdefault(key, {})
            parts[row["activity"]] = parts.get(row["activity"], 0.0) + float(shown) / 1e6
            ranks.setdefault(key, set()).add((path, row["rank"]))
    return {
        key: {activity: total / len(ranks[key]) for activity, total in parts.items()}
        for key, parts in waits.items()
    }


def draw_idle(axes, job, steps, waits, fabrics):
    """A training step: how long a GPU computes, and what it waits for."""
    found = [steps.get(fabric, {}) for fabric in fabrics]
    parts = [waits.get((job, fabric), {}) for fabric in fabrics]
    if not any(parts):
        parts = [
            {"compute": f["compute"], "idle": f["iteration time"] - f["compute"]} if f else {}
            for f in found
        ]
    activities = list(dict.fromkeys(activity for part in parts for activity in part))
    activities.sort(key=lambda activity: (activity != "compute", activity == "idle"))
    places = range(len(fabrics))
    bottom = [0.0] * len(fabrics)
    for i, activity in enumerate(activities):
        heights = [part.get(activity, 0.0) for part in parts]
        if not any(heights):
            continue
        bars = axes.bar(
            places,
            heights,
            0.7,
            bottom=bottom,
            color="0.8" if activity == "idle" else COLOURS[(i + 2) % len(COLOURS)],
            label={"compute": "computes", "idle": "idle otherwise"}.get(activity, activity),
        )
        bottom = [below + height for below, height in zip(bottom, heights)]
    axes.bar_label(
        bars,
        [f"{f['GPU idle in step']:.1f} % idle" if f else "not\ncomplete" for f in found],
        padding=2,
        fontsize=7,
    )
    axes.set_xticks(places, [fabric.replace(" ", "\n") for fabric in fabrics], fontsize=8)
    axes.set_ylabel("time of a GPU (ms)")
    axes.set_title(f"{job}: computing and waiting", fontsize=10)
    axes.set_ylim(0, 1.6 * max(bottom))
    axes.legend(fontsize=7, loc="upper right", ncols=2)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: report.py DIR")
    folder = pathlib.Path(sys.argv[1])
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
        from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter
    except ImportError:
        # Debian's packages belong to Debian's Python, which another one may hide.
        debian = pathlib.Path(DEBIAN_PYTHON)
        if debian.exists() and not debian.samefile(sys.executable):
            os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])
        print("no figure: matplotlib is missing (Debian: python3-matplotlib)", file=sys.stderr)
        return
    summary = read_table(folder / "summary.csv")
    folders = [folder]
    if not (folder / "flows.csv").exists():
        seeds = dict.fromkeys(row["seed"] for row in summary)
        folders = [folder / f"seed-{seed}" for seed in seeds]
    slowdowns = read_slowdowns(path / "flows.csv" for path in folders)
    fabrics = list(dict.fromkeys(row["fabric"] for row in summary))
    pyplot.rcParams.update({"axes.spines.top": False, "axes.spines.right": False, "font.size": 9})
    steps = read_steps(folders)
    waits = read_waits(folders)
    count = 2 + len(steps)
    figure, panels = pyplot.subplots(1, count, figsize=(5.25 * count, 4.2), layout="constrained")
    left, right = panels[:2]
    draw_completion(left, summary, fabrics)
    draw_slowdown(right, slowdowns, fabrics)
    right.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    right.xaxis.set_major_formatter(FormatStrFormatter("%g"))
    right.xaxis.set_minor_formatter(NullFormatter())
    for axes, (job, found) in zip(panels[2:], steps.items()):
        draw_idle(axes, job, found, waits, fabrics)
    for axes in panels:
        axes.grid(axis="y", color="0.9")
        axes.set_axisbelow(True)
    # Without the date the same results give the same file.
    for name, options in (
        ("figure.png", {"dpi": 150}),
        ("figure.pdf", {"metadata": {"CreationDate": None}}),
    ):
        part = folder / (name + ".part")
        figure.savefig(part, format=name[-3:], **options)
        part.replace(folder / name)


if __name__ == "__main__":
    main()
