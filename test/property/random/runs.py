# SPDX-License-Identifier: GPL-2.0-only
"""One run of the scenario runner within limits, and what must hold of it."""

import csv
import json
import os
import resource
import signal
import subprocess

MEMORY_BYTES = 2 << 30
SECONDS = 20       # of processor time
WALL_SECONDS = 200  # on a busy machine
LONGEST_LINE = 2000

# Findings of the lint that foretell a run that loses messages or takes for ever.
FORETELLING = ("go-back-without-pfc", "min-rate-too-high", "timeout-below-rtt",
               "headroom-too-small", "mtu-above-kmin")
REORDERING = "reordering-go-back"  # is refused unless it is meant


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Fault(Exception):
    """What must not be. Its text is one line."""


class Outcome:
    """What a run left: status, the lines of stderr, and stdout."""

    def __init__(self, status, errors):
        self.status = status
        self.lines = [line for line in errors.splitlines() if line]
        self.problems = [line for line in self.lines if ": warning: " not in line]

    def last(self):
        return self.lines[-1][:300] if self.lines else "nothing on stderr"


def run(runner, arguments, folder):
    """Runs within limits. Raises Fault of a hang, a crash or a status that does not exist."""
    try:
        done = subprocess.run([runner, *arguments], cwd=folder, capture_output=True,
                              preexec_fn=limit, timeout=WALL_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Fault(f"hang: over {WALL_SECONDS} s") from None
    if done.returncode == -signal.SIGXCPU:
        raise Fault(f"hang: over {SECONDS} s of processor time")
    outcome = Outcome(done.returncode, done.stderr.decode(errors="replace"))
    if done.returncode not in (0, 1, 2):
        raise Fault(f"crash: status {done.returncode}, {outcome.last()}")
    if any("bad_alloc" in line or "terminate" in line or "std::" in line
           for line in outcome.problems):
        raise Fault(f"an exception of C++: {outcome.last()}")
    return outcome


def check_refusal(outcome, names):
    """Status 2: one line that names the file or the command line, and what is wrong."""
    if len(outcome.problems) != 1:
        raise Fault(f"status 2 with {len(outcome.problems)} lines, expected one: "
                    + " / ".join(outcome.problems)[:300])
    line = outcome.problems[0]
    if len(line) > LONGEST_LINE:
        raise Fault(f"status 2 with a line of {len(line)} characters")
    if not any(name in line for name in names):
        raise Fault(f"status 2, and the line names no file: {line[:300]}")


def flows(folder):
    return open(os.path.join(folder, "flows.csv"), "rb").read()


def links(folder):
    return open(os.path.join(folder, "links.csv"), "rb").read()


def excuses(scenario, outcome):
    """Why a run of the scenario may end with status 1, in words; empty: it may not."""
    found = []
    fabric = scenario["fabric"]
    if fabric.get("flowControl", {}).get("type") == "none":
        found.append("nothing is lossless")
    # PFC protects what it is told to; what is sent in other priorities may be lost.
    told = json.dumps([scenario["workload"], fabric.get("nic", {}), fabric.get("flowControl", {})])
    if fabric["type"] == "roce" and '"priorit' in told:
        found.append("priorities without flow control")
    if fabric.get("lossRecovery", {}).get("type") == "go-back-zero":
        found.append("a message that is lost once may be lost for ever")
    if "failures" in scenario:
        found.append("a failure")
    if 0 < fabric.get("adapter", {}).get("readBytes", 0) < 1000:
        found.append("an adapter that reads a message for longer than stallTime")
    if REORDERING in scenario.get("lint", {}).get("ignore", ()):
        found.append("packets overtake each other under go-back-N")
    found += [line for line in outcome.lines if "a deadlock is possible" in line]
    found += [rule for rule in FORETELLING
              if any(line.endswith(f"[{rule}]") for line in outcome.lines)]
    return found


def check_status_1(scenario, outcome):
    """Status 1: with a reason, and one that the scenario explains. Never a lossless drop."""
    if not outcome.problems:
        raise Fault("status 1 without a reason")
    for line in outcome.problems:
        if "reserved)" in line or ": headroom of " in line:
            raise Fault("a lossless class dropped: " + line)
        if " B in the buffer, " in line or " packets sent, " in line \
                or "credits not conserved" in line or " blocks s" in line \
                or "and none is there" in line:
            raise Fault("bytes or credits are not conserved: " + line)
    if not excuses(scenario, outcome):
        raise Fault("status 1 without need: " + outcome.problems[0][:200])


def check_flows(folder, scenario):
    """Every message arrived, or was done again by a job that restarts; none faster than it can."""
    text = json.dumps(scenario)
    restarts = '"restart"' in text
    with open(os.path.join(folder, "flows.csv"), encoding="ascii") as file:
        for row in csv.DictReader(file):
            if row["status"] != "success":
                if restarts:
                    continue
                raise Fault("status 0 with a message that " + row["status"])
            if float(row["slowdown"]) < 1 - 1e-6:
                raise Fault(f"slowdown {row['slowdown']} of {row['size_bytes']} B from "
                            f"{row['source_host']} to {row['dest_host']}, job {row['job']}")


def check(runner, scenario, folder):
    """What --check makes of scenario.json, which means it if packets overtake each other."""
    arguments = ["scenario.json", "--check", "--seed", "1"]
    checked = run(runner, arguments, folder)
    if checked.status == 2 and f'["{REORDERING}"]' in "".join(checked.lines):
        check_refusal(checked, ["scenario.json"])
        scenario["lint"] = {"ignore": [REORDERING]}
        with open(os.path.join(folder, "scenario.json"), "w", encoding="ascii") as file:
            json.dump(scenario, file, indent=1)
        checked = run(runner, arguments, folder)
    return checked


def check_scenario(runner, scenario, folder):
    """Runs scenario.json of a folder in all ways. Returns its status; raises Fault."""
    arguments = ["scenario.json", "--quiet", "--no-figure", "--seed", "1", "--output"]
    checked = check(runner, scenario, folder)
    first = run(runner, [*arguments, "first"], folder)
    if (checked.status == 2) != (first.status == 2):
        raise Fault(f"--check ends with {checked.status}, the run with {first.status}: "
                    + (first if first.status == 2 else checked).last())
    if first.status == 2:
        check_refusal(first, ["scenario.json", "topology.txt", "flows.txt", "schedule.goal",
                              "tables.txt"])
        return 2
    path = os.path.join(folder, "first")
    if first.status == 1:
        check_status_1(scenario, first)
    else:
        if first.problems and not all(": " in line for line in first.problems):
            raise Fault("status 0 with " + first.last())
        check_flows(path, scenario)
    expected = flows(path)
    ways = [("list", ["--scheduler", "map"]),
            ("traces", ["--traces", "--pfc-trace"]),
            ("threads", ["--threads", "3"]),
            ("manifest", None)]
    if os.path.exists(os.path.join(os.path.dirname(runner), "ai-fabric-mpi")):
        # Processes take long to start, so each scenario has either 2 or 3.
        ways.append(("ranks", ["--ranks", str(2 + len(json.dumps(scenario)) % 2)]))
    for name, options in ways:
        again = [*arguments, name]
        if options is None:
            again[0] = "first/manifest.json"
        other = run(runner, again + (options or []), folder)
        if other.status == 2 and "--ranks" in (options or []):
            check_refusal(other, ["command line: --ranks: is "])
            continue
        if other.status != first.status:
            raise Fault(f"another {name} ends with {other.status} instead of {first.status}: "
                        + other.last())
        if flows(os.path.join(folder, name)) != expected:
            raise Fault(f"another {name} gives another flows.csv")
        if links(os.path.join(folder, name)) != links(path):
            raise Fault(f"another {name} gives another links.csv")
    check_stock_engine(runner, scenario, arguments, folder)
    return first.status


def check_stock_engine(runner, scenario, arguments, folder):
    """ns-3's engine orders ties by insertion, so its results are its own, but they hold as well."""
    results = []
    for name, options in (("stock", []), ("stock-map", ["--scheduler", "map"])):
        stock = run(runner, [*arguments, name, "--engine", "stock", *options], folder)
        path = os.path.join(folder, name)
        if stock.status == 1:
            check_status_1(scenario, stock)
        elif stock.status == 0:
            check_flows(path, scenario)
        else:
            raise Fault(f"ns-3's engine ends with {stock.status}: " + stock.last())
        results.append((stock.status, flows(path)))
    if results[0] != results[1]:
        raise Fault("another list under ns-3's engine gives another flows.csv")
