# SPDX-License-Identifier: GPL-2.0-only
"""The expressions of pages over the draws of a campaign; doc/measured.rst has them."""

import math
import statistics

from measured_text import PageError

# What a number of summary.csv, in ns, bytes or percent, is multiplied by.
UNITS = {"s": 1e-9, "ms": 1e-6, "us": 1e-3, "ns": 1, "GB": 1e-9, "MB": 1e-6, "KB": 1e-3, "B": 1}
UNITS |= {"%": 1, "GB/s": 1, "million": 1e-6, "": 1}


class DrawExpressions:
    """Numbers of a Campaign, as text."""

    def __init__(self, campaign):
        self.campaign = campaign

    def get_verbs(self):
        return {
            "draws": self._draws,
            "median": self._median,
            "spread": self._spread,
            "before": self._before,
            "quotient": self._quotient,
        }

    def _values(self, fabric, job, column, run="", cable=None):
        """A number per draw, in order of cables and seeds; infinite where a job did not end."""
        campaign = self.campaign
        cables = campaign.cables if cable == "all" else [cable or campaign.own_cable]
        rows = [
            row
            for row in campaign.rows()
            if (row["run"], row["fabric"], row["job"]) == (run, fabric, job)
            and row["cable"] in cables
        ]
        if len(rows) != sum(map(campaign.draws_at, cables)):
            raise PageError(f"no rows of fabric '{fabric}', job '{job}', run '{run}', '{cables}'")
        if column not in rows[0]:
            raise PageError(f"no column '{column}' in {campaign.name}.csv")
        return [float(row[column]) if row[column] else math.inf for row in rows]

    @staticmethod
    def _number(value, unit, digits=3):
        if math.isinf(value):
            return "never"
        value *= UNITS[unit]
        if value == 0:
            return "0"
        if not unit and value >= 1e4 and value == int(value):
            return f"{value:,.0f}"
        decimals = max(0, int(digits) - 1 - math.floor(math.log10(abs(value))))
        return f"{value:,.{decimals}f}" if abs(value) >= 1e4 else f"{value:.{decimals}f}"

    def _draws(self, *condition, **options):
        """The number of draws, or that of those in which a column is, or is not, a value."""
        if not condition:
            return str(self.campaign.draws)
        fabric, job, column, relation, limit = condition
        relations = {"is": lambda a, b: a == b, "below": lambda a, b: a < b}
        relations["above"] = lambda a, b: a > b
        if relation not in relations:
            raise PageError(f"no relation '{relation}'; there are {', '.join(relations)}")
        values = self._values(fabric, job, column, **options)
        return f"{sum(relations[relation](v, float(limit)) for v in values)} of {len(values)}"

    def _median(self, fabric, job, column, unit="", digits=3, **options):
        median = statistics.median_low(self._values(fabric, job, column, **options))
        return self._with_unit(self._number(median, unit, digits), unit)

    def _spread(self, fabric, job, column, unit="", digits=3, **options):
        """The median, and the range in brackets unless all draws are alike."""
        values = self._values(fabric, job, column, **options)
        median = self._number(statistics.median_low(values), unit, digits)
        low, high = (self._number(pick(values), unit, digits) for pick in (min, max))
        spread = "" if low == high else f" [{low} to {high}]"
        return self._with_unit(median, "" if median == "never" else unit) + spread

    @staticmethod
    def _with_unit(number, unit):
        return number if not unit or number == "never" else f"{number} {unit}"

    def _paired(self, first, second, job, column, options):
        other = {key[:-1]: options.pop(key) for key in ("run2", "cable2") if key in options}
        second_job = options.pop("job2", job)
        return zip(
            self._values(first, job, column, **options),
            self._values(second, second_job, column, **{**options, **other}),
        )

    def _before(self, first, second, job, column, **options):
        """In how many of the paired draws the first has less than the second."""
        pairs = list(self._paired(first, second, job, column, options))
        return f"{sum(a < b for a, b in pairs)} of {len(pairs)}"

    def _quotient(self, first, second, job, column, digits=3, **options):
        """The median of the first over the second, draw by draw."""
        pairs = self._paired(first, second, job, column, options)
        return self._number(statistics.median_low(a / b for a, b in pairs), "", digits)
