# SPDX-License-Identifier: GPL-2.0-only
"""Convergence of flows that join and leave: their goodput over time beside the fair share, a panel per fabric.

The fair share is max-min over the links of the hosts and the limits of flows, for the payload share that the
frames on the links had. A
fabric has settled after a join or leave from the time on at which all senders are within 20 % of their share
until the next one; the title has how often it has, and the median time that it took.

    --where job=...    the senders of one job; --where seed=2 another draw than the typical one
"""

import plot_style
import result_tables
from plots import rate

NEEDS = rate.NEEDS + ", and flows that begin and end at different times"
ONE_DRAW = True  # of one point of a sweep, the typical one
MOST_CHANGES = 60
TOLERANCE = 0.2


def read_spans(results):
    """{fabric: [(source, dest, begin, end, limit)]} of the messages of the typical draw, in ns and bit/s.

    The end and the limit may be None.
    """
    found = {}
    wanted = ("fabric", "source_host", "dest_host", "start_ns", "fct_ns", "network")
    rows = results.columns("flows.csv", wanted, [results.typical], optional=("max_rate_bps",))
    for _, fabric, source, dest, start, fct, network, limit in rows:
        if network == "fabric":
            end = float(start) + float(fct) if fct else None
            limit = float(limit) if limit else None
            found.setdefault(fabric, []).append((source, dest, float(start), end, limit))
    return found


def read_rates(results):
    """{fabric: {(host, whether it sends): bit/s of payload that its links have room for}}, {fabric: payload share}."""
    rates, shares = {}, {}
    for row in results.rows("links.csv", [results.typical]):
        hosts = (row["from_host"], True), (row["to_host"], False)
        if row["network"] in ("nvlink", "north-south") or not any(host for host, _ in hosts):
            continue
        wire = float(row["rate_bps"]) * float(row["time_ns"]) * float(row["busy_percent"]) / 100
        # Of a direction with data alone: on others acknowledgements take a part.
        share = 8e9 * float(row["payload_bytes"]) / wire if wire else 0.0
        shares[row["fabric"]] = max(shares.get(row["fabric"], 0.0), share)
        for host, sends in hosts:
            if host:
                of_fabric = rates.setdefault(row["fabric"], {})
                of_fabric[host, sends] = of_fabric.get((host, sends), 0.0) + float(row["rate_bps"])
    return {f: {place: rate * shares[f] for place, rate in of.items()} for f, of in rates.items()}, shares


def share_fairly(pairs, rates):
    """Max-min fair rates: {pair: bit/s}.

    @param pairs {pair: its limit in bit/s, or None} @param rates {(host, whether it sends): bit/s}
    """
    rest, open_pairs, found = dict(rates), set(pairs), {}
    rest.update((pair, limit) for pair, limit in pairs.items() if limit is not None)
    while open_pairs:
        users = {}
        for source, dest in open_pairs:
            for place in ((source, True), (dest, False), (source, dest)):
                if place in rest:
                    users.setdefault(place, []).append((source, dest))
        tightest = min(users, key=lambda place: (rest[place] / len(users[place]), place))
        fair = rest[tightest] / len(users[tightest])
        for pair in users[tightest]:
            found[pair] = fair
            open_pairs.discard(pair)
            for place in ((pair[0], True), (pair[1], False), pair):
                if place in rest:
                    rest[place] -= fair
    return found


def find_shares(messages, rates, payload):
    """[(begin, end, {pair: bit/s})] from one join or leave to the next one. @param payload share of the wire"""
    last = max(end or begin for _, _, begin, end, _ in messages)
    times = sorted({t for _, _, begin, end, _ in messages for t in (begin, last if end is None else end)})
    spans = []
    for begin, end in zip(times, times[1:]):
        pairs = {}
        for source, dest, start, stop, limit in messages:
            if start <= begin and (stop is None or stop >= end):
                before = pairs.get((source, dest), 0.0)
                both = limit is not None and before is not None
                pairs[source, dest] = before + limit * payload if both else None
        spans.append((begin, end, share_fairly(pairs, rates)))
    return spans


