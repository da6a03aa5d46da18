#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the scenarios of examples/scenarios/validation and compares them with what was published.

Prints a row per quantity: what is expected and from where, what was obtained, and the verdict.
Where the source gives a shape and no number, the bounds are ours, wide enough for another seed. The
exit status is 1 if any quantity is not as expected, 2 if a scenario does not run.
"""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

from dcqcn_fluid import Parameters, fixed_point, integrate

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "examples" / "scenarios" / "validation"
COLOURS = {2: "#0072B2", 10: "#D55E00"}
DEBIAN_PYTHON = "/usr/bin/python3"

LINK_BPS = 40e9
GAP_BYTES = 20  # preamble and gap between frames
LOW_BYTES = 1e3  # a queue that is as good as empty
SHORT_BYTES = 10_000  # flows of at most so many are short
HIGH_BYTES = 250e3  # what the oscillation of ten flows exceeds


class ValidationError(Exception):
    """A scenario did not run; the text is one line for the user."""


class Run:
    """The results of one fabric of a scenario."""

    def __init__(self, folder, fabric):
        def own_rows(name):
            path = folder / name
            rows = read_table(path) if path.exists() else []
            return [row for row in rows if row["fabric"] == fabric]

        summary = own_rows("summary.csv")
        self.totals = next(row for row in summary if row["job"] == "all")
        self.job = next(row for row in summary if row["job"] != "all")
        self.queue = [
            (float(row["time_ns"]) / 1e9, int(row["queue_bytes"]), row)
            for row in own_rows("queues.csv")
        ]
        self.rates = own_rows("rates.csv")
        self.flows = own_rows("flows.csv")

    def slowdown_p99(self, limit):
        """Of messages of at most so many bytes, by nearest rank."""
        values = sorted(
            float(row["slowdown"]) for row in self.flows if int(row["size_bytes"]) <= limit
        )
        return values[-(-99 * len(values) // 100) - 1]

    def count(self, name):
        """A column of summary.csv."""
        return int(self.totals[name])

    def one_way_ns(self):
        """Of every flow, from posting to the arrival of its last byte."""
        return [float(row["one_way_ns"]) for row in self.flows]

    def queue_from(self, start):
        """Bytes that waited, from a time in s on."""
        return [queue for time, queue, _ in self.queue if time >= start]

    def utilisation_from(self, start):
        """Share of the time in which the link of the first queue was busy."""
        rows = [(time, row) for time, _, row in self.queue if time >= start]
        (first_time, first), (last_time, last) = rows[0], rows[-1]
        packets = int(last["sent_packets"]) - int(first["sent_packets"])
        frames = int(last["sent_frame_bytes"]) - int(first["sent_frame_bytes"])
        return 8 * (frames + GAP_BYTES * packets) / (last_time - first_time) / LINK_BPS

    def shares_from(self, start):
        """Payload that each flow moved, over the mean of all flows."""
        ends = {}
        for row in self.rates:
            if float(row["time_ns"]) / 1e9 >= start:
                flow = row["source_host"], row["queue_pair"]
                ends.setdefault(flow, []).append(int(row["acknowledged_bytes"]))
        moved = [values[-1] - values[0] for values in ends.values()]
        return [bytes_ * len(moved) / sum(moved) for bytes_ in moved]


class Bench:
    """Runs scenarios and collects the verdicts."""

    def __init__(self, runner, folder, quick):
        self.runner = runner
        self.folder = folder
        self.quick = quick
        self.rows = []

    def run(self, scenario, label, *settings):
        """Runs a scenario of the folder. Returns a function from a fabric to its Run."""
        results = self.folder / label
        command = [str(self.runner), str(SCENARIOS / f"{scenario}.json"), "--quiet"]
        command += ["--no-figure", "--output", str(results)]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise ValidationError(f"{' '.join(command)}: {done.stderr.strip()}")
        return lambda fabric: Run(results, fabric)

    def check(self, case, quantity, low, high, obtained, unit, source, decimals=2):
        """Notes whether a number lies in a range; either end may be None."""
        good = (low is None or obtained >= low) and (high is None or obtained <= high)
        show = lambda value: f"{value:.{decimals}f}"
        if low is None:
            expected = f"at most {show(high)}"
        elif high is None:
            expected = f"at least {show(low)}"
        else:
            expected = show(low) if low == high else f"{show(low)} to {show(high)}"
        unit = f" {unit}" if unit else ""
        row = (case, quantity, expected + unit, source, show(obtained) + unit)
        self.rows.append((*row, "ok" if good else "WRONG"))

    def within(self, case, quantity, value, tolerance, obtained, unit, source, decimals=2):
        """As check(), for a value and the part of it that may be missing or too much."""
        low, high = value * (1 - tolerance), value * (1 + tolerance)
        self.check(case, quantity, low, high, obtained, unit, source, decimals)


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def mean(values):
    return sum(values) / len(values)


def deviation(values):
    middle = mean(values)
    return mean([(value - middle) ** 2 for value in values]) ** 0.5


def count_swings(values, low, high):
    """How often a course goes from below low to above high."""
    swings, armed = 0, False
    for value in values:
        if value <= low:
            armed = True
        elif value >= high and armed:
            swings, armed = swings + 1, False
    return swings


def find_period(values, interval):
    """The lag in s at which the autocorrelation peaks when it is positive for the second time; 0 if
    it is not."""
    middle = mean(values)
    centred = [value - middle for value in values]
    correlations = []
    for lag in range(1, min(round(0.01 / interval), len(values) // 2)):
        products = map(lambda a, b: a * b, centred, centred[lag:])
        correlations.append(sum(products) / (len(centred) - lag))
    lags = range(len(correlations))
    negative = next((i for i in lags if correlations[i] < 0), len(lags))
    start = next((i for i in lags[negative:] if correlations[i] > 0), len(lags))
    end = next((i for i in lags[start:] if correlations[i] < 0), len(lags))
    peak = max(lags[start:end], key=correlations.__getitem__, default=-1)
    return (peak + 1) * interval


def check_fixed_point(bench):
    """Case 1: DCQCN's fixed point. Returns the runs, for the figure."""
    paper = "CoNEXT'16, 3.1"
    # The queues of the authors' own solver: 20.501 KB at the end of their data file of two flows.
    published = {2: 20.5, 10: 125.4}
    warm_up = 0.1
    runs = {}
    for flows in (2, 10):
        case = f"1, {flows} flows"
        rest = fixed_point(flows)
        course = integrate(flows, 4e-6, 0.3)[1]
        bench.within(case, "fluid: fixed point", published[flows], 0.01, rest, "KB", paper)
        bench.within(case, "fluid: queue after 0.3 s", rest, 0.01, course[-1], "KB", paper)
        for seed in (1,) if bench.quick else (1, 2, 3):
            hosts = f"topology.hosts={flows + 1}"
            label = f"fixed-point-{flows}-{seed}"
            run = bench.run("dcqcn-fixed-point", label, hosts, f"seed={seed}")("dcqcn")
            runs.setdefault(flows, run)
            which = "packets" if bench.quick else f"packets, seed {seed}"
            queue = mean(run.queue_from(warm_up)) / 1e3
            unfair = max(abs(share - 1) for share in run.shares_from(warm_up))
            busy = run.utilisation_from(warm_up)
            bench.check(case, f"{which}: mean queue", rest, 1.45 * rest, queue, "KB", paper)
            bench.check(case, f"{which}: rate off C/N", None, 5, 100 * unfair, "%", paper)
            bench.check(case, f"{which}: utilisation", 99.5, None, 100 * busy, "%", paper)
    return runs


