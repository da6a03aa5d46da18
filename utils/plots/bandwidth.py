# SPDX-License-Identifier: GPL-2.0-only
"""Bandwidth of collectives against their size, a line per fabric.

From nccl-tests.json of a run with --nccl-tests; otherwise from the collectives of a scenario or sweep:
the size is that of the job, or the swept key that ends in bytes.

    --beside TABLE        measured points as marks: a table of examples/measured, a file like one, or the
                          output of nccl-tests (out of place)
    --metric algbw_GBps   algorithm bandwidth in place of bus bandwidth
    --group fabric,job    what the lines are
"""

import pathlib

import plot_style
import published_tables
import result_tables

NEEDS = "--nccl-tests all_reduce -b 8 -e 64M -f 8, or a sweep of workload.0.bytes, or several collectives"


def read(results, options, metric):
    """{group: {size: values}}."""
    lines = {}
    path = results.folder / "nccl-tests.json"
    if path.exists():
        column = "bus_bw_GBps" if metric == "busbw_GBps" else "alg_bw_GBps"
        for fabric in result_tables.read_json(path)["fabrics"]:
            line = lines.setdefault(fabric["fabric"], {})
            for row in fabric["results"]:
                line.setdefault(row["size"], []).append(row[column])
        return lines
    name_group = result_tables.groups_of(results, options.groups)
    workload = results.scenario.get("workload", [])
    workload = workload if isinstance(workload, list) else [workload]
    sizes = {job.get("name"): result_tables.to_number(job.get("bytes", "")) for job in workload}
    swept = [key for key in results.keys if key.lower().endswith("bytes")]
    for row, value, _ in result_tables.metric_values(results, metric):
        size = result_tables.to_number(row[swept[0]]) if swept else sizes.get(row["job"])
        if size:
            lines.setdefault(name_group(row), {}).setdefault(size, []).append(value)
    return lines


def read_measured(name, metric):
    """(what it is called, [(size, GB/s)]) of a table of measurements or an output of nccl-tests."""
    path = pathlib.Path(name)
    if not path.is_file():
        path = published_tables.FOLDER / f"{name}.csv"
        if not path.is_file():
            known = ", ".join(sorted(p.stem for p in published_tables.FOLDER.glob("*.csv")))
            raise result_tables.InputError(f"--beside {name}: is not a file; expected one or one of {known}")
    if path.suffix != ".csv":
        column = 7 if metric == "busbw_GBps" else 6
        rows = [line.split() for line in path.read_text(encoding="utf-8").split("\n")]
        points = [(int(row[0]), float(row[column])) for row in rows if len(row) > 7 and row[0].isdigit()]
        if not points:
            raise result_tables.InputError(f"--beside {name}: has no rows of nccl-tests: size, count, ..., busbw")
        return path.stem, points
    try:
        table = published_tables.read_table(path)
    except published_tables.TableError as error:
        raise result_tables.InputError(f"--beside {error}") from error
    if table.unit == metric:
        points = [(row.size, row.value) for row in table.rows]
    elif table.unit == "us" and metric == "algbw_GBps":
        points = [(row.size, row.size / row.value / 1e3) for row in table.rows]
    else:
        raise result_tables.InputError(f"--beside {name}: has {table.unit}, not {metric}; --metric chooses")
    return table.texts.get("machine", table.name), points


def draw(results, options):
    """A line per group, mean and 95 % interval where there are several draws."""
    metric = options.metric("busbw_GBps", ["busbw_GBps", "algbw_GBps"])
    lines = read(results, options, metric)
    if max((len(line) for line in lines.values()), default=0) < 2:
        raise result_tables.Missing(f"there are no collectives of several sizes; it takes {NEEDS}")
    figure, (axes,) = plot_style.make_panels(options, 1, options.panel_height)
    sizes = {size for line in lines.values() for size in line}
    for i, (group, line) in enumerate(lines.items()):
        x = sorted(line)
        middle, half = zip(*(result_tables.interval(line[size]) for size in x))
        look = plot_style.look(i)
        axes.plot(x, middle, marker=plot_style.MARKERS[i % 8], label=group, **look)
        if any(half):
            low = [m - h for m, h in zip(middle, half)]
            high = [m + h for m, h in zip(middle, half)]
            axes.fill_between(x, low, high, color=look["color"], alpha=0.2, linewidth=0)
    if options.beside:
        name, points = read_measured(options.beside, metric)
        sizes |= {size for size, _ in points}
        label = plot_style.shorten(f"measured: {name}", 60)
        axes.plot(*zip(*points), "x", color="black", markersize=4, label=label, zorder=4)
    plot_style.set_bytes(axes.xaxis, sizes)
    axes.set_ylim(0)
    axes.set_xlabel("size")
    axes.set_ylabel(plot_style.label_of(metric, "GB/s"))
    plot_style.add_legend(figure, [axes], options)
    counts = [len(values) for line in lines.values() for values in line.values()]
    plot_style.add_note(figure, options, result_tables.say_means(counts, "mark", "band"))
    return figure
