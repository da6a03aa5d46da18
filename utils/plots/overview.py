# SPDX-License-Identifier: GPL-2.0-only
"""The figure of a run: completion of the jobs, slowdown of all messages, time of GPUs if they compute.

./ai-fabric run draws it as figure.png and figure.pdf.
"""

import plot_style
import result_tables
from plots import cdf, completion, gpu_time

MANY = 6
NEEDS = "summary.csv and flows.csv, which every run writes"
ONE_POINT = True  # of a sweep


def draw(results, options):
    """A row of panels per job, then the messages of all jobs, then the GPUs."""
    groups = completion.find_groups(results, options)
    if not groups:
        raise result_tables.Missing("there is no summary.csv; './ai-fabric run' writes it")
    times = completion.read(results, options, "completion_ns")
    ideals = completion.find_ideals(results, options)
    jobs = [job for job in results.jobs] or ["all"]
    # Many lines cannot be told apart, many bars can; nor need bars read millions of messages.
    tails, slowdowns = {}, {}
    if len(groups) > MANY or not results.is_quick("flows.csv"):
        tails = completion.read_job(results, options, "slowdown_p99", "all")
    else:
        slowdowns = cdf.read(results, options, "slowdown", per_job=False).get("all", {})
    waits = gpu_time.read(results, options)
    step = options.letters / 72 * 1.55
    bars = max(step * len(groups) + 0.55, 0.9)
    heights = [bars] * len(jobs)
    heights += [bars] * bool(tails) + [options.panel_height] * bool(slowdowns)
    heights += [bars + 0.55] * len(waits)
    figure, panels = plot_style.make_panels(options, len(heights), heights, 1)
    rest = iter(panels)
    shared = completion.find_values(times.values(), ideals.values())
    for job in jobs:
        axes = next(rest)
        found = times.get(job, {})
        completion.draw_panel(
            axes, groups, found, "completion_ns", "ns", options, ideals.get(job), shared
        )
        axes.set_title(job)
    plot_style.share_axis(panels[: len(jobs)], "x")
    if tails:
        axes = next(rest)
        completion.draw_panel(axes, groups, tails, "slowdown_p99", "", options)
        axes.set_title("messages of all jobs")
    elif slowdowns:
        axes = next(rest)
        cdf.draw_panel(axes, slowdowns, "slowdown")
        axes.set_title("slowdown of the messages of all jobs")
        axes.legend(loc="lower right")
    for job, found in waits.items():
        axes = next(rest)
        gpu_time.draw_panel(axes, found, options, waits.values(), groups)
        axes.set_title(f"{job}: computing and waiting")
        axes.legend(loc="upper center", bbox_to_anchor=(0.35, -0.6 / bars), ncols=2)
    plot_style.add_note(
        figure,
        options,
        completion.say_count([*times.values(), tails]),
        "Dotted: the ideal." if ideals else "",
        f"Slowdown: {cdf.say_count(results, [slowdowns])}" if slowdowns else "",
        gpu_time.say_count(results) if waits else "",
    )
    return figure
