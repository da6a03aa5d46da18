# SPDX-License-Identifier: GPL-2.0-only
"""Completion time of the jobs as bars, a panel per job and point, a bar per fabric.

Medians of the draws (by nearest rank) with their range. All panels have the same axis, logarithmic where
the greatest value is 20 times the least; a line marks the ideal. With --metric any other column of
summary.csv, or a figure of figures.csv, such as the iteration time of a training step.

    --metric busbw_GBps   what the bars show
    --group fabric        what the bars are: fabric (the default), job or a swept key
"""

import plot_style
import result_tables

NEEDS = "summary.csv, which every run writes"


def read_job(results, options, metric, job):
    """{group: values} of one job, or of all together."""
    name_group = result_tables.groups_of(results, options.groups)
    groups = {}
    for row, value, _ in result_tables.metric_values(results, metric):
        if row["job"] == job:
            groups.setdefault(name_group(row), []).append(value)
    return groups


def read(results, options, metric):
    """{job: {group: values}}; a job that did not end in a draw has no value of it."""
    name_group = result_tables.groups_of(results, options.groups)
    name_panel = panel_namer(results, options)
    jobs, whole = {}, {}
    for row, value, unit in result_tables.metric_values(results, metric):
        panels = whole if row["job"] == "all" else jobs
        panels.setdefault(name_panel(row), {}).setdefault(name_group(row), []).append(value)
    return jobs or whole


def panel_namer(results, options):
    """A function from a row to the panel that it is in: its job, unless bars are jobs, and the point."""
    keys = results.panel_keys(options.groups)
    has_job = not groups_jobs(options)
    return lambda row: results.title_panel(row["job"] if has_job else "", result_tables.title_of(row, keys))


def groups_jobs(options):
    """Whether the bars are jobs."""
    return "job" in (options.groups or [])


def find_ideals(results, options):
    """The ideal completion time of each panel that has one, the same in all draws."""
    return result_tables.find_ideals(results, panel_namer(results, options))


def find_groups(results, options):
    """All groups, whether they have a value or not."""
    name_group = result_tables.groups_of(results, options.groups)
    rows = list(results.rows("summary.csv"))
    if groups_jobs(options) and any(row["job"] != "all" for row in rows):
        rows = [row for row in rows if row["job"] != "all"]
    return list(dict.fromkeys(name_group(row) for row in rows))


def find_values(panels, ideals=()):
    """All values and ideals of several panels."""
    return [v for found in panels for of_group in found.values() for v in of_group] + list(ideals)


def say_count(panels):
    """How many draws a bar is of, and what its whisker is."""
    counts = [len(values) for found in panels for values in found.values()]
    if max(counts, default=1) == 1:
        return "n = 1 draw: no interval."
    bars = "Bar: median of the draws by nearest rank; whisker: least to greatest."
    return f"n = {result_tables.span(counts, 'draws')} per bar. {bars}"


def draw_panel(axes, groups, found, metric, unit, options, ideal=None, shared=None):
    """Bars of the groups; found has the values of those that have any.

    @param shared what all panels with the same axis show, see find_values(); None: this one alone
    """
    values = shared or find_values([found])
    shown, length = result_tables.scale(unit, max(values, default=1))
    middle = [result_tables.median(found.get(group, [])) for group in groups]
    several = any(len(of_group) > 1 for of_group in found.values())
    log = plot_style.is_wide(values)
    left = min(values) / length / 3 if log else 0
    right = max(values, default=0) / length or 1
    for i, (group, value) in enumerate(zip(groups, middle)):
        if value is None:
            axes.text(left, i, " no value: not complete", va="center", fontsize="small")
            continue
        value /= length
        low = value - min(found[group]) / length
        high = max(found[group]) / length - value
        axes.barh(
            i,
            value - left,
            0.72,
            left=left,
            color=plot_style.COLOURS[i % 8] if len(groups) <= 8 else plot_style.COLOURS[0],
            alpha=0.85,
            xerr=[[low], [high]] if several else None,
            error_kw={"elinewidth": 0.8, "capsize": 1.5},
        )
        # What stands behind a whisker could be read as its end.
        median = " median" if several else ""
        axes.text(value + high, i, f"{median} {value:.3g}", va="center", fontsize="small")
        right = max(right, value + high)
    if ideal:
        axes.axvline(ideal / length, color="black", linewidth=0.9, linestyle=":", label="ideal")
    # Room for the numbers behind the bars.
    room = 1.4 if several else 1.2
    axes.set_xlim(left, left * (right / left) ** (room + 0.05) if log else right * room)
    if log:
        plot_style.set_log(axes.xaxis)
        axes.set_xlim(left, left * (right / left) ** (room + 0.05))
    else:
        plot_style.few_ticks(axes.xaxis)
    most = 26 if options.style == "column" else 34
    axes.set_yticks(range(len(groups)), [plot_style.shorten(group, most) for group in groups])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(plot_style.label_of(metric, shown))


def draw(results, options):
    """A panel per job and point; side by side only where the names of the groups leave room."""
    metric = options.metric("completion_ns")
    values = result_tables.metric_values(results, metric)
    if not values:
        raise result_tables.Missing(f"no draw has a value of {metric}; other columns: --metric")
    unit = values[0][2]
    jobs = read(results, options, metric)
    jobs, left_out = plot_style.pick_panels(jobs, has_points=plot_style.point_of if len(results.jobs) > 1 else None)
    groups = find_groups(results, options)
    has_ideals = metric == "completion_ns" and not groups_jobs(options)
    ideals = find_ideals(results, options) if has_ideals else {}
    step = options.letters / 72 * 1.55
    height = step * len(groups) + 0.5
    side_by_side = 1 if options.style == "column" else 2
    figure, panels = plot_style.make_panels(options, len(jobs), height, side_by_side)
    shared = find_values(jobs.values(), ideals.values())
    for i, (axes, (job, found)) in enumerate(zip(panels, jobs.items())):
        draw_panel(axes, groups, found, metric, unit, options, ideals.get(job), shared)
        axes.set_title(job)
        if i % side_by_side:
            axes.set_yticklabels([])
    plot_style.share_axis(panels, "x")
    plot_style.add_legend(figure, panels, options)
    plot_style.add_note(figure, options, say_count(jobs.values()), left_out)
    return figure
