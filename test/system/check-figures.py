#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draws every kind of plot from tables made here, and checks its numbers, its layout and its picture.

What is drawn must be what the tables say, taken from them by other means than the plots'. In column and page
style no text may lie over another one or leave the figure, each axis must have a label, and a row of panels of
a column is at most 3.3 x 2.4 inches. The pictures of test/system/figures must look the same: each spot
must have its colour in the other picture within two pixels, which builds of matplotlib do not change.

    check-figures.py --update   writes the pictures anew: look at those that have changed
"""

import argparse
import csv
import itertools
import json
import math
import os
import pathlib
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "test" / "system" / "figures"
FABRICS = ("DCQCN", "HPCC", "InfiniBand")
LOADS = ("0.2", "0.4", "0.6", "0.8")
SEEDS = ("1", "2", "3")
KINDS = {
    "sweep": ("cdf", "completion", "fct", "link_cdf", "metric", "overview", "pause_share", "ranking", "slowdown"),
    "run": ("convergence", "fairness", "gpu_time", "links", "path_use", "pause", "pause_tree", "queue", "queue_cdf",
            "rate", "window"),
    "incast": ("incast",),
    "nccl": ("bandwidth",),
    "decides": ("what_decides",),
}
COLUMNS = {
    "summary.csv": {"completion_ns": ("ns", "completion time"), "slowdown_p99": ("1", "FCT slowdown p99"),
                    "drops": ("", "drops")},
    "links.csv": {"busy_percent": ("%", "link busy"), "pfc_pause_ns": ("ns", "PFC pause")},
}
MOST_UNLIKE = 0.001  # share of spots without their colour in the other picture


class Fault(Exception):
    """What is wrong."""


def expect(condition, text):
    """Ends the test unless it holds."""
    if not condition:
        raise Fault(text)


class Numbers:
    """Numbers that look random and are the same everywhere (Park and Miller)."""

    def __init__(self, seed):
        self.state = seed

    def take(self):
        """In (0, 1)."""
        self.state = self.state * 16807 % 2147483647
        return self.state / 2147483647


def write(folder, name, head, rows):
    """A table."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / name, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head.split(","))
        writer.writerows(rows)


