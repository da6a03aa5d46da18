# SPDX-License-Identifier: GPL-2.0-only
"""Pieces of the page: numbers as text, tables, bars, and the data of charts."""

import html
import json
import math

import result_tables

# Okabe and Ito's colours, which most colour-blind people tell apart, and four of Tol's.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#8C8C00"]
COLOURS += ["#882255", "#44AA99", "#DDCC77", "#AA4499"]
DASHES = ["", "6 3", "7 2 2 2", "2 2"]
HOW_TO_USE = "Drag over a chart to zoom, click it twice to see all of it again; a click on a name hides its line."
WIDE_RANGE = 20  # greatest over least value from which an axis is logarithmic


def text(value):
    """Any value as text of the page."""
    return html.escape(str(value), quote=True)


def colour(i):
    """Of the i-th of many."""
    return COLOURS[i % len(COLOURS)]


def dash(i):
    """Dashes of the i-th line: 48 lines differ."""
    return DASHES[(i // len(COLOURS)) % len(DASHES)]


def number(value, unit=""):
    """A number with its unit, of three digits or all that an integer has."""
    if value == 0:
        return "0"
    if unit in ("ns", "B", "bit/s"):
        unit, length = result_tables.scale(unit, value)
        value /= length
    if unit == "%":
        digits = f"{value:.1f}"
    elif float(value).is_integer() and unit not in ("s", "ms", "us", "ns", "GB", "MB", "kB"):
        digits = f"{int(value):,}".replace(",", "\u2009")
    elif abs(value) >= 100:
        digits = f"{value:.0f}"
    else:
        digits = f"{value:#.3g}".removesuffix(".")
    return f"{digits}\u00a0{unit}" if unit else digits


def section(anchor, title, body, intro=""):
    """A part of the page; nothing if it has nothing to show."""
    if not body:
        return ""
    intro = f"<p class=intro>{intro}</p>" if intro else ""
    return f'<section id="{anchor}"><h2>{text(title)}</h2>{intro}{body}</section>\n'


def table(kind, rows):
    """A table that scrolls by itself if it is too wide.

    @param kind class of the style
    @param rows the first is the head, which each page repeats in print
    """
    head, *rest = rows
    body = f"<thead>{head}</thead><tbody>{''.join(rest)}</tbody>"
    return f'<div class=scroll><table class="{kind}">{body}</table></div>'


def cut(name, most=30):
    """A name of at most so many letters, cut in the middle."""
    half = most // 2 - 1
    return name if len(name) <= most else name[:half] + ".." + name[-half:]


def tick(x, y, name, anchor="middle"):
    """A small text in a picture."""
    return f'<text class=tick x={x:.1f} y={y:.1f} text-anchor={anchor}>{text(name)}</text>'


def label(x, y, name):
    """What an axis shows."""
    return f'<text class=label x={x:.1f} y={y:.1f} text-anchor=middle>{text(name)}</text>'


def panel(title, body, wide=False, note=""):
    """A chart or table with a title, beside others if there is room."""
    note = f"<p class=note>{note}</p>" if note else ""
    kind = "panel wide" if wide else "panel"
    return f'<figure class="{kind}"><figcaption>{text(title)}</figcaption>{body}{note}</figure>\n'


def tabs(group, parts):
    """One part at a time where there are several, all of them in print. @param parts {name: body}"""
    if len(parts) == 1:
        return next(iter(parts.values()))
    buttons = "".join(
        f'<button type=button data-tab="{group}-{i}">{text(name)}</button>' for i, name in enumerate(parts)
    )
    bodies = "".join(
        f'<div class=tab id="{group}-{i}"><h3 class=print>{text(name)}</h3>{body}</div>'
        for i, (name, body) in enumerate(parts.items())
    )
    return f"<div class=tabs><div class=buttons>{buttons}</div>{bodies}</div>"


def legend(names, kind="line"):
    """Colours and names; a click hides and shows what they are of."""
    if len(names) < 2:
        return ""
    chips = []
    for i, name in enumerate(names):
        look = f'stroke="{colour(i)}" stroke-width=3 stroke-dasharray="{dash(i)}"'
        mark = f"<line x1=1 x2=21 y1=6 y2=6 {look} />"
        if kind == "area":
            mark = f'<rect x=4 width=14 height=12 fill="{colour(i)}"/>'
        chips.append(f'<span data-series="{i}"><svg width=22 height=12>{mark}</svg>{text(name)}</span>')
    return f'<div class=legend>{"".join(chips)}</div>'


def ticks_of(low, high):
    """Round numbers from low to high."""
    span = (high - low) or 1
    step = 10 ** math.floor(math.log10(span / 4))
    step *= next(m for m in (1, 2, 5, 10) if span / (step * m) <= 5)
    first = math.ceil(low / step - 1e-9)
    return [step * k for k in range(first, int(math.floor(high / step + 1e-9)) + 1)]


def svg(width, height, body, what, kind=""):
    """A picture as wide as its panel. @param what it shows @param kind further class of the style"""
    box = f'viewBox="0 0 {width} {height}" role=img aria-label="{text(what)}"'
    return f'<svg class="chart {kind}" {box}>{body}</svg>'


def line_chart(series, x_label, y_label, log_x=True, log_y=True, steps=False, x_names=None, dots=True):
    """A chart of uPlot, which the script of the page draws.

    @param series {name: [(x, y) or (x, y, low, high)]}
    @param log_x, log_y False: linear; else logarithmic if the greatest value is 20 times the least or more
    @param x_names [(x, name)] of the horizontal axis
    """
    xs = [p[0] for points in series.values() for p in points]
    ys = [value for points in series.values() for p in points for value in p[1:] if value is not None]
    plot = {
        "x": x_label, "y": y_label, "steps": steps, "dots": dots, "names": x_names,
        "logX": log_x is not False and is_wide(xs), "logY": log_y is not False and is_wide(ys),
        "series": [
            {"name": name, "colour": colour(i), "dash": [int(n) for n in dash(i).split()],
             "points": [[float(f"{value:.9g}") for value in p if value is not None] for p in points]}
            for i, (name, points) in enumerate(series.items())
        ],
    }
    data = json.dumps(plot, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f'<div class=plot><script type="application/json">{data}</script></div>'


def is_wide(values):
    """Whether numbers are better seen on a logarithmic axis."""
    return min(values) > 0 and max(values) > WIDE_RANGE * min(values)


def bar(name, parts, shown, tip, marks=""):
    """A line of a bar chart. @param parts [(percent, colour, class, tip)] @param shown behind the bar"""
    pieces = "".join(
        f'<i class="{kind}" style="width:{percent:.3f}%;background:{fill}" data-tip="{text(about)}"></i>'
        for percent, fill, kind, about in parts
    )
    return (
        f'<div class=bar><span class=name>{text(name)}</span><span class=track data-tip="{text(tip)}">'
        f"{pieces}{marks}</span><span class=value>{shown}</span></div>"
    )


def bar_chart(bars, unit, ideal=None):
    """Bars from the left. @param bars [(name, value or None, low, high, tip)] @param ideal a mark"""
    most = max([entry[3] for entry in bars if entry[1] is not None] + ([ideal] if ideal else []), default=1) or 1
    lines = []
    for i, (name, value, least, greatest, tip) in enumerate(bars):
        marks = ""
        if ideal:
            about = text(f"ideal: {number(ideal, unit)}")
            marks += f'<b class=ideal style="left:{100 * ideal / most:.3f}%" data-tip="{about}"></b>'
        if value is None:
            lines.append(bar(name, [], text(tip), tip, marks))
            continue
        if greatest > least:
            left, width = 100 * least / most, 100 * (greatest - least) / most
            marks += f'<b class=range style="left:{left:.3f}%;width:{width:.3f}%"></b>'
        fill = colour(i) if len(bars) <= 8 else COLOURS[0]
        shown = number(value, unit) + (" <small>median</small>" if greatest > least else "")
        lines.append(bar(name, [(100 * value / most, fill, "", tip)], shown, tip, marks))
    return f'<div class=bars>{"".join(lines)}</div>'


def stacked_bars(groups, names, unit):
    """Bars of parts. @param groups {bar: {name: value}} @param names of the parts, in order"""
    most = max(sum(parts.values()) for parts in groups.values()) or 1
    lines = []
    for title, values in groups.items():
        whole = sum(values.values())
        parts = []
        for k, name in enumerate(names):
            value = values.get(name, 0.0)
            if value > 0:
                tip = f"{title}: {name} {number(value, unit)}, {100 * value / whole:.1f} %"
                parts.append((100 * value / most, "#d0d0d0" if name == "idle" else colour(k), f"s{k}", tip))
        lines.append(bar(title, parts, number(whole, unit), title))
    idle = f'fill="{colour(len(names) - 1)}"/></svg>idle'
    chips = legend(names, "area").replace(idle, 'fill="#d0d0d0"/></svg>idle')
    return f'{chips}<div class=bars>{"".join(lines)}</div>'
