# SPDX-License-Identifier: GPL-2.0-only
"""Records of vLLM, SGLang and Mooncake, as requests of the workload "inference".

Facts are those of vllm bench serve and sglang.bench_serving (results with details), of the scheduler
of SGLang (metrics of its log), and of Mooncake's published traces.
"""

import datetime
import json
import re

from common import Place, read_lines

MAX_TOKENS = 10**7
KINDS = "results of vllm bench serve --save-detailed or sglang.bench_serving --output-details, a trace of " \
        "Mooncake, or a log of SGLang"


def add_options(parser):
    """What records do not say."""
    parser.add_argument("--output-tokens", type=int, metavar="N", help="of each request, for a log of SGLang, "
                        "which does not say it")
    parser.add_argument("--block-tokens", type=int, default=512, metavar="N", help="of each hash_id of a "
                        "trace of Mooncake (default: 512)")


def number(place, key, value, low, high):
    """A number within limits."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        place.fail(key, f"is {json.dumps(value)[:40]}; expected a number from {low} to {high}")
    return value


def read_results(place, record, knobs):
    """The requests of a benchmark's result."""
    prompts, outputs = record.get("input_lens"), record.get("output_lens")
    if not isinstance(prompts, list) or not isinstance(outputs, list) or len(prompts) != len(outputs):
        place.fail("output_lens", "expected two lists of one length, input_lens and output_lens")
    starts, rate = record.get("start_times"), record.get("request_rate")
    if isinstance(starts, list):
        if len(starts) != len(prompts):
            place.fail("start_times", f"has {len(starts)} times; expected {len(prompts)}, as input_lens")
        times = [number(place, "start_times", start, -1e12, 1e12) for start in starts]
        knobs.same("start_times", "", "time_s")
    elif isinstance(rate, (int, float)) and 0 < rate < 1e9:
        times = [index / rate for index in range(len(prompts))]
        knobs.differs("request_rate", f"{rate:g}", "time_s", "There are no start_times, so requests come at "
                      "equal intervals.")
    else:
        times = [0.0] * len(prompts)
        knobs.differs("request_rate", str(rate), "time_s 0", "There are no start_times, so all come at once.")
    failed = 0
    requests = []
    for time, prompt, output in zip(times, prompts, outputs):
        if output == 0:
            failed += 1
            continue
        requests.append((time, int(number(place, "input_lens", prompt, 1, MAX_TOKENS)),
                         int(number(place, "output_lens", output, 1, MAX_TOKENS))))
    knobs.same("input_lens, output_lens", str(len(requests)), "prompt_tokens, output_tokens")
    if failed:
        knobs.none("(requests without output)", str(failed), "They failed.")
    rest = sorted(set(record) - {"input_lens", "output_lens", "start_times", "request_rate"})
    if rest:
        knobs.none("(measured there)", "", ", ".join(rest) + ".")
    return requests


def read_mooncake(path, records, block, knobs):
    """The requests of a trace with a record a line, and the tokens that they share."""
    seen = {}  # number of a chain of blocks by the one before and its last block
    requests = []
    shared = False
    for line, record in records:
        place = Place(path, line)
        prompt = int(number(place, "input_length", record.get("input_length"), 1, MAX_TOKENS))
        request = (number(place, "timestamp", record.get("timestamp"), 0, 1e15) / 1000, prompt,
                   int(number(place, "output_length", record.get("output_length"), 1, MAX_TOKENS)))
        hashes = record.get("hash_ids")
        if isinstance(hashes, list) and hashes:
            chain, common, session = -1, 0, None
            for index, one in enumerate(hashes):
                key = (chain, number(place, "hash_ids", one, 0, 2**63))
                common += key in seen and common == index
                chain = seen.setdefault(key, len(seen))
                session = chain if session is None else session
            request += (session, min(common * block, prompt))
            shared = True
        requests.append(request)
    knobs.same("timestamp, input_length, output_length", str(len(requests)), "time_s, ...")
    if shared:
        width = max(len(request) for request in requests)
        first = len(seen)
        requests = [request if len(request) == width else request + (first + index, 0)
                    for index, request in enumerate(requests)]
        knobs.differs("hash_ids", f"{block} tokens each", "session, shared_tokens",
                      "Requests that begin with the same block are a session.")
    return requests


