# SPDX-License-Identifier: GPL-2.0-only
"""`./ai-fabric import`: a scenario from inputs of other programs, and what became of them."""

import argparse
import pathlib
import sys

import conweave
import hpcc
import htsim
import infragraph
import kineto
import serving
import simai
import sonic
from common import ImportProblem, Knobs, Output


def parse(words):
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./ai-fabric import",
        description="Make a scenario and its data files from the inputs of another simulator, or "
        "from the files of a real network or job, and print which key each of its settings became, "
        "or that it has no counterpart.",
        allow_abbrev=False,
    )
    kinds = parser.add_subparsers(dest="simulator", metavar="SIMULATOR", required=True)

    def add(name, module, help_text, config, more):
        # -hop_latency of htsim would be -h, for help, and -oversubscribed_cc -o.
        kind = kinds.add_parser(
            name,
            help=help_text,
            description=help_text,
            allow_abbrev=False,
            add_help=module is not htsim,
        )
        kind.add_argument("config", metavar=config)
        kind.add_argument(
            *(["-o"] if module is not htsim else []),
            "--output",
            metavar="FILE",
            help="path of the scenario (default: in this folder, named after the input)",
        )
        more(kind)
        kind.set_defaults(convert=module.convert)

    add("hpcc", hpcc, "config.txt of the HPCC simulator", "CONFIG", lambda kind: None)
    add("conweave", conweave, "config.txt of ConWeave's simulator", "CONFIG", lambda kind: None)
    add("simai", simai, "SimAI.conf, a topology and a workload of SimAI", "CONFIG", simai.add_options)
    add("sonic", sonic, "config_db.json of a SONiC switch", "CONFIG_DB", lambda kind: None)
    add("kineto", kineto, "a folder with the traces of PyTorch's profiler, one a rank", "FOLDER",
        lambda kind: None)
    add("serving", serving, "records of vLLM, SGLang or Mooncake", "FILE", serving.add_options)
    add("infragraph", infragraph, "an InfraGraph infrastructure in JSON or YAML", "FILE",
        infragraph.add_options)
    for name in htsim.PROGRAMS:
        help_text = "connection matrix (.cm) of htsim, "
        help_text += "for Ultra Ethernet" if name == "htsim_uec" else "for RoCE"
        add(name, htsim, help_text, "MATRIX", lambda kind, name=name: htsim.add_options(kind, name))
    if words and words[0] in htsim.PROGRAMS:
        words = htsim.sort_words(words)
    arguments, rest = parser.parse_known_args(words)
    if rest and arguments.simulator not in htsim.PROGRAMS:
        parser.error(f"unknown arguments: {' '.join(rest)}")
    arguments.rest = rest
    arguments.named = bool(arguments.output)
    if not arguments.named:
        stem = pathlib.Path(arguments.config).stem
        if not stem:
            parser.error(f"'{arguments.config}' is not a file")
        arguments.output = f"{stem}.json"
    return arguments


def main():
    """Imports. Returns the exit status: 0, or 2 if an input is wrong."""
    arguments = parse(sys.argv[1:])
    knobs = Knobs()
    try:
        output = Output(arguments.output, arguments.named)
        scenario = arguments.convert(arguments, knobs, output)
        written = output.write(scenario)
    except ImportProblem as problem:
        print(f"ai-fabric: {problem}", file=sys.stderr)
        return 2
    print(knobs.text())
    print()
    print("written: " + ", ".join(map(str, written)))
    print(f"to run it: ./ai-fabric run {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
