# SPDX-License-Identifier: GPL-2.0-only
"""What decides: in how many variants each order of the base holds, and which of them turn it."""

import result_tables
from report_parts.pieces import section, table, tabs, text

BASE = {"variation": "as it is", "setting": ""}
FILE = "what-decides.csv"
LISTED = ("turned", "open", "decided")


def is_there(results):
    """Whether the sweep is one of --what-decides."""
    return (results.folder / FILE).exists()


def name_variant(row):
    """A setting and its value."""
    return ", ".join(part for part in (row["variation"], row["setting"]) if part)


def read(results):
    """{job: {(fabric, other): rows, the base first}} and the rows of what was not run."""
    rows = result_tables.read_table(results.folder / FILE)
    jobs = {job: {} for job in result_tables.jobs_to_compare(rows)}
    for row in rows:
        if row["job"] in jobs:
            jobs[row["job"]].setdefault((row["fabric"], row["other"]), []).append(row)
    return jobs, [row for row in rows if row["state"] != "run"]


def split(rows):
    """Row of the base, rows of variants."""
    base = [row for row in rows if not row["variation"]]
    return (base[0] if base else None), [row for row in rows if row["variation"]]


def has_order(row):
    """Whether one fabric is before the other in the base."""
    return row is not None and row["verdict"] == "holds"


def change(row):
    """How the second time is away from the first, and its range over the draws."""
    if not row["ratio"]:
        return "-"
    middle, least, most = (100 * (float(row[k]) - 1) for k in ("ratio", "least_ratio", "greatest_ratio"))
    return f"{middle:+.1f} % [{least:+.1f} to {most:+.1f}]"


def build_orders(pairs):
    """A row per pair of one job."""
    rows = []
    for (fabric, other), found in pairs.items():
        base, variants = split(found)
        if base is None:
            continue
        kept = sum(row["verdict"] == ("holds" if has_order(base) else "open") for row in variants)
        what = "before" if has_order(base) else "and"
        lines = [
            f"<li>{verdict}: {text(name_variant(row))} ({row['before']} of {row['draws']}, {change(row)})</li>"
            for verdict in LISTED
            for row in variants
            if row["verdict"] == verdict and (has_order(base) or verdict == "decided")
        ]
        rows.append(
            f"<tr><th>{text(fabric)} {what} {text(other)}</th><td>{base['before']} of {base['draws']}, "
            f"{change(base)}</td><td><b>{kept} of {len(variants)}</b></td><td><ul>{''.join(lines)}</ul></td></tr>"
        )
    head = "<tr><th>Order</th><th>In the base</th><th>Stays so in</th><th>Variants that change it</th></tr>"
    return table("reasons", [head, *rows]) if rows else ""


def build(results):
    """The section."""
    jobs, rest = read(results)
    parts = {("all jobs" if job == "all" else job): build_orders(pairs) for job, pairs in jobs.items()}
    parts = {name: body for name, body in parts.items() if body}
    body = tabs("decides", parts) if parts else ""
    if rest:
        lines = "".join(
            f"<li>{text(row['state'])}: {text(name_variant(row))}: {text(row['reason'])}</li>" for row in rest
        )
        body += f"<h3>Not run</h3><ul>{lines}</ul>"
    intro = (
        "One setting is varied at a time, with the same seeds. An order counts if 80 % of the draws "
        "have it. Percentages say how much longer the second fabric takes: median and range of the draws."
    )
    return section("decides", "What decides", body, intro)
