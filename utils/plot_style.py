# SPDX-License-Identifier: GPL-2.0-only
"""Common style of the plots of utils/plots: widths of a paper, fonts, colours, axes."""

import math
import textwrap

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator  # noqa: E402

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
MOST_ROW = 2.4  # inches of a row of panels in a column, legend and note included
MOST_POINTS = 5_000  # of a distribution
MOST_PANELS = 8  # of one figure with a panel for each point of a sweep
MOST_LINES = 8  # of one panel
MANY_PANELS = 4  # from which on a column has two panels side by side


class Options:
    """Options of the command line: metrics, groups, styles; a kind ignores those that it does not use."""

    def __init__(self, metrics=(), groups=(), style="column", key=None, beside=None):
        self.metrics = list(metrics)
        self.groups = list(groups)
        self.width, self.panel_height, self.letters, self.columns = STYLES[style]
        self.style = style
        self.point = ""  # of a sweep, if a figure shows one of several
        self.key = key
        self.beside = beside

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


def make_panels(options, count, height=None, side_by_side=None):
    """A figure with panels in a grid of the style's width, as a flat list.

    @param height of a row in inches, or one of each row; None: that of the style
    @param side_by_side panels of a row; None: as many as the style has room for
    """
    narrow = options.columns == 1 and not side_by_side and count >= MANY_PANELS
    columns = side_by_side or (2 if narrow or (count == 4 and options.columns == 3) else options.columns)
    columns = min(count, columns)
    rows = math.ceil(count / columns)
    height = height or options.panel_height
    if narrow and not isinstance(height, list):
        height = min(height, 0.65 * options.panel_height)
    heights = height if isinstance(height, list) else [height] * rows
    figure, grid = pyplot.subplots(
        rows,
        columns,
        figsize=(options.width, sum(heights) + 0.15),
        height_ratios=heights,
        squeeze=False,
        layout="constrained",
    )
    panels = list(grid.flat)
    for axes in panels[count:]:
        axes.remove()
    figure.margins = [0.0, 0.0]  # inches of the legend above the panels and of the note below
    figure.panel_inches = sum(heights) + 0.15
    # Rows of bars are as high as their bars require.
    plain = options.style == "column" and max(heights) <= options.panel_height
    figure.most_inches = rows * MOST_ROW if plain else math.inf
    return figure, panels[:count]


