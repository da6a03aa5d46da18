# SPDX-License-Identifier: GPL-2.0-only
"""A sweep: metrics against the swept keys, and the table of means with their intervals."""

import result_tables
from report_parts.pieces import HOW_TO_USE, line_chart, number, panel, section, table, tabs, text

FIRST = ["completion_ns", "slowdown_p99", "slowdown_p50", "busbw_GBps", "pfc_pause_ns", "iteration time"]
MAX_METRICS = 10
MAX_COLUMNS = 7


def read(results):
    """Rows of sweep-statistics.csv by metric and job: {metric: {job: [row]}}."""
    found = {}
    # An idle GPU means something where a job computes.
    hidden = results.described.get("summary.csv", {}).keys() - result_tables.METRICS.keys() | {"messages"}
    hidden |= set() if results.has("waits.csv") else {"gpu_idle_percent"}
    with open(results.folder / "sweep-statistics.csv", newline="", encoding="utf-8") as file:
        for row in result_tables.plain_rows(file):
            found.setdefault(row["metric"], {}).setdefault(row["job"], []).append(row)
    return {
        metric: jobs
        for metric, jobs in found.items()
        if metric not in hidden and varies(row for rows in jobs.values() for row in rows)
    }


def varies(rows):
    """Whether a metric has more than one value."""
    return len({row["mean"] for row in rows}) > 1


def order_metrics(found):
    """The ones that are asked for most come first."""
    names = [name for name in FIRST if name in found]
    return (names + [name for name in found if name not in names])[:MAX_METRICS]


def chart(results, metric, job, rows, key):
    """One metric of one job against one key."""
    name_line = result_tables.lines_of(results, None, key)
    xs = result_tables.sort_values(row[key] for row in rows)
    numbers = all(map(result_tables.is_number, xs))
    unit = result_tables.UNITS.get(rows[0]["unit"], rows[0]["unit"])
    shown, length = result_tables.scale(unit, max(float(row["mean"]) for row in rows))
    series = {}
    for row in rows:
        x = float(row[key]) if numbers else xs.index(row[key])
        low, high = (float(row[end]) / length if row[end] else None for end in ("ci95_low", "ci95_high"))
        name = name_line(row)
        point = (x, float(row["mean"]) / length) + ((low, high) if low is not None else ())
        if name:
            series.setdefault(name, []).append(point)
    series = {name: sorted(points) for name, points in series.items()}

    label = result_tables.label_of(metric)
    names = None if numbers and len(xs) > 6 else [(float(x) if numbers else i, x) for i, x in enumerate(xs)]
    key = result_tables.name_key(results, key)
    body = line_chart(series, key, f"{label} ({shown})" if shown else label, x_names=names)
    return panel(f"{label}, {'all jobs' if job == 'all' else job}", body)


def build_charts(results, found):
    """A tab per swept key, a panel per metric and job."""
    parts = {}
    for key in results.keys:
        panels = []
        for metric in order_metrics(found):
            jobs = found[metric]
            shown = [job for job in jobs if job != "all"]
            if not shown or ("all" in jobs and metric != "completion_ns"):
                shown = ["all"]
            for job in shown:
                panels.append(chart(results, metric, job, jobs[job], key))
        parts[f"against {key}"] = f"<div class=panels>{''.join(panels)}</div>"
    intro = f"Means over the draws; whisker: their 95 % interval (Student). {HOW_TO_USE}"
    return section("plots", "What changes with what", tabs("keys", parts), intro)


def build_table(results, found):
    """A row per point and fabric, a column per metric of all jobs together."""
    metrics = [metric for metric in order_metrics(found) if "all" in found[metric]][:MAX_COLUMNS]
    if not metrics:
        metrics = order_metrics(found)
    cells = {}
    for metric in metrics:
        for row in found[metric].get("all", []):
            where = (row["point"], row["fabric"], *(row[key] for key in results.keys))
            cells.setdefault(where, {})[metric] = row
    lines = []
    for (point, fabric, *values), by_metric in cells.items():
        shown = []
        for metric in metrics:
            row = by_metric.get(metric)
            if not row:
                shown.append("<td class=none>-</td>")
                continue
            unit = result_tables.UNITS.get(row["unit"], row["unit"])
            mean = float(row["mean"])
            _, length = result_tables.scale(unit, mean)
            half = (float(row["ci95_high"]) - mean) / length if row["ci95_high"] else None
            plus = f" <small>&plusmn;\u00a0{number(half)}</small>" if half else ""
            shown.append(
                f'<td data-file="sweep-statistics.csv" data-point="{point}" data-fabric="{text(fabric)}" '
                f'data-job="all" data-column="{text(metric)}" data-value="{row["mean"]}" data-unit="{unit}" '
                f'data-tip="{text(metric)}: {row["mean"]} {unit}, {row["runs"]} draws">'
                f"{number(mean, unit)}{plus}</td>"
            )
        keys = "".join(f"<th>{text(value)}</th>" for value in values)
        lines.append(f"<tr>{keys}<th>{text(fabric)}</th>{''.join(shown)}</tr>")
    short = [result_tables.short_key(key) for key in results.keys]
    names = short if len(set(short)) == len(short) else results.keys
    heads = zip(results.keys, names)
    head = "".join(f'<th class=name title="{text(key)}">{text(name)}</th>' for key, name in heads)
    head += "<th class=name>Fabric</th>"
    head += "".join(f"<th>{text(result_tables.label_of(m))}</th>" for m in metrics)
    body = table("numbers", [f"<tr>{head}</tr>", *lines])
    intro = "All jobs together: mean over the draws and half of its 95 % interval (sweep-statistics.csv)."
    return section("comparison", "Comparison", body, intro)


def build_missing(sweep):
    """Runs that are not there or went wrong."""
    lines = [
        f"<li>run {run['run']} ({text(run['folder'])}): {text(run['status'])}"
        f"{': ' + text(run['problem']) if run.get('problem') else ''}</li>"
        for run in sweep["runs"]
        if run["status"] != "complete" or run.get("problem")
    ]
    body = f"<ul>{''.join(lines)}</ul>" if lines else ""
    return section("missing", "Runs that are missing or went wrong", body)


def build(results, sweep):
    """All sections of a sweep that a run does not have."""
    path = results.folder / "sweep-statistics.csv"
    if not path.exists():
        return build_missing(sweep)
    found = read(results)
    body = build_table(results, found) + build_charts(results, found) if found else ""
    return body + build_missing(sweep)
