# SPDX-License-Identifier: GPL-2.0-only
"""What limited each job, and how one sees that: rules over the tables of one draw, each with its numbers.

The first rule that holds gives the verdict, the others that hold are listed as what else was seen.
"""

import result_tables
from report_parts.pieces import number, section, table, text

NEAR_IDEAL = 80  # % of the ideal from which the links of the hosts are called the limit
COMPUTING = 50  # % of a GPU's time
HELD_BACK = 5  # % of the completion time that the worst port was held back
UNEVEN = 1.5  # busiest link between switches over their mean
BUSY = 60  # % from which such a link is called hot
LEAST_FOR_P99 = 100  # messages


class Facts:
    """Of one fabric in one draw."""

    def __init__(self, results, fabric):
        run = results.typical
        self.summary = {
            row["job"]: row
            for row in result_tables.read_table(run.folder / "summary.csv")
            if row["fabric"] == fabric
        }
        self.links = self.table(run, "links.csv", fabric)
        self.waits = self.table(run, "waits.csv", fabric)
        self.path = self.table(run, "critical-path.csv", fabric)
        manifest = result_tables.read_json(run.folder / "manifest.json")
        jobs = [job for job in self.summary if job != "all"]
        workloads = manifest.get("scenario", {}).get("workload", [])
        self.north_south = {job for job, of in zip(jobs, workloads) if of.get("northSouth")}
        self.open_loop = {job for job, of in zip(jobs, workloads) if is_open_loop(of)}

    @staticmethod
    def table(run, name, fabric):
        """Rows of a fabric, if there is such a file."""
        path = run.folder / name
        rows = result_tables.read_table(path) if path.exists() else []
        return [row for row in rows if row["fabric"] == fabric]


def is_open_loop(workload):
    """Whether messages start at times of their own, whatever the network does."""
    return {"duration", "flows"} <= workload.keys() or "HpccFlow" in workload.get("type", "")


def find_receivers(results):
    """{(fabric, job): {host: (bytes, messages, sources)}} of the typical draw."""
    found = {}
    if not results.is_quick("flows.csv"):
        return {}
    wanted = ("fabric", "job", "source_host", "dest_host", "size_bytes")
    runs = [results.typical]
    for _, fabric, job, source, dest, size in results.columns("flows.csv", wanted, runs):
        host = found.setdefault((fabric, job), {}).setdefault(dest, [0, 0, set()])
        host[0] += int(size)
        host[1] += 1
        host[2].add(source)
    return found


def sum_waits(facts, job):
    """What the time of a job's GPUs is made of, in ns, and the percentage in which they compute."""
    sums = {}
    for row in facts.waits:
        if row["job"] == job:
            shown = float(row["exposed_ns"] or row["time_ns"])
            sums[row["activity"]] = sums.get(row["activity"], 0.0) + shown
    return sums, 100 * sums.get("compute", 0.0) / (sum(sums.values()) or 1)


def say_ideal(facts, job, row):
    """Whether the hosts' links could hardly be faster. The ideal of computing jobs is not that of links, and
    open-loop work ends when its last message has come."""
    share = float(row["percent_of_ideal"] or 0)
    if share >= NEAR_IDEAL and job not in facts.open_loop and sum_waits(facts, job)[1] < 1:
        yield "the links of its hosts", f"it took {share:.1f} % of the ideal, which these links alone allow"


def say_receivers(hosts):
    """Whether most bytes go to one host."""
    total = sum(host[0] for host in hosts.values())
    name, (size, messages, sources) = max(hosts.items(), key=lambda item: item[1][0])
    if len(sources) > 2 and 2 * size > total and len(hosts) > 0:
        everything = sum(host[1] for host in hosts.values())
        yield (
            f"an incast at host {name}",
            f"{messages} of {everything} messages with {number(size, 'B')} from {len(sources)} hosts "
            f"go to host {name}, over one link",
        )


def say_waits(facts, job):
    """What a GPU's time is made of."""
    sums, computes = sum_waits(facts, job)
    total = sum(sums.values())
    if computes < 1:
        return  # it has GPUs only to send and receive
    rest = sorted(((v, k) for k, v in sums.items() if k not in ("compute", "idle")), reverse=True)
    named = ", ".join(f"{name} {100 * value / total:.1f} %" for value, name in rest[:3])
    if computes >= COMPUTING or not rest:
        most = named or "nothing"
        yield "computing", f"a GPU computes {computes:.1f} % of its time; most it waits for: {most}"
    else:
        yield (
            f"waiting for {rest[0][1]}",
            f"a GPU computes {computes:.1f} % of its time and waits for: {named}",
        )


