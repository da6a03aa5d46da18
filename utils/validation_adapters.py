# SPDX-License-Identifier: GPL-2.0-only
"""Case 15: what adapters take for messages, beside published tables of perftest."""

from published_tables import UNITS, get_errors, obtain_all, read_tables, show_size

GOAL_MEDIAN = 10  # per cent
GOAL_WORST = 25


def check_adapters(bench):
    """Case 15: messages by size, one set of constants for each adapter."""
    errors = {"fitted": [], "predicted": []}
    for table, obtained in obtain_all(read_tables(["connectx-[5-8]-*"]), bench.runner):
        for row, value in zip(table.rows, obtained):
            kind = "fitted" if row.fitted else "predicted"
            errors[kind].append(value / row.value - 1)
            bench.within(
                f"15, {table.name}",
                f"{kind}: {show_size(row.size)}",
                row.value,
                GOAL_WORST / 100,
                value,
                UNITS[table.unit],
                table.texts["source"],
                3 if row.value < 1 else 2,
            )
    for kind, values in errors.items():
        median, worst = get_errors(values)
        bench.report("15", f"{kind}: rows", "", len(values), "", "all tables", 0)
        bench.check("15", f"{kind}: median error", None, GOAL_MEDIAN, median, "%", "goal", 1)
        bench.check("15", f"{kind}: greatest error", None, GOAL_WORST, worst, "%", "goal", 1)
