# SPDX-License-Identifier: GPL-2.0-only
"""Goes through every attribute that a scenario accepts and shows that it changes the results.

An attribute that a scenario accepts and that changes nothing is worse than none. Each one that the
runner lists is given other values in the cases of attribute_cases.py and attribute_jobs.py that it
fits, until the results differ. It may be refused instead, as the case says, or by a line that names
it if no case accepts it. An attribute that fits no case is a fault too, so that a new one brings
its own.
"""

import argparse
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

import attribute_cases
import attribute_files
import attribute_jobs
import generator
import runs

# Roles whose types stand elsewhere with the same attributes. That a job takes them there is shown
# by the attribute that holds them.
AS_ALGORITHM = ("allReduce", "allGather", "reduceScatter", "allToAll", "broadcast", "reduce",
                "gather", "scatter", "barrier")
SAME = {**{role: "algorithm" for role in AS_ALGORITHM}, "increment": "jitter",
        "gpuFactor": "jitter", "kernelFactor": "jitter",
        "site": "topology"}

# Verdicts, and what is said of types that fit no scenario.
EFFECT = "effect"
REFUSED = "refused"
TYPE_REFUSED = ("expected one of ns3::FabricChannel", "has its values from a program")

# Values where the default and the range do not tell any, of texts and times, and of numbers.
TEXTS = {
    "name": ["other"], "start": ["3us"], "stop": ["10us"], "hosts": ["1-4", "1-3"],
    "saveGraph": ["saved.json"], "tablesFile": ["saved.txt"], "routesFile": ["routes.txt"],
    "dimensions": ["3x3", "3"], "sizes": ["5000"], "sizesFile": ["sizes.txt"], "targets": ["1"],
    "pairs": ["0>1"], "from": ["leaf1"], "to": ["spine0"], "switch": ["spine0"],
    "recompute": ["none", "full"], "kernels": ["shapes"], "attention": ["unfused"], "nvlinkModel": ["packets", "flows", "law"],
    "roots": ["spine0"], "switchesBelow": ["1,0", "3,0"], "switchesAbove": ["1,2", "2,1"],
    "links": ["0-1,1-2,2-3,3-4,4-5,5-6,6-7,7-0"],
    "uplinkRates": ["20Gbps,20Gbps"], "cubes": ["1x1x1", "2x1x1"],
    "dimensionRates": ["20Gbps,20Gbps", "20Gbps,20Gbps,20Gbps"],
    "kilometres": ["0.02"], "preemption": ["recompute"],
}
NUMBERS = {
    "gpus": [3, 2, 4], "priority": [4, 1], "bytes": ["30KB", "2MB"], "linksPerPair": [1, 3],
    "hostPorts": [2], "borderSwitches": [4],
    "sliceBytes": [5000], "stepBytes": [5000], "segmentBytes": [500],
    "streamingPayloadBytes": [512],
}


