# SPDX-License-Identifier: GPL-2.0-only
"""Cost of idle GPUs, warnings, configuration with where its values come from, how to run it again."""

import json

import result_tables
from report_parts.pieces import number, section, table, text

MANY_FABRICS = 6


def build_cost(results):
    """What idle GPUs cost, of jobs that compute: the figures of a job, or its share of idle time."""
    figures = {}
    for row in results.rows("figures.csv"):
        figures.setdefault((row["job"], row["fabric"]), {}).setdefault(row["figure"], []).append(row)
    wanted = ("GPU idle in step", "idle cost per step", "idle cost per day")
    rows = []
    for (job, fabric), found in figures.items():
        cells = []
        for figure in wanted:
            draws = sorted(found.get(figure, []), key=lambda row: float(row["value"]))
            if not draws:
                cells.append("<td class=none>-</td>")
                continue
            row = draws[(len(draws) - 1) // 2]
            cells.append(
                f'<td data-file="figures.csv" data-job="{text(job)}" data-fabric="{text(fabric)}" '
                f'data-column="{figure}" data-value="{row["value"]}" data-unit="{text(row["unit"])}" '
                f'data-tip="figures.csv, {figure}: {row["value"]} {text(row["unit"])}">'
                f'{number(float(row["value"]), row["unit"])}</td>'
            )
        if any("data-file" in cell for cell in cells):
            rows.append(f"<tr><th>{text(job)}</th><th>{text(fabric)}</th>{''.join(cells)}</tr>")
    if not rows:
        return ""
    head = "".join(f"<th>{name}</th>" for name in wanted)
    body = table("numbers", [f"<tr><th>Job</th><th class=name>Fabric</th>{head}</tr>", *rows])
    intro = "Of the steps of jobs that compute."
    if not any("idle cost per day" in found for found in figures.values()):
        intro = "With gpuHourPrice in the job the cost is shown in money, too."
    return section("cost", "What idle GPUs cost", body, intro)


def build_warnings(results):
    """Findings of lint, deadlock check and audit."""
    parts = []
    for title, name in (
        ("Problems", "problems"),
        ("Warnings", "warnings"),
        ("Settings that do not fit together", "findings"),
        ("Notes", "notes"),
    ):
        lines = results.manifest.get(name, [])
        items = [
            f"{line['fabric']}: {line['text']} ({line['rule']})" if isinstance(line, dict) else line
            for line in lines
        ]
        if items:
            shown = "".join(f"<li>{text(item)}</li>" for item in dict.fromkeys(items))
            parts.append(f"<h3>{title}</h3><ul class={name}>{shown}</ul>")
    body = "".join(parts) or (
        "<p>None: all settings fit together, no lossless packet was lost, "
        "everything done.</p>"
    )
    return section("warnings", "Warnings of lint and audit", body)


def flatten(value, path, found):
    """Leaves of nested objects by their path."""
    if isinstance(value, dict):
        for key, child in value.items():
            flatten(child, f"{path}.{key}" if path else key, found)
    elif isinstance(value, list):
        for i, child in enumerate(value):
            flatten(child, f"{path}.{i}", found)
    else:
        found[path] = value
    return found


def show_value(value):
    """A value as a scenario has it."""
    if value is None:
        return "-"
    shown = str(value).removeprefix("ns3::")
    for unit, larger in (("ps", ("s", "ms", "us", "ns")), ("bps", ("Tbps", "Gbps", "Mbps", "kbps"))):
        digits = shown.removesuffix(unit)
        if digits != shown and digits.isdigit() and int(digits) > 0:
            for i, name in enumerate(larger):
                if int(digits) >= 1000 ** (4 - i):
                    return f"{int(digits) / 1000 ** (4 - i):.12g}{name}"
    return shown


def build_differences(fabrics):
    """What distinguishes the fabrics."""
    leaves = [flatten(fabric, "", {}) for fabric in fabrics]
    paths = dict.fromkeys(path for found in leaves for path in found)
    rows = []
    for path in paths:
        values = [found.get(path) for found in leaves]
        if path != "name" and len(set(map(str, values))) > 1:
            rows.append((path, values))
    # Attributes of a part that another fabric lacks are left out: the type of the part differs.
    rows = [(p, v) for p, v in rows if p.endswith("type") or None not in v]
    if not rows:
        return ""
    names = [fabric.get("name", str(i)) for i, fabric in enumerate(fabrics)]
    if len(fabrics) <= MANY_FABRICS:
        head = "".join(f"<th>{text(name)}</th>" for name in names)
        lines = "".join(
            f"<tr><th>{text(path)}</th>{''.join(f'<td>{text(show_value(v))}</td>' for v in values)}</tr>"
            for path, values in rows
        )
    else:
        head = "".join(f"<th>{text(path)}</th>" for path, _ in rows)
        lines = "".join(
            f"<tr><th>{text(name)}</th>{''.join(f'<td>{text(show_value(v[i]))}</td>' for _, v in rows)}</tr>"
            for i, name in enumerate(names)
        )
    return "<h3>Where the fabrics differ</h3>" + table("keys", [f"<tr><th></th>{head}</tr>", lines])


def build_sources(manifest):
    """Presets and where their values come from."""
    rows = []
    for preset in manifest.get("presets", []):
        whose = preset.get("fabric") or preset.get("job") or preset.get("kind") or ""
        source = preset.get("source", {})
        source = source if isinstance(source, dict) else {"preset": source}
        for key, where in source.items():
            rows.append(
                f"<tr><th>{text(whose)}</th><td>{text(preset.get('preset', ''))}</td><td>{text(key)}</td>"
                f"<td>{text(where)}</td></tr>"
            )
    if not rows:
        return ""
    head = "<tr><th>Of</th><th>Preset</th><th>Key</th><th>Source</th></tr>"
    return table("keys", [head, *rows])


def fold(title, body):
    """A part that is shown after a click; print leaves it out."""
    return f"<details><summary>{title}</summary>{body}</details>" if body else ""


def build_configuration(results):
    """All attributes with the value in effect."""
    scenario = results.scenario
    manifest = results.manifest
    fabrics = scenario.get("fabric", [])
    fabrics = fabrics if isinstance(fabrics, list) else [fabrics]
    parts = []
    for name in ("topology", "workload"):
        value = scenario.get(name)
        entries = value if isinstance(value, list) else [value] if value else []
        for entry in entries:
            leaves = flatten(entry, "", {})
            title = entry.get("name", name) if isinstance(entry, dict) else name
            shown = "".join(
                f"<div><dt>{text(key)}</dt><dd>{text(show_value(leaf))}</dd></div>"
                for key, leaf in list(leaves.items())[:60]
                if leaf not in ("", None)
            )
            whose = f": {text(title)}" if title != name else ""
            parts.append(f"<h3>{name}{whose}</h3><dl>{shown}</dl>")
    differences = build_differences(fabrics) if len(fabrics) > 1 else ""
    keys = fold("Keys of the topology and the jobs", "".join(parts))
    parts = [differences, keys, fold("Where values come from", build_sources(manifest))]
    whole = text(json.dumps(scenario, indent=1, ensure_ascii=False))
    about = "Every attribute with the value in effect"
    parts.append(f"<details><summary>{about}</summary><pre>{whole}</pre></details>")
    return section("configuration", "Configuration", "".join(parts) if scenario else "")


def build_again(results, sweep=None):
    """The commands."""
    manifest = results.manifest
    libraries = "".join(f" --load {library}" for library in manifest.get("libraries", []))
    folder = results.folder
    lines = []
    if sweep:
        lines.append(("as it was run", sweep.get("commandLine", "")))
        lines.append(("to go on with it", sweep.get("commandLine", "") + " --resume"))
    else:
        lines.append(("as it was run", manifest.get("commandLine", "")))
        lines.append(("from its manifest, into another folder",
                      f"./ai-fabric run {folder}/manifest.json{libraries} --output again"))
    lines.append(("to draw it for a paper", f"./ai-fabric plot {folder}"))
    lines.append(("to make this page", f"./ai-fabric report {folder}"))
    body = "".join(f"<p class=note>{what}</p><pre>{text(line)}</pre>" for what, line in lines if line)
    facts = [
        ("ai-fabric", manifest.get("aiFabric", "")),
        ("ns-3", manifest.get("ns3", "")),
        ("compiler", manifest.get("compiler", "")),
        ("engine", manifest.get("engine", "")),
        ("event list", manifest.get("scheduler", "").removeprefix("ns3::")),
        ("seeds", ", ".join(results.seeds)),
    ]
    shown = "".join(f"<div><dt>{name}</dt><dd>{text(value)}</dd></div>" for name, value in facts if value)
    intro = "Run these in the folder of ai-fabric; paths are as given there."
    return section("again", "How to run it again", body + f"<dl>{shown}</dl>", intro)


def list_fabrics(results):
    """Names of the fabrics, for the head of the page."""
    names = results.fabrics or results.fabrics_of_manifest()
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def build_head(results, sweep=None):
    """Title and what was run."""
    scenario = results.scenario
    name = scenario.get("name", results.folder.name)
    status = (sweep or results.manifest).get("status", "")
    badge = f'<span class="badge {status}">{text(status)}</span>' if status else ""
    topology = scenario.get("topology", {})
    kind = result_tables.type_name(topology.get("type", "")) if isinstance(topology, dict) else ""
    facts = [("topology", kind.removesuffix("-topology")), ("fabrics", list_fabrics(results))]
    if results.jobs:
        facts.append(("jobs", ", ".join(results.jobs)))
    if sweep:
        facts.append(("swept", ", ".join(results.keys)))
        facts.append(("runs", f"{len(results.runs)} of {len(sweep['runs'])}"))
    elif results.seeds:
        facts.append(("draws", str(len(results.seeds))))
    reason = results.manifest.get("reason", "")
    if reason:
        facts.append(("ended", reason))
    shown = "".join(f"<div><dt>{what}</dt><dd>{text(value)}</dd></div>" for what, value in facts if value)
    about = scenario.get("description", "")
    return f"<header><h1>{text(name)} {badge}</h1><p>{text(about)}</p><dl>{shown}</dl></header>"