def check_delay(bench):
    """Case 2: a long feedback delay. Returns the runs, for the figure."""
    paper = "CoNEXT'16, 3.2"
    warm_up, length, interval = 0.1, 0.3 if bench.quick else 1.0, 2e-5
    until = f"until={round(1000 * length)}ms"
    period = 2.4e-3
    rest = fixed_point(2)
    settled = integrate(2, 85e-6, 0.2)[1][-2500:]
    case = "2, 2 flows"
    bench.within(case, "fluid: least queue", rest, 0.05, min(settled), "KB", paper)
    bench.within(case, "fluid: largest queue", rest, 0.05, max(settled), "KB", paper)
    two = bench.run("dcqcn-delay", "delay-2", "topology.hosts=3", until)("dcqcn")
    queue = two.queue_from(warm_up)
    bench.check(case, "packets: mean queue", rest, 1.45 * rest, mean(queue) / 1e3, "KB", paper)
    bench.check(case, "packets: largest queue", None, 250, max(queue) / 1e3, "KB", paper)

    case = "2, 10 flows"
    swinging = integrate(10, 85e-6, 0.2)[1][5000:]
    bench.check(case, "fluid: least queue", None, 0, min(swinging), "KB", paper)
    bench.check(case, "fluid: largest queue", 250, None, max(swinging), "KB", paper)
    fluid_period = find_period(swinging, interval)
    bench.within(case, "fluid: period", 1e3 * period, 0.1, 1e3 * fluid_period, "ms", paper)
    ten = bench.run("dcqcn-delay", "delay-10", until)("dcqcn")
    queue = ten.queue_from(warm_up)
    swings = 0.1 * count_swings(queue, LOW_BYTES, HIGH_BYTES) / (length - warm_up)
    bench.check(case, "packets: from < 1 to > 250 KB in 0.1 s", 10, None, swings, "", paper, 1)
    packet_period = find_period(queue, interval)
    bench.within(case, "packets: period", 1e3 * period, 0.4, 1e3 * packet_period, "ms", paper)
    return {2: two, 10: ten}


