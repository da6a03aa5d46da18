#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs small scenarios and checks their report and plots.

Every number of the page must be that of the tables, rounded as it is shown; the page must reference
nothing outside of itself; where Chromium is installed it must have no error of its script, nothing wider
than the window, no empty panel and no names over each other, at 390, 1280 and 1920 pixels. Every kind of plot
must be drawn from data that has it, and say which key makes it from data that has it not.
"""

import argparse
import csv
import html.parser
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UTILS = ROOT / "utils"
SEEDS = 2
# Everything there is: a job that computes, an incast that pauses, samples, pauses, a timeline.
SCENARIO = {
    "name": "everything & <all>",
    "topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 6, "hostRate": "100Gbps"},
    "lint": {"ignore": []},
    "pfcTrace": True,
    "fabric": [
        {
            "type": "roce", "name": "RoCEv2, no \"control\"", "congestionControl": "none", "marker": "none",
            "buffer": {"type": "shared", "sizeBytes": "2MB"},
        },
        {"type": "roce", "name": "HPCC", "preset": "hpcc-paper"},
        {"type": "infiniband", "name": "InfiniBand"},
    ],
    "workload": [
        {"type": "collective", "name": "small", "bytes": "64KB"},
        {"type": "collective", "name": "all-reduce", "bytes": "256KB"},
        {"type": "incast", "name": "incast", "bytes": "400KB", "sources": 8, "target": 0},
        {
            "type": "training", "name": "step", "model": {"type": "gpt-2", "layers": 1},
            "parallel": {"tensor": 1, "pipeline": 1},
            "hosts": "0-3", "globalBatch": 4, "gpu": "h100", "gpuHourPrice": 2.5,
        },
    ],
    "output": {
        "waits": True,
        "paths": True,
        "timeline": True,
        "samples": {"queues": "switch *->*", "interval": "20us", "rateInterval": "20us"},
    },
}
KINDS = ["overview", "bandwidth", "cdf", "completion", "gpu_time", "links", "metric"]
KINDS += ["pause", "pause_tree", "queue", "rate", "slowdown", "window"]
KINDS += ["fairness", "fct", "link_cdf", "path_use", "pause_share", "queue_cdf", "ranking"]
# What a folder without it is told.
KEYS = {
    "queue": "samples", "rate": "rateInterval", "window": "rateInterval", "pause": "pfcTrace",
    "pause_tree": "pfcTrace", "gpu_time": "waits", "metric": "sweep", "bandwidth": "--nccl-tests",
    "queue_cdf": "samples", "fairness": "rateInterval", "convergence": "rateInterval", "path_use": "paths",
    "fct": "sweep", "ranking": "sweep", "incast": "sources",
}
UNITS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0, "GB": 1e9, "MB": 1e6, "kB": 1e3, "B": 1.0}
# Put into the page; what it finds is the title then.
PROBE = """
<script>
window.addEventListener("load", () => {
  const faults = window.faults;
  const width = document.documentElement.scrollWidth;
  if (width > window.innerWidth) faults.push("the page is " + width + " wide");
  for (const panel of document.querySelectorAll(".panel, .panels, section")) {
    if (panel.getBoundingClientRect().height < 30) faults.push("empty: " + panel.textContent.slice(0, 60));
  }
  for (const chart of document.querySelectorAll("svg.chart")) {
    if (!chart.getBoundingClientRect().width) continue;
    if (chart.querySelectorAll("[data-tip]").length === 0) faults.push("a chart without data");
    const names = [...chart.querySelectorAll("text")].map((t) => [t, t.getBoundingClientRect()]);
    for (let i = 0; i < names.length; ++i) {
      for (let k = 0; k < i; ++k) {
        const [a, b] = [names[i][1], names[k][1]];
        const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (x > 2 && y > 4) faults.push(names[i][0].textContent + " over " + names[k][0].textContent);
      }
    }
  }
  const whom = document.querySelector("[data-tip]");
  whom.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: 200, clientY: 200}));
  const tip = document.getElementById("tip");
  if (getComputedStyle(tip).display !== "block" || !tip.textContent) faults.push("hovering shows nothing");
  for (const chip of document.querySelectorAll(".legend span")) {
    const part = chip.parentElement.nextElementSibling.querySelector(".s" + chip.dataset.series);
    chip.click();
    if (part && getComputedStyle(part).display !== "none") faults.push("a click does not hide " + chip.textContent);
  }
  for (const plot of document.querySelectorAll(".plot")) {
    const canvas = plot.querySelector("canvas");
    const lines = JSON.parse(plot.firstElementChild.textContent).series.length;
    const rows = plot.querySelectorAll(".u-series");
    if (!canvas || canvas.width < 200) faults.push("a chart is not drawn");
    if (rows.length !== lines + 1) faults.push("a chart names " + rows.length + " of " + lines + " lines");
    rows[1].querySelector("th").click();
    if (!rows[1].classList.contains("u-off")) faults.push("a click does not hide " + rows[1].textContent);
  }
  for (const button of document.querySelectorAll("button[data-tab]")) {
    button.click();
    const tab = document.getElementById(button.dataset.tab);
    if (getComputedStyle(tab).display === "none") faults.push("a click does not show " + button.textContent);
  }
  document.title = "probe " + JSON.stringify(faults.slice(0, 8)) + " end";
  window.parent.postMessage(document.title, "*");
});
</script>
"""
CATCH = "<script>window.faults = []; window.onerror = (what) => { window.faults.push(what); };</script>"


class Fault(Exception):
    """What is wrong."""


def expect(condition, text):
    """Ends the test unless it holds."""
    if not condition:
        raise Fault(text)


def run(command, status=0):
    """What a program prints, both streams. @param status that it has to end with"""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    expect(done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def has_matplotlib():
    """Whether plots can be drawn here."""
    pythons = [sys.executable, "/usr/bin/python3"]
    known = [p for p in pythons if os.path.exists(p)]
    tried = [[python, "-c", "import matplotlib"] for python in known]
    return any(subprocess.run(t, stderr=subprocess.DEVNULL, check=False).returncode == 0 for t in tried)


class Page(html.parser.HTMLParser):
    """Cells that have a number, references and identifiers."""

    def __init__(self, text):
        super().__init__()
        self.cells = []
        self.references = []
        self.ids = []
        self.sections = []
        self.cell = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        for name in ("src", "href", "xlink:href", "action", "poster", "data", "srcset", "background"):
            if name in found:
                self.references.append((tag, found[name]))
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "section":
            self.sections.append(found["id"])
        if tag in ("link", "iframe", "object", "embed", "base"):
            self.references.append((tag, "itself"))
        if tag == "td" and "data-file" in found:
            self.cell = [found, ""]
            self.cells.append(self.cell)

    def handle_endtag(self, tag):
        if tag == "td":
            self.cell = None

    def handle_data(self, data):
        if self.cell:
            self.cell[1] += data


def check_references(text):
    """The page needs nothing but itself."""
    page = Page(text)
    for tag, value in page.references:
        expect(tag == "a" and value.startswith("#"), f"the page references {value} ({tag})")
        expect(value[1:] in page.ids, f"nothing is called {value}")
    expect(len(page.ids) == len(set(page.ids)), "an identifier stands twice")
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    expect("url(" not in style and "@import" not in style, "the style references something")
    script = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    for word in ("fetch(", "XMLHttpRequest", "import(", "WebSocket", "http:", "https:"):
        expect(all(word not in part for part in script), f"the script has {word}")
    return page


def read_table(path):
    """Rows of a CSV file."""
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def shown_value(text, unit):
    """The number in front of a cell's text, in the unit of the table, and the place of its last digit."""
    found = re.match(r"^(-?[\d\u2009]+)(\.\d+)?(e[+-]?\d+)?(?:\u00a0(\S+))?", text)
    expect(found, f"'{text}' is no number")
    digits = found[1].replace("\u2009", "") + (found[2] or "") + (found[3] or "")
    factor = 1.0 if found[4] == unit else UNITS.get(found[4] or "", 1.0)
    last = 10.0 ** -(len(found[2] or ".") - 1 - int((found[3] or "e0")[1:]))
    return float(digits) * factor, last * factor


