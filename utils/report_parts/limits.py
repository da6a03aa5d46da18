# SPDX-License-Identifier: GPL-2.0-only
"""What limited each job, and how one sees that: rules over the tables of one draw, each with its numbers.

The first rule that holds gives the verdict, the others that hold are listed as what else was seen. A rule
yields the cause, as examples/presets/variations calls what takes it away (empty: nothing does), the verdict
and the reason. Where ./ai-fabric run --what-decides has run the scenario without the causes, these runs come
first: the cause without which the job gains most is the first reason, and the verdict if a rule's is not confirmed.
"""

import json
import pathlib

import result_tables
from report_parts.pieces import number, section, table, text

NEAR_IDEAL = 80  # % of the ideal from which the links of the hosts are called the limit
COMPUTING = 50  # % of a GPU's time
HELD_BACK = 5  # % of the completion time that the worst port was held back
UNEVEN = 1.5  # busiest link between switches over their mean
BUSY = 60  # % from which such a link is called hot
LEAST_FOR_P99 = 100  # messages
LINKS = "the links of its hosts"
VARIATIONS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "presets" / "variations"


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


def find_changes():
    """Changes that remove each cause, in words: {cause: [change]}."""
    changes = {}
    for path in sorted(VARIATIONS.glob("*.json")):
        preset = json.loads(path.read_text(encoding="utf-8"))
        for name, entry in preset["variation"].items():
            found = changes.setdefault(entry.get("removes"), [])
            if preset["source"][name] not in found:
                found.append(preset["source"][name])
    return changes


def find_checks(results):
    """What --what-decides has found: {(job, fabric): {cause: row of the change that gains most}}."""
    path = results.folder / "what-limits.csv"
    checks = {}
    for row in result_tables.read_table(path) if path.exists() else []:
        causes = checks.setdefault((row["job"], row["fabric"]), {})
        best = causes.get(row["cause"])
        if not best or float(row["ratio"] or "inf") < float(best["ratio"] or "inf"):
            causes[row["cause"]] = row
    return checks


class Received:
    """Messages that a host receives of a job."""

    def __init__(self):
        self.size = 0  # bytes
        self.messages = 0
        self.sources = set()
        self.begin, self.end = float("inf"), 0.0  # ns

    def add(self, source, size, start, fct):
        """A message."""
        self.size += int(size)
        self.messages += 1
        self.sources.add(source)
        self.begin = min(self.begin, float(start))
        self.end = max(self.end, float(start) + float(fct or 0))

    def meanwhile(self, other):
        """Approximate number of bytes of another job that arrive during this one."""
        both = max(0.0, min(self.end, other.end) - max(self.begin, other.begin))
        return other.size * both / max(other.end - other.begin, 1.0)


def find_receivers(results):
    """{(fabric, job): {host: Received}} of the typical draw."""
    found = {}
    if not results.is_quick("flows.csv"):
        return {}
    wanted = ("fabric", "job", "dest_host", "source_host", "size_bytes", "start_ns", "fct_ns")
    for _, fabric, job, dest, *message in results.columns("flows.csv", wanted, [results.typical]):
        hosts = found.setdefault((fabric, job), {})
        if dest not in hosts:
            hosts[dest] = Received()
        hosts[dest].add(*message)
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
        yield LINKS, LINKS, f"it took {share:.1f} % of the ideal, which these links alone allow"


def say_receivers(hosts):
    """Whether most bytes go to one host."""
    if not hosts:
        return
    total = sum(host.size for host in hosts.values())
    name, most = max(hosts.items(), key=lambda item: item[1].size)
    if len(most.sources) > 2 and 2 * most.size > total:
        everything = sum(host.messages for host in hosts.values())
        yield (
            "an incast",
            f"an incast at host {name}",
            f"{most.messages} of {everything} messages with {number(most.size, 'B')} from "
            f"{len(most.sources)} hosts go to host {name}, over one link",
        )


