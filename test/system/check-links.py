#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks every link within the tree of README.md, CHANGES.md, CONTRIBUTING.md and doc/*.rst, without a
network.

A relative link has to name a file of the tree, and behind # a heading of it. What stands in a literal
and begins with a folder of the tree, or is called as a header, source or page, has to be there. Pages
use no role or directive that a code host shows as text or leaves empty, each page is in a toctree and
in the list of links beside it, and the code in README.md is that of a file. The exit status is 1 if
anything is wrong, and each is a line.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = ("doc", "examples", "helper", "model", "test", "utils", ".ci")
SKIPPED = re.compile(r"(build|results)[^/]*/|\.git/|.*__pycache__")
ADORNMENT = re.compile(r"([=~^\"'`#*+.-])\1*\s*")
PLACEHOLDER = re.compile(r"[A-Z]{3,}|NAME|FILE|\.\.\.|[*<>{}$ ]")  # stands for what a reader has
# Roles and directives of Sphinx, which docutils alone does not know; `only` and `toctree` are hidden on
# a code host by the comment `github display off`.
SPHINX_ROLE = re.compile(r":(doc|ref|download|numref|any|file|term|cpp:\w+|py:\w+):`")
SPHINX_BLOCK = re.compile(r"^\s*\.\. (toctree|only|types|literalinclude|include|highlight)::", re.M)
OTHERS = {"osm_base.h", "run.py"}  # files of other projects that are quoted
HIDDEN = {"toctree", "only", "types"}


def list_files():
    """All files of the tree, as paths from its root."""
    found = set()
    for path in ROOT.rglob("*"):
        name = path.relative_to(ROOT).as_posix()
        if not SKIPPED.match(name) and path.is_file():
            found.add(name)
    return found


def blank(match):
    """As many empty lines as a piece of text has."""
    return "\n" * match[0].count("\n")


def slug(title):
    """The anchor of a heading: of Markdown as code hosts make it, of pages as docutils does."""
    text = re.sub(r"[`*]", "", title).lower()
    markdown = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
    page = re.sub(r"[^a-z0-9]+", "-", text).strip("-")
    return {markdown, page}


