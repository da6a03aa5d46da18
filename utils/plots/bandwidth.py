# SPDX-License-Identifier: GPL-2.0-only
"""Bandwidth of collectives against their size, a line per fabric.

From nccl-tests.json of a run with --nccl-tests; otherwise from the collectives of a scenario or sweep:
the size is that of the job, or the swept key that ends in bytes.

    --metric algbw_GBps   algorithm bandwidth in place of bus bandwidth
    --group fabric,job    what the lines are
"""

import plot_style
import result_tables

NEEDS = "--nccl-tests all_reduce -b 8 -e 64M -f 8, or a sweep of workload.0.bytes, or several collectives"
UNITS = {"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}


def to_bytes(text):
    """A size as scenarios have it, such as 16MiB, or None."""
    text = str(text).strip()
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    factor = UNITS.get(text[len(digits) :].strip().upper())
    return float(digits) * factor if factor and result_tables.is_number(digits) else None


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
    sizes = {job.get("name"): to_bytes(job.get("bytes", "")) for job in workload}
    swept = [key for key in results.keys if key.lower().endswith("bytes")]
    for row, value, _ in result_tables.metric_values(results, metric):
        size = to_bytes(row[swept[0]]) if swept else sizes.get(row["job"])
        if size:
            lines.setdefault(name_group(row), {}).setdefault(size, []).append(value)
    return lines


def draw(results, options):
    """A line per group, mean and 95 % interval where there are several draws."""
    metric = options.metric("busbw_GBps", ["busbw_GBps", "algbw_GBps"])
    lines = read(results, options, metric)
    if max((len(line) for line in lines.values()), default=0) < 2:
        raise result_tables.Missing(f"there are no collectives of several sizes; it takes {NEEDS}")
    figure, (axes,) = plot_style.make_panels(options, 1, options.panel_height)
    for i, (group, line) in enumerate(lines.items()):
        x = sorted(line)
        middle, half = zip(*(result_tables.interval(line[size]) for size in x))
        look = plot_style.look(i)
        axes.plot(x, middle, marker=plot_style.MARKERS[i % 8], label=group, **look)
        if any(half):
            low = [m - h for m, h in zip(middle, half)]
            high = [m + h for m, h in zip(middle, half)]
            axes.fill_between(x, low, high, color=look["color"], alpha=0.2, linewidth=0)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda value, _: plot_style.format_bytes(value))
    axes.set_ylim(0)
    axes.set_xlabel("size")
    axes.set_ylabel(plot_style.label_of(metric, "GB/s"))
    plot_style.add_legend(figure, [axes], options)
    counts = [len(values) for line in lines.values() for values in line.values()]
    plot_style.add_note(figure, options, result_tables.say_means(counts, "mark", "band"))
    return figure
