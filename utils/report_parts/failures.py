# SPDX-License-Identifier: GPL-2.0-only
"""What failures cost: by their kind, and fault by fault, from failures.csv of one draw."""

from report_parts.pieces import number, section, table, text

MOST_FAULTS = 40  # of each fabric that are shown one by one
COUNTS = ("lost_packets", "dropped_packets", "retransmitted_packets", "timeouts")
HEADS = ("lost", "dropped", "sent again", "timeouts")


def read(results):
    """{fabric: [(row, {job: ns stood still})]} of the faults of the typical draw, as they began."""
    faults = {}
    for row in results.rows("failures.csv", [results.typical]):
        fault = faults.setdefault(row["fabric"], {}).setdefault(row["failure"], (row, {}))
        fault[1][row["job"]] = float(row["standstill_ns"])
    return {fabric: list(found.values()) for fabric, found in results.in_order(faults).items()}


def show_counts(rows):
    """Cells of what packets met, summed over faults."""
    return "".join(f"<td>{number(sum(int(row[column]) for row in rows))}</td>" for column in COUNTS)


def show_kinds(fabric, faults, jobs):
    """Rows by kind: how often, what packets met, and how long each job stood still."""
    kinds = {}
    for fault in faults:
        kinds.setdefault(fault[0]["kind"], []).append(fault)
    for kind, found in kinds.items():
        still = "".join(
            f"<td>{number(sum(stood.get(job, 0.0) for _, stood in found), 'ns')}</td>" for job in jobs
        )
        yield (
            f"<tr><th>{text(fabric)}</th><th>{text(kind)}</th><td>{len(found)}</td>"
            f"{show_counts([row for row, _ in found])}{still}</tr>"
        )


def show_fault(fabric, row, stood, jobs):
    """A row of one fault."""
    begin, end = float(row["begin_ns"]), row["end_ns"]
    lasted = number(float(end) - begin, "ns") if end else "to the end"
    still = "".join(f"<td>{number(stood.get(job, 0.0), 'ns')}</td>" for job in jobs)
    return (
        f"<tr><th>{text(fabric)}</th><th>{text(row['kind'])}: {text(row['what'])}</th>"
        f"<td>{number(begin, 'ns')}</td><td>{lasted}</td>{show_counts([row])}{still}</tr>"
    )


def build(results):
    """The section."""
    fabrics = read(results)
    if not fabrics:
        return ""
    jobs = list(dict.fromkeys(job for found in fabrics.values() for _, stood in found for job in stood))
    names = "".join(f"<th>{name}</th>" for name in HEADS)
    names += "".join(f"<th>{text(job)} stood still</th>" for job in jobs)
    head = f"<tr><th>Fabric</th><th class=name>Failure</th><th>how often</th>{names}</tr>"
    rows = [row for fabric, faults in fabrics.items() for row in show_kinds(fabric, faults, jobs)]
    body = table("numbers", [head, *rows])
    head = f"<tr><th>Fabric</th><th class=name>Fault</th><th>began</th><th>lasted</th>{names}</tr>"
    shown = [
        show_fault(fabric, row, stood, jobs)
        for fabric, faults in fabrics.items()
        for row, stood in faults[:MOST_FAULTS]
    ]
    more = max(map(len, fabrics.values())) > MOST_FAULTS
    title = f"The first {MOST_FAULTS} faults of each fabric" if more else "Fault by fault"
    body += f"<h3>{title}</h3>" + table("numbers", [head, *shown])
    intro = "Packets, and the longest time after a fault in which no message of a job ended; sums over the"
    intro += " faults of a kind. Dropped and sent again count all packets until the next fault begins."
    return section("failures", "What failures cost", body, f"{intro} {text(results.say_typical())}")