def check_enqueue(bench):
    """Case 3: marking at enqueue."""
    paper = "CoNEXT'16, 5.1"
    # The fluid model as in the paper's figure: two flows, 85 us.
    rest = fixed_point(2)
    course = integrate(2, 85e-6, 0.2, at_enqueue=True)[1][-2500:]
    bench.check("3, 2 flows", "fluid: least queue", None, 0, min(course), "KB", paper)
    largest = max(course)
    bench.check("3, 2 flows", "fluid: largest queue", 1.5 * rest, None, largest, "KB", paper)
    case = "3, 20 flows"
    runs = bench.run("dcqcn-enqueue", "enqueue", f"until={300 if bench.quick else 500}ms")
    enqueue, dequeue = (runs(name).queue_from(0.1) for name in ("enqueue", "dequeue"))
    ratio = deviation(enqueue) / deviation(dequeue)
    quantity = "packets: deviation, enqueue / dequeue"
    bench.check(case, quantity, 1.3, None, ratio, "", paper)
    swings = [count_swings(queue, LOW_BYTES, HIGH_BYTES) for queue in (enqueue, dequeue)]
    quantity = "packets: swings, enqueue / dequeue"
    bench.check(case, quantity, 2, None, swings[0] / max(1, swings[1]), "", paper)