def pick_panels(panels, most=MOST_PANELS, has_points=None):
    """What fits a page of many panels, evenly picked with the first and the last, and a sentence about that.

    @param panels {title: what a panel shows}
    @param has_points function from a title to the point of a sweep that it has behind a name: all panels of a point
        are picked or none, and those of a name stand together; None: each panel alone
    """
    if len(panels) <= most:
        return panels, ""
    points = {}
    for title in panels:
        points.setdefault(has_points(title) if has_points else title, []).append(title)
    count = max(most * len(points) // len(panels), 1)
    names = list(points)
    if count < len(names):
        names = [names[i * (len(names) - 1) // max(count - 1, 1)] for i in range(count)]
    titles = [title for name in names for title in points[name]][:most]
    if has_points:
        order = list(dict.fromkeys(title.removesuffix(has_points(title)) for title in panels))
        titles.sort(key=lambda title: order.index(title.removesuffix(has_points(title))))
    left_out = f"{len(titles)} of {len(panels)} panels; --where chooses."
    return {title: panels[title] for title in titles}, left_out


def point_of(title):
    """The point of a sweep in a title such as 'job, load 0.4, sources 2'."""
    return title.partition(", ")[2]


def hold_keys(results, options, key):
    """Keeps the first values of the swept keys beside that of an axis, if a panel had too many lines otherwise.

    @return a sentence about that, or nothing
    """
    name_line = result_tables.lines_of(results, options.groups, key)
    lines = {name_line(row) for row in results.rows("summary.csv")} - {None}
    points = results.points([key])
    if options.groups or len(lines) <= MOST_LINES or len(points) < 2:
        return ""
    title, point = next(iter(points.items()))
    results.where = {**results.where, **point}
    return f"Of {title}; --where chooses another."


def set_margins(figure, above=0.0, below=0.0):
    """Makes room in inches above and below the panels."""
    figure.margins = [figure.margins[0] + above, figure.margins[1] + below]
    above, below = figure.margins
    height = min(figure.panel_inches + above + below, max(figure.most_inches, above + below + 1))
    figure.set_figheight(height)
    figure.get_layout_engine().set(rect=(0, below / height, 1, 1 - (above + below) / height))


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
    set_margins(figure, above=(1.45 * lines + 0.4) * options.letters / 72)
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
    point = f"Of {options.point}." if options.point else ""
    text = textwrap.fill(" ".join(filter(None, [point, *sentences])), int(options.width * 72 / (0.56 * letters)))
    set_margins(figure, below=(1.25 * (text.count("\n") + 1) + 0.6) * letters / 72)
    inches = figure.dpi_scale_trans
    figure.text(0.03, 0.3 * letters / 72, text, va="bottom", fontsize=letters, color="0.25", transform=inches)


def share_axis(panels, name):
    """Gives all panels the same limits and the scale of the first one.

    The numbers and the label of the axis stand at the outer ones of these panels: x at the lowest of each
    column, y at the left of each row. @param name x or y
    """
    limits = [getattr(axes, f"get_{name}lim")() for axes in panels]
    low, high = min(map(min, limits)), max(map(max, limits))
    outer = {}  # column or row: place of its outer panel
    for axes in panels:
        axes.set(**{f"{name}lim": (low, high)})
        axis = getattr(axes, f"{name}axis")
        if axis.get_scale() == "log" and not getattr(axis, "own_ticks", False):
            set_log(axis)
        line, place = find_place(axes, name)
        outer[line] = max(outer.get(line, place), place)
    for axes in panels:
        line, place = find_place(axes, name)
        is_outer = place == outer[line]
        axes.tick_params(axis=name, which="both", **{"labelbottom" if name == "x" else "labelleft": is_outer})
        getattr(axes, f"{name}axis").label.set_visible(is_outer)


def find_place(axes, name):
    """Of an x axis the column and how low it is, of a y axis the row and how far to the left."""
    place = axes.get_subplotspec()
    row, column = place.rowspan.start, place.colspan.start
    return (column, row) if name == "x" else (row, -column)


def wrap_titles(figure, options):
    """Breaks titles that are longer than their panel is wide."""
    for axes in figure.axes:
        title = axes.get_title()
        place = getattr(axes, "get_subplotspec", lambda: None)()  # not of a bar of colours
        if title and place:
            room = (options.width * 72 - 5 * options.letters) / place.get_gridspec().ncols
            letters = int(room / (0.56 * options.letters))
            # A key stays beside its value if there is room.
            parts = (part if len(part) > letters else part.replace(" ", "\0") for part in title.split(", "))
            axes.set_title(textwrap.fill(", ".join(parts), letters).replace("\0", " "))


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


def set_bytes(axis, sizes=()):
    """A logarithmic axis in bytes. @param sizes shown; a few have a tick each"""
    axis.own_ticks = True
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_minor_formatter(NullFormatter())
    sizes = sorted(set(sizes))
    if 1 <= len(sizes) <= 4:
        axis.set_ticks(sizes, [format_bytes(size) for size in sizes])
        axis.set_minor_locator(NullLocator())
        if len(sizes) == 1:
            axis.axes.set(**{f"{axis.axis_name}lim": (sizes[0] / 2, sizes[0] * 2)})
        return
    if sizes and all(size % 1024 == 0 for size in sizes):
        axis.set_major_locator(LogLocator(base=16 if sizes[-1] > 512 * sizes[0] else 4))
        axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: format_bytes(value)))


def place_values(axes, values, options):
    """{value of a swept key: its place on the horizontal axis}, which has the values themselves as ticks."""
    xs = result_tables.sort_values(values)
    numbers = list(map(result_tables.to_number, xs))
    columns = axes.get_gridspec().ncols
    most = 4 if columns > options.columns else 6
    if None in numbers:
        axes.set_xticks(range(len(xs)), [shorten(x, 56 // max(len(xs), most)) for x in xs])
        axes.set_xlim(-0.4, len(xs) - 0.6)
        return {x: i for i, x in enumerate(xs)}
    gaps = [b - a for a, b in zip(numbers, numbers[1:])]
    if gaps and numbers[0] > 0 and max(gaps) > 3 * min(gaps):
        axes.set_xscale("log")
    letters = (options.width * 72 / columns / options.letters - 5) / 0.62  # along the axis
    most = max(min(most, int(letters / (max(map(len, xs)) + 1))), 2)
    step = math.ceil(len(xs) / most)
    axes.set_xticks(numbers[::step], xs[::step])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.own_ticks = True
    return dict(zip(xs, numbers))


def dodge(xs, place, count, log):
    """Places of the marks of one of several lines, whose whiskers then stand side by side.

    @param xs ascending numbers @param place of the line @param log whether the axis is logarithmic
    """
    if count < 2 or len(xs) < 2:
        return list(xs)
    at = [math.log(x) for x in xs] if log else list(xs)
    nearest = min(b - a for a, b in zip(at, at[1:]))
    shift = (place - (count - 1) / 2) * min(0.4 * nearest / count, 0.018 * (at[-1] - at[0]))
    return [x * math.exp(shift) if log else x + shift for x in xs]


def mark_few(axes, place, points):
    """Hollow marks of one of several lines, whose values have too few messages."""
    if points:
        axes.plot(*zip(*points), MARKERS[place % 8], color=COLOURS[place % 8], markerfacecolor="white", zorder=3)


def draw_distribution(axes, values, label, **look):
    """The share of values, in percent, that are at most as large as x. @param values ascending"""
    x, y = [], []
    for i, value in enumerate(values):
        if i + 1 == len(values) or values[i + 1] != value:
            x.append(value)
            y.append(100 * (i + 1) / len(values))
    points = min(len(x), MOST_POINTS)
    places = [(len(x) - 1) * k // max(points - 1, 1) for k in range(points)]
    x, y = [x[k] for k in places], [y[k] for k in places]
    axes.step([x[0], *x], [0, *y], where="post", label=label, **look)


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