def find_settling(spans, shares):
    """Time from each join or leave, of which two senders are left at least, until all have their share; or None."""
    times = []
    for begin, end, fair in shares:
        inside = [
            (a, b, abs(value / fair[pair] - 1) <= TOLERANCE)
            for pair in fair
            for a, b, value in spans.get(pair, ())
            if a >= begin and b <= end
        ]
        if len(fair) > 1 and inside:
            wrong = max((b for _, b, fits in inside if not fits), default=begin)
            times.append(wrong - begin if any(a >= wrong for a, _, _ in inside) else None)
    return times


def draw(results, options):
    """A panel per fabric with the same axes."""
    goodputs, step = rate.read_goodputs(results)
    if not goodputs:
        raise result_tables.Missing(f"no rates were sampled; the scenario needs {NEEDS}")
    messages, (rates, payload) = read_spans(results), read_rates(results)
    labels = {sender[:2]: label for sender, label in rate.read_labels(results).items()}
    pairs = list(dict.fromkeys((s, d) for senders in goodputs.values() for s, d, _ in senders))
    changes = max(len({t for _, _, *times, _ in messages[fabric] for t in times}) for fabric in goodputs)
    if len(pairs) > rate.MAX_LINES or changes > MOST_CHANGES or len(pairs) < 2:
        some = f"{len(pairs)} senders with {changes} joins and leaves"
        raise result_tables.Missing(f"{some}; it takes 2 to {rate.MAX_LINES} with {MOST_CHANGES} at most")
    ends = [span[1] for senders in goodputs.values() for spans in senders.values() for span in spans]
    unit, length = result_tables.scale("ns", max(ends))
    values = [span[2] for senders in goodputs.values() for spans in senders.values() for span in spans]
    shown, size = result_tables.scale("bit/s", max(values))
    figure, panels = plot_style.make_panels(options, len(goodputs), options.panel_height * 0.8)
    for axes, (fabric, senders) in zip(panels, goodputs.items()):
        shares = find_shares(messages[fabric], rates[fabric], payload[fabric])
        by_pair = {}
        for (source, dest, _), spans in senders.items():
            by_pair.setdefault((source, dest), []).extend(spans)
        for pair, spans in by_pair.items():
            points = rate.to_steps(spans)
            axes.step(
                [time / length for time, _ in points],
                [value / size for _, value in points],
                where="post",
                label=labels[pair],
                linewidth=0.9,
                **plot_style.look(pairs.index(pair)),
            )
        label = "fair share"
        for begin, end, fair in shares:
            for value in set(fair.values()):
                axes.hlines(value / size, begin / length, end / length, "black", ":", label, linewidth=1.1)
                label = None
        times = find_settling(by_pair, shares)
        settled = [time for time in times if time is not None]
        median, factor = result_tables.scale("ns", result_tables.median(settled) or 0)
        after = f", median {result_tables.median(settled) / factor:.3g} {median}" if settled else ""
        axes.set_title(f"{fabric}:\nsettled after {len(settled)} of {len(times)}{after}")
        axes.set_ylim(0, 1.08 * max(values) / size)
        axes.set_xlabel(f"time ({unit})")
        axes.set_ylabel(f"goodput ({shown})")
    plot_style.share_axis(panels, "x")
    plot_style.share_axis(panels, "y")
    plot_style.add_legend(figure, panels, options)
    every, length = result_tables.scale("ns", step)
    plot_style.add_note(
        figure, options, results.say_draw(), f"Mean over {step / length:g} {every} of the payload acknowledged.",
        "Fair share: max-min over links of hosts and limits of flows. Settled: after a join or leave that leaves two",
        f"or more senders, all are within {100 * TOLERANCE:.0f} % of their share until the next one.",
    )
    return figure
