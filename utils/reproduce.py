#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Reruns published figures: packs of examples/reproduce, see doc/reproduce.rst.

Without a NAME it lists the packs. With names, or all, it runs each pack, prints every quantity with the
expectation that was frozen before the first run, what was obtained and the verdict, and draws the published
points beside ours. The exit status is 1 if a quantity is not as expected, 2 if a scenario does not run.
"""

import argparse
import csv
import hashlib
import io
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import time

import validate
from reproduction_packs import PACKS, Pack, read_packs
from validation_bench import ROOT, Bench, ValidationError

RECORD = ROOT / "doc" / "measured" / "reproduction.csv"
RECORD_HEAD = ("pack", "mode", "quantities", "as_expected", "seconds")
PAGE_MARKS = (".. packs begin\n", ".. packs end\n")
RUN = """#!/bin/sh
# Reruns the packs with the sources beside this file, within Docker if it runs here: some minutes for the
# build, and the time of README.md. `sh run.sh --full` takes hours.
set -e
cd "$(dirname "$0")/source"
# The command alone is not enough: its daemon may not run, or not be open to this user.
if docker info >/dev/null 2>&1; then
    docker build -t ai-fabric-artifact .
    exec docker run --rm -v "$PWD/../rerun:/ai-fabric/results/reproduce" ai-fabric-artifact \\
        reproduce {names} "${{1:---quick}}"
fi
exec ./ai-fabric reproduce {names} "${{1:---quick}}" --output ../rerun
"""
README = """# Artifact

`sh run.sh` reruns the packs below, `sh run.sh --full` all of their quantities. Without Docker it needs Debian
with apt, or what `source/README.md` lists. Results go to `rerun`; `results` has ours.

| Pack | Publication | As expected | Seconds |
| --- | --- | --- | --- |
{rows}

* `packs/NAME/expectation.json`, `published.csv`: what was expected, with sources, tolerances and the class of
  evidence of each parameter
