# SPDX-License-Identifier: GPL-2.0-only
"""Common style of the plots of utils/plots: widths of a paper, fonts, colours, axes."""

import math
import textwrap

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter  # noqa: E402

import result_tables  # noqa: E402

# Okabe and Ito's colours, which most colour-blind people tell apart.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#8C8C00"]
LINES = ["-", "--", "-.", ":"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X", "*"]

# Width in inches, height of one panel, size of letters in points, panels side by side.
STYLES = {
    "column": (3.3, 2.1, 7, 1),  # of a page with two columns
    "page": (7.0, 2.3, 8, 3),  # across both
    "figure": (6.0, 2.6, 9, 1),  # on a screen
    "slide": (10.0, 4.2, 13, 2),
}
WIDE_RANGE = 20  # greatest over least value from which an axis is logarithmic


class Options:
    """Options of the command line: metrics, groups, styles; a kind ignores those that it does not use."""

    def __init__(self, metrics=(), groups=(), style="column", key=None):
        self.metrics = list(metrics)
        self.groups = list(groups)
        self.width, self.panel_height, self.letters, self.columns = STYLES[style]
        self.style = style
        self.key = key

    def metric(self, default, allowed=None):
        """The first metric that was asked for, or the default."""
        metric = self.metrics[0] if self.metrics else default
        if allowed and metric not in allowed:
            expected = ", ".join(allowed)
            raise result_tables.InputError(f"--metric {metric}: expected one of {expected}")
        return metric


def apply_style(options, files=()):
    """Sets matplotlib's parameters; files are matplotlib's own style sheets, which win."""
    size = options.letters
    pyplot.rcdefaults()
    pyplot.rcParams.update(
        {
            "axes.axisbelow": True,
            "axes.grid": True,
            "axes.labelsize": size,
            "axes.prop_cycle": matplotlib.cycler(color=COLOURS),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlesize": size,
            "font.family": "sans-serif",
            "font.size": size,
            "grid.color": "0.9",
            "grid.linewidth": 0.5,
            "legend.fontsize": size - 0.5,
            "legend.frameon": False,
            "legend.handlelength": 2.2,
            "lines.linewidth": 1.0 + 0.05 * (size - 7),
            "lines.markersize": 3.0,
            "pdf.fonttype": 42,  # TrueType, as publishers ask for
            "ps.fonttype": 42,
            "savefig.dpi": 300,
            "xtick.labelsize": size - 0.5,
            "ytick.labelsize": size - 0.5,
        }
    )
    for path in files:
        pyplot.style.use(path)


def make_panels(options, count, height=None, side_by_side=None, share_x=False):
    """A figure with panels in a grid of the style's width, as a flat list."""
    columns = min(count, side_by_side or options.columns)
    rows = math.ceil(count / columns)
    height = height or options.panel_height
    heights = height if isinstance(height, list) else [height] * rows
    figure, grid = pyplot.subplots(
        rows,
        columns,
        figsize=(options.width, sum(heights) + 0.15),
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
        sharex=share_x,
    )
    panels = list(grid.flat)
    for axes in panels[count:]:
        axes.remove()
    return figure, panels[:count]


def look(i):
    """Colour and line of the i-th of many: 32 differ."""
    return {
        "color": COLOURS[i % len(COLOURS)],
        "linestyle": LINES[(i // len(COLOURS) + i) % len(LINES)],
    }


def add_legend(figure, panels, options, most=None):
    """One legend above all panels: the entries of each panel, once each."""
    entries = {}
    for axes in panels:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            entries.setdefault(label, handle)
    if not entries:
        return
    longest = max(len(label) for label in entries)
    room = options.width * 72 / options.letters
    columns = max(1, min(len(entries), int(room / (0.48 * longest + 4)), most or 6))
    lines = math.ceil(len(entries) / columns)
    room = (1.45 * lines + 0.4) * options.letters / 72
    height = figure.get_figheight() + room
    figure.set_figheight(height)
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - room / height))
    figure.legend(
        entries.values(),
        entries.keys(),
        loc="upper center",
        bbox_to_anchor=(0.5, 1),
        ncols=columns,
        borderaxespad=0.3,
        columnspacing=1.2,
        handletextpad=0.5,
    )


def add_note(figure, options, *sentences):
    """Writes the note below all panels: number of values, meaning of bands and whiskers."""
    letters = options.letters - 1
    text = textwrap.fill(" ".join(filter(None, sentences)), int(options.width * 72 / (0.56 * letters)))
    room = (1.25 * (text.count("\n") + 1) + 0.6) * letters / 72
    before = figure.get_figheight()
    height = before + room
    engine = figure.get_layout_engine()
    panels = engine.get()["rect"][3]  # without the legend
    figure.set_figheight(height)
    engine.set(rect=(0, room / height, 1, panels * before / height))
    figure.text(0.01, 0.3 * letters / 72 / height, text, va="bottom", fontsize=letters, color="0.25")


def share_axis(panels, name):
    """Gives all panels the same limits, and the scale of the first one. @param name x or y"""
    limits = [getattr(axes, f"get_{name}lim")() for axes in panels]
    low, high = min(map(min, limits)), max(map(max, limits))
    for axes in panels:
        axes.set(**{f"{name}lim": (low, high)})
        if getattr(axes, f"get_{name}scale")() == "log":
            set_log(getattr(axes, f"{name}axis"))


def format_bytes(value):
    """Powers of two where it is one, else of ten: 64 KiB, 1.5 MB."""
    binary = value >= 1024 and value % 1024 == 0
    base, prefixes = (1024, ("", "Ki", "Mi", "Gi")) if binary else (1000, ("", "k", "M", "G"))
    step = 0
    while value >= base and step < 3:
        value /= base
        step += 1
    return f"{value:.4g} {prefixes[step]}B"


def set_log(axis, plain=True):
    """A logarithmic axis with plain numbers."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    low, high = axis.get_view_interval()
    decades = math.log10(max(high, 1e-300) / max(low, 1e-300)) if low > 0 else 9
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 2.2 else (1,)))
    axis.set_minor_formatter(NullFormatter())
    if plain:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def is_wide(values):
    """Whether numbers are better seen on a logarithmic axis."""
    positive = [value for value in values if value > 0]
    return len(positive) == len(values) > 1 and max(positive) > WIDE_RANGE * min(positive)


def shorten(text, most):
    """A text of at most so many letters, cut in the middle."""
    if len(text) <= most:
        return text
    half = (most - 2) // 2
    return text[:half] + ".." + text[-(most - 2 - half) :]


def label_of(metric, unit):
    """What stands at an axis. @param metric a column or figure @param unit shown"""
    name = result_tables.label_of(metric)
    return f"{name} ({unit})" if unit else name


def few_ticks(axis, count=5):
    """At most so many intervals."""
    axis.set_major_locator(MaxNLocator(count))
