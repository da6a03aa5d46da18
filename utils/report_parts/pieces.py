# SPDX-License-Identifier: GPL-2.0-only
"""Pieces of the page: numbers as text, tables, and charts as inline SVG that can be hovered."""

import html
import math

import result_tables

# Okabe and Ito's colours, which most colour-blind people tell apart, and four of Tol's.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#8C8C00"]
COLOURS += ["#882255", "#44AA99", "#DDCC77", "#AA4499"]
DASHES = ["", "6 3", "7 2 2 2", "2 2"]
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


def short(value):
    """A number at an axis: 20k, 5M."""
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= 10 * factor or (abs(value) >= factor and factor > 1e3):
            return f"{value / factor:g}{letter}"
    return f"{value:g}"


def ticks_of(low, high, log):
    """Round numbers from low to high."""
    if log:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        every = max(1, (last - first) // 6)
        marks = [10.0**k for k in range(first, last + 1, every)]
        if last - first <= 2:
            marks = [m * 10.0**k for k in range(first, last + 1) for m in (1, 2, 5)]
        return [mark for mark in marks if low * 0.999 <= mark <= high * 1.001]
    span = (high - low) or 1
    step = 10 ** math.floor(math.log10(span / 4))
    step *= next(m for m in (1, 2, 5, 10) if span / (step * m) <= 5)
    first = math.ceil(low / step - 1e-9)
    return [step * k for k in range(first, int(math.floor(high / step + 1e-9)) + 1)]


class Axis:
    """From values to places on the picture."""

    def __init__(self, values, begin, end, log=None, zero=True):
        values = list(values)
        self.low, self.high = min(values), max(values)
        positive = self.low > 0
        wide = positive and self.high > WIDE_RANGE * self.low
        self.log = wide if log is None else log and positive
        if not self.log and zero:
            self.low = min(self.low, 0.0)
        if self.high <= self.low:
            self.high = self.low * 1.1 if self.log else self.low + 1
        self.begin, self.end = begin, end
        self.ticks = ticks_of(self.low, self.high, self.log)

    def at(self, value):
        """Where it is drawn."""
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)


def svg(width, height, body, what, kind=""):
    """A picture as wide as its panel. @param what it shows @param kind further class of the style"""
    box = f'viewBox="0 0 {width} {height}" role=img aria-label="{text(what)}"'
    return f'<svg class="chart {kind}" {box}>{body}</svg>'


def grid(x, y, x_label, y_label, width, height, x_names=None, left=62):
    """Axes with their numbers."""
    parts = []
    for mark in y.ticks:
        at = y.at(mark)
        parts.append(f'<line class=grid x1={left} x2={width - 12} y1={at:.1f} y2={at:.1f} />')
        parts.append(tick(left - 6, at + 4, short(mark), "end"))
    names = x_names or [(mark, short(mark)) for mark in x.ticks]
    bottom = height - 40
    for mark, name in names:
        at = x.at(mark)
        parts.append(f'<line class=grid x1={at:.1f} x2={at:.1f} y1=10 y2={bottom} />')
        parts.append(tick(at, bottom + 16, name))
    middle = (left + width - 12) / 2
    parts.append(label(middle, height - 6, x_label))
    parts.append(
        f'<text class=label transform="translate(14 {(bottom + 10) / 2}) rotate(-90)" '
        f"text-anchor=middle>{text(y_label)}</text>"
    )
    return "".join(parts)


def line_chart(series, x_label, y_label, log_x=None, log_y=None, steps=False, x_names=None, tips=None,
               dots=True, height=300):
    """Lines with points. @param series {name: [(x, y) or (x, y, low, high)]} @param tips of a point"""
    width = 600
    xs = [p[0] for points in series.values() for p in points]
    ys = [value for points in series.values() for p in points for value in p[1:] if value is not None]
    middles = [p[1] for points in series.values() for p in points]
    if log_y is None and max(middles) < WIDE_RANGE * min(ys):
        log_y = False
    x = Axis(xs, 72, width - 26, log_x, zero=x_names is None and not steps)
    y = Axis(ys, height - 40, 14, log_y)
    parts = [grid(x, y, x_label, y_label, width, height, x_names)]
    for i, (name, points) in enumerate(series.items()):
        places = [(x.at(p[0]), y.at(p[1])) for p in points]
        if steps:
            places = [q for a, b in zip(places, places[1:]) for q in (a, (b[0], a[1]))] + places[-1:]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        drawn = [f'<polyline points="{path}" stroke="{colour(i)}" stroke-dasharray="{dash(i)}" />']
        for p in points:
            a, b = x.at(p[0]), y.at(p[1])
            if len(p) == 4 and p[2] is not None:
                top, bottom = y.at(p[3]), y.at(max(p[2], y.low))
                drawn.append(
                    f'<line x1={a:.1f} x2={a:.1f} y1={top:.1f} y2={bottom:.1f} stroke="{colour(i)}" />'
                )
            tip = tips(name, p) if tips else f"{name}: {y_label} {p[1]:g} at {x_label} {p[0]:g}"
            seen = "" if dots else " class=hidden"
            drawn.append(
                f'<circle{seen} cx={a:.1f} cy={b:.1f} r=3.5 fill="{colour(i)}" data-tip="{text(tip)}" />'
            )
        parts.append(f'<g class="line s{i}">{"".join(drawn)}</g>')
    return legend(list(series)) + svg(width, height, "".join(parts), f"{y_label} against {x_label}")


