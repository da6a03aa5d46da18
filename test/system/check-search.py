#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Searches the site that ./ai-fabric docs has made, opened from disk: the page comes first, with a passage.

    check-search.py FOLDER

It needs chromium, and looks at nothing without it.
"""

import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

FIRST = {"pause": "pfc.html", "pauses": "pfc.html", "swift": "congestion-control.html",
         "topology rate": "reference-topology.html", "deadlock": "deadlock.html"}
CLASSES = {"swift": "RdmaSwift", "pause recorder": "PauseRecorder"}


def search(browser, folder, words):
    """The text of the list of results as HTML."""
    address = f"file://{folder}/search.html?q={urllib.parse.quote(words)}"
    done = subprocess.run([*browser, "--dump-dom", address], text=True, capture_output=True, timeout=240, check=False)
    return done.stdout.partition('<div id="found">')[2]


def check(browser, folder):
    """What is wrong, a line each."""
    for words, page in FIRST.items():
        found = search(browser, folder, words)
        first = re.search(r'<li><a href="([^"]+)">.*?<p class="context">(.*?)</p>', found, re.DOTALL)
        if not first or first[1] != page:
            yield f"{words}: {first[1] if first else 'nothing'} comes first; expected {page}"
        elif not any(word.rstrip("s") in html.unescape(first[2]).lower() for word in words.split()):
            yield f"{words}: the passage has none of the words: {first[2]}"
    for words, name in CLASSES.items():
        if f">{name}</a>" not in search(browser, folder, words).partition("Classes of the API")[2]:
            yield f"{words}: the class {name} is not found"
    if "No page has" not in search(browser, folder, "zzyzx"):
        yield "zzyzx: is found"


def main():
    """Command line."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        print("no chromium here: the search was not tried")
        return 0
    with tempfile.TemporaryDirectory() as own:
        browser = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   f"--user-data-dir={own}", "--virtual-time-budget=8000"]
        faults = list(check(browser, pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(faults) or "the search finds its pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