def read_log(path, lines, output_tokens, knobs):
    """The requests of SGLang's log: the new sequences of its prefill batches, of equal length."""
    pattern = re.compile(r"\[(\d+-\d+-\d+ \d+:\d+:\d+)[^\]]*\] Prefill batch.*?#new-seq: (\d+), "
                         r"#new-token: (\d+), #cached-token: (\d+)")
    requests = []
    batches = decodes = 0
    for line, text in enumerate(lines, 1):
        decodes += "Decode batch" in text
        found = pattern.search(text)
        if not found:
            continue
        batches += 1
        try:
            time = datetime.datetime.strptime(found[1], "%Y-%m-%d %H:%M:%S").timestamp()
        except ValueError:
            Place(path, line).fail("", f"'{found[1]}' is not a time")
        sequences, tokens = int(found[2]), int(found[3]) + int(found[4])
        if sequences and not sequences <= tokens <= sequences * MAX_TOKENS:
            Place(path, line).fail("#new-token", f"is {tokens} for {sequences} sequences")
        for index in range(sequences):
            length = tokens // sequences + (index < tokens % sequences)
            requests.append((time, length, output_tokens))
    if requests and not output_tokens:
        Place(path).fail("--output-tokens", "is missing; the log does not say the tokens of each output")
    if requests:
        knobs.differs("Prefill batch", f"{batches} of {len(requests)} sequences", "requests",
                      "The sequences of a batch have equal lengths; each further chunk of a prompt counts as a "
                      "sequence; times are whole seconds, when the batch began.")
        knobs.none("Decode batch", f"{decodes}", "Batches are formed here; --output-tokens gives the lengths.")
    return requests


def read_requests(arguments, path, knobs):
    """The requests of a file of any kind."""
    lines = read_lines(path)
    records = []
    text = "\n".join(lines)
    try:
        whole = json.loads(text)
        records = [(1, whole)] if isinstance(whole, dict) else []
    except ValueError:
        for line, word in enumerate(lines, 1):
            try:
                record = json.loads(word) if word.lstrip().startswith("{") else None
            except ValueError as error:
                Place(path, line).fail("", f"is not JSON: {error}")
            if isinstance(record, dict):
                records.append((line, record))
    if records and "input_lens" in records[0][1]:
        if len(records) > 1:
            Place(path, records[1][0]).fail("", "is a second result; expected one")
        return read_results(Place(path, records[0][0]), records[0][1], knobs)
    if records and "timestamp" in records[0][1]:
        return read_mooncake(path, records, arguments.block_tokens, knobs)
    requests = [] if records else read_log(path, lines, arguments.output_tokens, knobs)
    if not requests:
        known = "vLLM's averages, but no requests; expected" if "Avg generation throughput" in text else \
            "no requests; expected"
        Place(path).fail("", f"has {known} {KINDS}")
    return requests


def convert(arguments, knobs, output):
    """The scenario of a file of records."""
    options = {"--output-tokens": arguments.output_tokens, "--block-tokens": arguments.block_tokens}
    for key, value in options.items():
        if value is not None:
            number(Place("command line"), key, value, 1, MAX_TOKENS)
    requests = read_requests(arguments, output.reads(arguments.config), knobs)
    if not requests:
        Place(arguments.config).fail("", "has no request with output")
    requests.sort(key=lambda request: request[0])
    begin = requests[0][0]
    long = len(requests[0]) > 3
    rows = ["time_s,prompt_tokens,output_tokens" + (",session,shared_tokens" if long else "")]
    for time, *rest in requests:
        rows.append(f"{time - begin:.6f},{','.join(map(str, rest))}")
    knobs.none("(model and GPUs)", "", "Records do not say them: set workload.model, gpu, replicas and the "
                                       "topology.")
    return {
        "name": output.stem,
        "description": f"Imported from {arguments.config}: {len(requests)} requests",
        "topology": {"type": "star", "hosts": 8, "rate": "400Gbps"},
        "server": "dgx-h100",
        "fabric": "roce",
        "workload": {
            "type": "inference",
            "name": "serving",
            "model": "llama-3-8b",
            "gpu": "h100",
            "replicas": 1,
            "replicaGpus": 8,
            "arrivals": {"type": "trace", "file": output.add("requests.csv", "\n".join(rows) + "\n")},
        },
        "seeds": 1,
    }