def check_number(attributes, text, expected):
    """A cell has the number of the table, and shows it rounded."""
    where = f"{attributes['data-file']} {attributes['data-job']} {attributes['data-column']}"
    found = attributes["data-value"]
    expect(float(found) == float(expected), f"{where}: {found} for {expected}")
    value, last = shown_value(text, attributes["data-unit"])
    # Three digits at least, or all digits of an integer.
    error = abs(value - float(expected))
    expect(error <= max(0.5 * last, 0.005 * abs(float(expected))) * 1.001, f"{where}: {text} for {expected}")
    expect(error <= 0.006 * abs(float(expected)) or last >= 0.01, f"{where}: {text} for {expected}")


def check_cells(folder, page):
    """Every number is the median of the draws in the CSV files."""
    tables = {"summary.csv": {}, "figures.csv": {}}
    for row in read_table(folder / "summary.csv"):
        for column, value in row.items():
            if value:
                key = row["fabric"], row["job"], column
                tables["summary.csv"].setdefault(key, []).append(value)
    for seed in sorted(folder.glob("seed-*")) or [folder]:
        for row in read_table(seed / "figures.csv") if (seed / "figures.csv").exists() else []:
            key = row["fabric"], row["job"], row["figure"]
            tables["figures.csv"].setdefault(key, []).append(row["value"])
    for attributes, text in page.cells:
        key = attributes["data-fabric"], attributes["data-job"], attributes["data-column"]
        values = tables[attributes["data-file"]].get(key)
        expect(values, f"{key} of the page is not in {attributes['data-file']}")
        numbers = list(map(float, values))
        check_number(attributes, text, statistics.median_low(numbers))
        if "data-low" in attributes:
            expect(float(attributes["data-low"]) == min(numbers), f"{key}: least is {min(numbers)}")
            expect(float(attributes["data-high"]) == max(numbers), f"{key}: greatest is {max(numbers)}")
    found = {tuple(a[f"data-{name}"] for name in ("fabric", "job", "column")) for a, _ in page.cells}
    jobs = {job for _, job, _ in tables["summary.csv"]} - {"all"}
    for fabric, job, column in tables["summary.csv"]:
        # What all jobs have together one job has alone.
        if (job != "all" or len(jobs) > 1) and column in ("completion_ns", "slowdown_p99"):
            expect((fabric, job, column) in found, f"the page lacks {column} of {job} on {fabric}")


