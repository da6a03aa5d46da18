#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Draws plots of a folder of results as PDF and PNG: plot.py FOLDER [KIND ...], see doc/plots.rst.

A KIND is a file of utils/plots, or a file of your own like one of these: ./my-slowdown.py.
"""

import argparse
import ast
import importlib
import importlib.util
import os
import pathlib
import sys

import result_tables

DEBIAN_PYTHON = "/usr/bin/python3"
HERE = pathlib.Path(__file__).resolve().parent


def find_kinds():
    """Names of the kinds, in the order in which they are drawn."""
    kinds = sorted(path.stem for path in (HERE / "plots").glob("*.py") if path.stem != "__init__")
    return ["overview"] + [kind for kind in kinds if kind != "overview"]


def describe(kind):
    """The first sentence of a kind's file, without running it."""
    text = (HERE / "plots" / f"{kind}.py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(text)).split("\n")[0]


def load(kind):
    """The module of a kind: a file of utils/plots, or a file of the user."""
    if not kind.endswith(".py"):
        return importlib.import_module(f"plots.{kind.replace('-', '_')}")
    spec = importlib.util.spec_from_file_location(pathlib.Path(kind).stem, kind)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "draw"):
        raise result_tables.InputError(f"{kind}: has no function draw(results, options)")
    return module


def split_list(text):
    """Values separated by commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def parse_conditions(texts):
    """KEY=VALUE as a dictionary."""
    conditions = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise result_tables.InputError(f"--where {text}: expected KEY=VALUE")
        conditions[key] = value
    return conditions


def parse_arguments(arguments):
    """Parses the command line."""
    kinds = find_kinds()
    parser = argparse.ArgumentParser(
        prog="./ai-fabric plot",
        description="Draws plots of a folder of results as PDF and PNG.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="kinds:\n" + "\n".join(f"  {kind:<12} {describe(kind)}" for kind in kinds),
    )
    parser.add_argument("folder", help="folder with the results of a run, of several draws or of a sweep")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="kinds of plots, see below, or a file of "
                        "your own (FILE.py); default: all kinds that have data")
    parser.add_argument("--metric", default="", help="metric to draw; several are separated by commas")
    parser.add_argument("--group", default="", help="meaning of a line: fabric, job, seed or a swept key")
    parser.add_argument("--key", help="swept key on the horizontal axis (kind metric)")
    parser.add_argument("--beside", metavar="TABLE", help="measured points beside the lines (kind bandwidth): a "
                        "table of examples/measured, a file like one, or the output of nccl-tests")
    parser.add_argument("--where", action="append", default=[], metavar="KEY=VALUE",
                        help="only rows with this value of a column or swept key; any number of times")
    parser.add_argument("--style", default="column", help="column (3.3 inch, the default), page (7 inch) or "
                        "slide, and style files of matplotlib (.mplstyle), separated by commas")
    parser.add_argument("--output", metavar="PATH", help="folder for the plots (default: FOLDER/plots), or "
                        "for one kind a file name that ends in .pdf or .png")
    parser.add_argument("--name", help="name of the files of one kind, without extension (default: the kind)")
    parser.add_argument("--quiet", action="store_true", help="do not print the names of the files")
    return parser.parse_args(arguments)


def save(figure, path, extensions):
    """Writes complete files or none; the same results give the same bytes."""
    for extension in extensions:
        part = path.with_name(path.name + extension + ".part")
        metadata = {"CreationDate": None} if extension == ".pdf" else {"Software": None}
        figure.savefig(part, format=extension[1:], metadata=metadata)
        part.replace(path.with_name(path.name + extension))


def find_target(arguments):
    """Folder, name of the file or None, and extensions."""
    output = pathlib.Path(arguments.output or pathlib.Path(arguments.folder) / "plots")
    if output.suffix in (".pdf", ".png"):
        if len(arguments.kinds) != 1:
            raise result_tables.InputError(f"--output {output}: is a file; expected one KIND for it")
        return output.parent, output.stem, [output.suffix]
    if arguments.name and len(arguments.kinds) != 1:
        raise result_tables.InputError(f"--name {arguments.name}: expected one KIND for it")
    return output, arguments.name, [".pdf", ".png"]


def choose(results, options, module):
    """Selects the results that a kind can show: the first point of a sweep, the typical draw.

    @return what was chosen of several, as text, or nothing
    """
    one_draw = getattr(module, "ONE_DRAW", False)
    title = options.point = ""
    if one_draw or getattr(module, "ONE_POINT", False):
        points = results.points(options.groups)
        title = options.point = next(iter(points), "")
        results.where = {**results.where, **points.get(title, {})}
    runs = [run for run, _ in results.paths("summary.csv")]
    if one_draw and len(runs) > 1:
        title += (", " if title else "") + f"seed {results.typical.seed}"
    return title


def draw_all(arguments, plot_style):
    """Draws what was asked for. @return exit status"""
    results = result_tables.open_results(arguments.folder)
    conditions = parse_conditions(arguments.where)
    styles = split_list(arguments.style)
    widths = [style for style in styles if style in plot_style.STYLES]
    files = [style for style in styles if style not in plot_style.STYLES]
    for style in files:
        if not pathlib.Path(style).is_file():
            expected = ", ".join(plot_style.STYLES)
            raise result_tables.InputError(f"--style {style}: expected {expected} or a file")
    options = plot_style.Options(
        split_list(arguments.metric),
        split_list(arguments.group),
        widths[-1] if widths else "column",
        arguments.key,
        arguments.beside,
    )
    known = find_kinds()
    for kind in arguments.kinds:
        if kind.replace("-", "_") not in known and not (kind.endswith(".py") and os.path.exists(kind)):
            expected = ", ".join(known)
            raise result_tables.InputError(f"{kind}: is not a kind of plot; expected {expected} or a file")
    if conditions:
        results.keep(conditions)
        conditions = results.where
    folder, name, extensions = find_target(arguments)
    folder.mkdir(parents=True, exist_ok=True)
    plot_style.apply_style(options, files)
    drawn = 0
    missing = False
    for kind in arguments.kinds or known:
        results.where = conditions
        try:
            module = load(kind)
            chosen = choose(results, options, module)
            figure = module.draw(results, options)
            plot_style.wrap_titles(figure, options)
        except result_tables.Missing as why:
            print(f"{kind}: not drawn: {why}", file=sys.stderr)
            missing = True
            continue
        except result_tables.InputError as why:
            # Another kind may know a value that one kind does not, so only a kind named by the
            # user reports it.
            if arguments.kinds:
                raise
            print(f"{kind}: not drawn: {why}", file=sys.stderr)
            continue
        stem = name or pathlib.Path(kind).stem.replace("-", "_")
        save(figure, folder / stem, extensions)
        plot_style.pyplot.close(figure)
        for extension in [] if arguments.quiet else extensions:
            print(folder / (stem + extension))
        if chosen:
            print(f"{kind}: of {chosen}; --where chooses another", file=sys.stderr)
        drawn += 1
    return 1 if drawn == 0 or (missing and arguments.kinds) else 0


def main():
    """Command line."""
    arguments = parse_arguments(sys.argv[1:])
    try:
        try:
            import plot_style
        except ImportError:
            # Debian's packages belong to Debian's Python, which another one may hide.
            debian = pathlib.Path(DEBIAN_PYTHON)
            if debian.exists() and not debian.samefile(sys.executable):
                os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])
            print("no plots: matplotlib is missing (Debian: python3-matplotlib)", file=sys.stderr)
            return 1
        return draw_all(arguments, plot_style)
    except result_tables.InputError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