def say_waits(facts, job):
    """The activities in a GPU's time."""
    sums, computes = sum_waits(facts, job)
    total = sum(sums.values())
    if computes < 1:
        return  # its GPUs only send and receive
    rest = sorted(((v, k) for k, v in sums.items() if k not in ("compute", "idle")), reverse=True)
    named = ", ".join(f"{name} {100 * value / total:.1f} %" for value, name in rest[:3])
    if computes >= COMPUTING or not rest:
        most = named or "nothing"
        yield "computing", "computing", f"a GPU computes {computes:.1f} % of its time; most it waits for: {most}"
    else:
        yield (
            "",
            f"waiting for {rest[0][1]}",
            f"a GPU computes {computes:.1f} % of its time and waits for: {named}",
        )


def say_path(facts, job):
    """Parts of the critical path."""
    sums = {}
    for row in facts.path:
        if row["job"] == job:
            sums[row["activity"]] = sums.get(row["activity"], 0.0) + float(row["duration_ns"])
    total = sum(sums.values())
    if total:
        parts = sorted(((v, k) for k, v in sums.items()), reverse=True)[:3]
        named = ", ".join(f"{name} {100 * value / total:.1f} %" for value, name in parts)
        yield "", f"{parts[0][1]} on the critical path", f"the critical path is made of {named}"


def say_losses(row, prefix):
    """Packets that were dropped. @param prefix of the network's columns"""
    drops = int(row[prefix + "drops"] or 0)
    if drops:
        yield "lost packets", "lost packets", f"switches dropped {number(drops)} packets, which had to be sent again"


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
            whom,
            f"{whom} at {worst['from']}",
            f"{worst['from']} to {worst['to']} was held back for {number(worst_ns, 'ns')} by {whom}, "
            f"{share:.1f} % of the job's time; all ports together {number(total, 'ns')}",
        )


def split_links(links):
    """Links between switches, and links of hosts."""
    links = [link for link in links if link["network"] != "nvlink"]
    inner = [link for link in links if not link["from_host"] and not link["to_host"]]
    return inner, [link for link in links if link["from_host"] or link["to_host"]]


def find_busiest(links):
    """% of the run that the busiest of some links was busy."""
    return max((float(link["busy_percent"]) for link in links), default=0.0)


def say_shared(links, receivers, fabric, job, completion):
    """Whether a host's link that other jobs send to as well is what the job waits for."""
    inner, outer = split_links(links)
    to_host = {link["to_host"]: link for link in outer if link["to_host"]}
    found = []
    for host, own in receivers.get((fabric, job), {}).items():
        link = to_host.get(host)
        others = {
            other: own.meanwhile(hosts[host])
            for (where, other), hosts in receivers.items()
            if where == fabric and other != job and host in hosts
        }
        if link and others and float(link["busy_percent"]) >= find_busiest(inner):
            taken = 8e9 * sum(others.values()) / float(link["rate_bps"])
            found.append((taken, host, max(others, key=others.get), sum(others.values())))
    if found and 100 * max(found)[0] >= HELD_BACK * completion:
        taken, host, other, size = max(found)
        yield (
            "another job",
            f"job {other} at host {host}",
            f"about {number(size, 'B')} of other jobs, most of {other}, go to host {host} meanwhile, which takes "
            f"its link {number(taken, 'ns')}, {100 * taken / completion:.1f} % of the job's time",
        )