* `packs/NAME/pack.json`, `scenarios`: runs, settings and formulas; seeds are 1 to the number given there
* `results/NAME/quantities.csv`, `figure.pdf`: what was obtained
* `versions.json`: versions, system, and the commits that froze the expectations; `SHA256SUMS`: all files
"""


def read_record():
    """What the packs gave when they were last recorded, by name and mode."""
    if not RECORD.exists():
        return {}
    with open(RECORD, newline="", encoding="utf-8") as file:
        return {(row["pack"], row["mode"]): row for row in csv.DictReader(file)}


def describe(pack, record):
    """A row of the list: name, paper, figure, what is compared, and state and time of both modes."""
    states = []
    for mode in ("quick", "full"):
        row = record.get((pack.name, mode))
        states.append(
            f"{row['as_expected']} of {row['quantities']}, {row['seconds']} s" if row else "not recorded"
        )
    return (pack.name, *(pack.expectation[key] for key in ("paper", "figure", "compares")), *states)


def list_packs(out):
    record = read_record()
    for pack in read_packs().values():
        name, paper, figure, compares, quick, full = describe(pack, record)
        out.write(f"{name}: {paper}, {figure}\n    {compares}\n")
        out.write(f"    quantities as expected: quick {quick}; full {full}\n")
    out.write("\n./ai-fabric reproduce NAME runs one, `all` runs all.\n")


def write_page_table(out):
    """The table of doc/reproduce.rst, and the findings."""
    record = read_record()
    head = ("Pack", "Publication", "Quantities", "As expected, quick", "Full")
    out.write(".. list-table::\n   :header-rows: 1\n   :widths: 14 33 33 10 10\n\n")
    rows = [head]
    for pack in read_packs().values():
        name, paper, figure, *others = describe(pack, record)
        rows.append((f"``{name}``", f"{paper}, {figure}", *others))
    for row in rows:
        for i, cell in enumerate(row):
            out.write(f"   {'*' if i == 0 else ' '} - {cell}\n")
    for pack in read_packs().values():
        for key, reason in pack.findings.items():
            of = f", {key.replace(' | ', ', ')}" if key else ""
            out.write(f"\n* ``{pack.name}``{of}: {reason}\n")


def fill_page(path):
    """Writes the table and the findings into a page, between its marks."""
    text = path.read_text(encoding="utf-8")
    before, after = text.split(PAGE_MARKS[0])[0], text.split(PAGE_MARKS[1])[1]
    table = io.StringIO()
    write_page_table(table)
    path.write_text(
        f"{before}{PAGE_MARKS[0]}\n{table.getvalue()}\n{PAGE_MARKS[1]}{after}", encoding="utf-8"
    )


def list_sources():
    """Paths of all sources, relative to ROOT: what git knows, or without git all but builds and results."""
    git = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(git, capture_output=True, text=True, check=False)
    paths = [pathlib.Path(name) for name in done.stdout.split("\0") if name]
    if done.returncode:
        paths = [path.relative_to(ROOT) for path in ROOT.rglob("*")]
    left_out = re.compile("build.*|results|__pycache__")
    return [
        path for path in paths if (ROOT / path).is_file() and not left_out.fullmatch(path.parts[0])
    ]


def write_artifact(folder, packs, record, runner):
    """Sources, packs, scenarios, versions and checksums beside the results in a folder."""
    source = folder / "source"
    for path in list_sources():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, source / path)
    rows = []
    for pack in packs:
        shutil.copytree(pack.folder, folder / "packs" / pack.name, dirs_exist_ok=True)
        if pack.folder.parent != PACKS:
            shutil.copytree(pack.folder, source / "examples/reproduce" / pack.name, dirs_exist_ok=True)
        for path in pack.scenario_files():
            (folder / "scenarios").mkdir(exist_ok=True)
            shutil.copy2(path, folder / "scenarios" / f"{pack.name}-{path.name}")
        row = next(record[key] for key in record if key[0] == pack.name)
        share = f"{row['as_expected']} of {row['quantities']}"
        rows.append(f"| {pack.name} | {pack.expectation['paper']} | {share} | {row['seconds']} |")
    names = " ".join(pack.name for pack in packs)
    (folder / "README.md").write_text(README.format(rows="\n".join(rows)), encoding="utf-8")
    (folder / "run.sh").write_text(RUN.format(names=names), encoding="utf-8")
    commit = subprocess.run(
        ["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    versions = {
        "ai-fabric": subprocess.run([runner, "--version"], capture_output=True, text=True).stdout.strip(),
        "commit": commit.stdout.strip(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "expectations": {pack.name: find_commits(pack) for pack in packs},
        "packs": {pack.name: pack.plan for pack in packs},
    }
    (folder / "versions.json").write_text(json.dumps(versions, indent=2) + "\n", encoding="utf-8")
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in files
    ]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")


def run_pack(pack, runner, folder, quick):
    """Runs one pack. Returns its bench, with the rows and numbers, and the seconds that it took."""
    started = time.monotonic()
    bench = Bench(runner, folder / "runs", quick, pack.bounds)
    if "checks" in pack.plan:
        for case in pack.plan["checks"]:
            validate.CHECKS[case](bench)
    else:
        pack.check(bench)
    return bench, time.monotonic() - started


def to_panels(pack, obtained, quick):
    """{panel: [(series, x, published or None, low, high, obtained)]} of what was obtained."""
    panels = {}
    for (case, quantity), value in obtained.items():
        bounds, point = pack.bounds(case, quantity, quick)
        exact = bounds.get("low") == bounds.get("high") and "within" not in bounds
        if not point["panel"] and exact:
            continue
        try:
            published = float(point["published"])
        except ValueError:
            published = None
        low, high = bounds.get("low"), bounds.get("high")
        if "within" in bounds:
            low, high = (published * (1 + sign * bounds["within"]) for sign in (-1, 1))
        panel = point["panel"] or f"other quantities{', ' + point['unit'] if point['unit'] else ''}"
        series = point["series"] or case
        panels.setdefault(panel, []).append((series, point["x"] or quantity, published, low, high, value))
    return panels


def draw(pack, bench, path):
    """Published points and what is accepted beside ours, as PDF and PNG."""
    import plot
    import plot_style

    options = plot_style.Options(style="page")
    options.columns = 1
    plot_style.apply_style(options)
    panels = to_panels(pack, bench.obtained, bench.quick)
    rows = [sorted({point[1] for point in points}, key=[point[1] for point in points].index)
            for points in panels.values()]
    marks = [len(points) + len(xs) for points, xs in zip(panels.values(), rows)]
    heights = [0.6 + 0.16 * max(count, 3) for count in marks]
    figure, axes_list = plot_style.make_panels(options, len(panels), heights, 1)
    for axes, (title, points), xs in zip(axes_list, panels.items(), rows):
        names = list(dict.fromkeys(point[0] for point in points))
        for series, x, published, low, high, value in points:
            colour = plot_style.COLOURS[names.index(series) % len(plot_style.COLOURS)]
            beside = [point[0] for point in points if point[1] == x]
            y = xs.index(x) + 0.6 * ((beside.index(series) + 0.5) / len(beside) - 0.5)
            if low is not None and high is not None:
                axes.plot([low, high], [y, y], color=colour, alpha=0.35, linewidth=3, solid_capstyle="butt")
            elif low is not None or high is not None:
                arrow, end = (">", low) if high is None else ("<", high)
                axes.plot(end, y, arrow, color=colour, alpha=0.35, markersize=7)
            if published is not None:
                axes.plot(published, y, "o", markerfacecolor="white", color=colour, markersize=6)
            label = series if series not in axes.get_legend_handles_labels()[1] else None
            axes.plot(value, y, "D", color=colour, markersize=3, label=label)
        axes.set_yticks(range(len(xs)), xs)
        axes.set_ylim(len(xs) - 0.4, -0.6)
        axes.set_xlabel(title)
        values = [end for point in points for end in point[2:] if end is not None]
        if min(values) > 0 and max(values) > plot_style.WIDE_RANGE * min(values):
            axes.set_xscale("log")
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    legend = "published: circle; accepted: band, or from where the arrow points; obtained: diamond"
    figure.suptitle(f"{pack.expectation['paper']}\n{legend}", fontsize=options.letters)
    plot.save(figure, path, [".pdf", ".png"])
    plot_style.pyplot.close(figure)


def find_commits(pack):
    """The commits that have changed the expectation of a pack, the last one first; none without a history."""
    log = ["git", "-C", pack.folder, "log", "--format=%h of %as", "--", "expectation.json"]
    return subprocess.run(log, capture_output=True, text=True, check=False).stdout.split("\n")[:-1]


def report(pack, bench, seconds, out):
    """Prints the verdicts, what is assumed and the reasons that were found."""
    rows = bench.rows
    out.write(f"\n{pack.name}: {pack.expectation['paper']}, {pack.expectation['figure']}\n")
    commits = find_commits(pack)
    edited = f", edited {len(commits) - 1} times since" if len(commits) > 1 else ""
    commit = f" ({commits[-1]}{edited})" if commits else ""
    out.write(f"expectation {pack.expectation['frozen']}{commit}\n\n")
    validate.write_table(rows, out)
    classes = {}
    for parameter in pack.expectation["parameters"]:
        classes.setdefault(parameter["class"], []).append(parameter["name"])
    out.write("\n")
    for name, parameters in classes.items():
        out.write(f"{name}: {'; '.join(parameters)}\n")
    for text in pack.expectation["assumed"]:
        out.write(f"note: {text}\n")
    for key, reason in pack.findings.items():
        out.write(f"finding: {key}{': ' if key else ''}{reason}\n")
    good, judged = count(rows)
    out.write(f"{good} of {judged} quantities are as expected; {seconds:.0f} s\n")
    out.flush()


def count(rows):
    """Quantities as expected, and quantities judged."""
    verdicts = [row[-1] for row in rows]
    return verdicts.count("ok"), verdicts.count("ok") + verdicts.count("WRONG")


def reproduce(packs, options):
    """Runs packs. Returns the exit status."""
    mode = "full" if options.full else "quick"
    record = read_record()
    obtained = {}
    wrong = 0
    output = options.artifact / "results" if options.artifact else options.output
    for pack in packs:
        name = pack.name
        folder = output / name
        folder.mkdir(parents=True, exist_ok=True)
        bench, seconds = run_pack(pack, options.runner.resolve(), folder, not options.full)
        report(pack, bench, seconds, sys.stdout)
        validate.write_csv(bench.rows, folder / "quantities.csv")
        good, judged = count(bench.rows)
        wrong += judged - good
        obtained[name, mode] = dict(zip(RECORD_HEAD, (name, mode, judged, good, round(seconds))))
        if not options.no_plot:
            draw(pack, bench, folder / "figure")
            print(f"{folder}/figure.pdf, {folder}/quantities.csv")
    if options.artifact:
        write_artifact(options.artifact, packs, obtained, options.runner.resolve())
    record.update(obtained)
    if options.record:
        with open(RECORD, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, RECORD_HEAD, lineterminator="\n")
            writer.writeheader()
            writer.writerows(record[key] for key in sorted(record))
    return 1 if wrong else 0


def find(name):
    """A pack by its name, or a folder with one."""
    if name in read_packs():
        return read_packs()[name]
    if (pathlib.Path(name) / "expectation.json").exists():
        return Pack(pathlib.Path(name).resolve())
    raise ValidationError(f"no pack {name}; there are {', '.join(read_packs())}, or a folder of your own")


def main():
    parser = argparse.ArgumentParser(prog="./ai-fabric reproduce", description=__doc__)
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="pack, folder of a pack, or all; default: list the packs"
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--quick", action="store_true", help="fewer seeds and shorter runs, the default")
    mode.add_argument("--full", action="store_true", help="all quantities, as long as the figure needs")
    parser.add_argument(
        "--output",
        metavar="DIR",
        type=pathlib.Path,
        default=pathlib.Path("results/reproduce"),
        help="folder for results, tables and figures",
    )
    parser.add_argument(
        "--artifact",
        metavar="DIR",
        type=pathlib.Path,
        help="pack sources, scenarios, expectations, results and a script to rerun them into this folder",
    )
    parser.add_argument("--no-plot", action="store_true", help="draw no figures")
    parser.add_argument("--record", action="store_true", help=f"note the verdicts in {RECORD.name}")
    parser.add_argument(
        "--page", metavar="FILE", type=pathlib.Path, help="write the table of all packs into this page"
    )
    parser.add_argument(
        "--runner",
        metavar="FILE",
        type=pathlib.Path,
        default=ROOT / "build" / "ai-fabric-run",
        help="path of ai-fabric-run",
    )
    options = parser.parse_args()
    if options.page:
        fill_page(options.page)
        return 0
    if options.artifact:
        options.artifact = options.artifact.resolve()
        if ROOT in options.artifact.parents and options.artifact.parent.name != "results":
            raise ValidationError(f"{options.artifact}: lies in the sources; take another place, or results")
        options.names = options.names or ["all"]
    if not options.names:
        list_packs(sys.stdout)
        return 0
    packs = list(read_packs().values()) if options.names == ["all"] else list(map(find, options.names))
    if not options.no_plot:
        validate.find_matplotlib("reproduce.py")
    return reproduce(packs, options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ValidationError, OSError) as error:
        print(f"reproduce.py: {error}", file=sys.stderr)
        sys.exit(2)
