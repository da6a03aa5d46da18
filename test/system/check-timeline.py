#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Checks timeline-FABRIC.json of a results folder against Trace Event Format and against its tables.

Usage: check-timeline.py FOLDER FABRIC. The fabric has one job, and the folder the tables of a run with
waits, samples and pfcTrace. Prints how many events of each kind there are; the exit status is 1, with a
line, if anything is wrong.
"""

import collections
import csv
import decimal
import json
import pathlib
import re
import sys

# The fields of each kind of event, all of them required but the tid of a process's name.
PHASES = {"M": {"name", "args"}, "C": {"ts", "name", "args"}}
PHASES["X"] = {"tid", "cat", "ts", "dur", "name", "args"}
PHASES["b"] = PHASES["e"] = {"tid", "cat", "id2", "ts", "name", "args"}
TYPES = {"ph": str, "name": str, "cat": str, "id2": dict, "pid": int, "tid": int, "args": dict}
TYPES["ts"] = TYPES["dur"] = decimal.Decimal


def expect(condition, what):
    if not condition:
        sys.exit(f"timeline: {what}")


def make_object(pairs):
    expect(len({key for key, _ in pairs}) == len(pairs), f"a key twice: {pairs}")
    return dict(pairs)


def read_events(path):
    text = path.read_text(encoding="utf-8")
    trace = json.loads(
        text,
        parse_float=decimal.Decimal,
        parse_constant=lambda name: sys.exit(f"timeline: {name} is no number of JSON"),
        object_pairs_hook=make_object,
    )
    expect(trace.keys() == {"displayTimeUnit", "traceEvents"}, f"has {list(trace)}")
    expect(trace["displayTimeUnit"] == "ns", "displayTimeUnit")
    return trace["traceEvents"]


def check_fields(event):
    """Each field is known, of its type, and there."""
    expect(event.get("ph") in PHASES, f"kind of {event}")
    fields = event.keys() - {"ph", "pid"}
    optional = {"tid"} if event["ph"] == "M" else set()
    expect(fields - optional == PHASES[event["ph"]] and "pid" in event, f"fields of {event}")
    for key, value in event.items():
        expect(type(value) is TYPES[key], f"type of {key} of {event}")
        expect(TYPES[key] is not int or value >= 0, f"{key} of {event}")
        expect(key != "name" or value, f"no name in {event}")
        # Perfetto rounds to nanoseconds, and takes thread 0 for that with the number of its process.
        expect(key not in ("ts", "dur") or value * 1000 % 1 == 0, f"less than a nanosecond in {event}")
        expect(key != "pid" or value > 0, f"process of {event}")
        expect(key != "tid" or value > 0 or event["ph"] in "be", f"thread of {event}")
        if key == "id2":
            expect(list(value) == ["local"] and type(value["local"]) is str, f"id of {event}")
    if event["ph"] == "M":
        expect(type(event["args"].get("name")) is str and len(event["args"]) == 1, f"name of {event}")
        expect(("tid" in event) == (event["name"] == "thread_name"), f"fields of {event}")


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def check_format(events):
    """Fields, names of processes and threads, order and nesting. Returns names of processes."""
    processes, threads, open_slices, last = {}, {}, {}, {}
    closed = set()
    for event in events:
        check_fields(event)
        if event["ph"] == "M":
            names = processes if event["name"] == "process_name" else threads
            expect(event["name"] in ("process_name", "thread_name"), event)
            key = event["pid"] if names is processes else (event["pid"], event["tid"])
            expect(key not in names, f"{key} has two names")
            names[key] = event["args"]["name"]
    for event in events:
        phase = event["ph"]
        expect(event["pid"] in processes, f"no name of the process of {event}")
        if phase == "M":
            continue
        expect(event["ts"] >= 0, f"time of {event}")
        if phase == "X":
            track = ("X", event["pid"], event["tid"])
            expect(track[1:] in threads, f"no name of the thread of {event}")
            expect(event["dur"] >= 0, f"duration of {event}")
            expect(event["ts"] >= last.get(track, 0), f"{event} overlaps or is out of order")
            last[track] = event["ts"] + event["dur"]
        elif phase == "C":
            track = ("C", event["pid"], event["name"])
            expect(event["ts"] >= last.get(track, 0), f"{event} is out of order")
            expect(all(isinstance(value, int) for value in event["args"].values()), f"{event}")
            last[track] = event["ts"]
        else:
            track = (event["pid"], event["cat"], event["id2"]["local"])
            if phase == "b":
                expect(track not in open_slices and track not in closed, f"{event} has begun before")
                open_slices[track] = event
            else:
                begin = open_slices.pop(track, None)
                expect(begin and begin["name"] == event["name"], f"{event} has not begun")
                closed.add(track)
                expect(begin["ts"] <= event["ts"], f"{event} ends before it begins")
    expect(not open_slices, f"{list(open_slices)} do not end")
    return processes, threads


def ns(event, key="ts"):
    return event[key] * 1000


def nearest(text):
    """The nanosecond next to a number of a table."""
    return decimal.Decimal(text).quantize(decimal.Decimal(1), decimal.ROUND_HALF_UP)


def check_numbers(events, names, threads, folder, fabric):
    """Against the tables, whose times have three decimals."""
    of = collections.defaultdict(list)
    for event in events:
        of[names[event["pid"]] if event["ph"] != "M" else "names"].append(event)

    rates = [(nearest(row["time_ns"]), int(row["rate_bps"])) for row in table(folder / "rates.csv")]
    counts = [(ns(event), event["args"]["rate_bps"]) for event in of["queue pairs"]]
    expect(rates and counts == rates, "counters of queue pairs are not rates.csv")

    rows = table(folder / "queues.csv")
    queues = [(nearest(row["time_ns"]), row["queue"], int(row["queue_bytes"])) for row in rows]
    counts = [
        (ns(event), event["name"].rsplit(" (link", 1)[0], event["args"]["queue_bytes"])
        for event in of["queues"]
    ]
    expect(queues and counts == queues, "counters of queues are not queues.csv")

    rows = table(folder / f"pfc-pauses-{fabric}.csv")
    pauses = [
        (
            f"{row['paused_port']} priority {row['priority']}",
            nearest(row["start_ns"]),
            nearest(decimal.Decimal(row["start_ns"]) + decimal.Decimal(row["duration_ns"])),
            int(row["held_bytes"]),
        )
        for row in rows
    ]
    slices = [
        (
            threads[event["pid"], event["tid"]],
            ns(event),
            ns(event) + ns(event, "dur"),
            event["args"]["held_bytes"],
        )
        for event in of["pauses"]
    ]
    expect(pauses and slices == pauses, f"pauses are not pfc-pauses-{fabric}.csv")

    busy, slices = collections.Counter(), collections.Counter()
    sent = collections.Counter()
    for event in events:
        rank = re.fullmatch(r".* rank ([0-9]+) \(host [0-9]+\)", names.get(event["pid"], ""))
        if rank and event["ph"] == "X" and threads[event["pid"], event["tid"]] == "stream 0 (compute)":
            busy[rank[1]] += ns(event, "dur")
            slices[rank[1]] += 1
        if rank and event.get("cat") == "collective":
            sent[rank[1]] += event["args"]["bytes"]
    waits = {
        row["rank"]: decimal.Decimal(row["time_ns"])
        for row in table(folder / "waits.csv")
        if row["activity"] == "compute"
    }
    for rank, time in waits.items():
        expect(
            abs(busy[rank] - time) <= slices[rank],
            f"rank {rank} computes {busy[rank]} ns, waits.csv has {time}",
        )
    posted = collections.Counter()
    for row in table(folder / "flows.csv"):
        posted[row["source_host"]] += int(row["size_bytes"])
    expect(sent == posted, "bytes of collectives are not those of flows.csv")


def main():
    folder, fabric = pathlib.Path(sys.argv[1]), sys.argv[2]
    events = read_events(folder / f"timeline-{fabric}.json")
    names, threads = check_format(events)
    check_numbers(events, names, threads, folder, fabric)
    kinds = collections.Counter(event["ph"] for event in events)
    failures = [event["name"] for event in events if event.get("cat") == "failure" and event["ph"] == "b"]
    print(" ".join(f"{kind}:{kinds[kind]}" for kind in sorted(kinds)))
    print(", ".join(failures))


if __name__ == "__main__":
    main()
