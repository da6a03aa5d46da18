# SPDX-License-Identifier: GPL-2.0-only
"""Validation of congestion control: cases 1 to 4 and 13, DCQCN on one bottleneck."""

from dcqcn_fluid import Parameters, fixed_point, integrate

LOW_BYTES = 1e3  # a queue that is as good as empty
HIGH_BYTES = 250e3  # what the oscillation of ten flows exceeds


def mean(values):
    return sum(values) / len(values)


def deviation(values):
    middle = mean(values)
    return mean([(value - middle) ** 2 for value in values]) ** 0.5


def count_swings(values, low, high):
    """How often a course goes from below low to above high."""
    swings, armed = 0, False
    for value in values:
        if value <= low:
            armed = True
        elif value >= high and armed:
            swings, armed = swings + 1, False
    return swings


def find_period(values, interval):
    """The lag in s at which the autocorrelation peaks when it is positive for the second time; 0 if
    it is not."""
    middle = mean(values)
    centred = [value - middle for value in values]
    correlations = []
    for lag in range(1, min(round(0.01 / interval), len(values) // 2)):
        products = map(lambda a, b: a * b, centred, centred[lag:])
        correlations.append(sum(products) / (len(centred) - lag))
    lags = range(len(correlations))
    negative = next((i for i in lags if correlations[i] < 0), len(lags))
    start = next((i for i in lags[negative:] if correlations[i] > 0), len(lags))
    end = next((i for i in lags[start:] if correlations[i] < 0), len(lags))
    peak = max(lags[start:end], key=correlations.__getitem__, default=-1)
    return (peak + 1) * interval


def check_fixed_point(bench):
    """Case 1: DCQCN's fixed point. Returns the runs, for the figure."""
    paper = "CoNEXT'16, 3.1"
    # The queues of the authors' own solver: 20.501 KB at the end of their data file of two flows.
    published = {2: 20.5, 10: 125.4}
    warm_up = 0.1
    runs = {}
    for flows in (2, 10):
        case = f"1, {flows} flows"
        rest = fixed_point(flows)
        course = integrate(flows, 4e-6, 0.3)[1]
        bench.within(case, "fluid: fixed point", published[flows], 0.01, rest, "KB", paper)
        bench.within(case, "fluid: queue after 0.3 s", rest, 0.01, course[-1], "KB", paper)
        # What of the packets' surplus is in the model's own terms.
        waiting = fixed_point(flows, waits_for_mark=True)
        name = "fluid: a CNP waits for a mark"
        bench.check(case, name, rest, 1.45 * rest, waiting, "KB", paper)
        for seed in (1,) if bench.quick else (1, 2, 3):
            hosts = f"topology.hosts={flows + 1}"
            label = f"fixed-point-{flows}-{seed}"
            run = bench.run("dcqcn-fixed-point", label, hosts, seed=seed)("dcqcn")
            runs.setdefault(flows, run)
            which = "packets" if bench.quick else f"packets, seed {seed}"
            queue = mean(run.queue_from(warm_up)) / 1e3
            unfair = max(abs(share - 1) for share in run.shares_from(warm_up))
            busy = run.utilisation_from(warm_up)
            bench.check(case, f"{which}: mean queue", rest, 1.45 * rest, queue, "KB", paper)
            bench.check(case, f"{which}: rate off C/N", None, 5, 100 * unfair, "%", paper)
            bench.check(case, f"{which}: utilisation", 99.5, None, 100 * busy, "%", paper)
    return runs


def check_delay(bench):
    """Case 2: a long feedback delay. Returns the runs, for the figure."""
    paper = "CoNEXT'16, 3.2"
    warm_up, length, interval = 0.1, 0.3 if bench.quick else 1.0, 2e-5
    until = f"until={round(1000 * length)}ms"
    period = 2.4e-3
    rest = fixed_point(2)
    settled = integrate(2, 85e-6, 0.2)[1][-2500:]
    case = "2, 2 flows"
    bench.within(case, "fluid: least queue", rest, 0.05, min(settled), "KB", paper)
    bench.within(case, "fluid: largest queue", rest, 0.05, max(settled), "KB", paper)
    two = bench.run("dcqcn-delay", "delay-2", "topology.hosts=3", until)("dcqcn")
    queue = two.queue_from(warm_up)
    bench.check(case, "packets: mean queue", rest, 1.45 * rest, mean(queue) / 1e3, "KB", paper)
    bench.check(case, "packets: largest queue", None, 250, max(queue) / 1e3, "KB", paper)

    case = "2, 10 flows"
    swinging = integrate(10, 85e-6, 0.2)[1][5000:]
    bench.check(case, "fluid: least queue", None, 0, min(swinging), "KB", paper)
    bench.check(case, "fluid: largest queue", 250, None, max(swinging), "KB", paper)
    fluid_period = find_period(swinging, interval)
    bench.within(case, "fluid: period", 1e3 * period, 0.1, 1e3 * fluid_period, "ms", paper)
    ten = bench.run("dcqcn-delay", "delay-10", until)("dcqcn")
    queue = ten.queue_from(warm_up)
    swings = 0.1 * count_swings(queue, LOW_BYTES, HIGH_BYTES) / (length - warm_up)
    bench.check(case, "packets: from < 1 to > 250 KB in 0.1 s", 10, None, swings, "", paper, 1)
    packet_period = find_period(queue, interval)
    bench.within(case, "packets: period", 1e3 * period, 0.4, 1e3 * packet_period, "ms", paper)
    return {2: two, 10: ten}


def check_enqueue(bench):
    """Case 3: marking at enqueue."""
    paper = "CoNEXT'16, 5.1"
    # The fluid model as in the paper's figure: two flows, 85 us.
    rest = fixed_point(2)
    course = integrate(2, 85e-6, 0.2, at_enqueue=True)[1][-2500:]
    bench.check("3, 2 flows", "fluid: least queue", None, 0, min(course), "KB", paper)
    largest = max(course)
    bench.check("3, 2 flows", "fluid: largest queue", 1.5 * rest, None, largest, "KB", paper)
    case = "3, 20 flows"
    runs = bench.run("dcqcn-enqueue", "enqueue", f"until={300 if bench.quick else 500}ms")
    enqueue, dequeue = (runs(name).queue_from(0.1) for name in ("enqueue", "dequeue"))
    ratio = deviation(enqueue) / deviation(dequeue)
    quantity = "packets: deviation, enqueue / dequeue"
    bench.check(case, quantity, 1.3, None, ratio, "", paper)
    swings = [count_swings(queue, LOW_BYTES, HIGH_BYTES) for queue in (enqueue, dequeue)]
    quantity = "packets: swings, enqueue / dequeue"
    bench.check(case, quantity, 2, None, swings[0] / max(1, swings[1]), "", paper)


def check_thresholds(bench):
    """Case 4: thresholds that let ECN act before PFC."""
    paper = "SIGCOMM'15, 4"
    buffer_kb, ports, priorities, headroom_kb, beta = 12e3, 32, 8, 22.4, 8
    free_kb = buffer_kb - priorities * ports * headroom_kb
    static_kb = free_kb / (priorities * ports)
    ecn_kb = beta * free_kb / (priorities * ports * (beta + 1))
    bench.within("4", "formula: static t_PFC", 24.47, 0.001, static_kb, "KB", paper)
    bench.within("4", "formula: t_ECN, beta = 8", 21.75, 0.001, ecn_kb, "KB", paper)
    runs = bench.run("dcqcn-thresholds", "thresholds-2")
    hard = bench.run("dcqcn-thresholds", "thresholds-16", "workload.sources=16")
    for case, run in (("4, 2 to 1", runs("ECN first")), ("4, 16 to 1", hard("ECN first"))):
        marks = run.count("ecn_marks")
        bench.check(case, "ECN first: packets marked", 1, None, marks, "", paper, 0)
        bench.check(case, "ECN first: pause frames", 0, 0, run.count("pause_frames"), "", paper, 0)
    run = runs("PFC first")
    case = "4, 2 to 1"
    bench.check(case, "PFC first: packets marked", 0, 0, run.count("ecn_marks"), "", paper, 0)
    bench.check(case, "PFC first: pause frames", 1, None, run.count("pause_frames"), "", paper, 0)


def check_large_incast(bench):
    """Case 13: more flows than DCQCN can control."""
    paper = "ICNP'18, 2"
    settled = 0.02
    until = "until=60ms" if bench.quick else "until=200ms"
    few = bench.run("dcqcn-large-incast", "incast-40", until)("dcqcn")
    many = bench.run("dcqcn-large-incast", "incast-240", until, "workload.flowsPerSource=30")
    many = many("dcqcn")
    # Nine ports keep a headroom H of three frames of 4198 B, a pause frame and 2 us at 5 B/ns. With
    # Alpha 1 each of eight ingress ports is stopped when it holds t = (12 MB - 9 H) - 8 t.
    headroom = 3 * 4198 + 84 + 2000 * 5
    limit = (12e6 - 9 * headroom) * 8 / 9
    stopped = len([queue for queue in many.queue_from(settled) if queue >= 0.95 * limit])
    share = 100 * stopped / len(many.queue_from(settled))
    largest = max(few.queue_from(settled)) / 1e3
    bench.check("13, 40 flows", "packets: largest queue", None, 400, largest, "KB", paper)
    bench.report("13, 240 flows", "packets: time at PFC's limit", "pinned", share, "%", paper)
    limit /= 1e3
    largest = max(many.queue_from(settled)) / 1e3
    bench.within("13, 240 flows", "packets: largest queue", limit, 0.05, largest, "KB", paper)
    if not bench.quick:
        short = "fabric.nic.mtuBytes=1000"
        run = bench.run(
            "dcqcn-large-incast", "incast-240-1000", until, "workload.flowsPerSource=30", short
        )("dcqcn")
        queue = mean(run.queue_from(settled)) / 1e3
        quantity = "packets of 1000 B: mean queue"
        bench.check("13, 240 flows", quantity, None, 0.1 * limit, queue, "KB", "ours")
