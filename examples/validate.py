#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the scenarios of examples/scenarios/validation and compares them with what was published.

Prints a row per quantity: what is expected and from where, what was obtained, and the verdict.
Where the source gives a shape and no number, the bounds are ours, wide enough for another seed. The
exit status is 1 if any quantity is not as expected, 2 if a scenario does not run.
"""

import argparse
import os
import pathlib
import sys
import tempfile

from dcqcn_fluid import fixed_point, integrate
from validation_bench import ROOT, Bench, ValidationError
from validation_dcqcn import (
    check_delay,
    check_enqueue,
    check_fixed_point,
    check_large_incast,
    check_thresholds,
)
from validation_fabrics import (
    check_all_reduce,
    check_all_reduce_sizes,
    check_fat_tree,
    check_small_messages,
)

COLOURS = {2: "#0072B2", 10: "#D55E00"}
DEBIAN_PYTHON = "/usr/bin/python3"


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
            check_all_reduce_sizes,
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