def write_common(folder, workload):
    """What every folder of a run has besides its tables."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = {f: {c: {"unit": u, "label": n, "help": ""} for c, (u, n) in of.items()} for f, of in COLUMNS.items()}
    (folder / "columns.json").write_text(json.dumps(columns), encoding="utf-8")
    fabrics = [{"fabric": fabric, "slug": fabric.lower()} for fabric in FABRICS]
    text = json.dumps({"manifest": {"fabrics": fabrics}, "scenario": {"workload": workload}})
    (folder / "manifest.json").write_text(text, encoding="utf-8")


SUMMARY = "fabric,job,completion_ns,ideal_ns,slowdown_p99,drops,seed"
FLOWS = "fabric,job,source_host,dest_host,size_bytes,start_ns,fct_ns,slowdown,status,network"
LINKS = "fabric,network,link,from,to,from_host,to_host,rate_bps,time_ns,payload_bytes,busy_percent,pfc_pause_ns"
PATHS = "fabric,network,source_host,dest_host,dest_queue_pair,nodes,links,packets,payload_bytes"


def make_links(numbers, fabric, load):
    """Rows of a network of 2 leaves, 2 spines and 8 hosts."""
    ends = [(f"host{h}", f"leaf{h // 4}") for h in range(8)]
    ends += [(f"leaf{leaf}", f"spine{spine}") for leaf in (0, 1) for spine in (0, 1)]
    for number, pair in enumerate(ends):
        for a, b in (pair, pair[::-1]):
            busy = 100 * load * numbers.take()
            pause = 4e5 * load * numbers.take() * (fabric == "DCQCN")
            hosts = [end.removeprefix("host") if end.startswith("host") else "" for end in (a, b)]
            yield fabric, "fabric", number, a, b, *hosts, 10**11, 1e6, 1.2e5 * busy, f"{busy:.3f}", f"{pause:.3f}"


def make_sweep(folder, others=("",), jobs=("load",)):
    """Four loads with three draws: 300 messages of 1 kB to 4 MB each.

    @param others values of a second key; one that is empty: there is none
    """
    keys = ["workload.0.load"] + ["topology.hostRate"] * any(others)
    state = {"status": "complete", "axes": keys, "points": [], "runs": []}
    for p, (load, other) in enumerate(itertools.product(LOADS, others)):
        state["points"].append({"point": p + 1, "values": dict(zip(keys, (load, other)))})
        for seed in SEEDS:
            name = f"runs/load-{load}{other}/seed-{seed}"
            state["runs"].append({"run": len(state["runs"]) + 1, "point": p + 1, "seed": int(seed),
                                  "folder": name, "status": "complete"})
            run = folder / name
            write_common(run, [])
            numbers = Numbers(1000 * p + int(seed))
            flows, summary, links = [], [], []
            for f, fabric in enumerate(FABRICS):
                slowdowns = []
                for _ in range(300):
                    size = int(1000 * 4000 ** numbers.take())
                    slowdown = 1 + float(load) * (1 + f / 2) * -math.log(numbers.take())
                    slowdowns.append(slowdown)
                    flows.append((fabric, jobs[len(flows) % len(jobs)], 0, 1, size, 0, f"{(2000 + size / 12.5) * slowdown:.3f}",
                                  f"{slowdown:.6f}", "success", "fabric"))
                links += make_links(numbers, fabric, float(load))
                tail = sorted(slowdowns)[296]
                # HPCC is first up to the load 0.4, then DCQCN, apart from the draws.
                time = 1e6 * (1 + float(load) * (f + 1 if p > 1 else 3 - f)) * (1 + 0.01 * numbers.take())
                summary += [(fabric, job, f"{time:.3f}", 8e5, f"{tail:.6f}", 0, seed) for job in jobs]
            write(run, "summary.csv", SUMMARY, summary)
            write(run, "flows.csv", FLOWS, flows)
            write(run, "links.csv", LINKS, links)
    (folder / "sweep.json").write_text(json.dumps(state), encoding="utf-8")


def make_grid(folder):
    """20 points of two keys, and two jobs with long names."""
    make_sweep(folder, ("50Gbps", "100Gbps", "200Gbps", "400Gbps", "800Gbps"), ("all-to-all", "gradients"))


def make_own(folder):
    """Two loads and two gains of HPCC, which the other fabrics do not have."""
    state = {"status": "complete", "axes": ["workload.0.load", "fabric.1.congestionControl.gain"], "points": [],
             "runs": []}
    for load in LOADS[:2]:
        for gain in ("0.1", "0.2"):
            number = len(state["points"]) + 1
            name = f"runs/{number}/seed-1"
            state["points"].append({"point": number, "values": dict(zip(state["axes"], (load, gain)))})
            state["runs"].append({"run": number, "point": number, "seed": 1, "folder": name, "status": "complete"})
            write_common(folder / name, [])
            summary = [(fabric, "load", 1e6 * number, 8e5, number, 0, "1") for fabric in FABRICS]
            write(folder / name, "summary.csv", SUMMARY, summary)
    (folder / "sweep.json").write_text(json.dumps(state), encoding="utf-8")


def make_run(folder):
    """Flows of three hosts to host 4 that join each 200 us and leave again; DCQCN is not fair until it settles."""
    write_common(folder, [])
    numbers = Numbers(77)
    flows, rates, queues, links, paths, waits = [], [], [], [], [], []
    times = {0: (0, 1000), 1: (200, 800), 2: (400, 600)}  # us
    for f, fabric in enumerate(FABRICS):
        sent = dict.fromkeys(times, 0.0)
        for time in range(20, 1001, 20):
            active = [host for host, (begin, end) in times.items() if begin < time <= end]
            late = time % 200 and time % 200 <= 40 * f  # two steps of 20 us per fabric behind HPCC
            for k, host in enumerate(active):
                share = 96e9 / len(active) * ((0.6 + 0.8 * k / max(len(active) - 1, 1)) if late else 1)
                sent[host] += share * 20e-6 / 8
                rates.append((fabric, 1000 * time, "flows", host, 4, 0, 0, host, share, int(sent[host]),
                              int(share * 1e-5 / 8)))
        for time in range(0, 1000, 10):
            for link, queue in ((4, "leaf1->host4"), (8, "leaf0->spine0"), (9, "leaf0->spine1")):
                size = int(3e4 * (f + 1) * numbers.take() ** 3) if link != 9 and numbers.take() > 0.3 else 0
                queues.append((fabric, 1000 * time, queue, link, size, 0, 0))
        flows += [(fabric, "flows", host, 4, int(sent[host]), 1000 * begin, 1000 * (end - begin), 2, "success",
                   "fabric") for host, (begin, end) in times.items()]
        own = [list(row) for row in make_links(numbers, fabric, 0.5)]
        own[0][9:11] = 12e6, "100"  # 96 % of the frames of host 0 are payload
        links += own
        for host in times:
            for spine in range(1 + f % 2):
                paths.append((fabric, "fabric", host, 4, host, f"host{host} leaf0 spine{spine} leaf1 host4", "0 8 10 4",
                              10, 10_000 * (2 + spine)))
        waits += [(fabric, "flows", rank, rank, activity, (300 + 100 * f) * 1000, "", "", "")
                  for rank in (0, 1) for activity in ("compute", "all-reduce", "idle")]
        pauses = [("leaf0->spine0", 3, 20_000 * k, 5_000 * (f + 1), 1, 0, "congestion") for k in range(5)]
        pauses += [("host0->leaf0", 3, 20_000 * k + 4_000, 9_000, 1, 0, "storm") for k in range(5)]
        head = "paused_port,priority,start_ns,duration_ns,ended,cause_source_host,root"
        write(folder, f"pfc-pauses-{fabric.lower()}.csv", head, pauses)
        tree = "leaf1->host4, priority 3: 5 pauses, 70 us in all\n  leaf0->spine0 paused, 5 pauses, 25 us\n"
        tree += "    host0->leaf0 paused, 5 pauses, 45 us\n"
        (folder / f"pause-tree-{fabric.lower()}.txt").write_text(tree, encoding="utf-8")
    write(folder, "summary.csv", SUMMARY, [(f, "flows", 1e6, 9e5, 2, 0, 1) for f in FABRICS])
    write(folder, "flows.csv", FLOWS, flows)
    write(folder, "links.csv", LINKS, links)
    write(folder, "paths.csv", PATHS, paths)
    write(folder, "queues.csv", "fabric,time_ns,queue,link,queue_bytes,sent_packets,sent_frame_bytes", queues)
    head = "fabric,time_ns,job,source_host,dest_host,channel,priority,queue_pair,rate_bps,"
    head += "acknowledged_bytes,window_bytes"
    write(folder, "rates.csv", head, rates)
    head = "fabric,job,rank,host,activity,time_ns,exposed_ns,late_sender_ns,hidden_ns"
    write(folder, "waits.csv", head, waits)


def make_incast(folder):
    """Incasts of 2 to 16 senders, each a job, in three draws."""
    rows = []
    for seed in SEEDS:
        run = folder / f"seed-{seed}"
        write_common(run, [])
        flows, summary = [], []
        for f, fabric in enumerate(FABRICS):
            for degree in (2, 4, 8, 16):
                flows += [(fabric, f"d{degree}", s, 16, 10**5, 0, 1, 1, "success", "fabric") for s in range(degree)]
                time = 8e3 * degree * (1.1 + 0.02 * f * degree + 0.05 * int(seed))
                summary.append((fabric, f"d{degree}", time, 8e3 * degree, 2, 0, seed))
        write(run, "flows.csv", FLOWS, flows)
        write(run, "summary.csv", SUMMARY, summary)
        rows += summary
    write(folder, "summary.csv", SUMMARY, rows)
    write_common(folder, [])


def make_nccl(folder):
    """A table of --nccl-tests, and one that is measured."""
    write_common(folder, [])
    sizes = [2**k for k in range(15, 28, 3)]
    tests = [{"fabric": fabric, "results": [{"size": size, "bus_bw_GBps": 300 * size / (size + 2e6 * (f + 1)),
                                             "alg_bw_GBps": 1} for size in sizes]} for f, fabric in enumerate(FABRICS)]
    text = json.dumps({"operation": "all_reduce", "fabrics": tests})
    (folder / "nccl-tests.json").write_text(text, encoding="utf-8")
    rows = "".join(f"{size} {size // 4} float sum -1 9.0 1.0 {200 * size / (size + 4e6):.2f} 0\n" for size in sizes)
    (folder / "machine.txt").write_text("#  size count type redop root time algbw busbw #wrong\n" + rows, encoding="utf-8")


def make_decides(folder):
    """Variants that turn an order, leave it open or hold it."""
    write_common(folder, [])
    rows = [("x", "DCQCN", "HPCC", "", "", "run", 1.1, 1.05, 1.15, 3, "holds")]
    for k, verdict in enumerate(("turned", "open", "holds", "holds")):
        ratio = (0.9, 1.0, 1.08, 1.2)[k]
        rows.append(("x", "DCQCN", "HPCC", f"variant {k}", f"setting {k}", "run", ratio, ratio - 0.05, ratio + 0.05, 3,
                     verdict))
    head = "job,fabric,other,variation,setting,state,ratio,least_ratio,greatest_ratio,draws,verdict"
    write(folder, "what-decides.csv", head, rows)
    write(folder, "summary.csv", SUMMARY, [("DCQCN", "x", 1, 1, 1, 0, 1)])
    write(folder, "flows.csv", FLOWS, [])


def rows_of(folder, name):
    """Rows of a table of a run, or of all runs below a folder, with the load."""
    for path in sorted(folder.rglob(name)):
        load = path.parent.parent.name.removeprefix("load-")
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                yield {**row, "load": load, "draw": path.parent.name}


def lines_of(axes):
    """{label: (xs, ys)} of the lines with a label, those with whiskers as well."""
    found = {line.get_label(): line for line in axes.lines}
    found.update({bars.get_label(): bars.lines[0] for bars in axes.containers if hasattr(bars, "has_yerr")})
    return {k: [list(map(float, d)) for d in v.get_data()] for k, v in found.items() if not k.startswith("_")}


def whiskers_of(axes):
    """{label: [(low, high)]} of lines with whiskers."""
    found = {}
    for bars in axes.containers:
        if getattr(bars, "has_yerr", False):
            found[bars.get_label()] = [(float(a[1]), float(b[1])) for a, b in bars.lines[2][0].get_segments()]
    return found


def near(a, b, error=1e-6):
    """Whether two numbers, or all of two lists, are equal."""
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(near(x, y, error) for x, y in zip(a, b))
    return abs(a - b) <= error * max(abs(a), abs(b), 1e-12)


def mean_of(values):
    """Mean and interval of three draws: 4.303 is Student's t of two degrees of freedom."""
    middle = statistics.fmean(values)
    half = 4.303 * statistics.stdev(values) / math.sqrt(3)
    return middle, middle - half, middle + half