def bar_chart(bars, what, unit, ideal=None):
    """Bars from the left. @param bars [(name, value or None, low, high, tip)] @param ideal a mark"""
    values = [bar[3] for bar in bars if bar[1] is not None] + ([ideal] if ideal else [])
    shown, length = result_tables.scale(unit, max(values, default=1))
    longest = min(30, max(len(bar[0]) for bar in bars))
    left = 20 + 7.2 * longest
    width, step = 600, 26
    height = step * len(bars) + 54
    middles = [bar[1] / length for bar in bars if bar[1]]
    log = bool(middles) and max(middles) > WIDE_RANGE * min(middles)
    lows = [end / length for bar in bars if bar[1] for end in bar[1:3] if end > 0]
    right = width - (150 if any(bar[1] is not None and bar[3] > bar[2] for bar in bars) else 74)
    axis = Axis(
        [(v or 0) / length for v in values] + ([min(lows) / 2] if log else []), left, right, log
    )
    parts = []
    bottom = step * len(bars) + 12
    for mark in axis.ticks:
        at = axis.at(mark)
        parts.append(f'<line class=grid x1={at:.1f} x2={at:.1f} y1=6 y2={bottom} />')
        parts.append(tick(at, bottom + 16, short(mark)))
    for i, (name, value, least, most, tip) in enumerate(bars):
        top = 8 + step * i
        parts.append(tick(left - 6, top + 15, cut(name), "end"))
        if value is None:
            parts.append(tick(left + 6, top + 15, tip, "start"))
            continue
        end = axis.at(value / length) if value > 0 or not log else left
        fill = colour(i) if len(bars) <= 8 else COLOURS[0]
        parts.append(
            f'<rect x={left} y={top + 2} width={max(end - left, 1):.1f} height={step - 8} fill="{fill}" '
            f'data-tip="{text(tip)}" />'
        )
        far = end
        if most > least:
            a, far = axis.at(max(least / length, axis.low)), axis.at(most / length)
            y = top + step / 2 - 2
            ends = f"M{a:.1f} {y - 4}v8M{far:.1f} {y - 4}v8"
            parts.append(f'<path class=range d="M{a:.1f} {y}H{far:.1f}{ends}" />')
        # What stands behind a whisker could be read as its end.
        number_text = number(value, unit) if most <= least else f"median {number(value, unit)}"
        parts.append(tick(max(end, far) + 5, top + 15, number_text, "start"))
    if ideal:
        at = axis.at(ideal / length)
        tip = text(f"ideal: {number(ideal, unit)}")
        parts.append(f'<line class=ideal x1={at:.1f} x2={at:.1f} y1=4 y2={bottom} data-tip="{tip}" />')
    caption = f"{what} ({shown})" if shown else what
    parts.append(label((left + right) / 2, height - 4, caption))
    return svg(width, height, "".join(parts), what)


def stacked_bars(groups, names, unit, what):
    """Bars of parts. @param groups {bar: {name: value}} @param names of the parts, in order"""
    shown, length = result_tables.scale(unit, max(sum(parts.values()) for parts in groups.values()))
    longest = min(30, max(map(len, groups)))
    left = 20 + 7.2 * longest
    width, step = 600, 30
    height = step * len(groups) + 54
    axis = Axis([sum(parts.values()) / length for parts in groups.values()], left, width - 30, False)
    bottom = step * len(groups) + 12
    parts = []
    for mark in axis.ticks:
        at = axis.at(mark)
        parts.append(f'<line class=grid x1={at:.1f} x2={at:.1f} y1=6 y2={bottom} />')
        parts.append(tick(at, bottom + 16, short(mark)))
    for i, (bar, values) in enumerate(groups.items()):
        top = 10 + step * i
        parts.append(tick(left - 6, top + 15, cut(bar), "end"))
        begin = 0.0
        whole = sum(values.values())
        for k, name in enumerate(names):
            value = values.get(name, 0.0)
            if value <= 0:
                continue
            a, b = axis.at(begin / length), axis.at((begin + value) / length)
            tip = f"{bar}: {name} {number(value, unit)}, {100 * value / whole:.1f} %"
            fill = "#d0d0d0" if name == "idle" else colour(k)
            parts.append(
                f'<rect class=s{k} x={a:.1f} y={top} width={max(b - a, 0.5):.1f} height={step - 8} '
                f'fill="{fill}" data-tip="{text(tip)}" />'
            )
            begin += value
    parts.append(label((left + width - 30) / 2, height - 4, f"{what} ({shown})"))
    idle = f'fill="{colour(len(names) - 1)}"/></svg>idle'
    chips = legend(names, "area").replace(idle, 'fill="#d0d0d0"/></svg>idle')
    return chips + svg(width, height, "".join(parts), what)