def check_thresholds(bench):
    """Case 4: thresholds that let ECN act before PFC."""
    paper = "SIGCOMM'15, 4"
    buffer_kb, ports, priorities, headroom_kb, beta = 12e3, 32, 8, 22.4, 8
    free_kb = buffer_kb - priorities * ports * headroom_kb
    static_kb = free_kb / (priorities * ports)
    ecn_kb = beta * free_kb / (priorities * ports * (beta + 1))
    bench.within("4", "formula: static t_PFC", 24.47, 0.001, static_kb, "KB", paper)
    bench.within("4", "formula: t_ECN, beta = 8", 21.75, 0.001, ecn_kb, "KB", paper)
    runs = bench.run("dcqcn-thresholds", "thresholds-2")
    hard = bench.run("dcqcn-thresholds", "thresholds-16", "workload.sources=16")
    for case, run in (("4, 2 to 1", runs("ECN first")), ("4, 16 to 1", hard("ECN first"))):
        marks = run.count("ecn_marks")
        bench.check(case, "ECN first: packets marked", 1, None, marks, "", paper, 0)
        bench.check(case, "ECN first: pause frames", 0, 0, run.count("pause_frames"), "", paper, 0)
    run = runs("PFC first")
    case = "4, 2 to 1"
    bench.check(case, "PFC first: packets marked", 0, 0, run.count("ecn_marks"), "", paper, 0)
    bench.check(case, "PFC first: pause frames", 1, None, run.count("pause_frames"), "", paper, 0)


def check_large_incast(bench):
    """Case 13: more flows than DCQCN can control."""
    paper = "ICNP'18, 2"
    settled = 0.02
    until = "until=60ms" if bench.quick else "until=200ms"
    few = bench.run("dcqcn-large-incast", "incast-40", until)("dcqcn")
    many = bench.run("dcqcn-large-incast", "incast-240", until, "workload.flowsPerSource=30")
    many = many("dcqcn")
    # Nine ports keep a headroom H of three frames of 4198 B, a pause frame and 2 us at 5 B/ns. With
    # Alpha 1 each of eight ingress ports is stopped when it holds t = (12 MB - 9 H) - 8 t.
    headroom = 3 * 4198 + 84 + 2000 * 5
    limit = (12e6 - 9 * headroom) * 8 / 9
    stopped = len([queue for queue in many.queue_from(settled) if queue >= 0.95 * limit])
    share = 100 * stopped / len(many.queue_from(settled))
    largest = max(few.queue_from(settled)) / 1e3
    bench.check("13, 40 flows", "packets: largest queue", None, 400, largest, "KB", paper)
    bench.check("13, 240 flows", "packets: time at PFC's limit", 50, None, share, "%", paper)
    limit /= 1e3
    quantity = "packets: largest queue"
    bench.within("13, 240 flows", quantity, limit, 0.05, max(many.queue_from(0)) / 1e3, "KB", paper)


def check_small_messages(bench):
    """Case 7: the latency of 64 B, calibrated within a leaf and predicted across leaves."""
    paper = "ISCA'25, table 5"
    measured = {"InfiniBand": (2.8, 3.7), "RoCE": (3.6, 5.6)}
    runs = bench.run("small-message", "small-message")
    network = {name: [flow / 1e3 for flow in runs(name).one_way_ns()] for name in measured}
    # Hosts, adapters included, take what InfiniBand's network leaves of its 2.8 us.
    hosts = measured["InfiniBand"][0] - network["InfiniBand"][0]
    for name, (same, cross) in measured.items():
        case = f"7, {name}"
        if name != "InfiniBand":
            # Equal only because the scenario's switch latency is the difference of the two.
            total = network[name][0] + hosts
            bench.within(case, "calibrated: same leaf", same, 0.01, total, "us", paper)
        total = network[name][1] + hosts
        bench.within(case, "predicted: cross leaf", cross, 0.1, total, "us", paper)


