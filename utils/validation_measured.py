# SPDX-License-Identifier: GPL-2.0-only
"""validate --measured: published tables beside what the simulator obtains."""

from published_tables import UNITS, get_errors, obtain_all, read_tables, show_number, show_size

GOAL_WORST = 25  # per cent


def print_table(table, obtained, out):
    """The rows of a table; * marks those that gave constants. Returns (row, value, error)."""
    out.write(f"{table.name}: {table.operation}\n")
    for key, text in table.texts.items():
        out.write(f"  {key}: {text}\n")
    found = []
    for row, value in zip(table.rows, obtained):
        error = value / row.value - 1
        found.append((row, value, error))
        size = show_size(row.size) + ("*" if row.fitted else "")
        unit = UNITS[table.unit]
        line = f"  {size:>10}  published {show_number(row.value):>8} {unit}"
        line += f"  obtained {show_number(value):>8} {unit}  {100 * error:+7.1f} %"
        out.write(f"{line}  {' '.join(row.settings)}".rstrip() + "\n")
    median, worst = get_errors(error for _, _, error in found)
    out.write(f"  {len(found)} points, median error {median:.1f} %, worst {worst:.1f} %\n\n")
    out.flush()
    return found


def to_rows(results):
    """As cases have them in validate.py: case, quantity, expected, source, obtained, verdict."""
    rows = []
    for table, found in results:
        source = table.texts.get("source", "")
        for row, value, error in found:
            kind = "fitted" if row.fitted else "predicted"
            quantity = ", ".join((f"{kind}: {show_size(row.size)}", *row.settings))
            texts = [f"{show_number(number)} {UNITS[table.unit]}" for number in (row.value, value)]
            rows.append((table.name, quantity, texts[0], source, texts[1], f"{100 * error:+.1f} %"))
        rows += to_summary(table.name, "", [error for _, _, error in found])
    for kind, chosen in by_use(results).items():
        rows += to_summary("all", f"{kind}: " if kind != "all" else "", [row[3] for row in chosen])
    return rows


def to_summary(case, kind, errors):
    median, worst = get_errors(errors)
    return [
        (case, f"{kind}points", "", "", str(len(errors)), ""),
        (case, f"{kind}median error", "", "", f"{median:.1f} %", ""),
        (case, f"{kind}worst error", "", "", f"{worst:.1f} %", ""),
    ]


def by_use(results):
    """(table, row, value, error) of all rows, of those that gave constants, and of those left out."""
    rows = [(table, *found) for table, values in results for found in values]
    kinds = {
        "all": rows,
        "fitted": [row for row in rows if row[1].fitted],
        "predicted": [row for row in rows if not row[1].fitted],
    }
    return {name: chosen for name, chosen in kinds.items() if chosen}


def print_totals(results, out):
    """Median and worst error of all rows, of those that gave constants, and of those left out."""
    kinds = by_use(results)
    out.write(f"{len(kinds['all'])} points of {len(results)} tables\n")
    for name, chosen in kinds.items():
        median, worst = get_errors(row[3] for row in chosen)
        out.write(f"{name:10} {len(chosen):4}: median {median:5.1f} %, worst {worst:6.1f} %\n")
    off = [row for row in kinds["all"] if abs(100 * row[3]) > GOAL_WORST]
    out.write(f"above {GOAL_WORST} %: {len(off)} rows\n")
    for table, row, _, error in off:
        extra = f", {' '.join(row.settings)}" if row.settings else ""
        out.write(f"  {table.name}, {show_size(row.size)}{extra}: {100 * error:+.1f} %\n")


def validate_measured(patterns, runner, out):
    """Prints the tables whose names match. Returns their rows, see to_rows()."""
    results = []
    for table, obtained in obtain_all(read_tables(patterns), runner):
        results.append((table, print_table(table, obtained, out)))
    print_totals(results, out)
    return to_rows(results)