def say_uneven(links):
    """Whether some links between switches carry much more than others, and more than any host's link."""
    inner, outer = split_links(links)
    busy = [float(link["busy_percent"]) for link in inner]
    if len(busy) < 4 or max(busy) < BUSY or max(busy) <= find_busiest(outer):
        return
    mean = sum(busy) / len(busy)
    if mean > 0 and max(busy) >= UNEVEN * mean:
        worst = max(inner, key=lambda link: float(link["busy_percent"]))
        yield (
            "uneven paths",
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
        yield "congestion control", "congestion control", why


def judge(results, facts, job, receivers):
    """Cause, verdict and reasons of a job."""
    row = facts.summary[job]
    whole = facts.summary["all"]
    if row["complete"] != "1":
        problems = results.manifest.get("problems", [])
        why = [problem for problem in problems if problem.startswith(whole["fabric"] + ":")]
        return "", "it did not complete", why or ["the run ended before the job did"]
    completion = float(row["completion_ns"]) or 1.0
    north_south = job in facts.north_south
    prefix = "north_south_" if north_south else ""
    links = [link for link in facts.links if (link["network"] == "north-south") == north_south]
    said = [
        *say_ideal(facts, job, row),
        *say_waits(facts, job),
        *say_losses(whole, prefix),
        *say_receivers(receivers.get((whole["fabric"], job), {})),
        *say_shared(links, receivers, whole["fabric"], job, completion),
        *say_uneven(links),
        *say_held(links, "pfc_pause_ns", "PFC", completion),
        *say_held(links, "credit_stall_ns", "missing credits", completion),
        *say_rates(whole, prefix),
        *say_path(facts, job),
    ]
    if not said:
        most = "99 % of" if float(row["messages"] or 0) >= LEAST_FOR_P99 else "all"
        least = row["slowdown_p99" if most != "all" else "slowdown_max"]
        why = f"nothing was held back; {most} messages have a slowdown of at most {least}"
        return "latency", "the order of its messages and latency", [why]
    return said[0][0], said[0][1], [why for _, _, why in said]


def say_change(ratio):
    """How much faster a job is, by the ratio of its times."""
    percent = 100 * (float(ratio) - 1)
    return f"{abs(percent):.1f} % {'faster' if percent < 0 else 'slower'}"


def say_row(row):
    """What a run without a cause has shown."""
    change = f"{say_change(row['ratio'])} in the median, " if row["ratio"] else ""
    name = ", ".join(part for part in (row["variation"], row["setting"]) if part)
    return f"{change}faster in {row['faster']} of {row['draws']} draws ({name})"


def say_check(cause, causes, changes):
    """Whether the job is faster without the cause, or the run that would show it."""
    if not causes:
        named = "; ".join(changes.get(cause or "none", []))
        return f"not tried; --what-decides tries it: {named}" if named else "no variation removes this cause"
    if cause in causes:
        return f"{causes[cause]['verdict']}: {say_row(causes[cause])}"
    return "not tried: no variation of the data removes it here"


def find_decider(causes):
    """The row of the cause without which a job gains most, if runs have confirmed one; or None."""
    rest = [row for name, row in causes.items() if name != LINKS]  # faster links help any waiting job
    best = min(rest, key=lambda row: float(row["ratio"] or "inf"), default=None)
    return best if best and best["verdict"] == "confirmed" else None


def build(results):
    """The section: a row per job and fabric."""
    receivers = find_receivers(results)
    checks = find_checks(results)
    changes = find_changes()
    rows = []
    for job in results.jobs:
        for fabric in results.fabrics:
            facts = Facts(results, fabric)
            if job not in facts.summary:
                continue
            cause, verdict, reasons = judge(results, facts, job, receivers)
            causes = checks.get((job, fabric), {})
            decider = find_decider(causes)
            if decider and decider["cause"] != cause:
                reasons = [f"without {decider['cause']} it is {say_row(decider)}", *reasons]
                if causes.get(cause, decider)["verdict"] != "confirmed":
                    reasons.append(f"{verdict}: {say_check(cause, causes, changes)}")
                    verdict = cause = decider["cause"]
            check = say_check(cause, causes, changes)
            why = "".join(f"<li>{text(reason)}</li>" for reason in reasons)
            rows.append(
                f"<tr><th>{text(job)}</th><th>{text(fabric)}</th><td><b>{text(verdict)}</b></td>"
                f"<td><ul>{why}</ul></td><td>{text(check)}</td></tr>"
            )
    head = "<tr><th>Job</th><th>Fabric</th><th>Limited by</th><th>Because</th><th>Without it</th></tr>"
    body = table("reasons", [head, *rows]) if rows else ""
    intro = "The first rule that holds gives the verdict; the findings of other rules follow it."
    if checks:
        intro += " Runs of --what-decides stand first: the cause without which the job gains most."
    intro += f" {text(results.say_typical())}"
    return section("limits", "What limited each job", body, intro)
