#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Measures what a data packet-hop costs: events, instructions, time and memory.

A data packet-hop is one packet with payload that crosses one link; acknowledgements are part of
its cost and do not count. Each workload runs three times at full size, of which the fastest
counts, for its time and memory, and twice at small sizes under callgrind:

    instructions per packet-hop = (I(large) - I(small)) / (hops(large) - hops(small))

so that costs that do not grow with the traffic cancel: start, routing tables, results.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from bench_process import BenchError, execute
from bench_scale import ScaleBench, find_threads, measure_scale, write_rows
from debian_matplotlib import find_matplotlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "examples" / "scenarios" / "bench.json"
ENGINES = ("fabric", "stock")
FABRICS = ("roce", "infini-band")
REPETITIONS = 3
SCALE_HOSTS = [64, 256, 1024, 4096, 16384]

LEAF_SPINE_LINKS = {"hostRate": "100Gbps", "hostDelay": "1us", "uplinkDelay": "1us"}


def leaf_spine(leaves):
    """8 hosts per leaf and 8 spines, so that paths are alike at every size."""
    shape = {"leaves": leaves, "spines": 8, "hostsPerLeaf": 8}
    return {"type": "leaf-spine", **shape, **LEAF_SPINE_LINKS}


# Bytes per flow: in full, and the two sizes under callgrind.
WORKLOADS = {
    "w1": {
        "about": "16-to-1 incast on one switch",
        "topology": {"type": "star", "hosts": 17, "rate": "100Gbps", "delay": "1us"},
        "workload": {"type": "incast"},
        "bytes": (10_000_000, 500_000, 1_500_000),
    },
    "w2": {
        "about": "permutation on a leaf-spine, 64 hosts",
        "topology": leaf_spine(8),
        "workload": {"type": "permutation"},
        "bytes": (10_000_000, 100_000, 300_000),
    },
    "w3": {
        "about": "all-to-all on a leaf-spine, 32 hosts",
        "topology": leaf_spine(4),
        "workload": {"type": "all-to-all"},
        "bytes": (1_000_000, 10_000, 30_000),
    },
    "w4": {
        "about": "permutation on a fat tree k = 8, 128 hosts",
        "topology": {"type": "fat-tree", "k": 8, "rate": "100Gbps", "delay": "1us"},
        "workload": {"type": "permutation"},
        "bytes": (2_000_000, 50_000, 150_000),
    },
}


def read_settings():
    """The scenario that all measurements vary."""
    text = SETTINGS.read_text(encoding="utf-8")
    return json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))


def write_flows(source, target, size):
    """Copies an HPCC flow file with another size for every flow."""
    lines = source.read_text(encoding="utf-8").split("\n")
    try:
        count = int(lines[0])
        for i in range(1, count + 1):
            fields = lines[i].split()
            fields[4] = str(size)
            lines[i] = " ".join(fields)
    except (ValueError, IndexError) as error:
        raise BenchError(f"{source}: is not a flow file of the HPCC simulator") from error
    target.write_text("\n".join(lines[: count + 1]) + "\n", encoding="utf-8")


class Case:
    """A topology and its traffic, in any size; from HPCC's files if they are there."""

    def __init__(self, name, spec, files=None):
        self.name = name
        self.about = spec["about"]
        self.full, self.small, self.large = spec["bytes"]
        self.spec = spec
        self.topology_file = self.flow_file = None
        if files:
            topology_file, flow_file = (files / f"{name}.{kind}.txt" for kind in ("topo", "flow"))
            if topology_file.exists() and flow_file.exists():
                self.topology_file, self.flow_file = topology_file, flow_file

    def get_source(self):
        """Source of the traffic, for the printed table."""
        return "its files" if self.flow_file else "generated"

    def write(self, folder, settings, fabric, size):
        """Writes a scenario into a folder. Returns its path."""
        scenario = dict(settings, name=self.name)
        scenario["fabric"] = [f for f in settings["fabric"] if f["name"] == fabric]
        if self.flow_file:
            flows = folder / "flow.txt"
            write_flows(self.flow_file, flows, size)
            scenario["topology"] = {"type": "hpcc", "file": str(self.topology_file)}
            scenario["workload"] = {"type": "hpcc-flow", "file": str(flows)}
        else:
            scenario["topology"] = self.spec["topology"]
            scenario["workload"] = dict(self.spec["workload"], bytes=size)
        path = folder / "scenario.json"
        path.write_text(json.dumps(scenario, indent=1), encoding="utf-8")
        return path