def check_metric(figure, folder):
    """Means and whiskers are those of summary.csv; whiskers are not cut and stand side by side."""
    for axes, column, factor in zip(figure.axes, ("completion_ns", "slowdown_p99"), (1e-6, 1)):
        lines, whiskers = lines_of(axes), whiskers_of(axes)
        places = [x for xs, _ in lines.values() for x in xs]
        expect(len(set(places)) == 12, f"whiskers stand on each other: {places}")
        for fabric in FABRICS:
            for i, load in enumerate(LOADS):
                values = [factor * float(row[column]) for row in rows_of(folder, "summary.csv")
                          if row["fabric"] == fabric and row["load"] == load]
                middle, low, high = mean_of(values)
                expect(near(lines[fabric][1][i], middle), f"{column} of {fabric} at {load} is not {middle}")
                expect(near(whiskers[fabric][i], (low, high)), f"{column} of {fabric} at {load}: {whiskers}")
                expect(axes.get_ylim()[0] <= low and high <= axes.get_ylim()[1], "a whisker is cut")


def check_fct(figure, folder):
    """The median of the smallest messages, by nearest rank, in each draw; its geometric mean."""
    lines = lines_of(figure.axes[0])
    for fabric in FABRICS:
        for i, load in enumerate(LOADS):
            draws = {}
            for row in rows_of(folder, "flows.csv"):
                if row["fabric"] == fabric and row["load"] == load and int(row["size_bytes"]) <= 100_000:
                    draws.setdefault(row["draw"], []).append(float(row["fct_ns"]) / 1e3)
            middle = statistics.geometric_mean(statistics.median_low(values) for values in draws.values())
            expect(near(lines[fabric][1][i], middle), f"FCT of {fabric} at {load}: {lines[fabric]}, not {middle}")