def check_medians(work):
    """The draw that stands for all; b has two of five that do not end, c takes the same time in all.

    Ranks off the median by seed, a: 2 2 0 1 1, b: 2 1 1 1 0 (two share the last rank but one), c: none.
    """
    times = {
        "a": ["50", "10", "30", "20", "40"],
        "b": ["1", "", "2", "", "3"],
        "c": ["1", "1", "1", "1", "1"],
    }
    folder = work / "medians"
    head = "fabric,job,completion_ns,seed\n"
    rows = {
        seed: "".join(f"{fabric},all,{ends[seed - 1]},{seed}\n" for fabric, ends in times.items())
        for seed in range(1, 6)
    }
    for seed, text in rows.items():
        (folder / f"seed-{seed}").mkdir(parents=True)
        (folder / f"seed-{seed}" / "summary.csv").write_text(head + text, encoding="utf-8")
    (folder / "summary.csv").write_text(head + "".join(rows.values()), encoding="utf-8")
    results = load_tables().open_results(folder)
    # The sums are 4 3 1 2 1: of two the first.
    expect(results.typical.seed == "3", f"the typical draw is that of seed {results.typical.seed}")
    said = "The draw whose completion times are nearest to the medians of the fabrics: seed 3."
    expect(results.say_typical() == said, results.say_typical())
    results.where = {"fabric": "b"}
    expect(results.typical.seed == "5", f"of b the typical draw is that of seed {results.typical.seed}")