def write_hpcc_fat_tree(path):
    """The network of HPCC's simulations as a topology.txt."""
    hosts, racks, pods, size = 320, 20, 5, 4  # racks and aggregation switches of a pod
    edge, middle, core = hosts, hosts + racks, hosts + 2 * racks
    links = [(host, edge + host * racks // hosts, 100) for host in range(hosts)]
    for pod in range(pods):
        for i in range(size):
            above = middle + pod * size + i
            links += [(edge + pod * size + rack, above, 400) for rack in range(size)]
            links += [(above, core + i * size + j, 400) for j in range(size)]
    switches = range(edge, core + size * size)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{switches.stop} {len(switches)} {len(links)}\n")
        file.write(" ".join(map(str, switches)) + "\n")
        file.writelines(f"{a} {b} {rate}Gbps 1000ns 0\n" for a, b, rate in links)


def check_fat_tree(bench):
    """Case 12: background load on HPCC's fat tree. Minutes; load for 1 or 3 ms in place of 100."""
    paper = "SIGCOMM'19, reproduced"
    fabrics = "hpcc", "dctcp", "dcqcn", "timely"
    published = {
        ("FbHdp", 0.3): (2.27, 3.55, 7.69, 11.94),
        ("FbHdp", 0.5): (3.28, 5.3, 14.6, 20.1),
        ("WebSearch", 0.3): (1.62, 3.84, 8.15, 12.31),
        ("WebSearch", 0.5): (1.92, 5.7, 13.7, None),  # TIMELY: see doc/validation.rst
    }
    bench.folder.mkdir(parents=True, exist_ok=True)
    topology = bench.folder / "hpcc-fat-tree.txt"
    write_hpcc_fat_tree(topology)
    network = f'topology={{"type": "hpcc", "file": "{topology}"}}'
    for (sizes, load), expected in published.items():
        # Of WebSearch there are a fifteenth as many flows.
        duration = "workload.duration=" + ("1ms" if sizes == "FbHdp" else "3ms")
        settings = network, f"workload.sizes={sizes}", f"workload.load={load}", duration
        runs = bench.run("hpcc-fat-tree", f"fat-tree-{sizes}-{load}", *settings)
        case = f"12, {sizes} {load:.0%}"
        obtained = []
        for fabric, value in zip(fabrics, expected):
            if value is None:
                continue
            run = runs(fabric)
            slowdown = run.slowdown_p99(SHORT_BYTES)
            quantity = f"{fabric}: p99 slowdown to {SHORT_BYTES / 1e3:.0f} kB"
            bench.check(case, quantity, value / 2, 2 * value, slowdown, "", paper)
            bench.check(case, f"{fabric}: drops", 0, 0, run.count("drops"), "", paper, 0)
            obtained.append(slowdown)
        pauses = runs("hpcc").count("pause_frames")
        bench.check(case, "hpcc: pause frames", 0, 0, pauses, "", paper, 0)
        ordered = sum(a <= b for a, b in zip(obtained, obtained[1:]))
        pairs = len(obtained) - 1
        bench.check(case, "neighbours in order", pairs, pairs, ordered, "", paper, 0)


def check_all_reduce(bench):
    """Case 9: all-reduce among servers, by rings and in the network."""
    source = "B200, NCCL 2.28"
    measured_ring, measured_ratio = 389, 605.9 / 389
    sharp = 'workload.algorithm={"type": "sharp-two-level-all-reduce", "sliceBytes": "1MiB"}'

    def bus_bandwidth(label, servers, *settings):
        count = f"topology.servers={servers}"
        run = bench.run("all-reduce-scale", f"{label}-{servers}", count, *settings)("InfiniBand")
        return float(run.job["busbw_GBps"])

    rings = {n: bus_bandwidth("ring", n) for n in ((2, 4) if bench.quick else (2, 4, 8))}
    for servers, ring in rings.items():
        case = f"9, {servers} servers"
        bench.within(case, "ring: bus bandwidth", measured_ring, 0.03, ring, "GB/s", source, 1)
    spread = 100 * (max(rings.values()) / min(rings.values()) - 1)
    bench.check("9", "ring: spread over the servers", None, 3, spread, "%", source)
    ratio = bus_bandwidth("sharp", 4, sharp) / rings[4]
    name = "calibrated: SHARP over ring"
    bench.within("9, 4 servers", name, measured_ratio, 0.03, ratio, "", source)
    if not bench.quick:
        # Measured: 1.56 with 4 servers, falling to 1.40 with 64.
        ratio = bus_bandwidth("sharp", 16, sharp) / rings[4]
        name = "predicted: SHARP over ring"
        bench.check("9, 16 servers", name, 1.40, 1.03 * measured_ratio, ratio, "", source)



def write_table(rows, out):
    head = ("case", "quantity", "expected", "source", "obtained", "verdict")
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for number, row in enumerate([head, *rows]):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths))
        out.write(line.rstrip() + "\n")
        if number == 0:
            out.write("-" * (sum(widths) + 2 * len(widths) - 2) + "\n")