def check_shares(figure, values, factor=1.0):
    """Lines of a panel are distributions. @param values {label: numbers}"""
    lines = lines_of(figure.axes[0])
    for label, numbers in values.items():
        xs, ys = lines[label]
        for x, y in zip(xs[1:], ys[1:]):
            share = 100 * sum(number * factor <= x * (1 + 1e-9) for number in numbers) / len(numbers)
            expect(near(y, share), f"{label}: {y} % up to {x}, not {share}")
        expect(near(xs[-1], max(numbers) * factor), f"{label}: the largest is {xs[-1]}")


def check_links(figure, folder):
    """Directions between switches at the first load."""
    check_shares(figure, {
        fabric: [float(row["busy_percent"]) for row in rows_of(folder, "links.csv")
                 if row["fabric"] == fabric and row["load"] == LOADS[0] and not row["from_host"] + row["to_host"]]
        for fabric in FABRICS
    })


def check_queues(figure, folder):
    """Samples of the two queues that had a packet; the left end has all up to 1 kB."""
    check_shares(figure, {
        fabric: [max(1000, int(row["queue_bytes"])) for row in rows_of(folder, "queues.csv")
                 if row["fabric"] == fabric and row["queue"] != "leaf0->spine1"]
        for fabric in FABRICS
    })