class Runner:
    """Runs scenarios and reads what they cost."""

    def __init__(self, binary, settings):
        self.binary = binary
        self.settings = settings
        self.valgrind = shutil.which("valgrind")

    def run(self, case, fabric, engine, size, count_instructions):
        """Runs one case. Returns the row of its summary, its CPU seconds, its memory and, if they
        are counted, its instructions."""
        with tempfile.TemporaryDirectory(prefix="ai-fabric-bench-") as name:
            folder = pathlib.Path(name)
            scenario = case.write(folder, self.settings, fabric, size)
            command = [str(self.binary), str(scenario), "--output", str(folder / "results")]
            command += ["--engine", engine, "--quiet", "--no-figure", "--seed", "1"]
            profile = folder / "callgrind.out"
            if count_instructions:
                tool = [self.valgrind, "--tool=callgrind", f"--callgrind-out-file={profile}"]
                command = tool + command
            usage, memory_bytes = execute(command, folder / "log", case.name)
            with open(folder / "results" / "summary.csv", newline="", encoding="utf-8") as file:
                row = next(row for row in csv.DictReader(file) if row["job"] == "all")
            if row["complete"] != "1" or row["drops"] != "0":
                raise BenchError(f"{case.name}: complete {row['complete']}, drops {row['drops']}")
            return {
                "flows": int(row["messages"]),
                "completion_ns": float(row["completion_ns"]),
                "data_packet_hops": int(row["data_packet_hops"]),
                "events": int(row["events"]),
                "cpu_seconds": usage.ru_utime + usage.ru_stime,
                "memory_bytes": memory_bytes,
                "instructions": read_instructions(profile) if count_instructions else None,
            }


