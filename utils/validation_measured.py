# SPDX-License-Identifier: GPL-2.0-only
"""validate --measured: published tables beside what the simulator obtains."""

import csv

from published_tables import UNITS, get_errors, obtain_all, read_tables, show_size

GOAL_MEDIAN = 10  # per cent
GOAL_WORST = 25
COLUMNS = ("table", "size", "settings", "use", "unit", "published", "obtained", "percent")


def show(value):
    """Four digits, without an exponent."""
    return f"{value:.{max(0, 3 - len(str(int(value))) + (value >= 1))}f}"


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
        line = f"  {size:>10}  published {show(row.value):>8} {unit}"
        line += f"  obtained {show(value):>8} {unit}  {100 * error:+7.1f} %"
        out.write(f"{line}  {' '.join(row.settings)}".rstrip() + "\n")
    median, worst = get_errors(error for _, _, error in found)
    out.write(f"  {len(found)} points, median error {median:.1f} %, worst {worst:.1f} %\n\n")
    out.flush()
    return found


def write_csv(results, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for table, found in results:
            for row, value, error in found:
                use = "fitted" if row.fitted else "predicted"
                cells = (table.name, row.size, " ".join(row.settings), use, table.unit, row.value)
                writer.writerow((*cells, show(value), f"{100 * error:.1f}"))


def print_totals(results, out):
    """Median and worst error of all rows, of those that gave constants, and of those left out."""
    rows = [(table, *found) for table, values in results for found in values]
    out.write(f"{len(rows)} points of {len(results)} tables\n")
    kinds = {
        "all rows": rows,
        "fitted *": [row for row in rows if row[1].fitted],
        "predicted": [row for row in rows if not row[1].fitted],
    }
    for name, chosen in kinds.items():
        if chosen:
            median, worst = get_errors(row[3] for row in chosen)
            out.write(f"{name:10} {len(chosen):4}: median {median:5.1f} %, worst {worst:6.1f} %\n")
    off = [row for row in rows if abs(100 * row[3]) > GOAL_WORST]
    out.write(f"above {GOAL_WORST} %: {len(off)} rows\n")
    for table, row, _, error in off:
        extra = f", {' '.join(row.settings)}" if row.settings else ""
        out.write(f"  {table.name}, {show_size(row.size)}{extra}: {100 * error:+.1f} %\n")


def validate_measured(patterns, runner, out, path=None):
    """Prints the tables whose names match, and writes them as CSV if there is a path."""
    tables = read_tables(patterns)
    results = []
    for table, obtained in obtain_all(tables, runner):
        results.append((table, print_table(table, obtained, out)))
    print_totals(results, out)
    if path:
        write_csv(results, path)