def draw(path, runs, delay, title):
    """Queue over time, packets and fluid, a panel for each number of flows."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"axes.spines.top": False, "axes.spines.right": False, "font.size": 9})
    figure, panels = pyplot.subplots(1, 2, figsize=(9, 3), layout="constrained")
    for axes, (flows, run) in zip(panels, sorted(runs.items())):
        shown = [(1e3 * time, queue / 1e3) for time, queue, _ in run.queue if time <= 0.2]
        axes.plot(*zip(*shown), color=COLOURS[flows], linewidth=0.4, label="packets")
        times, course = integrate(flows, delay, 0.2)
        axes.plot([1e3 * t for t in times], course, color="black", linewidth=0.8, label="fluid")
        axes.axhline(fixed_point(flows), color="0.5", linestyle="--", label="fixed point")
        axes.set_title(f"{flows} flows, {title}", fontsize=10)
        axes.set_xlabel("time (ms)")
        axes.set_ylabel("queue (KB)")
        axes.set_xlim(0, 200)
        axes.set_ylim(0, 150 if flows == 2 else 600)
        axes.legend(fontsize=8, loc="upper right")
    figure.savefig(path, dpi=110)


def find_matplotlib():
    """Debian's packages belong to Debian's Python, which another one may hide."""
    try:
        import matplotlib
    except ImportError:
        debian = pathlib.Path(DEBIAN_PYTHON)
        if debian.exists() and not debian.samefile(sys.executable):
            os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])
        sys.exit("validate.py: figures need matplotlib (Debian: python3-matplotlib)")
    matplotlib.use("Agg")


def main():
    parser = argparse.ArgumentParser(prog="./ai-fabric validate", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one seed and shorter runs")
    parser.add_argument("--long", action="store_true", help="case 12 too: ten minutes")
    parser.add_argument("--figures", metavar="DIR", type=pathlib.Path, help="draw figures there")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="keep the results there")
    parser.add_argument(
        "--runner",
        metavar="FILE",
        type=pathlib.Path,
        default=ROOT / "build" / "ai-fabric-run",
        help="the ai-fabric-run to use",
    )
    options = parser.parse_args()
    if options.figures:
        find_matplotlib()
    with tempfile.TemporaryDirectory(prefix="ai-fabric-validate-") as scratch:
        folder = options.keep or pathlib.Path(scratch)
        bench = Bench(options.runner.resolve(), folder, options.quick)
        fixed, delayed = check_fixed_point(bench), check_delay(bench)
        for check in (
            check_enqueue,
            check_thresholds,
            check_small_messages,
            check_all_reduce,
            check_large_incast,
        ):
            check(bench)
        if options.long:
            check_fat_tree(bench)
    write_table(bench.rows, sys.stdout)
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)
        draw(options.figures / "dcqcn-fixed-point.png", fixed, 4e-6, "4 us")
        draw(options.figures / "dcqcn-delay.png", delayed, 85e-6, "85 us")
    wrong = [row for row in bench.rows if row[-1] != "ok"]
    print(f"\n{len(bench.rows) - len(wrong)} of {len(bench.rows)} quantities are as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ValidationError, OSError) as error:
        print(f"validate.py: {error}", file=sys.stderr)
        sys.exit(2)