def read_instructions(profile):
    """The total of a callgrind profile."""
    with open(profile, encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith(("summary:", "totals:")):
                return int(line.split()[1])
    raise BenchError("callgrind wrote no total")


def measure(runner, case, fabric, engine, quick):
    """All figures of one case."""
    runs = [
        runner.run(case, fabric, engine, case.full // (10 if quick else 1), False)
        for _ in range(1 if quick else REPETITIONS)
    ]
    result = min(runs, key=lambda run: run["cpu_seconds"])
    hops = result["data_packet_hops"]
    result["events_per_hop"] = result["events"] / hops
    result["hops_per_cpu_second"] = hops / max(result["cpu_seconds"], 1e-3)
    result["instructions_per_hop"] = None
    if runner.valgrind:
        sizes = (case.small // 2, case.large // 2) if quick else (case.small, case.large)
        small, large = (runner.run(case, fabric, engine, size, True) for size in sizes)
        difference = large["instructions"] - small["instructions"]
        result["instructions_per_hop"] = difference / (
            large["data_packet_hops"] - small["data_packet_hops"]
        )
        result["instructions_bytes_per_flow"] = sizes
    del result["instructions"]
    head = {"workload": case.name, "source": case.get_source(), "fabric": fabric, "engine": engine}
    return {**head, **result}


COLUMNS = (
    ("workload", 8, lambda r: r["workload"]),
    ("fabric", 11, lambda r: r["fabric"]),
    ("engine", 6, lambda r: r["engine"]),
    ("flows", 5, lambda r: str(r["flows"])),
    ("completion us", 13, lambda r: f"{r['completion_ns'] / 1e3:.3f}"),
    ("data pkt-hops", 13, lambda r: f"{r['data_packet_hops']:,}"),
    ("events/hop", 10, lambda r: f"{r['events_per_hop']:.3f}"),
    (
        "instr/hop",
        9,
        lambda r: "" if r["instructions_per_hop"] is None else f"{r['instructions_per_hop']:,.0f}",
    ),
    ("hops/CPU s", 10, lambda r: f"{r['hops_per_cpu_second']:,.0f}"),
    ("memory MB", 9, lambda r: f"{r['memory_bytes'] / 1e6:.1f}"),
)


def format_row(texts):
    """One line: names to the left, numbers to the right."""
    cells = []
    for i, ((_, width, _), text) in enumerate(zip(COLUMNS, texts)):
        cells.append(text.ljust(width) if i < 3 else text.rjust(width))
    return "  ".join(cells).rstrip()


def measure_all(runner, cases, options):
    """Measures cases and prints a row for each as soon as it is known. Returns the results."""
    header = format_row(title for title, _, _ in COLUMNS)
    print(header)
    print("-" * len(header), flush=True)
    results = []
    for case in cases:
        for fabric in options.fabrics:
            for engine in options.engines:
                result = measure(runner, case, fabric, engine, options.quick)
                results.append(result)
                print(format_row(cell(result) for _, _, cell in COLUMNS), flush=True)
    print()
    return results


def compare_engines(results):
    """Says whether all engines moved the same packets; times differ where ties decide."""
    reference = {}
    for result in results:
        found = result["data_packet_hops"]
        key = (result["workload"], result["fabric"])
        if reference.setdefault(key, found) != found:
            raise BenchError(f"{' '.join(key)}: the engines differ in their results")


def print_growth(results):
    """Says how the cost of a packet-hop changes from the smallest to the largest network."""
    for engine in dict.fromkeys((r["fabric"], r["engine"]) for r in results):
        row = [r for r in results if (r["fabric"], r["engine"]) == engine]
        first, last = row[0], row[-1]
        if len(row) > 1 and first["instructions_per_hop"]:
            change = last["instructions_per_hop"] / first["instructions_per_hop"] - 1
            print(
                f"{' '.join(engine)}: {100 * change:+.1f} % instructions per data packet-hop "
                f"from {first['hosts']} to {last['hosts']} hosts"
            )


def host_cases(counts):
    """Permutations like w2 on leaf-spines of other sizes."""
    cases = []
    for hosts in counts:
        spec = dict(WORKLOADS["w2"], about=f"permutation, {hosts} hosts")
        spec["topology"] = leaf_spine(hosts // 8)
        spec["bytes"] = (1_000_000, *WORKLOADS["w2"]["bytes"][1:])
        cases.append(Case(f"{hosts}h", spec))
    return cases


def list_of(allowed):
    """An argparse type: names separated by commas."""

    def parse(text):
        names = text.split(",")
        for name in names:
            if name not in allowed:
                raise argparse.ArgumentTypeError(
                    f"unknown \"{name}\"; expected some of {','.join(allowed)}"
                )
        return names

    return parse


def list_text(numbers):
    """As on the command line."""
    return ",".join(map(str, numbers))


def list_of_threads(text):
    """An argparse type: numbers of threads."""
    try:
        counts = [int(number) for number in text.split(",")]
    except ValueError:
        counts = [0]
    if any(count < 1 or count > 1024 for count in counts):
        raise argparse.ArgumentTypeError(f'"{text}"; expected numbers from 1 to 1024')
    return counts


def list_of_hosts(text):
    """An argparse type: numbers of hosts."""
    try:
        counts = [int(number) for number in text.split(",")]
    except ValueError:
        counts = [0]
    if any(count < 16 or count % 8 or count > 65536 for count in counts):
        raise argparse.ArgumentTypeError(f'"{text}"; expected multiples of 8, from 16 to 65536')
    return counts


def parse_options():
    parser = argparse.ArgumentParser(
        prog="./ai-fabric bench",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=__doc__,
        epilog="w1 to w4 come from ../shared/workloads next to the repository, or from "
        "$AI_FABRIC_WORKLOADS,\nif present; otherwise similar ones are generated:\n"
        + "\n".join(f"  {name}: {spec['about']}" for name, spec in WORKLOADS.items()),
    )
    names = list(WORKLOADS)
    parser.add_argument(
        "--workloads", type=list_of(names), metavar="LIST", help=f"default: {','.join(names)}"
    )
    parser.add_argument(
        "--engine", choices=[*ENGINES, "both"], default="both", help="default: both"
    )
    parser.add_argument(
        "--fabric", choices=[*FABRICS, "both"], default="roce", help="default: roce"
    )
    parser.add_argument(
        "--hosts",
        type=list_of_hosts,
        metavar="LIST",
        help="measure permutations on leaf-spines with these numbers of hosts, such as 64,512; "
        "instead of w1 to w4 unless --workloads is given too",
    )
    parser.add_argument(
        "--scale",
        type=list_of_hosts,
        nargs="?",
        const=SCALE_HOSTS,
        metavar="LIST",
        help="measure instead set-up, time and memory of networks with these numbers of hosts, and "
        "bytes per host, port, route, queue pair, graph node, message and packet; default: "
        f"{list_text(SCALE_HOSTS)}",
    )
    parser.add_argument(
        "--threads",
        type=list_of_threads,
        default=find_threads(),
        metavar="LIST",
        help=f"with --scale: numbers of threads; default: {list_text(find_threads())}",
    )
    parser.add_argument(
        "--ranks",
        type=list_of_threads,
        default=[],
        metavar="LIST",
        help="with --scale: also measure these numbers of processes with one thread, each with a "
        "part of the network",
    )
    parser.add_argument(
        "--csv", type=pathlib.Path, metavar="FILE", help="with --scale: write the rows as CSV"
    )
    parser.add_argument(
        "--figure",
        type=pathlib.Path,
        metavar="FILE",
        help="with --scale: draw the growth with the number of hosts",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a tenth of the traffic, half of it under callgrind"
    )
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write the results as JSON")
    parser.add_argument(
        "--runner",
        type=pathlib.Path,
        default=ROOT / "build" / "ai-fabric-run",
        metavar="FILE",
        help="default: build/ai-fabric-run",
    )
    parser.add_argument(
        "--profile-guided",
        action="store_const",
        dest="runner",
        const=ROOT / "build-profile-guided" / "ai-fabric-run",
        help="use the runner of ./ai-fabric build --profile-guided",
    )
    options = parser.parse_args()
    options.engines = ENGINES if options.engine == "both" else (options.engine,)
    options.fabrics = FABRICS if options.fabric == "both" else (options.fabric,)
    if not os.access(options.runner, os.X_OK) or not options.runner.is_file():
        parser.error(f"no program {options.runner}; './ai-fabric build' makes it")
    return options


def find_files():
    """The folder of reference workloads; None if there is none."""
    named = os.environ.get("AI_FABRIC_WORKLOADS")
    folder = pathlib.Path(named) if named else ROOT.parent / "shared" / "workloads"
    if named and not folder.is_dir():
        raise BenchError(f"AI_FABRIC_WORKLOADS is {named}, which is not a folder")
    return folder.resolve() if folder.is_dir() else None


def print_settings(runner, quick):
    print(
        "RDMA WRITE, 1000 B payload, ACK per packet, 100 Gb/s and 1 us per link. roce: PFC, "
        "DCQCN (ConnectX), no window.\n"
        "Frames are RoCEv2's own: 1062 B plus 20 B of preamble and gap = 1082 B on the wire; the "
        "HPCC simulators\n"
        "and their heirs send 1048 B, so that their links carry 3.2 % more payload.\n"
        "A data packet-hop is a packet with payload over one link; the cost of ACKs is included. "
        "Time and memory are\n"
        "of the whole process, instructions of what grows with the traffic."
    )
    if quick:
        print("--quick: a tenth of the traffic; no figures to publish")
    if not runner.valgrind:
        print("instr/hop stays empty: valgrind is missing (Debian: valgrind)")
    print()


def main():
    options = parse_options()
    if options.figure:
        find_matplotlib("bench")
    try:
        runner = Runner(options.runner.resolve(), read_settings())
        if options.scale:
            results = []
            for fabric in options.fabrics:
                bench = ScaleBench(runner.binary, runner.settings, fabric, execute)
                results += measure_scale(bench, options.scale, options.threads, options.ranks)
            if options.csv:
                write_rows(options.csv, results)
            if options.figure:
                import bench_figure

                bench_figure.draw(results, options.figure)
            if options.json:
                options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
            return 0
        print_settings(runner, options.quick)
        results = []
        if options.workloads or not options.hosts:
            files = find_files()
            cases = [Case(n, WORKLOADS[n], files) for n in options.workloads or WORKLOADS]
            for case in cases:
                print(f"{case.name}: {case.about} ({case.get_source()})")
            print()
            results += measure_all(runner, cases, options)
        if options.hosts:
            print("Permutation, 8 hosts per leaf, 8 spines, 1 MB per host\n")
            scaling = measure_all(runner, host_cases(options.hosts), options)
            for result in scaling:
                result["hosts"] = int(result["workload"][:-1])
            print_growth(scaling)
            results += scaling
        compare_engines(results)
        if options.json:
            options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    except (BenchError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
