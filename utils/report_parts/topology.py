# SPDX-License-Identifier: GPL-2.0-only
"""The topology with hot links: a drawing per fabric, coloured by how busy links were."""

import result_tables
from report_parts.pieces import number, panel, section, svg, table, tabs, text, tick

MAX_DRAWN = 3000  # links; of more those between switches
HEAT = [(0.0, (217, 217, 217)), (0.3, (158, 202, 225)), (0.6, (230, 159, 0))]
HEAT += [(0.8, (213, 94, 0)), (1.0, (127, 0, 0))]


def heat(share):
    """From grey over blue and orange to dark red. @param share in [0, 1]"""
    share = min(max(share, 0.0), 1.0)
    for (a, low), (b, high) in zip(HEAT, HEAT[1:]):
        if share <= b:
            part = (share - a) / (b - a)
            return "#%02x%02x%02x" % tuple(round(x + part * (y - x)) for x, y in zip(low, high))
    return "#7f0000"


def describe(link):
    """What is said of a link when it is hovered."""
    parts = []
    for row in link.directions:
        held = float(row["pfc_pause_ns"]) + float(row["credit_stall_ns"])
        more = f", held back {number(held, 'ns')}" if held else ""
        more += f", {row['lost_packets']} packets lost" if int(row["lost_packets"]) else ""
        parts.append(
            f"{row['from']} to {row['to']}: busy {row['busy_percent']} %, "
            f"{number(int(row['packets']))} packets, "
            f"largest queue {number(int(row['largest_queue_bytes']), 'B')}{more}"
        )
    return "\n".join(parts)


def busy_of(link):
    """Of the busier direction, in %."""
    return max(float(row["busy_percent"]) for row in link.directions)


def draw(links):
    """The picture of one fabric."""
    places = result_tables.place_nodes(links)
    shown = links
    if len(links) > MAX_DRAWN:
        shown = [link for link in links if not any(link.hosts)]
        kept = {end for link in shown for end in link.ends}
        places = {node: place for node, place in places.items() if node in kept}
    width, height = 1000, 420
    on_circle = len({y for _, y in places.values()}) > 6
    height = 760 if on_circle else height

    def at(node):
        x, y = places[node]
        return 24 + x * (width - 48), height - 34 - y * (height - 68)

    thin = 2.6 if len(shown) <= 150 else 1.2
    parts = []
    for link in sorted(shown, key=busy_of):
        (a, b), (c, d) = at(link.ends[0]), at(link.ends[1])
        parts.append(
            f'<line x1={a:.1f} y1={b:.1f} x2={c:.1f} y2={d:.1f} stroke="{heat(busy_of(link) / 100)}" '
            f'stroke-width={thin} data-tip="{text(describe(link))}" />'
        )
    hosts = {e for link in shown for e, h in zip(link.ends, link.hosts) if h}
    rows = {}
    for node, (_, y) in places.items():
        rows.setdefault(round(y, 3), []).append(node)
    for nodes in rows.values():
        longest = max(len(node.removeprefix("host")) for node in nodes)
        has_room = longest * 8 + 4 < (width - 48) / len(nodes)
        for node in nodes:
            x, y = at(node)
            is_host = node in hosts
            if is_host:
                parts.append(f'<circle class=node cx={x:.1f} cy={y:.1f} r=3 data-tip="{text(node)}" />')
            else:
                place = f"x={x - 5:.1f} y={y - 5:.1f} width=10 height=10"
                parts.append(f'<rect class=node {place} data-tip="{text(node)}" />')
            name = node.removeprefix("host") if is_host else node
            if has_room and not on_circle:
                move = 18 if is_host else -10
                parts.append(tick(x, y + move, name))
            elif on_circle and not is_host:
                parts.append(tick(x + 8, y - 8, name, "start"))
    return f'<div class=scroll>{svg(width, height, "".join(parts), "topology", "topology")}</div>'


def list_hottest(links):
    """A table of the links that were busiest."""
    rows = [row for link in links for row in link.directions]
    rows.sort(key=lambda row: -float(row["busy_percent"]))
    cells = []
    for row in rows[:8]:
        cells.append(
            f"<tr><th>{text(row['from'])} to {text(row['to'])}</th><td>{row['busy_percent']} %</td>"
            f"<td>{number(int(row['largest_queue_bytes']), 'B')}</td>"
            f"<td>{number(float(row['pfc_pause_ns']), 'ns')}</td>"
            f"<td>{number(float(row['credit_stall_ns']), 'ns')}</td>"
            f"<td>{number(int(row['packets']))}</td></tr>"
        )
    names = ("Link", "busy", "largest queue", "PFC pause", "credit stall", "packets")
    head = "".join(f"<th>{name}</th>" for name in names)
    return table("numbers", [f"<tr>{head}</tr>", *cells])


def build(results):
    """The section."""
    networks = result_tables.read_links(results)
    parts = {}
    for fabric in results.fabrics:
        links = networks.get(fabric)
        if links and any(int(row["packets"]) for link in links for row in link.directions):
            scale = "".join(
                f'<rect x={20 * i} width=20 height=10 fill="{heat(i / 10)}"/>' for i in range(11)
            )
            about = "a link has the colour of its busier direction"
            key = f"<p class=note>0 % <svg width=220 height=10>{scale}</svg> 100 % busy; {about}</p>"
            parts[fabric] = draw(links) + key + list_hottest(links)
    title = "Links by how busy they were over the whole run"
    body = panel(title, tabs("links", parts), wide=True) if parts else ""
    intro = text(results.say_typical()) if body else ""
    return section("topology", "Topology and hot links", body, intro)