def other_values(attribute, types):
    """Some values that are not the default, within the range. types: of an object."""
    name = attribute["name"]
    if "role" in attribute:
        return [one for one in types if one != attribute["initial"]
                and one not in generator.NEED_FILE][:5]
    kind = attribute["value"].split("::")[-1]
    initial = attribute["initial"]
    if kind in ("StringValue", "TimeValue") and name in TEXTS:
        return TEXTS[name]
    if kind in ("UintegerValue", "IntegerValue") and name in NUMBERS:
        return NUMBERS[name]
    if kind in ("UintegerValue", "IntegerValue", "DoubleValue"):
        whole = kind != "DoubleValue"
        low, high = generator.Generator.range_of(attribute)
        now = int(initial) if whole else float(initial)
        some = (now * 2 or 3, 1 if now != 1 else 2, now // 8, now + 1, now - 1) if whole else \
            (now * 2 or 0.5, now / 4, now / 2, 0.5)
        return [value for value in some if low <= value <= min(high, 1e15) and value != now]
    if kind == "BooleanValue":
        return [initial != "true", initial == "true"]  # a scenario may have the other
    if kind == "TimeValue":
        now = int(initial[:-2])
        return [f"{now // 5}ps", f"{now * 5}ps"] if now else ["1us", "50us"]
    if kind == "DataRateValue":
        return ["20Gbps", "1Gbps"]
    if kind == "EnumValue":
        return [value for value in attribute["range"].split("|") if value != initial]
    return []


class Refused:
    """What a scenario is answered that is not run."""

    def __init__(self, line):
        self.line = line


class Walk:
    """Shows effects. runner: the program; listing: what it lists."""

    def __init__(self, runner, listing):
        self.runner = runner
        self.listing = listing
        self.cases = attribute_cases.CASES + attribute_jobs.CASES
        self.plain = {}
        self.runs = 0
        self.lock = threading.Lock()

    @staticmethod
    def content(folder, inputs):
        """All files that a run left, without those of the machine or of the settings."""
        found = {}
        for place, _, names in os.walk(folder):
            for name in names:
                path = os.path.relpath(os.path.join(place, name), folder)
                if path in inputs or name == "manifest.json":
                    continue
                with open(os.path.join(place, name), "rb") as file:
                    found[path] = file.read()
                if name == "summary.csv":
                    rows = list(csv.DictReader(io.StringIO(found[path].decode())))
                    found[path] = [{key: value for key, value in row.items()
                                    if key not in ("wall_s", "events")} for row in rows]
        return found

    def results(self, scenario):
        """What a run leaves: exit status, complaints and files; or Refused."""
        scenario = dict({"stopTime": "10ms", "stallTime": "5ms"}, **scenario)
        text = json.dumps(scenario)
        with tempfile.TemporaryDirectory() as folder:
            inputs = ["scenario.json"]
            for files, mode in ((attribute_files.FILES, "w"), (attribute_files.BINARY, "wb")):
                for name, written in files.items():
                    if f'"{name.split(".")[0]}' in text:
                        inputs.append(name)
                        with open(os.path.join(folder, name), mode) as file:
                            file.write(written)
            with open(os.path.join(folder, "scenario.json"), "w", encoding="ascii") as file:
                file.write(text)
            self.runs += 1
            try:
                outcome = runs.run(self.runner, ["scenario.json", "--quiet", "--no-figure",
                                                 "--no-lint", "--seed", "1", "--output", "out"],
                                   folder)
            except runs.Fault as fault:
                raise runs.Fault(f"{fault}: {text}") from None
            if outcome.status == 2:
                return Refused(outcome.last())
            return outcome.status, outcome.problems, self.content(folder, inputs)

    def results_without(self, number, type_name, known):
        """Results of a case as it is, which are kept."""
        key = (number, type_name)
        if key not in self.plain:
            self.plain[key] = self.results(self.cases[number].put(type_name, known, {}))
        return self.plain[key]

    def values(self, case, type_name, known, attribute):
        """What to try in a case."""
        name = attribute["name"]
        if case.values:
            return case.values[name]
        tried = other_values(attribute, self.listing.get(attribute.get("role"), {}))
        if name not in case.held(type_name, known) and attribute["initial"] in ("true", "false"):
            tried.remove(attribute["initial"] == "true")
        return tried

    def verdict(self, item):
        """As judge(), of a run that failed too."""
        try:
            return self.judge(*item)
        except runs.Fault as fault:
            return str(fault)

    def judge(self, role, type_name, attribute):
        """EFFECT, REFUSED or what is wrong with an attribute."""
        name = attribute["name"]
        known = {one["name"] for one in self.listing[role][type_name]["attributes"]}
        fitting = [number for number, case in enumerate(self.cases)
                   if case.fits(role, type_name, name)]
        fitting.sort(key=lambda number: self.cases[number].values is None)
        accepted = []
        refused = []
        unfit = ""
        for number in fitting:
            case = self.cases[number]
            plain = self.results_without(number, type_name, known)
            if isinstance(plain, Refused):
                unfit = unfit or plain.line
                continue
            for value in self.values(case, type_name, known, attribute):
                expected = isinstance(value, attribute_cases.Refusal)
                value, text = (value.value, value.text) if expected else (value, name)
                answer = self.results(case.put(type_name, known, {name: value}))
                if not isinstance(answer, Refused):
                    if answer != plain:
                        return EFFECT
                    accepted.append(f"{value} in case {number}")
                elif expected and text in answer.line:
                    return REFUSED
                elif not case.values and (text.lower() in answer.line.lower() or
                                          isinstance(value, str) and value in answer.line):
                    refused.append(value)
                else:
                    accepted.append(f"{value} in case {number} is refused, but by: {answer.line}")
        if accepted:
            return "changes nothing: " + ", ".join(accepted)
        if refused or any(text in unfit for text in TYPE_REFUSED):
            return REFUSED
        return f"is in no case of {len(fitting)}. {unfit}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runner", required=True, help="the scenario runner")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="J")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="those whose role, type and name contain it")
    arguments = parser.parse_args()
    runner = os.path.abspath(arguments.runner)
    listing = json.loads(subprocess.run([runner, "--list-json"], check=True,
                                        capture_output=True).stdout)
    walk = Walk(runner, listing)
    work = [(role, type_name, attribute)
            for role, types in listing.items() if role not in SAME and role != "scenario"
            for type_name, entry in types.items() for attribute in entry["attributes"]
            if len(listing.get(attribute.get("role"), "**")) > 1
            and arguments.only in f"{role} {type_name} {attribute['name']}"]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = list(pool.map(walk.verdict, work))
    faults = [f"{role} {type_name}: {attribute['name']} {verdict}"
              for (role, type_name, attribute), verdict in zip(work, verdicts)
              if verdict not in (EFFECT, REFUSED)]
    print("\n".join(faults + [f"{verdicts.count(EFFECT)} attributes change results, "
                              f"{verdicts.count(REFUSED)} are refused, {len(faults)} neither; "
                              f"{walk.runs} runs"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
