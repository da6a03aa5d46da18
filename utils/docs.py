#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Writes the measured numbers of README.md and doc/*.rst, or checks them against the records.

A campaign, doc/measured/NAME.json, is a scenario with how often it is drawn and what is varied; what
its first draw gave is NAME.csv beside it, and NAME.numbers.csv has what pages say of all draws. A page holds blocks such as

    .. measured: NAME
       DCQCN ends before {median PFC all completion_ns}.

    (what the text above becomes)

    .. measured end

in README.md between `<!-- measured: NAME -->` and `<!-- measured end -->`, with the text above in
doc/measured/README.blocks. doc/measured.rst has the expressions. With --fill the campaigns of missing or changed scenarios are run and all pages written;
--update runs all campaigns anew first. --check writes nothing: it runs the first draw of every
campaign again and exits with 1 if a number differs from what is recorded, or a page from its blocks.
"""

import argparse
import json
import pathlib
import sys

from measured_campaign import Campaign, CampaignError
from measured_files import FileTexts
from measured_records import PrintedRecord, RecordError, TableRecord
from measured_text import PageError, read_templates, render
from measured_types import AttributeTables

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "doc" / "measured"
PAGES = [ROOT / "README.md", *sorted((ROOT / "doc").glob("*.rst"))]


def say(text):
    print(text, file=sys.stderr, flush=True)


def campaign_name(path):
    """As pages and the command line have it: questions/rails of doc/measured/questions/rails.json."""
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def read_campaign(path, runner):
    """What a file of doc/measured asks for, by its keys."""
    with open(path, encoding="utf-8") as file:
        keys = json.load(file)
    if "prints" in keys:
        return PrintedRecord(path, runner)
    return (TableRecord if {"validate", "bench"} & keys.keys() else Campaign)(path, runner)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", default=ROOT / "build" / "ai-fabric-run", type=pathlib.Path)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--fill", action="store_true", help="run new or changed campaigns and write the pages")
    mode.add_argument("--update", action="store_true", help="run all campaigns again first")
    mode.add_argument("--check", action="store_true", help="write nothing; compare with the records")
    parser.add_argument("--jobs", type=int, metavar="N", help="runs at once (default: processors)")
    parser.add_argument("campaign", nargs="*", help="only these campaigns (default: all)")
    options = parser.parse_args()

    runner = options.runner.resolve()
    files = [path for path in sorted(FOLDER.rglob("*.json")) if path.name != "sources.json"]
    campaigns = {campaign_name(path): read_campaign(path, runner) for path in files}
    unknown = [name for name in options.campaign if name not in campaigns]
    if unknown:
        parser.error(f"no campaign {unknown[0]} in {FOLDER}; there are {', '.join(campaigns)}")
    named = [campaigns[name] for name in options.campaign]
    chosen = named or list(campaigns.values())
    differences = []
    for campaign in chosen:
        if options.check:
            differences += campaign.differences()
        elif not campaign.recorded() or (
            options.update and (campaign in named or not campaign.by_name)
        ):
            campaign.measure(say, options.jobs, options.update)
    sources = {**campaigns, "types": AttributeTables(runner), "files": FileTexts()}
    templates = read_templates((FOLDER / "README.blocks").read_text(encoding="utf-8"))
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = render(old, sources, page.name, templates)
        if new == old:
            continue
        if options.check:
            differences.append(f"{page.relative_to(ROOT)}: differs from the text that its blocks give")
        else:
            page.write_text(new, encoding="utf-8")
            print(page.relative_to(ROOT))
    # An expression that no page has any more is not kept.
    for campaign in campaigns.values():
        if isinstance(campaign, Campaign) and campaign.has_other_numbers():
            if options.check:
                differences.append(f"{campaign.numbers_file}: does not have the numbers that pages ask for")
            else:
                campaign.write_numbers()
    for difference in differences:
        print(difference)
    if differences:
        print("./ai-fabric docs --fill runs what changed and writes the pages")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (CampaignError, PageError, RecordError) as error:
        print(f"docs: {error}", file=sys.stderr)
        sys.exit(2)