def say_path(facts, job):
    """What the critical path is made of."""
    sums = {}
    for row in facts.path:
        if row["job"] == job:
            sums[row["activity"]] = sums.get(row["activity"], 0.0) + float(row["duration_ns"])
    total = sum(sums.values())
    if total:
        parts = sorted(((v, k) for k, v in sums.items()), reverse=True)[:3]
        named = ", ".join(f"{name} {100 * value / total:.1f} %" for value, name in parts)
        yield f"{parts[0][1]} on the critical path", f"the critical path is made of {named}"


def say_losses(row, prefix):
    """Packets that were dropped. @param prefix of the network's columns"""
    drops = int(row[prefix + "drops"] or 0)
    if drops:
        yield "lost packets", f"switches dropped {number(drops)} packets, which had to be sent again"


def say_held(links, column, whom, completion):
    """Whether a port was held back for long. @param column of links.csv @param whom by what"""
    if not links:
        return
    worst = max(links, key=lambda link: float(link[column]))
    worst_ns = float(worst[column])
    total = sum(float(link[column]) for link in links)
    if worst_ns > 0 and 100 * worst_ns >= HELD_BACK * completion:
        share = 100 * worst_ns / completion
        yield (
            f"{whom} at {worst['from']}",
            f"{worst['from']} to {worst['to']} was held back for {number(worst_ns, 'ns')} by {whom}, "
            f"{share:.1f} % of the job's time; all ports together {number(total, 'ns')}",
        )


def say_uneven(links):
    """Whether some links between switches carry much more than others."""
    inner = [link for link in links if not link["from_host"] and not link["to_host"]]
    inner = [link for link in inner if link["network"] != "nvlink"]
    busy = [float(link["busy_percent"]) for link in inner]
    if len(busy) < 4 or max(busy) < BUSY:
        return
    mean = sum(busy) / len(busy)
    if mean > 0 and max(busy) >= UNEVEN * mean:
        worst = max(inner, key=lambda link: float(link["busy_percent"]))
        yield (
            f"uneven paths: {worst['from']} to {worst['to']}",
            f"{worst['from']} to {worst['to']} was busy {max(busy):.1f} % of the run, links between "
            f"switches {mean:.1f} % on average",
        )


def say_rates(row, prefix):
    """Whether senders were slowed down. @param prefix of the network's columns"""
    cnps = int(row[prefix + "cnps"] or 0)
    marks = int(row[prefix + "ecn_marks"] or 0)
    if marks or cnps:
        why = f"{number(marks)} packets were marked and {number(cnps)} notifications slowed senders"
        yield "congestion control", why


def judge(results, facts, job, receivers):
    """Verdict and reasons of a job."""
    row = facts.summary[job]
    whole = facts.summary["all"]
    if row["complete"] != "1":
        problems = results.manifest.get("problems", [])
        why = [problem for problem in problems if problem.startswith(whole["fabric"] + ":")]
        return "it did not complete", why or ["the run ended before the job did"]
    completion = float(row["completion_ns"]) or 1.0
    north_south = job in facts.north_south
    prefix = "north_south_" if north_south else ""
    links = [link for link in facts.links if (link["network"] == "north-south") == north_south]
    said = [
        *say_ideal(facts, job, row),
        *say_waits(facts, job),
        *say_losses(whole, prefix),
        *say_receivers(receivers.get((whole["fabric"], job), {"": (0, 0, ())})),
        *say_uneven(links),
        *say_held(links, "pfc_pause_ns", "PFC", completion),
        *say_held(links, "credit_stall_ns", "missing credits", completion),
        *say_rates(whole, prefix),
        *say_path(facts, job),
    ]
    if not said:
        most = "99 % of" if float(row["messages"] or 0) >= LEAST_FOR_P99 else "all"
        least = row["slowdown_p99" if most != "all" else "slowdown_max"]
        why = f"nobody was held back; {most} messages have a slowdown of at most {least}"
        return "the order of its messages and latency", [why]
    return said[0][0], [why for _, why in said]


def build(results):
    """The section: a row per job and fabric."""
    receivers = find_receivers(results)
    rows = []
    seed = ""
    for job in results.jobs:
        for fabric in results.fabrics:
            facts = Facts(results, fabric)
            if job not in facts.summary:
                continue
            verdict, reasons = judge(results, facts, job, receivers)
            why = "".join(f"<li>{text(reason)}</li>" for reason in reasons)
            rows.append(
                f"<tr><th>{text(job)}</th><th>{text(fabric)}</th><td><b>{text(verdict)}</b></td>"
                f"<td><ul>{why}</ul></td></tr>"
            )
    head = "<tr><th>Job</th><th>Fabric</th><th>Limited by</th><th>Because</th></tr>"
    body = table("reasons", [head, *rows]) if rows else ""
    intro = "The first reason that holds is the verdict; what is behind it is what else was seen."
    intro += f" {text(results.say_typical())}"
    return section("limits", "What limited each job", body, intro)
