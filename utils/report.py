#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes FOLDER/report.html from a folder of results: one page that needs no other file and no network.

    report.py FOLDER            of a run, of several draws or of a sweep
    report.py --figure FOLDER   and figure.png and figure.pdf, if matplotlib is there

Python's own library is enough for the page. ./ai-fabric run makes both at its end; doc/plots.rst.
"""

import argparse
import pathlib
import re
import subprocess
import sys

import result_tables
from report_parts import charts, comparison, decides, failures, limits, setup, sweep, timeline, topology
from report_parts.pieces import text

HERE = pathlib.Path(__file__).resolve().parent


def build_body(results):
    """All sections."""
    if results.keys:
        state = result_tables.read_json(results.folder / "sweep.json")
        parts = [setup.build_head(results, state)]
        if decides.is_there(results):
            base = results.at(decides.BASE)
            parts += [decides.build(results), limits.build(base), comparison.build(base)]
            parts.append(sweep.build_missing(state))
        else:
            parts.append(sweep.build(results, state))
        parts += [setup.build_configuration(results), setup.build_again(results, state)]
        return parts
    parts = [setup.build_head(results)]
    if results.runs:
        parts += [comparison.build(results), limits.build(results), failures.build(results)]
    parts.append(charts.build(results))
    if results.runs:
        parts += [topology.build(results), timeline.build(results), setup.build_cost(results)]
    parts += [setup.build_warnings(results), setup.build_configuration(results)]
    return parts + [setup.build_again(results)]


def read_library():
    """uPlot, which draws the charts: its style and script, and its licence, which has to go with them."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in (HERE / "report_parts" / "uplot").iterdir()}
    # The first line is a comment with the address of its page, and the report names nothing outside of itself.
    script = texts["uPlot.iife.min.js"].split("\n", maxsplit=1)[1]
    licence = f"<!-- The charts are drawn by uPlot 1.6.32.\n\n{texts['LICENSE']}-->\n"
    return {"css": texts["uPlot.min.css"] + "\n", "js": script, "licence": licence}


def build_page(results):
    """The whole file."""
    head, *sections = build_body(results)
    body = "".join(sections)
    found = re.findall(r'<section id="([^"]+)"><h2>([^<]*)</h2>', body)
    links = "".join(f'<a href="#{anchor}">{title}</a>' for anchor, title in found)
    library = read_library() if "<div class=plot>" in body else {"css": "", "js": "", "licence": ""}
    css = library["css"] + (HERE / "report_parts" / "page.css").read_text(encoding="utf-8")
    script = library["js"] + (HERE / "report_parts" / "page.js").read_text(encoding="utf-8")
    name = text(results.scenario.get("name", results.folder.name))
    return (
        f'<!DOCTYPE html>\n{library["licence"]}<html lang=en><head><meta charset="utf-8">'
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f"<title>{name}: ai-fabric</title><style>\n{css}</style></head>\n<body>{head}<nav>{links}</nav>\n"
        f"<main>{body}</main><div id=tip></div><script>\n{script}</script></body></html>\n"
    )


def write_report(folder):
    """Complete or not there. @return its path"""
    results = result_tables.open_results(folder)
    path = pathlib.Path(folder) / "report.html"
    part = path.with_name("report.html.part")
    part.write_text(build_page(results), encoding="utf-8")
    part.replace(path)
    return path


def main():
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="./ai-fabric report", description="Makes FOLDER/report.html of a folder of results."
    )
    parser.add_argument("folder", help="folder with the results of a run, of several draws or of a sweep")
    parser.add_argument("--figure", action="store_true", help="also draw figure.png and figure.pdf")
    parser.add_argument("--quiet", action="store_true", help="do not print the path of the page")
    arguments = parser.parse_args()
    try:
        path = write_report(arguments.folder)
    except result_tables.InputError as error:
        print(error, file=sys.stderr)
        return 2
    if not arguments.quiet:
        print(path)
    if not arguments.figure:
        return 0
    plot = [sys.executable, str(HERE / "plot.py"), arguments.folder, "overview", "--quiet"]
    plot += ["--style", "figure", "--output", arguments.folder, "--name", "figure"]
    subprocess.run(plot, check=False)  # prints the reason if there is no figure
    return 0


if __name__ == "__main__":
    sys.exit(main())