def check_pauses(figure, folder):
    """The mean share of all ports."""
    lines = lines_of(figure.axes[0])
    for i, load in enumerate(LOADS):
        ports = [100 * float(row["pfc_pause_ns"]) / float(row["time_ns"]) for row in rows_of(folder, "links.csv")
                 if row["fabric"] == "DCQCN" and row["load"] == load]
        expect(near(lines["DCQCN"][1][i], statistics.fmean(ports)), f"pauses at {load}: {lines['DCQCN']}")
    expect(set(lines["HPCC"][1]) == {0}, "HPCC has pauses")


def check_ranks(figure, _):
    """By the way in which times were made: InfiniBand, HPCC, DCQCN at two loads, and turned at the others."""
    (axes, _) = figure.axes
    found = [text.get_text() for text in axes.texts]
    expect(found == ["3", "2", "1"] * 2 + ["1", "2", "3"] * 2, f"ranks {found}")
    names = [label.get_text() for label in axes.get_yticklabels()]
    expect(names == ["DCQCN (2)", "HPCC (0)", "InfiniBand (2)"], f"{names}")


def check_fairness(figure, _):
    """Of two senders with 0.6 and 1.4 of their share: 4 / (2 (0.36 + 1.96)) = 0.8621."""
    lines = lines_of(figure.axes[0])
    expect(min(lines["DCQCN"][1]) > 0.9999, "DCQCN is not fair")
    steps = dict(zip(*lines["InfiniBand"]))  # from 200 us on there are two, and not fair until 280 us
    expect(near([steps[200.0], steps[260.0], steps[280.0]], [0.86207, 0.86207, 1.0], 1e-4), f"{steps}")