def check_bars_of_jobs(folder, work):
    """Bars that are jobs stand in one panel, each with a value, in the order of the table."""
    kind = work / "bars.py"
    kind.write_text(
        "import result_tables\nfrom plots import completion\n\n\n"
        "def draw(results, options):\n"
        "    panels = completion.read(results, options, 'completion_ns')\n"
        "    groups = completion.find_groups(results, options)\n"
        "    raise result_tables.Missing('; '.join(groups) + f' in {list(panels)}')\n",
        encoding="utf-8",
    )
    with open(folder / "summary.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["job"] != "all"]
    wanted = "; ".join(dict.fromkeys(f"{row['fabric']}, {row['job']}" for row in rows))
    plot = [sys.executable, str(UTILS / "plot.py"), str(folder), str(kind), "--group", "fabric,job"]
    told = run([*plot, "--output", str(work / "none")], 1)
    expect(f"{wanted} in ['']" in told, f"bars of jobs: {told}, not {wanted}")


def check_failures(work):
    """Faults of two kinds on a fabric: sums by kind and the faults themselves."""
    folder = work / "faults"
    folder.mkdir()
    head = "fabric,job,completion_ns,seed\n"
    (folder / "summary.csv").write_text(head + "a,all,9000,1\na,x,9000,1\na,y,8000,1\n", encoding="utf-8")
    (folder / "flows.csv").write_text("fabric\n", encoding="utf-8")
    names = "fabric,failure,kind,what,begin_ns,end_ns,lost_packets,lost_bytes,dropped_packets,"
    names += "retransmitted_packets,timeouts,job,standstill_ns\n"
    rows = (
        "a,0,link,leaf0 to <spine0>,1000,2000,3,300,4,7,1,{}\n",
        "a,1,nic,host 5,3000,,10,1000,0,20,2,{}\n",
        "a,2,link,leaf1 to spine1,5000,5500,5,500,6,11,0,{}\n",
    )
    still = (("x,100", "y,200"), ("x,1500", "y,0"), ("x,400", "y,50"))
    text = names + "".join(row.format(cell) for row, cells in zip(rows, still) for cell in cells)
    (folder / "failures.csv").write_text(text, encoding="utf-8")
    probe = (
        "import sys, result_tables\nfrom report_parts import failures\n"
        "print(failures.build(result_tables.open_results(sys.argv[1])))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(UTILS), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", probe, str(folder)]
    page = subprocess.run(command, text=True, capture_output=True, env=environment, check=True).stdout
    cells = [re.findall(r"<t[hd](?: [^>]*)?>([^<]*)", row) for row in page.split("<tr>")[1:]]
    cells = [[html.unescape(cell).replace("\u00a0", " ") for cell in row] for row in cells]
    expect(cells[0][3:] == [*"lost dropped".split(), "sent again", "timeouts", "x stood still",
                            "y stood still"], f"heads {cells[0]}")
    expect(cells[1] == ["a", "link", "2", "8", "10", "18", "1", "500 ns", "250 ns"], f"{cells[1]}")
    expect(cells[2] == ["a", "nic", "1", "10", "0", "20", "2", "1.50 us", "0"], f"{cells[2]}")
    expect(cells[4][1:4] == ["link: leaf0 to <spine0>", "1.00 us", "1.00 us"], f"{cells[4]}")
    expect(cells[5][1:4] == ["nic: host 5", "3.00 us", "to the end"], f"{cells[5]}")


def check_charts(sweep):
    """Charts of a sweep have the means and the ends of their intervals of sweep-statistics.csv."""
    rows = read_table(sweep / "sweep-statistics.csv")
    page = (sweep / "report.html").read_text(encoding="utf-8")
    charts = [json.loads(found) for found in re.findall(r'<script type="application/json">(.*?)</script>', page)]
    known = 0
    for chart in charts:
        unit = re.search(r"^completion time \((\w+)\)$", chart["y"])
        for line in chart["series"] if unit else ():
            for x, *values in line["points"]:
                near = [row for row in rows if row["metric"] == "completion_ns" and row["fabric"] == line["name"]
                        and float(row["size"]) == x and all(
                            abs(value * UNITS[unit[1]] - float(row[column])) <= 1e-6 * abs(float(row[column]))
                            for value, column in zip(values, ("mean", "ci95_low", "ci95_high")))]
                expect(len(values) == 3 and near, f"a chart has {values} of {line['name']} at {x}")
                known += 1
    expect(known >= 6, f"only {known} points of charts are of completion times")


def check_typical(folder, text):
    """Sections that show one draw show the same of every fabric, and say so."""
    seed = load_tables().open_results(folder).typical.seed
    said = f"seed {seed}."
    expect(text.count(html.escape(said)) >= 4, f"the page does not say {said}")
    for fabric in dict.fromkeys(row["fabric"] for row in read_table(folder / "summary.csv")):
        busiest = max(
            (
                row["busy_percent"]
                for row in read_table(folder / f"seed-{seed}" / "links.csv")
                if row["fabric"] == fabric and row["network"] == "fabric"
            ),
            key=float,
        )
        expect(f"<td>{busiest} %</td>" in text, f"{fabric}: the busiest link had {busiest} %")


def check_in_browser(path, chromium, folder):
    """No fault of script or layout at the widths of a phone, a laptop and a large screen; and it can be printed."""
    text = path.read_text(encoding="utf-8").replace("<style>", CATCH + "<style>", 1)
    probe = folder / "probe.html"
    probe.write_text(text.replace("</body>", PROBE + "</body>"), encoding="utf-8")
    browser = [chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    browser += [f"--user-data-dir={folder}/browser", "--virtual-time-budget=4000"]
    # A window is at least 500 pixels wide; a frame can be that of a phone.
    phone = folder / "phone.html"
    phone.write_text('<iframe src="probe.html" width=390 height=800></iframe><script>'
                     "onmessage = (event) => { document.title = event.data; };</script>", encoding="utf-8")
    for width, shown in ((390, phone), (1280, probe), (1920, probe)):
        command = [*browser, f"--window-size={max(width, 500)},1000", "--dump-dom", f"file://{shown}"]
        dom = subprocess.run(command, text=True, capture_output=True, timeout=240, check=False).stdout
        found = re.search(r"<title>probe (.*) end</title>", dom)
        expect(found, f"{path}: the browser has not shown it")
        faults = json.loads(found[1].replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&"))
        expect(not faults, f"{path} at {width} pixels: {faults}")
    printed = folder / "page.pdf"
    command = [*browser, f"--print-to-pdf={printed}", f"file://{path}"]
    subprocess.run(command, capture_output=True, timeout=240, check=False)
    expect(printed.exists() and printed.stat().st_size > 10_000, f"{path}: cannot be printed")


def check_plots(folder, kinds, out):
    """All of them are drawn, as PDF and PNG of the width that was asked for."""
    run([sys.executable, str(UTILS / "plot.py"), str(folder), *kinds, "--output", str(out)])
    for kind in kinds:
        pdf = (out / f"{kind}.pdf").read_bytes()
        png = (out / f"{kind}.png").read_bytes()
        expect(pdf.startswith(b"%PDF"), f"{kind}.pdf is none")
        box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", pdf)
        expect(abs(float(box[1]) - 3.3 * 72) < 0.5, f"{kind}.pdf is {box[1]} wide; expected 3.3 inches")
        expect(png[16:20] == (990).to_bytes(4, "big"), f"{kind}.png: expected 3.3 inches at 300 per inch")


def make_sweep(folder, runs):
    """A folder as sweeps leave it. @param runs folders by load"""
    points = list(runs)
    state = {"status": "complete", "commandLine": "ai-fabric-run s.json --sweep size=1,2", "axes": ["size"]}
    state["points"] = [{"point": i + 1, "values": {"size": name}} for i, name in enumerate(points)]
    state["runs"] = []
    rows = []
    for i, name in enumerate(points):
        groups = {}
        for seed in range(1, SEEDS + 1):
            target = f"runs/size-{name}/seed-{seed}"
            shutil.copytree(runs[name] / f"seed-{seed}", folder / target)
            one = {"run": len(state["runs"]) + 1, "point": i + 1, "seed": seed}
            state["runs"].append({**one, "folder": target, "status": "complete"})
            for row in read_table(folder / target / "summary.csv"):
                for metric, unit in (("completion_ns", "ns"), ("slowdown_p99", "1"), ("drops", "1")):
                    if row[metric]:
                        group = row["fabric"], row["job"], metric, unit
                        groups.setdefault(group, []).append(float(row[metric]))
        for (fabric, job, metric, unit), values in groups.items():
            mean, half = statistics.fmean(values), 12.706 * statistics.stdev(values) / math.sqrt(2)
            rows.append([i + 1, name, fabric, job, metric, unit, len(values), mean, statistics.stdev(values),
                         mean - half, mean + half])
    with open(folder / "sweep-statistics.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow("point,size,fabric,job,metric,unit,runs,mean,sd,ci95_low,ci95_high".split(","))
        writer.writerows(rows)
    (folder / "sweep.json").write_text(json.dumps(state), encoding="utf-8")
    return {(str(row[0]), row[2], row[4]): row[7] for row in rows if row[3] == "all"}


def load_tables():
    """The module that reads results."""
    sys.path.insert(0, str(UTILS))
    import result_tables  # here, as UTILS is known late

    return result_tables


def check_laws():
    """Interval and percentiles by hand."""
    tables = load_tables()
    # 1, 2, 3: mean 2, deviation 1, t of two degrees of freedom 4.303: 4.303 / sqrt(3).
    mean, half = tables.interval([1.0, 2.0, 3.0])
    expect(mean == 2 and abs(half - 2.48434) < 1e-5, f"interval of 1, 2, 3: {mean} +- {half}")
    expect(tables.interval([5.0]) == (5.0, 0.0), "interval of one value")
    expect([tables.percentile([1, 2, 3, 4], s) for s in (0.5, 0.75, 0.99, 1)] == [2, 3, 4, 4], "percentiles")
    expect(tables.scale("ns", 2_500_000) == ("ms", 1e6), "scale")


def check_limits():
    """Links limit a job near its ideal, unless its work comes by itself or it computes."""
    sys.path.insert(0, str(UTILS))
    from report_parts import limits

    wait = {"job": "computing", "exposed_ns": "", "time_ns": "500"}
    waits = [{**wait, "activity": "compute"}, {**wait, "activity": "network"},
             {**wait, "job": "sending", "activity": "network"}]
    facts = types.SimpleNamespace(open_loop={"open"}, waits=waits)
    links, why = "the links of its hosts", "it took 99.2 % of the ideal, which these links alone allow"
    for job, share, said in (("closed", "99.2", [(links, links, why)]),
                             ("sending", "99.2", [(links, links, why)]),
                             ("closed", "79.9", []), ("closed", "", []),
                             ("open", "99.2", []), ("computing", "99.2", [])):
        found = list(limits.say_ideal(facts, job, {"percent_of_ideal": share}))
        expect(found == said, f"a job that is {job}, at {share or 'no'} % of its ideal: {found}")
    expect(limits.is_open_loop({"type": "ns3::PoissonWorkload", "duration": "1ms", "flows": 0}), "not open")
    expect(limits.is_open_loop({"type": "ns3::HpccFlowWorkload", "file": "x"}), "not open")
    expect(not limits.is_open_loop({"type": "ns3::CollectiveWorkload", "bytes": 1}), "open")

    # Faster links help any job; of the other causes the one without which the job gains most decides.
    rows = [(limits.LINKS, "0.5", "confirmed"), ("PFC", "0.7", "confirmed"), ("an incast", "0.9", "confirmed")]
    causes = {cause: {"cause": cause, "ratio": ratio, "verdict": verdict} for cause, ratio, verdict in rows}
    expect(limits.find_decider(causes)["cause"] == "PFC", "the largest gain does not decide")
    expect(limits.find_decider({"PFC": {**causes["PFC"], "verdict": "refuted"}}) is None, "a refuted cause decides")


def check_points(sweep, plot):
    """Points of a sweep, here sizes 400 and 800, are not taken for draws of one."""
    probe = sweep / "probe.py"
    probe.write_text(
        "import result_tables\n"
        "from plots import slowdown\n\n\n"
        "def draw(results, options):\n"
        "    points = slowdown.read(results, options)\n"
        "    found = {title: {len(draws) for draws in of.values()} for title, of in points.items()}\n"
        "    raise result_tables.Missing(found)\n",
        encoding="utf-8",
    )
    told = run([*plot, str(probe)], 1)
    expect(told.endswith(f": {{'size 400': {{{SEEDS}}}, 'size 800': {{{SEEDS}}}}}\n"), f"points: {told}")
    told = run([*plot, str(probe), "--group", "size"], 1)
    expect(told.endswith(f": {{'': {{{SEEDS}}}}}\n"), f"points that groups tell apart: {told}")
    target = str(sweep / "links.pdf")
    told = run([*plot, "links", "--output", target])
    expect(re.search(r"links: of size 400, seed \d+; --where", told), f"which point is drawn: {told}")
    told = run([*plot, "links", "--where", "size=800", "--output", target])
    expect(re.search(r"links: of seed \d+; --where", told), f"which draw of the only point: {told}")
    told = run([*plot, "links", "--where", "size=800", "--where", "seed=1", "--output", target])
    expect("--where" not in told, f"the only point is named: {told}")


def check_large(folder):
    """Where there are too many messages to read in a moment, the overview has bars in their place."""
    probe = folder / "large.py"
    probe.write_text(
        "import result_tables\n"
        "from plots import cdf, overview\n\n\n"
        "def draw(results, options):\n"
        "    found = []\n"
        "    for cdf.read, result_tables.QUICK_BYTES in ((cdf.read, 1e9), (None, 0)):\n"
        "        labels = [axes.get_xlabel() for axes in overview.draw(results, options).axes]\n"
        "        found.append(['p99' in label for label in labels].count(True))\n"
        "    raise result_tables.Missing(found)\n",
        encoding="utf-8",
    )
    told = run([sys.executable, str(UTILS / "plot.py"), str(folder), str(probe)], 1)
    expect(told.endswith(": [0, 1]\n"), f"overview of few and of many messages: {told}")


def probe_figure(folder, work, body, *arguments):
    """What a kind of plot that draws nothing finds. @param body lines of its draw(results, options)"""
    probe = work / "probe_figure.py"
    lines = "".join(f"    {line}\n" for line in body.strip().split("\n"))
    text = "import json\nimport plot\nimport plot_style\nimport result_tables\n"
    text += f"from plots import rate, slowdown\n\n\ndef draw(results, options):\n{lines}"
    text += "    raise result_tables.Missing(json.dumps(found))\n"
    probe.write_text(text, encoding="utf-8")
    told = run([sys.executable, str(UTILS / "plot.py"), str(folder), str(probe), *arguments,
                "--output", str(work / "none")], 1)
    return json.loads(told.split("not drawn: ", 1)[1].split("\n")[0])


def check_goodput(work):
    """Four senders that may each send at the rate of the link that they share have a quarter of it each.

    They begin after 52 us, and are looked at each 10 us; the last one has nothing to send from 90 to 150 us.
    """
    folder = work / "goodput"
    folder.mkdir()
    (folder / "summary.csv").write_text("fabric,job,completion_ns,seed\na,all,9000,1\n", encoding="utf-8")
    (folder / "flows.csv").write_text("fabric\n", encoding="utf-8")
    quarter = 31_250  # bytes in 10 us at 25 Gb/s
    rows = []
    for sender in range(4):
        total = 0
        middle = [] if sender == 3 else range(100, 160, 10)
        for time in [*range(60, 100, 10), *middle, *range(160, 210, 10)]:
            total += quarter
            rows.append(f"a,{1000 * time},x,{sender},4,0,0,1,100000000000,,{total}")
    head = "fabric,time_ns,job,source_host,dest_host,channel,priority,queue_pair,rate_bps,window_bytes,"
    text = "\n".join([head + "acknowledged_bytes", *rows]) + "\n"
    (folder / "rates.csv").write_text(text, encoding="utf-8")
    body = """
(axes,) = rate.draw(results, options).axes
found = [axes.get_ylabel(), [[list(map(float, d)) for d in line.get_data()] for line in axes.lines]]
"""
    label, lines = probe_figure(folder, work, body)
    expect(label == "goodput (Gb/s)" and len(lines) == 4, f"{label} of {len(lines)} senders is drawn")
    for sender, (x, y) in enumerate(lines):
        expect(x[0] == 50 and y[0] == 25 and x[-1] == 200 and y[-1] == 0, f"sender {sender}: {x}, {y}")
        steps = {begin: value for begin, value in zip(x, y)}
        idle = [time for time in steps if steps[time] == 0]
        expect(idle == ([90, 200] if sender == 3 else [200]), f"sender {sender} is idle at {idle}")
        expect(set(steps.values()) == {0, 25}, f"sender {sender} has {set(steps.values())}")
    label, lines = probe_figure(folder, work, body, "--metric", "rate_bps")
    expect(label == "allowed rate (Gb/s)" and {v for _, y in lines for v in y} == {100}, f"{label}: {lines}")


def check_bins(work):
    """As many bins as messages allow, marks that say where there are too few, bands as they were computed."""
    body = """
figure = slowdown.draw(results, options)
found = []
for axes in figure.axes:
    hollow = [line for line in axes.lines if line.get_markerfacecolor() == "white"]
    bands = [float(y) for band in axes.collections for _, y in band.get_paths()[0].vertices]
    marks = axes.lines[0].get_xdata()
    few = sum(len(line.get_xdata()) for line in hollow)
    found.append([len(marks), float(marks[-1]), few, min(bands), max(bands)])
"""
    for name, count, marks, hollow in (
        ("few", 6, [1, 1, 1], [1, 1, 1]),  # p50 asks for 10 messages, p95 for 20, p99 for 100
        ("hundred", 100, [10, 5, 1], [0, 0, 0]),
        ("many", 1000, [20, 20, 10], [0, 0, 0]),
    ):
        folder = work / f"bins-{name}"
        head = "fabric,job,completion_ns,seed\n"
        rows = "".join(f"a,all,9000,{seed}\n" for seed in (1, 2, 3))
        for seed, slowdown in ((1, 1.0), (2, 1.0), (3, 4.0)):
            (folder / f"seed-{seed}").mkdir(parents=True)
            row = f"{head}a,all,9000,{seed}\n"
            (folder / f"seed-{seed}" / "summary.csv").write_text(row, encoding="utf-8")
            flows = "".join(f"a,x,{1000 + size},{slowdown},success\n" for size in range(count))
            text = "fabric,job,size_bytes,slowdown,status\n" + flows
            (folder / f"seed-{seed}" / "flows.csv").write_text(text, encoding="utf-8")
        (folder / "summary.csv").write_text(head + rows, encoding="utf-8")
        found = probe_figure(folder, work, body)
        expect([panel[0] for panel in found] == marks, f"{name}: marks {found}")
        expect([panel[2] for panel in found] == hollow, f"{name}: hollow marks {found}")
        for _, last, _, low, high in found:
            expect(last == 999 + count, f"{name}: the last mark is at {last}")
            # Logarithms 0, 0, ln 4: mean 0.4621, deviation 0.8004, 4.303 * 0.8004 / sqrt(3) = 1.9884.
            expect(abs(low / 0.2173 - 1) < 1e-3, f"{name}: the band begins at {low}")
            expect(abs(high / 11.594 - 1) < 1e-3, f"{name}: the band ends at {high}")


def check_panels(sweep, work):
    """Panels with the same label have the same axis; below each figure stands how many values it is of."""
    body = f"""
found = {{}}
for kind in {KINDS}:
    module = plot.load(kind)
    results.where = {{}}
    plot.choose(results, options, module)
    figure = module.draw(results, options)
    limits = {{}}
    for axes in figure.axes:
        for name in "xy" if axes.axison else "":
            label = getattr(axes, f"get_{{name}}label")()
            label += ", " + axes.get_title().split(":")[0] if kind + name == "fcty" else ""  # by size
            ends = [float(end) for end in getattr(axes, f"get_{{name}}lim")()]
            if label and "colorbar" not in axes.get_label():
                limits.setdefault(name + " " + label, []).append(ends)
    notes = [text.get_text().replace(chr(10), " ") for text in figure.texts]
    found[kind] = [limits, notes]
    plot_style.pyplot.close(figure)
"""
    several = 0
    for kind, (limits, notes) in probe_figure(sweep, work, body).items():
        expect(len(notes) == 1 and re.search(r"n = \d+", notes[0]), f"{kind}: the note is {notes}")
        many = kind in ("overview", "bandwidth", "cdf", "completion", "fct", "gpu_time", "link_cdf", "metric",
                        "path_use", "pause_share", "queue_cdf", "ranking", "slowdown")
        said = "draws" in notes[0] if many else "n = 1 draw of" in notes[0]
        expect(said, f"{kind}: the note is {notes}")
        for label, ends in limits.items():
            expect(all(each == ends[0] for each in ends), f"{kind}: panels with {label} have {ends}")
            several += len(ends) > 1
    expect(several >= 8, f"only {several} axes are in several panels")


def check_all(runner, work, chromium):
    """Everything."""
    check_laws()
    check_limits()
    check_medians(work)
    check_failures(work)
    scenario = work / "s.json"
    scenario.write_text(json.dumps(SCENARIO), encoding="utf-8")
    rich = work / "rich"
    printed = run([runner, str(scenario), "--seeds", str(SEEDS), "--no-lint", "--output", str(rich)])
    expect(f"report: {rich}/report.html" in printed, f"the run does not name its report:\n{printed}")
    manifest = json.loads((rich / "manifest.json").read_text(encoding="utf-8"))["manifest"]
    expect("report.html" in manifest["files"], "the manifest does not list the report")
    text = (rich / "report.html").read_text(encoding="utf-8")
    page = check_references(text)
    check_cells(rich, page)
    check_typical(rich, text)
    wanted = {"comparison", "limits", "plots", "topology", "timeline", "cost", "warnings"}
    wanted |= {"configuration", "again"}
    expect(set(page.sections) == wanted, f"the page has {page.sections}")
    expect("everything &amp; &lt;all&gt;" in text and "<all>" not in text, "names are not escaped")

    # Python without any package makes the same page.
    (rich / "report.html").unlink()
    run([sys.executable, "-E", "-s", "-S", str(UTILS / "report.py"), str(rich)])
    expect((rich / "report.html").read_text(encoding="utf-8") == text, "the page differs the second time")

    plain = work / "plain"
    small = ["--set", "workload=permutation", "--set", "output={}", "--set", "pfcTrace=false"]
    run([runner, str(scenario), "--seed", "1", "--no-lint", "--no-figure", *small, "--output", str(plain)])
    expect(not (plain / "report.html").exists(), "--no-figure has made a report")
    run([sys.executable, str(UTILS / "report.py"), str(plain)])
    page = check_references((plain / "report.html").read_text(encoding="utf-8"))
    check_cells(plain, page)
    expect("cost" not in page.sections, "a job that does not compute has no idle GPUs to pay")

    other = work / "other"
    run([runner, str(scenario), "--seeds", str(SEEDS), "--no-lint", "--no-figure", "--quiet",
         "--set", "workload.2.bytes=800KB", "--output", str(other)])
    sweep = work / "sweep"
    sweep.mkdir()
    means = make_sweep(sweep, {"400": rich, "800": other})
    run([sys.executable, str(UTILS / "report.py"), str(sweep)])
    page = check_references((sweep / "report.html").read_text(encoding="utf-8"))
    expect(page.cells, "the report of a sweep has no numbers")
    check_charts(sweep)
    for attributes, shown in page.cells:
        key = attributes["data-point"], attributes["data-fabric"], attributes["data-column"]
        check_number(attributes, shown, means[key])

    told = run([sys.executable, str(UTILS / "report.py"), str(work / "nowhere")], 2)
    expect("is not a folder" in told, told)
    if has_matplotlib():
        expect((rich / "figure.png").exists() and (rich / "figure.pdf").exists(), "there is no figure")
        check_plots(sweep, KINDS, work / "plots")
        for kind, key in KEYS.items():
            plot = [sys.executable, str(UTILS / "plot.py"), str(plain), kind]
            told = run([*plot, "--output", str(work / "none")], 1)
            expect(told.startswith(f"{kind}: not drawn: ") and key in told, f"{kind}: {told}")
        plot = [sys.executable, str(UTILS / "plot.py"), str(sweep)]
        check_points(sweep, plot)
        check_goodput(work)
        check_bins(work)
        check_panels(sweep, work)
        check_large(plain)
        own = work / "mine.py"
        shutil.copy(UTILS / "plots" / "slowdown.py", own)
        run([*plot, str(own), "--group", "job", "--metric", "p50", "--output", str(work / "mine.pdf")])
        expect((work / "mine.pdf").exists(), "an own kind was not drawn")
        check_bars_of_jobs(plain, work)
        for wrong, known in (
            (["completion", "--metric", "speed"], "completion_ns"),
            (["completion", "--group", "colour"], "fabric, job, seed, size"),
            (["metric", "--key", "load"], "size"),
            (["pie"], "overview"),
            (["cdf", "--style", "huge"], "column"),
            (["cdf", "--where", "colour=red"], "size, seed, fabric"),
            (["cdf", "--where", "size=7"], "size=7: expected one of 400, 800"),
            (["cdf", "--where", "seed=77"], "seed=77: expected one of 1, "),
        ):
            told = run([*plot, *wrong, "--output", str(work / "none")], 2)
            expect(known in told and told.count("\n") == 1, f"{wrong}: {told}")
    if chromium:
        for folder in (rich, plain, sweep):
            check_in_browser(folder / "report.html", chromium, work)
    else:
        print("no Chromium here: the page was not looked at in it")


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--runner", required=True, help="an ai-fabric-run")
    parser.add_argument("--keep", metavar="DIR", help="folder for the results (default: a temporary one)")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    try:
        if arguments.keep:
            shutil.rmtree(arguments.keep, ignore_errors=True)
            work = pathlib.Path(arguments.keep).absolute()
            work.mkdir(parents=True)
            check_all(arguments.runner, work, chromium)
        else:
            with tempfile.TemporaryDirectory() as folder:
                check_all(arguments.runner, pathlib.Path(folder), chromium)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
