# SPDX-License-Identifier: GPL-2.0-only
"""How the fabrics compare: a table per job with the numbers of summary.csv and figures.csv."""

import result_tables
from report_parts.pieces import number, section, text
from report_parts.pieces import table as show_table

MANY_FABRICS = 6  # from which on a fabric is a row and not a column
BETTER_FIGURES = {"iteration time": "less", "MFU": "more", "tokens per second": "more"}
FIRST = ["completion_ns", "percent_of_ideal", "busbw_GBps", "iteration time", "slowdown_p50", "slowdown_p99"]
FIRST += ["slowdown_max", "pfc_pause_ns", "credit_stall_ns", "ecn_marks", "drops", "largest_queue_bytes"]
MAX_COLUMNS = 9  # of many fabrics


class Cell:
    """A number of a fabric and job: the median of the draws, and their range."""

    def __init__(self, job, texts, unit):
        self.job = job  # of its rows
        by_value = sorted(texts, key=float)
        self.middle = by_value[(len(by_value) - 1) // 2]
        self.least, self.most = by_value[0], by_value[-1]
        self.count = len(texts)
        self.unit = unit


def collect(results):
    """{job: {(file, column): {fabric: Cell}}}, all first."""
    columns = results.metrics("summary.csv")
    texts = {}
    for row in results.rows("summary.csv"):
        for column in columns:
            if row.get(column):
                key = row["job"], ("summary.csv", column), row["fabric"]
                texts.setdefault(key, []).append(row[column])
    units = {column: metric.unit for column, metric in columns.items()}
    for row in results.rows("figures.csv"):
        key = row["job"], ("figures.csv", row["figure"]), row["fabric"]
        texts.setdefault(key, []).append(row["value"])
        units[row["figure"]] = row["unit"]
    jobs = {}
    for (job, column, fabric), found in texts.items():
        jobs.setdefault(job, {}).setdefault(column, {})[fabric] = Cell(job, found, units[column[1]])
    for job, table in jobs.items():
        has_gpus = any(file == "figures.csv" for file, _ in table)
        jobs[job] = {
            key: cells
            for key, cells in table.items()
            if means_something(*key, cells, has_gpus or computes(results, job))
        }
    order = (["all"] if "all" in jobs and len(jobs) > 2 or len(jobs) == 1 else []) + results.jobs
    if "all" in jobs and "all" not in order:
        # With one job its own table has everything but the sums over the network.
        only = results.jobs[0]
        for key, cells in jobs["all"].items():
            jobs[only].setdefault(key, cells)
    return {job: jobs[job] for job in order if job in jobs}


def computes(results, job):
    """Whether a job computes, so that an idle GPU means something."""
    jobs = getattr(results, "computing", None)
    if jobs is None:
        jobs = results.computing = result_tables.find_computing(results)
    return job in jobs or (job == "all" and bool(jobs))


def means_something(file, column, cells, has_gpus):
    """Whether a row has information: a column that is 0 on all fabrics has none."""
    if column == "gpu_idle_percent":
        return has_gpus
    return file != "summary.csv" or any(float(cell.most) for cell in cells.values())


def rank(key):
    """Rank of a column, if there is no room for all."""
    return FIRST.index(key[1]) if key[1] in FIRST else len(FIRST)


def best_of(column, cells):
    """The best fabrics, if they differ."""
    metric = result_tables.METRICS.get(column)
    better = metric.better if metric else BETTER_FIGURES.get(column)
    if not better or len(cells) < 2:
        return set()
    values = {fabric: float(cell.middle) for fabric, cell in cells.items()}
    best = (min if better == "less" else max)(values.values())
    return {f for f, v in values.items() if v == best} if len(set(values.values())) > 1 else set()


def show_cell(key, fabric, cell, draws, best):
    """A cell with the number as in the file, for programs and for the tooltip."""
    if cell is None:
        return "<td class=none>-</td>"
    file, column = key
    shown = number(float(cell.middle), cell.unit)
    if cell.least != cell.most:
        low, high = number(float(cell.least), cell.unit), number(float(cell.most), cell.unit)
        shown += f" <small>[{low} to {high}]</small>"
    if cell.count < draws:
        shown += f" <small>{cell.count} of {draws}</small>"
    unit = f" {cell.unit}" if cell.unit else ""
    tip = f"{file}, {column}: {cell.middle}{unit}"
    if cell.count > 1:
        tip += f", median of {cell.count} draws from {cell.least} to {cell.most}"
    kind = " class=best" if best else ""
    return (
        f'<td{kind} data-file="{file}" data-job="{text(cell.job)}" data-column="{text(column)}" '
        f'data-fabric="{text(fabric)}" data-value="{cell.middle}" data-low="{cell.least}" '
        f'data-high="{cell.most}" data-unit="{text(cell.unit)}" data-tip="{text(tip)}">{shown}</td>'
    )


def show_job(results, job, table):
    """Fabrics side by side, or below each other where they are many."""
    draws = len(results.seeds)
    fabrics = results.fabrics
    cells = {
        key: {f: show_cell(key, f, found.get(f), draws, f in best_of(key[1], found)) for f in fabrics}
        for key, found in table.items()
    }
    if len(fabrics) <= MANY_FABRICS:
        head = "".join(f"<th>{text(fabric)}</th>" for fabric in fabrics)
        rows = [f"<tr><th></th>{head}</tr>"]
        for key, by_fabric in cells.items():
            rows.append(f"<tr><th>{text(result_tables.label_of(key[1]))}</th>{''.join(by_fabric.values())}</tr>")
    else:
        cells = {key: cells[key] for key in sorted(cells, key=rank)[:MAX_COLUMNS]}
        head = "".join(f"<th>{text(result_tables.label_of(key[1]))}</th>" for key in cells)
        rows = [f"<tr><th></th>{head}</tr>"]
        for fabric in fabrics:
            columns = "".join(by_fabric[fabric] for by_fabric in cells.values())
            rows.append(f"<tr><th>{text(fabric)}</th>{columns}</tr>")
    title = "all jobs" if job == "all" else f"job {job}"
    kind = "numbers" if len(fabrics) <= MANY_FABRICS else "numbers many"
    return f"<h3>{text(title)}</h3>" + show_table(kind, rows)


def build(results):
    """The section."""
    body = "".join(show_job(results, job, table) for job, table in collect(results).items() if table)
    draws = len(results.seeds)
    intro = f"Median of {draws} draws and, in brackets, the least and the greatest. " if draws > 1 else ""
    intro += "Hover a number for the value and its file; the best value is bold."
    return section("comparison", "Comparison", body, intro)