def check_convergence(figure, _):
    """96, 48 and 32 Gb/s are fair; HPCC settles in 40 us after each of three changes, InfiniBand in 80."""
    titles = [axes.get_title() for axes in figure.axes]
    after = [f"{fabric}: settled after 3 of 3, median {us}" for fabric, us in zip(FABRICS, ("0 ns", "40 us", "80 us"))]
    expect([title.replace("\n", " ") for title in titles] == after, f"{titles}")
    heights = sorted({round(float(s[0][1]), 3) for c in figure.axes[0].collections for s in c.get_segments()})
    expect(near(heights, [32, 48, 96], 1e-3), f"fair shares {heights}")


def check_rate(figure, _):
    """Senders that share a link of 100 Gb/s have 96 of it together, at any time."""
    for axes in figure.axes:
        lines = [dict(zip(*data)) for data in lines_of(axes).values()]
        for time in (0.1, 0.3, 0.5, 0.7, 0.9):
            total = 0.0
            for steps in lines:
                before = [t for t in steps if t <= time]
                total += steps[max(before)] if before else 0.0
            expect(near(total, 96, 1e-3), f"{axes.get_title()}: {total} Gb/s at {time} ms")


def check_paths(figure, _):
    """HPCC has two paths of 20 and 30 kB: 60 % is on the busiest."""
    lines = [lines_of(axes) for axes in figure.axes]
    expect(lines[0]["HPCC"][0][-1] == 2 and lines[0]["DCQCN"][0][-1] == 1, f"{lines[0]}")
    expect(near(lines[1]["HPCC"][0][-1], 60), f"{lines[1]}")


def check_incast(figure, _):
    """Means of three draws and the ideal, in us."""
    lines, whiskers = lines_of(figure.axes[0]), whiskers_of(figure.axes[0])
    expect(near(lines["ideal"][1], [16, 32, 64, 128]), f"{lines['ideal']}")
    for f, fabric in enumerate(FABRICS):
        for i, degree in enumerate((2, 4, 8, 16)):
            middle, low, high = mean_of([8 * degree * (1.1 + 0.02 * f * degree + 0.05 * s) for s in (1, 2, 3)])
            expect(near(lines[fabric][1][i], middle) and near(whiskers[fabric][i], (low, high)), f"{fabric}: {lines}")


def check_bandwidth(figure, folder):
    """Bus bandwidth of the table, and the measured one."""
    lines = lines_of(figure.axes[0])
    for fabric in json.loads((folder / "nccl-tests.json").read_text(encoding="utf-8"))["fabrics"]:
        expect(near(lines[fabric["fabric"]][1], [row["bus_bw_GBps"] for row in fabric["results"]]), f"{fabric}")
    values = [float(f"{200 * size / (size + 4e6):.2f}") for size in lines["DCQCN"][0]]
    expect(near(lines["measured: machine"][1], values), f"measured points: {lines}")


CHECKS = {
    "metric": check_metric, "fct": check_fct, "link_cdf": check_links, "queue_cdf": check_queues,
    "pause_share": check_pauses, "ranking": check_ranks, "fairness": check_fairness, "rate": check_rate,
    "convergence": check_convergence, "path_use": check_paths, "incast": check_incast, "bandwidth": check_bandwidth,
}


def find_texts(figure):
    """Visible texts with their boxes in pixels."""
    renderer = figure.canvas.get_renderer()
    texts = list(figure.texts) + [text for legend in figure.legends for text in legend.get_texts()]
    for axes in figure.axes:
        texts += [axes.title, *axes.texts]
        if axes.get_legend():
            texts += axes.get_legend().get_texts()
        for axis in (axes.xaxis, axes.yaxis) if axes.axison else ():
            low, high = sorted(axis.get_view_interval())
            texts.append(axis.label)
            texts += [t.label1 for t in axis.get_major_ticks() if low <= t.get_loc() <= high and t.label1.get_visible()]
    return [(t.get_text(), t.get_window_extent(renderer)) for t in texts if t.get_visible() and t.get_text()]


