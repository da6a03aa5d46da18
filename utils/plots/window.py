# SPDX-License-Identifier: GPL-2.0-only
"""Windows of senders over time, a panel per fabric, from rates.csv; as the kind rate draws them.

Fabrics whose congestion control has no window are left out.

    --where job=...    the senders of one job; --where seed=2 another draw than the typical one
"""

import result_tables
from plots import rate

NEEDS = rate.NEEDS + " and a congestion control with a window, such as hpcc or swift"
ONE_DRAW = True  # of one point of a sweep, the typical one


def draw(results, options):
    """What senders may have in flight."""
    fabrics = rate.read(results, "window_bytes")
    if not fabrics:
        raise result_tables.Missing(f"no window was sampled; the scenario needs {NEEDS}")
    fabrics = rate.at_instants(fabrics)
    figure = rate.draw_fabrics(fabrics, options, "B", "window", rate.read_labels(results))
    rate.add_note(figure, options, results, fabrics, "What congestion control allows to be unacknowledged.")
    return figure
