# SPDX-License-Identifier: GPL-2.0-only
"""Validation of path choice: cases 11 and 14."""

import json
import statistics

SELECTORS = {
    "ECMP": {"type": "ecmp"},
    "LetFlow": {"type": "flowlet", "gap": "100us"},
    "CONGA": {
        "type": "conga", "gap": "100us", "interval": "50us", "discount": 0.2, "aging": "500us"
    },
    "ConWeave": {"type": "conweave", "controlPriority": 6},
}
PUBLISHED = {  # mean and 99th percentile of the slowdown
    "lossless": {
        "ECMP": (1.910, 10.40),
        "LetFlow": (1.899, 10.25),
        "CONGA": (1.672, 7.96),
        "ConWeave": (1.465, 5.32),
    },
    "irn": {
        "ECMP": (1.545, 6.50),
        "LetFlow": (1.553, 6.60),
        "CONGA": (1.490, 5.91),
        "ConWeave": (1.349, 3.80),
    },
}


def check_path_choice(bench):
    """Case 11: ECMP, LetFlow, CONGA and ConWeave. 20 draws of 5 ms in place of one of 100."""
    source = "SIGCOMM'23, reproduced"
    count = 1 if bench.quick else 20
    draws = {}
    for name, selector in SELECTORS.items():
        settings = [f"fabric.{i}.pathSelector={json.dumps(selector)}" for i in (0, 1)]
        settings.append("workload.duration=5ms")
        draws[name] = bench.draws("conweave", f"paths-{selector['type']}", *settings, count=count)
    for fabric, expected in PUBLISHED.items():
        case = f"11, {fabric}"
        means, tails = {}, {}
        for name, (mean, tail) in expected.items():
            runs = [draw(fabric) for draw in draws[name]]
            means[name] = [statistics.fmean(run.slowdowns()) for run in runs]
            tails[name] = [run.slowdown_p99() for run in runs]
            quantities = ("mean", mean, 0.15, means), ("p99", tail, 0.3, tails)
            for kind, value, tolerance, obtained in quantities:
                median = statistics.median(obtained[name])
                bench.within(case, f"{name}: {kind} slowdown", value, tolerance, median, "", source)
        # ECMP and LetFlow lie within 1 % of each other, once this and once that way round.
        for kind, obtained in (("mean", means), ("p99", tails)):
            for better, worse in (("ConWeave", "CONGA"), ("CONGA", "ECMP"), ("CONGA", "LetFlow")):
                ratio = statistics.median(obtained[better]) / statistics.median(obtained[worse])
                quantity = f"{better} over {worse}: {kind} slowdown"
                bench.check(case, quantity, None, 1, ratio, "", source)
        before = sum(a < b for a, b in zip(means["ConWeave"], means["CONGA"]))
        quantity = "draws with ConWeave before CONGA"
        bench.check(case, quantity, 0.9 * count, None, before, "", source, 0)


# What the program of REPS's authors (EuroSys'26 artifact, fig_6_failures_micro.py) obtains with the
# paper's timer of 70 us and outages, without what it does from 650 us on for this figure alone:
# medians of seeds 1 to 20, in us and packets; REPS-10ms is without its option exit_freeze.
REPS_PROGRAM = {"OPS": (2004.3, 698), "REPS": (1066.1, 453.5), "REPS-10ms": (1208.8, 340)}


def check_outages(bench):
    """Case 14: figure 7 of REPS."""
    case = "14"
    count = 3 if bench.quick else 20
    draws = bench.draws("../questions/two-outages", "two-outages", count=count)
    times, drops = {}, {}
    for name, (time, lost) in REPS_PROGRAM.items():
        runs = [draw(name) for draw in draws]
        times[name] = statistics.median(float(run.totals["completion_ns"]) / 1e3 for run in runs)
        drops[name] = statistics.median(run.count("drops") for run in runs)
        source = "EuroSys'26, authors' program"
        bench.within(case, f"{name}: completion", time, 0.15, times[name], "us", source, 0)
        bench.within(case, f"{name}: packets lost", lost, 0.15, drops[name], "", source, 0)
    source = "EuroSys'26, figure 7"
    for name in ("REPS", "REPS-10ms"):
        ratio = times["OPS"] / times[name]
        bench.check(case, f"OPS over {name}: completion", 1.35, None, ratio, "", source)
        ratio = drops["OPS"] / drops[name]
        bench.report(case, f"OPS over {name}: packets lost", "2.5 times", ratio, "times", source)