def check_axes(figure, axes, where):
    """An axis without its label and numbers has the same limits as another one that has them."""
    for name in "xy":
        label, ends = getattr(axes, f"get_{name}label")(), getattr(axes, f"get_{name}lim")()
        expect(any(
            getattr(other, f"get_{name}label")() == label and near(getattr(other, f"get_{name}lim")(), ends)
            and getattr(other, f"{name}axis").label.get_visible()
            for other in figure.axes if other.axison
        ), f"{where}: nothing says what the {name} axis of '{axes.get_title()}' is")


def check_layout(figure, kind, style, plot_style):
    """No text over another one or outside; labels of axes; size."""
    figure.canvas.draw()
    texts = find_texts(figure)
    width, height = figure.canvas.get_width_height()
    for i, (name, box) in enumerate(texts):
        inside = box.x0 >= -2 and box.y0 >= -2 and box.x1 <= width + 2 and box.y1 <= height + 2
        expect(inside, f"{kind}, {style}: '{name}' leaves the figure")
        for other, place in texts[:i]:
            x = min(box.x1, place.x1) - max(box.x0, place.x0)
            y = min(box.y1, place.y1) - max(box.y0, place.y0)
            expect(x < 2 or y < 2, f"{kind}, {style}: '{name}' over '{other}'")
    for axes in figure.axes:
        if axes.axison and "colorbar" not in axes.get_label():
            check_axes(figure, axes, f"{kind}, {style}")
            names = "".join(label.get_text() for label in axes.get_yticklabels())
            named = not names or any(letter.isalpha() for letter in names)  # bars have names, once in a row
            expect(axes.get_xlabel() and (axes.get_ylabel() or named), f"{kind}, {style}: an axis has no label")
    notes = [text.get_text() for text in figure.texts]
    expect(kind == "what_decides" or any("n = " in note for note in notes), f"{kind}: says no n: {notes}")
    if style == "column":
        rows = 1 + max(axes.get_subplotspec().rowspan.stop - 1 for axes in figure.axes if hasattr(axes, "get_subplotspec"))
        inches = figure.get_size_inches()
        bars = figure.most_inches == math.inf  # rows of bars are as high as their bars need
        expect(near(inches[0], 3.3), f"{kind} is {inches[0]} inches wide")
        expect(bars or inches[1] <= rows * plot_style.MOST_ROW + 1e-6, f"{kind}: {rows} rows in {inches[1]} inches")


def shoot(figure, numpy):
    """The picture at 100 pixels per inch."""
    figure.set_dpi(100)
    figure.canvas.draw()
    return numpy.asarray(figure.canvas.buffer_rgba())[:, :, :3].copy()


def unlike(a, b, numpy):
    """Share of the spots of either picture whose colour the other one lacks within two pixels."""
    if max(abs(a.shape[0] - b.shape[0]), abs(a.shape[1] - b.shape[1])) > 4:
        return 1.0
    h, w = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
    worst = 0.0
    for one, other in ((a, b), (b, a)):
        one = one[:h, :w].astype(int)
        other = numpy.pad(other[:h, :w].astype(int), ((2, 2), (2, 2), (0, 0)), mode="edge")
        least = numpy.full((h, w), 999)
        for y in range(5):
            for x in range(5):
                least = numpy.minimum(least, numpy.abs(one - other[y : y + h, x : x + w]).max(axis=2))
        worst = max(worst, float((least > 64).mean()))
    return worst


