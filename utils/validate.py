#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs published experiments and compares them with what was published.

Prints a row per quantity: what is expected and from where, what was obtained, and the verdict.
Cases with a pack in examples/reproduce have their expectations there. Where the source gives a shape
and no number, the bounds are ours, wide enough for another seed. The exit status is 1 if any quantity
is not as expected, 2 if a scenario does not run. With --measured, published tables of machines
replace the scenarios; errors are printed and not judged. With --jobs, published training and inference do.
"""

import argparse
import csv
import pathlib
import sys
import tempfile

from debian_matplotlib import find_matplotlib
from dcqcn_fluid import fixed_point, integrate
from validation_adapters import check_adapters
from validation_bench import ROOT, Bench, ValidationError
from validation_dcqcn import (
    check_delay,
    check_enqueue,
    check_fixed_point,
    check_large_incast,
    check_thresholds,
)
from validation_fabrics import check_all_reduce, check_all_reduce_sizes
from validation_jobs import validate_jobs
from published_tables import TableError
from reproduction_packs import find_bounds, read_packs
from validation_measured import validate_measured

HEAD = ("case", "quantity", "expected", "source", "obtained", "verdict")


def by_pack(name, case):
    """The check of a case whose pack has formulas."""
    return lambda bench: read_packs()[name].check(bench, case)


# By the numbers of their cases in the order of the table.
CHECKS = {
    "1": check_fixed_point,
    "2": check_delay,
    "3": check_enqueue,
    "4": check_thresholds,
    "7": by_pack("deepseek", "7"),
    "8": by_pack("ultra-ethernet", "8"),
    "9": check_all_reduce,
    "10": check_all_reduce_sizes,
    "13": check_large_incast,
    "11": by_pack("conweave", "11"),
    "12": by_pack("hpcc", "12"),
    "14": by_pack("reps", "14"),
    "15": check_adapters,
}
LONG = ("8", "11", "12")
LONG_BUT_QUICK = ("8",)
COLOURS = {2: "#0072B2", 10: "#D55E00"}


def write_table(rows, out):
    widths = [max(len(row[i]) for row in [HEAD, *rows]) for i in range(len(HEAD))]
    for number, row in enumerate([HEAD, *rows]):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths))
        out.write(line.rstrip() + "\n")
        if number == 0:
            out.write("-" * (sum(widths) + 2 * len(widths) - 2) + "\n")


def write_csv(rows, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([HEAD, *rows])


def find_differences(rows, path):
    """A line for each row that is another one in a file that write_csv() made."""
    with open(path, newline="", encoding="utf-8") as file:
        known = {tuple(row[:2]): tuple(row[2:]) for row in list(csv.reader(file))[1:]}
    found = {row[:2]: row[2:] for row in rows}
    cases = {case.split(",")[0] for case, _ in found}
    known = {key: row for key, row in known.items() if key[0].split(",")[0] in cases}
    return [
        f"{case}, {quantity}: is {found.get((case, quantity), ('', '', 'missing'))[2]}, "
        f"recorded is {known.get((case, quantity), ('', '', 'nothing'))[2]}"
        for case, quantity in {**known, **found}
        if known.get((case, quantity)) != found.get((case, quantity))
    ]


def list_of_cases(text):
    """An argparse type: numbers of cases."""
    cases = text.split(",")
    for case in cases:
        if case not in CHECKS:
            raise argparse.ArgumentTypeError(f'no case "{case}"; there are {",".join(CHECKS)}')
    return cases


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


def keep_and_compare(rows, options):
    """Writes the rows if --csv is given. Returns 1 if they are not those of --compare, else 0."""
    if options.csv:
        write_csv(rows, options.csv)
    differences = find_differences(rows, options.compare) if options.compare else []
    for difference in differences:
        print(difference)
    if differences:
        print(f"{options.compare} has different rows: ./ai-fabric docs --update makes it anew")
    return 1 if differences else 0


def main():
    parser = argparse.ArgumentParser(prog="./ai-fabric validate", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one seed and shorter runs")
    parser.add_argument("--long", action="store_true", help="also run cases 8, 11 and 12: half an hour")
    parser.add_argument(
        "--cases", metavar="LIST", type=list_of_cases, help=f"run only these of {','.join(CHECKS)}"
    )
    parser.add_argument(
        "--measured",
        metavar="TABLE",
        nargs="*",
        help="compare with the published tables of examples/measured instead of cases: all, or the"
        " named ones, such as 'a100-*'; rows with * were used to fit constants",
    )
    parser.add_argument(
        "--jobs",
        action="store_true",
        help="compare published training and inference, by law, with those of examples/jobs instead of cases;"
        " with --quick only the small ones",
    )
    parser.add_argument("--csv", metavar="FILE", type=pathlib.Path, help="also write the table to this file")
    parser.add_argument(
        "--compare",
        metavar="FILE",
        type=pathlib.Path,
        help="fail if a row differs from this file, written by --csv",
    )
    parser.add_argument("--figures", metavar="DIR", type=pathlib.Path, help="draw figures into this folder")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="keep the results in this folder")
    parser.add_argument(
        "--runner",
        metavar="FILE",
        type=pathlib.Path,
        default=ROOT / "build" / "ai-fabric-run",
        help="path of ai-fabric-run",
    )
    options = parser.parse_args()
    if options.measured is not None:
        names = options.measured or ["*"]
        rows = validate_measured(names, options.runner.resolve(), sys.stdout)
        return keep_and_compare(rows, options)
    if options.jobs:
        rows, unexplained = validate_jobs(options.runner.resolve(), options.quick, sys.stdout)
        return 1 if keep_and_compare(rows, options) or unexplained else 0
    if options.figures:
        find_matplotlib("validate.py")
    with tempfile.TemporaryDirectory(prefix="ai-fabric-validate-") as scratch:
        folder = options.keep or pathlib.Path(scratch)
        bench = Bench(options.runner.resolve(), folder, options.quick, find_bounds)
        left_out = [] if options.long else LONG
        if options.quick:
            left_out = [case for case in left_out if case not in LONG_BUT_QUICK]
        cases = options.cases or [case for case in CHECKS if case not in left_out]
        drawn = {case: CHECKS[case](bench) for case in cases}
    write_table(bench.rows, sys.stdout)
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)
        if "1" in drawn:
            draw(options.figures / "dcqcn-fixed-point.png", drawn["1"], 4e-6, "4 us")
        if "2" in drawn:
            draw(options.figures / "dcqcn-delay.png", drawn["2"], 85e-6, "85 us")
    differs = keep_and_compare(bench.rows, options)
    wrong = [row for row in bench.rows if row[-1] == "WRONG"]
    judged = sum(row[-1] in ("ok", "WRONG") for row in bench.rows)
    print(f"\n{judged - len(wrong)} of {judged} quantities are as expected")
    return 1 if wrong or differs else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ValidationError, TableError, OSError) as error:
        print(f"validate.py: {error}", file=sys.stderr)
        sys.exit(2)