def get_anchors(path):
    """The anchors of a file's headings."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = set()
    for line, below in zip(lines, [*lines[1:], ""]):
        if path.suffix == ".md" and line.startswith("#"):
            found |= slug(line.lstrip("# "))
        elif path.suffix == ".rst" and line.strip() and len(below) >= len(line.rstrip()):
            found |= slug(line) if ADORNMENT.fullmatch(below) else set()
        found |= set(re.findall(r"^\.\. _([^:]+):$", line))
    return found


class Checker:
    """Collects what is wrong."""

    def __init__(self):
        self.files = list_files()
        self.folders = {"/".join(f.split("/")[:n]) for f in self.files for n in range(1, f.count("/") + 1)}
        self.names = {f.rsplit("/", 1)[-1] for f in self.files}
        self.wrong = []
        self.links = 0

    def add(self, page, text, position, what):
        """Notes a mistake at a position of a page's text."""
        self.wrong.append(f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, position) + 1}: {what}")

    def check(self, page):
        """Links, literals, roles and directives of a page."""
        text = page.read_text(encoding="utf-8")
        markdown = page.suffix == ".md"
        prose = self._strip(text, markdown)
        pattern = r"\]\(([^)\s]+)\)" if markdown else r"<([^<>\s]+)>`_"
        for match in re.finditer(pattern, prose):
            self._link(page, prose, match)
        literal = r"(?<!`)`([^`\n]+)`" if markdown else r"``([^`]+?)``"
        for match in re.finditer(literal, prose):
            self._literal(page, prose, match)
        if markdown:
            return
        for match in SPHINX_ROLE.finditer(prose):
            self.add(page, prose, match.start(), f"role {match[1]}; expected `Title <page.rst>`__")
        for match in SPHINX_BLOCK.finditer(text):
            if match[1] not in HIDDEN:
                self.add(page, text, match.start(), f"directive {match[1]} is empty on a code host")
            elif ".. github display off" not in text:
                self.add(page, text, match.start(), f"{match[1]} without `.. github display off`")

    @staticmethod
    def _strip(text, markdown):
        """A page without its code and its comments."""
        if markdown:
            text = re.sub(r"^```.*?^```", blank, text, flags=re.M | re.S)
            text = re.sub(r"^<!--.*?-->", blank, text, flags=re.M | re.S)
            return re.sub(r"^    .*$", "", text, flags=re.M)
        text = re.sub(r"^( *)\.\. code(?:-block)?::.*\n(?:\1 +.*\n|\n)+", blank, text, flags=re.M)
        text = re.sub(r"^( *)\.\. measured: .*\n(?:\1   .*\n)+", blank, text, flags=re.M)
        return re.sub(r"(?<=::\n)\n((?: +).*\n|\n)+?(?=\S)", blank, text)

    def _link(self, page, text, match):
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z]+:", target) or (target.startswith("api/") and page.name == "index.rst"):
            return
        self.links += 1
        file = (page.parent / target).resolve() if target else page
        name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else target
        if name not in self.files and name not in self.folders:
            self.add(page, text, match.start(), f"link to {match[1]}: no such file")
        elif anchor and anchor not in get_anchors(file):
            self.add(page, text, match.start(), f"link to {match[1]}: no such heading")

    def _literal(self, page, text, match):
        name = " ".join(match[1].split())
        if PLACEHOLDER.search(name) and not re.match(r"README\.md|CHANGES\.md|Dockerfile", name):
            return
        inside = name.startswith(tuple(f"{folder}/" for folder in FOLDERS))
        if inside:
            self.links += 1
            name = name.rstrip("/")
            known = self.files | self.folders
            if name not in known and not any(f"{name}{end}" in known for end in (".h", ".json")):
                self.add(page, text, match.start(), f"{name} does not exist")
        elif re.fullmatch(r"[\w-]+\.(h|cc|py|rst)", name):
            self.links += 1
            if name not in self.names | OTHERS:
                self.add(page, text, match.start(), f"no file is called {name}")

    def check_index(self):
        """Whether each page can be reached from the index, in the site and on a code host."""
        pages = {path.stem for path in (ROOT / "doc").glob("*.rst")} - {"index"}
        listed, linked = set(), set()
        for page in (ROOT / "doc").glob("*.rst"):
            text = page.read_text(encoding="utf-8")
            trees = re.findall(r"^\.\. toctree::\n((?:   .*\n|\n)+)", text, flags=re.M)
            entries = {line.strip() for tree in trees for line in tree.split("\n")}
            listed |= entries & pages
            linked |= entries & set(re.findall(r"<([\w-]+)\.rst>`_", text))
        for page in sorted(pages - listed):
            self.wrong.append(f"doc/{page}.rst: is in no toctree")
        for page in sorted(listed - linked):
            self.wrong.append(f"doc/{page}.rst: is in a toctree, without a link to it on that page")

    def check_code(self, page):
        """Whether code blocks of Markdown are a file of the tree."""
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^```cpp\n(.*?)^```", text, flags=re.M | re.S):
            sources = (ROOT / f for f in self.files if f.startswith("examples/") and f.endswith(".cc"))
            if not any(match[1].strip() in file.read_text(encoding="utf-8") for file in sources):
                self.add(page, text, match.start(), "code that is no file of examples/")


def main():
    argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0]).parse_args()
    checker = Checker()
    for name in ("README.md", "CHANGES.md", "CONTRIBUTING.md"):
        checker.check(ROOT / name)
    for page in sorted((ROOT / "doc").glob("*.rst")):
        checker.check(page)
    checker.check_index()
    checker.check_code(ROOT / "README.md")
    print("\n".join([*checker.wrong, f"{checker.links} links and paths"]))
    return 1 if checker.wrong or not checker.links else 0


if __name__ == "__main__":
    sys.exit(main())