def check_all(work, update):
    """Everything. @return names of pictures that look different"""
    os.environ.setdefault("MPLCONFIGDIR", str(work / "matplotlib"))
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT / "utils"))
    import numpy
    from PIL import Image

    import plot
    import plot_style
    import result_tables

    for name, make in (("sweep", make_sweep), ("run", make_run), ("incast", make_incast), ("nccl", make_nccl),
                       ("decides", make_decides)):
        make(work / name)
    known = {kind for kinds in KINDS.values() for kind in kinds}
    expect(known == set(plot.find_kinds()), f"kinds without a check: {known ^ set(plot.find_kinds())}")
    changed = []
    for name, kinds in KINDS.items():
        for kind in kinds:
            for style in ("page", "column"):
                results = result_tables.open_results(work / name)
                beside = str(work / "nccl" / "machine.txt") if kind == "bandwidth" else None
                options = plot_style.Options(style=style, beside=beside)
                plot_style.apply_style(options)
                module = plot.load(kind)
                plot.choose(results, options, module)
                figure = module.draw(results, options)
                plot_style.wrap_titles(figure, options)
                check_layout(figure, kind, style, plot_style)
                if style == "column":
                    CHECKS.get(kind, lambda *_: None)(figure, work / name)
                    picture = shoot(figure, numpy)
                    path = PICTURES / f"{kind}.png"
                    if update:
                        Image.fromarray(picture).quantize(128).save(path, optimize=True)
                    golden = numpy.asarray(Image.open(path).convert("RGB")) if path.exists() else picture[:1]
                    if unlike(picture, golden, numpy) > MOST_UNLIKE:
                        changed.append(kind)
                        Image.fromarray(picture).save(work / f"{kind}.png")
                    if kind == "metric":  # a line less is a difference
                        figure.axes[0].containers[0].remove()
                        expect(unlike(shoot(figure, numpy), golden, numpy) > MOST_UNLIKE, "pictures are always alike")
                plot_style.pyplot.close(figure)
    # 20 points of two keys: nothing overlaps, and one value of the second key is shown and named.
    make_grid(work / "grid")
    for kind in KINDS["sweep"]:
        for style in ("page", "column"):
            results = result_tables.open_results(work / "grid")
            options = plot_style.Options(style=style)
            plot_style.apply_style(options)
            module = plot.load(kind)
            plot.choose(results, options, module)
            figure = module.draw(results, options)
            plot_style.wrap_titles(figure, options)
            check_layout(figure, f"{kind} of 20 points", style, plot_style)
            if kind in ("metric", "fct", "pause_share", "overview"):
                notes = " ".join(text.get_text().replace("\n", " ") for text in figure.texts)
                point = "load 0.2, hostRate 50Gbps" if kind == "overview" else "hostRate 50Gbps"
                expect(f"Of {point}" in notes, f"{kind} does not name its point: {notes}")
                expect(kind == "overview" or set(lines_of(figure.axes[0])) == set(FABRICS), f"{kind}: too many lines")
            plot_style.pyplot.close(figure)
    # A key of one fabric alone divides the line of that fabric.
    make_own(work / "own")
    options = plot_style.Options(["completion_ns"])
    figure = plot.load("metric").draw(result_tables.open_results(work / "own"), options)
    lines = {line.get_label(): list(line[0].get_ydata()) for line in figure.axes[0].containers}
    expected = {"DCQCN": [1, 3], "HPCC, gain 0.1": [1, 3], "HPCC, gain 0.2": [2, 4], "InfiniBand": [1, 3]}
    expect(lines == expected, f"lines of a fabric's own key: {lines}")
    plot_style.pyplot.close(figure)
    # A metric that is 0 everywhere is not drawn.
    options = plot_style.Options(["drops"])
    try:
        plot.load("metric").draw(result_tables.open_results(work / "sweep"), options)
    except result_tables.Missing as missing:
        expect(str(missing) == "drops: 0 in all draws.", str(missing))
    else:
        raise Fault("drops are drawn, which are 0")
    return changed


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--update", action="store_true", help="write test/system/figures anew")
    parser.add_argument("--keep", metavar="DIR", help="folder for tables and pictures (default: a temporary one)")
    arguments = parser.parse_args()
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        debian = "/usr/bin/python3"
        if os.path.exists(debian) and not os.path.samefile(debian, sys.executable):
            os.execv(debian, [debian, *sys.argv])
        print("no matplotlib here: figures were not looked at")
        return 0
    try:
        if arguments.keep:
            work = pathlib.Path(arguments.keep).absolute()
            work.mkdir(parents=True, exist_ok=True)
            changed = check_all(work, arguments.update)
        else:
            with tempfile.TemporaryDirectory() as folder:
                changed = check_all(pathlib.Path(folder), arguments.update)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    if changed:
        print(f"these figures look different: {', '.join(changed)}; look at both (--keep DIR), then --update",
              file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
